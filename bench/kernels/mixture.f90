! Log-likelihood of a Gaussian mixture with a Wishart prior; see mixture.c.
module mixture_parts
  implicit none
contains
  pure real(8) function log_sum_exp(v)
    real(8), intent(in) :: v(:)
    real(8) :: largest
    largest = maxval(v)
    log_sum_exp = log(sum(exp(v - largest))) + largest
  end function

  pure subroutine multiply(d, diagonal, lower, v, out)
    integer, intent(in) :: d
    real(8), intent(in) :: diagonal(d), lower(*), v(d)
    real(8), intent(out) :: out(d)
    integer :: i, j, at
    out = diagonal*v
    at = 1
    do j = 1, d
      do i = j + 1, d
        out(i) = out(i) + lower(at)*v(j)
        at = at + 1
      end do
    end do
  end subroutine

  subroutine likelihood(d, k, n, packed, weights, means, factors, points, y)
    integer, intent(in) :: d, k, n, packed
    real(8), intent(in) :: weights(k), means(d, k), factors(packed, k), points(d, n)
    real(8), intent(out) :: y
    real(8), parameter :: gamma = 1.5d0
    integer, parameter :: m = 2
    real(8), allocatable :: diagonal(:, :), log_determinant(:), centred(:), scaled(:), terms(:)
    real(8) :: total
    integer :: p, c
    allocate (diagonal(d, k), log_determinant(k), centred(d), scaled(d), terms(k))
    do c = 1, k
      log_determinant(c) = sum(factors(1:d, c))
      diagonal(:, c) = exp(factors(1:d, c))
    end do
    total = 0d0
    do p = 1, n
      do c = 1, k
        centred = points(:, p) - means(:, c)
        call multiply(d, diagonal(:, c), factors(d + 1:, c), centred, scaled)
        terms(c) = weights(c) + log_determinant(c) - 0.5d0*dot_product(scaled, scaled)
      end do
      total = total + log_sum_exp(terms)
    end do
    y = total - n*log_sum_exp(weights)
    do c = 1, k
      y = y + 0.5d0*gamma*gamma*(sum(diagonal(:, c)**2) + sum(factors(d + 1:, c)**2)) &
          - m*log_determinant(c)
    end do
    deallocate (diagonal, log_determinant, centred, scaled, terms)
  end subroutine
end module

subroutine mixture(size, index, data, x, y)
  use mixture_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: d, k
  d = size(1)
  k = size(2)
  call likelihood(d, k, size(3), d*(d + 1)/2, x(1), x(k + 1), x(k + k*d + 1), data, y(1))
end subroutine
