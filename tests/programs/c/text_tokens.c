/* A tokenizer and a recursive-descent calculator over a string. */
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>

static const char *at;
static int error;

static double expression(void);

static void skip(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static double number(void)
{
    double v = 0, scale = 1;
    int digits = 0;
    skip();
    for (; *at >= '0' && *at <= '9'; at++, digits++)
        v = 10 * v + (*at - '0');
    if (*at == '.')
        while (isdigit((unsigned char)*++at)) {
            v = 10 * v + *at - '0';
            scale *= 10;
            digits++;
        }
    if (!digits)
        error = 1;
    return v / scale;
}

static double factor(void)
{
    skip();
    switch (*at) {
    case '(': {
        at++;
        double v = expression();
        skip();
        if (*at++ != ')')
            error = 2, at--;
        return v;
    }
    case '-':
        at++;
        return -factor();
    case '+':
        at++;
        /* fallthrough */
    default:
        return number();
    }
}

static double term(void)
{
    double v = factor();
    for (;;) {
        skip();
        if (*at == '*')
            at++, v *= factor();
        else if (*at == '/') {
            at++;
            double d = factor();
            if (d == 0) {
                error = 3;
                return 0;
            }
            v /= d;
        } else
            return v;
    }
}

static double expression(void)
{
    double v = term();
    while (skip(), *at == '+' || *at == '-')
        v += *at++ == '+' ? term() : -term();
    return v;
}

int main(void)
{
    static const char *tests[] = {"1 + 2*3", " (1+2) * -3.25 ", "7/2/(1-1)", "2*(3", "", "+4 - 0.125*8", 0};
    for (const char **t = tests; *t; t++) {
        at = *t;
        error = 0;
        double v = expression();
        if (!error && *at)
            error = 4;
        printf("'%s' = %.17g (%d)\n", *t, v, error);
    }
    return 0;
}
