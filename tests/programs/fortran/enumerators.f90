! Enumerators and C kinds.
program enums
  use, intrinsic :: iso_c_binding
  implicit none
  enum, bind(c)
    enumerator :: red = 2, green, blue = 10, last
  end enum
  integer(kind(red)) :: colour
  real(c_double) :: d
  integer(c_long) :: l
  type, bind(c) :: pair
    integer(c_int) :: i
    real(c_float) :: x
  end type
  type(pair) :: p
  do colour = red, last
    select case (colour)
    case (red, green)
      print *, colour, 'warm'
    case (blue)
      print *, colour, 'cold'
    case default
      cycle
    end select
  end do
  d = 1.5_c_double
  l = 2_c_long**40
  p = pair(3, 0.5)
  print *, d, l, p%i, p%x, c_sizeof(p)
end program
