! Parts of the adjoints of BLAS and LAPACK routines that are not calls of these routines alone; see
! linear_algebra_d.f90. Real precisions. Names that end in b are adjoints; every procedure adds to those
! it has last, or overwrites them where its comment says so.

! total := total + x*y
subroutine ?dot_add(n, x, incx, y, incy, total)
  integer, intent(in) :: n, incx, incy
  real(wp), intent(in) :: x(*), y(*)
  real(wp), intent(inout) :: total
  real(wp), external :: ?dot
  total = total + ?dot(n, x, incx, y, incy)
end subroutine ?dot_add

! total := total - x*y
subroutine ?dot_subtract(n, x, incx, y, incy, total)
  integer, intent(in) :: n, incx, incy
  real(wp), intent(in) :: x(*), y(*)
  real(wp), intent(inout) :: total
  real(wp), external :: ?dot
  total = total - ?dot(n, x, incx, y, incy)
end subroutine ?dot_subtract

! The same as ?dot_add of what ?scal scales: nothing where incx is not positive
subroutine ?scal_factor_b(n, x, incx, xb, alphab)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: x(*), xb(*)
  real(wp), intent(inout) :: alphab
  if (incx > 0) call ?dot_add(n, x, incx, xb, incx, alphab)
end subroutine ?scal_factor_b

! The norm of x; zero has the derivative zero
subroutine ?nrm2_b(n, x, incx, seed, xb)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: x(*), seed
  real(wp), intent(inout) :: xb(*)
  real(wp) :: norm
  integer :: i, first
  real(wp), external :: ?nrm2
  norm = ?nrm2(n, x, incx)
  if (.not. norm > 0.0_wp) return
  first = 1
  if (incx < 0) first = 1 - (n - 1)*incx
  do i = 0, n - 1
    xb(first + i*incx) = xb(first + i*incx) + x(first + i*incx)/norm*seed
  end do
end subroutine ?nrm2_b

! The sum of absolute values; at zero the side its sign says
subroutine ?asum_b(n, x, incx, seed, xb)
  integer, intent(in) :: n, incx
  real(wp), intent(in) :: x(*), seed
  real(wp), intent(inout) :: xb(*)
  integer :: i
  if (incx <= 0) return
  do i = 0, n - 1
    xb(1 + i*incx) = xb(1 + i*incx) + sign(1.0_wp, x(1 + i*incx))*seed
  end do
end subroutine ?asum_b

! The transpose of what an option says
function ?opposite(trans) result(other)
  character, intent(in) :: trans
  character :: other
  other = 'N'
  if (trans == 'N' .or. trans == 'n') other = 'T'
end function ?opposite

! The length of the result of a product
function ?result_length(trans, m, n) result(length)
  character, intent(in) :: trans
  integer, intent(in) :: m, n
  integer :: length
  length = n
  if (trans == 'N' .or. trans == 'n') length = m
end function ?result_length

! total := total + x*y, vectors as long as the result of a matrix product
subroutine ?vector_dot_add(trans, m, n, x, incx, y, incy, total)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, incx, incy
  real(wp), intent(in) :: x(*), y(*)
  real(wp), intent(inout) :: total
  call ?dot_add(?result_length(trans, m, n), x, incx, y, incy, total)
end subroutine ?vector_dot_add

! x := alpha*x for such a vector
subroutine ?vector_scale(trans, m, n, alpha, x, incx)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, incx
  real(wp), intent(in) :: alpha
  real(wp), intent(inout) :: x(*)
  external :: ?scal
  call ?scal(?result_length(trans, m, n), alpha, x, abs(incx))
end subroutine ?vector_scale

subroutine ?gemv_matrix_b(trans, m, n, alpha, x, incx, yb, incy, ab, lda)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, incx, incy, lda
  real(wp), intent(in) :: alpha, x(*), yb(*)
  real(wp), intent(inout) :: ab(lda, *)
  external :: ?ger
  if (trans == 'N' .or. trans == 'n') then
    call ?ger(m, n, alpha, yb, incy, x, incx, ab, lda)
  else
    call ?ger(m, n, alpha, x, incx, yb, incy, ab, lda)
  end if
end subroutine ?gemv_matrix_b

