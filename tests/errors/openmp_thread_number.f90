subroutine numbered(n, x, y)
  !$ use omp_lib
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: part(64)
  integer :: i, me
  part = 0
  me = 1
  !$omp parallel do private(me)
  do i = 1, n
    !$ me = omp_get_thread_num() + 1
    part(me) = part(me) + x(i)**2
  end do
  y = sum(part)
end subroutine
