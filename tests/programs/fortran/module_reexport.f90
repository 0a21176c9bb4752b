! Modules that use modules: what comes through, what is hidden on the way.
module base
  implicit none
  integer :: depth = 1
  integer, parameter :: wide = 8
end module
module middle
  use base
  implicit none
  private :: depth
  real(wide) :: level = 2.5d0
contains
  subroutine deeper
    depth = depth + 1
    level = level*depth
  end subroutine
  integer function how_deep()
    how_deep = depth
  end function
end module
module top
  use middle, only: deeper, level, wide, how_deep
  implicit none
end module
program main
  use top
  implicit none
  real(wide) :: x
  integer :: depth
  depth = -1
  call deeper
  call deeper
  x = level/3
  print '(2i4, es24.16)', depth, how_deep(), x
end program