subroutine ?gemv_vector_b(trans, m, n, alpha, a, lda, yb, incy, xb, incx)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incy, incx
  real(wp), intent(in) :: alpha, a(lda, *), yb(*)
  real(wp), intent(inout) :: xb(*)
  external :: ?gemv
  call ?gemv(?opposite(trans), m, n, alpha, a, lda, yb, incy, 1.0_wp, xb, incx)
end subroutine ?gemv_vector_b

subroutine ?gemv_factor_b(trans, m, n, a, lda, x, incx, yb, incy, alphab)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(wp), intent(in) :: a(lda, *), x(*), yb(*)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:)
  integer :: length
  external :: ?gemv
  length = ?result_length(trans, m, n)
  allocate (product(length))
  call ?gemv(trans, m, n, 1.0_wp, a, lda, x, incx, 0.0_wp, product, 1)
  call ?dot_add(length, product, 1, yb, incy, alphab)
end subroutine ?gemv_factor_b

! The diagonal of a symmetric matrix is stored once, as its other elements are, but is there once, too
subroutine ?symv_matrix_b(uplo, n, alpha, x, incx, yb, incy, ab, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(wp), intent(in) :: alpha, x(*), yb(*)
  real(wp), intent(inout) :: ab(lda, *)
  integer :: i, atX, atY
  external :: ?syr2
  call ?syr2(uplo, n, alpha, x, incx, yb, incy, ab, lda)
  atX = 1 - min(0, (n - 1)*incx)
  atY = 1 - min(0, (n - 1)*incy)
  do i = 1, n
    ab(i, i) = ab(i, i) - alpha*x(atX + (i - 1)*incx)*yb(atY + (i - 1)*incy)
  end do
end subroutine ?symv_matrix_b

subroutine ?symv_factor_b(uplo, n, a, lda, x, incx, yb, incy, alphab)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  real(wp), intent(in) :: a(lda, *), x(*), yb(*)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:)
  external :: ?symv
  allocate (product(n))
  call ?symv(uplo, n, 1.0_wp, a, lda, x, incx, 0.0_wp, product, 1)
  call ?dot_add(n, product, 1, yb, incy, alphab)
end subroutine ?symv_factor_b

subroutine ?ger_factor_b(m, n, x, incx, y, incy, ab, lda, alphab)
  integer, intent(in) :: m, n, incx, incy, lda
  real(wp), intent(in) :: x(*), y(*), ab(lda, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:)
  external :: ?gemv
  allocate (product(m))
  call ?gemv('N', m, n, 1.0_wp, ab, lda, y, incy, 0.0_wp, product, 1)
  call ?dot_add(m, x, incx, product, 1, alphab)
end subroutine ?ger_factor_b

