! The loops of the recurrence paper in Fortran: Figures 6, 7, 9, 11, 14 (TRFD) and 15 (MDG).
!
! directives: 6
!
! expect i in figure6: conditional if k0 != -2
! expect i in figure7: conditional
! expect i in figure9: parallel
! expect i in figure11: parallel
! expect i in figure14: conditional if left >= -3
! expect i in figure15: parallel
!
! shows figure6:
! if (k /= -2) then
! a(2_8**i+k*2_8**i/2_8-1_8) = i
! i = int(max(n, 0) + 1_8)
! k = int(2_8**i + k*2_8**i/2_8 - i - 1_8)
!
! shows figure7:
! a(k+i*(i+int(j, 8)-2_8)-j+1_8) = i
! s = s + a(k+i*(i+int(j, 8))-1_8)
! i = int(max(n, 0) + 1_8)
! k = int(k + i*(i + int(j, 8) - 2_8) - j + 1_8)
! j = int(2_8*i + j - 2_8)
!
! shows figure9:
! do i = 1, n
! do j = 1, i
! a(j+int(k, 8)+i*(i-1_8)/2_8) = i - j
! end do
! end do
! i = int(max(n, 0) + 1_8)
! k = int(k + i*(i - 1_8)/2_8)
!
! shows figure11:
! a(at+i*(i*(i-3_8)+8_8)/6_8) = 1.0d0

module figures
  implicit none
contains

subroutine figure6(n, a, k, m)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(-20:)
  integer, intent(inout) :: k, m
  integer :: i, j
  do i = 1, n
    j = 2*k
    a(i + k) = i
    k = i + j
    m = m*i
  end do
end subroutine figure6

subroutine figure7(n, a, k, j, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(*), s
  integer, intent(inout) :: k, j
  integer :: i
  do i = 1, n
    a(k) = i
    k = k + j
    j = j + 2
    s = s + a(k)
    k = k + 1
  end do
end subroutine figure7

subroutine figure9(n, a, k)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(*)
  integer, intent(inout) :: k
  integer :: i, j
  do i = 1, n
    do j = 1, i
      k = k + 1
      a(k) = i - j
    end do
  end do
end subroutine figure9

subroutine figure11(n, a, k, c)
  integer, intent(in) :: n, k
  real(8), intent(inout) :: a(*)
  real(8), intent(in) :: c(*)
  integer :: i, j, at
  j = 0
  at = k
  do i = 1, n
    if (c(i) > 0.0d0) then
      at = at + j
      a(i + at) = 1.0d0
    else
      at = at + (i - 1)*(i - 2)/2
    end if
    j = j + i - 1
  end do
end subroutine figure11

subroutine figure14(m, left, x, xkl)
  integer, intent(in) :: m, left
  real(8), intent(inout) :: x(*)
  real(8), intent(in) :: xkl(*)
  integer :: i, j, k, l, ij, ijkl
  ijkl = 0
  ij = 0
  do i = 1, m
    do j = 1, i
      ij = ij + 1
      ijkl = ijkl + i - j + 1
      do k = i + 1, m
        do l = 1, k
          ijkl = ijkl + 1
          x(ijkl) = xkl(l) + k
        end do
      end do
      ijkl = ijkl + ij + left
    end do
  end do
end subroutine figure14

subroutine figure15(nt, nor1, var)
  integer, intent(in) :: nt, nor1
  real(8), intent(inout) :: var(*)
  integer :: i, j, jj
  do i = 1, nt
    jj = i
    do j = 1, nor1
      var(jj) = var(jj) + j
      jj = jj + nt
    end do
  end do
end subroutine figure15

end module figures

program paper
  use figures
  implicit none
  real(8) :: a(6000), c(100), s
  integer :: i, k, m, j, left
  call fill
  do i = -2, 2
    k = i
    m = 3
    call figure6(9, a(1500:), k, m)
    call show('6', real(k + m, 8))
  end do
  k = -2
  m = 0
  call figure6(70, a(1500:), k, m)
  call show('6', real(k + m, 8))
  do i = -5, 2
    k = 500
    j = i
    s = 0.0d0
    call figure7(40, a, k, j, s)
    call show('7', s + k + 10*j)
  end do
  k = 20
  call figure9(50, a, k)
  call show('9', real(k, 8))
  call figure9(-3, a, k)
  call show('9', real(k, 8))
  call figure11(25, a, 5, c)
  call show('11', 0.0d0)
  do left = -3, 3
    call figure14(9, left, a(101:), c)
    call show('14', real(left, 8))
  end do
  call figure15(40, 30, a)
  call show('15', 0.0d0)
contains
  subroutine fill
    integer :: l
    do l = 1, 6000
      a(l) = mod(l, 11) - 3
    end do
    do l = 1, 100
      c(l) = mod(l*l, 5) - 2
    end do
  end subroutine fill
  subroutine show(name, result)
    character(*), intent(in) :: name
    real(8), intent(in) :: result
    real(8) :: total
    integer :: l
    total = 0.0d0
    do l = 1, 6000
      total = 0.5d0*total + mod(l, 9)*a(l)
    end do
    print '(a, 2es24.14)', name, result, total
    call fill
  end subroutine show
end program paper
