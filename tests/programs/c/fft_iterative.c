/* A Fourier transform on pairs of doubles, bit reversal by a carry loop. */
#include <stdio.h>
#include <math.h>

static void fft(double *data, unsigned n, int sign)
{
    unsigned i, j, m;
    for (i = 0, j = 0; i < n; i++) {
        if (j > i) {
            double t = data[2 * i];
            data[2 * i] = data[2 * j];
            data[2 * j] = t;
            t = data[2 * i + 1];
            data[2 * i + 1] = data[2 * j + 1];
            data[2 * j + 1] = t;
        }
        for (m = n >> 1; m >= 1 && j & m; m >>= 1)
            j &= ~m;
        j |= m;
    }
    for (m = 2; m <= n; m <<= 1) {
        double theta = sign * 6.28318530717958647692 / m, wr = 1, wi = 0;
        double s = sin(theta / 2), cr = -2 * s * s, ci = sin(theta);
        for (j = 0; j < m / 2; j++) {
            for (i = j; i < n; i += m) {
                double *a = data + 2 * i, *b = a + m;
                double tr = wr * b[0] - wi * b[1], ti = wr * b[1] + wi * b[0];
                b[0] = a[0] - tr;
                b[1] = a[1] - ti;
                a[0] += tr;
                a[1] += ti;
            }
            double t = wr;
            wr += wr * cr - wi * ci;
            wi += wi * cr + t * ci;
        }
    }
}

int main(void)
{
    double d[32];
    for (int i = 0; i < 16; i++) {
        d[2 * i] = i % 5 - 1.5;
        d[2 * i + 1] = 0.1 * i;
    }
    fft(d, 16, 1);
    for (int i = 0; i < 32; i++)
        printf("%.17g%c", d[i], i & 1 ? '\n' : ' ');
    fft(d, 16, -1);
    printf("%.17g %.17g\n", d[0] / 16, d[31] / 16);
    return 0;
}
