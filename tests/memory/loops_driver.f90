! Arguments: which head, and how many iterations. Prints the gradient.
program driver
  implicit none
  character(40) :: which, text
  integer :: n
  real(8) :: x, xb

  call get_command_argument(1, which)
  call get_command_argument(2, text)
  read (text, *) n
  x = 0.7d0
  xb = 0
  select case (which)
  case ("kept")
    call kept_b(n, x, xb, 1d0)
  case ("taped")
    call taped_b(n, x, xb, 1d0)
  case default
    call allocated_array_b(n, x, xb, 1d0)
  end select
  print '(a, es20.12)', "gradient ", xb
end program
