! Array results of a function that a loop overwrites: in an adjoint, what the callee keeps lies above
! what its caller kept before.
! head: integrate(u,forcing)>(u)
! size: n=5
! at: {"n": 5, "steps": 3, "h": 0.05, "forcing": 2.0, "u": [1.0, 0.5, -0.3, 0.8, 1.2]}
module slopes
  implicit none
contains
  function slope(n, forcing, u) result(out)
    integer, intent(in) :: n
    real(8), intent(in) :: forcing, u(n)
    real(8) :: out(n)
    integer :: i
    out = forcing - u
    do i = 2, n - 1
      out(i) = out(i)*u(i + 1) + u(i - 1)**2
    end do
    out(1) = out(1)*out(2)
  end function slope

  subroutine integrate(n, steps, h, forcing, u)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: h, forcing
    real(8), intent(inout) :: u(n)
    real(8) :: k1(n), k2(n)
    integer :: t
    do t = 1, steps
      k1 = slope(n, forcing, u)
      k2 = slope(n, forcing, u + h*k1)
      u = u + 0.5d0*h*(k1 + k2)
      u = slope(n, forcing, u)
    end do
  end subroutine integrate
end module slopes
