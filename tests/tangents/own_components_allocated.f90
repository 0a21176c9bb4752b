! A called procedure that allocates components of its own records: they end with it. Called once alone, and once where
! what it computes is needed further on.
! head: chains(x)>(y)
module chain_parts
  implicit none
  type :: link
    real(8), allocatable :: turn(:, :), place(:)
  end type
  type :: chain
    type(link), allocatable :: links(:)
  end type
contains
  subroutine pull(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    type(link), allocatable :: f(:)
    type(chain) :: c
    integer :: i
    allocate (f(n), c%links(2))
    allocate (c%links(2)%place(n))
    c%links(2)%place = x*y
    do i = 1, n
      allocate (f(i)%turn(2, 2), f(i)%place(n))
      f(i)%turn = x(i)*y(i)
      f(i)%place = c%links(2)%place*x(i)
      if (i > 1) f(i)%turn = f(i)%turn*f(i - 1)%turn
      y(i) = sum(f(i)%turn)*f(i)%place(1) + sin(y(i))
    end do
    deallocate (f(1)%turn)
  end subroutine
end module
subroutine chains(n, x, y)
  use chain_parts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = x
  call pull(n, x, y)
  y = y*y
  call pull(n, x*x, y)
end subroutine
