! A recursive-descent calculator over text, with an error that unwinds by status.
module calculator
  implicit none
  private
  public :: evaluate
  character(len=80) :: line
  integer :: at
  logical :: failed
contains
  subroutine evaluate(text, value, ok)
    character(len=*), intent(in) :: text
    real(8), intent(out) :: value
    logical, intent(out) :: ok
    line = text
    at = 1
    failed = .false.
    value = expression()
    call skip
    ok = .not. failed .and. at > len_trim(line)
  end subroutine
  recursive real(8) function expression() result(v)
    character :: op
    v = term()
    do
      call skip
      op = line(at:at)
      if (op /= '+' .and. op /= '-') exit
      at = at + 1
      if (op == '+') then
        v = v + term()
      else
        v = v - term()
      end if
      if (failed) return
    end do
  end function
  recursive real(8) function term() result(v)
    v = factor()
    do
      call skip
      select case (line(at:at))
      case ('*')
        at = at + 1
        v = v*factor()
      case ('/')
        at = at + 1
        v = v/factor()
      case default
        return
      end select
    end do
  end function
  recursive real(8) function factor() result(v)
    integer :: first, ios
    v = 0d0
    call skip
    if (line(at:at) == '(') then
      at = at + 1
      v = expression()
      call skip
      if (line(at:at) /= ')') then
        failed = .true.
        return
      end if
      at = at + 1
    else if (line(at:at) == '-') then
      at = at + 1
      v = -factor()
    else
      first = at
      do while (scan(line(at:at), '0123456789.') > 0)
        at = at + 1
      end do
      if (at == first) then
        failed = .true.
        return
      end if
      read (line(first:at - 1), *, iostat=ios) v
      if (ios /= 0) failed = .true.
    end if
  end function
  subroutine skip
    do while (at < len(line) .and. line(at:at) == ' ')
      if (at > len_trim(line)) exit
      at = at + 1
    end do
  end subroutine
end module
program main
  use calculator
  implicit none
  character(len=30) :: tests(6) = [character(len=30) :: '1 + 2*3', '(1+2)*3 - 4/8', '-(2.5 - 10)/3', &
                                   '2*(3', '1 +', '((7))']
  integer :: i
  real(8) :: v
  logical :: ok
  do i = 1, 6
    call evaluate(tests(i), v, ok)
    print '(a, l2, es24.16)', tests(i), ok, merge(v, 0d0, ok)
  end do
end program
