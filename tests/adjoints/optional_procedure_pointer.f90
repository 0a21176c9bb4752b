! A procedure pointer for an optional dummy procedure: whether it is present is asked of the pointer, which was not set.
! head: kernel(x)>(kernel)
module optional_procedure_pointer
  implicit none
  abstract interface
    real(8) function law(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  real(8) function triple(t)
    real(8), intent(in) :: t
    triple = 3*t
  end function
  real(8) function applied(t, callback)
    real(8), intent(in) :: t
    procedure(law), optional :: callback
    if (present(callback)) then
      applied = callback(t) + t*t
    else
      applied = t*t
    end if
  end function
  real(8) function kernel(x)
    real(8), intent(in) :: x
    procedure(law), pointer :: callback
    kernel = applied(x)
    callback => triple
    kernel = kernel*applied(x, callback=callback)
  end function
end module
