! Module variables, records, COMMON and saved variables on the way, with a number of directions for them.
! head: state%work(x)>(y)
! vector: 6
module state
  implicit none
  real(8) :: kept(2) = 0
  type :: cell
    real(8) :: value
    real(8) :: sides(2)
    integer :: label = 3
  end type cell
  type(cell) :: cells(3)
contains
  subroutine gather(x)
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, 3
      cells(i) = cell(x(i), [x(i + 1), 1d0], i)
    end do
    kept = cells(1:2)%value*cells(2:3)%sides(1)
  end subroutine gather

  subroutine share(a)
    real(8), intent(in) :: a
    integer :: n
    real(8) :: first, second(2)
    common /shared/ first, second, n
    first = a
    n = 2
    second = [a*a, 1d0]
  end subroutine share

  subroutine work(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(4)
    integer :: n
    real(8) :: first, second(2)
    real(8), save :: before = 0
    common /shared/ first, second, n
    call gather(x)
    call share(x(5))
    y(1) = kept(1)*cells(3)%sides(2)
    y(2) = first + second(n - 1)
    before = x(2)
    y(3) = before*kept(2)
    y(4) = second(2) + cells(cells(2)%label)%value
  end subroutine work
end module state
