! Optional arrays and pointers, absent through two levels, and present() in a condition with and.
! head: caller(x)>(y)
module optional_arrays
  implicit none
contains
  recursive subroutine worker(v, w, p, again)
    real(8), intent(inout) :: v(:)
    real(8), intent(inout), optional :: w(:)
    real(8), pointer, intent(in), optional :: p(:)
    logical, intent(in), optional :: again
    if (present(w)) then
       w = w*v(1)
       v = v + w
    end if
    if (present(p)) v = v*p
    if (present(again)) call worker(v, w)
  end subroutine
  subroutine caller(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: v(3), w(3)
    real(8), pointer :: p(:)
    v = x
    w = x**2
    allocate(p(3))
    p = sin(x)
    call worker(v)
    call worker(v, w, again=.true.)
    call worker(v, p=p)
    call worker(v, w, p, .false.)
    y = sum(v) + sum(w)
    deallocate(p)
  end subroutine
end module
