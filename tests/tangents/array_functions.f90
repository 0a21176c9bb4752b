! Functions that return arrays: automatic, allocatable, of assumed-shape arguments, in expressions.
! head: spectral(x)>(y)
module array_results
  implicit none
contains
  function differences(v) result(d)
    real(8), intent(in) :: v(:)
    real(8) :: d(size(v) - 1)
    d = v(2:) - v(:size(v)-1)
  end function
  function outer(a, b) result(m)
    real(8), intent(in) :: a(:), b(:)
    real(8) :: m(size(a), size(b))
    m = spread(a, 2, size(b))*spread(b, 1, size(a))
  end function
  function positive(v) result(p)
    real(8), intent(in) :: v(:)
    real(8), allocatable :: p(:)
    p = pack(v, v > 0.5d0)
  end function
  subroutine spectral(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = sum(differences(x)**2) + sum(outer(x, differences(x))) + sum(positive(x)**3)
    do i = 2, n
       y = y + dot_product(differences(x(1:i)), x(2:i))
    end do
  end subroutine
end module
