/* A special function by regions: series, continued fraction, asymptotics; early returns. */
#include <stdio.h>
#include <math.h>
#include <float.h>

typedef struct {
    double val, err;
} result;

enum { OK, DOMAIN_ERROR, UNDERFLOW_ERROR };

static int gamma_inc(double a, double x, result *r)
{
    if (a <= 0 || x < 0) {
        r->val = r->err = NAN;
        return DOMAIN_ERROR;
    } else if (x == 0) {
        r->val = 0;
        r->err = 0;
        return OK;
    } else if (x < a + 1) {
        double sum = 1 / a, term = sum;
        int n;
        for (n = 1; n < 5000; n++) {
            term *= x / (a + n);
            sum += term;
            if (fabs(term) < DBL_EPSILON * fabs(sum))
                break;
        }
        r->val = sum * exp(-x + a * log(x) - lgamma(a));
        r->err = n * DBL_EPSILON * r->val;
        return OK;
    } else {
        double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
        int i;
        for (i = 1; i < 5000; i++) {
            double an = -i * (i - a), del;
            b += 2;
            d = an * d + b;
            if (fabs(d) < 1e-300)
                d = 1e-300;
            c = b + an / c;
            if (fabs(c) < 1e-300)
                c = 1e-300;
            d = 1 / d;
            del = d * c;
            h *= del;
            if (fabs(del - 1) < DBL_EPSILON)
                break;
        }
        r->val = 1 - exp(-x + a * log(x) - lgamma(a)) * h;
        r->err = i * DBL_EPSILON;
        return r->val == 1 ? UNDERFLOW_ERROR : OK;
    }
}

int main(void)
{
    double as[] = {-1, 0.5, 2, 10}, xs[] = {0, 0.1, 2.5, 20, 800};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++) {
            result r;
            int s = gamma_inc(as[i], xs[j], &r);
            printf("%d %.17g %.3g\n", s, s == DOMAIN_ERROR ? -1 : r.val, s == DOMAIN_ERROR ? -1 : r.err);
        }
    return 0;
}
