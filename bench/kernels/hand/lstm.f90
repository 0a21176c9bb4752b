! The adjoint of lstm.f90; see lstm.c beside it.
subroutine lstm_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: last
  last = 8*size(1)*size(2) + 1
  call network(size(1), size(2), size(3), x, x(last), data, yb(1), xb, xb(last))
contains
  elemental real(8) function sigmoid(v)
    real(8), intent(in) :: v
    sigmoid = 1d0/(1d0 + exp(-v))
  end function

  subroutine network(layers, width, steps, x, last, sequence, seed, xb, lastb)
    integer, intent(in) :: layers, width, steps
    real(8), intent(in) :: x(width, 8, layers), last(width, 2), sequence(width, steps), seed
    real(8), intent(inout) :: xb(width, 8, layers), lastb(width, 2)
    ! Of a step and layer: four gates, memory and hidden value before, tanh of the memory after, hidden value after
    real(8), allocatable :: kept(:, :, :, :), outputb(:, :)
    real(8), dimension(width, layers) :: memory, hidden, memoryb, hiddenb
    real(8) :: input(width), factor, m, f, e, l, c
    integer :: t, k, i
    allocate (kept(8, width, layers, steps - 1), outputb(width, steps - 1))
    memory = 0d0
    hidden = 0d0
    factor = seed/(width*(steps - 1))
    do t = 1, steps - 1
      input = sequence(:, t)
      do k = 1, layers
        do i = 1, width
          f = sigmoid(input(i)*x(i, 1, k) + x(i, 5, k))
          e = sigmoid(hidden(i, k)*x(i, 2, k) + x(i, 6, k))
          l = sigmoid(input(i)*x(i, 3, k) + x(i, 7, k))
          c = tanh(hidden(i, k)*x(i, 4, k) + x(i, 8, k))
          kept(1, i, k, t) = f
          kept(2, i, k, t) = e
          kept(3, i, k, t) = l
          kept(4, i, k, t) = c
          kept(5, i, k, t) = memory(i, k)
          kept(6, i, k, t) = hidden(i, k)
          memory(i, k) = memory(i, k)*f + e*c
          kept(7, i, k, t) = tanh(memory(i, k))
          hidden(i, k) = l*kept(7, i, k, t)
          kept(8, i, k, t) = hidden(i, k)
        end do
        input = hidden(:, k)
      end do
      outputb(:, t) = exp(input*last(:, 1) + last(:, 2))
      outputb(:, t) = factor*(outputb(:, t)*(sum(sequence(:, t + 1))/(sum(outputb(:, t)) + 2d0)) - sequence(:, t + 1))
    end do
    memoryb = 0d0
    hiddenb = 0d0
    do t = steps - 1, 1, -1
      hiddenb(:, layers) = hiddenb(:, layers) + outputb(:, t)*last(:, 1)
      lastb(:, 1) = lastb(:, 1) + outputb(:, t)*kept(8, :, layers, t)
      lastb(:, 2) = lastb(:, 2) + outputb(:, t)
      do k = layers, 1, -1
        input = sequence(:, t)
        if (k > 1) input = kept(8, :, k - 1, t)
        do i = 1, width
          m = memoryb(i, k) + hiddenb(i, k)*kept(3, i, k, t)*(1d0 - kept(7, i, k, t)**2)
          f = m*kept(5, i, k, t)*kept(1, i, k, t)*(1d0 - kept(1, i, k, t))
          e = m*kept(4, i, k, t)*kept(2, i, k, t)*(1d0 - kept(2, i, k, t))
          l = hiddenb(i, k)*kept(7, i, k, t)*kept(3, i, k, t)*(1d0 - kept(3, i, k, t))
          c = m*kept(2, i, k, t)*(1d0 - kept(4, i, k, t)**2)
          memoryb(i, k) = m*kept(1, i, k, t)
          hiddenb(i, k) = e*x(i, 2, k) + c*x(i, 4, k)
          if (k > 1) hiddenb(i, k - 1) = hiddenb(i, k - 1) + f*x(i, 1, k) + l*x(i, 3, k)
          xb(i, 1, k) = xb(i, 1, k) + f*input(i)
          xb(i, 2, k) = xb(i, 2, k) + e*kept(6, i, k, t)
          xb(i, 3, k) = xb(i, 3, k) + l*input(i)
          xb(i, 4, k) = xb(i, 4, k) + c*kept(6, i, k, t)
          xb(i, 5, k) = xb(i, 5, k) + f
          xb(i, 6, k) = xb(i, 6, k) + e
          xb(i, 7, k) = xb(i, 7, k) + l
          xb(i, 8, k) = xb(i, 8, k) + c
        end do
      end do
    end do
  end subroutine
end subroutine
