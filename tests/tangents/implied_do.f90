! Array constructors with implied DO, nested, of derived types too.
! head: grid(x)>(y)
module constructors
  implicit none
  type point
     real(8) :: x, y
  end type
contains
  subroutine grid(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(point) :: p(n)
    real(8) :: table(n*2)
    integer :: i, j
    p = [(point(x(i)*i, sin(x(i))), i = 1, n)]
    table = [((x(i)**j, j = 1, 2), i = 1, n)]
    y = sum(p%x*p%y) + sum(table*[(1d0/i, i = 1, 2*n)])
  end subroutine
end module
