/* Selectors of several integer types; negative and large labels; a switch without cases taken. */
#include <stdio.h>

static int on_long(long long v)
{
    switch (v) {
    case -1:
        return 1;
    case 0x100000000LL:
        return 2;
    case 9223372036854775807LL:
        return 3;
    }
    return 0;
}

static int on_unsigned(unsigned char c)
{
    switch (c + 1) {
    case 256:
        return 10;
    case 1:
        return 20;
    default:
        return c;
    }
}

int main(void)
{
    printf("%d %d %d %d\n", on_long(-1), on_long(4294967296LL), on_long(9223372036854775807LL), on_long(5));
    printf("%d %d %d\n", on_unsigned(255), on_unsigned(0), on_unsigned((unsigned char)300));
    int k = 7;
    switch (k) {
    case 1:
        k = 0;
    }
    switch (k) {
    default:
        k++;
    }
    printf("%d\n", k);
    return 0;
}
