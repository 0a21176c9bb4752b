/* What a callback finds behind `void *`: numbers and pointers of the caller's record, by field.
   head: f(x)>(y)
   active dug: f x y c.factor r; apply x params; store x params->factor params->out
   active vdg: f x y c.factor c.unused r; apply x params; store x params->factor params->unused params->out */
struct context {
    double factor, unused;
    double *out;
};

static void store(double x, void *params)
{
    struct context *c = params;
    c->unused = x;
    *c->out = c->factor * x;
}

static void apply(void (*g)(double, void *), double x, void *params)
{
    g(x, params);
}

void f(double x, double *y)
{
    double r = 0.0;
    struct context c;
    c.factor = x;
    c.out = &r;
    apply(store, x, &c);
    *y = r;
}
