! head: f(x,p)>(f,y)
module types
  implicit none
  type :: params
    integer :: n
    real(8) :: a, b(3)
    real(8), allocatable :: w(:)
  end type
  real(8) :: scale = 2d0
end module
real(8) function f(x, y, p, flag, name)
  use types
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(out) :: y(size(x))
  type(params), intent(in) :: p
  logical, intent(in) :: flag
  character(*), intent(in) :: name
  if (name == 'square' .and. flag) then
    y = x**2*p%a + p%b(2)*sum(p%w)
  else
    y = x
  end if
  print *, 'hello', y
  f = sum(sin(y))*scale
end function
