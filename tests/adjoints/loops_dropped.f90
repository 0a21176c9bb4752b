! A loop that ends early and leaves nothing the derivative needs is in neither sweep.
! head: eliminate(d,e)>(d,e)
! at: {"n": 4, "d": [4.1, 5.2, 6.3, 7.4], "e": [0.5, -0.6, 0.7, 0.8], "info": 0}
subroutine eliminate(n, d, e, info)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: d(n), e(n)
  integer, intent(inout) :: info
  integer :: i
  do i = 1, n - 1
    e(i) = e(i)/d(i)
    d(i + 1) = d(i + 1) - e(i)*e(i)
  end do
  do i = 1, n
    if (d(i) == 0) then
      info = i
      exit
    end if
  end do
end subroutine eliminate
