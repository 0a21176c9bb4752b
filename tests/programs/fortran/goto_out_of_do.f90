! Leaves two nested loops at once, by GOTO, for a place behind them.
program out_of_do
  implicit none
  integer :: i, j, hit_i, hit_j
  real(8) :: a(5, 6)
  do j = 1, 6
    do i = 1, 5
      a(i, j) = sin(real(i*j, 8))
    end do
  end do
  hit_i = 0
  hit_j = 0
  do j = 1, 6
    do i = 1, 5
      if (a(i, j) < -0.9d0) then
        hit_i = i
        hit_j = j
        goto 100
      end if
    end do
  end do
  print *, 'none'
100 continue
  print *, i, j, hit_i, hit_j
  write (*, '(es24.16)') a(hit_i, hit_j)
  do i = 1, 5
    if (a(i, 1) > 2.0d0) goto 200
  end do
  print *, 'not found', i
200 print *, 'end'
end program
