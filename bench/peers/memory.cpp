#include "memory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

static long inUse, mostInUse;

extern "C" {
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static void *counted(void *p) {
  if (p)
    mostInUse = std::max(mostInUse, inUse += malloc_usable_size(p));
  return p;
}

void *__wrap_malloc(size_t n) { return counted(__real_malloc(n)); }
void *__wrap_calloc(size_t n, size_t size) { return counted(__real_calloc(n, size)); }
void *__wrap_realloc(void *p, size_t n) {
  if (p)
    inUse -= malloc_usable_size(p);
  return counted(__real_realloc(p, n));
}
void __wrap_free(void *p) {
  if (p)
    inUse -= malloc_usable_size(p);
  __real_free(p);
}
}

static void *call(void *run) {
  (*static_cast<const std::function<void()> *>(run))();
  return nullptr;
}

/// Runs on a fresh stack and counts the pages that were touched.
static long stackOf(const std::function<void()> &run) {
  const size_t room = size_t(1) << 28, page = sysconf(_SC_PAGESIZE);
  void *stack = mmap(nullptr, room, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (stack == MAP_FAILED || pthread_attr_setstack(&attributes, stack, room) ||
      pthread_create(&thread, &attributes, call, const_cast<std::function<void()> *>(&run)) ||
      pthread_join(thread, nullptr)) {
    std::perror("measuring the stack");
    std::exit(1);
  }
  std::vector<unsigned char> touched(room / page);
  mincore(stack, room, touched.data());
  munmap(stack, room);
  return page *
         std::count_if(touched.begin(), touched.end(), [](unsigned char t) { return t & 1; });
}

long peakMemory(const std::function<void()> &run) {
  long before = 0, most = 0;
  long stack = stackOf([&] {
    before = inUse;
    mostInUse = inUse;
    run();
    most = mostInUse;
  });
  return most - before + stack - stackOf([] {});
}
