! Allocatable dummy arguments and function results.
module alloc_args
  implicit none
contains
  subroutine append(list, x)
    integer, allocatable, intent(inout) :: list(:)
    integer, intent(in) :: x
    integer, allocatable :: longer(:)
    if (.not. allocated(list)) then
      allocate (list(1))
      list(1) = x
      return
    end if
    allocate (longer(size(list) + 1))
    longer(:size(list)) = list
    longer(size(longer)) = x
    call move_alloc(longer, list)
  end subroutine
  function primes(n) result(p)
    integer, intent(in) :: n
    integer, allocatable :: p(:)
    integer :: k, d
    candidates: do k = 2, n
      do d = 2, k - 1
        if (d*d > k) exit
        if (mod(k, d) == 0) cycle candidates
      end do
      call append(p, k)
    end do candidates
  end function
  subroutine clear(list)
    integer, allocatable, intent(out) :: list(:)
  end subroutine
end module
program main
  use alloc_args
  implicit none
  integer, allocatable :: p(:)
  p = primes(60)
  print '(20i4)', p
  print *, sum(primes(100))
  call clear(p)
  print *, allocated(p)
end program
