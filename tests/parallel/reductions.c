/* Reductions that are not written as sums of locals, each with twins that are none. All values are small whole
   numbers, so that sums are the same in any order.

   directives: 19 */
#include <math.h>
#include <stdio.h>

enum { n = 240 };
static double a[n + 1], b[n], c[n], odd[n];
static int where[n];

/* ---- The greater of two, chosen ----
   expect i in chosen: parallel
   also s in chosen: reduction
   expect i in chosen_turned: parallel
   expect i in chosen_least: parallel
   expect i in chosen_guarded: parallel
   expect i in chosen_whole: parallel
   expect i in chosen_whole_least: parallel
   expect i in chosen_twin: serial
   expect i in chosen_forgetful: serial
   expect i in chosen_forgetful_turned: serial
   expect i in chosen_shown: serial
   expect i in chosen_mixed: serial
   expect i in chosen_compared: serial
   expect i in chosen_whole_guarded: serial */
static double chosen(void) { double s = a[0]; for (int i = 0; i < n; i++) s = a[i] > s ? a[i] : s; return s; }
static double chosen_turned(void)
{
    double s = a[0];
    for (int i = 0; i < n; i++)
        s = (s <= fabs(a[i])) ? fabs(a[i]) : (s);
    return s;
}
static double chosen_least(void) { double s = a[0]; for (int i = 0; i < n; i++) s = s > odd[i] ? odd[i] : s; return s; }
static double chosen_guarded(void)
{
    double s = -9.0;
    for (int i = 0; i < n; i++)
        s = c[i] > 1.0 && a[i] >= s ? a[i] : s;
    return s;
}
static int chosen_whole(void) { int s = where[0]; for (int i = 0; i < n; i++) s = s >= where[i] ? s : where[i]; return s; }
static int chosen_whole_least(void) { int s = 99; for (int i = 0; i < n; i++) s = where[i] > s ? s : where[i]; return s; }
/* Another element than the one that is compared. */
static double chosen_twin(void) { double s = a[0]; for (int i = 0; i < n; i++) s = a[i] > s ? a[i + 1] : s; return s; }
/* A NaN, of which `odd` has some, is chosen, and what comes next is chosen over it: what was before is forgotten. */
static double chosen_forgetful(void) { double s = 9.0; for (int i = 0; i < n; i++) s = s > odd[i] ? s : odd[i]; return s; }
static double chosen_forgetful_turned(void)
{
    double s = -9.0;
    for (int i = 0; i < n; i++)
        s = odd[i] > s ? s : odd[i];
    return s;
}
/* Read otherwise, too. */
static double chosen_shown(void)
{
    double s = a[0];
    for (int i = 0; i < n; i++) {
        s = a[i] > s ? a[i] : s;
        c[i] = s;
    }
    return s;
}
static double chosen_mixed(void)
{
    double s = a[0];
    for (int i = 0; i < n; i++) {
        s = a[i] > s ? a[i] : s;
        s = b[i] < s ? b[i] : s;
    }
    return s;
}
static double chosen_compared(void)
{
    double s = a[0];
    for (int i = 0; i < n; i++)
        s = a[i] > s && b[i] < s ? a[i] : s;
    return s;
}
/* Where the guard does not hold, the smaller one is chosen. */
static int chosen_whole_guarded(void)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s = c[i] > 1.0 && s > where[i] ? s : where[i];
    return s;
}

/* ---- Numbers that others may see ----
   expect i in global_sum: conditional if x > &total or &total >= k + x
   also total in global_sum: reduction
   shows global_sum:
   if (x >= &total + 1 || &total >= x + k) {
   #pragma omp parallel for reduction(+:total)
   for (int i = 0; i < k; i++)
   else {
   for (int i = 0; i < k; i++)

   expect i in hidden_sum: parallel
   expect i in global_largest: parallel
   expect i in global_count: parallel
   expect i in global_shown: serial
   expect i in global_by_call: serial
   expect i in global_read: conditional
   expect i in global_after: conditional if x > &total or &total >= k + x
   expect i in global_once: conditional
   expect i in pointed: conditional
   expect i in pointed_promised: parallel
   expect i in pointed_twice: conditional
   expect i in pointed_third: parallel
   expect i in pointed_largest: conditional
   expect i in pointed_shown: serial
   expect i in pointed_moving: serial
   expect i in pointed_perhaps: serial
   expect i in pointed_beside: serial
   expect i in element: parallel
   shows pointed_promised:
   if (0 < k) {
   #pragma omp parallel for reduction(+:y[0:1])
   for (int i = 0; i < k; i++)
   else {
   for (int i = 0; i < k; i++) */
