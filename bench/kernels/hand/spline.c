/* The adjoint of spline.c. Of the elimination, ratios, pivots, the factors `upper` and both values
 * of m are kept. */
#include "hand.h"

void spline_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
                 double *y, double *yb) {
  int n = size[0];
  const double *t = x, *v = x + n;
  double *work = reserve(6 * n), *ratio = work, *pivot = ratio + n, *upper = pivot + n;
  double *first = upper + n, *m = first + n, *mb = m + n, *tb = xb, *vb = xb + n;
  upper[0] = first[0] = 0.0;
  for (int i = 1; i < n - 1; i++) {
    double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
    ratio[i] = before / (before + after);
    pivot[i] = ratio[i] * upper[i - 1] + 2.0;
    upper[i] = (ratio[i] - 1.0) / pivot[i];
    double jump = (v[i + 1] - v[i]) / after - (v[i] - v[i - 1]) / before;
    first[i] = (6.0 * jump / (before + after) - ratio[i] * first[i - 1]) / pivot[i];
  }
  m[n - 1] = 0.0;
  for (int i = n - 2; i >= 0; i--)
    m[i] = first[i] + upper[i] * m[i + 1];
  memset(mb, 0, sizeof(double) * n);
  for (int p = 0; p < size[1]; p++) {
    int i = index[p];
    double h = t[i + 1] - t[i], inverse = 1.0 / h, w = yb[p], third = h * h / 6.0;
    double a = (t[i + 1] - data[2 * p]) * inverse, b = (data[2 * p] - t[i]) * inverse;
    double ca = a * a * a - a, cb = b * b * b - b;
    double wa = w * (v[i] + (3.0 * a * a - 1.0) * m[i] * third) * inverse;
    double wb = w * (v[i + 1] + (3.0 * b * b - 1.0) * m[i + 1] * third) * inverse;
    double hb = w * (ca * m[i] + cb * m[i + 1]) * h / 3.0 - (wa * a + wb * b);
    vb[i] += a * w;
    vb[i + 1] += b * w;
    mb[i] += w * ca * third;
    mb[i + 1] += w * cb * third;
    tb[i + 1] += wa + hb;
    tb[i] -= wb + hb;
  }
  for (int i = 0; i < n - 1; i++)
    mb[i + 1] += upper[i] * mb[i];
  double upperb = 0.0, carried = 0.0; /* of upper[i] and first[i], from the row after */
  for (int i = n - 2; i >= 1; i--) {
    double before = t[i] - t[i - 1], after = t[i + 1] - t[i], inverse = 1.0 / (before + after);
    double rises = (v[i + 1] - v[i]) / after, rose = (v[i] - v[i - 1]) / before;
    double w = (mb[i] + carried) / pivot[i], uw = (upperb + mb[i] * m[i + 1]) / pivot[i];
    double jumpb = 6.0 * w * inverse, pivotb = -(w * first[i] + uw * upper[i]);
    double ratiob = uw - w * first[i - 1] + pivotb * upper[i - 1];
    double sumb = -(jumpb * (rises - rose) + ratiob * ratio[i]) * inverse;
    double afterb = sumb - jumpb * rises / after;
    double beforeb = sumb + ratiob * inverse + jumpb * rose / before;
    carried = -w * ratio[i];
    upperb = pivotb * ratio[i];
    vb[i + 1] += jumpb / after;
    vb[i] -= jumpb / after + jumpb / before;
    vb[i - 1] += jumpb / before;
    tb[i + 1] += afterb;
    tb[i] += beforeb - afterb;
    tb[i - 1] -= beforeb;
  }
  free(work);
  (void)y;
}
