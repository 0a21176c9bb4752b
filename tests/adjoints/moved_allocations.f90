! move_alloc in loops and called procedures, bounds and unallocated sources included.
! head: moves%grow(x)>(y)
! size: n=5
module moves
  implicit none
  type :: bag
    real(8), allocatable :: items(:)
  end type
contains
  subroutine append(list, value)
    real(8), allocatable, intent(inout) :: list(:)
    real(8), intent(in) :: value
    real(8), allocatable :: longer(:)
    allocate (longer(-1:ubound(list, 1) + 1))
    longer(-1:ubound(list, 1)) = list
    longer(ubound(longer, 1)) = value*list(-1)
    call move_alloc(longer, list)
  end subroutine
  subroutine grow(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: list(:), other(:), none(:)
    type(bag) :: first, second
    integer :: i
    allocate (list(-1:0))
    list = x(:2)
    do i = 1, n
      call append(list, sin(x(i)))
      if (i == 2) then
        allocate (other(size(list)))
        other = list*x(1)
      end if
    end do
    y = sum(list**2) + list(-1)*list(1)
    call move_alloc(other, first%items)
    second = first
    first%items(1) = first%items(1)*x(n)
    y = y + sum(first%items*second%items)
    call move_alloc(none, second%items)
    if (.not. allocated(second%items)) y = y*x(2)
  end subroutine
end module
