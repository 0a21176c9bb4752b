module norms
  implicit none
  interface norm
    module procedure norm_single, norm_double
  end interface
contains
  function norm_single(x) result(r)
    real, intent(in) :: x(:)
    real :: r
    r = sum(x**2)
  end function
  function norm_double(x) result(r)
    double precision, intent(in) :: x(:)
    double precision :: r
    r = sum(x**2)
  end function
end module
