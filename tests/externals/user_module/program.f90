! head: model(x)>(y)
! Tangents of procedures with explicit interfaces, and one in a module.
subroutine model(x, y)
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(out) :: y(:)
  interface
    subroutine scale(u, factor)
      real(8), intent(inout) :: u(:)
      real(8), intent(in), optional :: factor
    end subroutine scale
    function energy(u) result(e)
      real(8), intent(in) :: u(:)
      real(8) :: e
    end function energy
  end interface
  y = x
  call scale(y, energy(x))
  call spline(size(x), x, y)
end subroutine model
