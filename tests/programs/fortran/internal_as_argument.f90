! An internal procedure as an actual argument: it still sees its host's variables.
module quad
  implicit none
  abstract interface
    real(8) function integrand(x)
      real(8), intent(in) :: x
    end function
  end interface
contains
  recursive real(8) function simpson(f, a, b, eps, depth) result(s)
    procedure(integrand) :: f
    real(8), intent(in) :: a, b, eps
    integer, intent(in) :: depth
    real(8) :: m, whole, left, right
    m = (a + b)/2
    whole = rule(a, b)
    left = rule(a, m)
    right = rule(m, b)
    if (depth == 0 .or. abs(left + right - whole) < 15*eps) then
      s = left + right
    else
      s = simpson(f, a, m, eps/2, depth - 1) + simpson(f, m, b, eps/2, depth - 1)
    end if
  contains
    real(8) function rule(lo, hi)
      real(8), intent(in) :: lo, hi
      rule = (hi - lo)/6*(f(lo) + 4*f((lo + hi)/2) + f(hi))
    end function
  end function
end module
program main
  use quad
  implicit none
  real(8) :: p
  integer :: k, evaluations
  do k = 1, 3
    p = k*0.7d0
    evaluations = 0
    print '(es24.16)', simpson(power, 0d0, 2d0, 1d-8, 12)
    print *, evaluations
  end do
contains
  real(8) function power(x)
    real(8), intent(in) :: x
    evaluations = evaluations + 1
    power = exp(-p*x)*x**p
  end function
end program
