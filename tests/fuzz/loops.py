"""Random procedures with loops, in C and in Fortran, and what they do when they run, read by read.

Numbers are taken from a field of large prime order: sums, products and quotients are exact there, so that differences
vanish where they must and, but for a chance of one in 10^18, nowhere else. `sin` is some polynomial of it, and a
comparison of reals decides by what the numbers happen to be: what is said about programs must hold for these as well.

Expressions and statements are tuples that begin with their kind."""

import random

PRIME = 2**61 - 1
N = 6                # as the programs are run
EXTENT = 2 * N + 2
ARRAYS = ("x", "y", "g", "w")  # w is a local array, set to constants
SCALARS = ("s", "t", "u", "f")  # f is an argument
CALLS = {  # of a place and a value: what the place becomes
    "add": lambda a, e: ("+", a, e), "scale": lambda a, e: ("*", a, e), "set": lambda a, e: e,
    "twice": lambda a, e: ("+", ("*", ("number", 2), a), ("number", 1))}


def apply(kind, *v):
    if kind == "+":
        return (v[0] + v[1]) % PRIME
    if kind == "-":
        return (v[0] - v[1]) % PRIME
    if kind == "*":
        return v[0] * v[1] % PRIME
    if kind == "/":
        return v[0] * pow(v[1], PRIME - 2, PRIME) % PRIME
    if kind == "sin":
        return v[0] * v[0] % PRIME * (v[0] + 3) % PRIME
    return (v[0] + 2 * v[1]) % PRIME if kind == "mix" else v[0] * v[1] % PRIME  # mix, mul


