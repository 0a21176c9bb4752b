/* A record passed by value takes its pointers along.
   head: square(x)>(y) */
struct view {
    int n;
    double *data;
};

static void put(struct view v, double x)
{
    v.data[v.n - 1] = x * x;
}

static double last(struct view v)
{
    return v.data[v.n - 1];
}

void square(double x, double *y)
{
    double work[3] = {0.0, 0.0, 0.0};
    struct view v;
    v.n = 3;
    v.data = work;
    put(v, x);
    *y = last(v) + last((struct view){2, work});
}
