! Generic names resolved by type, kind and rank.
module generic
  implicit none
  private
  public :: describe, total
  interface describe
    module procedure describe_integer, describe_real, describe_text
  end interface
  interface total
    procedure total_scalar
    procedure total_vector
    procedure total_matrix
  end interface
contains
  subroutine describe_integer(x)
    integer, intent(in) :: x
    print *, 'integer', x
  end subroutine
  subroutine describe_real(x)
    real(8), intent(in) :: x
    print '(a, es24.16)', 'real', x
  end subroutine
  subroutine describe_text(x)
    character(len=*), intent(in) :: x
    print *, 'text ', x, len(x)
  end subroutine
  real(8) function total_scalar(x)
    real(8), intent(in) :: x
    total_scalar = x
  end function
  real(8) function total_vector(x)
    real(8), intent(in) :: x(:)
    total_vector = sum(x)
  end function
  real(8) function total_matrix(x)
    real(8), intent(in) :: x(:, :)
    integer :: j
    total_matrix = 0d0
    do j = 1, size(x, 2)
      total_matrix = total_matrix + total(x(:, j))
    end do
  end function
end module
program main
  use generic
  implicit none
  real(8) :: a(2, 3)
  a = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6.5d0], [2, 3])
  call describe(3)
  call describe(total(a))
  call describe('abc'//'de')
  call describe(total(a(:, 2)) + total(a(1, 1)))
end program
