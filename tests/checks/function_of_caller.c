/* A function that a head is given. */
double square(double v) { return v * v; }

void applies(double (*f)(double), double v, double *r) { *r = f(v) * 2; }

void calls(double v, double *r) { applies(square, v, r); }
