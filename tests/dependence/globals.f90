! Sums into variables that others may see: of a module, a target, of a common block.
! expect i in sums: parallel
! also total in sums: reduction
! expect i in watched: serial
! expect i in pointed: serial
! expect i in overlaid: serial
! expect i in overlaid_private: serial
! expect i in common_names: parallel
module state
  implicit none
  real(8) :: total = 0d0
  real(8), target :: seen = 0d0
contains
  subroutine sums(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    do i = 1, n
      total = total + a(i)
    end do
  end subroutine

  subroutine look(x)
    real(8), intent(out) :: x
    x = total
  end subroutine

  subroutine watched(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    integer :: i
    do i = 1, n
      total = total + a(i)
      call look(b(i))
    end do
  end subroutine

  subroutine pointed(n, a, b, p)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    real(8), pointer, intent(in) :: p
    integer :: i
    do i = 1, n
      seen = seen + a(i)
      b(i) = p
    end do
  end subroutine

  ! The sum and t are one number.
  subroutine overlaid(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    real(8) :: s, t
    equivalence (s, t)
    integer :: i
    s = 0d0
    do i = 1, n
      s = s + a(i)
      b(i) = t
    end do
  end subroutine

  subroutine overlaid_private(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    real(8) :: s, t
    equivalence (s, t)
    integer :: i
    s = 0d0
    do i = 1, n
      b(i) = s
      t = a(i)
    end do
  end subroutine

  subroutine common_names(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    real(8) :: s, t
    common /names/ s, t
    integer :: i
    do i = 1, n
      t = a(i)
      b(i) = s + t
    end do
  end subroutine
end module
