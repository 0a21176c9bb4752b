! The adjoint of network.f90: every sample forward and back at once.
subroutine network_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: bias1, second, bias2
  bias1 = size(1)*size(2) + 1
  second = bias1 + size(2)
  bias2 = second + size(2)*size(3)
  call loss(size(1), size(2), size(3), size(4), x, x(bias1), x(second), x(bias2), index, data, yb(1), xb, &
            xb(bias1), xb(second), xb(bias2))
contains
  subroutine loss(inputs, hidden, outputs, samples, first, bias1, second, bias2, right, data, seed, firstb, bias1b, &
                  secondb, bias2b)
    integer, intent(in) :: inputs, hidden, outputs, samples, right(samples)
    real(8), intent(in) :: first(inputs, hidden), bias1(hidden), second(hidden, outputs), bias2(outputs)
    real(8), intent(in) :: data(inputs, samples), seed
    real(8), intent(inout) :: firstb(inputs, hidden), bias1b(hidden), secondb(hidden, outputs), bias2b(outputs)
    real(8) :: middle(hidden), middleb(hidden), out(outputs)
    integer :: s, i
    do s = 1, samples
      middle = tanh(matmul(data(:, s), first) + bias1)
      out = matmul(middle, second) + bias2
      out = exp(out - maxval(out))
      out = out*(seed/samples/sum(out))
      out(right(s) + 1) = out(right(s) + 1) - seed/samples
      bias2b = bias2b + out
      middleb = 0d0
      do i = 1, outputs
        secondb(:, i) = secondb(:, i) + out(i)*middle
        middleb = middleb + out(i)*second(:, i)
      end do
      middleb = middleb*(1d0 - middle**2)
      bias1b = bias1b + middleb
      do i = 1, hidden
        firstb(:, i) = firstb(:, i) + middleb(i)*data(:, s)
      end do
    end do
  end subroutine
end subroutine
