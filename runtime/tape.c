/* Values that the backward sweep needs again: last in, first out. */
typedef struct tape_block {
  struct tape_block *before;
  size_t size, used;
} tape_block;

static _Thread_local tape_block *tape, *tape_spare;

/* One empty block stays for the next run; that of a thread ends with it. */
#ifndef __STDC_NO_THREADS__
#include <threads.h>
static once_flag tape_once = ONCE_FLAG_INIT;
static tss_t tape_key;
static _Atomic int tape_keeps; /* one thread sets it, others look */

static void tape_start(void) {
  tape_keeps = tss_create(&tape_key, free) == thrd_success;
}

static void tape_keep(void) {
  call_once(&tape_once, tape_start);
  if (!tape_keeps || tss_set(tape_key, tape_spare) != thrd_success) {
    free(tape_spare);
    tape_spare = NULL;
  }
}

static void tape_unkeep(void) {
  if (tape_keeps)
    tss_set(tape_key, NULL);
}
#else
static void tape_keep(void) {
  free(tape_spare);
  tape_spare = NULL;
}

static void tape_unkeep(void) {
}
#endif

static void tape_grow(size_t bytes) {
  tape_block *block = tape_spare;
  if (!tape)
    tape_unkeep();
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

static void tape_shrink(void) {
  tape_block *empty = tape;
  tape = empty->before;
  if (tape_spare && tape_spare->size > empty->size) {
    free(empty);
  } else {
    free(tape_spare);
    tape_spare = empty;
  }
  if (!tape)
    tape_keep();
}
