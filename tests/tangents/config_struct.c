/* head: f(x)>(y) */
/* complex step: it computes in single precision */
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
enum mode { slow, fast };
typedef double real;
typedef struct { real lo, hi; } range_t;
typedef struct { size_t n; range_t r[2]; enum mode m; bool on; float w; const char *name; real *data; } cfg;
static real clamp(real x, range_t r) { return x < r.lo ? r.lo : x > r.hi ? r.hi : x; }
void f(size_t n, const real x[restrict], cfg c, real (*y)[2], uint8_t flags, real a[2][3], int *iw) {
  for (size_t i = 0; i < n; i++) {
    y[i][0] = x[i] * clamp(x[i], c.r[1]) * c.w + c.data[i];
    y[i][1] = c.on ? x[i] / (1 + a[1][2]) : 0;
    iw[i] = flags;
  }
}
