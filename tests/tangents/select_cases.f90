! SELECT CASE on integers and characters, with ranges and a default.
! head: material(strain)>(stress)
subroutine material(n, strain, stress)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: strain(n)
  real(8), intent(out) :: stress(n)
  character(len=6) :: law
  integer :: i
  do i = 1, n
     select case (i)
     case (1)
        law = 'linear'
     case (2:3, 9)
        law = 'cubic'
     case default
        law = 'other'
     end select
     select case (law)
     case ('linear')
        stress(i) = 2*strain(i)
     case ('cubic')
        stress(i) = 2*strain(i) - strain(i)**3
     case default
        stress(i) = strain(i)*exp(strain(i))
     end select
  end do
end subroutine
