"""Random loop nests for the dependence oracle: as C to be analysed, and as C that notes every access.

A nest is a list of statements over the counters i, j, l of up to three loops, the parameters n, m, p, q,
an induction variable k, a walking pointer w, and the array a:
  ("for", counter, lower, bound, step, body)   ("if", condition, then, else)
  ("access", write subscript, read subscript or None)
  ("walk", step)    *w = 1.0; w += step
  ("pair", array, subscript, other array, other subscript)   of arrays a and b that may overlap
  ("set", expression)   k = expression
Expressions are C."""

import random
import re

CLASSES = ["affine", "triangular", "polynomial", "geometric", "conditional", "pointer", "strided"]
COUNTERS = "ijl"
APART = 7  # b begins that many times k elements behind a


class Nest:
    def __init__(self, seed):
        self.random = r = random.Random(seed)
        self.kind = "strided" if seed//6 % 16 == 15 else CLASSES[seed % 6]
        self.depth = r.choice([1, 1, 2, 2, 2, 3])
        self.body = [self.loop(0, [])]
        self.updated = []  # elements that statements add to

    # ---- Shapes ------------------------------------------------------------------------------------

    def loop(self, level, outer):
        r = self.random
        counter = COUNTERS[level]
        lower, bound = r.choice([("0", "n"), ("0", "n"), ("0", "m"), ("1", "n"), ("0", "5"), ("p", "n")])
        if outer and (self.kind == "triangular" or r.random() < 0.15):
            lower, bound = r.choice([("0", f"{outer[-1]} + 1"), ("0", outer[-1]), (outer[-1], "n"),
                                     (f"{outer[-1]} + 1", "n")])
        step = r.choice([1, 1, 1, 1, 2, 3, -1])
        if step < 0:
            lower, bound = f"{bound} - 1", lower
        counters = outer + [counter]
        inner = level + 1 < self.depth
        body = [self.statement(counters)] if not inner or r.random() < 0.3 else []
        if inner:
            body.append(self.loop(level + 1, counters))
        if r.random() < 0.25:
            body.append(self.statement(counters))
        if self.kind in ("geometric", "conditional", "polynomial") and (not inner or r.random() < 0.4):
            body.append(self.update(counters))
        return ("for", counter, lower, bound, step, body)

    def statement(self, counters):
        r = self.random
        if self.kind == "pointer" and r.random() < 0.8:
            return ("walk", r.choice(["1", "1", "2", "p", f"{counters[-1]} + 1", "n", "-1"]))
        if self.kind == "strided":
            arrays = r.choice(["ab", "ba", "ab", "ba", "aa"])
            return ("pair", arrays[0], self.strides(counters), arrays[1], self.strides(counters))
        access = ("access", self.subscript(counters),
                  self.subscript(counters) if r.random() < 0.6 else None)
        if r.random() < 0.2:
            return ("if", self.condition(counters), [access], [])
        return access

    def strides(self, counters):
        r = self.random
        terms = [f"{x}*{r.choice(['p', 'q', 'p', 'q', 'm', 'n'])}" if x == counters[0] or r.random() < 0.3 else x
                 for x in counters]
        return " + ".join(terms + ([str(r.randint(0, 3))] if r.random() < 0.3 else []))

    def condition(self, counters):
        r = self.random
        return r.choice([f"{r.choice(counters)} < m", f"c[{counters[-1]} + 8] > 0.0",
                         f"{counters[-1]} >= p", f"{r.choice(counters)} == q", "n > m"])

    def update(self, counters):
        r = self.random
        if self.kind == "geometric":
            return ("set", r.choice(["2*k", "2*k + 1", f"2*k + {counters[0]}", "3*k"]))
        if self.kind == "conditional":
            return ("if", f"c[{counters[-1]} + 8] > 0.0",
                    [("set", f"k + {r.choice(['1', '2', 'p'])}")],
                    [("set", f"k + {r.choice(['1', '3', counters[-1]])}")] if r.random() < 0.7 else [])
        return ("set", r.choice([f"k + {counters[-1]}", f"k + {counters[-1]} + 1", "k + 1", "k + p",
                                 f"k + 2*{counters[-1]} + q"]))

    def subscript(self, counters):
        r = self.random
        terms = []
        for counter in counters:
            if r.random() < 0.85:
                terms.append(f"{r.choice(['', '', '', '2*', '3*', '-'])}{counter}")
        if self.kind == "polynomial":
            x = r.choice(counters)
            terms.append(r.choice([f"{x}*{x}", f"{x}*({x} + 1)/2", f"n*{x}", f"{counters[0]}*{x}", "k", "k",
                                   f"p*{x}", f"m*{x}"]))
        if self.kind in ("geometric", "conditional") and r.random() < 0.8:
            terms = terms[:1] if r.random() < 0.3 else []
            terms.append("k")
        if self.kind == "geometric" and r.random() < 0.3:
            terms.append(f"(1 << ({counters[0]} + 3))")
        if r.random() < 0.3:
            terms.append(r.choice(["p", "q", "n", "m", "-p", "-n"]))
        terms.append(str(r.randint(-3, 3)))
        return " + ".join(terms)

    # ---- As C, one function -----------------------------------------------------------------------------

    def c(self, name):
        arrays = "double *a, double *b" if self.kind == "strided" else "double *restrict a, const double *restrict c"
        lines = [f"void {name}(int n, int m, int p, int q, int k, {arrays})", "{"]
        if self.kind == "pointer":
            lines.append("    double *w = a;")
        lines += list(self.c_lines(self.body, 1))
        return "\n".join(lines + ["}"])

    def c_lines(self, block, depth):
        pad = "    "*depth
        for s in block:
            if s[0] == "for":
                _, x, lower, bound, step, body = s
                test = f"{x} < {bound}" if step > 0 else f"{x} >= {bound}"
                yield f"{pad}for (int {x} = {lower}; {test}; {x} += {step}) {{"
                yield from self.c_lines(body, depth + 1)
                yield pad + "}"
            elif s[0] == "if":
                yield f"{pad}if ({s[1]}) {{"
                yield from self.c_lines(s[2], depth + 1)
                yield f"{pad}}} else {{"
                yield from self.c_lines(s[3], depth + 1)
                yield pad + "}"
            elif s[0] == "access":
                yield f"{pad}a[{s[1]}] = {f'a[{s[2]}] + ' if s[2] else ''}1.0;"
            elif s[0] == "pair":
                yield f"{pad}{s[1]}[{s[2]}] += {s[3]}[{s[4]}];"
            elif s[0] == "walk":
                yield f"{pad}*w = 1.0;"
                yield f"{pad}w += {s[1]};"
            else:
                yield f"{pad}k = {s[1]};"

    # ---- As C that notes every access (dependence_runtime.c) --------------------------------------------

    def trace(self, name):
        lines = [f"static void {name}(long n, long m, long p, long q, int64_t k, const double *c)", "{",
                 "    int64_t w = 0;", "    (void)n, (void)m, (void)p, (void)q, (void)k, (void)c, (void)w;"]
        lines += list(self.trace_lines(self.body, 1))
        return "\n".join(lines + ["}"])

    def number_of(self, element):
        """The number of the statements `element += ...`, from 1."""
        array, subscript = element[:-1].split("[")
        if not re.search("[a-z]", subscript):
            element = f"{array}[{eval(subscript)}]"  # pylint: disable=eval-used
        element = element.replace(" ", "")
        if element not in self.updated:
            self.updated.append(element)
        return self.updated.index(element) + 1

    def trace_lines(self, block, depth):
        pad = "    "*depth
        for s in block:
            if s[0] == "for":
                _, x, lower, bound, step, body = s
                level = COUNTERS.index(x)
                test = f"{x} < {bound}" if step > 0 else f"{x} >= {bound}"
                yield f"{pad}begin({level});"
                yield f"{pad}for (long {x} = {lower}; {test} && !broken; {x} += {step}) {{"
                yield f"{pad}    iterate({level}, {x});"
                yield from self.trace_lines(body, depth + 1)
                yield f"{pad}}}"
                yield f"{pad}end({level});"
            elif s[0] == "if":
                yield f"{pad}if ({s[1]}) {{"
                yield from self.trace_lines(s[2], depth + 1)
                yield f"{pad}}} else {{"
                yield from self.trace_lines(s[3], depth + 1)
                yield pad + "}"
            elif s[0] == "access":
                update = self.number_of(f"a[{s[1]}]") if s[1] == s[2] else 0
                if s[2]:
                    yield f"{pad}touch({s[2]}, 0, {update});"
                yield f"{pad}touch({s[1]}, 1, {update});"
            elif s[0] == "pair":
                starts = {"a": "", "b": f"{APART}*k + "}
                yield f"{pad}touch({starts[s[3]]}{s[4]}, 0, 0);"
                yield f"{pad}touch({starts[s[1]]}{s[2]}, 1, {self.number_of(f'{s[1]}[{s[2]}]')});"
            elif s[0] == "walk":
                yield f"{pad}touch(w, 1, 0);"
                yield f"{pad}w = checked(w + ({s[1]}));"
            else:
                yield f"{pad}k = checked({s[1]});"
