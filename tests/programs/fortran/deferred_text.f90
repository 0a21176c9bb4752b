! Allocatable text of deferred length.
program text
  implicit none
  character(len=:), allocatable :: s, t
  character(len=:), allocatable :: words(:)
  integer :: i
  s = 'ab'
  do i = 1, 3
    s = s//repeat('x', i)//','
  end do
  print *, s, len(s)
  t = trim('  padded  ')
  print *, '[', t, ']', '[', adjustl(t), ']', len_trim(t), len(t)
  allocate (character(len=4) :: words(3))
  words(1) = 'one'
  words(2) = upper('two')
  words(3) = 'three'
  print '(3a6)', words
  print *, scan(s, ',;'), verify('aaab', 'a'), index(s, 'x', back=.true.), upper(s)
contains
  function upper(a) result(b)
    character(len=*), intent(in) :: a
    character(len=len(a)) :: b
    integer :: i, c
    do i = 1, len(a)
      c = iachar(a(i:i))
      if (c >= iachar('a') .and. c <= iachar('z')) c = c - 32
      b(i:i) = achar(c)
    end do
  end function
end program
