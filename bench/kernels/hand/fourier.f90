! The adjoint of fourier.f90; see fourier.c beside it.
subroutine fourier_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call spectrum(size(1), data, x, yb, xb)
contains
  integer function after(at, n)
    integer, intent(in) :: at, n
    integer :: bit
    after = at
    bit = n/2
    do while (bit > 0)
      if (iand(after, bit) == 0) exit
      after = after - bit
      bit = bit/2
    end do
    after = after + bit
  end function

  subroutine spectrum(n, circle, x, yb, xb)
    integer, intent(in) :: n
    real(8), intent(in) :: circle(2, n/2), x(2, n), yb(n)
    real(8), intent(inout) :: xb(2, n)
    real(8) :: z(2, n), cosine, sine, re, im
    integer :: i, at, half, stride, from, k, a, b
    at = 0
    do i = 1, n
      z(:, at + 1) = x(:, i)
      at = after(at, n)
    end do
    half = 1
    do while (half < n)
      stride = n/(2*half)
      do from = 0, n - 1, 2*half
        do k = 0, half - 1
          a = from + k + 1
          b = a + half
          cosine = circle(1, k*stride + 1)
          sine = -circle(2, k*stride + 1)
          re = cosine*z(1, b) - sine*z(2, b)
          im = cosine*z(2, b) + sine*z(1, b)
          z(1, b) = z(1, a) - re
          z(2, b) = z(2, a) - im
          z(1, a) = z(1, a) + re
          z(2, a) = z(2, a) + im
        end do
      end do
      half = 2*half
    end do
    do i = 1, n
      z(:, i) = z(:, i)*(2d0*yb(i)/(1d0 + z(1, i)**2 + z(2, i)**2))
    end do
    half = n/2
    do while (half >= 1)
      stride = n/(2*half)
      do from = 0, n - 1, 2*half
        do k = 0, half - 1
          a = from + k + 1
          b = a + half
          cosine = circle(1, k*stride + 1)
          sine = -circle(2, k*stride + 1)
          re = z(1, a) - z(1, b)
          im = z(2, a) - z(2, b)
          z(1, a) = z(1, a) + z(1, b)
          z(2, a) = z(2, a) + z(2, b)
          z(1, b) = cosine*re + sine*im
          z(2, b) = cosine*im - sine*re
        end do
      end do
      half = half/2
    end do
    at = 0
    do i = 1, n
      xb(:, i) = xb(:, i) + z(:, at + 1)
      at = after(at, n)
    end do
  end subroutine
end subroutine
