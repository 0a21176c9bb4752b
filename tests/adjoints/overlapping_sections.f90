! Sections of one array that a procedure only reads: compilers pass copies of those that are not contiguous and write
! them back, over what the backward sweep has added to the adjoint of the other. Elements by a list of their numbers.
! head: turned(x)>(y)
! head: rows(x)>(y)
! head: listed(x)>(y)
! size: n=3
module overlapping_sections
  implicit none
contains
  subroutine combine(a, b, m, s)
    integer, intent(in) :: m
    real(8), intent(in) :: a(m), b(*)
    real(8), intent(inout) :: s
    integer :: i
    i = 1
    do while (i <= m .and. s < 50)
      if (a(i) > 100) return
      s = s + a(i)*sin(b(i))*s
      i = i + 1
    end do
  end subroutine
  subroutine turned(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(n)
    w = x*x
    y = 0.1d0
    call combine(w(n:1:-1), w, n, y)
    call combine(w, w(n:1:-1), n, y)
    call combine(w(n:1:-1), w(n:1:-1), n, y)
    call combine(w(::2), w(2:), (n + 1)/2 - 1, y)
  end subroutine
  subroutine rows(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n, n)
    real(8), intent(out) :: y
    real(8) :: a(n, n)
    integer :: i, j
    a = x*x
    y = 0.1d0
    do i = 1, n
      do j = 1, n
        call combine(a(i, :), a(j, :), n, y)
        call combine(a(:, i), a(:, j), n, y)
      end do
      call combine(a(i, :), a(:, i), n, y)
    end do
  end subroutine
  subroutine listed(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(n)
    integer :: at(n)
    w = x*x
    at = 1
    at(1) = n
    y = 0.1d0
    call combine(w(at), w, n, y)
    call combine(x(at), w(at), n, y)
  end subroutine
end module
