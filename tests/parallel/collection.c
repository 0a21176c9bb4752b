/* The kinds of loops that collections for race detectors and vectorisers are made of. Of each kind there are
   twins that differ in what decides: one whose iterations are independent, one whose are not. All values are
   small whole numbers, so that sums are the same in any order.

   directives: 62 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { n = 120, big = 3000 };
static double a[big], b[big], c[big], d[big], m[n][n], w[n][n];
static int where[big], count[big];

/* ---- Subscripts with a constant distance ----
   expect i in ahead: parallel
   expect i in ahead_twin: serial
   expect i in back: parallel
   expect i in back_twin: serial
   expect i in downwards: parallel
   expect i in downwards_twin: serial
   expect i in steps: parallel
   expect i in steps_twin: serial
   expect i in even_odd: parallel
   expect i in even_odd_twin: serial
   expect i in one_place: parallel
   expect i in one_place_twin: serial */
static void ahead(void) { for (int i = 0; i < n; i++) a[i] = a[i + n] + b[i]; }
static void ahead_twin(void) { for (int i = 0; i < n; i++) a[i] = a[i + n - 1] + b[i]; }
static void back(void) { for (int i = n; i < 2*n; i++) a[i] = a[i - n] + b[i]; }
static void back_twin(void) { for (int i = n; i < 2*n + 1; i++) a[i] = a[i - n] + b[i]; }
static void downwards(void) { for (int i = n; i > 0; i--) a[i] = a[i] + b[i - 1]; }
static void downwards_twin(void) { for (int i = n; i > 0; i--) a[i] = a[i + 1] + b[i]; }
static void steps(void) { for (int i = 0; i < n; i += 3) a[i] = a[i + 1] + a[i + 2]; }
static void steps_twin(void) { for (int i = 0; i < n; i += 3) a[i] = a[i + 3] + a[i + 2]; }
static void even_odd(void) { for (int i = 0; i < n; i++) a[2*i] = a[2*i + 1] + 1.0; }
static void even_odd_twin(void) { for (int i = 0; i < n; i++) a[2*i] = a[2*i + 2] + 1.0; }
static void one_place(void) { for (int i = 0; i < n; i++) a[i] = b[0] + i; }
static void one_place_twin(void) { for (int i = 0; i < n; i++) a[0] = b[i] + i; }

/* ---- Crossing thresholds ----
   expect i in crossing: parallel
   expect i in crossing_twin: serial
   expect i in halves: parallel
   expect i in halves_twin: serial
   expect i in swap_ends: parallel
   expect i in swap_ends_twin: serial */
static void crossing(void) { for (int i = 0; i < n; i++) a[i] = a[2*n - 1 - i] + b[i]; }
static void crossing_twin(void) { for (int i = 0; i < n; i++) a[i] = a[n - 1 - i] + b[i]; }
static void halves(int h) { for (int i = 0; i < h; i++) a[i + h] = a[i] + b[i]; }
static void halves_twin(int h) { for (int i = 0; i <= h; i++) a[i + h] = a[i] + b[i]; }
static void swap_ends(int h)
{
    for (int i = 0; i < h; i++) {
        double t = a[i];
        a[i] = a[2*h - 1 - i];
        a[2*h - 1 - i] = t;
    }
}
static void swap_ends_twin(int h)
{
    for (int i = 0; i < h; i++) {
        double t = a[i];
        a[i] = a[2*h - 3 - i];
        a[2*h - 3 - i] = t + 1.0;
    }
}

/* ---- Wrap-around variables ----
   expect i in wrapped: parallel
   expect i in wrapped_twin: serial
   expect i in wrapped_twice_twin: serial
   expect i in previous: parallel
   expect i in previous_twin: serial */
