! EXIT and CYCLE of an outer loop by its name.
program named
  implicit none
  integer :: i, j, k, n
  n = 0
  outer: do i = 1, 10
    middle: do j = 1, 10
      do k = 1, 10
        n = n + 1
        if (i*j*k == 24) cycle middle
        if (i + j + k > 15) cycle outer
        if (n > 300) exit outer
        if (mod(n, 17) == 0) exit
      end do
      n = n + 2
    end do middle
    n = n + 3
  end do outer
  print *, i, j, k, n
end program
