/* Nodal forces of a tetrahedron of Saint Venant-Kirchhoff material: F = 1 + sum u_a g_a^T, E = (F^T F - 1)/2,
 * S = lambda tr(E) 1 + 2 mu E, f_a = V F S g_a. Their Jacobian is the element's stiffness.
 * x: displacements of the four nodes. c: gradients of the four shape functions, volume, lambda, mu. y: forces. */

void tetrahedron(const double *x, const double *c, double *y) {
  double volume = c[12], lambda = c[13], mu = c[14];
  double f00 = 1.0 + x[0] * c[0] + x[3] * c[3] + x[6] * c[6] + x[9] * c[9];
  double f01 = x[0] * c[1] + x[3] * c[4] + x[6] * c[7] + x[9] * c[10];
  double f02 = x[0] * c[2] + x[3] * c[5] + x[6] * c[8] + x[9] * c[11];
  double f10 = x[1] * c[0] + x[4] * c[3] + x[7] * c[6] + x[10] * c[9];
  double f11 = 1.0 + x[1] * c[1] + x[4] * c[4] + x[7] * c[7] + x[10] * c[10];
  double f12 = x[1] * c[2] + x[4] * c[5] + x[7] * c[8] + x[10] * c[11];
  double f20 = x[2] * c[0] + x[5] * c[3] + x[8] * c[6] + x[11] * c[9];
  double f21 = x[2] * c[1] + x[5] * c[4] + x[8] * c[7] + x[11] * c[10];
  double f22 = 1.0 + x[2] * c[2] + x[5] * c[5] + x[8] * c[8] + x[11] * c[11];

  double e00 = 0.5 * (f00 * f00 + f10 * f10 + f20 * f20 - 1.0);
  double e11 = 0.5 * (f01 * f01 + f11 * f11 + f21 * f21 - 1.0);
  double e22 = 0.5 * (f02 * f02 + f12 * f12 + f22 * f22 - 1.0);
  double e01 = 0.5 * (f00 * f01 + f10 * f11 + f20 * f21);
  double e02 = 0.5 * (f00 * f02 + f10 * f12 + f20 * f22);
  double e12 = 0.5 * (f01 * f02 + f11 * f12 + f21 * f22);

  double pressure = lambda * (e00 + e11 + e22);
  double s00 = pressure + 2.0 * mu * e00;
  double s11 = pressure + 2.0 * mu * e11;
  double s22 = pressure + 2.0 * mu * e22;
  double s01 = 2.0 * mu * e01, s02 = 2.0 * mu * e02, s12 = 2.0 * mu * e12;

  double p0, p1, p2;
  p0 = volume * (f00 * s00 + f01 * s01 + f02 * s02);
  p1 = volume * (f00 * s01 + f01 * s11 + f02 * s12);
  p2 = volume * (f00 * s02 + f01 * s12 + f02 * s22);
  y[0] = p0 * c[0] + p1 * c[1] + p2 * c[2];
  y[3] = p0 * c[3] + p1 * c[4] + p2 * c[5];
  y[6] = p0 * c[6] + p1 * c[7] + p2 * c[8];
  y[9] = p0 * c[9] + p1 * c[10] + p2 * c[11];
  p0 = volume * (f10 * s00 + f11 * s01 + f12 * s02);
  p1 = volume * (f10 * s01 + f11 * s11 + f12 * s12);
  p2 = volume * (f10 * s02 + f11 * s12 + f12 * s22);
  y[1] = p0 * c[0] + p1 * c[1] + p2 * c[2];
  y[4] = p0 * c[3] + p1 * c[4] + p2 * c[5];
  y[7] = p0 * c[6] + p1 * c[7] + p2 * c[8];
  y[10] = p0 * c[9] + p1 * c[10] + p2 * c[11];
  p0 = volume * (f20 * s00 + f21 * s01 + f22 * s02);
  p1 = volume * (f20 * s01 + f21 * s11 + f22 * s12);
  p2 = volume * (f20 * s02 + f21 * s12 + f22 * s22);
  y[2] = p0 * c[0] + p1 * c[1] + p2 * c[2];
  y[5] = p0 * c[3] + p1 * c[4] + p2 * c[5];
  y[8] = p0 * c[6] + p1 * c[7] + p2 * c[8];
  y[11] = p0 * c[9] + p1 * c[10] + p2 * c[11];
}

void tetrahedron_sum(int points, const double *x, const double *c, double *s) {
  double y[12];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    tetrahedron(x + 12 * i, c, y);
    for (int k = 0; k < 12; k++)
      *s += 0.5 * y[k] * y[k];
  }
}
