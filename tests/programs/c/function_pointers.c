/* Function pointers: tables, arguments, struct members, typedefs, results. */
#include <stdio.h>
#include <math.h>

typedef double (*function)(double);

static double square(double x)
{
    return x * x;
}

static double half(double x)
{
    return x / 2;
}

static double twice(function f, double x)
{
    return f(f(x));
}

static function pick(int k)
{
    return k & 1 ? square : &half;
}

struct method {
    const char *name;
    double (*apply)(double (*f)(double), double x);
};

static double slope(double (*f)(double), double x)
{
    const double h = 1e-3;
    return ((*f)(x + h) - f(x - h)) / (2 * h);
}

int main(void)
{
    double (*table[])(double) = {square, half, sin, exp};
    struct method methods[2] = {{"twice", twice}, {"slope", slope}};
    for (int i = 0; i < 4; i++)
        for (int m = 0; m < 2; m++)
            printf("%s %.17g\n", methods[m].name, methods[m].apply(table[i], 0.7));
    function f = pick(3);
    printf("%.17g %.17g %d\n", f(1.5), pick(2)(5), f == square);
    struct method *p = &methods[1];
    p->apply = twice;
    printf("%.17g\n", (*p->apply)(pick(0), 8));
    return 0;
}
