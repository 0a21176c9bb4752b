! NAMELIST read from a character variable and written.
program names
  implicit none
  integer :: n
  real(8) :: tol
  logical :: verbose
  character(len=60) :: input(3)
  namelist /settings/ n, tol, verbose
  n = 1
  tol = 0d0
  verbose = .true.
  input(1) = '&settings'
  input(2) = ' n = 25, tol = 1.5e-3'
  input(3) = ' verbose = F /'
  read (input, nml=settings)
  print *, n, tol, verbose
  n = n + 1
  write (*, settings)
end program
