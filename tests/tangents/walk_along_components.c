/* The components of a record as an array.
   head: third(x)>(y) */
struct vector {
    double x, y, z;
};

static double dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += a[i] * b[i];
    return sum;
}

void third(double x, double *y)
{
    struct vector v;
    double c[3] = {0.0, 0.5, 2.0};
    v.x = 0.0;
    v.y = 0.0;
    v.z = x * x;
    *y = dot(&v.x, c);
    double *p = &v.x;
    p[1] = x;
    *y += dot(&v.x, c);
}
