/* Fig. 1 of the paper, in C.
   pairs figure_1: f,f linear 1; f,t linear 1; f,a nonlinear; f,x nonlinear; t,a nonlinear; t,x nonlinear
   pairs figure_1: a,a linear 1; a,x nonlinear 2
   carried 19: a,a linear; f,f linear
   fusable 19: yes, but for a
   Its tangent (Figure 2), its adjoint without fusion (Figure 3; the same with it, as `a` is needed), and derivatives
   alone:
   head: figure_1(x)>(f)
   program figure_2.txt: tangent
   program figure_3.txt: adjoint --primal --no-fusion
   program figure_3.txt: adjoint --primal
   program figure_2_pure.txt: tangent --pure
*/
#include <math.h>

void figure_1(int n, const double *x, double *f) {
  double a = 0.0, t;
  *f = 0.0;
  for (int i = 0; i < n; i++) {
    a += x[i] * x[i];
    t = sin(a);
    *f += t;
  }
}
