#include <stdio.h>
#include "shapes.h"
int main(void) {
  point_t p = {1.5, 2.5};
  printf("%g %g %g\n", use_a(&p), use_b(&p), norm1(&p));
  return 0;
}
