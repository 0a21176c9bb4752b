/* Loops that are not what an analysis hopes for. None of them may make it fail; each that stays serial says
   why and where.

   expect w in irregular_exit: serial
   expect w in out_of_two: serial
   expect i in no_source: serial
   expect i in through_pointer: serial
   expect i in recursive: serial
   expect i in restless: serial
   expect i in vla: parallel
   expect j in vla_twin: serial
   expect w in zero_step: serial
   expect w in unsigned_wrap: serial
   expect i in unsigned_step: serial
   expect i in huge: serial
   expect i in huge_stride: parallel
   expect i in empty: parallel
   expect w in characters: serial
   expect w in characters_twin: serial
   expect w in by_doubles: serial
   expect w in changes_its_counter: serial
   expect w in changes_its_bound: parallel
   expect w in never_ends: serial
   expect w in by_list: serial
   expect w in returns: serial
   expect i in switches: parallel
   expect i in commas: parallel
   expect i in statics: serial
   expect w in strings: serial
   expect i in prints: serial
   expect i in allocates: serial
   expect i in own_address: serial
   expect i in narrow: serial
   expect i in leaves_row: serial
   expect i in leaves_row_end: serial
   expect i in stays_in_row: parallel
   expect i in kept_in_row: parallel */
#include <stdio.h>
#include <stdlib.h>

int irregular_exit(int n, double *a)
{
    int i;
    for (i = 0; i < n; i++) {
        if (a[i] < 0.0)
            break;
        a[i] = 1.0;
    }
    return i;
}

void out_of_two(int n, double *a)
{
    int i = 0;
    while (i < n) {
        for (int j = 0; j < n; j++) {
            if (a[j] > 3.0)
                goto done;
            a[j] += i;
        }
        i++;
    }
done:
    a[0] = i;
}

double elsewhere(double);

void no_source(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = elsewhere(a[i]);
}

void through_pointer(int n, double *a, double (*f)(double))
{
    for (int i = 0; i < n; i++)
        a[i] = f(a[i]);
}

void recursive(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1.0;
        if (n > 1)
            recursive(n - 1, a);
    }
}

void restless(int n, volatile double *v, double *a, volatile int *flag)
{
    volatile int count = 0;
    for (int i = 0; i < n; i++) {
        count += 1;
        a[i] = v[i] + *flag + count;
    }
}

void vla(int n, double a[n][n])
{
    for (int i = 0; i < n; i++) {
        double row[n];
        for (int j = 0; j < n; j++)
            row[j] = a[i][j];
        for (int j = 0; j < n; j++)
            a[i][j] = row[n - 1 - j];
    }
}

void vla_twin(int n, double a[n][n])
{
    for (int j = 1; j < n; j++)
        for (int i = 0; i < n; i++)
            a[j][i] = a[j - 1][i];
}

void zero_step(int n, double *a)
{
    for (int i = 0; i < n; i += 0)
        a[i] = 1.0;
}

void unsigned_wrap(double *a)
{
    unsigned char k = 0;
    int i = 0;
    while (i < 1000) {
        a[k] += i;
        k = k + 3;
        i++;
    }
}

void unsigned_step(unsigned n, double *a, unsigned k)
{
    for (unsigned i = 0; i < n; i++) {
        a[k] = i;
        k += 1000000000u;
    }
}

void huge(int n, double *a)
{
    long k = 1;
    for (int i = 0; i < n; i++) {
        a[k % 100] += i;
        k = k*9223372036854775807L + 4611686018427387904L;
    }
}

void huge_stride(int n, double *a)
{
    for (long i = 0; i < n; i++)
        a[4611686018427387904L*i] = 1.0;
}

void empty(int n)
{
    for (int i = 0; i < n; i++)
        ;
}

void characters(double *a)
{
    for (signed char c = 0; c < 100; c++)
        a[c] = c;
}

void characters_twin(double *a)
{
    for (signed char c = 1; c < 100; c++)
        a[c] = a[c - 1];
}

void by_doubles(double *a)
{
    int i = 0;
    double t = 0.0;
    while (t < 1.0) {
        a[i] = t;
        i++;
        t += 0.1;
    }
}

void changes_its_counter(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1.0;
        if (a[i] > 0.5)
            i++;
    }
}

void changes_its_bound(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1.0;
        n -= 1;
    }
}

void never_ends(double *a)
{
    while (1)
        a[0] += 1.0;
}

struct node {
    struct node *next;
    double value;
};

void by_list(struct node *p)
{
    while (p) {
        p->value += 1.0;
        p = p->next;
    }
}

int returns(int n, const double *a)
{
    for (int i = 0; i < n; i++)
        if (a[i] > 0.0)
            return i;
    return -1;
}

void switches(int n, double *a, const int *k)
{
    for (int i = 0; i < n; i++)
        switch (k[i]) {
        case 1:
            a[i] = 1.0;
            break;
        case 2:
        case 3:
            a[i] = 2.0;
            break;
        default:
            a[i] = 0.0;
        }
}

void commas(int n, double *a)
{
    int i, j;
    for (i = 0, j = n; i < n; i++, j--)
        a[j] = i;
}

int statics(int n, double *a)
{
    static int calls;
    for (int i = 0; i < n; i++) {
        a[calls] = 1.0;
        calls += i & 1;
    }
    return calls;
}

int strings(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
}

void prints(int n, const double *a)
{
    for (int i = 0; i < n; i++)
        printf("%g\n", a[i]);
}

void allocates(int n, double **a)
{
    for (int i = 0; i < n; i++)
        a[i] = malloc(8);
}

void own_address(int n, double *a)
{
    int k = 0, *p = &k;
    for (int i = 0; i < n; i++) {
        a[k] = 1.0;
        *p += i & 1;
    }
}

void narrow(int n, double *a)
{
    short k = 0;
    for (int i = 0; i < n; i++) {
        a[k] = i;
        k = (short)(k + 12345);
    }
}

/* b[i][-1] is b[i - 1][49]: undefined, and yet what compilers make of it. */
void leaves_row(int n, double b[100][50])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 50; j++)
            b[i][j] = b[i][j - 1];
}

void leaves_row_end(int n, double b[100][50])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 50; j++)
            b[i][j] = b[i][j + 1];
}

void stays_in_row(int n, double b[100][50])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < 50; j++)
            b[i][j] = b[i][j - 1];
}

void kept_in_row(int n, double b[100][50])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 50; j++)
            if (j > 0)
                b[i][j] = b[i][j - 1];
}