class Maker:
    """Makes one procedure: a list of statements."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.smooth = self.r.random() < 0.7  # few functions and products

    def chance(self, p):
        return self.r.random() < p

    def subscript(self, counters):
        """(scale, counter or None, shift), in range for counters from 2 to n-1."""
        if not counters or self.chance(0.15):
            return (0, None, self.r.randint(0, 3))
        if self.chance(0.1):
            return (2, self.r.choice(counters), self.r.choice((0, 1, -1)))
        return (1, self.r.choice(counters), self.r.choice((0, 0, 0, -1, -1, 1, -2)))

    def place(self, counters, scalars=SCALARS, arrays=ARRAYS):
        if self.chance(0.5):
            return ("scalar", self.r.choice(scalars))
        return ("element", self.r.choice(arrays), self.subscript(counters))

    def expression(self, counters, depth):
        if depth == 0 or self.chance(0.25):
            return ("number", self.r.randint(1, 5)) if self.chance(0.15) else self.place(counters)
        one, other = self.expression(counters, depth - 1), self.expression(counters, depth - 1)
        rare = 0.15 if self.smooth else 1
        kind = self.r.choices(("+", "-", "scaled", "divided", "*", "sin", "mix", "mul"),
                              (5, 3, 2, 1, 2 * rare, rare, 0.5, 0.3 * rare))[0]
        if kind == "scaled":
            return ("*", ("number", self.r.randint(2, 4)), one)
        if kind == "divided":
            return ("/", one, ("number", self.r.randint(2, 4)))
        return (kind, one) if kind == "sin" else (kind, one, other)

    def condition(self, counters):
        if counters and self.chance(0.7):
            return ("odd", self.r.choice(counters))
        return ("greater", self.place(counters), self.expression(counters, 1))

    def statement(self, counters, depth):
        kind = self.r.choices(("assign", "update", "call", "if", "for"),
                              (5, 3, 0.7, 1 if depth else 0, 1.2 if depth > 1 and len(counters) < 2 else 0))[0]
        if kind == "assign":
            place, value = self.place(counters), self.expression(counters, 2)
            return ("assign", place, value if value != place else ("+", value, ("number", 1)))  # `t = t` is nothing
        if kind == "update":
            place = self.place(counters)
            return ("assign", place, (self.r.choice("+-"), place, self.expression(counters, 2)))
        if kind == "call":
            return ("call", self.r.choice(tuple(CALLS)), self.place(counters), self.expression(counters, 1))
        if kind == "if":
            return ("if", self.condition(counters), self.block(counters, depth - 1, 2),
                    self.block(counters, depth - 1, 1) if self.chance(0.4) else [])
        return self.loop(counters, depth - 1)

    def loop(self, counters, depth):
        counter = "ijk"[len(counters)]
        return ("for", counter, self.chance(0.8), self.block(counters + (counter,), depth, 4))

    def block(self, counters, depth, most):
        return [self.statement(counters, depth) for _ in range(self.r.randint(1, most))]

    def procedure(self):
        start = ("element", self.r.choice("xy"), (0, None, 3))
        body = [("assign", ("scalar", s), start if self.chance(0.6) else ("number", 1))
                for s in SCALARS[:3]]
        body += [("fill", "w")]
        for _ in range(self.r.randint(1, 2)):
            if self.chance(0.4):
                body.append(("assign", self.place(()), self.expression((), 2)))
            body.append(self.loop((), 2))
        return body + self.ending()

    @staticmethod
    def ending():
        return []


class Sums(Maker):
    """Mostly sums of terms in f, perhaps by way of s, and constraints in g."""

    def place(self, counters, scalars=SCALARS, arrays=ARRAYS):
        return super().place(counters, ("t", "u", "u", "t", "s", "f") if self.chance(0.02) else ("t", "u"),
                             ("x", "x", "x", "w", "y") if self.chance(0.95) else arrays)

    def statement(self, counters, depth):
        if not counters or self.chance(0.45):
            return super().statement(counters, depth)
        if self.chance(0.3):  # through temporaries, and arrays of them
            place = ("element", "w", (1, counters[-1], 0)) if self.chance(0.5) else ("scalar", self.r.choice("tu"))
            return ("assign", place, ("+", self.expression(counters, 1), ("element", "x", self.subscript(counters))))
        if self.chance(0.35):
            return ("assign", ("element", "g", self.subscript(counters)), self.expression(counters, 2))
        total = ("scalar", self.r.choice(("s", "f")))
        return ("assign", total, (self.r.choice("++-"), total, self.expression(counters, 2)))

    def procedure(self):
        body = super().procedure()
        first = ("assign", ("scalar", "f"), ("element", "x", (0, None, 0)) if self.chance(0.3) else ("number", 0))
        constraint = ("assign", ("element", "g", self.subscript(())), self.expression((), 2))
        return [first] + body[:-1] + [constraint] + body[-1:]

    def ending(self):
        scaled = ("*", ("number", 2), ("scalar", "s")) if self.chance(0.5) else ("scalar", "s")
        return [("assign", ("scalar", "f"), ("+", ("scalar", "f"), scaled))] if self.chance(0.7) else []


# ---- Text ------------------------------------------------------------------------------------------


class Writer:
    """A procedure as text. `lines` has the line of each loop and assignment, by the identity of its tuple."""

    def __init__(self, language, name, body, first):
        self.c = language == "c"
        self.out, self.lines, self.first = [], {}, first
        if self.c:
            self.add(f"void {name}(int n, double *x, double *y, double *g, double *f) {{")
            self.add("  double s, t, u, w[14];")
        else:
            self.add(f"subroutine {name}(n, x, y, g, f)")
            for line in ("integer, intent(in) :: n", "real(8) :: x(0:2*n+1), y(0:2*n+1), g(0:2*n+1), f",
                         "real(8) :: s, t, u, w(0:13)", "integer :: i, j, k", "real(8), external :: mix, mul"):
                self.add("  " + line)
        self.block(body, "  ")
        self.add("}" if self.c else "end subroutine")

    def add(self, line):
        self.out.append(line)

    def block(self, body, indent):
        for s in body:
            self.lines[id(s)] = self.first + len(self.out)
            getattr(self, s[0] if s[0] not in ("if", "for") else s[0] + "_")(s, indent)

    def assign(self, s, indent):
        self.add(f"{indent}{self.text(s[1])} = {self.text(s[2])}" + ";" * self.c)

    def call(self, s, indent):
        place = self.text(s[2])
        self.add(f"{indent}do_{s[1]}(&{place}, {self.text(s[3])});".replace("&*", "") if self.c
                 else f"{indent}call do_{s[1]}({place}, {self.text(s[3])} + 0d0)")

    def fill(self, _, indent):
        self.add(f"{indent}for (int i = 0; i < 14; i++) w[i] = 2.0;" if self.c else f"{indent}w = 2d0")

    def if_(self, s, indent):
        kind, *rest = s[1]
        if kind == "odd":
            test = f"{rest[0]} % 2 == 1" if self.c else f"mod({rest[0]}, 2) == 1"
        else:
            test = f"{self.text(rest[0])} > {self.text(rest[1])}"
        self.add(f"{indent}if ({test}) {{" if self.c else f"{indent}if ({test}) then")
        self.block(s[2], indent + "  ")
        if s[3]:
            self.add(indent + ("} else {" if self.c else "else"))
            self.block(s[3], indent + "  ")
        self.add(indent + ("}" if self.c else "end if"))

    def for_(self, s, indent):
        v = s[1]
        if self.c:
            self.add(indent + (f"for (int {v} = 2; {v} < n; {v}++) {{" if s[2] else
                               f"for (int {v} = n - 1; {v} >= 2; {v}--) {{"))
        else:
            self.add(indent + (f"do {v} = 2, n-1" if s[2] else f"do {v} = n-1, 2, -1"))
        self.block(s[3], indent + "  ")
        self.add(indent + ("}" if self.c else "end do"))

    def text(self, e):
        if e[0] == "number":
            return f"{e[1]}.0" if self.c else f"{e[1]}d0"
        if e[0] == "scalar":
            return "*f" if self.c and e[1] == "f" else e[1]
        if e[0] == "element":
            scale, counter, shift = e[2]
            at = f"{'2*' if scale == 2 else ''}{counter}{f'{shift:+d}' if shift else ''}" if counter else str(shift)
            return f"{e[1]}[{at}]" if self.c else f"{e[1]}({at})"
        parts = [self.text(part) for part in e[1:]]
        if e[0] in "+-*/":
            return f"({parts[0]} {e[0]} {parts[1]})"
        return f"{e[0]}({', '.join(parts)})"


HELPERS = {
    "c": """#include <math.h>
