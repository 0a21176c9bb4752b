! Rusanov fluxes of a gas on an unstructured mesh; see mesh.c. The indices count from 0.
module gas
  implicit none
  real(8), parameter :: gamma_gas = 1.4d0
contains
  real(8) function pressure(q)
    real(8), intent(in) :: q(4)
    pressure = (gamma_gas - 1d0)*(q(4) - 0.5d0*(q(2)**2 + q(3)**2)/q(1))
  end function

  subroutine flux(a, b, normal, out)
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

  subroutine sweep(nodes, edges, ends, normal, q)
    integer, intent(in) :: nodes, edges, ends(2, edges)
    real(8), intent(in) :: normal(2, edges)
    real(8), intent(inout) :: q(4, nodes)
    real(8) :: residual(4, nodes), through(4)
    integer :: e, a, b
    residual = 0d0
    do e = 1, edges
      a = ends(1, e) + 1
      b = ends(2, e) + 1
      call flux(q(:, a), q(:, b), normal(:, e), through)
      residual(:, a) = residual(:, a) - through
      residual(:, b) = residual(:, b) + through
    end do
    q = q + 0.01d0*residual
  end subroutine
end module

subroutine mesh(size, index, data, x, y)
  use gas
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: t
  y(1:4*size(1)) = x(1:4*size(1))
  do t = 1, size(3)
    call sweep(size(1), size(2), index, data, y)
  end do
end subroutine
