/* A head with global variables among independents and dependents.
   head: advance(velocity,dt)>(position) */
double position[3], velocity[3] = {1.0, 2.0, 3.0};

void advance(double dt)
{
  for (int k = 0; k < 3; k++)
    position[k] += dt * velocity[k] * velocity[(k + 1) % 3];
}
