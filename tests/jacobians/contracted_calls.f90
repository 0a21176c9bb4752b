module calls
  use, intrinsic :: iso_c_binding
  use contracted
  use contracted_d
  use contracted_j
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 3
    rows = 2
  end subroutine sizes

  subroutine original(x, y) bind(c)
    real(c_double), intent(in) :: x(3)
    real(c_double), intent(out) :: y(2)
    call model(3, x, y)
  end subroutine original

  subroutine tangent(x, xd, yd) bind(c)
    real(c_double), intent(in) :: x(3), xd(3)
    real(c_double), intent(out) :: yd(2)
    real(c_double) :: y(2)
    call model_d(3, x, xd, y, yd)
  end subroutine tangent

  subroutine jacobian(x, y, entries) bind(c)
    real(c_double), intent(in) :: x(3)
    real(c_double), intent(out) :: y(2), entries(3, 2)
    real(c_double) :: found(2, 3)
    call model_j(3, x, y, found)
    entries = transpose(found)
  end subroutine jacobian
end module calls
