! The union of all index sets of a list, by handle. Link with -lcostate_sparse.
pure function costate_union_list(sets) result(all)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer, intent(in) :: sets(:)
  integer :: all
  interface
    pure function united(sets, count) bind(c, name='costate_union_all')
      import :: c_int
      integer(c_int), intent(in) :: sets(*)
      integer(c_int), value, intent(in) :: count
      integer(c_int) :: united
    end function united
  end interface

  all = united(sets, size(sets))
end function costate_union_list
