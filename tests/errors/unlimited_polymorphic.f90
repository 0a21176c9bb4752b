subroutine s(x, n)
  class(*), intent(in) :: x
  integer :: n
  select type (x)
  type is (integer)
    n = x
  end select
end subroutine
