#include "adolc.h"

#include <adolc/adolc.h>
#include <adolc/adtl.h>

#include <vector>

namespace traceless {
typedef adtl::adouble real;
#include KERNEL_FILE
} // namespace traceless

namespace traced {
typedef adouble real;
#include KERNEL_FILE
} // namespace traced

void adolcTraceless(const problem &p, const double *xd, double *y, double *yd) {
  static std::vector<adtl::adouble> x(p.inputs), out(p.outputs);
  for (int i = 0; i < p.inputs; ++i) {
    x[i].setValue(p.x[i]);
    x[i].setADValue(0, xd[i]);
  }
  traceless::KERNEL(p.size, p.index, p.data, x.data(), out.data());
  for (int i = 0; i < p.outputs; ++i) {
    y[i] = out[i].getValue();
    yd[i] = out[i].getADValue(0);
  }
}

void adolcTrace(const problem &p) {
  const size_t room = 1 << 24; // everything stays in memory
  std::vector<adouble> x(p.inputs), out(p.outputs);
  double ignored;
  trace_on(1, 0, room, room, room, room, 0);
  for (int i = 0; i < p.inputs; ++i)
    x[i] <<= p.x[i];
  traced::KERNEL(p.size, p.index, p.data, x.data(), out.data());
  for (int i = 0; i < p.outputs; ++i)
    out[i] >>= ignored;
  trace_off();
}

void adolcTraced(const problem &p, const double *xd, double *y, double *yd) {
  fos_forward(1, p.outputs, p.inputs, 0, p.x, const_cast<double *>(xd), y, yd);
}

void adolcReverse(const problem &p, const double *yb, double *xb) {
  static std::vector<double> y(p.outputs);
  zos_forward(1, p.outputs, p.inputs, 1, p.x, y.data());
  fos_reverse(1, p.outputs, p.inputs, const_cast<double *>(yb), xb);
}