static void wrapped(int k)
{
    int before = k - 1;
    for (int i = 0; i < k; i++) {
        a[i] = b[i] + b[before];
        before = i;
    }
}
static void wrapped_twin(int k)
{
    int before = k - 1;
    for (int i = 0; i < k; i++) {
        a[i] = b[i] + a[before];
        before = i;
    }
}
static void wrapped_twice(int k)
{
    int one = k - 1, two = k - 2;
    for (int i = 0; i < k; i++) {
        a[i] = b[i] + b[one] + 2.0*b[two];
        two = one;
        one = i;
    }
}
static void wrapped_twice_twin(int k)
{
    int one = k - 1, two = k - 2;
    for (int i = 0; i < k; i++) {
        a[i] = b[i] + a[one] + 2.0*a[two];
        two = one;
        one = i;
    }
}
static void previous(void)
{
    for (int i = 1; i < n; i++) {
        double before = b[i - 1];
        a[i] = before + b[i];
    }
}
static void previous_twin(void)
{
    double before = b[0];
    for (int i = 1; i < n; i++) {
        a[i] = before + b[i];
        before = a[i]*0.5;
    }
}

/* ---- Indices collapsed by a remainder ----
   expect i in collapsed: parallel
   expect i in collapsed_twin: serial
   expect i in cyclic_read: parallel
   expect i in cyclic_read_twin: serial */
static void collapsed(void) { for (int i = 0; i < 10; i++) a[i % 10] = b[i] + a[i % 10]; }
static void collapsed_twin(void) { for (int i = 0; i < n; i++) a[i % 10] = b[i] + a[i % 10]; }
static void cyclic_read(void) { for (int i = 0; i < n; i++) a[i] = b[i % 7]; }
static void cyclic_read_twin(void) { for (int i = 0; i < n; i++) a[i] = a[i % 7] + 1.0; }

/* ---- Indirect indexing ----
   expect i in gathered: parallel
   expect i in gathered_twin: serial
   expect i in histogram: parallel
   expect i in histogram_twin: serial */
static void gathered(void) { for (int i = 0; i < n; i++) a[i] = b[where[i]] + a[i]; }
static void gathered_twin(void) { for (int i = 0; i < n; i++) a[where[i]] = b[i] + a[where[i]]; }
static void histogram(void) { for (int i = 0; i < n; i++) count[i] += where[i]; }
static void histogram_twin(void) { for (int i = 0; i < n; i++) count[where[i]] += 1; }

/* ---- Packing ----
   expect i in packed: parallel
   expect i in packed_twin: serial
   expect i in unpacked: parallel
   expect i in unpacked_twin: serial
   expect i in counted: parallel
   expect i in counted_twin: serial */
static void packed(void)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0)
            a[k] = b[i];
        k++;
    }
}
static int packed_twin(void)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            a[k++] = b[i];
    return k;
}
static int unpacked(void)
{
    int k = 5;
    for (int i = 0; i < n; i++) {
        a[i] = b[k];
        k += 2;
    }
    return k;
}
static void unpacked_twin(void)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            a[i] = c[k++];
}
static int counted(void)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            k++;
    return k;
}
static int counted_twin(void)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0)
            k++;
        where[i] = k;
    }
    return k;
}

/* ---- Symbolic strides and offsets ----
   expect i in stride: conditional if s != 0
   expect i in stride_twin: serial
   expect i in offset: conditional
   expect i in offset_known: parallel
   expect i in offset_twin: serial
   expect i in rows_apart: parallel
   expect i in rows_apart_twin: serial */
static void stride(int s) { for (int i = 0; i < n; i++) a[s*i] = b[i] + s; }
static void stride_twin(int s) { for (int i = 0; i < n; i++) a[s*i + 1] = a[s*i + 1 + s] + 1.0; }
/* expect i in two_strides: conditional
   shows two_strides:
     #pragma omp parallel for
     for (int i = 0; i < n; i++)
       y[(long)incy * i + iy] += x[(long)incx * i + ix]; */
