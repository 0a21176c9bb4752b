! The index sets of the columns (dimension 1) or rows (dimension 2) of a matrix, by handle. Link with
! -lcostate_sparse.
pure function costate_union_along(sets, dimension) result(along)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer, intent(in) :: sets(:, :), dimension
  integer :: along(size(sets, 3 - dimension))
  integer :: i
  interface
    pure function united(sets, count) bind(c, name='costate_union_all')
      import :: c_int
      integer(c_int), intent(in) :: sets(*)
      integer(c_int), value, intent(in) :: count
      integer(c_int) :: united
    end function united
  end interface

  do i = 1, size(along)
    if (dimension == 1) then
      along(i) = united(sets(:, i), size(sets, 1))
    else
      along(i) = united(sets(i, :), size(sets, 2))
    end if
  end do
end function costate_union_along
