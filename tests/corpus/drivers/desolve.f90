! Runs the integrators of deSolve on small stiff and non-stiff problems and prints every bit of
! what they compute.
module problems
  implicit none
  integer, parameter :: dp = kind(1d0)
  integer :: calls = 0
contains
  ! Robertson's kinetics.
  subroutine kinetics(n, t, y, ydot, rpar, ipar)
    integer :: n, ipar(*)
    real(dp) :: t, y(*), ydot(*), rpar(*)
    calls = calls + 1
    ydot(1) = -0.04_dp*y(1) + 1e4_dp*y(2)*y(3)
    ydot(3) = 3e7_dp*y(2)*y(2)
    ydot(2) = -ydot(1) - ydot(3)
  end subroutine
  subroutine kinetics_jacobian(n, t, y, ml, mu, pd, nrowpd, rpar, ipar)
    integer :: n, ml, mu, nrowpd, ipar(*)
    real(dp) :: t, y(*), pd(nrowpd, *), rpar(*)
    pd(1, 1) = -0.04_dp
    pd(1, 2) = 1e4_dp*y(3)
    pd(1, 3) = 1e4_dp*y(2)
    pd(2, 1) = 0.04_dp
    pd(2, 3) = -pd(1, 3)
    pd(3, 1) = 0
    pd(3, 2) = 6e7_dp*y(2)
    pd(3, 3) = 0
    pd(2, 2) = -pd(1, 2) - pd(3, 2)
  end subroutine
  subroutine kinetics_roots(n, t, y, ng, g, rpar, ipar)
    integer :: n, ng, ipar(*)
    real(dp) :: t, y(*), g(*), rpar(*)
    g(1) = y(1) - 0.98_dp
    g(2) = y(3) - 0.01_dp
  end subroutine
  ! A chain of diffusing cells: banded.
  subroutine diffusion(n, t, y, ydot, rpar, ipar)
    integer :: n, ipar(*), i
    real(dp) :: t, y(n), ydot(n), rpar(*), left, right
    calls = calls + 1
    do i = 1, n
      left = 0
      right = 0
      if (i > 1) left = y(i - 1)
      if (i < n) right = y(i + 1)
      ydot(i) = 50*(left - 2*y(i) + right) + 0.1_dp*y(i)**2
    end do
  end subroutine
  subroutine no_jacobian(n, t, y, ml, mu, pd, nrowpd, rpar, ipar)
    integer :: n, ml, mu, nrowpd, ipar(*)
    real(dp) :: t, y(*), pd(nrowpd, *), rpar(*)
  end subroutine
  subroutine circle(n, t, z, zdot, rpar, ipar)
    integer :: n, ipar(*)
    real(dp) :: t, rpar(*)
    complex(dp) :: z(n), zdot(n)
    calls = calls + 1
    zdot(1) = (0, 1)*z(1)
    zdot(2) = -(0, 1)*z(2)*z(2)*z(1)
  end subroutine
  subroutine no_complex_jacobian(n, t, z, ml, mu, pd, nrowpd, rpar, ipar)
    integer :: n, ml, mu, nrowpd, ipar(*)
    real(dp) :: t, rpar(*)
    complex(dp) :: z(n), pd(nrowpd, n)
  end subroutine
  subroutine kinetics_residual(t, y, yprime, cj, delta, ires, rpar, ipar)
    integer :: ires, ipar(*)
    real(dp) :: t, y(*), yprime(*), cj, delta(*), rpar(*)
    calls = calls + 1
    delta(1) = yprime(1) + 0.04_dp*y(1) - 1e4_dp*y(2)*y(3)
    delta(2) = yprime(2) - 0.04_dp*y(1) + 1e4_dp*y(2)*y(3) + 3e7_dp*y(2)*y(2)
    delta(3) = y(1) + y(2) + y(3) - 1
  end subroutine
  subroutine nothing()
  end subroutine
  subroutine show(name, t, y, state)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: t, y(:)
    integer, intent(in) :: state
    print '(a, i4, i8)', name, state, calls
    print '(5z18.16)', t, y
  end subroutine
