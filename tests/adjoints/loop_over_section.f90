! The largest of a section: the bounds of its loop name the section. They stopped Costate (sums in loops).
! complex step: it calls 'maxval', which is not known for complex numbers
! head: largest(y)>(x,s)
! at: {"x": [0.3, 0.7, -0.4, 0.9], "s": 0.8, "y": [0.1, 0.5, -0.3, 0.6]}
subroutine largest(x, s, y)
  implicit none
  real(8), intent(inout) :: x(4), s, y(4)
  real(8) :: w(4)
  w = y(2)*x(2) + [0.1d0, 0.2d0, -0.3d0, 0.4d0]
  w(3) = maxval(w(3:1:-1))
  x = s*w(2)*w(3) + y(2)
end subroutine
