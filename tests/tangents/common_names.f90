! head: through(u)>(v)
! head: called(u)>(v)
! head: declared(u)>(v)
! The program has blocks and procedures that are named as derivatives of its blocks would be.
subroutine through(u, v)
  real(8) :: u, v, p, q, tangents, adjoints
  common /state/ p, q
  common /state_d/ tangents
  common /state_b/ adjoints
  p = sin(u)
  q = u
  tangents = 5
  adjoints = 2
  call advance
  v = q*tangents*adjoints
end subroutine

subroutine advance
  real(8) :: p, q
  common /state/ p, q
  q = p*q*q
end subroutine

subroutine called(u, v)
  real(8) :: u, v, w
  common /work/ w
  w = u**3
  call work_d(v)
  call work_b(v)
end subroutine

subroutine work_d(v)
  real(8) :: v, w
  common /work/ w
  v = w*w
end subroutine

subroutine work_b(v)
  real(8) :: v, w
  common /work/ w
  v = v + w
end subroutine

! The derivative's own scope has both blocks.
subroutine declared(u, v)
  real(8) :: u, v, p, q, d, d0, b, b0
  common /pair/ p, q
  common /pair_d/ d
  common /pair_d0/ d0
  common /pair_b/ b
  common /pair_b0/ b0
  d = 7
  d0 = u
  b = 3
  b0 = u*u
  p = u
  q = 2*p
  v = p*q*d + b*b0*d0
end subroutine

program main
  real(8) :: v
  call through(0.5d0, v)
  print *, v
  call called(0.5d0, v)
  print *, v
  call declared(0.5d0, v)
  print *, v
end program
