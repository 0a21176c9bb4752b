! ASSOCIATE: names for elements, sections, expressions, components; writes go through.
program names
  implicit none
  type :: cell
    real(8) :: value(3)
    integer :: k
  end type
  type(cell) :: grid(2, 2)
  real(8) :: a(5), x
  integer :: i
  a = [(i*1d0, i = 1, 5)]
  do i = 1, 4
    grid(mod(i - 1, 2) + 1, (i + 1)/2) = cell([1d0, 2d0, 3d0]*i, i)
  end do
  x = 2d0
  associate (mid => a(3), tail => a(4:), twice => 2*x, c => grid(2, 1))
    mid = mid + twice
    x = 100d0
    tail = tail*twice
    associate (v => c%value(2), n => c%k)
      v = v - twice
      n = n + size(tail)
    end associate
  end associate
  print '(6f10.4)', a, x
  print '(3f8.3, i4)', grid
  i = 2
  associate (e => a(i))
    i = 4
    e = -1d0
  end associate
  print '(5f10.4)', a
end program
