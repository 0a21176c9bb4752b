! WHERE: statement, construct with ELSEWHERE and mask, nested, the mask is evaluated first.
program wheres
  implicit none
  real(8) :: a(8), b(8), m(3, 3)
  integer :: i
  a = [(i - 4.5d0, i = 1, 8)]
  b = 0d0
  where (a > 0d0) b = sqrt(a)
  print '(8f9.5)', b
  where (a < -2d0)
    a = -a
    b = a*10
  elsewhere (a < 0d0)
    b = -1d0
    where (a > -1d0) b = -2d0
  elsewhere
    a = 0d0
  end where
  print '(8f9.3)', a
  print '(8f9.3)', b
  m = reshape([(real(i, 8), i = 1, 9)], [3, 3])
  where (mod(int(m), 2) == 0)
    m = m/2
  elsewhere
    m = 3*m + 1
  end where
  print '(9f6.1)', m
end program