! xb := xb + alpha*(t + t')*y, where the stored triangle of ab is t
subroutine ?syr2_vector_b(uplo, n, alpha, y, incy, ab, lda, xb, incx)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incy, lda, incx
  real(wp), intent(in) :: alpha, y(*), ab(lda, *)
  real(wp), intent(inout) :: xb(*)
  integer :: i, atX, atY
  external :: ?symv
  call ?symv(uplo, n, alpha, ab, lda, y, incy, 1.0_wp, xb, incx)
  atX = 1 - min(0, (n - 1)*incx)
  atY = 1 - min(0, (n - 1)*incy)
  do i = 0, n - 1
    xb(atX + i*incx) = xb(atX + i*incx) + alpha*ab(i + 1, i + 1)*y(atY + i*incy)
  end do
end subroutine ?syr2_vector_b

subroutine ?syr2_factor_b(uplo, n, x, incx, y, incy, ab, lda, alphab)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(wp), intent(in) :: x(*), y(*), ab(lda, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:)
  allocate (product(n))
  product = 0.0_wp
  call ?syr2_vector_b(uplo, n, 1.0_wp, y, incy, ab, lda, product, 1)
  call ?dot_add(n, x, incx, product, 1, alphab)
end subroutine ?syr2_factor_b

subroutine ?syr_factor_b(uplo, n, x, incx, ab, lda, alphab)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, lda
  real(wp), intent(in) :: x(*), ab(lda, *)
  real(wp), intent(inout) :: alphab
  real(wp) :: twice
  twice = 0.0_wp
  call ?syr2_factor_b(uplo, n, x, incx, x, incx, ab, lda, twice)
  alphab = alphab + 0.5_wp*twice
end subroutine ?syr_factor_b

! tb := tb + alpha*x*y' in a triangle, without the diagonal where that is all ones
subroutine ?add_outer(uplo, diag, n, alpha, x, y, tb, ldt)
  character, intent(in) :: uplo, diag
  integer, intent(in) :: n, ldt
  real(wp), intent(in) :: alpha, x(*), y(*)
  real(wp), intent(inout) :: tb(ldt, *)
  integer :: j, skipped
  skipped = 0
  if (diag == 'U' .or. diag == 'u') skipped = 1
  do j = 1, n
    if (uplo == 'U' .or. uplo == 'u') then
      tb(1:j - skipped, j) = tb(1:j - skipped, j) + alpha*x(1:j - skipped)*y(j)
    else
      tb(j + skipped:n, j) = tb(j + skipped:n, j) + alpha*x(j + skipped:n)*y(j)
    end if
  end do
end subroutine ?add_outer

! The triangular matrix of x := op(a)*x
subroutine ?trmv_matrix_b(uplo, trans, diag, n, x, incx, xb, ab, lda)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, incx, lda
  real(wp), intent(in) :: x(*), xb(*)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: before(:), after(:)
  external :: ?copy
  allocate (before(n), after(n))
  call ?copy(n, x, incx, before, 1)
  call ?copy(n, xb, incx, after, 1)
  if (trans == 'N' .or. trans == 'n') then
    call ?add_outer(uplo, diag, n, 1.0_wp, after, before, ab, lda)
  else
    call ?add_outer(uplo, diag, n, 1.0_wp, before, after, ab, lda)
  end if
end subroutine ?trmv_matrix_b

! xb := op(a)'*xb
subroutine ?trmv_opposite(uplo, trans, diag, n, a, lda, xb, incx)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: xb(*)
  external :: ?trmv
  call ?trmv(uplo, ?opposite(trans), diag, n, a, lda, xb, incx)
end subroutine ?trmv_opposite

! xb := inv(op(a)')*xb
subroutine ?trsv_opposite(uplo, trans, diag, n, a, lda, xb, incx)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: xb(*)
  external :: ?trsv
  call ?trsv(uplo, ?opposite(trans), diag, n, a, lda, xb, incx)
end subroutine ?trsv_opposite

! The triangular matrix of op(a)*x = b, after ?trsv_opposite of xb
subroutine ?trsv_matrix_b(uplo, trans, diag, n, a, lda, b, incx, xb, ab)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(wp), intent(in) :: a(lda, *), b(*), xb(*)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: x(:), w(:)
  external :: ?copy, ?trsv
  allocate (x(n), w(n))
  call ?copy(n, b, incx, x, 1)
  call ?trsv(uplo, trans, diag, n, a, lda, x, 1)
  call ?copy(n, xb, incx, w, 1)
  if (trans == 'N' .or. trans == 'n') then
    call ?add_outer(uplo, diag, n, -1.0_wp, w, x, ab, lda)
  else
    call ?add_outer(uplo, diag, n, -1.0_wp, x, w, ab, lda)
  end if
end subroutine ?trsv_matrix_b

! total := total + sum of a*b
subroutine ?general_dot_add(m, n, a, lda, b, ldb, total)
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: total
  total = total + sum(a(1:m, 1:n)*b(1:m, 1:n))
end subroutine ?general_dot_add

! The same in one triangle
subroutine ?triangle_dot_add(uplo, n, a, lda, b, ldb, total)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: total
  integer :: j
  do j = 1, n
    if (uplo == 'U' .or. uplo == 'u') then
      total = total + sum(a(1:j, j)*b(1:j, j))
    else
      total = total + sum(a(j:n, j)*b(j:n, j))
    end if
  end do
end subroutine ?triangle_dot_add

! b := alpha*b in one triangle
subroutine ?scale_triangle(uplo, n, alpha, b, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, ldb
  real(wp), intent(in) :: alpha
  real(wp), intent(inout) :: b(ldb, *)
  integer :: j
  do j = 1, n
    if (uplo == 'U' .or. uplo == 'u') then
      b(1:j, j) = alpha*b(1:j, j)
    else
      b(j:n, j) = alpha*b(j:n, j)
    end if
  end do
end subroutine ?scale_triangle

! The first factor of c := alpha*op(a)*op(b)
subroutine ?gemm_left_b(transa, transb, m, n, k, alpha, b, ldb, cb, ldc, ab, lda)
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, ldb, ldc, lda
  real(wp), intent(in) :: alpha, b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: ab(lda, *)
  external :: ?gemm
  if (transa == 'N' .or. transa == 'n') then
    call ?gemm('N', ?opposite(transb), m, k, n, alpha, cb, ldc, b, ldb, 1.0_wp, ab, lda)
  else
    call ?gemm(transb, 'T', k, m, n, alpha, b, ldb, cb, ldc, 1.0_wp, ab, lda)
  end if
end subroutine ?gemm_left_b

! The second one
subroutine ?gemm_right_b(transa, transb, m, n, k, alpha, a, lda, cb, ldc, bb, ldb)
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldc, ldb
  real(wp), intent(in) :: alpha, a(lda, *), cb(ldc, *)
  real(wp), intent(inout) :: bb(ldb, *)
  external :: ?gemm
  if (transb == 'N' .or. transb == 'n') then
    call ?gemm(?opposite(transa), 'N', k, n, m, alpha, a, lda, cb, ldc, 1.0_wp, bb, ldb)
  else
    call ?gemm('T', transa, n, k, m, alpha, cb, ldc, a, lda, 1.0_wp, bb, ldb)
  end if
end subroutine ?gemm_right_b

subroutine ?gemm_factor_b(transa, transb, m, n, k, a, lda, b, ldb, cb, ldc, alphab)
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(wp), intent(in) :: a(lda, *), b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:, :)
  external :: ?gemm
  allocate (product(m, n))
  call ?gemm(transa, transb, m, n, k, 1.0_wp, a, lda, b, ldb, 0.0_wp, product, max(1, m))
  call ?general_dot_add(m, n, product, max(1, m), cb, ldc, alphab)
end subroutine ?gemm_factor_b

! The symmetric factor
subroutine ?symm_matrix_b(side, uplo, m, n, alpha, b, ldb, cb, ldc, ab, lda)
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, ldb, ldc, lda
  real(wp), intent(in) :: alpha, b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: ab(lda, *)
  integer :: i
  external :: ?syr2k
  if (side == 'L' .or. side == 'l') then
    call ?syr2k(uplo, 'N', m, n, alpha, cb, ldc, b, ldb, 1.0_wp, ab, lda)
    do i = 1, m
      ab(i, i) = ab(i, i) - alpha*sum(cb(i, 1:n)*b(i, 1:n))
    end do
  else
    call ?syr2k(uplo, 'T', n, m, alpha, cb, ldc, b, ldb, 1.0_wp, ab, lda)
    do i = 1, n
      ab(i, i) = ab(i, i) - alpha*sum(cb(1:m, i)*b(1:m, i))
    end do
  end if
end subroutine ?symm_matrix_b

subroutine ?symm_factor_b(side, uplo, m, n, a, lda, b, ldb, cb, ldc, alphab)
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(wp), intent(in) :: a(lda, *), b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:, :)
  external :: ?symm
  allocate (product(m, n))
  call ?symm(side, uplo, m, n, 1.0_wp, a, lda, b, ldb, 0.0_wp, product, max(1, m))
  call ?general_dot_add(m, n, product, max(1, m), cb, ldc, alphab)
end subroutine ?symm_factor_b

! ab := ab + alpha*(t + t')*b or alpha*b*(t + t'), where the stored triangle of cb is t
subroutine ?syr2k_matrix_b(uplo, trans, n, k, alpha, b, ldb, cb, ldc, ab, lda)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, ldb, ldc, lda
  real(wp), intent(in) :: alpha, b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: ab(lda, *)
  integer :: i
  external :: ?symm
  if (trans == 'N' .or. trans == 'n') then
    call ?symm('L', uplo, n, k, alpha, cb, ldc, b, ldb, 1.0_wp, ab, lda)
    do i = 1, n
      ab(i, 1:k) = ab(i, 1:k) + alpha*cb(i, i)*b(i, 1:k)
    end do
  else
    call ?symm('R', uplo, k, n, alpha, cb, ldc, b, ldb, 1.0_wp, ab, lda)
    do i = 1, n
      ab(1:k, i) = ab(1:k, i) + alpha*cb(i, i)*b(1:k, i)
    end do
  end if
end subroutine ?syr2k_matrix_b

subroutine ?syrk_factor_b(uplo, trans, n, k, a, lda, cb, ldc, alphab)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(wp), intent(in) :: a(lda, *), cb(ldc, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:, :)
  external :: ?syrk
  allocate (product(n, n))
  call ?syrk(uplo, trans, n, k, 1.0_wp, a, lda, 0.0_wp, product, max(1, n))
  call ?triangle_dot_add(uplo, n, product, max(1, n), cb, ldc, alphab)
end subroutine ?syrk_factor_b

subroutine ?syr2k_factor_b(uplo, trans, n, k, a, lda, b, ldb, cb, ldc, alphab)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(wp), intent(in) :: a(lda, *), b(ldb, *), cb(ldc, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:, :)
  external :: ?syr2k
  allocate (product(n, n))
  call ?syr2k(uplo, trans, n, k, 1.0_wp, a, lda, b, ldb, 0.0_wp, product, max(1, n))
  call ?triangle_dot_add(uplo, n, product, max(1, n), cb, ldc, alphab)
end subroutine ?syr2k_factor_b

! tb := tb + alpha*g or alpha*g' in a triangle, where g = x*y' (side L) or x'*y (side R)
subroutine ?add_product(side, uplo, trans, diag, m, n, alpha, x, y, ldx, ldy, tb, ldt)
  character, intent(in) :: side, uplo, trans, diag
  integer, intent(in) :: m, n, ldx, ldy, ldt
  real(wp), intent(in) :: alpha, x(ldx, *), y(ldy, *)
  real(wp), intent(inout) :: tb(ldt, *)
  real(wp), allocatable :: g(:, :)
  integer :: j, order, skipped
  external :: ?gemm
  order = n
  if (side == 'L' .or. side == 'l') order = m
  allocate (g(order, order))
  if (side == 'L' .or. side == 'l') then
    call ?gemm('N', 'T', m, m, n, alpha, x, ldx, y, ldy, 0.0_wp, g, max(1, m))
  else
    call ?gemm('T', 'N', n, n, m, alpha, x, ldx, y, ldy, 0.0_wp, g, max(1, n))
  end if
  if (trans /= 'N' .and. trans /= 'n') g = transpose(g)
  skipped = 0
  if (diag == 'U' .or. diag == 'u') skipped = 1
  do j = 1, order
    if (uplo == 'U' .or. uplo == 'u') then
      tb(1:j - skipped, j) = tb(1:j - skipped, j) + g(1:j - skipped, j)
    else
      tb(j + skipped:order, j) = tb(j + skipped:order, j) + g(j + skipped:order, j)
    end if
  end do
end subroutine ?add_product

! The triangular matrix of b := alpha*op(a)*b or alpha*b*op(a)
subroutine ?trmm_matrix_b(side, uplo, transa, diag, m, n, alpha, b, ldb, bb, ab, lda)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, ldb, lda
  real(wp), intent(in) :: alpha, b(ldb, *), bb(ldb, *)
  real(wp), intent(inout) :: ab(lda, *)
  if (side == 'L' .or. side == 'l') then
    call ?add_product(side, uplo, transa, diag, m, n, alpha, bb, b, ldb, ldb, ab, lda)
  else
    call ?add_product(side, uplo, transa, diag, m, n, alpha, b, bb, ldb, ldb, ab, lda)
  end if
end subroutine ?trmm_matrix_b

subroutine ?trmm_factor_b(side, uplo, transa, diag, m, n, a, lda, b, ldb, bb, alphab)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *), bb(ldb, *)
  real(wp), intent(inout) :: alphab
  real(wp), allocatable :: product(:, :)
  external :: ?trmm
  allocate (product(m, n))
  product = b(1:m, 1:n)
  call ?trmm(side, uplo, transa, diag, m, n, 1.0_wp, a, lda, product, max(1, m))
  call ?general_dot_add(m, n, product, max(1, m), bb, ldb, alphab)
