! Through module variables and COMMON, with functions that are constant almost everywhere.
! head: f(x)>(y)
! active dug: f x y; set v m%state; get r m%state /store/w; steps; block /store/w
! active vdg: f x y; set v m%state; get r m%state /store/w; steps; block /store/w
! why m%count: it neither varies
module m
  real(8) :: state, count
end module m

subroutine f(x, y)
  real(8) :: x, y, t
  call set(x)
  call block()
  call steps(x, t)
  call get(y)
  y = y + t
end subroutine f

subroutine set(v)
  use m
  real(8) :: v
  state = v*v
  count = 3
end subroutine set

subroutine block()
  common /store/ w
  real(8) :: w
  w = w + 1
end subroutine block

subroutine steps(a, b)
  real(8) :: a, b
  b = floor(a)
end subroutine steps

subroutine get(r)
  use m
  common /store/ w
  real(8) :: r, w
  r = state + w
  w = r
end subroutine get
