! A linear system by LU decomposition with partial pivoting; see lu.c. A row there is a column here, so the
! elimination works on columns of the transposed matrix.
module lu_parts
  implicit none
contains
  subroutine eliminate(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n), b(n)
    real(8) :: kept(n), single, factor
    integer :: i, k, pivot
    do k = 1, n
      pivot = k - 1 + maxloc(abs(a(k, k:n)), 1)
      if (pivot /= k) then
        kept = a(:, k)
        a(:, k) = a(:, pivot)
        a(:, pivot) = kept
        single = b(k)
        b(k) = b(pivot)
        b(pivot) = single
      end if
      do i = k + 1, n
        factor = a(k, i)/a(k, k)
        a(k, i) = factor
        a(k + 1:n, i) = a(k + 1:n, i) - factor*a(k + 1:n, k)
        b(i) = b(i) - factor*b(k)
      end do
    end do
  end subroutine

  subroutine solve(n, matrix, right, y)
    integer, intent(in) :: n
    real(8), intent(in) :: matrix(n, n), right(n)
    real(8), intent(out) :: y(n + 1)
    real(8), allocatable :: a(:, :)
    integer :: i
    allocate (a(n, n))
    a = matrix
    y(1:n) = right
    call eliminate(n, a, y)
    y(n + 1) = 0d0
    do i = n, 1, -1
      y(i) = (y(i) - dot_product(a(i + 1:n, i), y(i + 1:n)))/a(i, i)
      y(n + 1) = y(n + 1) + log(abs(a(i, i)))
    end do
  end subroutine
end module

subroutine lu(size, index, data, x, y)
  use lu_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call solve(size(1), x, x(size(1)**2 + 1), y)
end subroutine
