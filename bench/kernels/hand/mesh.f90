! The adjoint of mesh.f90; see mesh.c beside it. The indices count from 0.
subroutine mesh_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  real(8), parameter :: gamma_gas = 1.4d0
  call sweeps(size(1), size(2), size(3), index, data, x, yb, xb)
contains
  pure real(8) function pressure(q)
    real(8), intent(in) :: q(4)
    pressure = (gamma_gas - 1d0)*(q(4) - 0.5d0*(q(2)**2 + q(3)**2)/q(1))
  end function

  pure subroutine flux(a, b, normal, out)
    real(8), intent(in) :: a(4), b(4), normal(2)
    real(8), intent(out) :: out(4)
    real(8) :: pa, pb, ua, ub, length, speed
    pa = pressure(a)
    pb = pressure(b)
    ua = (a(2)*normal(1) + a(3)*normal(2))/a(1)
    ub = (b(2)*normal(1) + b(3)*normal(2))/b(1)
    length = sqrt(normal(1)**2 + normal(2)**2)
    speed = max(abs(ua) + length*sqrt(gamma_gas*pa/a(1)), abs(ub) + length*sqrt(gamma_gas*pb/b(1)))
    out = 0.5d0*(a*ua + b*ub - speed*(b - a))
    out(2:3) = out(2:3) + 0.5d0*(pa + pb)*normal
    out(4) = out(4) + 0.5d0*(pa*ua + pb*ub)
  end subroutine

  ! One side of an edge; sound is 0 where the other side gives the wave speed.
  pure subroutine side_back(q, normal, inverse, u, p, sound, length, velocityw, pressurew, speedw, with, w, qb)
    real(8), intent(in) :: q(4), normal(2), inverse, u, p, sound, length, velocityw, pressurew, speedw, with, w(4)
    real(8), intent(inout) :: qb(4)
    real(8) :: uw, pw, half, g, v1, v2
    uw = velocityw
    pw = pressurew
    half = 0d0
    if (sound > 0d0) then
      half = 0.5d0*length*sound*speedw
      uw = uw + sign(speedw, u*speedw)
      pw = pw + half/p
    end if
    g = (gamma_gas - 1d0)*pw
    v1 = q(2)*inverse
    v2 = q(3)*inverse
    qb(1) = qb(1) + w(1)*with - uw*u*inverse + 0.5d0*g*(v1**2 + v2**2) - half*inverse
    qb(2) = qb(2) + w(2)*with + uw*normal(1)*inverse - g*v1
    qb(3) = qb(3) + w(3)*with + uw*normal(2)*inverse - g*v2
    qb(4) = qb(4) + w(4)*with + g
  end subroutine

  pure subroutine flux_back(a, b, normal, w, ab, bb)
    real(8), intent(in) :: a(4), b(4), normal(2), w(4)
    real(8), intent(inout) :: ab(4), bb(4)
    real(8) :: ra, rb, pa, pb, ua, ub, length, ca, cb, speeda, speedb, speedw, pw, speed
    ra = 1d0/a(1)
    rb = 1d0/b(1)
    pa = pressure(a)
    pb = pressure(b)
    ua = (a(2)*normal(1) + a(3)*normal(2))*ra
    ub = (b(2)*normal(1) + b(3)*normal(2))*rb
    length = sqrt(normal(1)**2 + normal(2)**2)
    ca = sqrt(gamma_gas*pa*ra)
    cb = sqrt(gamma_gas*pb*rb)
    speeda = abs(ua) + length*ca
    speedb = abs(ub) + length*cb
    speed = max(speeda, speedb)
    pw = w(2)*normal(1) + w(3)*normal(2)
    speedw = -(w(1)*(b(1) - a(1)) + w(2)*(b(2) - a(2)) + w(3)*(b(3) - a(3)) + w(4)*(b(4) - a(4)))
    if (speeda < speedb) then
      ca = 0d0
    else
      cb = 0d0
    end if
    call side_back(a, normal, ra, ua, pa, ca, length, w(1)*a(1) + w(2)*a(2) + w(3)*a(3) + w(4)*(a(4) + pa), &
                   pw + w(4)*ua, speedw, ua + speed, w, ab)
    call side_back(b, normal, rb, ub, pb, cb, length, w(1)*b(1) + w(2)*b(2) + w(3)*b(3) + w(4)*(b(4) + pb), &
                   pw + w(4)*ub, speedw, ub - speed, w, bb)
  end subroutine

  subroutine sweeps(nodes, edges, count, ends, normal, start, yb, startb)
    integer, intent(in) :: nodes, edges, count, ends(2, edges)
    real(8), intent(in) :: normal(2, edges), start(4, nodes)
    real(8), intent(inout) :: yb(4, nodes), startb(4, nodes)
    real(8) :: q(4, nodes, count), residual(4, nodes), through(4)
    integer :: t, e, a, b
    q(:, :, 1) = start
    do t = 1, count - 1
      residual = 0d0
      do e = 1, edges
        a = ends(1, e) + 1
        b = ends(2, e) + 1
        call flux(q(:, a, t), q(:, b, t), normal(:, e), through)
        residual(:, a) = residual(:, a) - through
        residual(:, b) = residual(:, b) + through
      end do
      q(:, :, t + 1) = q(:, :, t) + 0.01d0*residual
    end do
    do t = count, 1, -1
      residual = 0.005d0*yb ! with the half of the flux
      do e = 1, edges
        a = ends(1, e) + 1
        b = ends(2, e) + 1
        through = residual(:, b) - residual(:, a)
        call flux_back(q(:, a, t), q(:, b, t), normal(:, e), through, yb(:, a), yb(:, b))
      end do
    end do
    startb = startb + yb
  end subroutine
end subroutine
