! Components of arrays of records: one element of an array component for all records, records by a list of
! subscripts in which some stand twice, records under a mask.
! head: pick(x)>(y)
module picked_records
  implicit none
  type :: particle
    real(8) :: mass, place(3)
  end type
contains
  subroutine pick(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    type(particle) :: p(4), q(4)
    integer :: list(4)
    real(8) :: w(4)
    list = [2, 1, 2, 3]
    p%mass = x*x(1)
    p%place(1) = 0.5d0
    p%place(2) = x**2
    y = p%place(2)*x
    y = y + p(list)%mass*x
    w = p(list)%place(2)*x
    p(list(2:4))%mass = w(1:3)*x(2:4)
    p(2:3)%place(1) = p(2:3)%place(1)*w(1:2)
    y = y + w*p%mass + p%place(1)*sum(p%place(2))
    q = p(4:1:-1)
    where (x > 0.5d0) q = p
    where (x < 0.7d0) q = p(2)
    q = q([2, 1, 3, 3])
    q(list(4:2:-1) + 0) = q(list(1:3) + 1)
    where (x < 0.6d0) q = particle(x(3)*x(2), [x(1), sin(x(2)), 1.0d0])
    q(3:4) = particle(x(3)*q(1)%mass, [x(1), sin(x(2)), 1.0d0])
    y = y + q%mass*q%place(2) + q(list)%place(1)
  end subroutine
end module
