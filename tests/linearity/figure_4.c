/* Figures 4 and 11, for a loop that they are right for. The printed ones are made from Figure 1, whose
   `a += x[i]*x[i]` carries a value that is used nonlinearly: there the adjoint of an iteration needs those of all later
   ones, and Costate keeps the values of `a` (figure_1.c). Here every iteration has an `a` of its own.
   head: sines(x)>(sines)
   fusable 13: yes
   program figure_4.txt: adjoint --primal
   program figure_11.txt: adjoint */
#include <math.h>

double sines(int n, const double x[n])
{
    double a, t, f = 0.0;
    for (int i = 0; i < n; i++) {
        a = x[i] * x[i];
        t = sin(a);
        f += t;
    }
    return f;
}
