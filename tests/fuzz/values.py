"""Random programs that move numbers about, and what really happens in them.

A program is a list of procedures over scalars and arrays of length 4: parameters by value and by
reference, locals, globals, and in C pointers to all of them. It can be written as C or Fortran, and
it can be run here: `trace` runs it and finds every variable that, in this run, lay on the way from
the independents to the dependents. That is what no activity analysis may call passive."""

import random

LENGTH = 4


class Procedure:
    """`parameters`: (name, kind) with kind 'value', 'scalar', 'array'; `locals`: (name, kind) with
    kind 'scalar', 'array', 'pointer'; a function has a result."""

    def __init__(self, name, parameters, locals_, is_function):
        self.name, self.parameters, self.locals, self.is_function = (
            name, parameters, locals_, is_function)
        self.body = []

    def kind(self, name):
        return dict(self.parameters + self.locals).get(name)


class Program:
    def __init__(self, language, globals_, procedures):
        self.language, self.globals, self.procedures = language, globals_, procedures

    def find(self, name):
        return next(p for p in self.procedures if p.name == name)

    @property
    def head(self):
        return self.procedures[-1]


# ---- Making ------------------------------------------------------------------------------------------
# Statements: ("assign", place, terms), ("if", condition, then, else), ("for", variable, count, body),
# ("while", variable, count, body), ("call", procedure, arguments, place or None),
# ("point", pointer, name, offset). A place is (name, index) with index None for scalars; terms are
# (function, place) with function in FUNCTIONS.

FUNCTIONS = ["plain", "plain", "plain", "square", "sin", "floor"]


class Maker:
    def __init__(self, seed, language):
        self.random = random.Random(seed)
        self.language = language

    def program(self):
        r = self.random
        globals_ = [(f"g{i}", r.choice(["scalar", "scalar", "array"])) for i in range(r.randint(0, 4))]
        self.result = Program(self.language, globals_, [])
        for i in range(r.randint(2, 8)):
            self.result.procedures.append(self.procedure(f"p{i}", r.random() < 0.25))
        self.result.procedures.append(self.procedure("head", False))
        return self.result

    def procedure(self, name, is_function):
        r = self.random
        if name == "head":
            parameters = [(f"a{i}", r.choice(["scalar", "array"])) for i in range(r.randint(2, 4))]
        else:
            parameters = [(f"a{i}", r.choice(["value", "scalar", "scalar", "array"]))
                          for i in range(r.randint(1, 4))]
        locals_ = [(f"v{i}", r.choice(["scalar", "scalar", "array"])) for i in range(r.randint(1, 3))]
        if self.language == "c" and r.random() < 0.5:
            locals_ += [(f"q{i}", "pointer") for i in range(r.randint(1, 2))]
        self.p = Procedure(name, parameters, locals_, is_function)
        self.counters = 0
        self.p.body = self.first_values() + self.block(3 if name == "head" else 2, [])
        if is_function:
            self.p.body.append(("assign", ("result", None), self.terms([])))
        return self.p

    def first_values(self):
        """Pointers point from the start, and most locals have a value."""
        r = self.random
        out = []
        for name, kind in self.p.locals:
            if kind == "pointer":
                out.append(("point", name, *self.target()))
            elif kind == "array":
                out.append(("for", self.counter(), LENGTH, [("assign", (name, "counter"), [])]))
            elif r.random() < 0.7:
                out.append(("assign", (name, None), []))
        return out

    def counter(self):
        self.counters += 1
        return f"i{self.counters}"

    def names(self, kinds):
        everything = self.p.parameters + self.p.locals + self.result.globals
        return [(name, kind) for name, kind in everything if kind in kinds]

    def target(self):
        name, kind = self.random.choice(self.names(["scalar", "array", "value"]))
        return name, self.random.randint(0, LENGTH - 1) if kind == "array" else None

    def place(self, loops, writable=False):
        kinds = ["scalar", "array", "value", "pointer"]
        name, kind = self.random.choice(self.names(kinds))
        if writable and kind == "value" and self.language == "fortran":
            return self.place(loops, writable)
        if kind != "array":
            return name, None
        index = self.random.randint(0, LENGTH - 1)
        return name, self.random.choice(loops) if loops and self.random.random() < 0.6 else index

    def terms(self, loops):
        return [(self.random.choice(FUNCTIONS), self.place(loops))
                for _ in range(self.random.choice([0, 1, 1, 2, 2, 3]))]

    def block(self, depth, loops):
        return [self.statement(depth, loops) for _ in range(self.random.randint(1, 4))]

    def statement(self, depth, loops):
        r = self.random
        roll = r.random()
        if depth and roll < 0.12:
            return ("if", r.choice(["even", "value"]), self.block(depth - 1, loops),
                    self.block(depth - 1, loops) if r.random() < 0.5 else [])
        if depth and roll < 0.24:
            i = self.counter()
            kind = r.choice(["for", "for", "while"])
            return (kind, i, r.randint(0, LENGTH), self.block(depth - 1, loops + [i]))
        if roll < 0.45 and self.result.procedures:
            return self.call(loops)
        pointers = self.names(["pointer"])
        if pointers and roll < 0.52:
            return ("point", r.choice(pointers)[0], *self.target())
        return ("assign", self.place(loops, writable=True), self.terms(loops))

    def call(self, loops):
        r = self.random
        callee = r.choice(self.result.procedures)
        arguments, used = [], set()
        for _, kind in callee.parameters:
            argument = self.argument(kind, loops, used)
            if argument is None:
                return ("assign", self.place(loops, writable=True), self.terms(loops))
            arguments.append(argument)
        place = None
        if callee.is_function:
            place = self.place(loops, writable=True)
            if self.language == "fortran" and place[0] in used:
                place = None
        return ("call", callee.name, arguments, place)

    def argument(self, kind, loops, used):
        """('value', terms) or ('at', name, index). Fortran forbids that a procedure writes what it
        knows by two names, so no variable is passed twice there, and no global."""
        r = self.random
        if kind == "value":
            return ("value", self.terms(loops))
        kinds = ["array"] if kind == "array" else ["scalar", "array", "pointer"]
        if self.language == "c" and kind == "scalar":
            kinds.append("value")
        options = [(n, k) for n, k in self.names(kinds)
                   if self.language == "c" or (n not in used and not n.startswith("g"))]
        if not options:
            return None
        name, found = r.choice(options)
        used.add(name)
        if found != "array" or kind == "array":
            return ("at", name, None)
        return ("at", name, r.randint(0, LENGTH - 1))


