! Allocatable components that are assigned the shape that they have, and those that are not: shaped anew by another name,
! by a call, after they were freed, or found by another subscript than they were allocated with.
! head: chain(x)>(y)
module component_shapes_parts
  implicit none
  type :: frame
    real(8), allocatable :: turn(:, :), place(:)
  end type
contains
  function made(a) result(r)
    real(8), intent(in) :: a(2)
    real(8) :: r(2, 2)
    r(:, 1) = sin(a)
    r(:, 2) = a(1)*a
  end function

  subroutine lengthen(v, by)
    real(8), allocatable, intent(inout) :: v(:)
    real(8), intent(in) :: by
    v = [v*by, by]
  end subroutine

  subroutine scale(v, by)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: by
    v = v*v*by
  end subroutine
end module

subroutine chain(n, x, y)
  use component_shapes_parts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  type(frame), allocatable :: f(:)
  type(frame) :: g(3), h, kept(2)
  integer :: b, k
  y = x*x
  allocate (f(n))
  do b = 1, n ! every bone from the one before
    allocate (f(b)%turn(2, 2), f(b)%place(2))
    k = b - 1
    if (k == 0) then
      f(b)%turn = made(x(1:2))
      f(b)%place = x(2:3)*x(1)
    else
      f(b)%turn = matmul(f(k)%turn, made(x(b - 1:b)))
      f(b)%place = f(k)%place*x(b) + f(k)%turn(:, 1)
    end if
    f(b)%place = cos(f(b)%place)
    y(b) = y(b) + f(b)%place(1)*f(b)%place(2) + sum(f(b)%turn)
  end do
  ! Another subscript
  k = 2
  allocate (g(k)%place(2))
  k = 1
  g(k)%place = x(1:3)**2
  g(2)%place = x(1:2)*x(3)
  y(1) = y(1) + size(g(1)%place)*sum(g(1)%place**2) + size(g(2)%place)*sum(g(2)%place**2)
  ! Another name, and the same shape again
  allocate (g(3)%place(2))
  k = 3
  g(3)%place = x(1:2)
  g(3)%place = g(3)%place(2:1:-1)**2
  g(k)%place = [x(1), g(k)%place]
  y(2) = y(2) + sum(g(3)%place**2)
  g(3)%place = x(2:3)*sum(g(3)%place)
  y(2) = y(2) + size(g(3)%place)*sum(g(3)%place**3)
  ! Procedures
  allocate (h%place(2))
  h%place = x(1:2)
  call lengthen(h%place, x(3))
  y(3) = y(3) + sum(h%place**2)*size(h%place)
  h%place = x(2:3)
  call scale(h%place, x(1))
  h%place = h%place*x(1:2)
  y(3) = y(3) + sum(h%place**2)*size(h%place)
  ! Freed meanwhile, and in some runs only
  do b = 1, 2
    allocate (kept(b)%place(2))
    kept(b)%place = x(b:b + 1)
    if (x(b) > 0.3d0) then
      deallocate (kept(b)%place)
      kept(b)%place = x(1:3)*x(b)
    else
      kept(b)%place = kept(b)%place*x(3)
    end if
    y(1) = y(1) + sum(kept(b)%place**2)
    kept(b)%place = x(1:2)**2
    y(2) = y(2) + product(kept(b)%place)*size(kept(b)%place)
  end do
end subroutine
