module materials
  implicit none
  type :: material
    real(8) :: density = 1
  contains
    procedure :: stress
    procedure, non_overridable :: weight
    procedure, private :: plus
    generic :: operator(+) => plus
  end type
contains
  real(8) function stress(m, x)
    class(material), intent(in) :: m
    real(8), intent(in) :: x
    stress = m%density*x*x
  end function
  real(8) function weight(m, x)
    class(material), intent(in) :: m
    real(8), intent(in) :: x
    weight = m%density*x
  end function
  real(8) function plus(m, x)
    class(material), intent(in) :: m
    real(8), intent(in) :: x
    plus = m%density + x
  end function
  subroutine inside(m, x, y)
    class(material), intent(in) :: m
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = m%weight(x)
    y = y + m%stress(x)*(m + x)
  end subroutine
  subroutine work(m, x, y)
    class(material), intent(in) :: m
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call inside(m, x, y)
  end subroutine
  subroutine known(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(material) :: m
    call inside(m, x, y)
  end subroutine
end module
