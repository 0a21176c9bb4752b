/* A switch whose cases all end in break: an if chain, no flag.
   reject: bool
   reject: for \(;;\) */
#include <stdio.h>

static double apply(char op, double a, double b)
{
    double r;
    switch (op) {
    case '+':
        r = a + b;
        break;
    case '-':
        r = a - b;
        break;
    case '*':
    case 'x':
        r = a * b;
        break;
    case '/':
        if (b == 0)
            r = -1;
        else
            r = a / b;
        break;
    default:
        r = 0;
        break;
    }
    return r;
}

int main(void)
{
    const char *ops = "+-*/x?";
    for (int i = 0; ops[i]; i++)
        printf("%c %.17g %.17g\n", ops[i], apply(ops[i], 0.1, 0.3), apply(ops[i], 7, 0));
    return 0;
}
