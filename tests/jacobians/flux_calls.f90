module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 5
    rows = 4
  end subroutine sizes

  subroutine original(x, y) bind(c)
    use flow
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(4)
    gain = x(4:5)
    call flux(x(1:3), y(1:2))
    y(3:4) = gain
  end subroutine original

  subroutine tangent(x, xd, yd) bind(c)
    use flow
    use flow_d
    real(c_double), intent(in) :: x(5), xd(5)
    real(c_double), intent(out) :: yd(4)
    real(8) :: y(2)
    gain = x(4:5)
    gaind = xd(4:5)
    call flux_d(x(1:3), xd(1:3), y, yd(1:2))
    yd(3:4) = gaind
  end subroutine tangent

  subroutine jacobian(x, y, entries) bind(c)
    use flow
    use flow_j
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(4), entries(5, 4)
    real(8) :: found(4, 5)
    gain = x(4:5)
    call flux_j(x(1:3), y(1:2), found)
    entries = transpose(found)
    y(3:4) = gain
  end subroutine jacobian
end module calls
