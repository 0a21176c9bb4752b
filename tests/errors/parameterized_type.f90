module m
  type :: matrix(n)
    integer, len :: n
    real :: a(n, n)
  end type
contains
  subroutine clear(x)
    type(matrix(*)) :: x
    x%a = 0
  end subroutine
end module
