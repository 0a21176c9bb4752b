! Default values of components: locals, arrays, INTENT(OUT), function results, allocation.
module defaults
  implicit none
  type :: part
    integer :: id = 7
    real(8) :: w(2) = [0.5d0, -0.5d0]
  end type
  type :: whole
    type(part) :: p
    logical :: ready = .true.
    character(len=4) :: name = 'none'
  end type
contains
  subroutine reset(w)
    type(whole), intent(out) :: w
    w%ready = .not. w%ready
  end subroutine
  type(part) function fresh(k)
    integer, intent(in) :: k
    fresh%id = fresh%id + k
  end function
end module
program main
  use defaults
  implicit none
  type(whole) :: a, list(2)
  type(whole), allocatable :: dynamic(:)
  type(part) :: p
  a%p%id = 1
  a%name = 'some'
  call show(a)
  call reset(a)
  call show(a)
  call show(list(2))
  allocate (dynamic(3))
  dynamic(2)%p%w = 9d0
  call show(dynamic(1))
  call show(dynamic(2))
  p = fresh(3)
  print *, p%id, p%w
contains
  subroutine show(w)
    type(whole), intent(in) :: w
    print '(i4, 2f8.3, l2, 1x, a)', w%p%id, w%p%w, w%ready, w%name
  end subroutine
end program
