/* driver HEAD N STEPS...: for each number of steps the original steps that ran, and the gradient; then the memory that
   the adjoint had at the most. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern long steps_run;
long allocated, most;

void counted_b(int n, long steps, const double *x, double *xb, double *y, double *yb);
void until_b(int n, long steps, const double *x, double *xb, double *y, double *yb);

void *counted_malloc(size_t bytes)
{
    size_t *block = malloc(bytes + 16);
    *block = bytes;
    allocated += (long)bytes;
    if (allocated > most)
        most = allocated;
    return (char *)block + 16;
}

void counted_free(void *p)
{
    if (!p)
        return;
    allocated -= (long)*(size_t *)((char *)p - 16);
    free((char *)p - 16);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[2]);
    double *x = malloc(n * sizeof *x), *xb = malloc(n * sizeof *xb);
    for (int k = 3; k < argc; k++) {
        double y, yb = 1.0;
        for (int i = 0; i < n; i++)
            x[i] = 0.5 + 0.4 * (i % 7) / 7.0, xb[i] = 0.0;
        steps_run = 0;
        (strcmp(argv[1], "until") ? counted_b : until_b)(n, atol(argv[k]), x, xb, &y, &yb);
        printf("%s %ld", argv[k], steps_run);
        for (int i = 0; i < n && i < 3; i++)
            printf(" %.15g", xb[i]);
        printf("\n");
    }
    printf("most %ld\n", most);
    free(x);
    free(xb);
    return 0;
}
