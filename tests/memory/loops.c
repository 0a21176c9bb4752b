/* What each iteration overwrites is kept: in arrays where the trips are known, on the tape where they are
   not; what the program allocates has adjoints beside it.
   head: kept(x)>(kept)
   head: taped(x)>(taped)
   head: allocated(x)>(allocated) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double kept(int n, double x) {
  double s = x;
  for (int i = 0; i < n; i++)
    s = s * sin(s) + 0.5 * x;
  return s;
}

double taped(int n, double x) {
  double s = x;
  int i = 0;
  while (i < n && s < 1e6) {
    s = s * sin(s) + 0.5 * x;
    i++;
  }
  return s;
}

double allocated(int n, double x) {
  double *work = malloc(n * sizeof *work), s = 0;
  if (!work) {
    fprintf(stderr, "no memory left for work\n");
    exit(3);
  }
  for (int i = 0; i < n; i++)
    work[i] = x * i;
  for (int i = 0; i < n; i++)
    s += work[i] * work[i] / n;
  free(work);
  return s;
}
