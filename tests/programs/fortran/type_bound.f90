! Type-bound procedures: PASS, NOPASS, generic bindings, private components.
module accounts
  implicit none
  type :: account
    private
    real(8) :: balance = 0d0
    integer :: moves = 0
  contains
    procedure :: deposit
    procedure :: withdraw => take_out
    procedure :: report
    procedure, nopass :: rate
    procedure, private :: add_account, add_real
    generic :: operator(+) => add_account, add_real
  end type
contains
  subroutine deposit(self, amount)
    class(account), intent(inout) :: self
    real(8), intent(in) :: amount
    self%balance = self%balance + amount
    self%moves = self%moves + 1
  end subroutine
  logical function take_out(self, amount)
    class(account), intent(inout) :: self
    real(8), intent(in) :: amount
    take_out = self%balance >= amount
    if (take_out) call self%deposit(-amount)
  end function
  subroutine report(self)
    class(account), intent(in) :: self
    print '(f12.4, i4)', self%balance*self%rate(), self%moves
  end subroutine
  real(8) function rate()
    rate = 1.0625d0
  end function
  type(account) function add_account(a, b)
    class(account), intent(in) :: a, b
    add_account%balance = a%balance + b%balance
    add_account%moves = a%moves + b%moves
  end function
  type(account) function add_real(a, x)
    class(account), intent(in) :: a
    real(8), intent(in) :: x
    add_real%balance = a%balance + x
  end function
end module
program main
  use accounts
  implicit none
  type(account) :: a, b, c
  call a%deposit(100d0)
  if (.not. a%withdraw(150d0)) print *, 'refused'
  if (a%withdraw(30d0)) call a%report
  call b%deposit(1d0)
  c = a + b
  call c%report
  c = c + 0.5d0
  call c%report
  print *, b%rate()
end program