static void two_strides(const double *x, int incx, double *y, int incy)
{
    int ix = incx < 0 ? (1 - n)*incx : 0, iy = incy < 0 ? (1 - n)*incy : 0;
    for (int i = 0; i < n; i++) {
        y[iy] += x[ix];
        ix += incx;
        iy += incy;
    }
}
/* expect i in swapped: conditional */
static void swapped(double *x, int incx, double *y, int incy)
{
    for (int i = 0; i < n; i++) {
        double t = x[i*incx];
        x[i*incx] = y[i*incy];
        y[i*incy] = t;
    }
}
static void offset(int s) { for (int i = 0; i < n; i++) a[i + s] = a[i] + 1.0; }
static void offset_known(int s)
{
    if (s >= n)
        for (int i = 0; i < n; i++)
            a[i + s] = a[i] + 1.0;
}
static void offset_twin(int s)
{
    if (s > 0)
        for (int i = s; i < n + s; i++)
            a[i] = a[i - 1] + a[i - s];
}
static void rows_apart(int rows, int width)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++)
            a[i*width + j] = i + j;
}
static void rows_apart_twin(int rows, int width)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= width; j++)
            a[i*width + j] = i + 2*j;
}

/* ---- Induction variables ----
   expect i in coupled: parallel
   expect i in coupled_twin: serial
   expect i in doubled: parallel
   expect i in doubled_twin: serial
   expect i in triangle: parallel
   expect i in triangle_twin: serial
   expect i in same_effect: parallel
   expect i in same_effect_twin: serial
   expect i in inner_count: parallel
   expect i in inner_count_twin: serial */
static int coupled(void)
{
    int j = 0, k = 1;
    for (int i = 0; i < 50; i++) {
        a[j] = b[i] + k;
        j += k;
        k += 1;
    }
    return j;
}
static int coupled_twin(void)
{
    int j = 0, k = 1;
    for (int i = 0; i < 50; i++) {
        a[j] = a[j + k] + k;
        j += k;
        k += 1;
    }
    return j;
}
static void doubled(void)
{
    int k = 1;
    for (int i = 0; i < 10; i++) {
        a[k] = b[i];
        k = 2*k;
    }
}
static void doubled_twin(void)
{
    int k = 1;
    for (int i = 0; i < 10; i++) {
        a[k] = a[2*k] + b[i];
        k = 2*k;
    }
}
static void triangle(int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i; j++)
            a[i*(i + 1)/2 + j] = i - j;
}
static void triangle_twin(int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i + 1; j++)
            a[i*(i + 1)/2 + j] = i - j;
}
static void same_effect(void)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0) {
            k += 2;
            a[k] = b[i];
        } else {
            k += 1;
            a[k] = 1.0;
            k += 1;
        }
    }
}
static void same_effect_twin(void)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0) {
            k += 2;
            a[k] = b[i];
        } else {
            a[k] = 1.0;
            k += 1;
        }
    }
}
static int inner_count(int rows, int width)
{
    int k = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++) {
            a[k] = i*j;
            k++;
        }
    return k;
}
static int inner_count_twin(int rows)
{
    int k = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < where[i]; j++) {
            a[k] = i*j;
            k++;
        }
    return k;
}

/* ---- Scalars ----
   expect i in expanded: parallel
   expect i in expanded_twin: serial
   expect i in both_ways: parallel
   expect i in both_ways_twin: serial
   expect i in last_value: parallel
   expect i in last_value_twin: serial
   expect i in local_copy: parallel
   expect i in local_copy_twin: serial */
static void expanded(void)
{
    double t;
    for (int i = 0; i < n; i++) {
        t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}
static void expanded_twin(void)
{
    double t = 1.0;
    for (int i = 0; i < n; i++) {
        a[i] = t;
        t = b[i] - t;
    }
}
static void both_ways(void)
{
    double t;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0)
            t = b[i];
        else
            t = 1.0;
        a[i] = 2.0*t;
    }
}
static void both_ways_twin(void)
{
    double t = 1.0;
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0)
            t = b[i];
        a[i] = 2.0*t;
    }
}
static double last_value(void)
{
    double t = 0.0;
    for (int i = 0; i < n; i++) {
        t = 2.0*b[i];
        a[i] = t;
    }
    return t;
}
static double last_value_twin(void)
{
    double t = 0.0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            t = 2.0*b[i] + i;
    return t;
}
static double shared_scalar;
static void local_copy(void)
{
    for (int i = 0; i < n; i++) {
        double mine = b[i];
        a[i] = mine*mine;
    }
}
static void local_copy_twin(void)
{
    for (int i = 0; i < n; i++) {
        shared_scalar = b[i] - shared_scalar;
        a[i] = shared_scalar;
    }
}

