module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 7
    rows = 4
  end subroutine sizes

  subroutine original(x, y) bind(c)
    use rotation, only: turn
    real(c_double), intent(in) :: x(7)
    real(c_double), intent(out) :: y(4)
    call turn(x(1:4), x(5:7), y(1:3), y(4))
  end subroutine original

  subroutine tangent(x, xd, yd) bind(c)
    use rotation_d, only: turn_d
    real(c_double), intent(in) :: x(7), xd(7)
    real(c_double), intent(out) :: yd(4)
    real(8) :: y(4)
    call turn_d(x(1:4), xd(1:4), x(5:7), xd(5:7), y(1:3), yd(1:3), y(4), yd(4))
  end subroutine tangent

  subroutine jacobian(x, y, entries) bind(c)
    use rotation_j, only: turn_j
    real(c_double), intent(in) :: x(7)
    real(c_double), intent(out) :: y(4), entries(7, 4)
    real(8) :: found(4, 7)
    call turn_j(x(1:4), x(5:7), y(1:3), y(4), found)
    entries = transpose(found)
  end subroutine jacobian
end module calls
