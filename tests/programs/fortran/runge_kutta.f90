! An adaptive Runge-Kutta integrator with a module for its settings and step rejection.
module integrator
  implicit none
  private
  integer, parameter :: dp = kind(1d0)
  type, public :: settings
    real(dp) :: tolerance = 1e-8_dp
    real(dp) :: first_step = 0.1_dp
    integer :: most_steps = 1000
  end type
  abstract interface
    subroutine right_side(t, y, dydt)
      import :: dp
      real(dp), intent(in) :: t, y(:)
      real(dp), intent(out) :: dydt(:)
    end subroutine
  end interface
  public :: integrate, dp
contains
  subroutine integrate(f, t0, t1, y, options, accepted, rejected)
    procedure(right_side) :: f
    real(dp), intent(in) :: t0, t1
    real(dp), intent(inout) :: y(:)
    type(settings), intent(in) :: options
    integer, intent(out) :: accepted, rejected
    real(dp) :: t, h, err, k1(size(y)), k2(size(y)), k3(size(y)), k4(size(y)), trial(size(y))
    accepted = 0
    rejected = 0
    t = t0
    h = options%first_step
    do while (t < t1)
      if (accepted + rejected >= options%most_steps) exit
      if (t + h > t1) h = t1 - t
      call f(t, y, k1)
      call f(t + h/2, y + h/2*k1, k2)
      call f(t + 3*h/4, y + 3*h/4*k2, k3)
      trial = y + h*(2*k1 + 3*k2 + 4*k3)/9
      call f(t + h, trial, k4)
      err = maxval(abs(h*(-5*k1/72 + k2/12 + k3/9 - k4/8)))
      if (err > options%tolerance) then
        rejected = rejected + 1
        h = h*max(0.2_dp, 0.9_dp*(options%tolerance/err)**(1/3._dp))
        cycle
      end if
      accepted = accepted + 1
      t = t + h
      y = trial
      h = h*min(5._dp, 0.9_dp*(options%tolerance/max(err, 1e-20_dp))**(1/3._dp))
    end do
  end subroutine
end module
program main
  use integrator
  implicit none
  real(dp) :: y(2)
  integer :: a, r
  real(dp), parameter :: mu = 2._dp
  y = [2._dp, 0._dp]
  call integrate(van_der_pol, 0._dp, 3._dp, y, settings(tolerance=1e-6_dp), a, r)
  print '(2i5, 2es24.16)', a, r, y
  y = [2._dp, 0._dp]
  call integrate(van_der_pol, 0._dp, 3._dp, y, settings(most_steps=10, first_step=1._dp), a, r)
  print '(2i5, 2es24.16)', a, r, y
contains
  subroutine van_der_pol(t, y, dydt)
    real(dp), intent(in) :: t, y(:)
    real(dp), intent(out) :: dydt(:)
    dydt(1) = y(2)
    dydt(2) = mu*(1 - y(1)**2)*y(2) - y(1) + 0*t
  end subroutine
end program
