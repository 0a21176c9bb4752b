! Procedure pointer components: with the object passed first, under a name, or not at all, and
! with defaults.
! expect: procedure\(combine\), pointer :: first => null\(\)
! expect: pointer, pass\(self\) :: second
! expect: pointer, nopass :: plain => negative
! expect: v%first\(2
module operations
  implicit none
  type :: operation
    real :: x = 1
    procedure(combine), pointer :: first => null()
    procedure(turned), pointer, pass(self) :: second => null()
    procedure(alone), pointer, nopass :: plain => negative
  end type operation
  abstract interface
    real function combine(self, y)
      import :: operation
      class(operation), intent(inout) :: self
      real, intent(in) :: y
    end function combine
    real function turned(y, self)
      import :: operation
      real, intent(in) :: y
      class(operation), intent(in) :: self
    end function turned
    real function alone(y)
      real, intent(in) :: y
    end function alone
  end interface
contains
  real function add(self, y)
    class(operation), intent(inout) :: self
    real, intent(in) :: y
    self%x = self%x + 0.5
    add = self%x + y
  end function add

  real function times(y, self)
    real, intent(in) :: y
    class(operation), intent(in) :: self
    times = self%x*y
  end function times

  real function negative(y)
    real, intent(in) :: y
    negative = -y
  end function negative
end module operations

program procedure_components
  use operations
  implicit none
  type(operation) :: v, list(2)
  real :: y
  print *, associated(v%first), associated(v%plain), v%plain(3.0)
  v%x = 3
  v%first => add
  v%second => times
  y = v%first(2.0)*2
  print *, y, v%second(4.0), v%first(y)
  list = v
  list(2)%x = list(1)%second(2.0) + list(2)%first(1.0)
  print *, list%x
end program procedure_components
