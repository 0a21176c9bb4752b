! expect: total = total \+ weight\*value
! comment: the weight falls with the squar[e]
! comment: accumulat[e]
! comment: show i[t]
! Comments before statements that survive whole stay with them.
program comments
  implicit none
  real(8) :: total, weight, value
  integer :: i
  total = 0d0
  do i = 1, 4
    ! the weight falls with the square
    weight = 1d0/i**2
    value = i
    ! accumulate
    total = total + weight*value
  end do
  ! show it
  print '(es24.16)', total
end program
