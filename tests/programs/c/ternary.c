/* Conditional expressions: nested, with effects, mixed types, as pointers and arguments. */
#include <stdio.h>

static int count;

static int bump(int by)
{
    count += by;
    return count;
}

int main(void)
{
    int a[2] = {10, 20};
    for (int i = -2; i <= 2; i++) {
        int s = i < 0 ? -1 : i > 0 ? 1 : 0;
        double d = i ? i : 0.5;
        int *p = i & 1 ? &a[0] : &a[1];
        *p += i;
        int r = i > 0 ? bump(i) : i < -1 ? bump(100) : 7;
        (i == 2 ? a : a + 1)[0] *= 2;
        printf("%d %g %d %d %s\n", s, d, *p, r, i == 1 ? "one" : "other");
    }
    int k = 3;
    int m = k > 2 ? k++ : k--;
    m += k == 4 ? (k = 9) : 1;
    m += k ? 1 : 2;
    unsigned u = 1;
    long q = (k > 0 ? -1 : u);
    printf("%d %d %d %ld\n", k, m, count, q);
    return 0;
}
