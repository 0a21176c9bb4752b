! Masked ELSEWHERE branches: each mask is evaluated once, where the construct comes to it.
! expect: elsewhere \(a < -1
! expect: (?s)elsewhere \(a > 3.*elsewhere\n
! reject: mask
program where_branches
  implicit none
  real :: a(6), b(6), c(6)
  integer :: i
  a = [(real(i) - 3, i=1, 6)]
  b = 0
  c = 1
  where (a > 0)
    b = sqrt(a)
    a = -2
  elsewhere (a < -1)
    b = -a
    ! The mask above has been read already.
    c = c + a
  elsewhere
    b = 7
    c = b*2
  end where
  print '(6f8.3)', a, b, c
  where (c > 10)
    c = 0
  elsewhere (a > 3)
    c = 1
  elsewhere (b > 1)
    c = 2
    a = 9
  elsewhere
    c = 3
  end where
  print '(6f8.3)', a, b, c
  where (a > 5)
    b = 1
  elsewhere (c > 2)
    b = 2
  end where
  where (square(a) > 5)
    b = b + 1
  elsewhere (square(b) > 3)
    b = b - square(c)
  end where
  print '(6f8.3)', a, b, c
contains
  function square(x) result(y)
    real, intent(in) :: x(:)
    real :: y(size(x))
    y = x*x
  end function square
end program where_branches
