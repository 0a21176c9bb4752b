! SELECT CASE on integers with ranges, on text, on logicals; the selector is evaluated once.
! reject: ^\s*logical
program cases
  implicit none
  integer :: k, calls
  calls = 0
  do k = -3, 12, 3
    select case (k)
    case (:-1)
      print *, k, 'negative'
    case (0)
      print *, k, 'zero'
    case default
      print *, k, 'large'
    case (2, 3, 5, 7)
      print *, k, 'prime'
    case (4, 6, 8:10)
      print *, k, 'composite'
    end select
    select case (code(k))
    case (1:2)
      print *, 'low'
    case (3:)
      print *, 'high'
    end select
  end do
  print *, calls, grade('b'), grade('hello'), grade(' '), grade('f')
  select case (calls > 3)
  case (.true.)
    print *, 'many'
  case (.false.)
    print *, 'few'
  end select
contains
  integer function code(n)
    integer, intent(in) :: n
    calls = calls + 1
    code = modulo(n, 4)
  end function
  integer function grade(text)
    character(len=*), intent(in) :: text
    select case (text)
    case ('a')
      grade = 1
    case ('b':'e')
      grade = 2
    case ('hello', 'f')
      grade = 3
    case default
      grade = -1
    end select
  end function
end program
