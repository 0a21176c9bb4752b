! Derived types inside derived types, and arrays of them.
! head: energy(masses,place)>(e)
module particles
  implicit none
  type vector
     real(8) :: x, y
  end type
  type particle
     type(vector) :: position, velocity
     real(8) :: mass
     integer :: id
  end type
contains
  subroutine energy(n, masses, place, e)
    integer, intent(in) :: n
    real(8), intent(in) :: masses(n), place(2, n)
    real(8), intent(out) :: e
    type(particle) :: all(n)
    integer :: i
    do i = 1, n
       all(i)%id = i
       all(i)%mass = masses(i)
       all(i)%position = vector(place(1, i), place(2, i))
       all(i)%velocity = vector(0.1d0*i, masses(i)**2)
    end do
    all(2) = all(1)
    all%mass = all%mass*2
    e = sum(all%mass*(all%velocity%x**2 + all%velocity%y**2)) + pair(all(1), all(n))
  end subroutine
  pure function pair(a, b) result(u)
    type(particle), intent(in) :: a, b
    real(8) :: u
    u = a%mass*b%mass/sqrt(1 + (a%position%x - b%position%x)**2 + (a%position%y - b%position%y)**2)
  end function
end module
