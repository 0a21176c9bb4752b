/* Smooths a signal, walking through it with pointers as C programs do. */
#include <stdio.h>

/* Replaces v by its three-point means until no value moves by more than tol. */
static int smooth(double *v, int n, double tol, int most)
{
    int rounds = 0;
    while (rounds < most) {
        double moved = 0, previous = *v;
        for (double *p = v + 1; p < v + n - 1; p++) {
            double mean = (previous + *p + p[1]) / 3;
            double d = mean > *p ? mean - *p : *p - mean;
            previous = *p;
            *p = mean;
            if (d > moved)
                moved = d;
        }
        rounds++;
        if (moved <= tol)
            break;
    }
    return rounds;
}

int main(void)
{
    double v[8] = {0, 4, 1, 8, 2, 9, 3, 1};
    int rounds = smooth(v, 8, 1e-3, 100);
    printf("%d rounds:", rounds);
    for (int i = 0; i < 8; i++)
        printf(" %.17g", v[i]);
    printf("\n");
    return 0;
}
