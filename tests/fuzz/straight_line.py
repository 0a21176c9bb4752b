"""Random programs of straight-line code with places that may be the same, and an interpreter of them that carries
derivatives twice: statement by statement, and graph by graph as `costate analyze graph` says."""

import random
import re

SIZE = 40  # of arrays; integers stay near the middle


class Stray(Exception):
    """The program leaves an array, or a pointer its object."""


# ---- Programs: trees of tuples ---------------------------------------------------------------------

class Procedure:
    def __init__(self, name, arrays, scalars, integers, pointers):
        self.name, self.arrays, self.scalars = name, arrays, scalars
        self.integers, self.pointers, self.body = integers, pointers, []


class Maker:
    """A procedure `head` that may call `helper`; both may use the global g."""

    def __init__(self, seed, language):
        self.random = random.Random(f"{seed} {language}")
        self.c = language == "c"
        pointers = ["p", "q"] if self.c else []
        self.helper = Procedure("helper", ["s", "t"], ["x", "u", "g"], ["i", "k"], pointers)
        self.head = Procedure("head", ["a", "b", "w"], ["x", "u", "v", "g"], ["i", "j", "k"], pointers)
        self.loops = 0
        for procedure in (self.helper, self.head):
            self.procedure = procedure
            procedure.body = self.start() + self.block(self.random.randint(3, 14), 0)

    def start(self):
        """Everything has a value."""
        x = ("scalar", "x")
        out = [["integer", 0, "k", (None, SIZE // 2)], ["real", 0, ("scalar", "u"), x]]
        if self.procedure is self.head:
            out += [["real", 0, ("scalar", "v"), x],
                    ("for", "c9", SIZE, [["real", 0, ("element", "w", ("c9", 0 if self.c else 1)), x]])]
        if self.c:
            out += [["pointer", 0, name, ("array", array, (None, SIZE // 2))]
                    for name, array in zip(self.procedure.pointers, self.procedure.arrays)]
        return out

    def pick(self, options):
        return self.random.choice(options)

    def block(self, length, depth):
        out = []
        for _ in range(length):
            kind = self.random.random()
            if kind < 0.08 and depth < 2:
                out.append(("if", self.pick(self.names()), self.pick(["<", "=="]), self.pick(self.names()),
                            self.block(self.random.randint(1, 4), depth + 1),
                            self.block(self.random.randint(0, 3), depth + 1)))
            elif kind < 0.16 and depth < 2:
                out.append(self.loop(depth))
            elif kind < 0.26 and self.procedure is not self.helper:
                out.append(self.call())
            elif kind < 0.36:
                out.append(["integer", 0, self.pick(self.procedure.integers), self.index()])
            elif kind < 0.48 and self.c:
                out.append(["pointer", 0, self.pick(self.procedure.pointers), self.address()])
            else:
                out.append(["real", 0, self.place(), self.value()])
        return [s for s in out if not self.does_nothing(s)]

    @staticmethod
    def does_nothing(s):
        """`k = k` and empty branches are not in the canonical program."""
        if s[0] == "if":
            return not s[4] and not s[5]
        same = {"integer": (s[2], 0), "pointer": ("moved", s[2], (None, 0)), "real": s[2], "for": None}
        return s[0] in same and s[3] == (same[s[0]] or [])

    def names(self):
        return self.procedure.integers + [f"c{n}" for n in range(1, self.loops + 1)]

    def loop(self, depth):
        self.loops += 1
        counter = f"c{self.loops}"
        body = self.block(self.random.randint(1, 6), depth + 1)
        self.loops -= 1
        return ("for", counter, self.random.randint(0, 3), body)

    def call(self):
        arrays = self.random.sample(self.head.arrays, 2)
        if not self.c:
            return ["call", 0, [("array", n, "0") for n in arrays], ("scalar", "v"), "k"]
        return ["call", 0, [self.address(), self.address()], self.place(), self.pick(self.head.integers)]

    def index(self):
        """A name, a name and a number, or a number: (name or None, number)."""
        name = self.pick(self.names() + [None])
        if name is None or name[0] == "c":
            return (None, SIZE // 2 + self.random.randint(-1, 2))
        return (name, self.pick([0, 0, 0, 1, 1, -1, 2]))

    def address(self):
        kind = self.random.random()
        if kind < 0.35:
            return ("array", self.pick(self.procedure.arrays), self.index())
        if kind < 0.5:
            return ("address", self.pick(self.own()))
        return ("moved", self.pick(self.procedure.pointers), self.pick([(None, 0), (None, 1), (None, -1), (None, 0)]))

    def own(self):
        return [n for n in self.procedure.scalars if n != "x" or self.c]

    def place(self):
        kind = self.random.random()
        if kind < 0.35:
            return ("scalar", self.pick(self.procedure.scalars))
        if kind < 0.6 and self.c:
            return ("target", self.pick(self.procedure.pointers), self.pick([None, None, (None, 1), (None, -1)]))
        return ("element", self.pick(self.procedure.arrays), self.index())

    def value(self):
        kind, place = self.random.randint(0, 10), self.place
        step = "floor" if self.c else "aint"
        if kind == 0:
            return ("constant", "1.5")
        if kind == 1:
            return place()
        if kind == 2:
            return ("operation", "neg", [place()])
        if kind == 3:
            return ("operation", step, [place()])
        if kind == 4:
            return ("operation", "*", [("operation", step, [place()]), place()])
        if kind == 5:
            return ("operation", "*", [("constant", "2.0"), place()])
        if kind <= 7:
            return ("operation", "*", [place(), place()])
        product = ("operation", "*", [place(), place()])
        return ("operation", self.pick("+-"), [product, self.pick([place(), product])])


# ---- Text: as reports write places and operations --------------------------------------------------

class Writer:
    def __init__(self, maker):
        self.c, self.maker, self.lines = maker.c, maker, []

    def number(self, index):
        name, by = index
        if name is None:
            return str(by)
        return name if not by else f"{name} {'+' if by > 0 else '-'} {abs(by)}"

    def source(self, e):
        """Constants of Fortran have kinds, which reports leave out."""
        return self.text(e) if self.c else re.sub(r"\b\d\.\d", r"\g<0>_8", self.text(e))

    def text(self, e):
        kind = e[0]
        if kind in ("scalar", "constant"):
            return e[1]
        if kind == "element":
            return f"{e[1]}[{self.number(e[2])}]" if self.c else f"{e[1]}({self.number(e[2])})"
        if kind == "target":
            return f"*{e[1]}" if e[2] is None else f"{e[1]}[{self.number(e[2])}]"
        name, parts = e[1], [self.text(a) for a in e[2]]
        if name == "neg":
            return "-" + parts[0]
        if name in ("floor", "aint"):
            return f"{name}({parts[0]})"
        return parts[0] + (name if name == "*" else f" {name} ") + parts[1]

    def address(self, e):
        if e[0] == "address":
            return "&" + e[1]
        return e[1] + ("" if e[2] == (None, 0) else f" + {self.number(e[2])}" if e[2][1] >= 0 or e[2][0]
                       else f" - {-e[2][1]}")

    def write(self):
        if self.c:
            self.lines = ["#include <math.h>", "double g;"]
            self.procedure(self.maker.helper, "static void helper(double *s, double *t, double x, int i)",
                           ["double u, *p, *q;", "int k;"])
            self.procedure(self.maker.head, "void head(double *a, double *b, double x, int i, int j)",
                           [f"double u, v, w[{SIZE}], *p, *q;", "int k;"])
        else:
            self.lines = ["module m", "implicit none", "real(8) :: g", "contains"]
            self.procedure(self.maker.helper, "subroutine helper(s, t, x, i)",
                           [f"real(8) :: s({SIZE}), t({SIZE}), x, u", "integer :: i, k, c1, c2, c3"])
            self.procedure(self.maker.head, "subroutine head(a, b, x, i, j)",
                           [f"real(8) :: a({SIZE}), b({SIZE}), x, u, v, w({SIZE})", "integer :: i, j, k, c1, c2, c3, c9"])
            self.lines.append("end module")
        return "\n".join(self.lines) + "\n"

    def procedure(self, procedure, first, declarations):
        self.lines += [first + (" {" if self.c else "")] + declarations
        self.block(procedure.body)
        self.lines.append("}" if self.c else "end subroutine")

    def line(self, s, words):
        self.lines.append(words + (";" if self.c else ""))
        s[1] = len(self.lines)

    def block(self, body):
        for s in body:
            if s[0] == "real":
                self.line(s, f"{self.text(s[2])} = {self.source(s[3])}")
            elif s[0] == "integer":
                self.line(s, f"{s[2]} = {self.number(s[3])}")
            elif s[0] == "pointer":
                self.line(s, f"{s[2]} = {self.address(s[3])}")
            elif s[0] == "call":
                given = [self.address(a) if self.c else a[1] for a in s[2]] + [self.text(s[3]), s[4]]
                self.line(s, f"{'' if self.c else 'call '}helper({', '.join(given)})")
            elif s[0] == "if":
                self.lines.append(f"if ({s[1]} {s[2]} {s[3]})" + (" {" if self.c else " then"))
                self.block(s[4])
                self.lines.append("} else {" if self.c else "else")
                self.block(s[5])
                self.lines.append("}" if self.c else "end if")
            else:
                self.lines.append(f"for (int {s[1]} = 0; {s[1]} < {s[2]}; ++{s[1]}) {{" if self.c
                                  else f"do {s[1]} = 0, {s[2] - 1}")
                self.block(s[3])
                self.lines.append("}" if self.c else "end do")


# ---- Running it ------------------------------------------------------------------------------------

class Frame:
    """Objects by name, integers and pointers by value."""

    def __init__(self):
        self.objects, self.integers, self.pointers, self.starts = {}, {}, {}, {}


class Interpreter:
    """Two derivatives of every number, in the memories `exact` and `graphs`."""

    def __init__(self, maker, writer, subgraphs, seed):
        self.maker, self.writer, self.c = maker, writer, maker.c
        self.random = random.Random(seed)
        self.subgraphs = {g["lines"][0]: g for g in subgraphs}
        self.exact, self.graphs, self.sizes, self.labels = {}, {}, {}, {}
        self.propagated = self.met = 0

    def new(self, name, size, like=None):
        key = (name, len(self.sizes))
        self.sizes[key] = size
        for index in range(size):
            value = [self.random.uniform(-1, 1) for _ in range(2)]
            self.exact[key, index] = list(self.exact[like]) if like else value
            self.graphs[key, index] = list(self.graphs[like]) if like else list(value)
        return key

    def run(self, i, j):
        frame = Frame()
        lowest = 0 if self.c else 1
        frame.objects = {n: self.new(n, SIZE) for n in ("a", "b")} | {n: self.new(n, 1) for n in ("x", "g")}
        self.shared = frame.objects["g"]
        seen = [key for name, key in frame.objects.items() if name != "x" or not self.c]
        frame.objects |= {"u": self.new("u", 1), "v": self.new("v", 1), "w": self.new("w", SIZE)}
        frame.starts = {n: lowest for n in "abw"}
        frame.integers = {"i": i, "j": j}
        self.block(self.maker.head.body, frame)
        return seen

    def integer(self, index, frame):
        name, by = index
        return by + (frame.integers[name] if name else 0)

    def checked(self, key, index):
        if not 0 <= index < self.sizes[key]:
            raise Stray
        return key, index

    def at(self, place, frame):
        if place[0] == "scalar":
            return frame.objects[place[1]], 0
        if place[0] == "element":
            key, offset = frame.objects[place[1]], 0
            if isinstance(key[0], tuple):
                key, offset = key
            return self.checked(key, self.integer(place[2], frame) - frame.starts[place[1]] + offset)
        key, offset = frame.pointers[place[1]]
        return self.checked(key, offset + (self.integer(place[2], frame) if place[2] else 0))

    def pointed(self, e, frame):
        if e[0] == "address":
            return frame.objects[e[1]], 0
        if e[0] == "array":
            key, offset = frame.objects[e[1]], 0
            if isinstance(key[0], tuple):
                key, offset = key
        else:
            key, offset = frame.pointers[e[1]]
        offset += self.integer(e[2], frame)
        if not 0 <= offset <= self.sizes[key]:
            raise Stray
        return key, offset

    def label(self, line, e, argument):
        name = e[1]
        if name in ("floor", "aint"):
            return 0.0
        if name == "neg":
            return -1.0
        if name != "*":
            return -1.0 if name == "-" and argument == 1 else 1.0
        return self.labels.setdefault((line, self.writer.text(e), argument), self.random.uniform(0.5, 1.5))

    def derivative(self, line, e, frame):
        if e[0] == "constant":
            return [0.0, 0.0]
        if e[0] != "operation":
            return list(self.exact[self.at(e, frame)])
        out = [0.0, 0.0]
        for number, argument in enumerate(e[2]):
            part, by = self.derivative(line, argument, frame), self.label(line, e, number)
            out = [o + by * d for o, d in zip(out, part)]
        return out

    def places(self, e):
        if e[0] == "operation":
            return [p for a in e[2] for p in self.places(a)]
        return [] if e[0] == "constant" else [e]

    def operations(self, e):
        return [e] + [o for a in e[2] for o in self.operations(a)] if e[0] == "operation" else []

    def assign(self, s, frame, addresses):
        """One assignment, exactly; notes where its places are."""
        if s[0] == "integer":
            frame.integers[s[2]] = self.integer(s[3], frame)
        elif s[0] == "pointer":
            frame.pointers[s[2]] = self.pointed(s[3], frame)
        else:
            for place in [s[2], *self.places(s[3])]:
                addresses[s[1], self.writer.text(place)] = self.at(place, frame)
            value = self.derivative(s[1], s[3], frame)
            self.exact[self.at(s[2], frame)] = value

    def block(self, body, frame):
        index = 0
        while index < len(body):
            s = body[index]
            if s[0] in ("real", "integer", "pointer"):
                graph = self.subgraphs.get(s[1])
                count = len(graph["lines"]) if graph else 1
                addresses = {}
                for done in body[index:index + count]:
                    self.assign(done, frame, addresses)
                if graph:
                    assert [x[1] for x in body[index:index + count]] == graph["lines"]
                    self.propagate(graph, body[index:index + count], addresses)
                index += count
                continue
            if s[0] == "if":
                left, right = frame.integers[s[1]], frame.integers[s[3]]
                self.block(s[4] if (left < right if s[2] == "<" else left == right) else s[5], frame)
            elif s[0] == "for":
                for frame.integers[s[1]] in range(s[2]):
                    self.block(s[3], frame)
            else:
                self.call(s, frame)
            index += 1

    def propagate(self, graph, statements, addresses):
        """As Flattening.h says: what is read, then what is written, in order."""
        named = {(s[1], self.writer.text(o)): o for s in statements if s[0] == "real" for o in self.operations(s[3])}
        inside = graph["graph"]
        rows = [[0.0, 0.0] for _ in inside["vertices"]]
        for independent in inside["independents"]:
            vertex = inside["vertices"][independent["vertex"]]
            rows[independent["vertex"]] = list(self.graphs[addresses[vertex["line"], vertex["text"]]])
        for edge in inside["edges"]:
            vertex = inside["vertices"][edge["to"]]
            operation = named[vertex["line"], vertex["text"]]
            by = self.label(vertex["line"], operation, edge["argument"])
            rows[edge["to"]] = [r + by * d for r, d in zip(rows[edge["to"]], rows[edge["from"]])]
        texts = {s[1]: self.writer.text(s[2]) for s in statements if s[0] == "real"}
        for dependent in inside["dependents"]:
            self.graphs[addresses[dependent["line"], texts[dependent["line"]]]] = list(rows[dependent["vertex"]])
        self.propagated += 1

    def call(self, s, frame):
        inner = Frame()
        inner.integers = {"i": frame.integers[s[4]]}
        inner.objects = {"g": self.shared}
        x = self.at(s[3], frame)
        if self.c:
            for name, given in zip("st", s[2]):
                inner.objects[name] = self.pointed(given, frame)
            inner.objects["x"] = self.new("x", 1, x)
            inner.starts = {"s": 0, "t": 0}
        else:
            for name, given in zip("st", s[2]):
                inner.objects[name] = frame.objects[given[1]]
            inner.objects["x"] = x[0]
            inner.starts = {"s": 1, "t": 1}
        inner.objects["u"] = self.new("u", 1)
        self.block(self.maker.helper.body, inner)
        if not self.c:
            frame.integers[s[4]] = inner.integers["i"]
