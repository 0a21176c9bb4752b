/* Enumerations: tagged, anonymous, as subscripts, flags combined by |. */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };
enum { SIZE = 3, READ = 1 << 0, WRITE = 1 << 1, BOTH = READ | WRITE };
typedef enum { UP = 1, DOWN = -1 } direction;

static const char *name(enum colour c)
{
    return c == RED ? "red" : c == GREEN ? "green" : "blue";
}

static int walk(int at, direction d, int steps)
{
    while (steps-- > 0)
        at += d;
    return at;
}

int main(void)
{
    int count[SIZE] = {0};
    enum colour all[SIZE] = {RED, GREEN, BLUE}, c = GREEN;
    unsigned flags = READ;
    for (int i = 0; i < SIZE; i++)
        count[i] = all[i] * 2;
    flags |= WRITE;
    if ((flags & BOTH) == BOTH)
        c++;
    printf("%s %d %d\n", name(c), count[1], count[2]);
    printf("%d %d\n", walk(10, UP, 4), walk(10, DOWN, 3));
    flags &= ~(unsigned)READ;
    printf("%u %d\n", flags, (int)sizeof(enum colour));
    return 0;
}
