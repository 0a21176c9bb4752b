/* sizeof of types, expressions, arrays and members; its operand is not evaluated. */
#include <stdio.h>
#include <stddef.h>

struct mixed {
    char c;
    double d;
    short s[3];
};

int main(void)
{
    int i = 3, a[7];
    double *p = 0;
    struct mixed m, *q = &m;
    printf("%zu %zu %zu\n", sizeof i++, sizeof a / sizeof a[0], sizeof *p);
    printf("%zu %zu %zu\n", sizeof(struct mixed), sizeof q->s, offsetof(struct mixed, s));
    printf("%zu %zu %d\n", sizeof(char[10]), sizeof "text", i);
    size_t n = 4 * sizeof(int) - sizeof(long) * 2;
    printf("%zu %d\n", n, sizeof(int) > (size_t)i ? 1 : 0);
    return 0;
}
