! VALUE arguments are copies; expressions and parenthesised names as actual arguments too.
program values
  implicit none
  integer :: i
  real(8) :: x
  i = 3
  x = 1.25d0
  print *, twice(i), i, twice(i + 1), twice((i))
  call change((x))
  print *, x
  call change(x)
  print *, x
contains
  integer function twice(k)
    integer, value :: k
    k = k*2
    twice = k
  end function
  subroutine change(y)
    real(8) :: y
    y = y + 1d0
  end subroutine
end program
