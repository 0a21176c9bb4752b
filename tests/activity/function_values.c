/* A table that holds a function without source besides one that ignores its argument.
   head: f(x)>(y)
   active dug: f x y
   active vdg: f x y */
extern double elsewhere(double);
static double one(double v) { (void)v; return 1.0; }
static double (*const table[2])(double) = {one, elsewhere};

void f(int i, double x, double *y)
{
    *y = table[i](x);
}