/* ---- Order of statements ----
   expect i in same_iteration: parallel
   expect i in same_iteration_twin: serial
   expect i in two_statements: parallel
   expect i in two_statements_twin: serial */
static void same_iteration(void)
{
    for (int i = 1; i < n; i++) {
        c[i] = b[i];
        a[i] = c[i] + 1.0;
    }
}
static void same_iteration_twin(void)
{
    for (int i = 1; i < n; i++) {
        a[i] = c[i - 1] + 1.0;
        c[i] = b[i];
    }
}
static void two_statements(void)
{
    for (int i = 1; i < n; i++) {
        a[i] = d[i] + b[i];
        b[i] = c[i];
    }
}
static void two_statements_twin(void)
{
    for (int i = 1; i < n; i++) {
        a[i] = d[i] + b[i - 1];
        b[i] = c[i];
    }
}

/* ---- Control flow ----
   expect i in guarded: parallel
   expect i in guarded_twin: serial
   expect i in jumping: parallel
   expect i in jumping_twin: serial
   expect i in all_of_it: parallel
   expect w in search: serial */
static void guarded(void) { for (int i = 1; i < n; i++) if (b[i] > 0.0) a[i] = c[i]; }
static void guarded_twin(void) { for (int i = 1; i < n; i++) if (a[i - 1] > 0.0) a[i] = c[i]; }
static void jumping(void)
{
    for (int i = 0; i < n; i++) {
        if (b[i] > 0.0)
            goto positive;
        a[i] = 1.0;
        goto next;
positive:
        a[i] = b[i];
next:   ;
    }
}
static void jumping_twin(void)
{
    for (int i = 0; i < n; i++) {
        if (a[i] > 0.0)
            goto positive;
        a[i] = 1.0;
        goto next;
positive:
        a[i + 1] = b[i];
next:   ;
    }
}
static int all_of_it(void)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (b[i] > 1.0 && i > found)
            found = i;
    return found;
}
static int search(void)
{
    int i;
    for (i = 0; i < n; i++)
        if (b[i] > 2.0)
            break;
    return i;
}

/* ---- Recurrences ----
   expect i in far_back: parallel
   expect i in far_back_twin: serial
   expect i in sums: parallel
   expect i in sums_twin: serial */
static void far_back(void) { for (int i = n; i < 2*n; i++) a[i] = a[i - n] + a[i - n + 0] + c[i]; }
static void far_back_twin(void) { for (int i = 2; i < n; i++) a[i] = a[i - 1] - a[i - 2] + c[i]; }
static double sums(void)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i]*b[i];
    return s;
}
static double sums_twin(void)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += a[i]*b[i];
        c[i] = s;
    }
    return s;
}

/* ---- Reductions ----
   expect i in difference: parallel
   expect i in difference_twin: serial
   expect i in product: parallel
   expect i in product_twin: serial
   expect i in largest: parallel
   expect i in largest_twin: serial
   expect i in smallest: parallel
   expect i in smallest_twin: serial
   expect i in all_positive: parallel
   expect i in all_positive_twin: serial
   expect i in some_positive: parallel
   expect i in two_sums: parallel
   expect i in two_sums_twin: serial
   expect i in bits: parallel
   expect i in bits_twin: serial */
