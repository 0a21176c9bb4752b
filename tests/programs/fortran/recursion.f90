! Recursive and mutually recursive procedures; RESULT; locals per call.
program recursion
  implicit none
  integer :: moves
  print *, factorial(10), ackermann(2, 3), fib(15)
  print *, is_even(10), is_even(7)
  moves = 0
  call hanoi(5, 'a', 'b', 'c')
  print *, moves
contains
  recursive integer function factorial(n) result(f)
    integer, intent(in) :: n
    if (n <= 1) then
      f = 1
    else
      f = n*factorial(n - 1)
    end if
  end function
  recursive function ackermann(m, n) result(a)
    integer, intent(in) :: m, n
    integer :: a
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ackermann(m - 1, 1)
    else
      a = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f
    f = n
    if (n > 1) f = fib(n - 1) + fib(n - 2)
  end function
  recursive logical function is_even(n) result(r)
    integer, intent(in) :: n
    r = .true.
    if (n /= 0) r = is_odd(n - 1)
  end function
  recursive logical function is_odd(n) result(r)
    integer, intent(in) :: n
    r = .false.
    if (n /= 0) r = is_even(n - 1)
  end function
  recursive subroutine hanoi(n, from, over, to)
    integer, intent(in) :: n
    character, intent(in) :: from, over, to
    if (n == 0) return
    call hanoi(n - 1, from, to, over)
    moves = moves + 1
    if (n == 5) print *, from, to
    call hanoi(n - 1, over, from, to)
  end subroutine
end program
