! Octave's ODE and DAE integrators on a stiff problem, with every method of each, and its random
! number generators.
module stiff
  implicit none
  integer :: calls = 0
contains
  subroutine rates(n, t, y, ydot)
    integer :: n
    real(8) :: t, y(*), ydot(*)
    calls = calls + 1
    ydot(1) = -0.04d0*y(1) + 1d4*y(2)*y(3)
    ydot(3) = 3d7*y(2)*y(2)
    ydot(2) = -ydot(1) - ydot(3)
  end subroutine
  subroutine jacobian(n, t, y, ml, mu, pd, rows)
    integer :: n, ml, mu, rows
    real(8) :: t, y(*), pd(rows, *)
    pd(1, 1:3) = [-0.04d0, 1d4*y(3), 1d4*y(2)]
    pd(3, 1:3) = [0d0, 6d7*y(2), 0d0]
    pd(2, 1:3) = -pd(1, 1:3) - pd(3, 1:3)
  end subroutine
  subroutine residual(t, y, yprime, delta, ires, rpar, ipar)
    real(8) :: t, y(*), yprime(*), delta(*), rpar(*)
    integer :: ires, ipar(*)
    calls = calls + 1
    delta(1) = yprime(1) + 0.04d0*y(1) - 1d4*y(2)*y(3)
    delta(2) = yprime(2) - 0.04d0*y(1) + 1d4*y(2)*y(3) + 3d7*y(2)*y(2)
    delta(3) = y(1) + y(2) + y(3) - 1
  end subroutine
  subroutine residual_cj(t, y, yprime, cj, delta, ires, rpar, ipar)
    real(8) :: t, y(*), yprime(*), cj, delta(*), rpar(*)
    integer :: ires, ipar(*)
    call residual(t, y, yprime, delta, ires, rpar, ipar)
  end subroutine
  subroutine constraint(n, t, y, ng, g, rpar, ipar)
    integer :: n, ng, ipar(*)
    real(8) :: t, y(*), g(*), rpar(*)
    g(1) = y(1) - 0.9d0
  end subroutine
  subroutine nothing()
  end subroutine
end module
program integrators
  use stiff
  implicit none
  external :: dlsode, ddassl, ddaspk, ddasrt, setall, setsd
  real(8) :: y(3), yp(3), t, tout, rwork(500), atol(3), rpar(1), r
  integer :: iwork(60), istate, k, mf, info(20), ipar(1), jroot(1), i
  integer, parameter :: methods(4) = [10, 20, 21, 22]
  real, external :: genbet, genchi, genexp, genf, gengam, gennch, gennor, genunf, ranf
  integer, external :: ignbin, ignnbn, ignpoi, ignuin
  atol = [1d-8, 1d-12, 1d-8]
  do k = 1, 4
    mf = methods(k)
    call start
    do while (tout < 500 .and. istate >= 0)
      call dlsode(rates, 3, y, t, tout, 2, [1d-6], atol, 1, istate, 0, rwork, 500, iwork, 60, jacobian, mf)
      call show('lsode')
    end do
  end do
  call start
  do while (tout < 500 .and. istate >= 0)
    call ddassl(residual, 3, t, y, yp, tout, info, [1d-6], [1d-9], istate, rwork, 500, iwork, 60, rpar, ipar, nothing)
    call show('dassl')
  end do
  call start
  do while (tout < 500 .and. istate >= 0)
    call ddaspk(residual_cj, 3, t, y, yp, tout, info, [1d-6], [1d-9], istate, rwork, 500, iwork, 60, rpar, ipar, &
                nothing, nothing)
    call show('daspk')
  end do
  call start
  do while (tout < 500 .and. istate >= 0)
    call ddasrt(residual, 3, t, y, yp, tout, info, [1d-6], [1d-9], istate, rwork, 500, iwork, 60, rpar, ipar, &
                nothing, constraint, 1, jroot)
    call show('dasrt')
    if (istate == 4) exit
  end do
  call setall(12345, 67890)
  do i = 1, 60
    k = 1 + mod(i, 7)
    r = k*0.75d0
    print '(5z10.8)', ranf(), genbet(real(r), 1.5), genbet(0.3, 0.7), genchi(real(r)), genexp(2.0)
    print '(5z10.8)', genf(real(r), 4.0), gengam(1.5, real(r)), gennch(2.5, 1.0), gennor(0.0, 1.0), genunf(-1.0, 1.0)
    print '(6i8)', ignbin(20*k, 0.3), ignbin(5, 0.9), ignnbn(k, 0.4), ignpoi(real(r)), ignpoi(20.0 + k), ignuin(1, 100)
  end do
contains
  subroutine start
    y = [1, 0, 0]
    yp = [-0.04d0, 0.04d0, 0d0]
    t = 0
    tout = 0.4d0
    istate = 1
    info = 0
    calls = 0
    rwork = 0
    iwork = 0
  end subroutine
  subroutine show(name)
    character(len=*), intent(in) :: name
    print '(a, 2i6)', name, istate, calls
    print '(4z18.16)', t, y
    tout = tout*10
  end subroutine
end program
