! LOGICAL of several kinds, operators and their precedence.
program logicals
  implicit none
  logical :: a, b, c, t(8)
  logical(1) :: small
  integer :: k
  do k = 0, 7
    a = btest(k, 0)
    b = btest(k, 1)
    c = btest(k, 2)
    t(1) = a .or. b .and. c
    t(2) = (a .or. b) .and. c
    t(3) = .not. a .and. b
    t(4) = .not. (a .and. b)
    t(5) = a .eqv. b .or. c
    t(6) = a .neqv. b .neqv. c
    t(7) = (a .eqv. b) .eqv. c
    t(8) = a .eqv. (b .eqv. .not. c)
    small = t(6) .and. t(1)
    print *, t, small
  end do
  print *, count(t), any(t), all(t)
end program