# ---- Running -----------------------------------------------------------------------------------------


class Box:
    """One number in memory: its value and the definition that gave it."""

    def __init__(self, value, definition):
        self.value, self.definition = value, definition


class Definition:
    """`procedure` and `name` say what was written; `sources` are pairs of the
    variable read, by (procedure, name), and the definition of its value."""

    def __init__(self, procedure, name, sources):
        self.procedure, self.name, self.sources = procedure, name, sources
        self.varied = any(d.varied for _, d in sources)
        self.useful = False


class Frame:
    def __init__(self, procedure):
        self.procedure = procedure
        self.memory = {}    # name -> list of boxes
        self.pointers = {}  # pointer -> (name, boxes, offset)
        self.counters = {}


class TooLong(Exception):
    pass


class Run:
    def __init__(self, program, independents, dependents):
        self.program = program
        self.all = []
        self.globals = {name: [Box(1.5, self.constant()) for _ in range(length(kind))]
                        for name, kind in program.globals}
        frame = Frame(program.head)
        for name, kind in program.head.parameters:
            start = Definition("head", name, [])
            start.varied = name in independents
            self.all.append(start)
            frame.memory[name] = [Box(1.25 + i, start) for i in range(length(kind))]
        self.starts = frame.memory
        self.execute(frame)
        self.sweep([box for name in dependents for box in frame.memory[name]])

    def constant(self):
        return Definition(None, None, [])

    def sweep(self, final):
        open_ = []
        for box in final:
            if not box.definition.useful:
                box.definition.useful = True
                open_.append(box.definition)
        while open_:
            for _, source in open_.pop().sources:
                if not source.useful:
                    source.useful = True
                    open_.append(source)

    def active(self):
        """(procedure, variable) pairs that carried a value from independents to dependents."""
        out = set()
        for d in self.all:
            if d.procedure and d.varied and d.useful:
                out.add((d.procedure, d.name))
                out |= {variable for variable, s in d.sources if s.varied and variable}
        return out

    # -- one procedure

    def execute(self, frame):
        for name, kind in frame.procedure.locals:
            if kind != "pointer":
                frame.memory[name] = [Box(0.5, self.constant()) for _ in range(length(kind))]
        if frame.procedure.is_function:
            frame.memory["result"] = [Box(0.5, self.constant())]
        self.block(frame, frame.procedure.body)

    def boxes(self, frame, name):
        """(name by which the memory is known here, its boxes, offset)."""
        if name in frame.pointers:
            return frame.pointers[name]
        memory = frame.memory.get(name)
        return (name, memory if memory is not None else self.globals[name], 0)

    def box(self, frame, place):
        name, index = place
        known, boxes, offset = self.boxes(frame, name)
        if index is not None:
            offset += frame.counters[index] if isinstance(index, str) else index
        return known, boxes[offset]

    def value(self, frame, terms):
        total, sources = 0.75, []
        for function, place in terms:
            known, box = self.box(frame, place)
            total += {"plain": 1.0, "square": 0.5, "sin": 0.25, "floor": 0.125}[function]
            if function != "floor":
                sources.append(((frame.procedure.name, known), box.definition))
        return total, sources

    def write(self, frame, place, value, sources):
        known, box = self.box(frame, place)
        definition = Definition(frame.procedure.name, known, sources)
        self.all.append(definition)
        if len(self.all) > 60000:
            raise TooLong
        box.value, box.definition = value, definition

    def block(self, frame, block):
        for s in block:
            getattr(self, "do_" + s[0])(frame, *s[1:])

    def do_assign(self, frame, place, terms):
        if place[1] == "counter":
            place = (place[0], frame.last)
        self.write(frame, place, *self.value(frame, terms))

    def do_if(self, frame, condition, then, otherwise):
        self.steps = getattr(self, "steps", 0) + 1
        holds = self.steps % 2 == 0 if condition == "even" else self.steps % 3 != 0
        self.block(frame, then if holds else otherwise)

    def do_for(self, frame, variable, count, body):
        for i in range(count):
            frame.counters[variable] = frame.last = i
            self.block(frame, body)
        frame.counters[variable] = 0

    do_while = do_for

    def do_point(self, frame, pointer, name, index):
        known, boxes, offset = self.boxes(frame, name)
        frame.pointers[pointer] = (known, boxes, offset + (index or 0))

    def do_call(self, frame, name, arguments, place):
        callee = self.program.find(name)
        inner = Frame(callee)
        for (parameter, kind), argument in zip(callee.parameters, arguments):
            if argument[0] == "value":
                value, sources = self.value(frame, argument[1])
                start = Definition(name, parameter, sources)
                self.all.append(start)
                inner.memory[parameter] = [Box(value, start)]
                continue
            known, boxes, offset = self.boxes(frame, argument[1])
            inner.memory[parameter] = boxes[offset + (argument[2] or 0):] if kind != "array" else boxes
        self.execute(inner)
        if place:
            result = inner.memory["result"][0]
            self.write(frame, place, result.value, [(None, result.definition)])


