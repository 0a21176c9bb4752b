! The user says that iterations are independent, and no test could: the elements they read and write are listed.
! head: user_scatter(x,w,y)>(y)
! head: kept(x,w)>(y)
! at: {"n": 8, "m": 9, "list": [3, 7, 1, 9, 8, 5, 2, 4], "from": [1, 1, 4, 4, 4, 9, 2, 3], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], "w": [0.5, 0.4, 0.3, 0.2, 0.1, 0.9, 0.8, 0.7], "y": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]}
! tangent: 2
! adjoint: 2
! shows: reduction(+:xb_sum)
subroutine user_scatter(n, m, list, from, x, w, y)
  integer, intent(in) :: n, m, list(n), from(n)
  real(8), intent(in) :: x(m), w(n)
  real(8), intent(inout) :: y(m)
  real(8) :: t, work(3)
  integer :: i, k

  !$omp parallel do default(shared) &
  !$omp& private(t, work, k) schedule(dynamic, 4)
  do i = 1, n
    t = x(from(i))*w(i)
    do k = 1, 3
      work(k) = sin(k*t)
    end do
    y(list(i)) = y(list(i))*work(1) + work(2)*work(3)
  end do
  !$omp end parallel do
end subroutine

! Its results are needed afterwards: the loop runs in both sweeps.
subroutine kept(n, m, list, from, x, w, y)
  integer, intent(in) :: n, m, list(n), from(n)
  real(8), intent(in) :: x(m), w(n)
  real(8), intent(out) :: y(m)
  real(8) :: z(m)
  integer :: i

  z = 0
  !$OMP PARALLEL DO
  do i = 1, n
    z(list(i)) = sin(x(from(i)))*w(i)
  end do
  do i = 1, m
    y(i) = exp(z(i))*z(i)
  end do
end subroutine
