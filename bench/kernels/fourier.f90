! The fast Fourier transform and its power spectrum; see fourier.c. Here with real and imaginary parts as rows.
module fourier_parts
  implicit none
contains
  subroutine reverse_bits(n, from, to)
    integer, intent(in) :: n
    real(8), intent(in) :: from(2, n)
    real(8), intent(out) :: to(2, n)
    integer :: i, at, bit
    at = 0
    do i = 1, n
      to(:, at + 1) = from(:, i)
      bit = n/2
      do while (bit > 0)
        if (iand(at, bit) == 0) exit
        at = at - bit
        bit = bit/2
      end do
      at = at + bit
    end do
  end subroutine

  subroutine transform(n, circle, z)
    integer, intent(in) :: n
    real(8), intent(in) :: circle(2, n/2)
    real(8), intent(inout) :: z(2, n)
    real(8) :: cosine, sine, re, im
    integer :: half, stride, start, k, a, b
    half = 1
    do while (half < n)
      stride = n/(2*half)
      do start = 0, n - 1, 2*half
        do k = 0, half - 1
          a = start + k + 1
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
  end subroutine

  subroutine spectrum(n, circle, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: circle(2, n/2), x(2, n)
    real(8), intent(out) :: y(n)
    real(8) :: z(2, n)
    call reverse_bits(n, x, z)
    call transform(n, circle, z)
    y = log(1d0 + z(1, :)**2 + z(2, :)**2)
  end subroutine
end module

subroutine fourier(size, index, data, x, y)
  use fourier_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call spectrum(size(1), data, x, y)
end subroutine
