/* Calls inside expressions, subscripts and arguments; the places they change are read before or
   after, as the language fixes it. */
#include <stdio.h>

static int seed = 1;

static int draw(int m)
{
    seed = seed * 1103 % 32749 + 1;
    return seed % m;
}

static double half(double x)
{
    return x / 2;
}

static double add(double a, double b)
{
    return a + b;
}

int main(void)
{
    int v[10] = {0};
    for (int i = 0; i < 50; i++)
        v[draw(10)]++;
    for (int i = 0; i < 10; i++)
        printf("%d ", v[i]);
    double x = add(half(3), half(half(5))) * half(add(1, 0.1));
    x += half(x) > 1 ? add(x, -1) : half(-x);
    printf("%.17g\n", x);
    int k = draw(3);
    if (draw(2) + k > 1)
        k = draw(100);
    k = (draw(5), draw(7));
    int w[3] = {draw(4), 7, k};
    printf("%d %d %d\n", k, w[0], w[2]);
    return draw(1);
}
