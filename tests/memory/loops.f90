! What each iteration overwrites is kept: in arrays where the trips are known, on the tape where they are
! not; what the program allocates has adjoints beside it.
! head: kept(x)>(kept)
! head: taped(x)>(taped)
! head: allocated_array(x)>(allocated_array)
real(8) function kept(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  integer :: i
  kept = x
  do i = 1, n
    kept = kept*sin(kept) + 0.5d0*x
  end do
end function

real(8) function taped(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  integer :: i
  taped = x
  i = 0
  do while (i < n .and. taped < 1d6)
    taped = taped*sin(taped) + 0.5d0*x
    i = i + 1
  end do
end function

real(8) function allocated_array(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), allocatable :: work(:)
  integer :: i
  allocate(work(n))
  do i = 1, n
    work(i) = x*i
  end do
  allocated_array = 0
  do i = 1, n
    allocated_array = allocated_array + work(i)*work(i)/n
  end do
end function
