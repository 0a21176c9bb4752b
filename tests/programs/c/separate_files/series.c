#include "sums.h"

struct range range_of(const double *v, int n)
{
    struct range r = {v[0], v[0]};
    for (int i = 1; i < n; i++) {
        if (v[i] < r.low)
            r.low = v[i];
        if (v[i] > r.high)
            r.high = v[i];
    }
    return r;
}
