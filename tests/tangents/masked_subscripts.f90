! Lists of subscripts under a mask, some elements twice; and a masked array that is read backwards.
! head: masked(x)>(y)
module masked_subscripts
  implicit none
contains
  subroutine masked(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(5)
    real(8) :: w(5), m(3, 5)
    integer :: list(5)
    list = [2, 4, 2, 5, 1]
    w = x
    m = spread(x, 1, 3)
    y = w(list)
    where (w > 0.3d0)
      y = y*w(list)
    elsewhere (w(list) < 0.9d0)
      y = merge(w(list + 0), x, x > 0.1d0)
    elsewhere
      y = [x(1)*x(2), sin(w(list(1:3))), x(5)]
    end where
    where (w < 0.7d0)
      w = 0.25d0*m(3, list) + w(5:1:-1)
    elsewhere
      w = w(5:1:-1)*w
    end where
    y = y + w + m(2, list)*x(1)
    m(2:3, list(1:2)) = m(2:1:-1, list(4:5))*0.5d0
    y(1) = y(1) + sum(m)
  end subroutine
end module
