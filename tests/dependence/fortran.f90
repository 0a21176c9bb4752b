! The benchmark loops of the paper, and what Fortran adds.
!
! expect i in trfd: conditional
! expect k in trfd: parallel
! expect l in trfd: parallel
! expect i in mdg: parallel
! expect j in mdg: parallel
! expect j in columns: parallel
! also t in columns: private
! also work in columns: private
! expect i in recurrence: serial
! expect i in extremes: parallel
! also big in extremes: reduction
! also small in extremes: reduction
! also all_positive in extremes: reduction
! expect i in sections: parallel
! expect i in shifted_sections: serial
! expect i in other_bounds: serial

subroutine trfd(m, left, xijkl, xkl)
  integer, intent(in) :: m, left
  real(8), intent(inout) :: xijkl(*)
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
          xijkl(ijkl) = xkl(l)
        end do
      end do
      ijkl = ijkl + ij + left
    end do
  end do
end subroutine trfd

subroutine mdg(nt, nor1, var)
  integer, intent(in) :: nt, nor1
  real(8), intent(inout) :: var(*)
  integer :: i, j, jj
  do i = 1, nt
    jj = i
    do j = 1, nor1
      var(jj) = var(jj) + 1.0d0
      jj = jj + nt
    end do
  end do
end subroutine mdg

subroutine columns(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  real(8) :: work(100), t
  integer :: i, j
  do j = 1, n
    do i = 1, n
      work(i) = 2.0d0*a(i, j)
    end do
    do i = 2, n
      t = work(i - 1)
      a(i, j) = t + work(i)
    end do
  end do
end subroutine columns

subroutine recurrence(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 2, n
    a(i) = a(i - 1) + 1.0d0
  end do
end subroutine recurrence

subroutine extremes(n, a, big, small, all_positive)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: big, small
  logical, intent(inout) :: all_positive
  integer :: i
  do i = 1, n
    big = max(big, a(i))
    if (a(i) < small) small = a(i)
    all_positive = all_positive .and. a(i) > 0.0d0
  end do
end subroutine extremes

subroutine sections(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i
  do i = 1, n
    a(1:n, i) = 2.0d0*a(1:n, i)
  end do
end subroutine sections

subroutine shifted_sections(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i
  do i = 2, n
    a(1:n, i) = 2.0d0*a(1:n, i - 1)
  end do
end subroutine shifted_sections

subroutine other_bounds(n, a)
  ! The same array, but q(i) is a(i + 1).
  integer, intent(in) :: n
  real(8), intent(inout), target :: a(n)
  real(8), pointer :: p(:), q(:)
  integer :: i
  p => a
  q => a
  q(0:) => a
  do i = 1, n - 1
    p(i) = 2.0d0*q(i)
  end do
end subroutine other_bounds
