! head: m%step(s,p)>(s,out,val)
module m
  implicit none
  type :: particle
    real(8) :: x(3), mass
    integer :: kind
  end type
  type, extends(particle) :: ion
    real(8) :: charge
  end type
contains
  subroutine step(n, s, p, out, val, opt)
    integer, intent(in) :: n
    type(ion), intent(inout) :: s(n)
    real(8), pointer, intent(in) :: p(:,:)
    real(8), allocatable, intent(out) :: out(:)
    real(8), allocatable, intent(inout) :: val
    real(8), optional, intent(in) :: opt
    integer :: i
    out = p(1,:)*2
    do i = 1, n
      s(i)%x = s(i)%x**2*s(i)%mass
      s(i)%charge = s(i)%charge*sum(s(i)%x)
    end do
    val = val*sum(p)
    if (present(opt)) val = val*opt
  end subroutine
end module
