! Integers of every size: conversion, bits, shifts, literals in other bases.
program kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int8) :: i1
  integer(int16) :: i2
  integer(int32) :: i4
  integer(int64) :: i8
  i1 = 100_int8
  i2 = i1*300_int16
  i4 = i2*int(i1, int32)
  i8 = i4*1000_int64 + huge(i4)
  print *, i1, i2, i4, i8
  print *, iand(i4, z'ff'), ior(i1, 3_int8), ieor(i8, 12345678901_int64), not(i2)
  print *, ishft(i4, -3), ishft(1_int64, 40), ishftc(i1, 3), btest(i8, 5)
  print *, ibset(0_int16, 14), ibclr(i4, 5), ibits(i8, 4, 9)
  i4 = int(b'1011', int32) + int(o'17', int32)
  call mvbits(i4, 1, 3, i4, 8)
  print *, i4, popcnt(i8), leadz(i4), trailz(i4), shiftl(i4, 2), shiftr(-i4, 1), shifta(-i4, 1)
  print *, kind(i1), bit_size(i8), huge(i2), range(i4)
end program
