/* Section 7.2 of Utke's paper: x = a b^T x, by way of z = b^T x. The Jacobian of a step has sixteen entries; a and b and
   what they are multiplied with are fewer, so no local Jacobian is accumulated.
   head: steps(x,p)>(x)
   lacks: dx0_dx1 */
#include <math.h>

void steps(int n, double x[4], double p)
{
    double a0, a1, a2, a3, b0, b1, b2, b3, z;
    for (int t = 0; t < n; t++) {
        a0 = p * x[0], a1 = p + x[1], a2 = p * x[2], a3 = p - x[3];
        b0 = a0 * p, b1 = a1 * p, b2 = a2 * p, b3 = a3 * p;
        z = b0 * x[0] + b1 * x[1] + b2 * x[2] + b3 * x[3];
        x[0] = a0 * z;
        x[1] = a1 * z;
        x[2] = a2 * z;
        x[3] = a3 * z;
    }
}
