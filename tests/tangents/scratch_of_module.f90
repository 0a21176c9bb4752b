! Private variables of a module that every procedure writes before it reads them: the derivative has its own.
! head: total(x)>(y)
! head: several(x)>(y)
module scratch_of_module
  implicit none
  private
  public :: total, several
  real(8) :: carry = 1
  real(8), save :: pair(2)
  integer :: count
contains
  subroutine square(x)
    real(8), intent(in) :: x
    carry = x*x
    count = 2
  end subroutine
  subroutine total(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    call square(x(1))
    carry = carry + x(2)
    y = carry*carry*count
  end subroutine
  subroutine several(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    pair = x*x(2)
    carry = pair(1)
    count = 4
    do while (count > 0)
      carry = sin(carry) + pair(2)
      count = count - 1
    end do
    y = carry*pair(1)
  end subroutine
end module
