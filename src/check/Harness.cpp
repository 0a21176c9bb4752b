// What every check program is linked with: guarded memory for the arguments of the head, and a
// report where the program leaves it. Guards make every access behind an argument a fault, so a
// length that is too short is found and never judged.
#include "check/Harness.h"

namespace costate::check {

const char *const harnessSource = R"C(#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most = 4096, overrunStatus = 97 };
static struct region {
  char *begin, *end, *low, *high; /* the buffer; what is reserved around it */
  int id, isFreed;
} regions[most];
static int count, next; /* next: the buffer that the next malloc makes; 0: none */
static FILE *input, *output;

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static struct region *regionOf(const void *p) {
  for (int i = 0; i < count; i++)
    if ((const char *)p >= regions[i].low && (const char *)p < regions[i].high)
      return &regions[i];
  return NULL;
}

/* Tells which buffer was left and how many bytes from its start, and ends the program. Of threads that leave buffers
   at the same time one tells. */
static void report(const char *what, int id, long offset) {
  static int told;
  while (__sync_lock_test_and_set(&told, 1))
    pause();
  const char *path = getenv("COSTATE_CHECK_REPORT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%s %d %ld\n", what, id, offset);
    fclose(file);
  }
  _exit(overrunStatus);
}

static void fault(int number, siginfo_t *info, void *context) {
  struct region *r = regionOf(info->si_addr);
  (void)context;
  if (r)
    report("overrun", r->id, (long)((char *)info->si_addr - r->begin));
  signal(number, SIG_DFL);
}

/* The buffer ends where memory that nobody may touch begins; the bytes before it are NaNs. */
static void *guarded(int id, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), guard = (size_t)1 << 30;
  size_t size = (bytes + page - 1) / page * page;
  char *low = mmap(NULL, size + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
  if (low == MAP_FAILED || count == most ||
      mprotect(low + guard, size, PROT_READ | PROT_WRITE) != 0) {
    fprintf(stderr, "costate check: no memory for %zu bytes\n", bytes);
    _exit(98);
  }
  struct region r = {low + guard + size - bytes, low + guard + size, low, low + size + 2 * guard, id, 0};
  memset(low + guard, 0xff, size - bytes);
  memset(r.begin, 0, bytes);
  regions[count++] = r;
  return r.begin;
}

static void checkUnderrun(const struct region *r) {
  for (char *p = r->begin; (uintptr_t)p % (uintptr_t)sysconf(_SC_PAGESIZE) != 0;)
    if (*(unsigned char *)--p != 0xff)
      report("overrun", r->id, (long)(p - r->begin));
}

void *__wrap_malloc(size_t bytes) {
  if (!next)
    return __real_malloc(bytes);
  int id = next;
  next = 0;
  return guarded(id, bytes);
}

void *__wrap_calloc(size_t n, size_t bytes) {
  return next ? __wrap_malloc(n * bytes) : __real_calloc(n, bytes);
}

void __wrap_free(void *p) {
  struct region *r = p ? regionOf(p) : NULL;
  if (!r) {
    __real_free(p);
    return;
  }
  checkUnderrun(r); /* nobody can look at it later */
  r->isFreed = 1;
  mprotect(r->low, (size_t)(r->high - r->low), PROT_NONE);
}

void *__wrap_realloc(void *old, size_t bytes) {
  struct region *r = old ? regionOf(old) : NULL;
  if (!r)
    return __real_realloc(old, bytes);
  size_t have = (size_t)(r->end - r->begin);
  void *fresh = __real_malloc(bytes);
  if (fresh)
    memcpy(fresh, old, have < bytes ? have : bytes);
  return fresh;
}

/* For traced tangents: the place in the source, a value and its derivative; the first of them only,
   where a program runs long. */
void costate_trace(int site, double value, double derivative) {
  static long left = 300000;
  static FILE *file;
  if (!file && left > 0) {
    const char *path = getenv("COSTATE_CHECK_TRACE");
    file = path ? fopen(path, "wb") : NULL;
    if (!file)
      left = 0;
  }
  if (left-- <= 0)
    return;
  int32_t id = site;
  double numbers[2] = {value, derivative};
  fwrite(&id, sizeof id, 1, file);
  fwrite(numbers, sizeof numbers, 1, file);
}

void costate_trace_(const int *site, const double *value, const double *derivative) {
  costate_trace(*site, *value, *derivative);
}

void costate_start_(void) {
  static char stack[65536];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&alternate, NULL);
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}

void costate_finish_(void) {
  for (int i = 0; i < count; i++)
    if (!regions[i].isFreed)
      checkUnderrun(&regions[i]);
}

void costate_guard_(const int *id) { next = *id; }

/* For drivers in C. */

void *costate_buffer(int id, long elements, size_t size) {
  return guarded(id, (size_t)elements * size);
}

void costate_open(char **argv) {
  costate_start_();
  input = fopen(argv[1], "rb");
  output = fopen(argv[2], "wb");
  if (!input || !output)
    _exit(98);
}

void costate_clear(void *p, size_t bytes) { memset(p, 0, bytes); }

void costate_read(void *p, size_t bytes) {
  if (bytes && fread(p, bytes, 1, input) != 1)
    _exit(98);
}

void costate_write(const void *p, size_t bytes) {
  if (bytes)
    fwrite(p, bytes, 1, output);
}

void costate_write_long(long value) {
  int64_t v = value;
  costate_write(&v, sizeof v);
}

int costate_mode(void) {
  int32_t mode;
  costate_read(&mode, sizeof mode);
  return mode;
}

long costate_extent(void) {
  int64_t extent;
  costate_read(&extent, sizeof extent);
  return (long)extent;
}

void costate_close(void) {
  int32_t marker = 20120;
  costate_finish_();
  costate_write(&marker, sizeof marker);
  fclose(output);
}
)C";

} // namespace costate::check
