
/* Room on the tape for the values that a loop keeps; how much was used before stands in front of it. */
static void *tape_reserve(long count, size_t bytes) {
  size_t values = count > 0 ? (size_t)count : 0, room = values * bytes + 32;
  if (values > ((size_t)-1 - 32) / bytes)
    memory_or_stop(NULL);
  if (!tape || tape->size - tape->used < room)
    tape_grow(room);
  char *at = (char *)(tape + 1) + tape->used;
  at += 32 - (size_t)at % 16;
  memcpy(at - sizeof tape->used, &tape->used, sizeof tape->used);
  tape->used += room;
  return at;
}

static void tape_release(const void *room) {
  memcpy(&tape->used, (const char *)room - sizeof tape->used, sizeof tape->used);
  if (tape->used == 0)
    tape_shrink();
}
