! Automatic arrays and text whose size comes from arguments, modules and functions.
module sizes
  implicit none
  integer :: extra = 2
contains
  pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2*n
  end function
  subroutine work(n, text, r)
    integer, intent(in) :: n
    character(len=*), intent(in) :: text
    real(8), intent(out) :: r
    real(8) :: a(n + extra), b(twice(n), 0:n - 1)
    character(len=len(text) + 2) :: framed
    integer :: i
    do i = 1, size(a)
      a(i) = 1d0/i
    end do
    b = spread(a(1:n), 1, twice(n))
    framed = '<'//text//'>'
    r = sum(b) + sum(a)
    print *, framed, size(a), shape(b), lbound(b)
  end subroutine
end module
program main
  use sizes
  implicit none
  real(8) :: r
  integer :: n
  do n = 1, 3
    call work(n, repeat('*', n), r)
    print '(es24.16)', r
    extra = extra + 1
  end do
end program
