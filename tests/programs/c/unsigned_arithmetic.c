/* Unsigned arithmetic wraps; mixed comparisons convert; shifts and masks. */
#include <stdio.h>
#include <stdint.h>

static uint32_t rotate(uint32_t x, int k)
{
    return x << k | x >> (32 - k);
}

static uint32_t mix(const char *s)
{
    uint32_t h = 2166136261u;
    while (*s) {
        h ^= (unsigned char)*s++;
        h *= 16777619u;
    }
    return h;
}

static uint64_t xorshift(uint64_t *s)
{
    uint64_t x = *s;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *s = x;
}

int main(void)
{
    unsigned a = 3, b = 5;
    uint64_t s = 88172645463325252ull;
    uint16_t h = 65535;
    printf("%u %u %u\n", a - b, (a - b) / 2, ~a);
    printf("%08x %08x\n", rotate(0x80000001u, 4), mix("hello, world"));
    for (int i = 0; i < 3; i++)
        printf("%016llx\n", (unsigned long long)xorshift(&s));
    h += 2;
    h = h * h * 40000;
    printf("%u\n", h);
    printf("%d %d\n", -1 < (int)a, (unsigned)-1 < a);
    printf("%d %u\n", -7 / 2, (unsigned)-7 / 2);
    printf("%d %u %d\n", -7 % 3, -7u % 3, (int8_t)200 >> 2);
    printf("%.17g %.17g\n", (double)(a - b), (double)s);
    printf("%u\n", (unsigned)3e9);
    return 0;
}
