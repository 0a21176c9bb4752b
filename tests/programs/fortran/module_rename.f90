! USE with ONLY and renaming, two modules with the same name inside, private by default.
module metric
  implicit none
  private
  real(8), parameter, public :: unit = 1d0
  real(8), parameter :: hidden = 1d-3
  public :: scaled
contains
  real(8) function scaled(x)
    real(8), intent(in) :: x
    scaled = x*hidden
  end function
end module
module imperial
  implicit none
  real(8), parameter :: unit = 0.3048d0
  real(8), private :: factor = 12d0
contains
  real(8) function scaled(x)
    real(8), intent(in) :: x
    scaled = x*factor
    factor = factor + 1d0
  end function
end module
program main
  use metric, only: metre => unit, to_km => scaled
  use imperial, foot => unit, to_inches => scaled
  implicit none
  real(8) :: unit
  unit = metre + foot
  print '(es24.16)', unit, to_km(unit), to_inches(unit), to_inches(unit)
  call local
contains
  subroutine local
    use metric
    print '(es24.16)', scaled(unit)
  end subroutine
end program
