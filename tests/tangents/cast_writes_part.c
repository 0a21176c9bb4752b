/* The first number of a record is written through a pointer to numbers; the second stays.
   head: keep(x)>(y)
   complex step: it looks at the memory of numbers in another way */
struct pair {
    double a, b;
};

static void clearFirst(double *v)
{
    *v = 0.0;
}

void keep(double x, double *y)
{
    struct pair p;
    p.a = x;
    p.b = x * x;
    clearFirst((double *)&p);
    *(double *)&p = 1.0;
    *y = p.a * p.b;
}
