/* head: global(g)>(global)
   refused: no sparse Jacobian with 'g', which is no argument or result of real numbers */
double g;
double global(double x) { return g * x; }