def length(kind):
    return LENGTH if kind == "array" else 1


# ---- Writing -----------------------------------------------------------------------------------------


class CWriter:
    def __init__(self, program):
        self.program = program

    def text(self):
        lines = ["#include <math.h>", "static int steps;"]
        lines += [f"double {n}[{LENGTH}];" if k == "array" else f"double {n} = 1.5;"
                  for n, k in self.program.globals]
        for p in self.program.procedures:
            self.p = p
            kind = "double" if p.is_function else "void"
            parameters = ", ".join(f"double {n}" if k == "value" else f"double *{n}"
                                   for n, k in p.parameters)
            lines += ["", f"{kind} {p.name}({parameters})", "{"]
            for n, k in p.locals:
                lines.append("    double " + {"array": f"{n}[{LENGTH}]", "pointer": f"*{n}",
                                               "scalar": n}[k] + ";")
            if p.is_function:
                lines.append("    double result;")
            lines += self.block(p.body, 1)
            lines += (["    return result;"] if p.is_function else []) + ["}"]
        return "\n".join(lines) + "\n"

    def place(self, place, counter=None):
        name, index = place
        kind = self.p.kind(name)
        if index == "counter":
            index = counter
        if index is not None:
            return f"{name}[{index}]"
        if kind == "pointer" or (kind == "scalar" and name in dict(self.p.parameters)):
            return f"*{name}"
        return name

    def value(self, terms):
        forms = {"plain": "{}", "square": "({0}) * ({0})", "sin": "sin({})", "floor": "floor({})"}
        return " + ".join(["0.75"] + [forms[f].format(self.place(p)) for f, p in terms])

    def address(self, name, index):
        kind = self.p.kind(name) or dict(self.program.globals)[name]
        parameter = name in dict(self.p.parameters)
        if index is not None:
            return f"&{name}[{index}]"
        if kind in ("array", "pointer") or (kind == "scalar" and parameter):
            return name
        return f"&{name}"

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
            return [f"{s[1]} = {self.address(s[2], s[3])};"]
        arguments = ", ".join(self.value(a[1]) if a[0] == "value" else self.address(a[1], a[2])
                              for a in s[2])
        target = f"{self.place(s[3])} = " if s[3] else ""
        return [f"{target}{s[1]}({arguments});"]


