#include <stdarg.h>

double total(int n, ...)
{
    va_list list;
    double s = 0;
    va_start(list, n);
    while (n-- > 0)
        s += va_arg(list, double);
    va_end(list);
    return s;
}
