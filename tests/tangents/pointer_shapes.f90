! Pointers with bounds and shapes of their own, sections of associated sections, a DO CONCURRENT with a mask in a
! module.
! head: shapes(x)>(y)
module pointer_shapes
  implicit none
contains
  subroutine shapes(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(6)
    real(8), target :: w(6)
    real(8), pointer :: p(:), p2(:, :), s
    integer :: i, j
    w = x
    p(0:) => w(2:6:2)
    p2(1:2, 0:2) => w
    p(1) = p(0)*p(2)
    p2(:, 1) = p2(:, 0)*p2(2:1:-1, 2)
    s => p2(2, 2)
    s = s*x(1)
    forall (i = 1:2, j = 0:2, i /= j) p2(i, j) = p2(3-i, j)*x(i+j)
    associate (z => w(2:5), k => w(3)*2, every => w(1:6:2))
      z(2) = z(1)*k
      z(3:4) = z(4:3:-1)*k
      z(:2) = z(2:3)*every(3)
      every(2:) = every(::2)*x(4)
    end associate
    y = x
    do concurrent (i = 1:6, w(i) > 0.3d0)
      y(i) = w(i)**2
    end do
  end subroutine
end module
