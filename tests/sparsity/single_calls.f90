module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 9
    rows = 1
  end subroutine sizes

  integer(c_int) function issum() bind(c, name='isSum')
    issum = 0
  end function issum

  subroutine prepare(x, plan) bind(c)
    real(c_double), intent(in) :: x(9)
    integer(c_int), intent(out) :: plan
    real :: v(9)
    v = real(x)
    call single_plan(2, v(1:4), 4, v(5), v(6:9), plan)
  end subroutine prepare

  subroutine evaluate(plan, x, values, status) bind(c)
    integer(c_int), value :: plan
    real(c_double), intent(in) :: x(9)
    real(c_double) :: values(*)
    integer(c_int), intent(out) :: status
    real :: v(9), r
    v = real(x)
    call single_jacobian(plan, 2, v(1:4), 4, v(5), v(6:9), r, values, status)
  end subroutine evaluate

  subroutine tangent(x, xd, yd) bind(c)
    real(c_double), intent(in) :: x(9), xd(9)
    real(c_double), intent(out) :: yd
    real :: v(9), vd(9), r
    real, external :: single_d
    v = real(x)
    vd = real(xd)
    yd = single_d(2, v(1:4), vd(1:4), v(5), vd(5), v(6:9), vd(6:9), r)
  end subroutine tangent
end module calls