end subroutine ?trmm_factor_b

! bb := alpha*op(a)'*bb or alpha*bb*op(a)'
subroutine ?trmm_opposite(side, uplo, transa, diag, m, n, alpha, a, lda, bb, ldb)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: alpha, a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  external :: ?trmm
  call ?trmm(side, uplo, ?opposite(transa), diag, m, n, alpha, a, lda, bb, ldb)
end subroutine ?trmm_opposite

! bb := inv(op(a)')*bb or bb*inv(op(a)')
subroutine ?trsm_opposite(side, uplo, transa, diag, m, n, a, lda, bb, ldb)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  external :: ?trsm
  call ?trsm(side, uplo, ?opposite(transa), diag, m, n, 1.0_wp, a, lda, bb, ldb)
end subroutine ?trsm_opposite

! The triangular matrix of op(a)*x = alpha*b or x*op(a) = alpha*b, after ?trsm_opposite of bb
subroutine ?trsm_matrix_b(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, bb, ab)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(wp), intent(in) :: alpha, a(lda, *), b(ldb, *), bb(ldb, *)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: x(:, :)
  external :: ?trsm
  allocate (x(m, n))
  x = b(1:m, 1:n)
  call ?trsm(side, uplo, transa, diag, m, n, alpha, a, lda, x, max(1, m))
  if (side == 'L' .or. side == 'l') then
    call ?add_product(side, uplo, transa, diag, m, n, -1.0_wp, bb, x, ldb, max(1, m), ab, lda)
  else
    call ?add_product(side, uplo, transa, diag, m, n, -1.0_wp, x, bb, max(1, m), ldb, ab, lda)
  end if
