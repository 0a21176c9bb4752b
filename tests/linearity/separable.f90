! Partially separable functions, most of them of the classical test sets and written from their formulas.
!   head: rosenbrock(x)>(f)
!   head: broyden(x)>(f)
!   head: residuals(x)>(f)
!   head: wood(x)>(wood)
!   head: torsion(v)>(torsion)
!   head: through(x)>(f)
!   head: guarded(x)>(f)
!   head: branches(x,u)>(f)
!   head: window(x)>(f)
!   head: prefix(x)>(f)
!   head: global(x)>(energy%total)
!   head: indirect(x)>(f)
!   head: delayed(x)>(f)
!   head: fixed(x)>(f)

! Extended Rosenbrock.
!   separable rosenbrock: f 25 in 24 + x(2*i) x(2*i-1); f 26 in 24 + x(2*i-1)
subroutine rosenbrock(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  f = 0
  do i = 1, n/2
    f = f + 100*(x(2*i) - x(2*i-1)**2)**2
    f = f + (1 - x(2*i-1))**2
  end do
end subroutine

! Broyden's tridiagonal function as a sum of squares; the first term is where the sum begins.
!   separable broyden: f 38 once + x(1) x(2); f 41 in 39 + x(i) x(i+1) x(i-1); f 44 once + x(n) x(n-1)
subroutine broyden(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: r
  r = (3 - 2*x(1))*x(1) - 2*x(2) + 1
  f = r*r
  do i = 2, n-1
    r = (3 - 2*x(i))*x(i) - x(i-1) - 2*x(i+1) + 1
    f = f + r**2
  end do
  r = (3 - 2*x(n))*x(n) - x(n-1) + 1
  f = f + r*r
end subroutine

! The same through an array of residuals: each may be any of the three kinds.
!   separable residuals: s 61 in 60 + x(1) x(2) x(i) x(i+1) x(i-1) x(n) x(n-1)
subroutine residuals(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: g(n), s
  g(1) = (3 - 2*x(1))*x(1) - 2*x(2) + 1
  do i = 2, n-1
    g(i) = (3 - 2*x(i))*x(i) - x(i-1) - 2*x(i+1) + 1
  end do
  g(n) = (3 - 2*x(n))*x(n) - x(n-1) + 1
  s = 0
  do i = 1, n
    s = s + g(i)**2
  end do
  f = 0.5d0*s
end subroutine

! Chained Wood, with a subscript that is computed first.
!   separable wood: wood 76 in 73 + x(2*j) x(2*j+1) x(2*j+2) x(2*j-1)
function wood(n, x) result(f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: f, a, b, c, d
  f = 1
  do j = 1, n/2 - 1
    i = 2*j - 1
    a = x(i); b = x(i+1); c = x(i+2); d = x(i+3)
    f = f + 100*(b - a**2)**2 + (1-a)**2 + 90*(d - c**2)**2 + (1-c)**2 + 10*(b + d - 2)**2 + 0.1d0*(b-d)**2
  end do
end function

! Elastic-plastic torsion on a grid: two sums, each with its factor.
!   separable torsion: torsion 92 in 89 + v(i+1,j) v(i,j) v(i,j+1); lin 97 in 96 - v(i,j)
function torsion(nx, ny, v, c) result(q)
  integer, intent(in) :: nx, ny
  real(8), intent(in) :: v(0:nx+1,0:ny+1), c
  real(8) :: q, lin, hx, hy, dx, dy
  hx = 1d0/(nx+1); hy = 1d0/(ny+1)
  q = 0; lin = 0
  do j = 0, ny
    do i = 0, nx
      dx = (v(i+1,j) - v(i,j))/hx
      dy = (v(i,j+1) - v(i,j))/hy
      q = q + dx*dx + dy*dy
    end do
  end do
  do j = 1, ny
    do i = 1, nx
      lin = lin - v(i,j)
    end do
  end do
  q = hx*hy*(q/4) + hx*hy*c*lin
end function

! Through functions: of two elements, of a section, and of a value that is computed first.
!   separable through: f 114 in 112 + x(i) x(i+1) x(i+2)
subroutine through(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t, pair, waves
  external :: pair, waves
  f = 0
  do i = 1, n-1
    t = x(i)*x(i+2)
    f = f + pair(x(i), x(i+1)) - waves(x(i), 2) + pair(t, 1d0)
  end do
end subroutine

function pair(a, b)
  real(8) :: pair, a, b
  pair = 100*(b-a*a)**2 + (1-a)**2
end function

function waves(a, k)
  real(8) :: waves, a(k)
  waves = 0
  do j = 1, k
    waves = waves + sin(a(j))
  end do
end function

! A value for the empty problem: each branch gives it on its own.
!   separable guarded: f 143 in 142 + x(i)
subroutine guarded(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  if (n < 1) then
    f = 1
    return
  end if
  f = 0
  do i = 1, n
    f = f + x(i)**4
  end do
end subroutine

! What decides over a term is among its elements, and so is what a branch left in a temporary.
!   separable branches: f 160 in 155 + x(i) x(i+1); f 161 in 155 - u x(i)
subroutine branches(n, x, u, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), u
  real(8), intent(out) :: f
  real(8) :: t
  f = 0
  do i = 1, n-1
    t = 0
    if (x(i) > 0) then
      t = sin(x(i+1))
    end if
    f = f + t
    if (x(i) < u) f = f - 1
  end do
end subroutine

! An inner loop over a window: three elements, and as many as m says.
!   separable window: f 181 in 176 + x(i) x(i+1) x(i+2); f 186 in 176 + x(i:m+i-1)
subroutine window(n, m, x, f)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: s
  do i = 1, n
    if (i == 1) f = 0
  end do
  f = 2
  do i = 1, n-2
    s = 0
    do k = 0, 2
      s = s + x(i+k)
    end do
    f = f + s**2
    s = 1
    do k = 0, m-1
      s = s*x(i+k)
    end do
    f = f + s
  end do
end subroutine

! A sum, but of terms in ever more elements: a value that comes from earlier iterations is not followed.
!   separable prefix: f 201 in 199 + unknown
subroutine prefix(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: s
  f = 0
  s = 0
  do i = 1, n
    s = s + x(i)
    f = f + s**2
  end do
end subroutine

! A module's variable, and an array that is filled in another order than it is read in.
module energy
  real(8) :: total
contains
!   separable global: energy%total 219 in 218 + x(i) x(i+1)
  subroutine global(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: d(n)
    do j = n-1, 1, -1
      d(n-j) = x(j+1) - x(j)
    end do
    total = 0
    do i = 1, n-1
      total = total + d(n-i)**2
    end do
  end subroutine
end module

! Elements by way of an index array.
!   separable indirect: f 232 in 231 + x(k[i+1]) x(k[i])
subroutine indirect(n, k, x, f)
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  f = 0
  do i = 1, n-1
    f = f + x(k(i))*x(k(i+1))
  end do
end subroutine

! The same statement counts twice: in an earlier iteration, by way of an array, and in this one.
!   separable delayed: f 249 in 245 + x(i) x(i-1)
subroutine delayed(n, x, f)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: g(0:n), t, u
  f = 0
  g(0) = 0
  do i = 1, n
    u = x(i)
    t = u
    g(i) = t
    f = f + sin(g(i-1) + t)
  end do
end subroutine

! Elements by constant subscripts are told apart.
!   separable fixed: f 262 once + x(1) x(2); f 263 once + x(3)
subroutine fixed(x, f)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: f
  real(8) :: g(2)
  g(1) = x(1)*x(2)
  g(2) = x(3)
  f = 0
  f = f + sin(g(1))
  f = f + sin(g(2))
end subroutine
