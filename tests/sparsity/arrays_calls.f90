module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 12
    rows = 14
  end subroutine sizes

  integer(c_int) function issum() bind(c, name='isSum')
    issum = 0
  end function issum

  subroutine prepare(x, plan) bind(c)
    use arrays_dv, only: work_plan
    real(c_double), intent(in) :: x(12)
    integer(c_int), intent(out) :: plan
    real(8) :: y(10), z(2, 2)
    call work_plan(x(1:6), reshape(x(7:12), [2, 3]), y, z, plan)
  end subroutine prepare

  subroutine evaluate(plan, x, values, status) bind(c)
    use arrays_dv, only: work_jacobian
    integer(c_int), value :: plan
    real(c_double), intent(in) :: x(12)
    real(c_double) :: values(*)
    integer(c_int), intent(out) :: status
    real(8) :: y(10), z(2, 2)
    call work_jacobian(plan, x(1:6), reshape(x(7:12), [2, 3]), y, z, values, status)
  end subroutine evaluate

  subroutine tangent(x, xd, yd) bind(c)
    use arrays_d, only: work_d
    real(c_double), intent(in) :: x(12), xd(12)
    real(c_double), intent(out) :: yd(14)
    real(8) :: y(10), z(2, 2), zd(2, 2)
    call work_d(x(1:6), xd(1:6), reshape(x(7:12), [2, 3]), reshape(xd(7:12), [2, 3]), y, yd(1:10), z, zd)
    yd(11:14) = reshape(zd, [4])
  end subroutine tangent
end module calls
