! Internal procedures that read and change the host's variables, and hide some of them.
program host
  implicit none
  integer :: n, calls
  real(8) :: x, table(4)
  n = 4
  calls = 0
  x = 0.5d0
  call fill
  print '(4es24.16)', table
  print *, average(), calls, n
  call swap(table(1), table(4))
  print '(4es24.16)', table
contains
  subroutine fill
    integer :: i
    do i = 1, n
      table(i) = f(x*i)
    end do
  end subroutine
  real(8) function f(y)
    real(8), intent(in) :: y
    real(8) :: x
    x = y + 1
    calls = calls + 1
    f = log(x)
  end function
  real(8) function average()
    average = sum(table(1:n))/n
    n = n + 1
  end function
  subroutine swap(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a
    a = b
    b = t
  end subroutine
end program
