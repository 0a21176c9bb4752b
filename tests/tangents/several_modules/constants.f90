module constants
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: gravity = 9.81_dp
  real(dp) :: drag = 0.1_dp
end module
