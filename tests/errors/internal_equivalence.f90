subroutine top(x, y)
  implicit none
  real(8) :: x, y(2)
  real(8) :: first, all(2)
  equivalence (first, all(1))
  all = x
  call inner()
contains
  subroutine inner()
    first = first*x
    y = all*all
  end subroutine
end subroutine top
