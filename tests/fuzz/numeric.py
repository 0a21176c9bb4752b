"""Random numerical programs for tests of derivatives: the tree they are made of, what both languages
share in making them, and how they get smaller.

A case is a head with the arguments `n` (4), `x` and `y` (4 reals each) and `s` (a real), and the
procedures it calls. Numbers stay small: everything is made of smooth bounded operations, and
integers are cut to a few bits. Subscripts are always in range, and every loop ends."""

import copy
import random


class Node:
    """A statement: lines of text with blocks of statements between them. `fixed`: the program needs
    it; `whole`: its blocks cannot stand without it."""

    def __init__(self, *texts, blocks=(), fixed=False, whole=False):
        self.texts, self.blocks, self.fixed, self.whole = list(texts), list(blocks), fixed, whole

    def lines(self, indent):
        out = [" " * indent + line for line in self.texts[0].split("\n") if line]
        for block, text in zip(self.blocks, self.texts[1:]):
            for node in block:
                out += node.lines(indent + 2)
            out += [" " * indent + line for line in text.split("\n") if line]
        return out


def continued(line):
    """A line of Fortran as several that are short enough."""
    out = []
    while len(line) > 120:
        cut = line.rindex(" ", 20, 118)
        out.append(line[:cut] + " &")
        line = "    " + line[cut:]
    return out + [line]


class Procedure:
    """`parameters`: (name, kind); `kinds` of a language are its own. `before` and `after` are the
    text around the body."""

    def __init__(self, name, parameters):
        self.name, self.parameters = name, parameters
        self.before, self.body, self.after = [], [], []
        self.inner = []         # procedures inside it
        self.result = None      # the kind of what a function returns
        self.touches = False    # globals, itself or in what it calls
        self.recursive = False
        self.pure = False       # changes nothing but its result

    def lines(self):
        out = list(self.before)
        for node in self.body:
            out += node.lines(2)
        for procedure in self.inner:
            out += ["contains"] + procedure.lines()
        return out + self.after


class Case:
    """`opening` and `closing`: declarations around the procedures, the last of which is the head."""

    def __init__(self, tag, language):
        self.tag, self.language = tag, language
        self.opening, self.procedures, self.closing = [], [], []
        self.independents = self.dependents = ""
        self.symbols = {}  # of the head, its tangent and its adjoint, for the linker

    @property
    def head(self):
        return (f"{self.procedures[-1].name}({','.join(self.independents)})>"
                f"({','.join(self.dependents)})")

    def lines(self):
        out = list(self.opening)
        for procedure in self.procedures:
            out += procedure.lines()
        out += self.closing
        return out if self.language == "c" else [part for line in out for part in continued(line)]

    def text(self):
        return "\n".join(self.lines()) + "\n"

    # ---- Getting smaller -------------------------------------------------------------------------

    def blocks(self):
        """Every list of statements, outermost first."""
        queue = [p.body for procedure in reversed(self.procedures) for p in [procedure, *procedure.inner]]
        while queue:
            block = queue.pop(0)
            yield block
            queue += [inner for node in block for inner in node.blocks]

    def reductions(self):
        """Smaller cases, the much smaller ones first: without procedures that nobody calls, without
        some statements, with the inside of a loop or branch in its place."""
        for i, procedure in enumerate(self.procedures[:-1]):
            others = "\n".join("\n".join(p.lines()) for p in self.procedures if p is not procedure)
            if procedure.name + "(" not in others and procedure.name + "\n" not in others:
                smaller = copy.deepcopy(self)
                del smaller.procedures[i]
                yield smaller
        for number, block in enumerate(self.blocks()):
            size = len(block)
            while size >= 1:
                for start in range(0, len(block), size):
                    chosen = range(start, min(start + size, len(block)))
                    if all(block[k].fixed for k in chosen):
                        continue
                    smaller = copy.deepcopy(self)
                    other = list(smaller.blocks())[number]
                    other[start:start + size] = [s for s in other[start:start + size] if s.fixed]
                    yield smaller
                size //= 2
        for number, block in enumerate(self.blocks()):
            for k, node in enumerate(block):
                for inner in range(0 if node.whole else len(node.blocks)):
                    smaller = copy.deepcopy(self)
                    other = list(smaller.blocks())[number]
                    other[k:k + 1] = other[k].blocks[inner]
                    yield smaller


