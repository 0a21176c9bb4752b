! The twin of driver.c, but for the memory, which the caller measures.
program driver
  use steps, only: steps_run
  use steps_b, only: counted_b, until_b
  implicit none
  character(40) :: word, head
  integer :: n, i, k
  integer(8) :: last
  real(8), allocatable :: x(:), xb(:)
  real(8) :: y, yb
  call get_command_argument(1, head)
  call get_command_argument(2, word)
  read (word, *) n
  allocate(x(n), xb(n))
  do k = 3, command_argument_count()
    call get_command_argument(k, word)
    read (word, *) last
    x = [(0.5d0 + 0.4d0*mod(i, 7)/7, i=0, n - 1)]
    xb = 0
    y = 0
    yb = 1
    steps_run = 0
    if (head == "until") then
      call until_b(n, last, x, xb, y, yb)
    else
      call counted_b(n, last, x, xb, y, yb)
    end if
    write (*, "(i0, 1x, i0, 3(1x, es23.15))") last, steps_run, xb(1:min(n, 3))
  end do
end program driver
