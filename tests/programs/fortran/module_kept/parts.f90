! Translated alone: its interface must stay what others compile against.
module parts
  implicit none
  type :: part
    integer :: n
    real(8) :: w
  end type
  integer :: made = 0
  interface make
    module procedure make_part
  end interface
contains
  function make_part(n) result(p)
    integer, intent(in) :: n
    type(part) :: p
    made = made + 1
    p = part(n, 1d0/n)
  end function
end module
