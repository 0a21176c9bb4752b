#include "stack.h"

int stack_errors;

static int room(const stack *s)
{
    return STACK_MOST - s->used;
}

int stack_push(stack *s, double v)
{
    if (!room(s)) {
        stack_errors++;
        return 0;
    }
    s->item[s->used++] = v;
    return 1;
}

double stack_pop(stack *s)
{
    if (stack_empty(s)) {
        stack_errors++;
        return -1;
    }
    return s->item[--s->used];
}
