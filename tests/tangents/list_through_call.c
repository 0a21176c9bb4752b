/* A callee sees all nodes of a list by one name; the caller has two variables.
   head: shift(x)>(y) */
struct node {
    double x;
    struct node *next;
};

static void forward(struct node *p)
{
    p->next->x = p->x * p->x;
}

static void clear(struct node *p)
{
    p->next->x = 0.0;
}

void shift(double x, double *y)
{
    struct node a, b;
    a.next = &b;
    b.next = 0;
    a.x = x;
    b.x = 0.0;
    forward(&a);
    *y = b.x;
    clear(&a);
    *y += a.x * b.x;
}
