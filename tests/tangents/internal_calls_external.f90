! An internal procedure that calls an external function by its host's declaration, with derivatives and without.
! head: total(x,s)>(y)
function scaled(a)
  implicit none
  real(8), intent(in) :: a(3)
  real(8) :: scaled
  scaled = 0.3d0*a(1)*a(3)
end function
subroutine total(x, c, s, y)
  implicit none
  real(8), intent(in) :: x(3), c(3), s
  real(8), intent(out) :: y
  real(8), external :: scaled
  real(8) :: weight
  call weigh
  y = s*weight
  call add
contains
  subroutine weigh
    weight = scaled(c) + 1
  end subroutine
  subroutine add
    y = y + scaled(x)
  end subroutine
end subroutine
