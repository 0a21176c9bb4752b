"""The random programs of values.py as source, in C and in Fortran."""

from values import LENGTH, RECORDS

FORMS = {"plain": "{}", "square": "{0} * {0}", "sin": "sin({})", "floor": "floor({})"}


def mentions(body, name):
    return f"'{name}'" in repr(body)


class CWriter:
    RECORD = ["struct part {", "    double t;", "};", "struct rec {", "    double s;",
              f"    double a[{LENGTH}];", "    struct part n;", "    double *p;", "};"]

    def __init__(self, program):
        self.program = program

    def text(self):
        lines = ["#include <math.h>", "#include <stdlib.h>", "int steps;", *self.RECORD]
        initial = ", ".join(["1.5"] * LENGTH)
        record = f"{{1.5, {{{initial}}}, {{1.5}}, gz}}"
        lines += [f"struct rec {n} = {record};" if k == "record" else
                  f"double {n}[{LENGTH}] = {{{initial}}};" if k == "array" else f"double {n} = 1.5;"
                  for n, k in self.program.globals]
        for p in self.program.procedures:
            lines += self.procedure(p)
        return "\n".join(lines) + "\n"

    def procedure(self, p):
        self.p = p
        lines = ["", f"{self.heading(p, p.name)}", "{"]
        for n, k in p.locals:
            lines.append("    " + {
                "array": f"double {n}[{LENGTH}]", "pointer": f"double *{n}", "scalar": f"double {n}",
                "heap": f"double *{n} = malloc({LENGTH} * sizeof(double))",
                "record": f"struct rec {n}", "records": f"struct rec {n}[2]",
                "heaprecord": f"struct rec *{n} = malloc(sizeof(struct rec))"}[k] + ";")
        if p.is_function:
            lines.append("    double result;")
        lines += self.block(p.body, 1)
        lines += [f"    free({n});" for n, k in p.locals if k in ("heap", "heaprecord")]
        return lines + (["    return result;"] if p.is_function else []) + ["}"]

    def heading(self, p, name):
        """Of a procedure, or of a pointer to such."""
        kinds = {"value": "double {}", "record": "struct rec *{}", "recordvalue": "struct rec {}"}
        parameters = [self.heading(p.passed, "(*f)") if k == "procedure" else
                      kinds.get(k, "double *{}").format(n) for n, k in p.parameters]
        return f"{'double' if p.is_function else 'void'} {name}({', '.join(parameters)})"

    def kind(self, name):
        return self.program.kind(self.p, name) if name != "result" else "scalar"

    def isReference(self, name):
        """Whether the variable is a pointer to what it stands for."""
        base = name.split(".")[0]
        return self.kind(base) in ("pointer", "heaprecord") or (
            base in dict(self.p.parameters) and self.kind(base) in ("scalar", "record"))

    def path(self, name):
        base, *rest = name.split(".")
        if rest and rest[0].isdigit():
            base, rest = f"{base}[{rest[0]}]", rest[1:]
        if not rest:
            return base
        return base + ("->" if self.isReference(name) else ".") + ".".join(rest)

    def place(self, place, counter=None):
        name, index = place
        if index == "counter":
            index = counter
        if index is not None:
            return f"{self.path(name)}[{index}]"
        if name.endswith(".p") or (self.isReference(name) and "." not in name):
            return f"*{self.path(name)}"
        return self.path(name)

    def value(self, terms):
        places = [f"({self.place(p)})" if f == "square" else self.place(p) for f, p in terms]
        return " + ".join(["0.75"] + [FORMS[f].format(p) for (f, _), p in zip(terms, places)])

    def address(self, name, index):
        if index is not None:
            return f"&{self.path(name)}[{index}]"
        if name.endswith((".a", ".p")) or ("." not in name and (
                self.isReference(name) or self.kind(name) in ("array", "heap"))):
            return self.path(name)
        return f"&{self.path(name)}"

    def record(self, name):
        """The record itself, as a value."""
        return f"*{name}" if self.isReference(name) and "." not in name else self.path(name)

    def argument(self, kind, argument):
        if argument[0] == "value":
            return self.value(argument[1])
        if argument[0] == "procedure":
            return argument[1]
        if argument[0] == "at":
            return self.address(*argument[1:])
        text = self.record(argument[1])
        if kind == "recordvalue":
            return text
        return text[1:] if text.startswith("*") else "&" + text

    def block(self, block, depth, counter=None):
        lines = []
        for s in block:
            lines += ["    " * depth + line for line in self.statement(s, depth, counter)]
        return lines

    def statement(self, s, depth, counter):
        inner = lambda b, c: [line[4 * depth:] for line in self.block(b, depth + 1, c)]
        if s[0] == "assign":
            return [f"{self.place(s[1], counter)} = {self.value(s[2])};"]
        if s[0] == "if":
            test = "++steps % 2 == 0" if s[1] == "even" else "++steps % 3 != 0"
            return ([f"if ({test}) {{"] + inner(s[2], counter)
                    + (["} else {"] + inner(s[3], counter) if s[3] else []) + ["}"])
        if s[0] == "for":
            return ([f"for (int {s[1]} = 0; {s[1]} < {s[2]}; {s[1]}++) {{"] + inner(s[3], s[1])
                    + ["}"])
        if s[0] == "while":
            return ([f"int {s[1]} = 0;", f"while ({s[1]} < {s[2]}) {{"] + inner(s[3], s[1])
                    + [f"    {s[1]} = {s[1]} + 1;", "}"])
        if s[0] == "point":
            return [f"{self.path(s[1])} = {self.address(s[2], s[3])};"]
        if s[0] == "copy":
            return [f"{self.record(s[1])} = {self.record(s[2])};"]
        return self.call(s)

    def call(self, s):
        name = s[1][0] if s[0] == "choose" else s[1]
        callee = self.p.passed if name == "f" else self.program.find(name)
        arguments = ", ".join(self.argument(k, a) for (_, k), a in zip(callee.parameters, s[2]))
        if s[0] == "choose":
            return ["{", f"    {self.heading(callee, '(*chosen)')} = ++steps % 2 ? {s[1][1]} : {s[1][0]};",
                    f"    chosen({arguments});", "}"]
        target = f"{self.place(s[3])} = " if s[3] else ""
        return [f"{target}{name}({arguments});"]


