! OPTIONAL and keyword arguments, handed on, absent in the middle.
module options
  implicit none
contains
  subroutine integrate(a, b, n, scale, offset, total)
    real(8), intent(in) :: a, b
    integer, intent(in), optional :: n
    real(8), intent(in), optional :: scale, offset
    real(8), intent(out) :: total
    integer :: i, steps
    real(8) :: h
    steps = 4
    if (present(n)) steps = n
    h = (b - a)/steps
    total = 0d0
    do i = 1, steps
      total = total + h*value_at(a + (i - 0.5d0)*h, scale, offset)
    end do
  end subroutine
  real(8) function value_at(x, scale, offset)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: scale, offset
    value_at = x*x
    if (present(scale)) value_at = value_at*scale
    if (present(offset)) then
      value_at = value_at + offset
    else
      value_at = value_at - 1d0
    end if
  end function
end module
program main
  use options
  implicit none
  real(8) :: t
  call integrate(0d0, 1d0, total=t)
  print '(es24.16)', t
  call integrate(0d0, 1d0, 10, total=t)
  print '(es24.16)', t
  call integrate(0d0, 1d0, offset=2d0, total=t)
  print '(es24.16)', t
  call integrate(b=0d0, a=1d0, scale=3d0, total=t, n=3)
  print '(es24.16)', t
  print '(es24.16)', value_at(2d0), value_at(2d0, offset=0.5d0), value_at(2d0, 2d0)
end program
