/* A three-dimensional stencil on a heap block seen as an array of planes.
   head: energy(x)>(energy) */
#include <stdlib.h>
#include <string.h>

enum { NX = 3, NY = 4, NZ = 5 };

double energy(const double x[NX * NY * NZ])
{
  double (*u)[NY][NZ] = malloc(NX * sizeof *u);
  memcpy(u, x, NX * sizeof *u);
  double e = 0;
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++)
      for (int k = 0; k < NZ; k++) {
        if (i + 1 < NX)
          e += (u[i + 1][j][k] - u[i][j][k]) * (u[i + 1][j][k] - u[i][j][k]);
        if (j + 1 < NY)
          e += u[i][j + 1][k] * u[i][j][k];
        if (k + 1 < NZ)
          e += u[i][j][k + 1] * u[i][j][k] * u[i][j][k];
      }
  free(u);
  return e;
}
