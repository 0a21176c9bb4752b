module tables
  implicit none
  real(8), allocatable :: table(:)
contains
  subroutine prepare(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    allocate (table(n))
    table = x*x
  end subroutine
end module
