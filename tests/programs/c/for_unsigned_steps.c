/* Unsigned counters with steps other than one, some of which pass below zero. */
#include <stdio.h>
#include <stddef.h>
static int n1(unsigned n) { int c = 0; for (unsigned u = n; u >= 1; u -= 3) { if (++c > 20) break; } return c; }
static int n2(unsigned n) { int c = 0; for (unsigned u = n; u >= 2; u -= 2) c++; return c; }
static int n3(size_t n) { int c = 0; size_t u; for (u = n; u > 0; u -= 2) { c++; if (c > 50) return -1; } return c + (int)u; }
static int n4(unsigned n, unsigned m) { int c = 0; for (unsigned u = n; u >= m; u -= 2) c++; return c; }
static int n5(unsigned n) { int c = 0; unsigned u = n; while (u >= 2) { u -= 2; c += (int)u; } return c; }
static int n6(unsigned n) { int c = 0; for (unsigned u = n; u != 1; u -= 2) c++; return c; }
static int n7(unsigned char n) { int c = 0; for (unsigned char u = n; u >= 3; u -= 3) c += u; return c; }
static int n8(unsigned n) { int c = 0; for (unsigned u = n + 1; u-- > 0; ) c += u; return c; }
static int n9(unsigned n) { int c = 0; for (unsigned u = n; u + 1 > 0 && c < 10; u -= 2) c++; return c; }
static int n10(unsigned n) { int c = 0; for (unsigned u = n; u <= n; u -= 2) c++; return c; }
static int n11(void) { int c = 0; for (unsigned u = 10; u >= 1; u -= 4) { c += u; if (c > 1000000) break; } return c > 1000; }
static int n12(void) { int c = 0; for (unsigned u = 10; u <= 10; u -= 4) c += u; return c; }
static int n13(void) { int c = 0; for (unsigned u = 10; u >= 4; u -= 4) c += u; return c; }
static int n14(void) { int c = 0; for (size_t i = 7; i < 8; i -= 3) c += i; return c; }
int main(void) {
  printf("%d %d %d %d %d %d %d %d\n", n1(10), n2(9), n3(8), n4(9, 4), n5(7), n6(9), n7(30), n8(5));
  printf("%d %d %d %d %d %d\n", n9(20), n10(6), n11(), n12(), n13(), n14());
  return 0;
}
