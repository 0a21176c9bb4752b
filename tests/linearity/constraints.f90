! How constraints depend on the variables of an optimisation, with the parameter p fixed.
!   head: constraints(x,u)>(bound,line,ball,ratio,wave,cube,fixed)
!   dependents: bound bound 1; line linear 1; ball quadratic 2; ratio rational rational; wave nonlinear; cube polynomial 3; fixed constant
!   constant rows: bound; line; fixed
subroutine constraints(x, u, p, bound, line, ball, ratio, wave, cube, fixed)
  real(8), intent(in) :: x(3), u, p
  real(8), intent(out) :: bound, line, ball, ratio, wave, cube, fixed
  bound = 2*u - p
  line = p*x(1) + x(2)/p + sin(p)*u
  ball = x(1)**2 + x(2)**2 + x(3)*u
  ratio = x(1)/(1 + u**2)
  wave = sin(x(1))
  cube = x(1)*x(2)*u
  fixed = exp(p)
end subroutine
