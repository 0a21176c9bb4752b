/* An array as long as one component of an argument says, of which the procedure changes another.
   head: solve(x,dt)>(x)
   at: {"x": [0.7, 1.3], "dt": 0.4} */
typedef struct {
    int n;
    double dt;
} phase;

static void step(phase *p, double *x)
{
    double k[p->n];
    for (int i = 0; i < p->n; i++)
        k[i] = x[i] * x[i];
    for (int i = 0; i < p->n; i++)
        x[i] += p->dt * k[i];
    p->dt = 0.5 * p->dt;
}

void solve(double *x, double dt)
{
    phase p;
    p.n = 2;
    p.dt = dt;
    for (int t = 0; t < 3; t++)
        step(&p, x);
}
