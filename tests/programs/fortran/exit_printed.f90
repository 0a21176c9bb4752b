! Exits of every kind in one loop nest; the canonical form prints them as exits again.
module searches
  implicit none
contains
  ! EXIT, CYCLE and RETURN in one counted loop, whose variable is used afterwards.
  subroutine find(n, a, s, k, last)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer, intent(out) :: k, last
    integer :: i
    s = 0
    k = 0
    last = -1
    do i = 1, n
      if (a(i) < 0) exit
      s = s + a(i)
      if (s > 10) then
        k = i
        return
      end if
      if (a(i) > 3) cycle
      s = s*2
    end do
    last = i
  end subroutine find

  ! Outer loops left and gone on with from inside, steps of two and downwards.
  integer function first_pair(n, m, a, wanted) result(found)
    integer, intent(in) :: n, m, wanted
    integer, intent(in) :: a(n, m)
    integer :: i, j
    found = 0
    outer: do i = n, 1, -1
      do j = 1, m, 2
        if (a(i, j) < 0) cycle outer
        if (a(i, j) == wanted) then
          found = 100*i + j
          exit outer
        end if
        if (a(i, j) == 999) return
      end do
      found = found - 1
    end do outer
    found = found + 1000*i
  end function first_pair

  ! The bound changes inside, by name, through a pointer and by an internal procedure.
  subroutine changing(total)
    integer, intent(out) :: total
    integer, target :: n
    integer, pointer :: p
    integer :: m, i, step
    total = 0
    n = 6
    p => n
    do i = 1, n
      p = 2
      if (total > 100) exit
      total = total + i
    end do
    m = 5
    do i = 1, m
      call shrink()
      if (total > 100) exit
      total = total + 10*i
    end do
    step = 2
    do i = 1, 9, step
      step = 100
      if (total > 190) exit
      total = total + i
    end do
    total = 1000*total + i
  contains
    subroutine shrink()
      m = 1
    end subroutine shrink
  end subroutine changing

  ! Tests at the top and in the middle with further exits.
  subroutine tests(x, ways)
    real(8), intent(inout) :: x
    integer, intent(out) :: ways
    integer :: k
    real(8) :: table(4)
    table = [0.5d0, 0.25d0, 2.0d0, 0.75d0]
    ways = 0
    k = 1
    do while (table(k) < 1)
      x = x*table(k)
      if (x < 0.01d0) exit
      k = k + 1
      if (k > 4) exit
    end do
    ways = k
    do
      x = x + 1
      if (x > 20) exit
      if (mod(int(x), 3) == 0) cycle
      if (x > 15 .and. k > 2) return
      ways = ways + 10
    end do
    ways = -ways
  end subroutine tests
end module searches

program main
  use searches
  implicit none
  real(8) :: s, x
  integer :: k, last, total, n
  integer :: a(3, 4)
  call find(4, [1d0, 2d0, 3.5d0, 1d0], s, k, last)
  print *, s, k, last
  call find(4, [1d0, 2d0, -1d0, 1d0], s, k, last)
  print *, s, k, last
  call find(3, [0.1d0, 0.2d0, 0.3d0], s, k, last)
  print *, s, k, last
  a = reshape([1, 2, 3, 4, 5, 6, -7, 8, 9, 10, 11, 12], [3, 4])
  do k = 0, 12
    print *, k, first_pair(3, 4, a, k)
  end do
  a(2, 1) = 999
  print *, first_pair(3, 4, a, 1)
  call changing(total)
  print *, total
  do k = 0, 5
    x = k*1.7d0
    call tests(x, n)
    print *, x, n
  end do
end program main
