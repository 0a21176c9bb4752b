/* The classical Runge-Kutta method; the right-hand side is a callback.
   head: orbit(y0,mu)>(y) */
#include <string.h>

typedef void (*field)(const double *y, double mu, double *f);

static void oscillator(const double *y, double mu, double *f)
{
  f[0] = y[1];
  f[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
}

static void step(field rhs, double mu, double h, double *y)
{
  double k[4][2], t[2];
  rhs(y, mu, k[0]);
  for (int s = 1; s < 4; s++) {
    double part = s < 3 ? 0.5 * h : h;
    for (int i = 0; i < 2; i++)
      t[i] = y[i] + part * k[s - 1][i];
    rhs(t, mu, k[s]);
  }
  for (int i = 0; i < 2; i++)
    y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

void orbit(const double y0[2], double mu, double y[2])
{
  memcpy(y, y0, 2 * sizeof *y);
  for (int i = 0; i < 30; i++)
    step(oscillator, mu, 0.05, y);
}
