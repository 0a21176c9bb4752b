! The union of two index sets, by handle. Link with -lcostate_sparse.
elemental function costate_union(a, b) result(both)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer, intent(in) :: a, b
  integer :: both
  interface
    pure function united(a, b) bind(c, name='costate_union')
      import :: c_int
      integer(c_int), value, intent(in) :: a, b
      integer(c_int) :: united
    end function united
  end interface

  both = united(a, b)
end function costate_union
