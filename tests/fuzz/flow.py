"""Random control flow as a tree, and its text in C and Fortran.

A program is a list of statements, each a tuple:
    ("mark", k)               the walk passed here
    ("label", id)             a target; jumps reach it from its own list and from lists inside it
    ("goto", id, c)           a jump under condition c
    ("if", c, [..], [..])
    ("for", n, [..])          a counted loop; ("while", c, [..]); ("until", [..], c); ("ever", [..])
    ("exit", c) ("cycle", c)  of the innermost loop; ("return", c)
    ("switch", m, [[..], ..], falls)   cases 0.. of h mod m; falls says which run on (C)
A condition is a pair (m, r): h mod m < r. Loops and labels burn fuel, so that every walk ends."""


class Maker:
    """Grows a random program."""

    def __init__(self, rng, language):
        self.rng, self.language, self.count = rng, language, 0

    def fresh(self):
        self.count += 1
        return self.count

    def condition(self):
        m = self.rng.randint(2, 7)
        return (m, self.rng.randint(1, m - 1))

    def block(self, depth, outer, loop):
        """A list of statements; `outer` are the labels that enclosing lists hold."""
        size = self.rng.randint(1, 8 - 2 * depth)
        own = [self.fresh() for _ in range(self.rng.choice((0, 0, 1, 1, 2, 3)))]
        places = sorted(self.rng.randint(0, size) for _ in own)
        statements = []
        for k in range(size + 1):
            statements += [("label", l) for l, p in zip(own, places) if p == k]
            statements.append(self.statement(depth, own + outer, loop))
        return statements

    def statement(self, depth, labels, loop):
        kinds = ["mark"] * 4 + ["goto"] * (5 if labels else 0) + ["return"]
        kinds += ["exit", "exit", "cycle"] if loop else []
        if depth < 3 and self.count < 50:
            kinds += ["if"] * 3 + ["for", "while", "until", "ever", "switch"]
        kind = self.rng.choice(kinds)
        inner = lambda is_loop: self.block(depth + 1, labels, loop or is_loop)
        if kind == "mark":
            return ("mark", self.fresh())
        if kind == "goto":
            return ("goto", self.rng.choice(labels), self.condition())
        if kind in ("exit", "cycle", "return"):
            return (kind, self.condition())
        if kind == "if":
            return ("if", self.condition(), inner(False), inner(False) if self.rng.random() < 0.5 else [])
        if kind == "for":
            return ("for", self.rng.randint(1, 5), inner(True))
        if kind == "while":
            return ("while", self.condition(), inner(True))
        if kind == "until":
            return ("until", inner(True), self.condition())
        if kind == "ever":
            return ("ever", inner(True))
        cases = [inner(False) for _ in range(self.rng.randint(1, 4))]
        return ("switch", len(cases) + 1, cases, [self.rng.random() < 0.4 for _ in cases])


def generate(rng, language):
    return Maker(rng, language).block(0, [], False)


# ---- making programs smaller ----------------------------------------------------------------


def reductions(program):
    """Programs with one statement less, or one statement replaced by what is inside it."""
    for i, statement in enumerate(program):
        rest = program[:i], program[i + 1:]
        yield rest[0] + rest[1]
        for part in statement:
            if isinstance(part, list) and part and isinstance(part[0], tuple):
                yield rest[0] + part + rest[1]
        for k, part in enumerate(statement):
            if isinstance(part, list) and part and isinstance(part[0], tuple):
                for smaller in reductions(part):
                    yield rest[0] + [statement[:k] + (smaller,) + statement[k + 1:]] + rest[1]
            elif isinstance(part, list) and part and isinstance(part[0], list):
                for n, one in enumerate(part):
                    yield rest[0] + one + rest[1]
                    for smaller in reductions(one):
                        cases = part[:n] + [smaller] + part[n + 1:]
                        yield rest[0] + [statement[:k] + (cases,) + statement[k + 1:]] + rest[1]


# ---- text -----------------------------------------------------------------------------------


class Writer:
    def __init__(self):
        self.lines, self.loops = [], 0

    def put(self, depth, line):
        self.lines.append("  " * depth + line)

    def block(self, statements, depth):
        for statement in statements:
            getattr(self, statement[0])(depth, *statement[1:])