end subroutine ?trsm_matrix_b

! The adjoint of the factors l and u of p*a = l*u becomes that of a: the elimination backwards
subroutine ?lu_backward(m, n, lu, ldlu, ipiv, ab, lda)
  integer, intent(in) :: m, n, ldlu, ipiv(*), lda
  real(wp), intent(in) :: lu(ldlu, *)
  real(wp), intent(inout) :: ab(lda, *)
  integer :: k
  external :: ?gemv, ?laswp
  do k = min(m, n), 1, -1
    if (k < m) then
      if (k < n) then
        call ?gemv('N', m - k, n - k, -1.0_wp, ab(k + 1, k + 1), lda, lu(k, k + 1), ldlu, 1.0_wp, &
          ab(k + 1, k), 1)
        call ?gemv('T', m - k, n - k, -1.0_wp, ab(k + 1, k + 1), lda, lu(k + 1, k), 1, 1.0_wp, &
          ab(k, k + 1), lda)
      end if
      ab(k + 1:m, k) = ab(k + 1:m, k)/lu(k, k)
      ab(k, k) = ab(k, k) - sum(ab(k + 1:m, k)*lu(k + 1:m, k))
    end if
  end do
  call ?laswp(n, ab, lda, 1, min(m, n), ipiv, -1)