class FortranWriter:
    def __init__(self, program):
        self.program = program

    def text(self):
        lines = ["module state", "implicit none", "integer :: steps = 0"]
        lines += [f"real(8) :: {n}({LENGTH})" if k == "array" else f"real(8) :: {n} = 1.5d0"
                  for n, k in self.program.globals]
        lines += ["end module state"]
        for p in self.program.procedures:
            self.p = p
            kind = "function" if p.is_function else "subroutine"
            names = ", ".join(n for n, _ in p.parameters)
            lines += ["", f"{kind} {p.name}({names})" + (" result(result)" if p.is_function else "")]
            lines += ["use state", "implicit none"]
            lines += [f"real(8), value :: {n}" if k == "value" else
                      f"real(8) :: {n}({LENGTH})" if k == "array" else f"real(8) :: {n}"
                      for n, k in p.parameters + p.locals]
            if p.is_function:
                lines.append("real(8) :: result")
            lines.append("real(8) :: dummy")
            lines += [f"integer :: i{i}" for i in range(1, 40) if f"'i{i}'" in repr(p.body)]
            lines += self.interfaces(p)
            lines += self.block(p.body) + [f"end {kind} {p.name}"]
        return "\n".join(lines) + "\n"

    def interfaces(self, p):
        """VALUE arguments and functions need an explicit interface."""
        lines = []
        for q in self.program.procedures:
            if f"'call', '{q.name}'" not in repr(p.body) or q is p:
                continue
            kind = "function" if q.is_function else "subroutine"
            names = ", ".join(n for n, _ in q.parameters)
            lines += ["interface", f"{kind} {q.name}({names})"
                      + (" result(result)" if q.is_function else "")]
            lines += [f"real(8), value :: {n}" if k == "value" else
                      f"real(8) :: {n}({LENGTH})" if k == "array" else f"real(8) :: {n}"
                      for n, k in q.parameters]
            lines += (["real(8) :: result"] if q.is_function else [])
            lines += [f"end {kind} {q.name}", "end interface"]
        return lines

    def place(self, place, counter=None):
        name, index = place
        if index == "counter":
            index = counter
        if index is None:
            return name
        return f"{name}({index + 1 if isinstance(index, int) else index + ' + 1'})"

    def value(self, terms):
        forms = {"plain": "{}", "square": "{0} * {0}", "sin": "sin({})", "floor": "floor({})"}
        return " + ".join(["0.75d0"] + [forms[f].format(self.place(p)) for f, p in terms])

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
        arguments = ", ".join(self.value(a[1]) if a[0] == "value" else self.place(a[1:])
                              for a in s[2])
        callee = self.program.find(s[1])
        if not callee.is_function:
            return [f"call {s[1]}({arguments})"]
        target = self.place(s[3]) if s[3] else "dummy"
        return [f"{target} = {s[1]}({arguments})"]


def make(seed, language):
    return Maker(seed, language).program()


def render(program):
    return (CWriter if program.language == "c" else FortranWriter)(program).text()
