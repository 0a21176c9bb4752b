! A generic name for scalars, vectors and complex numbers; public generic, private specifics.
! head: norms(x)>(y)
! complex step: it computes with complex numbers itself
module generics
  implicit none
  private
  public :: norms, length
  interface length
     module procedure length_scalar, length_vector, length_complex
  end interface
contains
  pure real(8) function length_scalar(x)
    real(8), intent(in) :: x
    length_scalar = sqrt(x**2 + 0.1d0)
  end function
  pure real(8) function length_vector(x)
    real(8), intent(in) :: x(:)
    length_vector = sqrt(sum(x**2) + 0.1d0)
  end function
  pure real(8) function length_complex(z)
    complex(8), intent(in) :: z
    length_complex = abs(z)
  end function
  subroutine norms(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    y = length(x(1)) + length(x) + length(cmplx(x(2), x(3), 8))
  end subroutine
end module
