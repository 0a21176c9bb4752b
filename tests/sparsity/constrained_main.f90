program main
  use costate_sparse, only: costate_plan_nonzeros, costate_plan_free
  implicit none
  real(8) :: x(3), y(2), values(4)
  integer :: plan, status
  x = [0.5d0, 2d0, 3d0]
  call constrained_plan(x, y, plan)
  if (costate_plan_nonzeros(plan) /= 3) error stop 'the pattern is that of the run'
  call constrained_jacobian(plan, x, y, values, status)
  if (status /= 0 .or. any(abs(values(1:3) - [2d0, 0.5d0, 1d0]) > 1d-15)) error stop 'values'
  x(1) = 1.5d0
  call constrained_jacobian(plan, x, y, values, status)
  if (status /= 2) error stop 'row 2 depends on more than planned'
  call costate_plan_free(plan)
  call constrained_plan(x, y, plan)
  call constrained_jacobian(plan, x, y, values, status)
  if (status /= 0 .or. any(abs(values - [2d0, 1.5d0, 1d0, 1d0]) > 1d-15)) error stop 'values of the new plan'
  print '(a)', 'ok'
end program main
