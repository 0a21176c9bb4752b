! Bessel and Airy functions of complex argument (AMOS) and the gamma family (SLATEC), over regions
! that reach every branch: series, recurrences, asymptotic expansions, overflow and underflow.
program special_functions
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: zr(5), zi(5), wr(5), wi(5), ar, ai, x, y, order, ans(4), d(8), f(8), u(8)
  integer :: i, j, k, kode, nz, ierr
  real(dp), parameter :: orders(7) = [0d0, 0.3333333333333333d0, 1d0, 7.25d0, 45d0, 95.5d0, 200d0]
  real(dp), parameter :: reals(0:3) = [0.1d0, 2.5d0, 17d0, 310d0]
  real(dp), parameter :: imaginaries(0:3) = [0.01d0, -3d0, 25d0, -150d0]
  real(dp), external :: dgamma, dlngam, dgamr, dlbeta, dlnrel
  real, external :: gamma, alngam, albeta, alnrel, gamr
  external :: zbesh, zbesi, zbesj, zbesk, zbesy, zairy, zbiry, dpsifn, psifn, dpchim
  real :: sans(4)
  do kode = 1, 2
    do i = 1, 7
      order = orders(i)
      do j = -4, 4
        do k = 0, 3
          x = j*reals(k)
          y = imaginaries(k)
          call zbesj(x, y, order, kode, 5, zr, zi, nz, ierr)
          call show('j', nz, ierr)
          call zbesi(x, y, order, kode, 5, zr, zi, nz, ierr)
          call show('i', nz, ierr)
          if (x == 0 .and. y == 0) cycle
          call zbesk(x, y, order, kode, 5, zr, zi, nz, ierr)
          call show('k', nz, ierr)
          call zbesy(x, y, order, kode, 5, zr, zi, nz, wr, wi, ierr)
          call show('y', nz, ierr)
          call zbesh(x, y, order, kode, 1 + mod(i, 2), 5, zr, zi, nz, ierr)
          call show('h', nz, ierr)
          call zairy(x, y, mod(i, 2), kode, ar, ai, nz, ierr)
          print '(a, 2i4, 2z18.16)', 'a', nz, ierr, ar, ai
          call zbiry(x, y, mod(i, 2), kode, ar, ai, ierr)
          print '(a, i4, 2z18.16)', 'b', ierr, ar, ai
        end do
      end do
    end do
  end do
  do i = 1, 40
    x = 0.37_dp*i
    print '(4z18.16)', dgamma(x), dlngam(x*3), dgamr(-x), dlbeta(x, 0.5_dp + i/7._dp)
    print '(z18.16)', dlnrel(0.02_dp*i - 0.5_dp)
    print '(5z10.8)', gamma(real(x)), alngam(real(x)), albeta(real(x), 0.25*i), alnrel(0.01*i), gamr(real(x))
    call dpsifn(x, 0, 1, 4, ans, nz, ierr)
    print '(2i4, 4z18.16)', nz, ierr, ans
    call psifn(real(x), 1, 1, 3, sans, nz, ierr)
    print '(2i4, 3z10.8)', nz, ierr, sans(1:3)
  end do
  do i = 1, 8
    u(i) = i + 0.1_dp*mod(i*i, 3)
    f(i) = mod(i*5, 7) - 0.5_dp*i
  end do
  call dpchim(8, u, f, d, 1, ierr)
  print '(i4, 8z18.16)', ierr, d
contains
  subroutine show(name, nz, ierr)
    character, intent(in) :: name
    integer, intent(in) :: nz, ierr
    print '(a, 2i4)', name, nz, ierr
    if (ierr == 0 .or. ierr == 3) print '(5z18.16)', zr, zi
  end subroutine
end program
