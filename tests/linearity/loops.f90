! Carried dependences, use by use; a and c do not vary.
!   head: loops(x,z)>(s,y,w,v,u)
!   carried 28: s,s linear
!   fusable 28: yes
!   carried 31: s,s nonlinear
!   fusable 31: no
!   carried 34: y,y linear
!   fusable 34: no
!   carried 37: nothing
!   fusable 37: yes
!   carried 41: nothing
!   fusable 41: yes
!   carried 48: v,v nonlinear; y,v nonlinear
!   fusable 48: no
!   carried 55: u,t linear
!   fusable 55: yes
!   carried 60: s,s linear; u,s nonlinear
!   fusable 60: no
! Of u, not through what is overwritten; of s, through what is chosen.
!   why u,z: 50 59 63
!   why s,x: 47 49 50 59
subroutine loops(n, a, c, x, z, s, y, w, v, u)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), c, x(n), z(n)
  real(8), intent(out) :: s, y(0:n), w(n), v, u
  real(8) :: t, work(n)
  s = 0; v = 0; u = 0; t = 0; y = x(1)
  do i = 1, n  ! a filter, coefficients fixed
    s = a(i)*s + c*z(i)
  end do
  do i = 1, n  ! coefficients that vary
    s = x(i)*s + z(i)
  end do
  do i = 1, n  ! a prefix sum
    y(i) = y(i-1) + x(i)
  end do
  do i = 1, n  ! elements apart
    w(i) = x(i)*z(i)
    w(i) = w(i)*w(i)
  end do
  do i = 1, n  ! a work array
    do j = 1, n
      work(j) = x(j)*i
    end do
    w(i) = work(n)**2
  end do
  v = x(1)
  do i = 1, n  ! decided by what is carried
    if (v > c) then
      y(i) = z(i)
      v = v - 1
    end if
  end do
  t = x(1)
  do i = 1, n  ! the value of the iteration before
    u = t
    t = x(i)**2
  end do
  s = y(n)
  do i = 1, n  ! read before and after it is written
    u = sin(s)
    s = s + x(i)
    u = u*s
  end do
end subroutine
