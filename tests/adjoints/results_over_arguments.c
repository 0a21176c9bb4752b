/* A result stored where the function still reads or writes: its argument, a global, memory that a
   pointer leads to.
   head: update(x)>(x) */
double level = 0.5;

static double squared(const double *v) { return *v * *v + level; }

static double raise(double by)
{
    level = level * by;
    return level * level + by;
}

static double through(double *v)
{
    *v = *v * 2.0;
    return *v * *v * level;
}

void update(double *x)
{
    level = 0.5;
    for (int i = 0; i < 3; i++)
        x[i] = squared(&x[i]);
    level = raise(x[0]);
    x[1] = through(&x[1]);
    x[2] = x[2] * level + x[1];
}
