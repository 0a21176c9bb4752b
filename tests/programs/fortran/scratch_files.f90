! A formatted and an unformatted scratch file, a direct-access one, and INQUIRE.
program files
  implicit none
  real(8) :: a(4), b(4)
  integer :: i, u, v, ios, length
  logical :: is_open
  character(len=20) :: word
  a = [(1d0/i, i = 1, 4)]
  open (newunit=u, status='scratch', form='unformatted')
  write (u) a
  write (u) 'some text           ', 17
  rewind (u)
  read (u) b
  read (u) word, i
  print *, all(a == b), trim(word), i
  close (u)
  inquire (iolength=length) a(1)
  open (newunit=v, status='scratch', access='direct', recl=length)
  do i = 1, 4
    write (v, rec=5 - i) a(i)
  end do
  read (v, rec=1) b(1)
  inquire (unit=v, opened=is_open)
  print '(es24.16, l2)', b(1), is_open
  close (v)
  open (newunit=u, status='scratch')
  write (u, '(3i4)') 1, 2, 3, 4
  rewind (u)
  do
    read (u, '(3i4)', iostat=ios) i
    if (ios /= 0) exit
    print *, i
  end do
  close (u)
end program