class FortranWriter:
    def __init__(self, program):
        self.program = program

    def text(self):
        self.target = ", target" if self.program.pointers else ""
        pointer = ["  real(8), pointer :: p => null()"] if self.program.pointers else []
        lines = ["module state", "implicit none", "integer :: steps = 0",
                 "type part", "  real(8) :: t = 1.5d0", "end type", "type rec",
                 "  real(8) :: s = 1.5d0", f"  real(8) :: a({LENGTH}) = 1.5d0",
                 "  type(part) :: n", *pointer, "end type"]
        if not self.program.common:
            lines += [self.declaration(n, k) + ("" if k == "record" else " = 1.5d0")
                      for n, k in self.program.globals]
        lines += ["end module state"]
        if self.program.common:
            lines += ["block data", *self.common(),
                      *[f"data {n} /{LENGTH if k == 'array' else 1}*1.5d0/"
                        for n, k in self.program.globals], "end block data"]
        for p in self.program.procedures:
            lines += self.procedure(p)
        return "\n".join(self.folded(line) for line in lines) + "\n"

    @staticmethod
    def folded(line):
        if len(line) < 120:
            return line
        at = line.rindex(",", 0, 110) + 1
        return line[:at] + " &\n" + FortranWriter.folded(line[at:])

    def common(self):
        names = ", ".join(n for n, _ in self.program.globals)
        return ["implicit none"] + [self.declaration(n, k) for n, k in self.program.globals] + [
            f"common /blk/ {names}"]

    def procedure(self, p):
        self.p = p
        kind = "function" if p.is_function else "subroutine"
        lines = ["", self.heading(p, p.name), "use state"]
        lines += self.common() if self.program.common else ["implicit none"]
        lines += [self.declaration(n, k) for n, k in p.parameters + p.locals if k != "procedure"]
        if p.is_function:
            lines.append("real(8) :: result")
        lines.append("real(8) :: dummy")
        lines += [f"integer :: i{i}" for i in range(1, 80) if mentions(p.body, f"i{i}")]
        lines += self.interfaces(p)
        lines += [f"allocate ({n}({LENGTH}))" if k == "heap" else f"allocate ({n})"
                  for n, k in p.locals if k in ("heap", "heaprecord")]
        if p.name == "head" and self.program.pointers:
            lines += [f"{n}%p => gz(1)" for n, k in self.program.globals if k == "record"]
        return lines + self.block(p.body) + [f"end {kind} {p.name}"]

    def heading(self, p, name):
        names = ", ".join(n for n, _ in p.parameters)
        return (f"function {name}({names}) result(result)" if p.is_function
                else f"subroutine {name}({names})")

    def declaration(self, name, kind):
        return {"value": f"real(8), value :: {name}",
                "array": f"real(8){self.target} :: {name}({LENGTH})",
                "scalar": f"real(8){self.target} :: {name}",
                "pointer": f"real(8), pointer :: {name}",
                "heap": f"real(8), allocatable{self.target} :: {name}(:)",
                "record": f"type(rec){self.target} :: {name}",
                "records": f"type(rec){self.target} :: {name}(2)",
                "heaprecord": f"type(rec), allocatable{self.target} :: {name}"}[kind]

    def interfaces(self, p):
        """VALUE and TARGET arguments and functions need an explicit interface."""
        lines = []
        for q in self.program.procedures:
            if q is not p and mentions(p.body, q.name):
                lines += self.interface(q, q.name)
        return lines + (self.interface(p.passed, "f") if p.passed else [])

    def interface(self, q, name):
        lines = ["interface", self.heading(q, name), "use state", "implicit none"]
        lines += [self.declaration(n, k) for n, k in q.parameters if k != "procedure"]
        lines += ["real(8) :: result"] if q.is_function else []
        inner = self.interface(q.passed, "f") if q.passed else []
        kind = "function" if q.is_function else "subroutine"
        return lines + inner + [f"end {kind} {name}", "end interface"]

    def path(self, name):
        base, *rest = name.split(".")
        if rest and rest[0].isdigit():
            base, rest = f"{base}({int(rest[0]) + 1})", rest[1:]
        return "%".join([base] + rest)

    def place(self, place, counter=None):
        name, index = place
        if index == "counter":
            index = counter
        if index is None:
            return self.path(name)
        return f"{self.path(name)}({index + 1 if isinstance(index, int) else index + ' + 1'})"

    def value(self, terms):
        return " + ".join(["0.75d0"] + [FORMS[f].format(self.place(p)) for f, p in terms])

    def argument(self, argument):
        if argument[0] == "value":
            return self.value(argument[1])
        return self.place(argument[1:]) if argument[0] == "at" else self.path(argument[1])

    def block(self, block, counter=None):
        return [line for s in block for line in self.statement(s, counter)]

    def statement(self, s, counter):
        if s[0] == "assign":
            return [f"{self.place(s[1], counter)} = {self.value(s[2])}"]
        if s[0] == "if":
            test = "mod(steps, 2) == 0" if s[1] == "even" else "mod(steps, 3) /= 0"
            return (["steps = steps + 1", f"if ({test}) then"] + self.block(s[2], counter)
                    + (["else"] + self.block(s[3], counter) if s[3] else []) + ["end if"])
        if s[0] == "for":
            return ([f"do {s[1]} = 0, {s[2] - 1}"] + self.block(s[3], s[1]) + ["end do"])
        if s[0] == "while":
            return ([f"{s[1]} = 0", f"do while ({s[1]} < {s[2]})"] + self.block(s[3], s[1])
                    + [f"{s[1]} = {s[1]} + 1", "end do"])
        if s[0] == "point":
            return [f"{self.path(s[1])} => {self.place(s[2:])}"]
        arguments = ", ".join(self.argument(a) for a in s[2])
        callee = self.p.passed if s[1] == "f" else self.program.find(s[1])
        if not callee.is_function:
            return [f"call {s[1]}({arguments})"]
        target = self.place(s[3]) if s[3] else "dummy"
        return [f"{target} = {s[1]}({arguments})"]


def render(program):
    return (CWriter if program.language == "c" else FortranWriter)(program).text()
