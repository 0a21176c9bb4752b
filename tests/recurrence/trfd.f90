! Figure 14: the segment of TRFD. The subscript is the value after one more step, {{{{2,...
! expect ij of j in trfd: {{0,+,1,+,1}_i,+,1}_j
! expect ijkl of l in trfd: {{{{1,+,m^2/2+m/2+left+2,+,m^2/2+m/2+left+1}_i,+,m^2/2+m/2+left}_j,+,{2,+,1}_i,+,1}_k,+,1}_l
subroutine trfd(m, left, xijkl, xkl)
  integer :: m, left, i, j, k, l, ij, ijkl
  real(8) :: xijkl(*), xkl(*)
  ijkl = 0
  ij = 0
  do i = 1, m
    do j = 1, i
      ij = ij + 1
      ijkl = ijkl + i - j + 1
      do k = i+1, m
        do l = 1, k
          ijkl = ijkl + 1
          xijkl(ijkl) = xkl(l)
        end do
      end do
      ijkl = ijkl + ij + left
    end do
  end do
end subroutine
