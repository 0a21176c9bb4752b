/* Static locals and globals, constant tables, initial values of all kinds. */
#include <stdio.h>

static const double weights[] = {0.5, 0.25, 0.125};
static int calls = 3, table[2][2] = {{1, 2}, {3, 4}};
int visible = 7;
const char *const names[] = {"zero", "one"};
static double sum;

static int ticket(void)
{
    static int next = 100;
    static double history[3];
    calls++;
    history[next % 3] += weights[next % 3];
    sum += history[next % 3];
    return next++;
}

static int other(void)
{
    static int next;
    next -= 2;
    return next;
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        int t = ticket(), o = other();
        printf("%d %d\n", t, o);
        table[i & 1][1] += visible--;
    }
    printf("%d %.17g %d %d %d %s\n", calls, sum, visible, table[0][1], table[1][1], names[calls & 1]);
    return 0;
}
