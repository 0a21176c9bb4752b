module materials
  implicit none
  type :: solid
    real(8) :: mass = 1
  contains
    procedure :: heated
    procedure :: set
    generic :: operator(+) => heated
    generic :: assignment(=) => set
  end type
  type, extends(solid) :: foam
  contains
    procedure :: heated => heated_foam
    procedure :: set => set_foam
  end type
contains
  real(8) function heated(m, by)
    class(solid), intent(in) :: m
    real(8), intent(in) :: by
    heated = m%mass + by
  end function
  real(8) function heated_foam(m, by)
    class(foam), intent(in) :: m
    real(8), intent(in) :: by
    heated_foam = m%mass*by
  end function
  subroutine set(m, x)
    class(solid), intent(inout) :: m
    real(8), intent(in) :: x
    m%mass = x
  end subroutine
  subroutine set_foam(m, x)
    class(foam), intent(inout) :: m
    real(8), intent(in) :: x
    m%mass = x**2
  end subroutine
  subroutine known(f, x, y)
    type(foam), intent(inout) :: f
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    f = x
    y = f + x
  end subroutine
  subroutine work(m, x, y)
    class(solid), intent(inout) :: m
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    m = x
    y = m + x
  end subroutine
end module
