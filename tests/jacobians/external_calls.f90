module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 5
    rows = 1
  end subroutine sizes

  subroutine original(x, y) bind(c)
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(1)
    real, external :: well
    y(1) = well(real(x(1)), reshape(real(x(2:5)), [2, 2]), 3)
  end subroutine original

  subroutine tangent(x, xd, yd) bind(c)
    real(c_double), intent(in) :: x(5), xd(5)
    real(c_double), intent(out) :: yd(1)
    real, external :: well_d
    real :: value
    yd(1) = well_d(real(x(1)), real(xd(1)), reshape(real(x(2:5)), [2, 2]), reshape(real(xd(2:5)), [2, 2]), 3, value)
  end subroutine tangent

  subroutine jacobian(x, y, entries) bind(c)
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(1), entries(5, 1)
    real, external :: well_j
    real :: found(1, 5)
    y(1) = well_j(real(x(1)), reshape(real(x(2:5)), [2, 2]), 3, found)
    entries = transpose(found)
  end subroutine jacobian
end module calls
