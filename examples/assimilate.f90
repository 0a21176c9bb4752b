! Finds the start of the flow of burgers.f90 from its end. misfit_b, made by `costate adjoint --primal`,
! gives the misfit and its gradient; steps go along the gradient, their length after Barzilai and Borwein.
program assimilate
  implicit none
  integer, parameter :: n = 100, steps = 60
  real(8), parameter :: advection = 0.2d0, diffusion = 0.15d0
  real(8) :: truth(n), guess(n), measured(n), gradient(n), before(n), change(n), cost, costb, length
  integer :: i, k
  do i = 1, n
    truth(i) = sin(6.283185307179586d0*i/n) + 0.3d0*cos(18.84955592153876d0*i/n)
  end do
  measured = truth
  do k = 1, steps
    call step(n, advection, diffusion, measured)
  end do
  guess = 0.1d0
  length = 0.5d0
  do k = 0, 40
    gradient = 0
    costb = 1
    call misfit_b(n, steps, advection, diffusion, guess, gradient, measured, cost, costb)
    if (mod(k, 10) == 0) print '("step", i3, ":  cost", es9.2, ",  gradient", es9.2)', k, &
        cost, norm2(gradient)
    if (k > 0) length = sum(change**2)/sum(change*(gradient - before))
    change = -length*gradient
    before = gradient
    guess = guess + change
  end do
end program
