! An external procedure without any module.
subroutine average(w, n, mean)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w(n)
  real(8), intent(out) :: mean
  integer :: i
  mean = 0d0
  do i = 1, n
    if (w(i) < 0d0) return
    mean = mean + w(i)
  end do
  mean = mean/n
end subroutine
