/* Room for the adjoints of what the program allocates. */
static void *zeroed_values(size_t count, size_t bytes) {
  return memory_or_stop(count && bytes ? calloc(count, bytes) : malloc(1));
}
