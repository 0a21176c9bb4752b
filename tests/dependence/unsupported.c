/* What no front end of ours understands: unions, bit-fields, jumps. Loops of the other procedures are looked at all
   the same; those that are set aside, and those of their callers, are serial and say why.

   expect i in punned: serial
   expect i in flagged: serial
   expect i in jumps: serial
   expect i in calls_jumps: serial
   expect i in calls_caller: serial
   expect i in through_pointer: serial
   expect j in plain: parallel
   expect i in plain: parallel
   expect i in called_strangely: conditional
   expect i in shared_strangely: conditional */
#include <setjmp.h>

union word {
    int i;
    float f;
};

struct flags {
    unsigned a : 3, b : 5;
};

static jmp_buf back;
static int length;

int punned(int n, const union word *w)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += w[i].i;
    return s;
}

void flagged(int n, struct flags *f)
{
    for (int i = 0; i < n; i++)
        f[i].a = i & 7;
}

int jumps(int n, double *x)
{
    length = n - 1;
    if (setjmp(back)) // "}" and '}' end no function
        return 1;
    for (int i = 0; i < n; i++)
        x[i] = 2.0*x[i];
    return 0;
}

void calls_jumps(int n, double *x)
{
    jumps(n, x);
    for (int i = 0; i < length; i++)
        x[i] = 2.0*x[i + length];
}

void calls_caller(int n, double *x)
{
    calls_jumps(n, x);
    for (int i = 0; i < length; i++)
        x[i] = 2.0*x[i];
}

void through_pointer(int n, double *x, void (*f)(int, double *))
{
    f(n, x);
    for (int i = 0; i < length; i++)
        x[i] = 2.0*x[i];
}

void plain(int n, double *x)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[n*j + i] = 2.0*x[n*j + i];
}

/* What was set aside may call these, with arrays that overlap, and point to the sum. */
static double sum;
static void called_strangely(int n, double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        x[i] = y[i];
}
void shared_strangely(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        sum += x[i];
}
void strange_caller(int n, double *x, union word *w)
{
    called_strangely(n, x + 1, x);
    shared_strangely(w->i, &sum);
}
void plain_caller(int n, double *restrict x, double *restrict y)
{
    called_strangely(n, x, y);
}
