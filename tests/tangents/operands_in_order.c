/* Calls that change what the other operand reads: compilers compute the left operand first, but for a variable that is
   one itself, which gcc reads after the call.
   head: order(x,y)>(y,order)
   at: {"n": 2, "x": [0.7, 1.3], "y": [0.4, 0.9, 1.1]} */
static double level = 1.0;

static double scaled(double *p, double v)
{
    *p = *p * v;
    return *p;
}

static double raise(double v)
{
    level = level + v;
    return level;
}

static double plain(const double *p, double v)
{
    return p[0] * v;
}

double order(const double *x, int n, double *y)
{
    double s = x[0], t = x[1], sum = 0.0;
    sum += s * x[1] + scaled(&s, 4);
    sum += scaled(&s, x[0]) + s * x[1];
    sum += (s * 2) * (scaled(&s, t) + 1) - s;
    level = x[0];
    sum += 2 * level * raise(t) + y[0] * scaled(y, x[1]);
    sum += plain(x, t) * s - y[1] * plain(y, s);
    if (n * s < scaled(&s, 0.5))
        sum += s;
    return sum;
}
