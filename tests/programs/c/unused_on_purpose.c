/* Parameters and results that are not used, and say so. */
/* expect: \(void\)where; */
/* expect: \(void\)status; */
#include <stdio.h>

static double constant(double where, int n) {
  (void)where;
  return 1.0 / n;
}

static int report(const char *text) { return printf("%s\n", text); }

int main(void) {
  int status = report("begin");
  (void)status;
  double sum = 0.0;
  for (int i = 1; i <= 5; i++) {
    int unused[3] = {i, i, i};
    (void)unused;
    sum += constant(i * 0.5, i);
  }
  printf("%.17g\n", sum);
  (void)report("end");
  return 0;
}