static double difference(void) { double s = 9.0; for (int i = 0; i < n; i++) s = s - a[i]; return s; }
static double difference_twin(void) { double s = 9.0; for (int i = 0; i < n; i++) s = a[i] - s; return s; }
static double product(void) { double s = 1.0; for (int i = 0; i < n; i++) s *= c[i]; return s; }
static double product_twin(void) { double s = 1.0; for (int i = 0; i < n; i++) s = s*c[i] + 1.0; return s; }
static double largest(void) { double s = a[0]; for (int i = 0; i < n; i++) if (a[i] > s) s = a[i]; return s; }
static double largest_twin(void)
{
    double s = a[0];
    for (int i = 0; i < n; i++)
        if (a[i] > s)
            s = a[i] + 1.0;
    return s;
}
static double smallest(void) { double s = a[0]; for (int i = 0; i < n; i++) s = fmin(s, a[i]); return s; }
static int smallest_twin(void)
{
    double s = a[0];
    int at = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < s) {
            s = a[i];
            at = i;
        }
    return at;
}
static bool all_positive(void) { bool s = true; for (int i = 0; i < n; i++) s = s && c[i] > 0.0; return s; }
static bool all_positive_twin(void) { bool s = true; for (int i = 0; i < n; i++) s = !s && c[i] > 0.0; return s; }
static bool some_positive(void) { bool s = false; for (int i = 0; i < n; i++) s = s || b[i] > 2.0; return s; }
static double two_sums(void)
{
    double s = 0.0, t = 0.0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        t -= b[i];
    }
    return s*t;
}
static double two_sums_twin(void)
{
    double s = 0.0, t = 0.0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        t -= s;
    }
    return s*t;
}
static int bits(void) { int s = 0; for (int i = 0; i < n; i++) s += where[i] & 3; return s; }
static int bits_twin(void) { int s = 0; for (int i = 0; i < n; i++) s = (s + where[i]) & 7; return s; }

/* ---- Pointers ----
   expect i in far_pointer: parallel
   expect i in far_pointer_twin: serial
   expect i in walk: parallel
   expect i in walk_twin: serial
   expect i in two_pointers: conditional
   expect i in two_pointers_promised: parallel */
static void far_pointer(void)
{
    double *p = a + n;
    for (int i = 0; i < n; i++)
        p[i] = a[i] + 1.0;
}
static void far_pointer_twin(void)
{
    double *p = a + n - 1;
    for (int i = 0; i < n; i++)
        p[i] = a[i] + 1.0;
}
static void walk(void)
{
    double *p = a;
    for (int i = 0; i < n; i++) {
        *p++ = b[i];
        *p++ = c[i];
    }
}
static void walk_twin(void)
{
    double *p = a;
    for (int i = 0; i < n; i++) {
        *p++ = b[i];
        *p = *p + c[i];
    }
}
static void two_pointers(double *x, double *y) { for (int i = 0; i < n; i++) x[i] = y[i] + 1.0; }
static void two_pointers_promised(double *restrict x, const double *restrict y)
{
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1.0;
}

/* ---- Matrices ----
   expect i in transposed: parallel
   expect i in transposed_twin: serial
   expect i in lower_part: parallel
   expect i in lower_part_twin: serial
   expect i in relaxed: parallel
   expect i in relaxed_twin: serial
   expect j in time_steps: parallel
   expect k in time_steps: serial
   expect i in products: parallel
   expect i in forward: serial
   expect i in diagonals: parallel
   expect i in diagonals_twin: serial */
static void transposed(void) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) w[j][i] = m[i][j]; }
static void transposed_twin(void) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[j][i] = m[i][j]; }
static void lower_part(void) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) m[i][j] = m[j][i]; }
static void lower_part_twin(void) { for (int i = 1; i < n; i++) for (int j = 0; j < i; j++) m[i][j] = m[i - 1][j] + 1.0; }
static void relaxed(void)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            w[i][j] = m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1];
}
static void relaxed_twin(void)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            m[i][j] = (m[i - 1][j] + m[i + 1][j] - m[i][j - 1] - m[i][j + 1])*0.5;
}
/* Outside, only where there is nothing to do inside: so the inner loop is the parallel one.
   expect t in growing: conditional
   shows growing:
   for (int t = 0; t < steps; t++) {
   #pragma omp parallel for if(independent)
   for (int i = 0; i < 3*k; i++) */
