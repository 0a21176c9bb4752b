! Fig. 1 of the paper; its table is Fig. 5, its control flow graph Fig. 8.
!   table figure_1: figure_5.txt
!   pairs figure_1: f,f linear 1; f,t linear 1; f,a nonlinear; f,x nonlinear; t,a nonlinear; t,x nonlinear
!   pairs figure_1: a,a linear 1; a,x nonlinear 2
! Fig. 9, at the fixed point: of IN, the rows of the variables it shows.
!   in 32 of a: a,a linear 1; a,x nonlinear 2
!   in 33 of a: a,a linear 1; a,x nonlinear 2
!   in 34 of a: a,a linear 1; a,x nonlinear 2
!   in 34 of t: t,a nonlinear; t,x nonlinear
!   deps 29: nothing
!   deps 32: a linear 1; x nonlinear 2
!   deps 33: a nonlinear; x nonlinear
!   deps 34: f linear 1; t linear 1; a nonlinear; x nonlinear
!   why f,x: 32 33 34
!   why a,x: 32
!   why f,t: 34
!   why t,f: nothing
! The two carried dependences are linear, of scalars. But the adjoint of x(i) is 2*x(i) times the sum of cos(a) over
! this and all later iterations: the values of a are needed, which Fig. 4 overlooks.
!   carried 31: a,a linear; f,f linear
!   fusable 31: yes, but for a
subroutine figure_1(n, f, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: f
  real(8) :: t, a
  real(8), intent(in) :: x(n)
  integer :: i
  a = 0.0d0
  f = 0.0d0
  do i = 1, n
    a = a + x(i)*x(i)
    t = sin(a)
    f = f + t
  end do
end subroutine
