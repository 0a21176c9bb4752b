#include <stdio.h>
#include "stack.h"

static int room = 3;

int main(void)
{
    stack s = {0};
    for (int i = 0; i < 20; i++)
        stack_push(&s, i * 0.25);
    while (!stack_empty(&s) && room--)
        printf("%g\n", stack_pop(&s));
    s.used = 0;
    double v = stack_pop(&s);
    printf("%g %d\n", v, stack_errors);
    return 0;
}
