/* How many threads a parallel loop may have, and which of them runs here. */
#ifdef _OPENMP
#include <omp.h>
#endif
static long most_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
static long this_thread(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}
