! A recurrent network of long short-term memory cells; see lstm.c.
module lstm_parts
  implicit none
contains
  elemental real(8) function sigmoid(v)
    real(8), intent(in) :: v
    sigmoid = 1d0/(1d0 + exp(-v))
  end function

  subroutine cell(width, weight, bias, memory, hidden, input)
    integer, intent(in) :: width
    real(8), intent(in) :: weight(width, 4), bias(width, 4), input(width)
    real(8), intent(inout) :: memory(width), hidden(width)
    real(8) :: forget, enter, leave, change
    integer :: i
    do i = 1, width
      forget = sigmoid(input(i)*weight(i, 1) + bias(i, 1))
      enter = sigmoid(hidden(i)*weight(i, 2) + bias(i, 2))
      leave = sigmoid(input(i)*weight(i, 3) + bias(i, 3))
      change = tanh(hidden(i)*weight(i, 4) + bias(i, 4))
      memory(i) = memory(i)*forget + enter*change
      hidden(i) = leave*tanh(memory(i))
    end do
  end subroutine

  subroutine network(layers, width, steps, x, last, sequence, y)
    integer, intent(in) :: layers, width, steps
    real(8), intent(in) :: x(width, 8, layers), last(width, 2), sequence(width, steps)
    real(8), intent(out) :: y
    real(8) :: memory(width, layers), hidden(width, layers), output(width), normal
    integer :: t, l
    memory = 0d0
    hidden = 0d0
    y = 0d0
    do t = 1, steps - 1
      output = sequence(:, t)
      do l = 1, layers
        call cell(width, x(:, 1:4, l), x(:, 5:8, l), memory(:, l), hidden(:, l), output)
        output = hidden(:, l)
      end do
      output = output*last(:, 1) + last(:, 2)
      normal = log(sum(exp(output)) + 2d0)
      y = y + sum(sequence(:, t + 1)*(normal - output))
    end do
    y = y/(width*(steps - 1))
  end subroutine
end module

subroutine lstm(size, index, data, x, y)
  use lstm_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call network(size(1), size(2), size(3), x, x(8*size(1)*size(2) + 1), data, y(1))
end subroutine
