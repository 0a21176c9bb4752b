! Memory of integers is real numbers to what is called by an implicit interface.
subroutine outer(x, y)
  real(8) :: x, y
  integer :: space(8)
  external :: fill, take
  call fill(space(3), x)
  call take(space(3), y)
end subroutine
