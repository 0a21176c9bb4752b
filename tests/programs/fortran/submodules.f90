! A submodule holds the bodies of procedures whose interfaces the module declares.
module geometry
  implicit none
  real(8) :: unit = 2d0
  interface
    module function area(w, h) result(a)
      real(8), intent(in) :: w, h
      real(8) :: a
    end function
    module subroutine grow(x)
      real(8), intent(inout) :: x
    end subroutine
  end interface
end module
submodule (geometry) bodies
  implicit none
  real(8) :: factor = 1.5d0
contains
  module function area(w, h) result(a)
    real(8), intent(in) :: w, h
    real(8) :: a
    a = w*h*unit
  end function
  module procedure grow
    x = x*factor + helper(x)
  end procedure
  real(8) function helper(y)
    real(8), intent(in) :: y
    helper = y/8
  end function
end submodule
program main
  use geometry
  implicit none
  real(8) :: x
  x = area(3d0, 4d0)
  call grow(x)
  print '(f12.6)', x
end program
