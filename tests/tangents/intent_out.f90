! What INTENT(OUT) does when a procedure begins: allocatables go, components get their default values.
! head: arriving%head(x)>(y)
module arriving
  implicit none
  type part
    real(8) :: scale = 0.5d0
    real(8), allocatable :: list(:)
  end type
  type box
    real(8) :: w = 2.0d0, v = 3.0d0, u(2) = [1d0, 4d0]
    integer :: count = 2
    type(part) :: inner
  end type
contains
  subroutine fill(b, x)
    type(box), intent(out) :: b
    real(8), intent(in) :: x
    if (.not. allocated(b%inner%list)) allocate(b%inner%list(b%count))
    b%inner%list = x*b%u
    b%v = b%w*x*x*b%inner%scale
  end subroutine
  subroutine grow(a, x)
    real(8), allocatable, intent(out) :: a(:)
    real(8), intent(in) :: x
    if (.not. allocated(a)) allocate(a(2))
    a(1) = x
    a(2) = x*x
  end subroutine
  subroutine maybe(x, b)
    real(8), intent(inout) :: x
    type(part), intent(out), optional :: b
    if (present(b)) x = x*b%scale
    x = x + 1
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(box) :: b
    real(8), allocatable :: a(:)
    real(8) :: z
    b%w = x
    b%v = x*x
    b%inner%scale = x**3
    y = sin(b%v)*b%inner%scale
    call fill(b, x)
    y = y + b%v*b%v*b%w*b%inner%scale + b%inner%list(1)*b%inner%list(2)
    call fill(b, 2*x)
    y = y + b%v*b%w + b%inner%list(2)**2
    call grow(a, x)
    y = y + a(1)*a(2)
    call grow(a, y)
    y = y + a(1)*a(2)
    z = x*x
    b%inner%scale = x
    y = y*b%inner%scale
    call maybe(z, b%inner)
    y = y*z*b%inner%scale
    call maybe(z)
    y = y*z
  end subroutine
end module
