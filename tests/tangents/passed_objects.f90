! Bindings whose object is not the first argument, or no argument at all, called on objects of known type.
! head: balance(m,x)>(y)
module accounts
  implicit none
  type :: account
    real(8) :: sum = 0, rate = 0.5d0
  contains
    procedure, pass(to) :: receive
    procedure, pass(other) :: ratio
    procedure, pass(weighted) :: weigh
    procedure, nopass :: interest
    procedure, nopass :: difference => apart
    procedure, private, pass(r) :: scaled
    generic :: operator(*) => scaled
    generic :: gain => interest, weigh
  end type
  type, extends(account) :: savings
    real(8) :: bonus = 2
  end type
contains
  subroutine receive(from, to)
    class(account), intent(inout) :: from
    class(account), intent(inout) :: to
    to%sum = to%sum + from%sum**2
    from%sum = from%rate
  end subroutine
  real(8) function ratio(one, other)
    class(account), intent(in) :: one, other
    ratio = one%sum/(2 + other%sum*one%sum)
  end function
  real(8) function weigh(weight, more, weighted)
    real(8), intent(in) :: weight, more
    class(account), intent(in) :: weighted
    weigh = weight*weighted%sum + more*weighted%rate
  end function
  real(8) function interest(x)
    real(8), intent(in) :: x
    interest = x**2*0.5d0
  end function
  real(8) function apart(one, other)
    type(account), intent(in) :: one
    type(account), intent(in), optional :: other
    apart = one%sum**2
    if (present(other)) apart = apart - other%sum
  end function
  real(8) function scaled(l, r)
    real(8), intent(in) :: l
    class(account), intent(in) :: r
    scaled = l**2*r%sum
  end function
  subroutine balance(m, x, y)
    real(8), intent(in) :: m, x
    real(8), intent(out) :: y
    type(account) :: p, q
    type(savings) :: s(2)
    p%sum = x
    q%sum = 3*x*m
    s(2)%sum = m
    call p%receive(from=q)
    call s(2)%receive(p)
    y = p%ratio(s(2)) + s(2)%weigh(x, more=m) + p%gain(x, m)*q%gain(m)
    y = y + p%difference(q) + s(1)%interest(x)*p%difference(p) + x*q
  end subroutine
end module
