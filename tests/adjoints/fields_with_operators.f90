! Fields with operators: results are records with allocatable components, whose adjoints have their shapes. Some are of
! functions that are hidden, recursive, or only asked for a number; components are born with values at every call.
! head: kernel(a,s)>(y)
module fields_with_operators
  implicit none
  private
  public :: field, kernel, operator(+), operator(*)
  type :: field
    real(8), allocatable :: v(:)
    real(8) :: weight = 2
    integer :: count = 0
  end type
  interface operator(+)
    module procedure plus
  end interface
  interface operator(*)
    module procedure scaled
  end interface
contains
  pure function plus(l, r) result(o)
    type(field), intent(in) :: l, r
    type(field) :: o
    allocate(o%v(size(l%v)))
    o%v = l%v + r%v
    o%weight = l%weight*r%weight
  end function
  pure function scaled(s, r) result(o)
    real(8), intent(in) :: s
    type(field), intent(in) :: r
    type(field) :: o
    if (s > 100) return
    o%v = s*r%v
    o%weight = o%weight + s
  end function
  recursive function power(f, n, shift) result(o)
    type(field), intent(in) :: f
    integer, intent(in) :: n
    real(8), intent(in), optional :: shift
    type(field) :: o
    o = f
    if (n <= 1) return
    o = power(f, n - 1)
    o%v = o%v*f%v
    if (present(shift)) o%v = o%v + shift
    o%count = o%count + 1
  end function
  logical function isLong(f)
    type(field), intent(in) :: f
    type(field) :: twice
    twice = f + f
    isLong = size(twice%v) > 2
  end function
  subroutine kernel(a, s, y)
    real(8), intent(in) :: a(3), s
    real(8), intent(out) :: y
    type(field) :: p, q(2)
    integer :: i
    p%v = a
    y = 0
    do i = 1, 3
      p = s*p + power(p, i)
      q(1) = power(p, 2, s)
      if (isLong(q(1))) q(2) = sin(s)*(q(1) + p)
      y = y + sum(q(2)%v**2)*p%weight*q(2)%weight
      if (i == 2) p%v = [p%v, s]
    end do
    y = y*p%count
    if (p%count == 0) y = y + sum(p%v)
    y = y + sum(p%v)
  end subroutine
end module
