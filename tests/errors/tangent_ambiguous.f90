module first
contains
  subroutine step(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    y = x*x
  end subroutine
end module

module second
contains
  subroutine step(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    y = x*x*x
  end subroutine
end module
