/* Reductions that are not written as sums of locals, each with twins that are none. All values are small whole
   numbers, so that sums are the same in any order.

   directives: 6 */
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

static void reset(void)
{
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

int main(void)
{
    reset();
    RESULT(chosen); RESULT(chosen_turned); RESULT(chosen_least); RESULT(chosen_guarded); RESULT(chosen_whole);
    RESULT(chosen_whole_least); RESULT(chosen_twin); RESULT(chosen_forgetful); RESULT(chosen_forgetful_turned);
    RESULT(chosen_shown); RESULT(chosen_mixed); RESULT(chosen_compared); RESULT(chosen_whole_guarded);
    return 0;
}
