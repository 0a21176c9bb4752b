/* Room for the values that a loop keeps for its backward sweep. */
static void *kept_values(long count, size_t bytes) {
  void *room = malloc(count > 0 ? (size_t)count * bytes : 1);
  if (!room) {
    fprintf(stderr, "no memory left for the values that the backward sweep needs\n");
    exit(EXIT_FAILURE);
  }
  return room;
}
