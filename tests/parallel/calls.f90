! Arrays as arguments of calls in loops: what the callee touches of the caller's array, twins that meet.
!
! directives: 11
!
! expect j in columns: parallel
! expect j in columns_twin: serial
! expect j in leading: conditional
! expect j in windows: parallel
! expect j in windows_twin: serial
! expect j in sections: parallel
! expect j in sections_twin: serial
! expect j in shapes: parallel
! expect j in shapes_twin: serial
! expect j in bounds: parallel
! expect i in elements: parallel
! expect i in elements_twin: serial
! expect j in pairs: parallel
! expect j in pairs_twin: serial
! expect j in levels: parallel
! expect j in levels_twin: serial
! expect j in mixed: parallel
! expect j in mixed_twin: serial
! expect j in copied: serial
! expect j in work: parallel
! also w in work: private
! expect j in work_twin: serial
! expect j in inside: serial
module callees
  implicit none
contains
  subroutine scale(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = 2.0d0*x(i) + 1.0d0
    end do
  end subroutine scale
  subroutine pull(n, x) ! from the n elements behind
    integer, intent(in) :: n
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, n
      x(i) = 0.5d0*x(i + n)
    end do
  end subroutine pull
  subroutine halve(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = 0.5d0*x(i)
    end do
  end subroutine halve
  subroutine take(x, y)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: y(:)
    integer :: i
    do i = 1, size(x)
      x(i) = x(i) + y(i)
    end do
  end subroutine take
  subroutine column(n, j, x)
    integer, intent(in) :: n, j
    real(8), intent(inout) :: x(:, 0:)
    integer :: i
    do i = 1, n
      x(i, j) = x(i, j) + i
    end do
  end subroutine column
  subroutine column_before(n, j, x)
    integer, intent(in) :: n, j
    real(8), intent(inout) :: x(:, 0:)
    integer :: i
    do i = 1, n
      x(i, j) = x(i, j - 1) + i
    end do
  end subroutine column_before
  subroutine bump(x)
    real(8), intent(inout) :: x
    x = x + 1.0d0
  end subroutine bump
  subroutine add(x, y)
    real(8), intent(inout) :: x
    real(8), intent(in) :: y
    x = x + y
  end subroutine add
  subroutine rows(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(2, n)
    integer :: i
    do i = 1, n
      x(1, i) = x(2, i) + 1.0d0
      x(2, i) = 0.5d0
    end do
  end subroutine rows
  subroutine twice(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(0:n - 1)
    call scale(n - 1, x(1))
    call bump(x(0))
  end subroutine twice
  subroutine longer(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(0:n)
    call scale(n + 1, x(0))
  end subroutine longer
  subroutine fill(n, x, value)
    integer, intent(in) :: n
    real(8), intent(out) :: x(n)
    real(8), intent(in) :: value
    integer :: i
    do i = 1, n
      x(i) = value*i
    end do
  end subroutine fill
end module callees

module loops
  use callees
  implicit none
contains
  subroutine columns(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n
      call scale(n, a(1, j))
    end do
  end subroutine columns
  subroutine columns_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n - 1
      call pull(n, a(1, j))
    end do
  end subroutine columns_twin
  subroutine leading(n, lda, a)
    integer, intent(in) :: n, lda
    real(8), intent(inout) :: a(lda, *)
    integer :: j
    do j = 1, 20
      call scale(n, a(1, j))
    end do
  end subroutine leading
  subroutine windows(a)
    real(8), intent(inout) :: a(*)
    integer :: j
    do j = 1, 30
      call scale(10, a(10*j))
    end do
  end subroutine windows
  subroutine windows_twin(a)
    real(8), intent(inout) :: a(*)
    integer :: j
    do j = 1, 30
      call scale(11, a(10*j))
    end do
  end subroutine windows_twin
  subroutine sections(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n
      call halve(a(:, j))
      call scale(n - 1, a(2:n, j))
    end do
  end subroutine sections
  subroutine sections_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 2, n
      call take(a(:, j), a(:, j - 1))
    end do
  end subroutine sections_twin
  subroutine shapes(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:, :)
    integer :: j
    do j = 1, n
      call column(n, j - 1, a)
    end do
  end subroutine shapes
  subroutine shapes_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:, :)
    integer :: j
    do j = 2, n
      call column_before(n, j - 1, a)
    end do
  end subroutine shapes_twin
  subroutine bounds(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(5:, -3:)
    integer :: j
    do j = 1, n
      call column(n, j, a(6:, :))
    end do
  end subroutine bounds
  subroutine elements(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      call bump(a(i))
    end do
  end subroutine elements
  subroutine elements_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n - 1
      call add(a(i), a(i + 1))
    end do
  end subroutine elements_twin
  subroutine pairs(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(2*n, n)
    integer :: j
    do j = 1, n
      call rows(n, a(1, j))
    end do
  end subroutine pairs
  subroutine pairs_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(2*n, n)
    integer :: j
    do j = 1, n - 1
      call rows(n + 1, a(1, j))
    end do
  end subroutine pairs_twin
  subroutine levels(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n
      call twice(n, a(1, j))
    end do
  end subroutine levels
  subroutine levels_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n - 1
      call longer(n, a(1, j))
    end do
  end subroutine levels_twin
  subroutine mixed(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 1, n
      a(1, j) = j
      call scale(n, a(1, j))
      a(n, j) = a(n, j) + a(1, j)
    end do
  end subroutine mixed
  subroutine mixed_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: j
    do j = 2, n
      a(1, j) = a(n, j - 1)
      call scale(n, a(1, j))
    end do
  end subroutine mixed_twin
  subroutine copied(n, a) ! a copy of a may be passed, and written back
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:)
    integer :: j
    do j = 1, n
      call scale(1, a(j:))
    end do
  end subroutine copied
  subroutine work(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8) :: w(n)
    integer :: i, j
    do j = 1, n
      call fill(n, w, 0.5d0*j)
      do i = 1, n
        a(i, j) = a(i, j) + w(i)
      end do
    end do
  end subroutine work
  subroutine work_twin(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8) :: w(n)
    integer :: i, j
    w = 0.0d0
    do j = 1, n
      call fill(n - 1, w, 0.5d0*j)
      do i = 1, n
        a(i, j) = a(i, j) + w(i)
      end do
      w(n) = j
    end do
  end subroutine work_twin
  subroutine host(n, m, a) ! the columns are as long as n was on entry
    integer, intent(in) :: m
    integer, intent(inout) :: n
    real(8), intent(inout) :: a(n, *)
    n = m
    call inside
  contains
    subroutine inside
      integer :: j
      do j = 1, 10
        call scale(n, a(1, j))
      end do
    end subroutine inside
  end subroutine host
end module loops

program calls
  use loops
  implicit none
  real(8) :: a(40, 40), b(20, 40)
  integer :: k
  call reset
  call columns(40, a); call show('columns')
  call columns_twin(40, a); call show('columns_twin')
  call leading(40, 40, a); call show('leading')
  call leading(40, 25, a); call show('leading')
  call windows(a); call show('windows')
  call windows_twin(a); call show('windows_twin')
  call sections(40, a); call show('sections')
  call sections_twin(40, a); call show('sections_twin')
  call shapes(40, a); call show('shapes')
  call shapes_twin(40, a); call show('shapes_twin')
  call bounds(20, a); call show('bounds')
  call elements(40, a(:, 3)); call show('elements')
  call elements_twin(40, a(:, 3)); call show('elements_twin')
  call pairs(20, a); call show('pairs')
  call pairs_twin(20, a); call show('pairs_twin')
  call levels(40, a); call show('levels')
  call levels_twin(40, a); call show('levels_twin')
  call mixed(40, a); call show('mixed')
  call mixed_twin(40, a); call show('mixed_twin')
  call copied(40, a(:, 7)); call show('copied')
  call work(40, a); call show('work')
  call work_twin(40, a); call show('work_twin')
  k = 20
  call host(k, 30, b); a(1:20, :) = b; call show('host')
contains
  subroutine reset
    integer :: i, j
    do j = 1, 40
      do i = 1, 40
        a(i, j) = mod(i*7 + j*3, 11) - 4
      end do
    end do
    b = a(1:20, :)
  end subroutine reset
  subroutine show(name)
    character(*), intent(in) :: name
    real(8) :: total
    integer :: i, j
    total = 0.0d0
    do j = 1, 40
      do i = 1, 40
        total = 0.99d0*total + mod(i + j, 9)*a(i, j)
      end do
    end do
    print '(a, es24.14)', name, total
    call reset
  end subroutine show
end program calls
