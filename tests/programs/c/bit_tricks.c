/* Checksums, bit counts and fields by shifts and masks. */
#include <stdio.h>
#include <stdint.h>

static uint32_t crc_table[256];

static void make_table(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crc_table[n] = c;
    }
}

static uint32_t crc(const unsigned char *p, int n)
{
    uint32_t c = ~0u;
    while (n-- > 0)
        c = crc_table[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static int bits(uint64_t x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static unsigned reverse(unsigned char b)
{
    unsigned r = 0;
    for (unsigned mask = 1; mask < 256; mask <<= 1, b >>= 1)
        r = r << 1 | (b & 1);
    return r;
}

int main(void)
{
    make_table();
    printf("%08x\n", crc((const unsigned char *)"123456789", 9));
    printf("%d %d %u\n", bits(0xffff0000ff00ull), bits(0), reverse(0x16));
    int x = -20;
    printf("%d %d %x\n", x >> 2, x & 0xf, (unsigned)x >> 28);
    return 0;
}
