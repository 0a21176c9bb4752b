/* What the head does not reach need not be understood: variable arguments, jumps out of functions, unions. */
/* complex step: it reads numbers */
/* head: work(x)>(work) */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

static jmp_buf out_of_here;
static const double weights[2] = {0.5, 3};

void message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
}

void fail(int code) {
  message("failed: %d\n", code);
  longjmp(out_of_here, code);
}

int bits(double x) {
  union {
    double number;
    int parts[2];
  } view;
  view.number = x;
  return view.parts[0];
}

double work(double x) { return weights[0] * x * x + weights[1] * x; }
