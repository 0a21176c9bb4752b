! Integers see memory of reals by an implicit interface, and reals of another kind do.
subroutine outer(x, y)
  real(8) :: x, y, w(4)
  external :: shift
  w = x*x
  call shift(w, 4)
  y = w(4)
end subroutine
subroutine other(x, y)
  real(8) :: x, y, w(4)
  external :: narrow
  w = x*x
  call narrow(w, 4)
  y = w(1)
end subroutine
