/* An independent that is overwritten by a constant leaves no derivative behind, though nothing that
   depends on it is asked for.
   head: reset(x,c)>(y) */
static void clear(double *v)
{
    v[1] = 2.0;
}

void reset(double x[2], double c, double *y)
{
    x[0] = 0.5;
    clear(x);
    *y = c * c;
}
