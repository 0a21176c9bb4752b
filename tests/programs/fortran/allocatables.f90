! ALLOCATE with bounds, stat and source, reallocation on assignment, MOVE_ALLOC.
program allocatables
  implicit none
  real(8), allocatable :: a(:), b(:, :), c(:)
  integer, allocatable :: n
  integer :: i, ios
  allocate (a(0:4), stat=ios)
  print *, ios, lbound(a), ubound(a), allocated(b)
  a = [(0.5d0*i, i = 0, 4)]
  allocate (b(2, 3), source=1.5d0)
  b(:, 2) = a(1:2)
  a = [a, 100d0]
  print *, size(a), lbound(a)
  call move_alloc(a, c)
  print *, allocated(a), allocated(c), size(c)
  allocate (a, mold=c)
  a = c*2
  c = pack(a, a > 1.5d0)
  print '(6f8.3)', b
  print '(6f8.3)', a
  print '(6f8.3)', c
  allocate (n, source=3)
  n = n + size(c)
  print *, n
  deallocate (a, b, stat=ios)
  print *, ios, allocated(a), allocated(b)
  call local(3)
  call local(5)
contains
  subroutine local(m)
    integer, intent(in) :: m
    real(8), allocatable :: work(:)
    print *, allocated(work)
    allocate (work(m))
    work = m
    print '(f8.3)', sum(work)
  end subroutine
end program
