! User-defined operators and assignment: overloaded intrinsic ones and a named one.
module vectors
  implicit none
  type :: vec
    real(8) :: x, y
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure scale, dot
  end interface
  interface operator(.cross.)
    module procedure cross
  end interface
  interface operator(==)
    module procedure same
  end interface
  interface assignment(=)
    module procedure from_array
  end interface
contains
  elemental function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x + b%x, a%y + b%y)
  end function
  pure function scale(f, a) result(c)
    real(8), intent(in) :: f
    type(vec), intent(in) :: a
    type(vec) :: c
    c%x = f*a%x
    c%y = f*a%y
  end function
  pure real(8) function dot(a, b)
    type(vec), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y
  end function
  pure real(8) function cross(a, b)
    type(vec), intent(in) :: a, b
    cross = a%x*b%y - a%y*b%x
  end function
  pure logical function same(a, b)
    type(vec), intent(in) :: a, b
    same = a%x == b%x .and. a%y == b%y
  end function
  subroutine from_array(v, a)
    type(vec), intent(out) :: v
    real(8), intent(in) :: a(2)
    v%x = a(1)
    v%y = a(2)
  end subroutine
end module
program main
  use vectors
  implicit none
  type(vec) :: a, b, c
  a = [1.5d0, -0.1d0]
  b = [0.3d0, 2d0]
  c = a + 2d0*b + 0.1d0*(a + b)
  print '(2es24.16)', c
  print '(2es24.16, l2)', a*b, a.cross.(b + c), a + b == b + a
  if (c == a) print *, 'equal'
end program
