! Sums over arrays that adjoints need, as factors or as results: the forward sweep computes each, and keeps one number.
! head: evolve(u)>(u)
! lacks: dot_product[^!]*dot_product
! lacks: (?s)norm2.*norm2
subroutine evolve(n, steps, rate, a, u)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(in) :: rate(n), a(n, n)
  real(8), intent(inout) :: u(n)
  real(8) :: change(n)
  integer :: t, i
  do t = 1, steps
    do i = 1, n
      change(i) = u(i)*(rate(i) + dot_product(a(:, i), u))
    end do
    u = u + 0.1d0*change/norm2(u)
  end do
end subroutine
