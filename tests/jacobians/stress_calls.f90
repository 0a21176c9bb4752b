module calls
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine sizes(columns, rows) bind(c)
    integer(c_int), intent(out) :: columns, rows
    columns = 5
    rows = 5
  end subroutine sizes

  function gradient(x) result(f) ! of a deformation, with a positive determinant
    real(8), intent(in) :: x(4)
    real(8) :: f(2, 2)
    f = reshape([2*x(1), x(2)/4, x(3)/4, 2*x(4)], [2, 2])
  end function gradient

  subroutine original(x, y) bind(c)
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(5)
    real(8) :: p(2, 2)
    call stress(gradient(x), x(5), p, y(5))
    y(1:4) = reshape(p, [4])
  end subroutine original

  subroutine tangent(x, xd, yd) bind(c)
    real(c_double), intent(in) :: x(5), xd(5)
    real(c_double), intent(out) :: yd(5)
    real(8) :: p(2, 2), pd(2, 2), psi
    call stress_d(gradient(x), gradient(xd), x(5), xd(5), p, pd, psi, yd(5))
    yd(1:4) = reshape(pd, [4])
  end subroutine tangent

  subroutine jacobian(x, y, entries) bind(c)
    real(c_double), intent(in) :: x(5)
    real(c_double), intent(out) :: y(5), entries(5, 5)
    real(8) :: p(2, 2), found(5, 5)
    call stress_j(gradient(x), x(5), p, y(5), found)
    y(1:4) = reshape(p, [4])
    found(:, 1) = 2*found(:, 1)
    found(:, 2:3) = found(:, 2:3)/4
    found(:, 4) = 2*found(:, 4)
    entries = transpose(found)
  end subroutine jacobian
end module calls
