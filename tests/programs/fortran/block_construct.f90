! BLOCK: local names that hide outer ones, arrays sized on the spot, imported state.
program blocks
  implicit none
  integer :: i, n
  real(8) :: x
  x = 1.5d0
  do n = 1, 3
    block
      real(8) :: x(n), total
      integer :: i
      do i = 1, n
        x(i) = i*0.5d0
      end do
      total = sum(x)
      if (n > 1) then
        block
          integer :: total
          total = n*100
          print *, total
        end block
      end if
      print '(i3, f8.3)', n, total
    end block
    x = x*2
  end do
  i = 5
  block
    integer, save :: kept = 0
    kept = kept + i
    print *, kept
  end block
  print '(i3, f8.3)', i, x
end program
