! Dummies with the VALUE attribute: passing a variable reads it, also where only the backward sweep of the call is left
! and in snapshots of loops; what is added to its adjoint is not lost where it is part of another argument.
! head: assigned_before(x)>(y)
! head: in_steps(x)>(y)
! head: of_another(x)>(y)
! head: of_written(x)>(y)
! size: n=4
module value_arguments
  implicit none
contains
  subroutine relax(w, m, by, factor)
    real(8), intent(inout) :: w(*)
    integer, value :: m
    real(8), value :: by
    real(8), intent(in), optional :: factor
    integer :: i
    do i = 1, m
      w(i) = w(i) + by*sin(w(i))
      if (w(i) > 50) exit
    end do
    if (present(factor)) w(1) = w(1)*factor
  end subroutine
  subroutine assigned_before(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(n), t
    integer :: m
    w = x
    t = w(1)*1.5d0
    m = n - 1
    call relax(w, m, t)
    t = 3
    m = 1
    y = sum(w)*t*m
  end subroutine
  subroutine in_steps(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(1), t
    integer :: i, k
    w = x(1)
    t = x(2)
    k = 1
    !$costate checkpoint(2)
    do i = 1, n + 3
      call relax(w, k, t)
      t = 0.5d0 + 0.1d0*w(1)
      k = mod(i, 2)
    end do
    y = w(1)*w(1)
  end subroutine
  subroutine of_another(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(n)
    w = x
    call relax(w(n:1:-1), n, w(1))
    call relax(w(2:), n - 1, w(2), w(1))
    y = sum(w*w)
  end subroutine
  subroutine of_written(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    y = x*x
    call relax(y, n, y(2), x(1))
    call relax(y, n, y(n)*y(1))
  end subroutine
end module
