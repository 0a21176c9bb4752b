double f(double x, int n);

double g(double x)
{
    return f(x);
}
