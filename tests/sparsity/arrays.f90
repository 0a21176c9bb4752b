! Array statements and functions, allocatables, elemental procedures.
! head: arrays%work(x,u)>(y,z)
module arrays
  implicit none
contains
  elemental function bent(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x*sin(x)
  end function bent

  subroutine work(x, u, y, z)
    real(8), intent(in) :: x(:), u(2, 3)
    real(8), intent(out) :: y(:), z(2, 2)
    real(8), allocatable :: w(:), m(:, :)
    real(8) :: kept

    w = x(2:5)
    y = 0
    y(1:4) = bent(w) + 2*x(1:4)
    where (mod([1, 2, 3, 4], 2) == 0)
      y(1:4) = y(1:4)*w
    elsewhere
      y(1:4) = y(1:4) - u(1, 1)
    end where
    kept = x(1)*u(2, 2)
    y(5) = kept + sum(u(:, 3)) + max(x(1), 0*x(2))
    y(6) = dot_product(x(1:2), u(:, 1)) + norm2(x(5:6))
    y(7) = sum(x(1:4), mask=[.true., .false., .true., .false.]) + minval([w(3), w(4) + 10])
    m = matmul(u, reshape(x(1:6), [3, 2]))
    z = transpose(m)
    y(8) = real(floor(x(1)), 8) + sign(x(3), -x(4)) + merge(x(5), x(6), x(5) > 5)
    w = cshift(x(1:3), 1)
    y(9) = w(3)*product(u(1, 1:2))
    y(10) = sum(matmul(x(1:2), u)) + maxval(sum(u, 1) + [0, 0, 10])
  end subroutine work
end module arrays
