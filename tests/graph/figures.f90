! The figures with array elements in place of pointers.
! graphs figure_2: 4/3 3/2
! split figure_2 2: line 25 reads a(j), which line 24 may have written as a(i): i and j may be equal
! graphs neighbours: 6/5
! independents neighbours 1: a(i), x, a(k)
! graphs same: 5/5
! graphs other_rows: 6/5
! graphs figure_4c: 1/0 4/3 3/2
! graphs told_apart: 6/5
! graphs branch: 6/5 4/3 3/2
! graphs beyond: 4/3 3/2
subroutine figure_1(z, x, y)
  ! graphs figure_1: 5/5
  real(8) :: z, x, y
  z = -(z*x)
  y = z/x
end subroutine

subroutine figure_2(a, i, j, x, y)
  ! An index where Fig. 2 has a pointer.
  integer :: i, j
  real(8) :: a(*), x, y

  a(i) = -(a(i)*x)
  y = a(j)/x
end subroutine

subroutine neighbours(a, i, x, y)
  integer :: i, k
  real(8) :: a(*), x, y
  a(i) = -(a(i)*x)
  k = i + 1
  y = a(k)/x
end subroutine

subroutine same(a, i, x, y)
  integer :: i, k
  real(8) :: a(*), x, y
  k = i
  a(i) = -(a(i)*x)
  i = i + 1
  y = a(k)/x
end subroutine

subroutine other_rows(a, i, j, x, y)
  integer :: i, j
  real(8) :: a(3, *), x, y
  a(1, i) = -(a(1, i)*x)
  y = a(2, j)/x
end subroutine

subroutine figure_4c(a, i, x, y)
  ! x lies in a COMMON block that another name overlays.
  integer :: i
  real(8) :: a, x, y, w(4)
  equivalence (w, x1)
  real(8) :: x1
  w(1) = a
  w(i) = -(w(i)*x)
  y = x1/x
end subroutine

subroutine told_apart(n, a, x, y)
  ! By what is known of n.
  integer :: n
  real(8) :: a(*), x, y
  if (n > 1) then
    a(n) = -(a(n)*x)
    y = a(1)/x
  end if
end subroutine

subroutine branch(n, a, x, y)
  ! Where nothing is known, there are two graphs.
  integer :: n
  real(8) :: a(*), x, y
  if (n > 0) then
    a(n) = -(a(n)*x)
    y = a(n + 1)/x
  else
    a(-n) = -(a(-n)*x)
    y = a(1)/x
  end if
end subroutine

subroutine beyond(a, x, y)
  ! Programs that count on beyond the end of a column are compiled all the same: a(k, 1) is a(1, 2).
  integer :: k
  real(8) :: a(3, 3), x, y
  k = 4
  a(k, 1) = -(a(k, 1)*x)
  y = a(1, 2)/x
end subroutine
