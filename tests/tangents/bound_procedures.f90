! Type-bound procedures, called by binding name and by generic binding.
! head: area(r,h)>(a)
module shapes
  implicit none
  type cylinder
     real(8) :: radius, height
   contains
     procedure :: surface
     procedure :: scale_by => scale_cylinder
     procedure, private :: plus_real
     generic :: operator(+) => plus_real
  end type
contains
  function surface(self) result(s)
    class(cylinder), intent(in) :: self
    real(8) :: s
    s = 6.28d0*self%radius*(self%radius + self%height)
  end function
  subroutine scale_cylinder(self, factor)
    class(cylinder), intent(inout) :: self
    real(8), intent(in) :: factor
    self%radius = self%radius*factor
    self%height = self%height*factor**2
  end subroutine
  function plus_real(self, more) result(c)
    class(cylinder), intent(in) :: self
    real(8), intent(in) :: more
    type(cylinder) :: c
    c = cylinder(self%radius, self%height + more)
  end function
  subroutine area(r, h, a)
    real(8), intent(in) :: r, h
    real(8), intent(out) :: a
    type(cylinder) :: c
    c = cylinder(r, h)
    call c%scale_by(1 + r)
    c = c + r*h
    a = c%surface()
  end subroutine
end module
