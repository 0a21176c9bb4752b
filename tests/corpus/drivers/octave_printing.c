/* What Octave gives to its Fortran libraries: the error handlers. */
#include <stdio.h>

void xstopx_(const char *m, int length) { printf("stopped: %.*s\n", length, m); }
