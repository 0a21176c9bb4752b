! Memory reached only through pointers: allocated, passed on, and released.
! head: solve(x)>(y)
module buffers
  implicit none
contains
  subroutine solve(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), pointer :: a(:), b(:)
    allocate(a(n), b(n))
    a = x
    call twist(a, b)
    y = dot_product(a, b)
    call drop(a)
    deallocate(b)
  end subroutine
  subroutine twist(a, b)
    real(8), pointer :: a(:), b(:)
    real(8), pointer :: t(:)
    b = a**2
    t => a
    a => b
    b => t
    b(1) = b(1)*a(2)
  end subroutine
  subroutine drop(p)
    real(8), pointer, intent(inout) :: p(:)
    deallocate(p)
    nullify(p)
  end subroutine
end module