end subroutine ?lu_backward

! The adjoint of the factors becomes that of the matrix
subroutine ?getrf_b(m, n, a, ab, lda)
  integer, intent(in) :: m, n, lda
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: lu(:, :)
  integer, allocatable :: ipiv(:)
  integer :: info
  external :: ?getrf
  allocate (lu(m, n), ipiv(min(m, n)))
  lu = a(1:m, 1:n)
  call ?getrf(m, n, lu, max(1, m), ipiv, info)
  if (info == 0) call ?lu_backward(m, n, lu, max(1, m), ipiv, ab, lda)
end subroutine ?getrf_b

! bb := inv(op(a)')*bb with the factors in a
subroutine ?getrs_opposite(trans, n, nrhs, a, lda, ipiv, bb, ldb)
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  integer :: info
  external :: ?getrs
  call ?getrs(?opposite(trans), n, nrhs, a, lda, ipiv, bb, ldb, info)
end subroutine ?getrs_opposite

! The factors of op(a)*x = b, after ?getrs_opposite of bb: with p*a = l*u and g the adjoint of l*u, that of
! l is g*u' below the diagonal, that of u is l'*g above and on it
subroutine ?getrs_factors_b(trans, n, nrhs, a, lda, ipiv, b, bb, ldb, ab)
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *), bb(ldb, *)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: left(:, :), right(:, :), x(:, :)
  integer :: info
  external :: ?getrs, ?laswp, ?trmm
  allocate (left(n, nrhs), right(n, nrhs), x(n, nrhs))
  x = b(1:n, 1:nrhs)
  call ?getrs(trans, n, nrhs, a, lda, ipiv, x, max(1, n), info)
  if (trans == 'N' .or. trans == 'n') then
    left = bb(1:n, 1:nrhs)
    right = x
  else
    left = x
    right = bb(1:n, 1:nrhs)
  end if
  call ?laswp(nrhs, left, max(1, n), 1, n, ipiv, 1)
  x = right
  call ?trmm('L', 'U', 'N', 'N', n, nrhs, 1.0_wp, a, lda, x, max(1, n))
  call ?add_product('L', 'L', 'N', 'U', n, nrhs, -1.0_wp, left, x, max(1, n), max(1, n), ab, lda)
  call ?trmm('L', 'L', 'T', 'U', n, nrhs, 1.0_wp, a, lda, left, max(1, n))
  call ?add_product('L', 'U', 'N', 'N', n, nrhs, -1.0_wp, left, right, max(1, n), max(1, n), ab, lda)
