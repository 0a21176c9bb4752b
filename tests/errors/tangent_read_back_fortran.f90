subroutine model(x, y)
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  double precision :: t
  open(10, status='scratch', form='unformatted')
  write(10) x*x
  rewind(10)
  read(10) t
  close(10)
  y = t*x
end subroutine
