! Time loops that run from snapshots: states in local and dummy arrays, in allocatables, records, COMMON and modules,
! behind pointers; loops with few steps or many, in other loops and in procedures that are called more than once.
! head: locals(x)>(y)
! head: dummies(u)>(u,y)
! head: assumed(u)>(y)
! head: allocated_once(x)>(y)
! head: records(x)>(y)
! head: in_common(x)>(y)
! head: in_module(x)>(y)
! head: by_pointer(x)>(y)
! head: callees(x)>(y)
! head: nested(x)>(y)
! head: needed_before(x)>(y)
! head: backwards(x)>(y)
! head: none_and_one(x)>(y)
! size: n=6
! size: steps=11
! flags: --checkpoint 38:3
module weather
  implicit none
  type :: particle
    real(8) :: place(2), speed
    integer :: turns
  end type particle
  real(8) :: wind(4), rain
contains

  ! An integer chooses what is read; the loop variable is read after the loop.
  subroutine locals(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(4), w(4), total
    integer :: t, i, k
    u = x(:4)
    total = 0
    k = 1
    do t = 5, 5 + 2*steps, 2
      do i = 1, 4
        w(i) = sin(u(i))*u(mod(i, 4) + 1)
      end do
      k = mod(k, 4) + 1
      u = u + 0.1d0*w*u(k)
      total = total + u(k)*u(1)
    end do
    y = total + u(2)*t
  end subroutine locals

  ! u is changed in part.
  subroutine dummies(n, steps, u, y)
    integer, intent(in) :: n, steps
    real(8), intent(inout) :: u(n)
    real(8), intent(out) :: y
    real(8) :: w(n)
    integer :: t
    !$costate checkpoint(3)
    do t = 1, steps
      w(2:n - 1) = u(2:n - 1) + 0.1d0*(u(1:n - 2)*u(2:n - 1) - 2*u(2:n - 1) + u(3:n))
      u(2:n - 1) = w(2:n - 1)
    end do
    y = u(2)*u(3)
    u(1) = u(2)
  end subroutine dummies

  ! The declaration says nothing of the extent.
  subroutine assumed(n, steps, u, y)
    integer, intent(in) :: n, steps
    real(8), intent(inout) :: u(*)
    real(8), intent(out) :: y
    real(8) :: w(n)
    integer :: t, i
    !$costate checkpoint(2)
    do t = 1, steps
      do i = 2, n - 1
        w(i) = u(i)*(1 - 0.1d0*u(i - 1) + 0.1d0*u(i + 1))
      end do
      do i = 2, n - 1
        u(i) = w(i)
      end do
    end do
    y = u(2)*u(n - 1)
  end subroutine assumed

  subroutine allocated_once(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: u(:, :), unused(:)
    integer :: t, i
    allocate(u(n, 2))
    u(:, 1) = x
    u(:, 2) = x*x
    !$costate checkpoint(100)
    do t = 1, steps
      do i = 1, n
        u(i, 2) = u(i, 2) + 0.1d0*sin(u(i, 1))
        u(i, 1) = u(i, 1) + 0.1d0*u(i, 2)*u(mod(i, n) + 1, 1)
      end do
      if (allocated(unused)) unused(1) = unused(1) + t
    end do
    y = u(1, 1)*u(2, 2)
    deallocate(u)
  end subroutine allocated_once

  subroutine records(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(particle) :: p, q(2)
    integer :: t
    p%place = x(1:2)
    p%speed = x(3)
    p%turns = 0
    q(1) = p
    q(2) = p
    !$costate checkpoint(1)
    do t = 1, steps
      p%speed = p%speed - 0.1d0*sin(p%place(1))*q(mod(p%turns, 2) + 1)%speed
      p%place = p%place + 0.1d0*p%speed*p%place(2)
      p%turns = p%turns + 1
      q(mod(t, 2) + 1)%speed = p%speed*0.5d0
    end do
    y = p%place(1)*p%speed*q(1)%speed
  end subroutine records

  subroutine in_common(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: a(3), b
    common /block/ a, b
    integer :: t
    a = x(1:3)
    b = x(4)
    !$costate checkpoint(3)
    do t = 1, steps
      call common_step(t)
    end do
    y = a(1)*a(2) + b
    a = 0
    b = 0
  end subroutine in_common

  subroutine common_step(t)
    integer, intent(in) :: t
    real(8) :: a(3), b
    common /block/ a, b
    a(mod(t, 3) + 1) = sin(a(1))*b
    b = b*0.9d0 + 0.1d0*a(2)*a(3)
  end subroutine common_step

  subroutine in_module(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: t
    wind = x(1:4)
    rain = 0.5d0
    !$costate checkpoint(2)
    do t = 1, steps
      call blow()
      wind(1) = wind(1)*(1 + 0.1d0*rain)
    end do
    y = wind(1)*wind(3) + rain
    wind = 0
    rain = 0
  end subroutine in_module

  subroutine blow()
    wind = cshift(wind, 1)*cos(0.1d0*wind)
    rain = rain + 0.1d0*wind(2)*rain
  end subroutine blow

  subroutine by_pointer(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), pointer :: u(:), part(:)
    integer :: t
    allocate(u(n))
    u = x
    part => u(2:3)
    !$costate checkpoint(3)
    do t = 1, steps
      u(1) = u(1) + 0.1d0*sin(part(1))*u(n)
      part = part*(1 + 0.1d0*u(1))
    end do
    y = u(1)*part(2)
    deallocate(u)
  end subroutine by_pointer

  subroutine run(steps, v, y)
    integer, intent(in) :: steps
    real(8), intent(inout) :: v
    real(8), intent(inout) :: y
    integer :: t
    real(8) :: last
    last = 0
    !$costate checkpoint(2)
    do t = 1, steps
      v = v - 0.1d0*v*v + 0.01d0*last*y
      last = v
    end do
    y = y + v*last
  end subroutine run

  subroutine callees(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: v
    integer :: i
    y = 1
    v = x(1)
    do i = 1, n
      v = v*x(i)
      call run(steps + i - 3, v, y)
    end do
    y = y*v
  end subroutine callees

  subroutine nested(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: v, w
    integer :: t, k
    v = x(1)
    w = x(2)
    !$AD BINOMIAL-CKP steps+1 2 1
    do t = 1, steps
      w = w - 0.1d0*v*w
      !$costate checkpoint(3)
      do k = 1, mod(t, 5)
        v = v - 0.1d0*sin(w)*k*v*v
      end do
      call run(2, w, v)
      v = sin(v)
    end do
    y = v*w
  end subroutine nested

  ! What the loop overwrites is needed before it.
  subroutine needed_before(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(3), s
    integer :: t
    u = x(1:3)
    s = u(1)*u(2)*u(3)
    u = u*s
    s = s*u(1)
    !$costate checkpoint(3)
    do t = 1, steps
      u(mod(t, 3) + 1) = sin(u(mod(t + 1, 3) + 1)) + 0.1d0*s
      s = s + 0.1d0*u(1)*u(3)
    end do
    y = u(1)*u(2) + s
    u = 1
    s = u(1)
    y = y*s
  end subroutine needed_before

  subroutine backwards(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: t, by
    y = x(1)
    by = -3
    !$costate checkpoint(2)
    do t = 3*steps, 1, by
      y = y*cos(y) + x(mod(t, n) + 1)
    end do
    by = 1
    y = y*by
  end subroutine backwards

  subroutine none_and_one(n, steps, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: t
    y = x(1)*x(2)
    !$costate checkpoint(2)
    do t = 1, steps - steps
      y = y*y
    end do
    y = y*y
    !$costate checkpoint(2)
    do t = steps, steps
      y = y*sin(y)
    end do
    y = y*y
  end subroutine none_and_one
end module weather
