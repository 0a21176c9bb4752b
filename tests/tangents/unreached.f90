! What the head does not reach need not be understood: dynamic types, ranks, alternate returns, assigned jumps.
! head: work(x)>(y)
! head: applied(x)>(y)
module store
  implicit none
  type :: item
    real(8) :: worth = 1
  contains
    procedure :: value
  end type
  type, extends(item) :: rare
    real(8) :: factor = 2
  contains
    procedure :: value => rare_value
  end type
contains
  real(8) function value(i)
    class(item), intent(in) :: i
    value = i%worth**2
  end function
  real(8) function rare_value(i)
    class(rare), intent(in) :: i
    rare_value = i%worth**2*i%factor
  end function
  subroutine describe(what)
    class(*), intent(in) :: what
    select type (what)
    type is (integer)
      print *, 'an integer', what
    class is (item)
      print *, 'an item of', what%value()
    end select
  end subroutine
  subroutine clear(x)
    real(8), intent(inout) :: x(..)
    select rank (x)
    rank (0)
      x = 0
    rank (1)
      x(1) = 0
    end select
  end subroutine
  subroutine list(items)
    class(item), intent(in) :: items(:)
    integer :: i
    do i = 1, size(items)
      call describe(items(i))
      call judge(items(i)%value(), *10)
    end do
    return
10  print *, 'too much'
  contains
    subroutine judge(x, *)
      real(8), intent(in) :: x
      if (x > 1000) return 1
      call describe(nint(x))
    end subroutine
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(rare) :: r
    r%worth = x
    r%factor = x + 1
    y = r%value()*x
  end subroutine
  subroutine applied(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call apply(twice, x, y)
  end subroutine
  subroutine apply(f, x, y)
    interface
      subroutine f(x, y)
        real(8), intent(in) :: x
        real(8), intent(out) :: y
      end subroutine
    end interface
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call f(x**2, y)
  end subroutine
  subroutine twice(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = 2*x*x
  end subroutine
end module
