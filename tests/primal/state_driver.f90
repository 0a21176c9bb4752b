program state_driver
  use model
  use model_b
  implicit none
  real(8) :: p, pb, cost, costb, cost0, u0(4), start(4)
  start = u
  p = 0.3d0
  call advance(3, p, cost0)
  u0 = u
  u = start
  pb = 0
  costb = 1
  call advance_b(3, p, pb, cost, costb)
  if (cost /= cost0 .or. any(u /= u0)) error stop "the results differ"
end program
