! Constraints in one array: classes of its elements, where statements write them apart.
!   head: apart(x)>(g)
!   head: meeting(x)>(g)
!   head: strides(x)>(g)
!   head: numbered(x)>(g)
!   head: reading(x)>(g)
!   head: decided(x)>(g)
!   head: somewhere(x)>(g)
!   head: called(x)>(g)
!   head: unseen(x)>(g)
!   head: state(g,x)>(g)
!   head: grid(x)>(g)
!   head: replaced(x)>(g)

!   rows apart: 1 linear 1; 2 quadratic 2; 3:n+1 linear 1; n+2:2*n+1 bound 1; 2*n+2 linear 1; 2*n+3 nonlinear; 2*n+4 constant
subroutine apart(n, x, p, g)
  integer :: n
  real(8) :: x(n), p, g(2*n+4)
  g(1) = x(1) + p*x(2)
  g(2) = x(1)*x(2)
  do i = 1, n-1
    g(2+i) = x(i+1) - x(i)
  end do
  do i = 1, n
    g(n+1+i) = 2*x(i) - p
  end do
  g(2*n+2) = 0
  do i = 1, n
    g(2*n+2) = g(2*n+2) + x(i)
  end do
  g(2*n+3) = sin(g(1))
  g(2*n+4) = p
end subroutine

! Nothing says that m is not 1 or in the loop's range: what is written there may be what stands at the others, too.
!   rows meeting: 1 quadratic 2; m quadratic 2; 2:n quadratic 2
subroutine meeting(n, m, x, g)
  real(8) :: x(n), g(n)
  g(1) = x(1)
  g(m) = x(1)*x(2)
  do i = 2, n
    g(i) = x(i)
  end do
end subroutine

!   rows strides: 1:2*n-1:2 bound 1; 2:2*n:2 quadratic 2
subroutine strides(n, x, g)
  real(8) :: x(n), g(2*n)
  do i = 1, n
    g(2*i-1) = x(i)
    g(2*i) = x(i)**2
  end do
end subroutine

! Subscripts that are counted on.
!   rows numbered: 1 linear 1; 2 polynomial 3; 3:n+2 quadratic 2; max(0,n)+3 bound 1
subroutine numbered(n, x, g)
  real(8) :: x(n), g(*)
  k = 1
  g(k) = x(1) - x(2)
  k = k + 1
  g(k) = x(1)**3
  do i = 1, n
    k = k + 1
    g(k) = x(i)*x(1)
  end do
  k = k + 1
  g(k) = x(n)
end subroutine

! What one element is computed from others counts.
!   rows reading: 1 linear 1; 2 quadratic 2; 3 quadratic 2; 4:n rational rational
subroutine reading(n, x, g)
  real(8) :: x(n), g(n)
  g(1) = x(1) + x(2)
  g(2) = g(1)**2
  g(3) = g(1) + g(2)
  do i = 4, n
    g(i) = g(i-1)*x(i)
  end do
end subroutine

! A choice that varies is no constant Jacobian; one that does not vary is one of two.
!   rows decided: 1 nonlinear; 2 quadratic 2; 3 linear 1
subroutine decided(n, x, p, g)
  real(8) :: x(n), p, g(n)
  g(1) = x(1)
  if (x(2) > 0) g(1) = x(2)
  if (p > 0) then
    g(2) = x(1)*x(2)
  else
    g(2) = x(1)
  end if
  g(3) = x(1)
  if (p > 1) g(3) = x(2)
end subroutine

! A subscript that varies.
!   rows somewhere: 1 nonlinear; k?1 nonlinear
subroutine somewhere(n, x, g)
  real(8) :: x(n), g(n)
  g(1) = x(1)
  k = int(x(1))
  g(k) = x(2)
end subroutine

! Procedures write sections.
!   rows called: 1:3 quadratic 2; 4:6 linear 1; 7 linear 1
subroutine called(x, g)
  real(8) :: x(3), g(7), total
  external :: total
  call squares(x, g(1))
  call sums(x, g(4))
  g(7) = total(x)
end subroutine

subroutine squares(x, y)
  real(8) :: x(3), y(3)
  do i = 1, 3
    y(i) = x(i)**2
  end do
end subroutine

subroutine sums(x, y)
  real(8) :: x(3), y(3)
  do i = 1, 3
    y(i) = x(1) + x(i)
  end do
end subroutine

function total(x)
  real(8) :: total, x(3)
  total = x(1) + x(2) + x(3)
end function

! What a procedure without source writes may be all of it: no rows are told apart.
!   rows unseen: nothing
subroutine unseen(x, g)
  real(8) :: x(3), g(3)
  external :: other
  g(1) = x(1)
  call other(g)
end subroutine

! What was there on entry varies: adding to it is linear, and only what is overwritten forgets it.
!   rows state: 1 linear 1; 2 bound 1; 3 quadratic 2
subroutine state(x, g)
  real(8) :: x(3), g(3)
  g(1) = g(1) + x(1)
  g(2) = x(2)
  g(3) = g(3)*x(1)
end subroutine

! Edges and interior of a grid; where m is 1, the edges are one.
!   rows grid: 1:n,1 linear 1; 1:n,m linear 1; 2:n-1,2:m-1 quadratic 2
subroutine grid(n, m, x, g)
  real(8) :: x(n,m), g(n,m)
  do i = 1, n
    g(i,1) = x(i,1)
    g(i,m) = x(i,m) - x(i,1)
  end do
  if (m < 2) return
  do j = 2, m-1
    do i = 2, n-1
      g(i,j) = x(i,j)*x(i-1,j) - x(i,j+1)
    end do
  end do
end subroutine

! The last value counts where all of it is overwritten for sure.
!   rows replaced: 1 linear 1; 2 quadratic 2
subroutine replaced(x, p, g)
  real(8) :: x(3), p, g(3)
  g(1) = x(1)**2
  g(2) = x(1)**2
  g(1) = x(1) - x(2)
  if (p > 0) g(2) = x(2)
end subroutine
