! Whole-array algebra on matrices of complex numbers.
! head: propagate(h,psi)>(out)
! complex step: it computes with complex numbers itself
subroutine propagate(h, psi, out)
  implicit none
  complex(8), intent(in) :: h(3, 3), psi(3)
  complex(8), intent(out) :: out(3)
  complex(8) :: u(3, 3)
  u = matmul(h, conjg(transpose(h)))
  out = matmul(u, psi)/sqrt(dot_product(psi, psi)) + sum(h, 1) + product(h, 2)
end subroutine
