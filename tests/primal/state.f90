! head: model%advance(p)>(cost)
module model
  implicit none
  real(8) :: u(4) = [0.1d0, 0.2d0, 0.3d0, 0.4d0]
contains
  subroutine step(p)
    real(8), intent(in) :: p
    integer :: i
    do i = 2, 4
      u(i) = u(i) + p*u(i)*u(i - 1)
    end do
  end subroutine
  subroutine advance(n, p, cost)
    integer, intent(in) :: n
    real(8), intent(in) :: p
    real(8), intent(out) :: cost
    integer :: t
    do t = 1, n
      call step(p)
    end do
    cost = sum(u**2)
  end subroutine
end module
