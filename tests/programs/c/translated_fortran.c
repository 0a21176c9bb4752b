/* The style of C made from Fortran by a translator: everything by pointer, statics, labels. */
#include <stdio.h>
#include <math.h>

typedef int integer;
typedef double doublereal;

static int daxpy_(integer *n, doublereal *da, doublereal *dx, integer *incx, doublereal *dy, integer *incy)
{
    integer i__1;
    static integer i__, m, ix, iy, mp1;
    --dy;
    --dx;
    if (*n <= 0) {
        return 0;
    }
    if (*da == 0.) {
        return 0;
    }
    if (*incx == 1 && *incy == 1) {
        goto L20;
    }
    ix = 1;
    iy = 1;
    if (*incx < 0) {
        ix = (-(*n) + 1) * *incx + 1;
    }
    if (*incy < 0) {
        iy = (-(*n) + 1) * *incy + 1;
    }
    i__1 = *n;
    for (i__ = 1; i__ <= i__1; ++i__) {
        dy[iy] += *da * dx[ix];
        ix += *incx;
        iy += *incy;
    }
    return 0;
L20:
    m = *n % 4;
    if (m == 0) {
        goto L40;
    }
    i__1 = m;
    for (i__ = 1; i__ <= i__1; ++i__) {
        dy[i__] += *da * dx[i__];
    }
    if (*n < 4) {
        return 0;
    }
L40:
    mp1 = m + 1;
    i__1 = *n;
    for (i__ = mp1; i__ <= i__1; i__ += 4) {
        dy[i__] += *da * dx[i__];
        dy[i__ + 1] += *da * dx[i__ + 1];
        dy[i__ + 2] += *da * dx[i__ + 2];
        dy[i__ + 3] += *da * dx[i__ + 3];
    }
    return 0;
}

static doublereal norm_(integer *n, doublereal *x)
{
    doublereal ret_val, d__1;
    static doublereal scale, ssq;
    static integer i__;
    scale = 0.;
    ssq = 1.;
    for (i__ = 0; i__ < *n; ++i__) {
        if (x[i__] != 0.) {
            if (scale < (d__1 = x[i__], fabs(d__1))) {
                d__1 = scale / x[i__];
                ssq = ssq * (d__1 * d__1) + 1.;
                scale = fabs(x[i__]);
            } else {
                d__1 = x[i__] / scale;
                ssq += d__1 * d__1;
            }
        }
    }
    ret_val = scale * sqrt(ssq);
    return ret_val;
}

int main(void)
{
    static integer one = 1, minus = -2;
    doublereal x[10], y[10], a = 1.5;
    for (integer n = 0; n <= 10; n += 3) {
        for (int i = 0; i < 10; i++)
            x[i] = i - 4.25, y[i] = 1. / (i + 1);
        daxpy_(&n, &a, x, &one, y, &one);
        integer half = n / 2;
        daxpy_(&half, &a, x, &minus, y, &one);
        integer ten = 10;
        printf("%.17g\n", norm_(&ten, y));
    }
    return 0;
}
