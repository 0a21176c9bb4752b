! A private type behind public procedures, an opaque handle, public constants of that type.
module handles
  implicit none
  private
  type :: secret
    integer :: code = 0
  end type
  type, public :: handle
    private
    type(secret) :: s
    integer, public :: uses = 0
  end type
  type(handle), public, parameter :: nobody = handle(secret(-1), 0)
  public :: open_handle, code_of, operator(.same.)
  interface operator(.same.)
    module procedure same
  end interface
  integer, save :: next = 100
contains
  type(handle) function open_handle()
    next = next + 1
    open_handle%s%code = next
  end function
  integer function code_of(h)
    type(handle), intent(inout) :: h
    h%uses = h%uses + 1
    code_of = h%s%code
  end function
  logical function same(a, b)
    type(handle), intent(in) :: a, b
    same = a%s%code == b%s%code
  end function
end module
program main
  use handles, only: handle, open_handle, code_of, nobody, operator(.same.)
  implicit none
  type(handle) :: a, b, c
  a = open_handle()
  b = open_handle()
  c = nobody
  print *, code_of(a), code_of(b), code_of(a), code_of(c), a%uses
  print *, a.same.b, a.same.a
end program
