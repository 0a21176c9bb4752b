! A module procedure with callees: arrays of assumed shape and from an element on, sections, loops in loops, a function.
! head: rotation%turn(q,x)>(y,energy)
! says: jacobian(4, 7)
! not: call scale
module rotation
  implicit none
  integer, parameter :: n = 3
  real(8), parameter :: half = 0.5d0
contains
  subroutine turn(q, x, y, energy)
    real(8), intent(in) :: q(0:3), x(n)
    real(8), intent(out) :: y(n), energy
    real(8) :: m(n, n), p(0:3)
    integer :: i, j
    p(:) = q(:)
    call scale(p, 1/sqrt(square(q)))
    m(1, 1) = half - p(2)**2 - p(3)**2
    m(2, 2) = half - p(1)**2 - p(3)**2
    m(3, 3) = half - p(1)**2 - p(2)**2
    m(1, 2) = p(1)*p(2) - p(0)*p(3)
    m(2, 1) = p(1)*p(2) + p(0)*p(3)
    m(1, 3) = p(1)*p(3) + p(0)*p(2)
    m(3, 1) = p(1)*p(3) - p(0)*p(2)
    m(2, 3) = p(2)*p(3) - p(0)*p(1)
    m(3, 2) = p(2)*p(3) + p(0)*p(1)
    do i = 1, n
      y(i) = 0
      do j = n, 1, -1
        y(i) = y(i) + 2*m(i, j)*x(j)
      end do
      if (mod(i, 2) == 0) y(i) = -y(i)
    end do
    call scale(m(:, 2), y(1))
    call first(n - 1, m(2, 3), y(2))
    energy = square(m(2, 1:3:2)) + max(y(1), y(3))
  end subroutine turn

  subroutine scale(v, factor)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: factor
    integer :: i
    do i = 1, size(v)
      v(i) = v(i)*factor
    end do
  end subroutine scale

  subroutine first(k, v, w)
    integer, intent(in) :: k
    real(8), intent(inout) :: v(k), w
    v(k) = v(k) + w*v(1)
    w = abs(w)
  end subroutine first

  real(8) function square(v)
    real(8), intent(in) :: v(:)
    integer :: i
    square = 0
    do i = 1, size(v)
      square = square + v(i)*v(i)
    end do
  end function square
end module rotation
