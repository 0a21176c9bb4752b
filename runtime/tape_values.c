
static inline void tape_push(const void *value, size_t bytes) {
  if (bytes == 0)
    return;
  if (!tape || tape->size - tape->used < bytes)
    tape_grow(bytes);
  memcpy((char *)(tape + 1) + tape->used, value, bytes);
  tape->used += bytes;
}

static inline void tape_pop(void *value, size_t bytes) {
  if (bytes == 0)
    return;
  tape->used -= bytes;
  memcpy(value, (char *)(tape + 1) + tape->used, bytes);
  if (tape->used == 0)
    tape_shrink();
}
