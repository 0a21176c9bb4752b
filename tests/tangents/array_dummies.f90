! Assumed-shape, explicit-shape and assumed-size dummies; sections are copied in and out.
! head: dummies(a)>(b)
module dummy_shapes
  implicit none
contains
  subroutine dummies(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(out) :: b(n, n)
    b = a
    call shaped(b(1:n:2, :))
    call explicit(n, b(2, :), a(:, 3))
    call sized(b, n*n)
    call explicit(n, b(:, n), b(:, 1))
    call explicit(n - 1, b(2, 2), a(1, 1))
  end subroutine
  subroutine shaped(m)
    real(8), intent(inout) :: m(:, :)
    m = m**2 + size(m, 1)
  end subroutine
  subroutine explicit(n, v, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    real(8), intent(in) :: w(n)
    v = v*w + w**2
  end subroutine
  subroutine sized(v, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(*)
    integer :: i
    do i = 2, n
       v(i) = v(i) + 0.1d0*sin(v(i - 1))
    end do
  end subroutine
end module
