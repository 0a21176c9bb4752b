"""Random programs that are straight-line code, or become that: reused variables, in-place updates, elements of arrays,
loops, calls, pointers, steps and kinks. The same seed gives the same program. What its program may do is chosen so that
values stay of moderate size."""

import random

COLUMNS, ROWS, LOCALS = 4, 3, 3


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def place(self, arrays):
        name, size = self.random.choice(arrays)
        return name if size is None else f"{name}[{self.random.randrange(size)}]"

    def value(self, arrays, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.place(arrays) if self.random.random() < 0.85 else self.pick("0.5", "1.25", "2.0", "-1.5")
        inner = lambda: self.value(arrays, depth - 1)
        kind = self.random.randrange(12)
        if kind < 3:
            return f"{inner()} {self.pick('+', '-')} {inner()}"
        if kind < 6:
            return f"({inner()}) * ({inner()})"
        if kind == 6:
            return f"({inner()}) / (1.5 + cos({inner()}))"
        if kind == 7:
            return f"{self.pick('sin', 'cos', 'atan', 'tanh')}({inner()})"
        if kind == 8:
            return f"sqrt(1.25 + cos({inner()}))"
        if kind == 9:
            return f"{self.pick('fmax', 'fmin')}({inner()}, {inner()})"
        if kind == 10:
            return f"-({inner()})" if self.random.random() < 0.5 else f"({inner()} < {inner()} ? {inner()} : {inner()})"
        return f"{self.pick('floor', 'fabs')}({inner()})"

    def bounded(self, arrays, depth=2):
        return f"sin({self.value(arrays, depth)})"

    def statement(self, arrays, written, depth):
        """Lines; `written` are the arrays that may be assigned."""
        kind = self.random.randrange(10)
        if kind < 6:
            return [f"{self.place(written)} {self.pick('=', '=', '+=', '*=')} {self.bounded(arrays)};"]
        if kind == 6 and depth:
            name, size = self.random.choice([a for a in written if a[1]])
            counter = "ij"[2 - depth]
            step = self.pick(f"{name}[{counter}]", f"{name}[{size - 1} - {counter}]")
            return [f"for (int {counter} = 0; {counter} < {size}; {counter}++) {{",
                    f"  {name}[{counter}] = {step} * {self.bounded(arrays, 1)} + 0.25 * {counter};",
                    *("  " + line for line in self.statement(arrays, written, depth - 1)), "}"]
        if kind == 7 and depth and self.branches:
            inner = lambda: ["  " + line for line in self.statement(arrays, written, depth - 1)]
            return [f"if ({self.place(arrays)} {self.pick('<', '>')} {self.place(arrays)}) {{", *inner(), *inner(),
                    *(["} else {", *inner()] if self.random.random() < 0.6 else []), "}"]
        if kind == 8 and self.functions:
            return [f"{self.place(written)} = {self.call(arrays, written)};"]
        if kind == 9 and self.functions:
            return [f"{self.call(arrays, written)};"]
        return [f"{self.place(written)} = {self.place(arrays)};"]

    def call(self, arrays, written):
        """f(value, array that is read, array that is written): two arrays, as C's callers of heads promise."""
        name = self.random.choice(self.functions)
        long = [a for a in arrays if a[1]]
        target = self.random.choice([a for a in written if a[1]])
        source = self.random.choice([a for a in long if a[0] != target[0]])
        shift = lambda a: f"{a[0]} + {self.random.randrange(a[1] - 1)}" if self.random.random() < 0.5 else \
            f"&{a[0]}[{self.random.randrange(a[1] - 1)}]"
        return f"{name}({self.place(arrays)}, {shift(source)}, {shift(target)})"

    def function(self, name):
        arrays, written = [("s", None), ("t", None), ("p", 2), ("q", 2)], [("s", None), ("t", None), ("q", 2)]
        lines = [f"static double {name}(double s, const double *p, double *q) {{",
                 f"  double t = {self.bounded([('s', None), ('p', 2)])};"]
        body = []
        for _ in range(self.random.randrange(1, 4)):
            body += ["  " + line for line in self.statement(arrays, written, 0)]
        if self.random.random() < 0.4:  # not straight-line code
            body = ["  for (int k = 0; k < 1 + (s > t); k++) {", *("  " + line for line in body), "  }"]
        lines += body
        return lines + [f"  return {self.bounded(arrays)} + 0.25 * s - 0.5 * t;", "}"]

    def make(self, branches):
        self.branches = branches
        lines = ["#include <math.h>", "/* head: f(x,c)>(y,w) */"]
        for k in range(self.random.randrange(3)):
            lines += self.function(f"g{k}")
            self.functions.append(f"g{k}")
        written = [("y", ROWS), ("v", LOCALS), ("t", None), ("w", 2)]
        arrays = written + [("x", COLUMNS), ("x", COLUMNS), ("c", None)]
        lines += [f"void f(const double x[{COLUMNS}], double c, double y[{ROWS}], double w[2]) {{", "  double t = x[0];",
                  f"  double v[{LOCALS}] = {{x[1], c, x[{COLUMNS - 1}]}};"]
        lines += [f"  y[{i}] = {self.bounded([('x', COLUMNS), ('t', None)])};" for i in range(ROWS)]
        for _ in range(self.random.randrange(4, 12)):
            lines += ["  " + line for line in self.statement(arrays, written, 2)]
        return "\n".join(lines + [f"  w[1] += 0.125 * v[{self.random.randrange(LOCALS)}] * t;", "}", ""])


CALLS = f"""
void f(const double *x, double c, double y[{ROWS}], double w[2]);
void f_d(const double *x, const double *xd, double c, double cd, double y[{ROWS}], double yd[{ROWS}], double w[2],
         double wd[2]);
void f_j(const double *x, double c, double y[{ROWS}], double w[2], double *jacobian);

void sizes(int *columns, int *rows) {{
  *columns = {COLUMNS + 1};
  *rows = {ROWS + 2};
}}
static void start(const double *x, double *y) {{
  y[{ROWS}] = 0.5;
  y[{ROWS + 1}] = 0.75 + 0 * x[0];
}}
void original(const double *x, double *y) {{
  start(x, y);
  f(x, x[{COLUMNS}], y, y + {ROWS});
}}
void tangent(const double *x, const double *xd, double *yd) {{
  double y[{ROWS + 2}];
  start(x, y);
  for (int i = 0; i < {ROWS + 2}; i++)
    yd[i] = 0;
  f_d(x, xd, x[{COLUMNS}], xd[{COLUMNS}], y, yd, y + {ROWS}, yd + {ROWS});
}}
void jacobian(const double *x, double *y, double *entries) {{
  start(x, y);
  f_j(x, x[{COLUMNS}], y, y + {ROWS}, entries);
}}
"""


def program(seed):
    return Program(seed).make(branches=True), CALLS
