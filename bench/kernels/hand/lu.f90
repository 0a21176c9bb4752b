! The adjoint of lu.f90, by matrix algebra; see lu.c beside it. A row there is a column here.
subroutine lu_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call system(size(1), x, x(size(1)**2 + 1), yb, yb(size(1) + 1), xb, xb(size(1)**2 + 1))
contains
  subroutine decompose(n, a, row)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer, intent(out) :: row(n)
    real(8) :: kept(n), factor
    integer :: i, k, pivot
    row = [(i, i=1, n)]
    do k = 1, n
      pivot = k - 1 + maxloc(abs(a(k, k:n)), 1)
      if (pivot /= k) then
        kept = a(:, k)
        a(:, k) = a(:, pivot)
        a(:, pivot) = kept
        row([k, pivot]) = row([pivot, k])
      end if
      do i = k + 1, n
        factor = a(k, i)/a(k, k)
        a(k, i) = factor
        a(k + 1:n, i) = a(k + 1:n, i) - factor*a(k + 1:n, k)
      end do
    end do
  end subroutine

  subroutine system(n, matrix, right, w, g, ab, bb)
    integer, intent(in) :: n
    real(8), intent(in) :: matrix(n, n), right(n), g
    real(8), intent(inout) :: w(n), ab(n, n), bb(n)
    real(8) :: a(n, n), inverse(n, n), s(n)
    integer :: row(n), i, j
    a = matrix
    call decompose(n, a, row)
    do i = 1, n
      s(i) = right(row(i)) - dot_product(a(1:i - 1, i), s(1:i - 1))
    end do
    do i = n, 1, -1
      s(i) = (s(i) - dot_product(a(i + 1:n, i), s(i + 1:n)))/a(i, i)
    end do
    inverse = 0d0
    do i = 1, n ! the transposed system, for w and for all of the inverse: first U^T
      w(i) = w(i)/a(i, i)
      w(i + 1:n) = w(i + 1:n) - w(i)*a(i + 1:n, i)
      inverse(i, i) = 1d0
      inverse(1:i, i) = inverse(1:i, i)/a(i, i)
      do j = i + 1, n
        inverse(1:i, j) = inverse(1:i, j) - a(j, i)*inverse(1:i, i)
      end do
    end do
    do i = n, 1, -1 ! then L^T
      w(1:i - 1) = w(1:i - 1) - w(i)*a(1:i - 1, i)
      do j = 1, i - 1
        inverse(:, j) = inverse(:, j) - a(j, i)*inverse(:, i)
      end do
    end do
    do i = 1, n
      ab(:, row(i)) = ab(:, row(i)) + g*inverse(:, i) - w(i)*s
      bb(row(i)) = bb(row(i)) + w(i)
    end do
  end subroutine
end subroutine