static double mix(double a, double b) { return a + 2 * b; }
static double mul(double a, double b) { return a * b; }
static void do_add(double *a, double e) { *a += e; }
static void do_scale(double *a, double e) { *a *= e; }
static void do_set(double *a, double e) { *a = e; }
static void do_twice(double *a, double e) { *a = 2 * *a + 1; (void)e; }
""",
    "fortran": """real(8) function mix(a, b)
  real(8) :: a, b
  mix = a + 2*b
end function
real(8) function mul(a, b)
  real(8) :: a, b
  mul = a*b
end function
""" + "".join(f"""subroutine do_{name}(a, e)
  real(8) :: a, e
  a = {text}
end subroutine
""" for name, text in (("add", "a + e"), ("scale", "a*e"), ("set", "e"), ("twice", "2*a + 1")))}


def reads(e):
    """The places in an expression."""
    if e[0] in ("scalar", "element"):
        return [e]
    return [] if e[0] == "number" else [place for part in e[1:] for place in reads(part)]


def several(body):
    """Arrays of which not just the first element is named: what a pointer leads to may be one number."""
    out = {"w"}

    def look(x):
        if isinstance(x, tuple) and x and x[0] == "element" and x[2] != (0, None, 0):
            out.add(x[1])
        elif isinstance(x, (tuple, list)):
            for part in x:
                look(part)
    look(body)
    return out


def written(block):
    """The names of what statements may write."""
    out = set()
    for s in block:
        if s[0] == "assign":
            out.add(s[1][1])
        elif s[0] == "call":
            out.add(s[2][1])
        elif s[0] == "if":
            out |= written(s[2]) | written(s[3])
        elif s[0] == "for":
            out |= written(s[3])
    return out


# ---- Runs ------------------------------------------------------------------------------------------


class Cell:
    """What a place holds: the number, the independents that had to do with it, and in which iterations it was
    written."""
    __slots__ = ("number", "on", "stamp")

    def __init__(self, number, on=frozenset(), stamp=()):
        self.number, self.on, self.stamp = number, on, stamp


class Machine:
    """Runs a procedure. `assigned(statement, place, value)` and `iteration(loop)` may be overridden to watch it."""

    def __init__(self, seed, independents):
        r = random.Random(seed)
        self.memory = {}
        for name in ARRAYS:
            for i in range(EXTENT):
                self.set_up((name, i), r.randrange(1, PRIME), name in independents)
        for name in SCALARS:
            self.set_up((name, 0), r.randrange(1, PRIME), name in independents)
        self.counters, self.stack, self.control = {}, [], frozenset()
        self.entered = 0

    def set_up(self, key, number, varies):
        self.memory[key] = Cell(number, frozenset([key]) if varies else frozenset())

    def key(self, place):
        if place[0] == "scalar":
            return (place[1], 0)
        scale, counter, shift = place[2]
        return (place[1], (scale * self.counters[counter] if counter else 0) + shift)

    def value(self, e, get):
        if e[0] == "number":
            return e[1]
        if e[0] in ("scalar", "element"):
            return get(self.key(e))
        return apply(e[0], *(self.value(part, get) for part in e[1:]))

    def now(self, key):
        return self.memory[key].number

    def holds(self, condition, get):
        if condition[0] == "odd":
            return self.counters[condition[1]] % 2 == 1
        return self.value(condition[1], get) % 3 > self.value(condition[2], get) % 5 % 3

    def on(self, expressions):
        out = self.control
        for e in expressions:
            for place in reads(e):
                out |= self.memory[self.key(place)].on
        return out

    def store(self, s, place, e):
        self.assigned(s, place, e)
        key = self.key(place)
        self.memory[key] = Cell(self.value(e, self.now), self.on([e]), tuple(self.stack))

    def run(self, block):
        for s in block:
            if s[0] == "assign":
                self.store(s, s[1], s[2])
            elif s[0] == "call":
                self.store(s, s[2], CALLS[s[1]](s[2], s[3]))
            elif s[0] == "fill":
                for i in range(EXTENT):
                    self.memory[(s[1], i)] = Cell(2)
            elif s[0] == "if":
                self.branch(s)
            else:
                self.repeat(s)

    def branch(self, s):
        self.decided(s)
        before = self.control
        if s[1][0] == "greater":
            self.control = self.on(s[1][1:])
        self.run(s[2] if self.holds(s[1], self.now) else s[3])
        self.control = before

    def repeat(self, s):
        self.entered += 1
        instance = self.entered
        for i in range(2, N) if s[2] else range(N - 1, 1, -1):
            self.counters[s[1]] = i
            self.stack.append((id(s), instance, i if s[2] else -i))
            self.iteration(s)
            self.run(s[3])
            self.stack.pop()

    def assigned(self, statement, place, value):
        pass

    def decided(self, statement):
        pass

    def iteration(self, loop):
        pass
