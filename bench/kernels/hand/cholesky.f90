! The adjoint of cholesky.f90, by matrix algebra; see cholesky.c beside it. Here with the upper triangle U.
subroutine cholesky_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call system(size(1), x, x(size(1)**2 + 1), yb, yb(size(1) + 1), y, xb, xb(size(1)**2 + 1))
contains
  subroutine factorise(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, j - 1
        a(i, j) = (a(i, j) - dot_product(a(1:i - 1, i), a(1:i - 1, j)))/a(i, i)
      end do
      a(j, j) = sqrt(a(j, j) - dot_product(a(1:j - 1, j), a(1:j - 1, j)))
    end do
  end subroutine

  subroutine solve(n, u, b)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = (b(i) - dot_product(u(1:i - 1, i), b(1:i - 1)))/u(i, i)
    end do
    do i = n, 1, -1
      b(i) = b(i)/u(i, i)
      b(1:i - 1) = b(1:i - 1) - u(1:i - 1, i)*b(i)
    end do
  end subroutine

  subroutine system(n, a, b, w, g, s, ab, bb)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n), g
    real(8), intent(inout) :: w(n), s(n), ab(n, n), bb(n)
    real(8), allocatable :: u(:, :), inverse(:, :)
    real(8) :: factor, next
    integer :: i, k
    allocate (u(n, n), inverse(n, n + 1))
    u = a
    s = b
    call factorise(n, u)
    call solve(n, u, s)
    call solve(n, u, w)
    bb = bb + w
    inverse = 0d0
    do i = 1, n ! columns of the inverse of U^T as rows, then two of them at a time into A^-1
      do k = 1, i - 2, 2
        factor = -u(k, i)/u(i, i)
        next = -u(k + 1, i)/u(i, i)
        inverse(1:k + 1, i) = inverse(1:k + 1, i) + factor*inverse(1:k + 1, k) + next*inverse(1:k + 1, k + 1)
      end do
      if (modulo(i, 2) == 0) inverse(1:i - 1, i) = inverse(1:i - 1, i) - u(i - 1, i)/u(i, i)*inverse(1:i - 1, i - 1)
      inverse(i, i) = 1d0/u(i, i)
    end do
    do i = 1, n, 2
      do k = 1, min(i + 1, n)
        factor = 2d0*g*inverse(k, i)
        next = 2d0*g*inverse(k, i + 1)
        ab(1:k - 1, k) = ab(1:k - 1, k) + factor*inverse(1:k - 1, i) + next*inverse(1:k - 1, i + 1)
        ab(k, k) = ab(k, k) + 0.5d0*(factor*inverse(k, i) + next*inverse(k, i + 1))
      end do
    end do
    do i = 1, n
      ab(1:i - 1, i) = ab(1:i - 1, i) - w(i)*s(1:i - 1) - w(1:i - 1)*s(i)
      ab(i, i) = ab(i, i) - w(i)*s(i)
    end do
  end subroutine
end subroutine
