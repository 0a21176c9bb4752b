! Columns that are proven to be others than the one that is assigned: no copy of its adjoint is made.
! head: reduce(a)>(a)
! lacks: temp
subroutine reduce(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, k
  do k = 1, n
    do i = k + 1, n
      a(k + 1:n, i) = a(k + 1:n, i) - a(k, i)*a(k + 1:n, k)
    end do
    do i = 1, k - 1
      a(i:n, i) = 2d0*a(i:n, k)
    end do
  end do
end subroutine