end subroutine ?getrs_factors_b

! The right-hand sides of a*x = b: bb := inv(a')*bb
subroutine ?gesv_rhs_b(n, nrhs, a, lda, bb, ldb)
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  real(wp), allocatable :: lu(:, :)
  integer, allocatable :: ipiv(:)
  integer :: info
  external :: ?getrf, ?getrs
  allocate (lu(n, n), ipiv(n))
  lu = a(1:n, 1:n)
  call ?getrf(n, n, lu, max(1, n), ipiv, info)
  if (info == 0) call ?getrs('T', n, nrhs, lu, max(1, n), ipiv, bb, ldb, info)
end subroutine ?gesv_rhs_b

! Both, the adjoint of the factors that a is left with included
subroutine ?gesv_b(n, nrhs, a, ab, lda, b, bb, ldb)
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: ab(lda, *), bb(ldb, *)
  real(wp), allocatable :: lu(:, :), x(:, :)
  integer, allocatable :: ipiv(:)
  integer :: info
  external :: ?getrf, ?getrs, ?gemm
  allocate (lu(n, n), x(n, nrhs), ipiv(n))
  lu = a(1:n, 1:n)
  x = b(1:n, 1:nrhs)
  call ?getrf(n, n, lu, max(1, n), ipiv, info)
  if (info /= 0) return
  call ?getrs('N', n, nrhs, lu, max(1, n), ipiv, x, max(1, n), info)
  call ?getrs('T', n, nrhs, lu, max(1, n), ipiv, bb, ldb, info)
  call ?lu_backward(n, n, lu, max(1, n), ipiv, ab, lda)
  call ?gemm('N', 'T', n, n, nrhs, -1.0_wp, bb, ldb, x, max(1, n), 1.0_wp, ab, lda)
end subroutine ?gesv_b

! The adjoint of the Cholesky factor becomes that of the matrix, in one triangle: the elimination
! backwards. The columns of l are the rows of u.
subroutine ?cholesky_backward(uplo, n, factor, ldf, ab, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, ldf, lda
  real(wp), intent(in) :: factor(ldf, *)
  real(wp), intent(inout) :: ab(lda, *)
  integer :: k
  logical :: upper
  upper = uplo == 'U' .or. uplo == 'u'
  do k = n, 1, -1
    if (upper .and. k < n) then
      call ?syr2_vector_b(uplo, n - k, -1.0_wp, factor(k, k + 1), ldf, ab(k + 1, k + 1), lda, &
        ab(k, k + 1), lda)
      ab(k, k + 1:n) = ab(k, k + 1:n)/factor(k, k)
      ab(k, k) = ab(k, k) - sum(ab(k, k + 1:n)*factor(k, k + 1:n))
    else if (k < n) then
      call ?syr2_vector_b(uplo, n - k, -1.0_wp, factor(k + 1, k), 1, ab(k + 1, k + 1), lda, &
        ab(k + 1, k), 1)
      ab(k + 1:n, k) = ab(k + 1:n, k)/factor(k, k)
      ab(k, k) = ab(k, k) - sum(ab(k + 1:n, k)*factor(k + 1:n, k))
    end if
    ab(k, k) = 0.5_wp*ab(k, k)/factor(k, k)
  end do
end subroutine ?cholesky_backward

! The adjoint of the factor becomes that of the matrix
subroutine ?potrf_b(uplo, n, a, ab, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: factor(:, :)
  integer :: info
  external :: ?potrf
  allocate (factor(n, n))
  factor = a(1:n, 1:n)
  call ?potrf(uplo, n, factor, max(1, n), info)
  if (info == 0) call ?cholesky_backward(uplo, n, factor, max(1, n), ab, lda)
end subroutine ?potrf_b

! bb := inv(a)*bb with the Cholesky factor in a
subroutine ?potrs_rhs_b(uplo, n, nrhs, a, lda, bb, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  integer :: info
  external :: ?potrs
  call ?potrs(uplo, n, nrhs, a, lda, bb, ldb, info)
end subroutine ?potrs_rhs_b

! The factor of a*x = b, after ?potrs_rhs_b of bb
subroutine ?potrs_factor_b(uplo, n, nrhs, a, lda, b, bb, ldb, ab)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *), bb(ldb, *)
  real(wp), intent(inout) :: ab(lda, *)
  real(wp), allocatable :: x(:, :), w(:, :), fx(:, :), fw(:, :)
  integer :: info, ld
  character :: trans
  logical :: upper
  external :: ?potrs, ?trmm
  allocate (x(n, nrhs), w(n, nrhs), fx(n, nrhs), fw(n, nrhs))
  ld = max(1, n)
  upper = uplo == 'U' .or. uplo == 'u'
  trans = 'T'
  if (upper) trans = 'N'
  x = b(1:n, 1:nrhs)
  call ?potrs(uplo, n, nrhs, a, lda, x, ld, info)
  w = bb(1:n, 1:nrhs)
  fx = x
  call ?trmm('L', uplo, trans, 'N', n, nrhs, 1.0_wp, a, lda, fx, ld)
  fw = w
  call ?trmm('L', uplo, trans, 'N', n, nrhs, 1.0_wp, a, lda, fw, ld)
  if (upper) then
    call ?add_product('L', uplo, 'N', 'N', n, nrhs, -1.0_wp, fw, x, ld, ld, ab, lda)
    call ?add_product('L', uplo, 'N', 'N', n, nrhs, -1.0_wp, fx, w, ld, ld, ab, lda)
  else
    call ?add_product('L', uplo, 'N', 'N', n, nrhs, -1.0_wp, w, fx, ld, ld, ab, lda)
    call ?add_product('L', uplo, 'N', 'N', n, nrhs, -1.0_wp, x, fw, ld, ld, ab, lda)
  end if
end subroutine ?potrs_factor_b

! The right-hand sides of a*x = b, a positive definite
subroutine ?posv_rhs_b(uplo, n, nrhs, a, lda, bb, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *)
  real(wp), intent(inout) :: bb(ldb, *)
  real(wp), allocatable :: factor(:, :)
  integer :: info
  external :: ?potrf, ?potrs
  allocate (factor(n, n))
  factor = a(1:n, 1:n)
  call ?potrf(uplo, n, factor, max(1, n), info)
  if (info == 0) call ?potrs(uplo, n, nrhs, factor, max(1, n), bb, ldb, info)
end subroutine ?posv_rhs_b

! Both, the adjoint of the factor that a is left with included
subroutine ?posv_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(wp), intent(in) :: a(lda, *), b(ldb, *)
  real(wp), intent(inout) :: ab(lda, *), bb(ldb, *)
  real(wp), allocatable :: factor(:, :), x(:, :)
  integer :: info
  external :: ?potrf, ?potrs
  allocate (factor(n, n), x(n, nrhs))
  factor = a(1:n, 1:n)
  x = b(1:n, 1:nrhs)
  call ?potrf(uplo, n, factor, max(1, n), info)
  if (info /= 0) return
  call ?potrs(uplo, n, nrhs, factor, max(1, n), x, max(1, n), info)
  call ?potrs(uplo, n, nrhs, factor, max(1, n), bb, ldb, info)
  call ?cholesky_backward(uplo, n, factor, max(1, n), ab, lda)
  call ?symm_matrix_b('L', uplo, n, nrhs, -1.0_wp, x, max(1, n), bb, ldb, ab, lda)
end subroutine ?posv_b
