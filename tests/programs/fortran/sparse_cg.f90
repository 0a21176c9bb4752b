! Conjugate gradients on a sparse matrix in compressed rows, with operators on types.
module sparse
  implicit none
  type :: matrix
    integer :: n = 0
    integer, allocatable :: start(:), column(:)
    real(8), allocatable :: value(:)
  contains
    procedure :: times
  end type
contains
  function laplacian(m) result(a)
    integer, intent(in) :: m
    type(matrix) :: a
    integer :: i, k
    a%n = m
    allocate (a%start(m + 1), a%column(3*m - 2), a%value(3*m - 2))
    k = 1
    do i = 1, m
      a%start(i) = k
      if (i > 1) call put(i - 1, -1d0)
      call put(i, 2d0 + 0.01d0*i)
      if (i < m) call put(i + 1, -1d0)
    end do
    a%start(m + 1) = k
  contains
    subroutine put(j, v)
      integer, intent(in) :: j
      real(8), intent(in) :: v
      a%column(k) = j
      a%value(k) = v
      k = k + 1
    end subroutine
  end function
  function times(this, x) result(y)
    class(matrix), intent(in) :: this
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: i, k
    do i = 1, this%n
      y(i) = 0d0
      do k = this%start(i), this%start(i + 1) - 1
        y(i) = y(i) + this%value(k)*x(this%column(k))
      end do
    end do
  end function
  subroutine solve(a, b, x, tolerance, iterations)
    type(matrix), intent(in) :: a
    real(8), intent(in) :: b(:), tolerance
    real(8), intent(inout) :: x(:)
    integer, intent(out) :: iterations
    real(8), dimension(size(b)) :: r, p, q
    real(8) :: rr, old, alpha
    r = b - a%times(x)
    p = r
    rr = dot_product(r, r)
    do iterations = 1, 10*size(b)
      if (sqrt(rr) <= tolerance) return
      q = a%times(p)
      alpha = rr/dot_product(p, q)
      x = x + alpha*p
      r = r - alpha*q
      old = rr
      rr = dot_product(r, r)
      p = r + (rr/old)*p
    end do
  end subroutine
end module
program main
  use sparse
  implicit none
  type(matrix) :: a
  real(8) :: b(12), x(12)
  integer :: k
  a = laplacian(12)
  b = [(mod(k, 4) - 1.5d0, k = 1, 12)]
  x = 0d0
  call solve(a, b, x, 1d-11, k)
  print *, k
  print '(4es24.16)', x
end program
