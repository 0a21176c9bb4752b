! Assumed-shape arguments: sections with strides arrive, own lower bounds, SIZE and bounds.
module shape_tools
  implicit none
contains
  subroutine smooth(v)
    real(8), intent(inout) :: v(0:)
    integer :: i
    do i = 1, ubound(v, 1) - 1
      v(i) = (v(i - 1) + v(i) + v(i + 1))/3
    end do
  end subroutine
  function column_sums(m) result(s)
    real(8), intent(in) :: m(:, :)
    real(8) :: s(size(m, 2))
    integer :: j
    do j = 1, size(s)
      s(j) = sum(m(:, j))
    end do
  end function
  real(8) function last(v)
    real(8), intent(in) :: v(:)
    last = v(size(v))
  end function
end module
program main
  use shape_tools
  implicit none
  real(8) :: a(-1:8), m(3, 4)
  integer :: i
  a = [(real(i*i, 8), i = 0, 9)]
  m = reshape(a(-1:8), [3, 4], pad=[7d0])
  call smooth(a)
  print '(5es24.16)', a
  call smooth(a(8:-1:-2))
  print '(5es24.16)', a
  call smooth(m(2, :))
  print '(4es24.16)', column_sums(m), column_sums(m(:2, 1:4:3)), last(m(3, :)), last(a(-1:5))
end program
