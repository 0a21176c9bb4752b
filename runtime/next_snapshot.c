/* The step before which the next snapshot is taken, where there is one before step `from` and room for `free` more.
   The steps from `from` to `last` can then be run backwards with the fewest steps run again (binomial checkpointing,
   Griewank and Walther). Beyond `last` where no other snapshot is worth it. */
static long next_snapshot(long from, long last, long free) {
  long steps = last - from + 1, most = free + 1, repeats = 0, reach = 1, before = 1, first, rest;
  if (free < 1 || steps < 3)
    return last + 1;
  while (reach < steps) { /* binomial(most + repeats, most): so many steps can be run back */
    before = reach;
    repeats++;
    reach = reach * (most + repeats) / repeats;
  }
  rest = steps - before * most / (most + repeats - 1);
  first = before < rest ? before : rest;
  return steps - first < 2 ? last + 1 : from + first;
}
