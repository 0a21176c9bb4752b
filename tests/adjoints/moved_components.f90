! MOVE_ALLOC to and from components of CLASS arguments, of records behind pointers, and copies of records in them.
! head: work(x)>(y)
module stacks
  implicit none
  type :: pair
    real(8), allocatable :: left(:), right(:)
  end type
  type :: stack
    real(8), allocatable :: values(:)
    integer :: count = 0
    type(pair) :: both
  end type
  type, extends(stack) :: named
    integer :: name = 0
  end type
contains
  subroutine push(s, x)
    class(stack), intent(inout) :: s
    real(8), intent(in) :: x
    real(8), allocatable :: larger(:)
    if (s%count == size(s%values)) then
      allocate(larger(2*s%count))
      larger(1:s%count) = s%values
      call move_alloc(larger, s%values)
    end if
    s%count = s%count + 1
    s%values(s%count) = x
  end subroutine
  subroutine swap(s)
    class(stack), intent(inout) :: s
    type(pair) :: old
    old = s%both
    s%both%left = old%right*2
    s%both%right = old%left
  end subroutine
  subroutine give(p, to)
    type(stack), pointer, intent(in) :: p
    real(8), allocatable, intent(inout) :: to(:)
    call move_alloc(p%values, to)
    p%count = 0
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(named) :: s
    type(stack), pointer :: p
    real(8), allocatable :: mine(:)
    integer :: i
    allocate(s%values(1), p, mine(1))
    do i = 1, 5
      call push(s, x**i)
    end do
    s%both%left = [x, 2*x]
    s%both%right = [x*x, x]
    call swap(s)
    mine = 0
    p%values = s%values(1:3)*x
    call give(p, mine)
    y = sum(s%values(1:5)**2)*mine(2) + mine(3) + dot_product(s%both%left, s%both%right)
    deallocate(p)
  end subroutine
end module
