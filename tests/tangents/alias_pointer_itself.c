/* Two names for one pointer: where it points by the one, it points by the other.
   head: through(x)>(y) */
struct holder {
    double *at;
};

static double store(struct holder *h, double **where, double x)
{
    double own = 0.0;
    double *before = *where;
    *where = &own;
    h->at[0] = x * x;
    *where = before;
    return own;
}

void through(double x, double *y)
{
    double w = 0.0;
    struct holder h;
    h.at = &w;
    *y = store(&h, &h.at, x);
}
