! Loops whose bounds are parts of complex numbers: room for what they keep is allocated by them.
! head: bounds_by_parts%head(x)>(y)
! complex step: it computes with complex numbers itself
module bounds_by_parts
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    complex(8) :: z
    real(8) :: s
    integer :: i
    z = cmplx(1.2d0, 4.7d0, 8)
    s = x(1)
    do i = int(z%re), int(z%im)
      s = sin(s)*x(i)
    end do
    y = s*s
  end subroutine
end module