class CWriter(Writer):
    def test(self, c):
        return f"h % {c[0]} < {c[1]}"

    def mark(self, depth, k):
        self.put(depth, f"h = (h * 31 + {k}) % 100003;")

    def label(self, depth, name):
        self.put(depth, f"l{name}:")
        self.put(depth, "if (fuel-- <= 0) return h;")

    def goto(self, depth, name, c):
        self.put(depth, f"if ({self.test(c)}) goto l{name};")

    def exit(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) break;")

    def cycle(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) continue;")

    def return_(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) return h;")

    def if_(self, depth, c, yes, no):
        self.put(depth, f"if ({self.test(c)}) {{")
        self.block(yes, depth + 1)
        if no:
            self.put(depth, "} else {")
            self.block(no, depth + 1)
        self.put(depth, "}")

    def body(self, depth, statements):
        self.put(depth + 1, "if (fuel-- <= 0) return h;")
        self.mark(depth + 1, 7)
        self.block(statements, depth + 1)

    def for_(self, depth, n, statements):
        self.loops += 1
        i = f"i{self.loops}"
        self.put(depth, f"for (int {i} = 0; {i} < {n}; {i}++) {{")
        self.body(depth, statements)
        self.put(depth, "}")

    def while_(self, depth, c, statements):
        self.put(depth, f"while ({self.test(c)}) {{")
        self.body(depth, statements)
        self.put(depth, "}")

    def until(self, depth, statements, c):
        self.put(depth, "do {")
        self.body(depth, statements)
        self.put(depth, f"}} while ({self.test(c)});")

    def ever(self, depth, statements):
        self.put(depth, "for (;;) {")
        self.body(depth, statements)
        self.put(depth, "}")

    def switch(self, depth, m, cases, falls):
        self.put(depth, f"switch (h % {m}) {{")
        for k, (statements, fall) in enumerate(zip(cases, falls)):
            self.put(depth, f"case {k}:" if k + 1 < len(cases) else "default:")
            self.put(depth + 1, ";")
            self.block(statements, depth + 1)
            if not fall:
                self.put(depth + 1, "break;")
        self.put(depth, "}")

    def program(self, statements):
        self.block(statements, 1)
        body = "\n".join(self.lines)
        return ("#include <stdio.h>\n\nstatic int walk(int h, int fuel)\n{\n" + body
                + "\n  return h;\n}\n\nint main(void)\n{\n  for (int k = 1; k < 40; k++)\n"
                  '    printf("%d\\n", walk(k * 7, 60));\n  return 0;\n}\n')


class FortranWriter(Writer):
    def test(self, c):
        return f"mod(h, {c[0]}) < {c[1]}"

    def mark(self, depth, k):
        self.put(depth, f"h = mod(h*31 + {k}, 100003)")

    def burn(self, depth):
        self.put(depth, "fuel = fuel - 1")
        self.put(depth, "if (fuel < 0) return")

    def label(self, depth, name):
        self.put(0, f"{name} continue")
        self.burn(depth)

    def goto(self, depth, name, c):
        self.put(depth, f"if ({self.test(c)}) goto {name}")

    def exit(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) exit")

    def cycle(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) cycle")

    def return_(self, depth, c):
        self.put(depth, f"if ({self.test(c)}) return")

    def if_(self, depth, c, yes, no):
        self.put(depth, f"if ({self.test(c)}) then")
        self.block(yes, depth + 1)
        if no:
            self.put(depth, "else")
            self.block(no, depth + 1)
        self.put(depth, "end if")

    def loop(self, depth, head, statements, last=""):
        self.put(depth, head)
        self.burn(depth + 1)
        self.mark(depth + 1, 7)
        self.block(statements, depth + 1)
        if last:
            self.put(depth + 1, last)
        self.put(depth, "end do")

    def for_(self, depth, n, statements):
        self.loops += 1
        self.loop(depth, f"do i{self.loops} = 1, {n}", statements)

    def while_(self, depth, c, statements):
        self.loop(depth, f"do while ({self.test(c)})", statements)

    def until(self, depth, statements, c):
        self.loop(depth, "do", statements, f"if (.not. ({self.test(c)})) exit")

    def ever(self, depth, statements):
        self.loop(depth, "do", statements)

    def switch(self, depth, m, cases, _falls):
        self.put(depth, f"select case (mod(h, {m}))")
        for k, statements in enumerate(cases):
            self.put(depth, f"case ({k})" if k + 1 < len(cases) else "case default")
            self.block(statements, depth + 1)
        self.put(depth, "end select")

    def program(self, statements):
        self.block(statements, 1)
        counters = ", ".join(f"i{k + 1}" for k in range(self.loops))
        head = "subroutine walk(h, fuel)\n  implicit none\n  integer :: h, fuel\n"
        if counters:
            head += f"  integer :: {counters}\n"
        return (head + "\n".join(self.lines) + "\nend subroutine\nprogram main\n  implicit none\n"
                "  integer :: k, h, fuel\n  do k = 1, 39\n    h = k*7\n    fuel = 60\n"
                "    call walk(h, fuel)\n    print *, h, fuel\n  end do\nend program\n")


for writer in (CWriter, FortranWriter):
    for name in ("return", "if", "for", "while"):
        setattr(writer, name, getattr(writer, name + "_"))


def render(program, language):
    return {"c": CWriter, "fortran": FortranWriter}[language]().program(program)
