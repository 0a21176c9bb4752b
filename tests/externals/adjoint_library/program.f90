! head: level1(x)>(y)
! head: level2(x)>(y)
! head: level3(x)>(y)
! head: solvers(x)>(y)
! libraries: -llapack -lblas
! adjoint: of every real routine that has one, over its flags
! The routines of BLAS and LAPACK whose adjoints Costate knows; leading dimensions larger than they must be,
! increments of any sign, scalars that carry derivatives.
module parts
  implicit none
  character, parameter :: transposed(2) = ['N', 'T'], triangle(2) = ['U', 'l'], unit(2) = ['N', 'U'], &
      sides(2) = ['L', 'R']
contains
  ! A matrix made of x
  subroutine take(x, first, m, n, a)
    real(8), intent(in) :: x(8)
    integer, intent(in) :: first, m, n
    real(8), intent(out) :: a(m, n)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = x(mod(first + 3*i + 5*j, 8) + 1)*(1 + 0.1d0*i) + 0.05d0*j
      end do
    end do
  end subroutine take

  ! A number made of a matrix
  subroutine fold(m, n, a, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n)
    real(8), intent(inout) :: y
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y = y + a(i, j)*cos(i + 2.0d0*j)
      end do
    end do
  end subroutine fold
end module parts

subroutine level1(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(5)
  real(8) :: a(9), b(9), c, s
  real(8), external :: ddot, dnrm2, dasum
  integer :: inc
  y = 0
  do inc = -2, 2
    if (inc == 0) cycle
    call take(x, 1, 9, 1, a)
    call take(x, 4, 9, 1, b)
    y(1) = y(1) + ddot(4, a, inc, b, 2)*ddot(5, a, 1, a, 1)
    y(2) = y(2) + dnrm2(4, a, abs(inc)) + dasum(4, b, abs(inc))
    call daxpy(4, x(3), a, inc, b, -2)
    call dscal(3, x(2), a, inc)
    call fold(9, 1, b, y(3))
    call dcopy(2, b, inc, a, 1)
    call dswap(3, a, inc, b, 1)
    c = cos(x(5))
    s = sin(x(5))
    call drot(4, a, inc, b, 2, c, s)
    call fold(9, 1, a, y(4))
    call fold(9, 1, b, y(5))
  end do
end subroutine level1

subroutine level2(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(7)
  real(8) :: a(5, 4), u(9), v(9)
  integer :: i, j, k, inc
  y = 0
  do i = 1, 2
    inc = 3 - 4*(i - 1)/2 - 1
    if (i == 2) inc = -1
    call take(x, 1, 5, 4, a)
    call take(x, 2, 9, 1, u)
    call take(x, 5, 9, 1, v)
    call dgemv(transposed(i), 3, 4, x(1), a, 5, u, inc, x(2), v, 2)
    call fold(9, 1, v, y(1))
    call dgemv(transposed(i), 3, 4, 1.0d0, a, 5, u, inc, 0.0d0, v, 1)
    call fold(9, 1, v, y(1))
    call dsymv(triangle(i), 4, x(3), a, 5, u, inc, x(4), v, 1)
    call fold(9, 1, v, y(2))
    call dger(3, 4, x(5), u, inc, v, 1, a, 5)
    call fold(5, 4, a, y(3))
    call dsyr(triangle(i), 4, x(6), u, inc, a, 5)
    call fold(5, 4, a, y(4))
    call dsyr2(triangle(i), 4, x(7), u, inc, v, 2, a, 5)
    call fold(5, 4, a, y(5))
    a = 0.1d0*a
    do j = 1, 2
      do k = 1, 2
        call dtrmv(triangle(i), transposed(j), unit(k), 4, a, 5, u, inc)
        call fold(9, 1, u, y(6))
        a(1, 1) = a(1, 1) + 2
        a(2, 2) = a(2, 2) + 2
        a(3, 3) = a(3, 3) + 2
        a(4, 4) = a(4, 4) + 2
        call dtrsv(triangle(i), transposed(j), unit(k), 4, a, 5, u, inc)
        call fold(9, 1, u, y(7))
      end do
    end do
  end do
end subroutine level2

subroutine level3(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(6)
  real(8) :: a(5, 4), b(6, 5), c(5, 5)
  integer :: i, j, k, l
  y = 0
  do j = 1, 2
    do i = 1, 2
      call take(x, 1, 5, 4, a)
      call take(x, 3, 6, 5, b)
      call take(x, 6, 5, 5, c)
      call dgemm(transposed(i), transposed(j), 3, 4, 3, x(1), a, 5, b, 6, x(2), c, 5)
      call fold(5, 5, c, y(1))
      call dgemm(transposed(i), transposed(j), 3, 4, 3, 2.0d0, a, 5, a, 5, 0.0d0, c, 5)
      call fold(5, 5, c, y(1))
      call dsymm(sides(i), triangle(j), 3, 3, x(3), a, 5, b, 6, x(4), c, 5)
      call fold(5, 5, c, y(2))
      call dsyrk(triangle(i), transposed(j), 3, 4 - j, x(5), b, 6, x(6), c, 5)
      call fold(5, 5, c, y(3))
      call dsyr2k(triangle(i), transposed(j), 3, 3, x(7), a, 5, b, 6, x(8), c, 5)
      call fold(5, 5, c, y(4))
      do k = 1, 2
        do l = 1, 2
          a = 0.1d0*a
          call dtrmm(sides(i), triangle(j), transposed(k), unit(l), 3, 3, x(1), a, 5, c, 5)
          call fold(5, 5, c, y(5))
          a(1, 1) = a(1, 1) + 2
          a(2, 2) = a(2, 2) + 2
          a(3, 3) = a(3, 3) + 2
          call dtrsm(sides(i), triangle(j), transposed(k), unit(l), 3, 3, x(2), a, 5, c, 5)
          call fold(5, 5, c, y(6))
        end do
      end do
    end do
  end do
end subroutine level3

subroutine solvers(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(6)
  real(8) :: a(5, 4), b(6, 2), s(5, 4), fixed(4, 4)
  integer :: i, k, info, ipiv(4)
  y = 0
  do i = 1, 2
    call take(x, 2, 5, 4, a)
    call take(x, 3, 6, 2, b)
    a(2, 1) = a(2, 1) + 3 ! rows change places
    a(1, 2) = a(1, 2) + 4
    a(4, 3) = a(4, 3) + 5
    a(3, 4) = a(3, 4) + 6
    s = a
    call dgesv(4, 2, a, 5, ipiv, b, 6, info)
    call fold(6, 2, b, y(1))
    call fold(5, 4, a, y(1))
    a = s
    call dgetrf(4, 4, a, 5, ipiv, info)
    call fold(5, 4, a, y(2))
    call dgetrs(transposed(i), 4, 2, a, 5, ipiv, b, 6, info)
    call fold(6, 2, b, y(2))
    call dgetrf(5, 3, s, 5, ipiv, info) ! no square
    call fold(5, 4, s, y(3))
    call take(x, 3, 6, 2, b)
    call take(x, 4, 5, 4, a)
    do k = 1, 4
      a(k, k) = a(k, k) + 12
    end do
    s = a
    call dposv(triangle(i), 4, 2, a, 5, b, 6, info)
    call fold(6, 2, b, y(4))
    call fold(5, 4, a, y(4))
    call dpotrf(triangle(i), 4, s, 5, info)
    call fold(5, 4, s, y(5))
    call dpotrs(triangle(i), 4, 2, s, 5, b, 6, info)
    call fold(6, 2, b, y(5))
    fixed = 0
    do k = 1, 4
      fixed(k, k) = k
      fixed(k, 1) = 1
    end do
    call take(x, 5, 6, 2, b)
    call dgesv(4, 2, fixed, 4, ipiv, b, 6, info)
    call fold(6, 2, b, y(6))
  end do
end subroutine solvers
