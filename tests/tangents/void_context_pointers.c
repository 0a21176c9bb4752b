/* Contexts behind `void *` that hold pointers: read, followed and set there, by callbacks and by calls.
   head: run(x)>(y) */
struct context {
    double factor;
    double *out;
};

typedef void (*action)(double, void *);

static void store(double x, void *params)
{
    struct context *c = params;
    *c->out = c->factor * x * x;
}

static void point(void *params, double *to)
{
    struct context *c = params;
    c->out = to;
}

static void apply(action f, double x, void *params)
{
    f(x, params);
}

void run(double x, double *y)
{
    double first = 0.0, second = 0.0;
    struct context c;
    c.factor = x;
    c.out = &first;
    apply(store, x, &c);
    point(&c, &second);
    apply(store, 2.0 * x, &c);
    *y = first + second;
}
