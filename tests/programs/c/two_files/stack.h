#ifndef STACK_H
#define STACK_H

#define STACK_MOST 16

typedef struct stack {
    int used;
    double item[STACK_MOST];
} stack;

extern int stack_errors;

int stack_push(stack *, double);
double stack_pop(stack *);

static inline int stack_empty(const stack *s)
{
    return s->used == 0;
}

#endif
