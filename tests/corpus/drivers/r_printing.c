/* What R gives to the Fortran of its packages: printing, and the end of a run. */
#include <stdio.h>
#include <stdlib.h>

static void finish(void) { printf("\n"); }

void rprintf_(const char *m) { printf("%s", m), finish(); }
void rprintfi1_(const char *m, int *i) { printf(m, *i), finish(); }
void rprintfi2_(const char *m, int *i, int *j) { printf(m, *i, *j), finish(); }
void rprintfi3_(const char *m, int *i, int *j, int *k) { printf(m, *i, *j, *k), finish(); }
void rprintfd1_(const char *m, double *d) { printf(m, *d), finish(); }
void rprintfd2_(const char *m, double *d, double *e) { printf(m, *d, *e), finish(); }
void rprintfid_(const char *m, int *i, double *d) { printf(m, *i, *d), finish(); }
void rprintfdi_(const char *m, double *d, int *i) { printf(m, *d, *i), finish(); }
void rprintfdid_(const char *m, double *d, int *i, double *e) { printf(m, *d, *i, *e), finish(); }

void dblepr_(const char *m, int *n, double *d, int *count)
{
    (void)m, (void)n;
    for (int i = 0; i < *count; i++)
        printf(" %.17g", d[i]);
    finish();
}

void intpr_(const char *m, int *n, int *v, int *count)
{
    (void)m, (void)n;
    for (int i = 0; i < *count; i++)
        printf(" %d", v[i]);
    finish();
}

void rexit_(const char *m, int length)
{
    printf("%.*s\n", length, m);
    exit(3);
}

void rwarn_(const char *m, int length) { printf("%.*s\n", length, m); }
