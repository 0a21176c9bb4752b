! EXIT, CYCLE and RETURN from inside SELECT CASE.
program case_exits
  implicit none
  integer :: i, s
  s = 0
  do i = 1, 20
    select case (mod(i, 6))
    case (0)
      cycle
    case (1)
      s = s + 1
    case (4)
      if (i > 10) exit
      s = s + 100
    case default
      s = s + 10
      limited: block
        if (s <= 1000) exit limited
        s = -1
      end block limited
    end select
    s = s*2
    if (s > 100000) s = mod(s, 977)
  end do
  print *, i, s
  do i = 0, 4
    print *, i, find(i)
  end do
contains
  integer function find(k)
    integer, intent(in) :: k
    find = -1
    select case (k)
    case (0)
      return
    case (1)
      find = 10
      return
    case (2:3)
      find = 20
      if (k == 3) return
      find = find + 1
    end select
    find = find + 1000
  end function
end program
