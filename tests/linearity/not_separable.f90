! Twins of separable functions that are none: what looks like an accumulator is read, multiplied, given another value
! or touched by what cannot be seen.
!   head: read_inside(x)>(f)
!   head: multiplied(x)>(f)
!   head: reset(x)>(f)
!   head: reset_at_times(x)>(f)
!   head: subtracted(x)>(f)
!   head: decides(x)>(f)
!   head: in_callee(x)>(f)
!   head: unseen(x)>(f)
!   head: aliased(x)>(f)
!   head: equivalent(x)>(f)
!   head: product(x)>(f)
!   head: twice(x)>(f)
!   head: half(x)>(f)
!   head: entry(f,x)>(f)

!   separable read_inside: nothing
subroutine read_inside(n, x, f)
  real(8) :: x(n), f, t
  f = 0
  do i = 1, n
    t = f
    f = f + x(i)*t
  end do
end subroutine

!   separable multiplied: nothing
subroutine multiplied(n, x, f)
  real(8) :: x(n), f
  f = 1
  do i = 1, n
    f = f + x(i)
    f = f*x(i)
  end do
end subroutine

!   separable reset: nothing
subroutine reset(n, x, f)
  real(8) :: x(n), f
  do i = 1, n
    f = 0
    f = f + x(i)**2
  end do
end subroutine

!   separable reset_at_times: nothing
subroutine reset_at_times(n, x, f)
  real(8) :: x(n), f
  f = 0
  do i = 1, n
    if (mod(i, 3) == 0) f = x(i)
    f = f + x(i)**2
  end do
end subroutine

!   separable subtracted: nothing
subroutine subtracted(n, x, f)
  real(8) :: x(n), f
  f = 0
  do i = 1, n
    f = x(i)**2 - f
  end do
end subroutine

!   separable decides: nothing
subroutine decides(n, x, f)
  real(8) :: x(n), f
  f = 0
  do i = 1, n
    if (f < 10) f = f + x(i)**2
  end do
end subroutine

! A sum that a procedure goes on with is not recognised.
!   separable in_callee: nothing
subroutine in_callee(n, x, f)
  real(8) :: x(n), f
  f = 0
  do i = 1, n
    f = f + x(i)
    call more(f, x(i))
  end do
end subroutine

subroutine more(s, t)
  real(8) :: s, t
  s = s + t**2
end subroutine

!   separable unseen: nothing
subroutine unseen(n, x, f)
  real(8) :: x(n), f
  external :: somewhere
  f = 0
  do i = 1, n
    f = f + x(i)
    call somewhere(f)
  end do
end subroutine

!   separable aliased: nothing
subroutine aliased(n, x, f)
  real(8) :: x(n)
  real(8), target :: f
  real(8), pointer :: p
  p => f
  f = 0
  do i = 1, n
    f = f + x(i)
    p = sin(p)
  end do
end subroutine

!   separable equivalent: nothing
subroutine equivalent(n, x, f)
  real(8) :: x(n), f, s, t
  equivalence (s, t)
  s = 0
  do i = 1, n
    t = t*x(1)
    s = s + x(i)
  end do
  f = s
end subroutine

!   separable product: nothing
subroutine product(n, x, f)
  real(8) :: x(n), f, s
  s = 0
  do i = 1, n
    s = s + x(i)
  end do
  f = s*s
end subroutine

! Here every term would count twice.
!   separable twice: nothing
subroutine twice(n, x, f)
  real(8) :: x(n), f, s
  s = 0
  do i = 1, n
    s = s + x(i)**2
  end do
  f = s + s
end subroutine

! Only one of the branches gives it a value of its own.
!   separable half: nothing
subroutine half(n, x, f)
  real(8) :: x(n), f
  f = 0
  do i = 1, n
    f = f + x(i)
  end do
  if (n > 3) then
    f = x(1)
  end if
  do i = 1, n
    f = f + x(i)**2
  end do
end subroutine

! What it held before varies.
!   separable entry: nothing
subroutine entry(n, x, f)
  real(8) :: x(n), f
  do i = 1, n
    f = f + x(i)**2
  end do
end subroutine
