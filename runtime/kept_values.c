/* Room for the values that a loop keeps for its backward sweep. */
static void *kept_values(long count, size_t bytes) {
  if (count <= 0)
    count = 1;
  return memory_or_stop((size_t)count > (size_t)-1 / bytes ? NULL : malloc((size_t)count * bytes));
}