class Maker:
    """What both languages share. A language says how numbers, elements, subscripts and statements
    are written."""

    def __init__(self, seed, tag):
        self.r = random.Random(seed)
        self.tag = tag
        self.procedures = []

    def chance(self, probability):
        return self.r.random() < probability

    def pick(self, *choices):
        return self.r.choice(choices)

    def weighted(self, pairs):
        pairs = [(what, weight) for what, weight in pairs if weight > 0]
        return self.r.choices([w for w, _ in pairs], [w for _, w in pairs])[0]

    # ---- The procedure at work -------------------------------------------------------------------

    def begin(self):
        self.scalars, self.arrays = [], []      # (text, writable), (text, extent, writable)
        self.ints, self.int_arrays = [], []     # (text, writable), text
        self.complexes, self.complex_arrays = [], []
        self.counters = []                      # names of loop counters that may be declared
        self.direct = []                        # (counter, lowest, highest subscript) of loops around
        self.active_counters = []
        self.loops = 0                          # around this statement
        self.budget = 0

    # ---- Integers --------------------------------------------------------------------------------

    def integer(self, depth=1):
        """An integer of a few bits' size, of either sign."""
        choices = [("constant", 1), ("variable", 4 * bool(self.ints)),
                   ("element", 1.5 * bool(self.int_arrays)), ("counter", 2 * bool(self.active_counters)),
                   ("sum", 2 * (depth > 0)), ("real", 0.4 * (depth > 0))]
        kind = self.weighted(choices)
        if kind == "constant":
            return str(self.r.randint(0, 5))
        if kind == "variable":
            return self.r.choice(self.ints)[0]
        if kind == "element":
            return self.element(self.r.choice(self.int_arrays), self.subscript(4))
        if kind == "counter":
            return self.r.choice(self.active_counters)
        if kind == "real":
            return self.truncated(self.real_leaf())
        op = self.pick("+", "+", "-", "*")
        right = str(self.r.randint(2, 3)) if op == "*" else self.integer(depth - 1)
        return f"({self.integer(depth - 1)} {op} {right})"

    def subscript(self, extent):
        """A subscript in range."""
        kind = self.weighted([("direct", 6 * bool(self.direct)), ("constant", 2), ("cut", 2),
                              ("table", 1.5 * bool(self.int_arrays) * (extent == 4))])
        first = self.first
        if kind == "direct":
            name, low, high = self.r.choice(self.direct)
            shift = self.pick(0, 0, 0, -1, 1)
            if low + shift >= 0 and high + shift < extent:
                return name if not shift else f"{name} {'+' if shift > 0 else '-'} 1"
        if kind == "table":
            return self.element(self.r.choice(self.int_arrays), self.cut_subscript(4))
        if kind == "cut":
            return self.cut_subscript(extent)
        return str(self.r.randint(first, first + extent - 1))

    def cut_subscript(self, extent):
        if extent == 3:
            return str(self.r.randint(self.first, self.first + 2))
        return self.cut(self.integer(), extent)

    # ---- Reals -----------------------------------------------------------------------------------

    def number(self):
        return self.literal(self.pick("0.3", "0.7", "1.1", "0.25", "0.9", "1.3", "0.45"))

    def place(self, writable=True):
        arrays = [a for a in self.arrays if a[2] or not writable]
        scalars = [s for s in self.scalars if s[1] or not writable]
        if arrays and (not scalars or self.chance(0.6)):
            name, extent, _ = self.r.choice(arrays)
            return self.element(name, self.subscript(extent))
        return self.r.choice(scalars)[0]

    def real_leaf(self):
        if self.complexes and self.chance(0.12):
            return self.complex_part()
        return self.place(False) if self.chance(0.85) else self.number()

    def real(self, depth):
        """A real expression whose value stays small."""
        if depth <= 0 or self.chance(0.2):
            return self.real_leaf()
        kind = self.weighted([("linear", 3), ("product", 3), ("function", 3), ("bounded", 2),
                              ("kink", 0.7), ("quotient", 1), ("integer", 0.7), ("special", 1)])
        one = self.real(depth - 1)
        if kind == "linear":
            return f"({self.number()}*{one} {self.pick('+', '-')} {self.real(depth - 1)})"
        if kind == "product":
            return f"{self.literal('0.5')}*{self.wrapped(one)}*{self.real_leaf()}"
        if kind == "function":
            return f"{self.pick('sin', 'cos', 'tanh', 'atan')}({one})"
        if kind == "bounded":
            u = self.real_leaf()
            unit, two = self.literal("1.0"), self.literal("2.0")
            return self.pick(f"exp(-{u}*{u})", f"sqrt({unit} + {u}*{u})", f"log({two} + {u}*{u})",
                             f"{unit}/({unit} + {u}*{u})")
        if kind == "quotient":
            u = self.real_leaf()
            return f"{self.wrapped(one)}/({self.literal('1.5')} + {u}*{u})"
        if kind == "integer":
            return f"{self.literal('0.125')}*{self.real_leaf()}*{self.to_real(self.small_integer())}"
        if kind == "kink":
            return self.kink(one, self.real_leaf())
        return self.special(one)

    @staticmethod
    def wrapped(e):
        return e if e[0] == "(" and e[-1] == ")" else f"({e})"

    def value(self):
        """What is assigned: bounded, however often."""
        e = self.real(self.r.randint(1, 3))
        return self.pick(f"sin({e})", f"tanh({e})", f"{self.literal('0.4')}*{self.wrapped(e)}", e)

    # ---- Statements ------------------------------------------------------------------------------

    def block(self, depth, size=None):
        out = []
        for _ in range(size or self.r.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            out.append(self.statement(depth))
        return out or [self.assignment()]

    def loop_block(self, depth, **direct):
        """The body of a loop; `direct`: its counter and the subscripts it takes."""
        self.loops += 1
        size = len(self.direct)
        if direct:
            self.direct.append((direct["counter"], direct["low"], direct["high"]))
        body = self.block(depth - 1)
        del self.direct[size:]
        self.loops -= 1
        return body

    def heads_arguments(self):
        """Independents and dependents: all three arguments are in one of the lists."""
        names = ["x", "s", "y"]
        independents = [n for n in names if self.chance(0.6)] or ["x"]
        dependents = [n for n in names if n not in independents or self.chance(0.4)] or ["y"]
        return independents, dependents
