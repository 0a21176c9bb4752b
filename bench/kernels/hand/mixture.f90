! The adjoint of mixture.f90; see mixture.c beside it.
subroutine mixture_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: d, k
  d = size(1)
  k = size(2)
  call likelihood(d, k, size(3), d*(d + 1)/2, x(1), x(k + 1), x(k + k*d + 1), data, yb(1), xb(1), xb(k + 1), &
                  xb(k + k*d + 1))
contains
  subroutine normalise(v)
    real(8), intent(inout) :: v(:)
    v = exp(v - maxval(v))
    v = v/sum(v)
  end subroutine

  subroutine likelihood(d, k, n, packed, weights, means, factors, points, seed, weightsb, meansb, factorsb)
    integer, intent(in) :: d, k, n, packed
    real(8), intent(in) :: weights(k), means(d, k), factors(packed, k), points(d, n), seed
    real(8), intent(inout) :: weightsb(k), meansb(d, k), factorsb(packed, k)
    real(8), parameter :: prior = 1.5d0**2
    real(8), dimension(d, k) :: diagonal, diagonalb, centred, scaled
    real(8), dimension(k) :: constant, constantb, terms
    real(8) :: by, factor, sum_j
    integer :: p, c, i, j, at
    diagonal = exp(factors(1:d, :))
    constant = weights + sum(factors(1:d, :), 1)
    constantb = 0d0
    diagonalb = 0d0
    do p = 1, n
      do c = 1, k
        centred(:, c) = points(:, p) - means(:, c)
        scaled(:, c) = diagonal(:, c)*centred(:, c)
        at = d
        do j = 1, d
          do i = j + 1, d
            at = at + 1
            scaled(i, c) = scaled(i, c) + factors(at, c)*centred(j, c)
          end do
        end do
        terms(c) = constant(c) - 0.5d0*dot_product(scaled(:, c), scaled(:, c))
      end do
      call normalise(terms)
      do c = 1, k
        by = seed*terms(c)
        constantb(c) = constantb(c) + by
        at = d
        do j = 1, d
          sum_j = diagonal(j, c)*scaled(j, c)
          factor = -by*centred(j, c)
          diagonalb(j, c) = diagonalb(j, c) + factor*scaled(j, c)
          do i = j + 1, d
            at = at + 1
            sum_j = sum_j + factors(at, c)*scaled(i, c)
            factorsb(at, c) = factorsb(at, c) + factor*scaled(i, c)
          end do
          meansb(j, c) = meansb(j, c) + by*sum_j
        end do
      end do
    end do
    terms = weights
    call normalise(terms)
    weightsb = weightsb + constantb - seed*n*terms
    do c = 1, k
      factorsb(1:d, c) = factorsb(1:d, c) + constantb(c) - 2d0*seed &
                         + (diagonalb(:, c) + seed*prior*diagonal(:, c))*diagonal(:, c)
      factorsb(d + 1:, c) = factorsb(d + 1:, c) + seed*prior*factors(d + 1:, c)
    end do
  end subroutine
end subroutine
