! A dense network with two layers; see network.c. Matrices are stored by columns here, so a row of
! weights there is a column here.
module network_parts
  implicit none
contains
  real(8) function cross_entropy(v, right)
    real(8), intent(in) :: v(:)
    integer, intent(in) :: right
    real(8) :: largest
    largest = maxval(v)
    cross_entropy = log(sum(exp(v - largest))) + largest - v(right)
  end function

  subroutine loss(inputs, hidden, outputs, samples, first, bias1, second, bias2, right, data, y)
    integer, intent(in) :: inputs, hidden, outputs, samples, right(samples)
    real(8), intent(in) :: first(inputs, hidden), bias1(hidden)
    real(8), intent(in) :: second(hidden, outputs), bias2(outputs), data(inputs, samples)
    real(8), intent(out) :: y
    real(8) :: middle(hidden), out(outputs)
    integer :: s
    y = 0d0
    do s = 1, samples
      middle = tanh(matmul(data(:, s), first) + bias1)
      out = matmul(middle, second) + bias2
      y = y + cross_entropy(out, right(s) + 1)
    end do
    y = y/samples
  end subroutine
end module

subroutine network(size, index, data, x, y)
  use network_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: bias1, second, bias2
  bias1 = size(1)*size(2) + 1
  second = bias1 + size(2)
  bias2 = second + size(2)*size(3)
  call loss(size(1), size(2), size(3), size(4), x, x(bias1), x(second), x(bias2), index, data, y(1))
end subroutine
