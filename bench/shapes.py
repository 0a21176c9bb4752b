"""Large differentiable programs of several shapes, each of about a given number of lines. The same
numbers give the same bytes. Every line is reached from the head and carries derivatives."""

import random

SHAPES = {}


def shape(function):
    SHAPES[function.__name__] = function
    return function


def fortran_routine(name, rng, callees=(), extra=""):
    a, b = rng.randint(2, 9), rng.randint(2, 9)
    calls = "".join(f"  call {c}(n, x, y, s)\n  r = r + s*{i + 1}d-3\n" for i, c in enumerate(callees))
    return f"""subroutine {name}(n, x, y, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: r
  real(8) :: s, t
  integer :: i
{extra}  r = 0d0
  do i = 1, n
    t = x(i)*{a}d0 + y(i)/({b}d0 + i)
    if (t > {b}.5d0) then
      r = r + sqrt(abs(t))
      y(i) = y(i) - 1d-3*sin(t)
    else
      r = r - x(i)*y(i)
    end if
    x(i) = x(i) + 1d-3*t*r
  end do
{calls}end subroutine

"""


def c_routine(name, rng, callees=()):
    a, b = rng.randint(2, 9), rng.randint(2, 9)
    calls = "".join(f"  r += {c}(n, x, y) * {i + 1}e-3;\n" for i, c in enumerate(callees))
    return f"""double {name}(int n, double *x, double *y) {{
  double r = 0.0;
  for (int i = 0; i < n; i++) {{
    double t = x[i] * {a}.0 + y[i] / ({b}.0 + i);
    double *p = &y[i];
    if (t > {b}.5) {{
      r += sqrt(fabs(t));
      *p -= 1e-3 * sin(t);
    }} else {{
      r -= x[i] * *p;
    }}
    x[i] += 1e-3 * t * r;
  }}
{calls}  return r;
}}

"""


