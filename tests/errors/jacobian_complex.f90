subroutine turned(z, y)
  complex(8), intent(in) :: z
  real(8), intent(out) :: y
  y = abs(z)
end subroutine turned
