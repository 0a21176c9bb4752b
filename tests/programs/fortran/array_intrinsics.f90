! Transformational intrinsics.
program transforms
  implicit none
  real(8) :: a(3, 4), v(4), w(3)
  integer :: i, k(6)
  logical :: mask(3, 4)
  a = reshape([(mod(i*7, 13)*0.5d0, i = 1, 12)], [3, 4])
  v = [1d0, -2d0, 0.5d0, 3d0]
  k = [5, 2, 9, 2, 7, 1]
  w = matmul(a, v)
  print '(3es24.16)', w, matmul(w, a(:, :3))
  print '(es24.16)', dot_product(v, v), sum(a), product(v), maxval(a), minval(a(2, :))
  print '(4f8.3)', sum(a, dim=1), maxval(a, dim=1), sum(a, dim=2)
  print '(4f8.3)', transpose(a)
  mask = a > 2d0
  print *, count(mask), any(mask, dim=1), all(mask, dim=2), parity([.true., .false., .true.])
  print *, maxloc(a), minloc(k), maxloc(k, dim=1), minloc(k, mask=k > 1), findloc(k, 2)
  print '(12f6.2)', pack(a, mask), unpack(v(1:3), [.true., .false., .true.], [8d0, 9d0, 10d0])
  print *, cshift(k, 2), eoshift(k, -1), eoshift(k, 2, boundary=0)
  print '(4f8.3)', spread(v, 1, 2), merge(v, -v, v > 0), sum(v, mask=v > 0), norm2(v)
  print *, size(a), shape(a), lbound(a), ubound(a, 2), size(a, 1)
  print *, iall(k), iany(k), iparity(k), reshape(k, [2, 3], order=[2, 1])
end program
