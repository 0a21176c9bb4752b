/* What is kept in a branch of a branch: compilers cannot always see that it is set where it is read.
   head: scaled(x)>(out) */
#include <math.h>
#include <stdbool.h>

void scaled(const double x[3], bool rescales, double *out)
{
    double u[3] = {0.0, 0.0, 0.0}, length = 0.0;
    if (rescales) {
        for (int i = 0; i < 3; ++i) {
            u[i] = x[i];
            length += u[i] * u[i];
        }
        length = sqrt(length);
        if (length > 0.0)
            for (int i = 0; i < 3; ++i)
                u[i] /= length;
    }
    *out = x[0] * x[1] + x[2] + (rescales ? u[1] : 0);
}