double total, twice[n];
int number;
static double hidden;
static double *const watched = &total;
void global_sum(int k, const double *x) { for (int i = 0; i < k; i++) total += x[i]; }
void hidden_sum(int k, const double *x) { for (int i = 0; i < k; i++) hidden -= x[i]; }
void global_largest(int k, const double *restrict x) { for (int i = 0; i < k; i++) if (total < x[i]) total = x[i]; }
void global_count(int k, const double *x)
{
    for (int i = 0; i < k; i++)
        if (x[i] > 0.0)
            number++;
}
void global_shown(int k, const double *restrict x)
{
    for (int i = 0; i < k; i++) {
        total += x[i];
        twice[i] = total;
    }
}
static double so_far(void) { return total; }
void global_by_call(int k, const double *restrict x)
{
    for (int i = 0; i < k; i++) {
        twice[i] = so_far();
        total += x[i];
    }
}
/* Nobody writes it by its name, but x may lead to it. */
void global_read(int k, double *x) { for (int i = 0; i < k; i++) x[i] = x[i] + total; }
/* In one iteration, too, x[i] may be the sum. */
void global_after(int k, const double *x, double *restrict y)
{
    for (int i = 0; i < k; i++) {
        total += 2.0;
        y[i] = x[i];
    }
}
void global_once(int k, const double *x, double *restrict y)
{
    for (int i = 0; i < k; i++) {
        if (i == 0)
            total += 2.0;
        if (i == 0)
            y[3] = x[i];
    }
}

void pointed(int k, const double *x, double *y) { for (int i = 0; i < k; i++) *y += x[i]; }
void pointed_promised(int k, const double *restrict x, double *restrict y) { for (int i = 0; i < k; i++) *y += x[i]; }
void pointed_twice(int k, double *y, double *z)
{
    for (int i = 0; i < k; i++) {
        *y += i;
        *z -= 2*i;
    }
}
void pointed_third(int k, double *y)
{
    for (int i = 1; i <= k; i++) {
        y[2] += i;
        y[2] = y[2] - 3*i;
    }
}
void pointed_largest(int k, const double *x, double *y)
{
    for (int i = 0; i < k; i++)
        if (x[i] > *y)
            *y = x[i];
}
void pointed_shown(int k, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < k; i++) {
        *y += x[i];
        twice[i] = *y;
    }
}
void pointed_moving(int k, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < k; i++) {
        *y += x[i];
        if (x[i] > 3.0)
            y++;
    }
}
/* With a flag of 0, y may lead nowhere. */
void pointed_perhaps(int k, int flag, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < k; i++)
        if (flag)
            *y += x[i];
}
void pointed_beside(int k, double *restrict y)
{
    for (int i = 0; i < k; i++)
        *y += y[i + 1];
}
static double element(int k, const double *x)
{
    static double sums[3];
    sums[1] = 5.0;
    for (int i = 0; i < k; i++)
        sums[1] += x[i];
    return sums[1];
}

static void reset(void)
{
    total = 3.0;
    hidden = 2.0;
    number = 1;
    for (int i = 0; i < n; i++) {
        a[i] = (i*11) % 53 - 26;
        b[i] = (i*7) % 11 - 5;
        c[i] = i % 30 == 7 ? 2.0 : 1.0;
        odd[i] = i % 40 == 33 ? (double)NAN : (i*5) % 23 - 40;
        where[i] = (i*i) % 17 + 3;
    }
    a[n] = 1.0;
}

static void show(const char *name, double result)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum = fmod(1.5*sum + a[i] + 2.0*b[i] + 3.0*c[i], 1e9);
    printf("%s %.10g %.10g\n", name, result, sum);
    reset();
}
#define RESULT(f, ...) show(#f, f(__VA_ARGS__))
#define RUN(f, ...) (f(__VA_ARGS__), show(#f, total + 7.0*hidden + 11.0*number + 13.0*twice[n - 2] + 17.0*twice[3]))

int main(void)
{
    reset();
    RESULT(chosen); RESULT(chosen_turned); RESULT(chosen_least); RESULT(chosen_guarded); RESULT(chosen_whole);
    RESULT(chosen_whole_least); RESULT(chosen_twin); RESULT(chosen_forgetful); RESULT(chosen_forgetful_turned);
    RESULT(chosen_shown); RESULT(chosen_mixed); RESULT(chosen_compared); RESULT(chosen_whole_guarded);
    RUN(global_sum, n, a); RUN(global_sum, 1, watched); RUN(global_sum, 0, a); RUN(hidden_sum, n, a);
    RUN(global_largest, n, a); RUN(global_count, n, a); RUN(global_shown, n, a); RUN(global_by_call, n, a);
    RUN(global_read, n, a); RUN(global_read, 1, watched);
    RUN(global_after, n, a, twice); RUN(global_after, 1, watched, twice + n - 2); RUN(global_once, n, a, twice);
    RUN(global_once, n, watched, twice);
    for (int at = 0; at < n; at += 37) {
        RUN(pointed, n, a, b + at); RUN(pointed, n, a, a + at); RUN(pointed, n - 40, a + 40, a + at);
        RUN(pointed_largest, n, a, b + at); RUN(pointed_largest, n, a, a + at);
        RUN(pointed_twice, n, a + at, b + at); RUN(pointed_twice, n, a + at, a + at);
    }
    RUN(pointed, 0, a, 0); RUN(pointed_promised, n, a, b); RUN(pointed_promised, -1, 0, 0); RUN(pointed_third, n, a);
    RUN(pointed_third, 0, 0); RUN(pointed_shown, n, a, b); RUN(pointed_moving, 30, a, b); RUN(pointed_perhaps, n, 1, a, b);
    RUN(pointed_perhaps, n, 0, a, 0); RUN(pointed_beside, n - 1, a); RESULT(element, n, a);
    return 0;
}
