/* Values that the backward sweep needs again: last in, first out. */
typedef struct tape_block {
  struct tape_block *before;
  size_t size, used;
} tape_block;

static _Thread_local tape_block *tape, *tape_spare;

static void tape_grow(size_t bytes) {
  tape_block *block = tape_spare;
  tape_spare = NULL;
  if (!block || block->size < bytes) {
    size_t size = tape ? 2 * tape->size : 65536;
    if (size > (size_t)1 << 26)
      size = (size_t)1 << 26;
    if (size < bytes)
      size = bytes;
    free(block);
    block = malloc(sizeof(tape_block) + size);
    if (!block) {
      fprintf(stderr, "no memory left for the values that the backward sweep needs\n");
      exit(EXIT_FAILURE);
    }
    block->size = size;
  }
  block->before = tape;
  block->used = 0;
  tape = block;
}

static inline void tape_push(const void *value, size_t bytes) {
  if (bytes == 0)
    return;
  if (!tape || tape->size - tape->used < bytes)
    tape_grow(bytes);
  memcpy((char *)(tape + 1) + tape->used, value, bytes);
  tape->used += bytes;
}

static void tape_shrink(void) {
  tape_block *empty = tape;
  free(tape_spare);
  tape = empty->before;
  tape_spare = tape ? empty : NULL;
  if (!tape)
    free(empty);
}

static inline void tape_pop(void *value, size_t bytes) {
  if (bytes == 0)
    return;
  tape->used -= bytes;
  memcpy(value, (char *)(tape + 1) + tape->used, bytes);
  if (tape->used == 0)
    tape_shrink();
}
