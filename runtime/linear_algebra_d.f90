! Parts of the derivatives of BLAS and LAPACK routines that are not calls of these routines alone.
! `?` stands for the letter of the precision, `wp` for its kind; in complex precisions real(wp) is
! complex, conj( conjugates, and ?her2k and ?hemm are themselves where they are ?syr2k and ?symm in real
! ones. A generated file carries the procedures it calls, in a module of its own.

! x := 0
subroutine ?set_zero(n, x, incx)
  integer, intent(in) :: n, incx
  real(wp), intent(inout) :: x(*)
  integer :: i, first
  first = 1
  if (incx < 0) first = 1 - (n - 1)*incx
  do i = 0, n - 1
    x(first + i*incx) = 0.0_wp
  end do
end subroutine ?set_zero

! xd := xd + alpha*x; like ?scal, nothing where incx is not positive
subroutine ?scal_add(n, alpha, x, incx, xd)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: alpha, x(*)
  real(wp), intent(inout) :: xd(*)
  external :: ?axpy
  if (incx > 0) call ?axpy(n, alpha, x, incx, xd, incx)
end subroutine ?scal_add

! y := y + alpha*x, vectors as long as the result of a matrix product
subroutine ?add_vector(trans, m, n, alpha, x, incx, y, incy)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, incx, incy
  real(wp), intent(in) :: alpha, x(*)
  real(wp), intent(inout) :: y(*)
  external :: ?axpy
  if (trans == 'N' .or. trans == 'n') then
    call ?axpy(m, alpha, x, incx, y, incy)
  else
    call ?axpy(n, alpha, x, incx, y, incy)
  end if
end subroutine ?add_vector

! b := b + alpha*a
subroutine ?add_general(m, n, alpha, a, lda, b, ldb)
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: alpha, a(lda, *)
  real(wp), intent(inout) :: b(ldb, *)
  integer :: j
  do j = 1, n
    b(1:m, j) = b(1:m, j) + alpha*a(1:m, j)
  end do
end subroutine ?add_general

! b := alpha*b
subroutine ?scale_general(m, n, alpha, b, ldb)
  integer, intent(in) :: m, n, ldb
  real(wp), intent(in) :: alpha
  real(wp), intent(inout) :: b(ldb, *)
  integer :: j
  do j = 1, n
    b(1:m, j) = alpha*b(1:m, j)
  end do
end subroutine ?scale_general

! b := b + alpha*a in one triangle
subroutine ?add_triangle(uplo, n, alpha, a, lda, b, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, ldb
  real(wp), intent(in) :: alpha, a(lda, *)
  real(wp), intent(inout) :: b(ldb, *)
  integer :: j
  do j = 1, n
    if (uplo == 'U' .or. uplo == 'u') then
      b(1:j, j) = b(1:j, j) + alpha*a(1:j, j)
    else
      b(j:n, j) = b(j:n, j) + alpha*a(j:n, j)
    end if
  end do
end subroutine ?add_triangle

! The norm of x and its derivative, which is zero where the norm is
function ?nrm2_d(n, x, xd, incx, nrm2) result(nrm2d)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: x(*), xd(*)
  real(wp), intent(out) :: nrm2
  real(wp) :: nrm2d
  real(wp), external :: ?nrm2
  integer :: i, first
  nrm2 = ?nrm2(n, x, incx)
  nrm2d = 0.0_wp
  first = 1
  if (incx < 0) first = 1 - (n - 1)*incx
  if (nrm2 > 0.0_wp) then
    do i = 0, n - 1
      nrm2d = nrm2d + x(first + i*incx)/nrm2*xd(first + i*incx)
    end do
  end if
end function ?nrm2_d

! The sum of absolute values and its derivative; at zero that of the side it leaves to
function ?asum_d(n, x, xd, incx, asum) result(asumd)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: x(*), xd(*)
  real(wp), intent(out) :: asum
  real(wp) :: asumd
  real(wp), external :: ?asum
  integer :: i
  asum = ?asum(n, x, incx)
  asumd = 0.0_wp
  if (incx <= 0) return
  do i = 0, n - 1
    asumd = asumd + sign(1.0_wp, x(1 + i*incx))*xd(1 + i*incx)
  end do
end function ?asum_d

! A Givens rotation (c, s) that turns (a, b) into (r, 0), with r left in a and what restores the
! rotation in b
subroutine ?rotg_d(a, ad, b, bd, c, cd, s, sd)
  real(wp), intent(inout) :: a, ad, b, bd
  real(wp), intent(out) :: c, cd, s, sd
  real(wp) :: turn
  logical :: longer
  external :: ?rotg
  longer = abs(a) > abs(b)
  turn = 0.0_wp
  if (a /= 0.0_wp .or. b /= 0.0_wp) turn = 1.0_wp
  call ?rotg(a, b, c, s)
  ! a is r now; the rotation's angle changes by (c*bd - s*ad)/r
  if (turn /= 0.0_wp) turn = (c*bd - s*ad)/a
  ad = c*ad + s*bd
  cd = -s*turn
  sd = c*turn
  if (longer) then
    bd = sd
  else if (c /= 0.0_wp) then
    bd = -cd/c**2
  else
    bd = 0.0_wp
  end if
end subroutine ?rotg_d

! (xd, yd) := (xd, yd) + hd*(x, y) for a modified Givens rotation h in param
subroutine ?rotm_add(n, x, incx, y, incy, param, paramd, xd, yd)
  integer, intent(in) :: n, incx, incy
  real(wp), intent(in) :: x(*), y(*), param(5), paramd(5)
  real(wp), intent(inout) :: xd(*), yd(*)
  real(wp) :: h(2, 2)
  external :: ?axpy
  h = reshape(paramd(2:5), [2, 2])
  if (param(1) == -2.0_wp) return
  if (param(1) == 0.0_wp) then
    h(1, 1) = 0.0_wp
    h(2, 2) = 0.0_wp
  else if (param(1) == 1.0_wp) then
    h(1, 2) = 0.0_wp
    h(2, 1) = 0.0_wp
  end if
  call ?axpy(n, h(1, 1), x, incx, xd, incx)
  call ?axpy(n, h(1, 2), y, incy, xd, incx)
  call ?axpy(n, h(2, 1), x, incx, yd, incy)
  call ?axpy(n, h(2, 2), y, incy, yd, incy)
end subroutine ?rotm_add

! y := y + alpha*op(t)*x for the derivative t of a triangular matrix: a unit diagonal has none
subroutine ?trmv_add(uplo, trans, diag, n, alpha, t, ldt, x, incx, y)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, ldt, incx
  real(wp), intent(in) :: alpha, t(ldt, *), x(*)
  real(wp), intent(inout) :: y(*)
  real(wp), allocatable :: product(:)
  external :: ?copy, ?trmv, ?axpy
  allocate (product(n))
  call ?copy(n, x, incx, product, 1)
  call ?trmv(uplo, trans, diag, n, t, ldt, product, 1)
  if (diag == 'U' .or. diag == 'u') call ?axpy(n, -1.0_wp, x, incx, product, 1)
  call ?axpy(n, alpha, product, 1, y, incx)
end subroutine ?trmv_add

! The same for a band
subroutine ?tbmv_add(uplo, trans, diag, n, k, alpha, t, ldt, x, incx, y)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, k, ldt, incx
  real(wp), intent(in) :: alpha, t(ldt, *), x(*)
  real(wp), intent(inout) :: y(*)
  real(wp), allocatable :: product(:)
  external :: ?copy, ?tbmv, ?axpy
  allocate (product(n))
  call ?copy(n, x, incx, product, 1)
  call ?tbmv(uplo, trans, diag, n, k, t, ldt, product, 1)
  if (diag == 'U' .or. diag == 'u') call ?axpy(n, -1.0_wp, x, incx, product, 1)
  call ?axpy(n, alpha, product, 1, y, incx)
end subroutine ?tbmv_add

! The same for a packed triangle
subroutine ?tpmv_add(uplo, trans, diag, n, alpha, t, x, incx, y)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: alpha, t(*), x(*)
  real(wp), intent(inout) :: y(*)
  real(wp), allocatable :: product(:)
  external :: ?copy, ?tpmv, ?axpy
  allocate (product(n))
  call ?copy(n, x, incx, product, 1)
  call ?tpmv(uplo, trans, diag, n, t, product, 1)
  if (diag == 'U' .or. diag == 'u') call ?axpy(n, -1.0_wp, x, incx, product, 1)
  call ?axpy(n, alpha, product, 1, y, incx)
end subroutine ?tpmv_add

! c := c + alpha*op(t)*b or alpha*b*op(t) for the derivative t of a triangular matrix: a unit diagonal
! has none
subroutine ?trmm_add(side, uplo, transa, diag, m, n, alpha, t, ldt, b, ldb, c)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, ldt, ldb
  real(wp), intent(in) :: alpha, t(ldt, *), b(ldb, *)
  real(wp), intent(inout) :: c(ldb, *)
  real(wp), allocatable :: product(:, :)
  external :: ?trmm
  allocate (product(m, n))
  product = b(1:m, 1:n)
  call ?trmm(side, uplo, transa, diag, m, n, alpha, t, ldt, product, max(1, m))
  if (diag == 'U' .or. diag == 'u') product = product - alpha*b(1:m, 1:n)
  c(1:m, 1:n) = c(1:m, 1:n) + product
end subroutine ?trmm_add

! The derivatives of the factors l and u of p*a = l*u, in place of those of a:
! p*ad = ld*u + l*ud, a block of columns and rows after the other
subroutine ?getrf_d(m, n, a, ad, lda, ipiv)
  integer, intent(in) :: m, n, lda, ipiv(*)
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: ad(lda, *)
  integer, parameter :: width = 32
  real(wp) :: ld(width, width), ud(width, width)
  integer :: i, j, k, below, right
  external :: ?laswp, ?trsm, ?trmm, ?gemm
  call ?laswp(n, ad, lda, 1, min(m, n), ipiv, 1)
  do j = 1, min(m, n), width
    k = min(width, min(m, n) - j + 1)
    below = m - j - k + 1
    right = n - j - k + 1
    ! The diagonal block: with s = inv(l)*ad*inv(u), ld = l*lower(s) and ud = upper(s)*u
    call ?trsm('L', 'L', 'N', 'U', k, k, 1.0_wp, a(j, j), lda, ad(j, j), lda)
    call ?trsm('R', 'U', 'N', 'N', k, k, 1.0_wp, a(j, j), lda, ad(j, j), lda)
    ld = 0.0_wp
    ud = 0.0_wp
    do i = 1, k
      ud(1:i, i) = ad(j:j + i - 1, j + i - 1)
      ld(i + 1:k, i) = ad(j + i:j + k - 1, j + i - 1)
    end do
    call ?trmm('L', 'L', 'N', 'U', k, k, 1.0_wp, a(j, j), lda, ld, width)
    call ?trmm('R', 'U', 'N', 'N', k, k, 1.0_wp, a(j, j), lda, ud, width)
    ad(j:j + k - 1, j:j + k - 1) = ld(1:k, 1:k) + ud(1:k, 1:k)
    if (below > 0) then
      call ?gemm('N', 'N', below, k, k, -1.0_wp, a(j + k, j), lda, ud, width, 1.0_wp, &
        ad(j + k, j), lda)
      call ?trsm('R', 'U', 'N', 'N', below, k, 1.0_wp, a(j, j), lda, ad(j + k, j), lda)
    end if
    if (right > 0) then
      call ?gemm('N', 'N', k, right, k, -1.0_wp, ld, width, a(j, j + k), lda, 1.0_wp, ad(j, &
        j + k), lda)
      call ?trsm('L', 'L', 'N', 'U', k, right, 1.0_wp, a(j, j), lda, ad(j, j + k), lda)
    end if
    if (below > 0 .and. right > 0) then
      call ?gemm('N', 'N', below, right, k, -1.0_wp, ad(j + k, j), lda, a(j, j + k), lda, &
        1.0_wp, ad(j + k, j + k), lda)
      call ?gemm('N', 'N', below, right, k, -1.0_wp, a(j + k, j), lda, ad(j, j + k), lda, &
        1.0_wp, ad(j + k, j + k), lda)
    end if
  end do
end subroutine ?getrf_d

! bd := bd - op(d)*b, where d is the derivative of a matrix whose factors l and u are in a and their
! derivatives in ad
subroutine ?getrs_residual(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb)
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*)
  real(wp), intent(in) :: a(lda, *), ad(lda, *), b(ldb, *)
  real(wp), intent(inout) :: bd(ldb, *)
  real(wp), allocatable :: x(:, :), y(:, :), z(:, :)
  external :: ?laswp, ?trmm
  allocate (x(n, nrhs), y(n, nrhs), z(n, nrhs))
  x = b(1:n, 1:nrhs)
  if (trans == 'N' .or. trans == 'n') then
    y = x
    call ?trmm('L', 'U', 'N', 'N', n, nrhs, 1.0_wp, a, lda, y, n)
    z = y
    call ?trmm('L', 'L', 'N', 'U', n, nrhs, 1.0_wp, ad, lda, y, n)
    y = y - z
    call ?trmm('L', 'U', 'N', 'N', n, nrhs, 1.0_wp, ad, lda, x, n)
    call ?trmm('L', 'L', 'N', 'U', n, nrhs, 1.0_wp, a, lda, x, n)
    y = x + y
    call ?laswp(nrhs, y, n, 1, n, ipiv, -1)
  else
    call ?laswp(nrhs, x, n, 1, n, ipiv, 1)
    y = x
    call ?trmm('L', 'L', trans, 'U', n, nrhs, 1.0_wp, a, lda, y, n)
    call ?trmm('L', 'U', trans, 'N', n, nrhs, 1.0_wp, ad, lda, y, n)
    z = x
    call ?trmm('L', 'L', trans, 'U', n, nrhs, 1.0_wp, ad, lda, z, n)
    z = z - x
    call ?trmm('L', 'U', trans, 'N', n, nrhs, 1.0_wp, a, lda, z, n)
    y = y + z
  end if
  bd(1:n, 1:nrhs) = bd(1:n, 1:nrhs) - y
end subroutine ?getrs_residual

! b := inv(l*u)*b where the factorisation succeeded
subroutine ?lu_solve(n, nrhs, a, lda, ipiv, b, ldb, info)
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*), info
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: b(ldb, *)
  integer :: status
  external :: ?getrs
  if (info == 0) call ?getrs('N', n, nrhs, a, lda, ipiv, b, ldb, status)
