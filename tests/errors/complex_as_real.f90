! Complex numbers are reals, two by two, to what is called by an implicit interface.
subroutine outer(x, y)
  real(8) :: x, y
  complex(8) :: pair(2)
  external :: pairs
  pair(1) = cmplx(x, x*x, 8)
  pair(2) = pair(1)**2
  call pairs(pair, y)
end subroutine
