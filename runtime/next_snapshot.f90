
! The step before which the next snapshot is taken, where there is one before step `from` and room for `free` more.
! The steps from `from` to `last` can then be run backwards with the fewest steps run again (binomial checkpointing,
! Griewank and Walther). Beyond `last` where no other snapshot is worth it.
subroutine next_snapshot(from, last, free, next)
  integer(8), intent(in) :: from, last, free
  integer(8), intent(out) :: next
  integer(8) :: steps, most, repeats, reach, before, first

  next = last + 1
  steps = last - from + 1
  most = free + 1
  if (free < 1 .or. steps < 3) return
  repeats = 0
  reach = 1
  before = 1
  do while (reach < steps) ! binomial(most + repeats, most): so many steps can be run back
    before = reach
    repeats = repeats + 1
    reach = reach*(most + repeats)/repeats
  end do
  first = min(before, steps - before*most/(most + repeats - 1))
  if (steps - first >= 2) next = from + first
end subroutine next_snapshot