end module
program desolve
  use problems
  implicit none
  external :: dlsode, dlsoda, dlsodar, dlsoder, dvode, zvode, radau5, ddaspk
  real(dp) :: y(3), yp(3), t, tout, rwork(2000), rtol(1), atol(3), band(10), rpar(4), h
  complex(dp) :: z(2), zwork(400)
  integer :: iwork(200), ipar(4), istate, k, jroot(2), info(30), mf, full, width, no_mass
  integer, parameter :: lsode_methods(4) = [10, 21, 22, 23], vode_methods(3) = [10, 21, 22]
  rtol = 1e-6_dp
  atol = [1e-8_dp, 1e-12_dp, 1e-8_dp]
  rpar = 0
  ipar = 0
  do k = 1, 4
    mf = lsode_methods(k)
    call start
    do while (tout < 500)
      call dlsode(kinetics, [3], y, t, tout, 2, rtol, atol, 1, istate, 0, rwork, 2000, iwork, 200, &
                  kinetics_jacobian, mf, rpar, ipar)
      call show('lsode', t, y, istate)
      if (istate < 0) exit
      tout = tout*10
    end do
  end do
  do k = 1, 2
    call start
    do while (tout < 500)
      call dlsoda(kinetics, [3], y, t, tout, 2, rtol, atol, 1, istate, 0, rwork, 2000, iwork, 200, &
                  kinetics_jacobian, k, rpar, ipar)
      call show('lsoda', t, y, istate)
      if (istate < 0) exit
      tout = tout*10
    end do
  end do
  call start
  do while (tout < 5000)
    call dlsodar(kinetics, [3], y, t, tout, 2, rtol, atol, 1, istate, 0, rwork, 2000, iwork, 200, &
                 kinetics_jacobian, 1, kinetics_roots, 2, jroot, rpar, ipar)
    call show('lsodar', t, y, istate)
    if (istate < 0) exit
    if (istate == 3) then
      print *, jroot
      istate = 2
    else
      tout = tout*10
    end if
  end do
  do k = 1, 3
    mf = vode_methods(k)
    call start
    do while (tout < 500)
      call dvode(kinetics, 3, y, t, tout, 2, rtol, atol, 1, istate, 0, rwork, 2000, iwork, 200, &
                 kinetics_jacobian, mf, rpar, ipar)
      call show('vode', t, y, istate)
      if (istate < 0) exit
      tout = tout*10
    end do
  end do
  do k = 1, 2
    call start
    band = [(1d0/istate, istate = 1, 10)]
    istate = 1
    iwork(1:2) = 1
    tout = 0.1_dp
    call dlsode(diffusion, [10], band, t, tout, 1, rtol, atol, 1, istate, 0, rwork, 2000, iwork, 200, &
                no_jacobian, merge(25, 10, k == 1), rpar, ipar)
    call show('banded', t, band, istate)
  end do
  call start
  z = [(1, 0), (0.5, 0)]
  do while (tout < 20)
    call zvode(circle, 2, z, t, tout, 1, rtol, atol, 1, istate, 0, zwork, 400, rwork, 2000, iwork, &
               200, no_complex_jacobian, 10, rpar, ipar)
    call show('zvode', t, [real(z), aimag(z)], istate)
    if (istate < 0) exit
    tout = tout*3
  end do
  call start
  h = 1e-4_dp
  full = 3
  width = 0
  no_mass = 0
  iwork = 0
  rwork = 0
  call radau5(3, kinetics, t, y, 40._dp, h, rtol, atol(1), 0, no_jacobian, 0, full, width, &
              nothing, 0, no_mass, width, nothing, 0, rwork, 2000, iwork, 200, rpar, ipar, istate)
  call show('radau', t, y, istate)
  call start
  info = 0
  info(21) = 3
  yp = [-0.04_dp, 0.04_dp, 0._dp]
  rwork = 0
  iwork = 0
  do while (tout < 500)
    call ddaspk(kinetics_residual, 3, t, y, yp, tout, info, rtol, atol(1), istate, rwork, 2000, iwork, &
                200, rpar, ipar, nothing, nothing)
    call show('daspk', t, y, istate)
    if (istate < 0) exit
    tout = tout*10
  end do
contains
  subroutine start
    y = [1, 0, 0]
    t = 0
    tout = 0.4_dp
    istate = 1
    calls = 0
    rwork(1:20) = 0
    iwork(1:20) = 0
  end subroutine
end program
