! Elements side by side that a loop adds to are carried from one iteration to the next, in every dimension, up and down.
! head: smooth(x)>(y)
! head: five(x)>(y)
! head: in_place(x)>(x)
! head: sections(x)>(y)
! head: limits(x)>(y)
! head: twins(x)>(y)
! at: {"n": 6, "x": [0.3, 0.7, -0.4, 0.9, 0.2, 0.5], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
subroutine smooth(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  integer :: i
  do i = 2, n - 1
    y(i) = y(i) * x(i - 1) * x(i) + x(i + 1)**2
  end do
  do i = n - 1, 2, -1
    y(i) = y(i) * x(i - 1) + x(i + 1) * x(i)
  end do
end subroutine

subroutine five(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  double precision :: a(n, n), c(n, n)
  integer :: i, j
  do j = 1, n
    a(:, j) = x * x(j) + cos(x(j) + j)
    c(:, j) = y(j)
  end do
  do j = 2, n - 1
    do i = 2, n - 1
      c(i, j) = a(i - 1, j) * a(i + 1, j) + a(i, j - 1) * a(i, j + 1) * a(i, j) + a(3, j)
    end do
  end do
  do i = 2, n - 1
    do j = n - 1, 2, -1
      c(i, j) = c(i, j) * a(i, j - 1) * a(i, j) + a(i, j + 1) * a(i - 1, j) + a(i - 1, j + 1) * a(1, 1)
    end do
  end do
  do i = 2, n
    c(i, i) = c(i, i) * a(i - 1, i) + a(i, i) * a(i - 1, i - 1)
  end do
  y = matmul(c, x)
end subroutine

subroutine in_place(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: x(n)
  double precision, intent(in) :: y(n)
  integer :: i, sweep
  do sweep = 1, 2
    do i = 2, n - 1
      x(i) = x(i - 1) * x(i + 1) + x(i) * y(i)
    end do
    do i = n - 1, 2, -1
      x(i) = x(i - 1) * x(i + 1) * x(1) - x(i)
    end do
  end do
end subroutine

subroutine sections(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  double precision :: w(3, 0:n)
  integer :: i
  do i = 0, n - 1
    w(:, i) = x(i + 1)
    w(2, i) = x(i + 1) * x(1)
  end do
  w(:, n) = 1
  do i = 1, n
    y(i) = w(1, i - 1) * w(1, i) + w(2, i - 1) * w(3, i)
    y(i) = y(i) + sum(w(:, i) * w(:, i - 1)) * w(3, 0)
  end do
end subroutine

subroutine limits(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  integer :: i, m
  do m = 1, 3
    do i = 2, m
      y(i) = y(i) + x(i - 1) * x(i) * x(m)
    end do
    do i = m, 2, -1
      y(i) = y(i) + x(i - 1) * x(i + 1) + x(i)**2
    end do
    y(1) = y(1) * x(1)
  end do
end subroutine

! A subscript twice in one statement's reads, and one that an inner branch adds to.
subroutine twins(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  double precision :: t
  integer :: i
  do i = 2, n
    t = x(i) * x(i - 1)
    if (t > 0.12d0) t = t * x(i)
    y(i) = y(i) * t
    y(i) = y(i) + x(i - 1) * x(i) * y(i)
    y(1) = y(1) + x(i - 1) * y(i)
  end do
end subroutine