end subroutine ?lu_solve

! After a*x = b has been solved, x in b and the factors in a: a*xd = bd - ad*x, then the derivatives
! of the factors
subroutine ?gesv_d(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*), info
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: ad(lda, *), bd(ldb, *)
  external :: ?gemm
  if (info /= 0) return
  call ?gemm('N', 'N', n, nrhs, n, -1.0_wp, ad, lda, b, ldb, 1.0_wp, bd, ldb)
  call ?lu_solve(n, nrhs, a, lda, ipiv, bd, ldb, info)
  call ?getrf_d(n, n, a, ad, lda, ipiv)
end subroutine ?gesv_d

! The derivative of the Cholesky factor in place of that of the matrix, in one triangle: in a
! diagonal block with s = inv(l)*ad*inv(l'), ld = l*(strictly lower(s) + diagonal(s)/2)
subroutine ?potrf_d(uplo, n, a, ad, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: ad(lda, *)
  integer, parameter :: width = 32
  real(wp) :: s(width, width)
  integer :: i, j, k, rest
  logical :: upper
  external :: ?trsm, ?trmm, ?gemm, ?her2k
  upper = uplo == 'U' .or. uplo == 'u'
  do j = 1, n, width
    k = min(width, n - j + 1)
    rest = n - j - k + 1
    do i = 1, k ! s is lower triangular in either case: of ad, or of its transpose
      if (upper) then
        s(i:k, i) = conj(ad(j + i - 1, j + i - 1:j + k - 1))
      else
        s(i:k, i) = ad(j + i - 1:j + k - 1, j + i - 1)
      end if
      s(i, i) = real(s(i, i), part)
      s(i, i:k) = conj(s(i:k, i))
    end do
    if (upper) then
      call ?trsm('L', 'U', 'C', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
      call ?trsm('R', 'U', 'N', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
    else
      call ?trsm('L', 'L', 'N', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
      call ?trsm('R', 'L', 'C', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
    end if
    do i = 1, k
      s(1:i - 1, i) = 0.0_wp
      s(i, i) = 0.5_part*real(s(i, i), part)
    end do
    if (upper) then
      call ?trmm('L', 'U', 'C', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
      do i = 1, k
        ad(j + i - 1, j + i - 1:j + k - 1) = conj(s(i:k, i))
      end do
    else
      call ?trmm('L', 'L', 'N', 'N', k, k, 1.0_wp, a(j, j), lda, s, width)
      do i = 1, k
        ad(j + i - 1:j + k - 1, j + i - 1) = s(i:k, i)
      end do
    end if
    if (rest == 0) exit
    if (upper) then
      call ?gemm('N', 'N', k, rest, k, -1.0_wp, s, width, a(j, j + k), lda, 1.0_wp, ad(j, &
        j + k), lda)
      call ?trsm('L', 'U', 'C', 'N', k, rest, 1.0_wp, a(j, j), lda, ad(j, j + k), lda)
      call ?her2k('U', 'C', rest, k, -1.0_wp, ad(j, j + k), lda, a(j, j + k), lda, 1.0_part, &
        ad(j + k, j + k), lda)
    else
      call ?gemm('N', 'C', rest, k, k, -1.0_wp, a(j + k, j), lda, s, width, 1.0_wp, &
        ad(j + k, j), lda)
      call ?trsm('R', 'L', 'C', 'N', rest, k, 1.0_wp, a(j, j), lda, ad(j + k, j), lda)
      call ?her2k('L', 'N', rest, k, -1.0_wp, ad(j + k, j), lda, a(j + k, j), lda, 1.0_part, &
        ad(j + k, j + k), lda)
    end if
  end do
end subroutine ?potrf_d

! bd := bd - d*b, where d is the derivative of a matrix whose Cholesky factor is in a and that
! factor's derivative in ad
subroutine ?potrs_residual(uplo, n, nrhs, a, ad, lda, b, bd, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *), ad(lda, *), b(ldb, *)
  real(wp), intent(inout) :: bd(ldb, *)
  real(wp), allocatable :: x(:, :), y(:, :)
  character :: first, second
  external :: ?trmm
  allocate (x(n, nrhs), y(n, nrhs))
  first = 'C'
  second = 'N'
  if (uplo == 'U' .or. uplo == 'u') then
    first = 'N'
    second = 'C'
  end if
  x = b(1:n, 1:nrhs)
  y = x
  call ?trmm('L', uplo, first, 'N', n, nrhs, 1.0_wp, a, lda, x, n)
  call ?trmm('L', uplo, second, 'N', n, nrhs, 1.0_wp, ad, lda, x, n)
  call ?trmm('L', uplo, first, 'N', n, nrhs, 1.0_wp, ad, lda, y, n)
  call ?trmm('L', uplo, second, 'N', n, nrhs, 1.0_wp, a, lda, y, n)
  bd(1:n, 1:nrhs) = bd(1:n, 1:nrhs) - x - y
end subroutine ?potrs_residual

! b := inv(a)*b where the Cholesky factorisation succeeded
subroutine ?cholesky_solve(uplo, n, nrhs, a, lda, b, ldb, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb, info
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: b(ldb, *)
  integer :: status
  external :: ?potrs
  if (info == 0) call ?potrs(uplo, n, nrhs, a, lda, b, ldb, status)
end subroutine ?cholesky_solve

! After a*x = b has been solved, x in b and the Cholesky factor in a: a*xd = bd - ad*x, then the
! derivative of the factor
subroutine ?posv_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb, info
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: ad(lda, *), bd(ldb, *)
  external :: ?hemm
  if (info /= 0) return
  call ?hemm('L', uplo, n, nrhs, -1.0_wp, ad, lda, b, ldb, 1.0_wp, bd, ldb)
  call ?cholesky_solve(uplo, n, nrhs, a, lda, bd, ldb, info)
  call ?potrf_d(uplo, n, a, ad, lda)
end subroutine ?posv_d
