! Branches of Fortran in a loop, in a callee and around a loop; a module variable is a row and a column.
! head: flow%flux(q,gain)>(f,gain)
! says: jacobian(4, 5)
module flow
  implicit none
  real(8) :: gain(2) = 1
contains
  subroutine flux(q, f)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: f(2)
    real(8) :: s(3)
    integer :: i
    do i = 1, 3
      s(i) = q(i)*gain(1)
      if (s(i) > 1.1d0) then
        s(i) = 1.1d0 + 0.1d0*log(s(i))
      else if (q(i) < 0.8d0) then
        s(i) = s(i)**2
      end if
    end do
    f(1) = upwind(s(1), s(2), s(3))
    if (f(1) > 1.0d0) then
      gain(2) = gain(2)*f(1)
      do i = 2, 3
        gain(2) = gain(2) + s(i)*s(i - 1)
      end do
    end if
    f(2) = gain(2)/s(2)
  end subroutine flux

  real(8) function upwind(a, b, c)
    real(8), intent(in) :: a, b, c
    if (a > b) then
      upwind = a*c
    else
      upwind = b*c - merge(a, c, c > a)
    end if
  end function upwind
end module flow
