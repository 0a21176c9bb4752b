! Array pointers: sections with strides, remapped bounds, association, swap of two.
program pointers
  implicit none
  real(8), target :: a(10), m(3, 4)
  real(8), pointer :: p(:), q(:), t(:), g(:, :), s
  integer :: i
  a = [(real(i, 8), i = 1, 10)]
  m = reshape([(i*0.25d0, i = 1, 12)], [3, 4])
  p => a(2:10:2)
  p = -p
  q => a(10:1:-3)
  print '(10f6.1)', a
  print '(4f6.1, 2i4)', q, lbound(q), ubound(q)
  t => p
  p => q
  q => t
  p(1) = 99d0
  q(0:) => a(3:5)
  q(0) = q(2) + 0.5d0
  print '(10f6.1)', a
  g => m(1:3:2, 2:)
  g(2, :) = g(1, :)*10
  print '(3f8.3)', m
  s => m(2, 2)
  s = s - 100
  print *, associated(s, m(2, 2)), associated(p, a), associated(q)
  print '(3f8.3)', m(:, 2)
  allocate (t(3))
  t = [1, 2, 3]
  print *, sum(t)
  deallocate (t)
  nullify (p)
  print *, associated(p), associated(t)
end program
