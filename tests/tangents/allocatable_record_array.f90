! An allocatable array of records with allocatable components, as frames of a chain of joints.
! head: reach(x)>(y)
module chains
  implicit none
  type joint
     real(8), allocatable :: turn(:, :), place(:)
  end type
contains
  subroutine reach(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(2)
    type(joint), allocatable :: joints(:)
    integer :: i
    allocate(joints(0:n))
    allocate(joints(0)%turn(2, 2), joints(0)%place(2))
    joints(0)%turn = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
    joints(0)%place = 0d0
    do i = 1, n
       allocate(joints(i)%turn(2, 2), joints(i)%place(2))
       joints(i)%turn(:, 1) = cos(x(i))*joints(i - 1)%turn(:, 1) + sin(x(i))*joints(i - 1)%turn(:, 2)
       joints(i)%turn(:, 2) = cos(x(i))*joints(i - 1)%turn(:, 2) - sin(x(i))*joints(i - 1)%turn(:, 1)
       joints(i)%place = joints(i - 1)%place + (1d0 + 0.5d0*x(i))*joints(i)%turn(:, 1)
    end do
    y = joints(n)%place
  end subroutine
end module
