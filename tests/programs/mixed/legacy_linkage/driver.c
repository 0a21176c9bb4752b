/* C calls Fortran the old way, by the trailing underscore, and shares a COMMON block. */
#include <stdio.h>

extern struct {
    double factor;
    int calls;
} params_;

void smooth_(int *n, double *x, double *work);

int main(void)
{
    double x[8], work[8];
    int n = 8;
    for (int i = 0; i < n; i++)
        x[i] = i % 3;
    params_.factor = 0.25;
    params_.calls = 0;
    for (int k = 0; k < 3; k++) {
        smooth_(&n, x, work);
        params_.factor /= 2;
    }
    for (int i = 0; i < n; i++)
        printf("%.17g\n", x[i]);
    printf("%d\n", params_.calls);
    return 0;
}
