! What costate_sparse.h declares, for Fortran programs that call libcostate_sparse themselves.
module costate_sparse
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private :: c_int

  interface
    ! Index sets
    integer(c_int) function costate_single(index) bind(c)
      import :: c_int
      integer(c_int), value :: index
    end function costate_single
    integer(c_int) function costate_union(a, b) bind(c)
      import :: c_int
      integer(c_int), value :: a, b
    end function costate_union
    integer(c_int) function costate_set_size(set) bind(c)
      import :: c_int
      integer(c_int), value :: set
    end function costate_set_size
    subroutine costate_set_elements(set, indices) bind(c)
      import :: c_int
      integer(c_int), value :: set
      integer(c_int), intent(out) :: indices(*)
    end subroutine costate_set_elements
    subroutine costate_sets_free() bind(c)
    end subroutine costate_sets_free

    ! Plans
    integer(c_int) function costate_plan_rows(plan) bind(c)
      import :: c_int
      integer(c_int), value :: plan
    end function costate_plan_rows
    integer(c_int) function costate_plan_columns(plan) bind(c)
      import :: c_int
      integer(c_int), value :: plan
    end function costate_plan_columns
    integer(c_int) function costate_plan_nonzeros(plan) bind(c)
      import :: c_int
      integer(c_int), value :: plan
    end function costate_plan_nonzeros
    integer(c_int) function costate_plan_colours(plan) bind(c)
      import :: c_int
      integer(c_int), value :: plan
    end function costate_plan_colours
    ! Columns starts(i) to starts(i+1) - 1 of `columns` are those of row i, all numbered from `base`.
    subroutine costate_plan_pattern(plan, base, starts, columns) bind(c)
      import :: c_int
      integer(c_int), value :: plan, base
      integer(c_int), intent(out) :: starts(*), columns(*)
    end subroutine costate_plan_pattern
    subroutine costate_plan_free(plan) bind(c)
      import :: c_int
      integer(c_int), value :: plan
    end subroutine costate_plan_free
  end interface
end module costate_sparse