static void growing(int steps, int k, double *x, const double *y)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < 3*k; i++)
            x[i] += y[i];
}
static void time_steps(void)
{
    for (int k = 1; k < 5; k++)
        for (int j = 0; j < n; j++)
            m[k][j] = m[k - 1][j] + b[j];
}
static void products(void)
{
    for (int i = 0; i < n; i++) {
        a[i] = 0.0;
        for (int j = 0; j < n; j++)
            a[i] += m[i][j]*b[j];
    }
}
static void forward(void)
{
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        for (int j = 0; j < i; j++)
            a[i] -= (m[i][j] > 1.0 ? 1.0 : 0.0)*fmod(a[j], 5.0);
    }
}
static void diagonals(void) { for (int i = 1; i < n; i++) m[i][i] = m[i][i - 1] + m[i - 1][i]; }
static void diagonals_twin(void) { for (int i = 1; i < n; i++) m[i][i] = m[i - 1][i - 1] + 1.0; }

/* ---- Work arrays, records, calls ----
   expect i in work: parallel
   expect i in work_twin: serial
   expect i in records: parallel
   expect i in records_twin: serial
   expect i in call: parallel
   expect i in call_twin: serial
   expect i in call_rows: parallel
   expect i in call_rows_twin: serial */
static void work(void)
{
    double t[8];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
            t[j] = b[i] + j;
        a[i] = t[3] + t[7];
    }
}
static void work_twin(void)
{
    double t[8] = {0.0};
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < 8; j++)
            t[j] = b[i] + j;
        a[i] = t[3] + t[where[i] % 8];
        t[0] = a[i];
    }
}
struct pair { double x, y; };
static struct pair pairs[n + 1];
static void records(void) { for (int i = 1; i < n; i++) pairs[i].x = pairs[i - 1].y + b[i]; }
static void records_twin(void) { for (int i = 1; i < n; i++) pairs[i].x = pairs[i - 1].x + b[i]; }
static double square(double x) { return x*x; }
static double remembered(double x) { static double last = 0.0; double r = x - last; last = x; return r; }
static void call(void) { for (int i = 0; i < n; i++) a[i] = square(b[i]); }
static void call_twin(void) { for (int i = 0; i < n; i++) a[i] = remembered(b[i]); }
static void fill(int length, double *x, double value) { for (int i = 0; i < length; i++) x[i] += value; }
static void call_rows(void) { for (int i = 0; i < n; i++) fill(4, &a[4*i], b[i]); }
static void call_rows_twin(void) { for (int i = 0; i < n; i++) fill(5, &a[4*i], b[i]); }

/* ---- While loops ----
   expect w in counted_while: parallel
   expect w in counted_while_twin: serial */
static int counted_while(int k)
{
    int i = 0;
    while (i < k) {
        a[i] = b[i] + 1.0;
        i++;
    }
    return i;
}
static int counted_while_twin(int k)
{
    int i = 0;
    while (i < k) {
        a[i] = b[i] + 1.0;
        i += b[i] > 0.0 ? 1 : 2;
    }
    return i;
}

static void reset(void)
{
    for (int i = 0; i < big; i++) {
        a[i] = i % 13 - 4;
        b[i] = (i*7) % 11 - 5;
        c[i] = i % 30 == 7 ? 2.0 : 1.0;
        d[i] = i % 5;
        where[i] = (i*i) % 17;
        count[i] = 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            m[i][j] = (i*3 + j*5) % 9 - 3;
            w[i][j] = 0.0;
        }
    for (int i = 0; i <= n; i++)
        pairs[i].x = pairs[i].y = i % 6;
    shared_scalar = 0.0;
}

static double sum(int length, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < length; i++)
        s = fmod(1.5*s + (i % 7 + 1)*x[i], 1e9);
    return s;
}

static void show(const char *name, double result)
{
    int total = 0;
    for (int i = 0; i < big; i++)
        total += (i % 5 + 1)*(count[i] + where[i]);
    printf("%s %.10g %.10g %.10g %.10g %.10g %.10g %d %.10g\n", name, result, sum(big, a), sum(big, b), sum(big, c),
           sum(n*n, &m[0][0]), sum(n*n, &w[0][0]), total, sum(n, &pairs[0].x));
    reset();
}
#define RUN(f, ...) (f(__VA_ARGS__), show(#f, 0.0))
#define RESULT(f, ...) show(#f, f(__VA_ARGS__))

