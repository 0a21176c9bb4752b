/* Only callees know that the buffer has several elements: writing the first leaves the second.
   head: outer(x)>(y) */
struct buffer {
    int n;
    double *data;
};

static void putSecond(struct buffer *b, double x)
{
    b->data[1] = x * x;
}

static double second(const struct buffer *b)
{
    return b->data[1];
}

static void inner(struct buffer *b, double x, double *y)
{
    putSecond(b, x);
    *b->data = 0.0;
    *y = second(b);
}

void outer(double x, double *y)
{
    double work[2];
    struct buffer b;
    b.n = 2;
    b.data = work;
    inner(&b, x, y);
}
