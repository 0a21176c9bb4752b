/* Numbers that something before a loop needs, and the loop changes without needing them: kept once, around the loop, on
   every way, in loops around and in loops that stop by themselves. */
/* head: settle(x)>(y) */
/* at: {"n": 5, "x": [0.3, 0.7, -0.4, 0.9, 0.2], "y": [0, 0, 0]} */
void settle(int n, const double *x, double *y) {
  double t = x[0] * x[1], s = 1, level = x[2];
  int k = 2, rounds = 0;
  y[0] = t * t * x[k];
  y[1] = level * level;
  while (level < 3) { /* decides, and no more */
    level = 2 * level + 1.7;
    rounds++;
  }
  for (int i = 0; i < n; i++) {
    s = s * x[i];
    y[2] += s * s;
    for (int j = 0; j < rounds; j++)
      s = 0.5 * s + 0.1 * j; /* linear: the next iteration of the outer loop needs it, none of these */
    if (s > 0.2) {
      t = x[i];
      y[0] += t * t;
      for (int j = 0; j < i; j++)
        t = t + 0.25; /* unused */
      if (t > 1)
        k = 1;
    }
    y[1] += x[k] * x[i];
    do {
      k = (k + 3) % n;
      t = t - 1;
    } while (t > 0);
  }
  y[2] += t * s * x[k];
}
