! Components that are allocatable: deep copies on assignment, automatic release.
program components
  implicit none
  type :: series
    integer :: n = 0
    real(8), allocatable :: v(:)
    character(len=:), allocatable :: label
  end type
  type(series) :: a, b
  type(series), allocatable :: all(:)
  integer :: i
  a%n = 3
  allocate (a%v(a%n))
  a%v = [1d0, 2d0, 4d0]
  a%label = 'first'
  b = a
  b%v(2) = -1d0
  b%label = b%label//' copy'
  print '(6f8.3)', a%v, b%v
  print *, a%label, '|', b%label
  allocate (all(2))
  do i = 1, 2
    all(i) = grow(a, i)
  end do
  print *, all%n, size(all(2)%v)
  print '(5f8.3)', all(2)%v
  deallocate (a%v)
  print *, allocated(a%v), allocated(b%v), allocated(all(1)%v)
contains
  function grow(s, k) result(t)
    type(series), intent(in) :: s
    integer, intent(in) :: k
    type(series) :: t
    integer :: j
    t%n = s%n + k
    t%v = [s%v, (real(j, 8)/10, j = 1, k)]
    t%label = s%label
  end function
end program
