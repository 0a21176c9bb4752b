/* Forward jumps to one exit, each releasing what was taken so far. */
#include <stdio.h>
#include <stdlib.h>

static int process(int n, double *result)
{
    int status = -1;
    double *a = NULL, *b = NULL;
    if (n <= 0)
        goto out;
    a = malloc(n * sizeof *a);
    if (!a)
        goto out;
    b = malloc(n * sizeof *b);
    if (!b)
        goto free_a;
    for (int i = 0; i < n; i++) {
        a[i] = 1.0 / (i + 1);
        b[i] = a[i] * a[i];
        if (i > 6) {
            status = -2;
            goto free_b;
        }
    }
    *result = 0;
    for (int i = 0; i < n; i++)
        *result += a[i] - b[i];
    status = 0;
free_b:
    free(b);
free_a:
    free(a);
out:
    return status;
}

int main(void)
{
    for (int n = -1; n < 10; n += 2) {
        double r = 99;
        int s = process(n, &r);
        printf("%d %d %.17g\n", n, s, r);
    }
    return 0;
}
