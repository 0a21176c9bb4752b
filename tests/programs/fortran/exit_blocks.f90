! EXIT from a BLOCK, an IF and an ASSOCIATE construct by name.
program exit_blocks
  implicit none
  integer :: i, r
  do i = 1, 6
    r = 0
    checks: block
      integer :: k
      k = i*i
      if (k < 4) exit checks
      r = r + k
      inner: if (k > 9) then
        r = r + 1
        if (k > 16) exit inner
        r = r + 100
        if (k == 16) exit checks
      end if inner
      r = r*2
    end block checks
    print *, i, r
  end do
  named: associate (q => r)
    q = q + 1
    if (q > 5) exit named
    q = -1
  end associate named
  print *, r
end program
