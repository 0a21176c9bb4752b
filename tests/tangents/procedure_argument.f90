! A procedure argument that is always the same procedure: a trapezoidal rule.
! head: total(p)>(t)
module quadrature
  implicit none
  abstract interface
     real(8) function integrand(x, p)
       real(8), intent(in) :: x, p(:)
     end function
  end interface
contains
  real(8) function trapezoid(f, p, n) result(s)
    procedure(integrand) :: f
    real(8), intent(in) :: p(:)
    integer, intent(in) :: n
    integer :: i
    s = 0.5d0*(f(0d0, p) + f(1d0, p))
    do i = 1, n - 1
       s = s + f(real(i, 8)/n, p)
    end do
    s = s/n
  end function
  real(8) function bump(x, p)
    real(8), intent(in) :: x, p(:)
    bump = p(1)*exp(-p(2)*(x - p(3))**2)
  end function
  subroutine total(p, t)
    real(8), intent(in) :: p(3)
    real(8), intent(out) :: t
    t = trapezoid(bump, p, 8)**2
  end subroutine
end module
