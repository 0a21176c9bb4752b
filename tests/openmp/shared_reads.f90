! All iterations read the weights: their adjoints are sums of what the threads add. The work array is each thread's own.
! head: shared_reads(w,x)>(total,y)
! size: n=23 m=5
! adjoint: 1
! shows: reduction(+:wb_sum)
subroutine layer(m, weight, x, out)
  integer, intent(in) :: m
  real(8), intent(in) :: weight(m), x
  real(8), intent(out) :: out(m)
  integer :: j

  do j = 1, m
    out(j) = tanh(weight(j)*x)
  end do
end subroutine

subroutine shared_reads(n, m, w, x, total, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: w(m), x(n)
  real(8), intent(out) :: total, y(n)
  real(8) :: work(m), pair(2), s
  integer :: i, j

  total = 0
  do i = 1, n
    call layer(m, w, x(i), work)
    s = 0
    do j = 1, m
      s = s + work(j)**2 + w(j)*work(m + 1 - j)
    end do
    pair(1) = s*exp(-x(i))
    pair(2) = s + x(i)
    y(i) = pair(1)*pair(2)
    total = total + s
  end do
end subroutine