@shape
def wide(lines):
    """Fortran: a tree of calls, with calls across it."""
    rng, count = random.Random(1), max(lines // 25, 3)
    parts = []
    for i in range(count):
        callees = [f"work{c}" for c in (2*i + 1, 2*i + 2) if c < count]
        if i + 3 < count:
            callees.append(f"work{rng.randrange(i + 1, count)}")
        parts.append(fortran_routine(f"work{i}", rng, callees))
    return "f90", "work0(x)>(r)", "".join(parts)


@shape
def deep(lines):
    """C: a chain of calls as long as the program."""
    rng, count = random.Random(2), max(lines // 18, 3)
    routines = [c_routine(f"work{i}", rng, [f"work{i + 1}"] if i + 1 < count else [])
                for i in range(count)]
    return "c", "work0(x)>(work0)", "#include <math.h>\n" + "".join(reversed(routines))


@shape
def relay(lines):
    """Fortran: a chain of calls that only hands arguments on; the last one computes."""
    count, parts = max(lines // 11, 2), []
    for i in range(count):
        act = f"call work{i + 1}(n, x, y)" if i + 1 < count else "y = sin(x)"
        parts.append(f"subroutine work{i}(n, x, y)\n  implicit none\n  integer, intent(in) :: n\n"
                     "  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: y(n)\n"
                     "  integer :: k\n  k = n/2\n"
                     f"  if (k > {i % 7}) then\n    {act}\n  end if\nend subroutine\n\n")
    return "f90", "work0(x)>(y)", "".join(parts)


@shape
def straight(lines):
    """C: one procedure of assignments, with a variable for every third of them."""
    rng, count = random.Random(3), max(lines // 4, 3)
    body = ["#include <math.h>\nvoid work(const double *x, double *y) {\n  double v0 = x[0];\n"]
    for i in range(1, count):
        a, b = rng.randrange(max(0, i - 50), i), rng.randrange(i)
        body.append(f"  double v{i} = v{a} * {rng.randint(1, 9)}.5 + x[{i % 10}];\n"
                    f"  v{i} = sin(v{i}) * v{b};\n  if (v{i} > 0.5)\n    v{i} = v{i} / (1.0 + v{a} * v{a});\n")
    body.append(f"  y[0] = v{count - 1};\n}}\n")
    return "c", "work(x)>(y)", "".join(body)


@shape
def shared(lines):
    """Fortran: modules full of variables, and procedures that use them."""
    rng, modules = random.Random(4), max(lines // 330, 2)
    parts = []
    for m in range(modules):
        names = [f"g{m}_{k}" for k in range(100)]
        parts.append(f"module state{m}\n  implicit none\n" +
                     "".join(f"  real(8), save :: {g}(10) = 1d0\n" for g in names) +
                     f"end module\n\nsubroutine step{m}(x)\n  use state{m}\n" +
                     (f"  use state{m - 1}, only: g{m - 1}_99\n" if m else "") +
                     "  implicit none\n  real(8), intent(inout) :: x(10)\n  integer :: i\n" +
                     f"  {names[0]} = x*2d0{f' + g{m - 1}_99' if m else ''}\n")
        for k in range(1, 100):
            parts.append(f"  do i = 1, 10\n    {names[k]}(i) = {names[k - 1]}(i)*x(i) + "
                         f"{names[rng.randrange(k)]}(i)\n  end do\n")
        parts.append(f"  x = x + 1d-3*{names[99]}\nend subroutine\n\n")
    parts.append("subroutine work(x)\n  implicit none\n  real(8), intent(inout) :: x(10)\n" +
                 "".join(f"  call step{m}(x)\n" for m in range(modules)) + "end subroutine\n")
    return "f90", "work(x)>(x)", "".join(parts)


@shape
def nested(lines):
    """C: one procedure of loops and branches twenty deep."""
    rng, blocks = random.Random(5), max(lines // 64, 1)
    body = ["#include <math.h>\nvoid work(int n, const double *x, double *y) {\n  double t = x[0];\n"]
    for _ in range(blocks):
        for d in range(20):
            pad = "  " * (d + 1)
            head = (f"for (int i{d} = 0; i{d} < n; i{d}++) {{" if d % 4 == 0
                    else f"if (t > {rng.randint(1, 9)}.0) {{")
            body.append(f"{pad}{head}\n{pad}  t = t * x[{rng.randrange(9)}] + y[{d % 9}];\n")
        for d in range(20, 0, -1):
            body.append("  " * d + "}\n")
        body.append("  y[0] += sin(t);\n")
    return "c", "work(x)>(y)", "".join(body) + "}\n"


@shape
def mixed(lines):
    """Fortran: procedures with loops, branches, COMMON and records, all called by a main one."""
    rng, parts, count, names = random.Random(6), [], 0, []
    while count < lines:
        name = f"work{len(names)}"
        if len(names) % 3 == 0:
            text = fortran_routine(name, rng, names[-2:])
        elif len(names) % 3 == 1:
            block = rng.randrange(40)
            text = fortran_routine(name, rng, names[-1:],
                                   f"  real(8) :: w(100), total\n  common /shared{block}/ w, total\n"
                                   "  w(1:n) = x*y\n  total = sum(w(1:n))\n  x(1) = x(1) + total\n")
        else:
            text = (f"module types_{name}\n  implicit none\n  type :: point\n    real(8) :: x, y\n"
                    "  end type\ncontains\n  real(8) function area(p)\n"
                    "    type(point), intent(in) :: p\n    area = p%x*p%y\n  end function\n"
                    f"end module\n\nsubroutine {name}(n, x, y, r)\n  use types_{name}\n"
                    "  implicit none\n  integer, intent(in) :: n\n"
                    "  real(8), intent(inout) :: x(n), y(n)\n  real(8), intent(out) :: r\n"
                    "  type(point) :: p(n)\n  integer :: i\n  r = 0d0\n  do i = 1, n\n"
                    "    p(i) = point(x(i), y(i))\n    r = r + area(p(i))\n  end do\n"
                    "end subroutine\n\n")
        parts.append(text)
        names.append(name)
        count += text.count("\n")
    calls = "".join(f"  call {n_}(n, x, y, s)\n  r = r + s\n" for n_ in names)
    parts.append("subroutine work(n, x, y, r)\n  implicit none\n  integer, intent(in) :: n\n"
                 "  real(8), intent(inout) :: x(n), y(n)\n  real(8), intent(out) :: r\n"
                 f"  real(8) :: s\n  r = 0d0\n{calls}end subroutine\n")
    return "f90", "work(x)>(r)", "".join(parts)


@shape
def ocean(lines):
    """Fortran: a model of many processes that share COMMON blocks and arguments, time step over them."""
    rng = random.Random(6)
    blocks = max(lines // 1500, 3)
    fields = {b: [f"{kind}{b}" for kind in ("uvel", "vvel", "temp", "salt", "eta", "flux")]
              for b in range(blocks)}

    def common(b):
        names = ", ".join(fields[b])
        sized = "".join(f"  real(8) :: {f}(20)\n" for f in fields[b])
        return f"{sized}  common /block{b}/ {names}\n"

    def process(i, callees):
        b, c = i % blocks, rng.randrange(blocks)
        used = [b] if b == c else [b, c]
        x, y, z, w = rng.choice(fields[b]), rng.choice(fields[c]), *rng.sample(fields[b], 2)
        calls = "".join(f"  call proc{k}(n, dt, {rng.choice(fields[b])}, work)\n" for k in callees)
        return (f"subroutine proc{i}(n, dt, field, tend)\n  implicit none\n"
                "  integer, intent(in) :: n\n  real(8), intent(in) :: dt\n"
                "  real(8) :: field(n), tend(n)\n" + "".join(map(common, used))
                + "  real(8) :: work(20), scale, depth\n  integer :: i\n"
                f"  scale = {rng.randint(1, 9)}d-2\n  depth = 0d0\n  work = 0d0\n"
                "  do i = 2, n\n"
                f"    work(i) = scale*({x}(i) - {y}(i - 1)) + dt*field(i)\n"
                f"    if (work(i) > depth) then\n      {z}(i) = {z}(i) + dt*work(i)\n"
                f"    else\n      depth = depth + {w}(i)*dt\n    end if\n  end do\n" + calls
                + "  do i = 1, n\n    tend(i) = tend(i) + work(i)*field(i) + depth\n  end do\n"
                "end subroutine\n\n")

    count = max(lines // 36, 3)
    parts = []
    for i in range(count):
        callees = [k for k in (2*i + 1, 2*i + 2) if k < count]
        if i + 3 < count and rng.random() < 0.5:
            callees.append(rng.randrange(i + 1, count))
        parts.append(process(i, callees))
    return "f90", "proc0(field)>(tend)", "".join(parts)


@shape
def layered(lines):
    """C: layers of ten procedures, each calling eight of the layer below."""
    rng, layers = random.Random(7), max(lines // 240, 2)
    parts = ["#include <math.h>\n"]
    for layer in range(layers):
        below = [f"work{layer - 1}_{k}" for k in range(10)] if layer else []
        parts += [c_routine(f"work{layer}_{k}", rng, rng.sample(below, 8) if below else [])
                  for k in range(10)]
    top = f"work{layers}"
    parts.append(c_routine(top, rng, [f"work{layers - 1}_{k}" for k in range(10)]))
    return "c", f"{top}(x)>({top})", "".join(parts)


@shape
def formulas(lines):
    """Fortran: one procedure of assignments to many scalars and to elements of arrays."""
    rng, count = random.Random(8), max(lines // 3, 3)
    variables = max(count // 10, 2)
    declared = "".join(f"  real(8) :: v{k}\n" for k in range(variables))
    body = []
    for i in range(variables):
        body.append(f"  v{i} = x({i % 50 + 1})*{rng.randint(2, 9)}d-1\n")
    for i in range(count - variables // 2):
        a, b, c = (rng.randrange(variables) for _ in range(3))
        body.append(f"  v{a} = v{b}*{rng.randint(2, 9)}d-1 + sin(v{c})*x({i % 50 + 1})\n"
                    f"  y({i % 50 + 1}) = y({(i + 7) % 50 + 1})*v{b} + exp(-v{a})\n")
        if i % 2:
            body.append(f"  w({rng.randrange(20) + 1}) = v{a}/(1d0 + v{c}**2)\n"
                        f"  v{b} = v{b} + w({rng.randrange(20) + 1})\n")
    return "f90", "work(x)>(y)", ("subroutine work(x, y)\n  implicit none\n  real(8), intent(in) :: x(50)\n"
                                 "  real(8), intent(inout) :: y(50)\n  real(8) :: w(20)\n" + declared
                                 + "  w = 1d0\n" + "".join(body) + "end subroutine\n")


@shape
def grids(lines):
    """Fortran: stencils in nests of four loops, a hundred nests in a procedure, a time loop around."""
    rng, count = random.Random(9), max(lines // 1212, 1)
    per = min(100, max(lines // 12, 1))

    def nest(k):
        target, source, other = rng.sample(["u", "v", "w", "q"], 3)
        di, dj = rng.randint(-1, 1), rng.randint(-1, 1)
        return (f"    do l = 1, 3\n      do k = 2, n - 1\n        do j = 2, n - 1\n"
                f"          do i = 2, n - 1\n            t = {source}(i{di:+d}, j, k, l) - {source}(i, j{dj:+d}, k, l)\n"
                f"            s = t*{rng.randint(2, 9)}d-2*{other}(i, j, k, l)\n"
                f"            {target}(i, j, k, l) = {target}(i, j, k, l) + dt*s*t\n"
                "          end do\n        end do\n      end do\n    end do\n")

    declared = "".join(f"  real(8), intent(inout) :: {name}(n, n, n, 3)\n" for name in "uvwq")
    parts = [f"subroutine step{m}(n, steps, dt, u, v, w, q)\n  implicit none\n"
             "  integer, intent(in) :: n, steps\n  real(8), intent(in) :: dt\n" + declared
             + "  integer :: i, j, k, l, time\n  real(8) :: s, t\n  do time = 1, steps\n"
             + "".join(map(nest, range(per))) + "  end do\nend subroutine\n\n" for m in range(count)]
    calls = "".join(f"  call step{m}(n, steps, dt, u, v, w, q)\n" for m in range(count))
    parts.append("subroutine work(n, steps, dt, u, v, w, q)\n  implicit none\n"
                 "  integer, intent(in) :: n, steps\n  real(8), intent(in) :: dt\n" + declared + calls
                 + "end subroutine\n")
    return "f90", "work(u)>(q)", "".join(parts)


@shape
def scattered(lines):
    """C: file-scope variables, one for every thirty lines, touched by the procedures of a tree of calls."""
    rng, count = random.Random(10), max(lines // 28, 3)
    parts = ["#include <math.h>\n"] + [f"double g{i} = 1.0, h{i}[8];\n" for i in range(count)]
    for i in reversed(range(count)):
        near = [rng.randrange(max(0, i - 20), min(count, i + 20)) for _ in range(4)]
        calls = "".join(f"  r += work{c}(n, x) * 1e-2;\n" for c in (2*i + 1, 2*i + 2) if c < count)
        parts.append(f"double work{i}(int n, double *x) {{\n  double r = g{near[0]} * x[0];\n"
                     f"  g{near[1]} += sin(r) * g{i};\n  for (int i = 0; i < n && i < 8; i++) {{\n"
                     f"    double t = h{near[2]}[i] * x[i];\n    if (t > {rng.randint(1, 9)}.5)\n"
                     f"      g{near[3]} = g{near[0]} * 0.5 + t;\n    else\n      h{near[3]}[i] += t * g{near[1]};\n"
                     f"    x[i] += 1e-3 * t * h{i}[i];\n    r += t;\n  }}\n"
                     f"  if (r > g{near[1]}) {{\n    double old = g{near[2]};\n    g{near[2]} = r * old;\n"
                     f"    r -= old;\n  }}\n  h{near[1]}[n % 8] = r;\n{calls}  return r;\n}}\n\n")
    return "c", "work0(x)>(work0)", "".join(parts)


@shape
def arguments(lines):
    """Fortran: procedures of fifty arguments that hand them on to others, in a tree of calls."""
    rng, per = random.Random(11), 25
    count = max(lines // 100, 2)
    scalars, arrays = [f"s{k}" for k in range(per)], [f"a{k}" for k in range(per)]

    def listed(names):
        return ", &\n".join("    " + ", ".join(names[k:k + 10]) for k in range(0, len(names), 10))

    parts = []
    for i in range(count):
        calls = "".join(f"  call work{c}(n, &\n{listed(rng.sample(scalars, per) + rng.sample(arrays, per))})\n"
                        for c in (2*i + 1, 2*i + 2) if c < count)
        body = "".join(f"  s{k} = s{rng.randrange(per)}*a{k}(1) + {rng.randint(1, 9)}d-2\n"
                       f"  a{k}(2:n) = a{rng.randrange(per)}(2:n)*s{rng.randrange(per)}\n" for k in range(per))
        parts.append(f"subroutine work{i}(n, &\n{listed(scalars + arrays)})\n  implicit none\n"
                     "  integer, intent(in) :: n\n"
                     f"  real(8), intent(inout) :: &\n{listed(scalars)}\n"
                     "  real(8), intent(inout), dimension(n) :: &\n" + listed(arrays) + "\n"
                     + body + calls + "end subroutine\n\n")
    return "f90", "work0(s0,a0)>(s1,a1)", "".join(parts)


@shape
def heap(lines):
    """C: lists of records from malloc with pointers into arrays, built, walked and freed by procedures."""
    rng, count = random.Random(12), max(lines // 53, 2)
    parts = ["#include <math.h>\n#include <stdlib.h>\n\nstruct cell {\n  double value, weight;\n"
             "  double *data;\n  int size;\n  struct cell *next;\n};\n\n"]
    for i in reversed(range(count)):
        a, b = rng.randint(2, 9), rng.randint(2, 9)
        calls = "".join(f"  r += work{c}(n, x, list) * 1e-2;\n" for c in (2*i + 1, 2*i + 2) if c < count)
        parts.append(f"""double work{i}(int n, const double *x, struct cell *given) {{
  struct cell *list = NULL;
  double *buffer = malloc(n * sizeof(double));
  double r = 0.0;
  for (int i = 0; i < n; i++)
    buffer[i] = x[i] * {a}.0;
  for (int i = 0; i < n; i++) {{
    struct cell *c = malloc(sizeof *c);
    c->value = x[i] * buffer[i];
    c->weight = {b}e-1;
    c->size = {a};
    c->data = malloc({a} * sizeof(double));
    for (int j = 0; j < {a}; j++)
      c->data[j] = sin(c->value) + j;
    c->next = list;
    list = c;
  }}
  for (struct cell *c = list; c; c = c->next) {{
    double *p = c->data;
    double *end = p + c->size;
    while (p != end) {{
      c->weight += *p * c->value;
      *p = *p * 0.5;
      p++;
    }}
    r += c->weight;
  }}
  if (given) {{
    given->value += 1e-2 * r;
    given->data[0] = r * given->weight;
  }}
{calls}  while (list) {{
    struct cell *next = list->next;
    r += list->value * list->data[1];
    free(list->data);
    free(list);
    list = next;
  }}
  free(buffer);
  return r;
}}

""")
    parts.append("double work(int n, const double *x) {\n  return work0(n, x, NULL);\n}\n")
    return "c", "work(x)>(work)", "".join(parts)


@shape
def module(lines):
    """Fortran: one module with types, variables and all procedures, which call each other in a tree."""
    rng, count = random.Random(13), max(lines // 36, 2)
    types = max(count // 40, 1)
    parts = ["module model\n  implicit none\n  integer, parameter :: size = 20\n"]
    for t in range(types):
        parts.append(f"  type :: field{t}\n    real(8) :: value(size), rate\n    real(8), allocatable :: extra(:)\n"
                     f"  end type\n  type(field{t}), save :: state{t}\n")
    parts.append("contains\n")
    for i in range(count):
        t, other = i * types // count, rng.randrange(types)
        calls = "".join(f"    call work{c}(n, x, s)\n    r = r + s*1d-2\n" for c in (2*i + 1, 2*i + 2) if c < count)
        parts.append(f"""
  subroutine work{i}(n, x, r)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(out) :: r
    real(8) :: s, t, local(size)
    type(field{other}) :: mine
    integer :: i
    r = state{t}%rate
    local = state{t}%value*{rng.randint(2, 9)}d-1
    mine = state{other}
    if (.not. allocated(mine%extra)) allocate(mine%extra(size))
    mine%extra = local
    do i = 1, min(n, size)
      t = x(i)*mine%value(i) + local(i)
      if (t > {rng.randint(1, 9)}.5d0) then
        state{t}%value(i) = state{t}%value(i) + 1d-2*sin(t)
      else
        mine%rate = mine%rate + t*mine%extra(i)
      end if
      r = r + t
    end do
    state{t}%rate = state{t}%rate + mine%rate
    x(1:n) = x(1:n) + 1d-3*r
{calls}  end subroutine
""")
    return "f90", "model%work0(x)>(r)", "".join(parts) + "end module\n"
