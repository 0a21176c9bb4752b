! A structured program: what comes out reads like what went in.
! reject: ^\s*logical(?!.*clean)
! reject: do while \(\.true
! reject: \bt\d*\b
! expect: else if \(
! expect: do i = n, 1, -1
program plain
  implicit none
  integer, parameter :: n = 10
  integer :: i, positive, negative, zero
  real(8) :: x(n)
  positive = 0
  negative = 0
  zero = 0
  do i = 1, n
    x(i) = real(mod(i*i, 7) - 3, 8)
  end do
  do i = n, 1, -1
    if (x(i) > 0d0) then
      positive = positive + 1
    else if (x(i) < 0d0) then
      negative = negative + 1
      if (negative > 3) then
        x(i) = 0d0
      end if
    else
      zero = zero + 1
    end if
  end do
  if (clean(x) .and. positive > 0) print *, 'clean'
  print *, positive, negative, zero
contains
  logical function clean(v)
    real(8), intent(in) :: v(:)
    clean = all(abs(v) <= 3d0)
  end function
end program
