! Part of tangent_workspace.f90 and tangent_real_as_integer.f90, compiled apart.
subroutine fill(place, x)
  real(8) :: place(*), x
  place(1) = cos(x)
end subroutine
subroutine take(place, y)
  real(8) :: place(*), y
  y = place(1)
end subroutine
subroutine shift(words, n)
  integer :: n, i
  integer(8) :: words(n)
  do i = n, 2, -1
    words(i) = words(i - 1)
  end do
end subroutine
subroutine narrow(place, n)
  integer :: n
  real(4) :: place(n)
  place(1) = place(2)
end subroutine