int main(void)
{
    reset();
    RUN(ahead); RUN(ahead_twin); RUN(back); RUN(back_twin); RUN(downwards); RUN(downwards_twin);
    RUN(steps); RUN(steps_twin); RUN(even_odd); RUN(even_odd_twin); RUN(one_place); RUN(one_place_twin);
    RUN(crossing); RUN(crossing_twin); RUN(halves, 50); RUN(halves_twin, 50); RUN(swap_ends, 60); RUN(swap_ends_twin, 60);
    RUN(wrapped, n); RUN(wrapped_twin, n); RUN(wrapped_twice, n); RUN(wrapped_twice_twin, n); RUN(previous); RUN(previous_twin);
    RUN(collapsed); RUN(collapsed_twin); RUN(cyclic_read); RUN(cyclic_read_twin);
    RUN(gathered); RUN(gathered_twin); RUN(histogram); RUN(histogram_twin);
    RUN(packed); RESULT(packed_twin); RESULT(unpacked); RUN(unpacked_twin); RESULT(counted); RESULT(counted_twin);
    RUN(stride, 3); RUN(stride, 0); RUN(stride, 1); RUN(stride_twin, 2);
    RUN(two_strides, b, 2, a, 3); RUN(two_strides, a, -2, b, 1); RUN(two_strides, a, 1, b, 0); RUN(two_strides, a, 1, a + 1, 1);
    RUN(two_strides, a, 2, a + 2, 3); RUN(two_strides, a + n, 1, a, -1); RUN(two_strides, a, 2, a, 2);
    RUN(swapped, a, 3, b, 2); RUN(swapped, a, 1, a + n, 2); RUN(swapped, a, 1, a + n - 1, 2); RUN(swapped, a, 2, a, 2);
    RUN(offset, 1); RUN(offset, n); RUN(offset, 0);
    RUN(offset_known, n); RUN(offset_twin, 3); RUN(rows_apart, 20, 10); RUN(rows_apart_twin, 20, 10);
    RESULT(coupled); RESULT(coupled_twin); RUN(doubled); RUN(doubled_twin); RUN(triangle, 60); RUN(triangle_twin, 60);
    RUN(same_effect); RUN(same_effect_twin); RESULT(inner_count, 30, 20); RESULT(inner_count, 30, -1); RESULT(inner_count_twin, 40);
    RUN(expanded); RUN(expanded_twin); RUN(both_ways); RUN(both_ways_twin); RESULT(last_value); RESULT(last_value_twin);
    RUN(local_copy); RUN(local_copy_twin); RUN(same_iteration); RUN(same_iteration_twin); RUN(two_statements); RUN(two_statements_twin);
    RUN(guarded); RUN(guarded_twin); RUN(jumping); RUN(jumping_twin); RESULT(all_of_it); RESULT(search);
    RUN(far_back); RUN(far_back_twin); RESULT(sums); RESULT(sums_twin);
    RESULT(difference); RESULT(difference_twin); RESULT(product); RESULT(product_twin); RESULT(largest); RESULT(largest_twin);
    RESULT(smallest); RESULT(smallest_twin); RESULT(all_positive); RESULT(all_positive_twin); RESULT(some_positive);
    RESULT(two_sums); RESULT(two_sums_twin); RESULT(bits); RESULT(bits_twin);
    RUN(far_pointer); RUN(far_pointer_twin); RUN(walk); RUN(walk_twin);
    RUN(two_pointers, a, b); RUN(two_pointers, a + 1, a); RUN(two_pointers, a, a + 1); RUN(two_pointers, a, a);
    RUN(two_pointers_promised, a, b);
    RUN(transposed); RUN(transposed_twin); RUN(lower_part); RUN(lower_part_twin); RUN(relaxed); RUN(relaxed_twin);
    RUN(growing, 5, 30, a, b); RUN(growing, 5, 30, a, a + 1); RUN(time_steps); RUN(products); RUN(forward); RUN(diagonals); RUN(diagonals_twin);
    RUN(work); RUN(work_twin); RUN(records); RUN(records_twin); RUN(call); RUN(call_twin); RUN(call_rows); RUN(call_rows_twin);
    RESULT(counted_while, n); RESULT(counted_while, -3); RESULT(counted_while_twin, n);
    return 0;
}
