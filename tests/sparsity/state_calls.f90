module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 5
    rows = 4
  end subroutine sizes

  integer(c_int) function issum() bind(c, name='isSum')
    issum = 0
  end function issum

  subroutine prepare(x, plan) bind(c)
    use state_dv, only: work_plan
    real(c_double), intent(in) :: x(5)
    integer(c_int), intent(out) :: plan
    real(8) :: y(4)
    call work_plan(x, y, plan)
  end subroutine prepare

  subroutine evaluate(plan, x, values, status) bind(c)
    use state_dv, only: work_jacobian
    integer(c_int), value :: plan
    real(c_double), intent(in) :: x(5)
    real(c_double) :: values(*)
    integer(c_int), intent(out) :: status
    real(8) :: y(4)
    call work_jacobian(plan, x, y, values, status)
  end subroutine evaluate

  subroutine tangent(x, xd, yd) bind(c)
    use state_d, only: work_d
    real(c_double), intent(in) :: x(5), xd(5)
    real(c_double), intent(out) :: yd(4)
    real(8) :: y(4)
    call work_d(x, xd, y, yd)
  end subroutine tangent
end module calls
