! Arrays assigned from themselves: element by element, with numbers that vary in the statement, and where elements are read at
! other places than their own: in sums, by single elements, shifted, turned round, through pointers, under masks.
! head: in_place(x)>(y)
subroutine in_place(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n), b(0:n - 1), m(n, n), s
  real(8), allocatable :: d(:)
  real(8), target :: c(n)
  real(8), pointer :: p(:)
  integer :: t, order(n)
  allocate (d(-1:n - 2))
  order = [(n + 1 - t, t = 1, n)]
  a = x
  b = 0.5d0*x
  c = x + 1d0
  p => c
  d = x*x
  m = spread(x, 1, n)
  s = x(1)
  do t = 1, 2
    a = sin(a)*b + a*x(2)/(1d0 + x(1)**2)
    a = 0.3d0*a*a + exp(-a*a)*s
    a = sin(a*sum(a))
    a = a*a(1) + a
    a(2:n) = a(1:n - 1)*a(2:n)
    a(2:n) = 0.5d0*a(2:n)*x(2:n)
    a(n:1:-1) = a*x(1)
    a(order) = a(order)*x
    a = merge(a*x, 0.3d0*a, a > 0.2d0)
    where (a > 0.1d0) a = a*a + x
    b = b*a + b/(2d0 + s*s)
    c = c*p*0.5d0
    p = p*c(1)*0.5d0
    d = x + (s/(1d0 + x(2)**2))*d
    d(:) = d(:)*tanh(s*x(1))*d(:)
    m = sin(m*transpose(m))
    m(:, 2) = m(:, 2)*m(:, 1) + sin(m(:, 2))
    m(1, :) = m(1, :)**2*m(:, 1)
    s = sin(s*0.9d0 + sum(a*b)*0.01d0)
  end do
  y = a + b + c + d + m(:, 2) + m(1, :)*s
end subroutine
