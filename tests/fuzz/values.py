"""Random programs that move numbers about, and what really happens in them.

A program is a list of procedures over scalars, arrays of length 4, records (nested, in arrays, with
pointers), heap memory, pointers to all of them, globals, and procedures passed on or called through
pointers. It can be written as C or Fortran (texts.py), and it can be run here: `Run` finds every
variable that, in this run, lay on the way from the independents to the dependents. That is what no
activity analysis may call passive."""

import random

LENGTH = 4

# Kinds of variables: `value` (a parameter), `scalar`, `array`, `pointer`, `heap` (an array),
# `record`, `recordvalue` (a parameter), `heaprecord`, `records` (an array of two), `procedure`.
RECORDS = ("record", "recordvalue", "heaprecord")


def flatten(name, kind):
    """A variable's scalars, arrays and pointers, by dotted names: `r.s`, `r.n.t`, `rs.0.a`."""
    if kind in RECORDS:
        return [(name + ".s", "scalar"), (name + ".a", "array"), (name + ".n.t", "scalar"),
                (name + ".p", "pointer")]
    if kind == "records":
        return [part for i in range(2) for part in flatten(f"{name}.{i}", "record")]
    return [] if kind == "procedure" else [(name, "array" if kind == "heap" else kind)]


class Procedure:
    """`parameters` and `locals`: (name, kind). `passed` is the procedure whose interface the
    parameter `f` of kind `procedure` has."""

    def __init__(self, name, parameters, locals_, is_function):
        self.name, self.parameters, self.locals, self.is_function = (
            name, parameters, locals_, is_function)
        self.passed = None
        self.body = []

    def signature(self):
        return [kind for _, kind in self.parameters], self.is_function


class Program:
    """`pointers`: whether the program has any (in Fortran everything is a TARGET then); `common`:
    globals are in a COMMON block, without records."""

    def __init__(self, language, pointers, common):
        self.language, self.pointers, self.common = language, pointers, common
        self.globals, self.procedures = [], []

    def find(self, name):
        return next(p for p in self.procedures if p.name == name)

    def kind(self, procedure, name):
        return dict(procedure.parameters + procedure.locals + self.globals)[name.split(".")[0]]

    @property
    def head(self):
        return self.procedures[-1]

    def reported(self, procedure, name):
        """As an analysis calls it; None: memory without a name."""
        if name is None or (self.language == "c" and procedure is not None
                            and dict(procedure.locals).get(name.split(".")[0]) in
                            ("heap", "heaprecord")):
            return None
        return ".".join(part for part in name.split(".") if not part.isdigit())


# ---- Making ------------------------------------------------------------------------------------------
# Statements: ("assign", place, terms), ("if", condition, then, else), ("for", variable, count, body),
# ("while", variable, count, body), ("call", procedure, arguments, place or None),
# ("choose", [procedure, procedure], arguments) through a pointer, ("point", pointer, name, offset),
# ("copy", record, record). A place is (name, index) with index None for scalars; terms are
# (function, place) with function in FUNCTIONS. Arguments: ("value", terms), ("at", name, index),
# ("record", name), ("procedure", name).

FUNCTIONS = ["plain", "plain", "plain", "square", "sin", "floor"]


class Maker:
    def __init__(self, seed, language):
        self.random = random.Random(seed)
        self.language = language

    def program(self):
        r = self.random
        common = self.language == "fortran" and r.random() < 0.3
        self.result = Program(self.language, self.language == "c" or
                              (not common and r.random() < 0.5), common)
        kinds = ["scalar", "scalar", "array"] + ([] if common else ["record"])
        self.result.globals = [("gz", "array")] + [(f"g{i}", r.choice(kinds))
                                                   for i in range(r.randint(0, 4))]
        for i in range(r.randint(2, 8)):
            self.result.procedures.append(self.procedure(f"p{i}", r.random() < 0.25))
        self.result.procedures.append(self.procedure("head", False))
        return self.result

    def procedure(self, name, is_function):
        r = self.random
        passed = None
        if name == "head":
            parameters = [(f"a{i}", r.choice(["scalar", "array"])) for i in range(r.randint(2, 4))]
        elif self.result.procedures and r.random() < 0.3:  # as another one, for pointers to both
            model = r.choice(self.result.procedures)
            parameters, is_function, passed = model.parameters, model.is_function, model.passed
        else:
            kinds = ["value", "scalar", "scalar", "array", "record"]
            parameters = [(f"a{i}", r.choice(kinds + ["recordvalue"] * (self.language == "c")))
                          for i in range(r.randint(1, 4))]
            plain = [q for q in self.result.procedures if not q.passed]
            if plain and r.random() < 0.2:
                passed = r.choice(plain)
                parameters = parameters + [("f", "procedure")]
        self.p = Procedure(name, parameters, self.locals_(), is_function)
        self.p.passed = passed
        self.counters = 0
        self.p.body = self.first_values() + self.block(3 if name == "head" else 2, [])
        if is_function:
            self.p.body.append(("assign", ("result", None), self.terms([])))
        return self.p

    def locals_(self):
        r = self.random
        out = [(f"v{i}", r.choice(["scalar", "scalar", "array"])) for i in range(r.randint(1, 3))]
        if self.result.pointers and r.random() < 0.5:
            out += [(f"q{i}", "pointer") for i in range(r.randint(1, 2))]
        if r.random() < 0.4:
            out += [(f"r{i}", r.choice(["record", "record", "records", "heaprecord"]))
                    for i in range(r.randint(1, 2))]
        return out + ([("h0", "heap")] if r.random() < 0.2 else [])

    def first_values(self):
        """Everything has a value, and pointers point, from the start."""
        out = []
        for name, kind in [part for variable in self.p.locals for part in flatten(*variable)]:
            if kind == "pointer" and self.result.pointers:
                out.append(("point", name, *self.target(name)))
            elif kind == "array":
                out.append(("for", self.counter(), LENGTH, [("assign", (name, "counter"), [])]))
            elif kind == "scalar":
                out.append(("assign", (name, None), []))
        return out

    def counter(self):
        self.counters += 1
        return f"i{self.counters}"

    def names(self, kinds):
        everything = self.p.parameters + self.p.locals + self.result.globals
        return [(name, kind) for variable in everything for name, kind in flatten(*variable)
                if kind in kinds and (kind != "pointer" or self.result.pointers)]

    def records(self):
        out = []
        for name, kind in self.p.parameters + self.p.locals + self.result.globals:
            out += [name] if kind in RECORDS else [f"{name}.{i}" for i in range(2)] \
                if kind == "records" else []
        return out

    def target(self, pointer):
        """What lives as long as the pointer: of one that a caller sees, globals and its own record."""
        base, shared = pointer.split(".")[0], dict(self.result.globals)
        own = base in dict(self.p.locals) or dict(self.p.parameters).get(base) == "recordvalue"
        kinds = ["scalar", "array"] + ["value"] * (self.language == "c")
        options = [(name, kind) for name, kind in self.names(kinds)
                   if own or name.split(".")[0] in {base, *shared} and
                   (base not in shared or name.split(".")[0] in shared)]
        name, kind = self.random.choice(options)
        return name, self.random.randint(0, LENGTH - 1) if kind == "array" else None

    def place(self, loops, writable=False):
        kinds = ["scalar", "array", "value", "pointer"]
        options = self.names(kinds)
        if self.random.random() < 0.4:  # numbers go through parameters more than anywhere else
            options = [o for o in options if o[0].startswith("a")] or options
        name, kind = self.random.choice(options)
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
            pointer = r.choice(pointers)[0]
            return ("point", pointer, *self.target(pointer))
        records = self.records()
        if len(records) > 1 and roll < 0.58 and self.language == "c":
            # A copy takes the pointer along, so both live equally long.
            local = [n for n in records if n.split(".")[0] in dict(self.p.locals)]
            if len(local) > 1:
                return ("copy", *r.sample(local, 2))
        return ("assign", self.place(loops, writable=True), self.terms(loops))

    def call(self, loops):
        r = self.random
        callee = r.choice(self.result.procedures)
        name = callee.name
        if self.p.passed and r.random() < 0.5:
            callee, name = self.p.passed, "f"
        arguments, used = [], set()
        for _, kind in callee.parameters:
            argument = self.argument(callee, kind, loops, used)
            if argument is None:
                return ("assign", self.place(loops, writable=True), self.terms(loops))
            arguments.append(argument)
        others = [q.name for q in self.result.procedures
                  if q is not callee and q.signature() == callee.signature()
                  and q.passed is callee.passed]
        if self.language == "c" and others and name != "f" and not callee.is_function:
            return ("choose", [name, r.choice(others)], arguments)
        place = None
        if callee.is_function:
            place = self.place(loops, writable=True)
            if self.language == "fortran" and place[0].split(".")[0] in used:
                place = None
        return ("call", name, arguments, place)

    def argument(self, callee, kind, loops, used):
        """Fortran forbids that a procedure writes what it knows by two names, so no variable is
        passed twice there, and no global."""
        r = self.random
        if kind == "value":
            return ("value", self.terms(loops))
        if kind == "procedure":
            fitting = [q.name for q in self.result.procedures
                       if q.signature() == callee.passed.signature() and not q.passed]
            return ("procedure", r.choice(fitting))
        free = lambda n: self.language == "c" or (n.split(".")[0] not in used
                                                  and not n.startswith("g"))
        if kind in RECORDS:
            options = [n for n in self.records() if free(n)]
            options = [(n, "record") for n in options]
        else:
            kinds = ["array"] if kind == "array" else ["scalar", "array"]
            if self.language == "c" and kind == "scalar":
                kinds += ["value", "pointer"]
            options = [(n, k) for n, k in self.names(kinds) if free(n)]
        if not options:
            return None
        name, found = r.choice(options)
        used.add(name.split(".")[0])
        if kind in RECORDS:
            return ("record", name)
        if found != "array" or kind == "array":
            return ("at", name, None)
        return ("at", name, r.randint(0, LENGTH - 1))


# ---- Running -----------------------------------------------------------------------------------------


class Box:
    """One number in memory: its value and the definition that gave it."""

    def __init__(self, value, definition):
        self.value, self.definition = value, definition


class Pointer:
    """`setter` is the frame that let it point there, under the name `known`."""

    def __init__(self, boxes, offset, setter, known):
        self.version = 0
        self.point(boxes, offset, setter, known)

    def point(self, boxes, offset, setter, known):
        self.boxes, self.offset, self.setter, self.known = boxes, offset, setter, known
        self.version += 1


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
        self.pointers = {}  # name -> Pointer
        self.entered = {}   # name -> version of the pointer on entry
        self.counters = {}
        self.passed = None


class TooLong(Exception):
    pass


class Run:
    def __init__(self, program, independents, dependents):
        self.program = program
        self.all, self.steps, self.depth = [], 0, 0
        self.globals, self.pointers = {}, {}
        frame = Frame(program.head)
        for variable in program.globals:
            for name, kind in flatten(*variable):
                if kind != "pointer":
                    self.globals[name] = self.fresh(kind, 1.5)
                else:
                    self.pointers[name] = Pointer(self.globals["gz"], 0, frame, "gz")
        for name, kind in program.head.parameters:
            start = Definition("head", name, [])
            start.varied = name in independents
            self.all.append(start)
            frame.memory[name] = [Box(1.25 + i, start) for i in range(length(kind))]
        self.execute(frame)
        self.sweep([box for name in dependents for box in frame.memory[name]])

    def fresh(self, kind, value):
        return [Box(value, Definition(None, None, [])) for _ in range(length(kind))]

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
            if d.varied and d.useful:
                out.add((d.procedure, d.name))
                out |= {variable for variable, s in d.sources if s.varied and variable}
        return {(p, n) for p, n in out if p and n}

    # -- one procedure

    def execute(self, frame):
        self.depth += 1
        if self.depth > 40:
            raise TooLong
        for variable in frame.procedure.locals:
            for name, kind in flatten(*variable):
                if kind == "pointer":
                    frame.pointers[name] = Pointer(self.globals["gz"], 0, frame, None)
                else:
                    frame.memory[name] = self.fresh(kind, 0.5)
        if frame.procedure.is_function:
            frame.memory["result"] = self.fresh("scalar", 0.5)
        for name, pointer in self.pointers.items():
            frame.entered[name] = pointer.version
        self.block(frame, frame.procedure.body)
        self.depth -= 1

    def pointer(self, frame, name):
        return frame.pointers.get(name) or self.pointers.get(name)

    def boxes(self, frame, name):
        """(name by which the memory is known here, its boxes, offset)."""
        pointer = self.pointer(frame, name)
        if pointer:
            known = None
            if pointer.setter is frame:
                known = pointer.known
            elif pointer.version == frame.entered.get(name):
                known = name  # as the procedure found it
            return known, pointer.boxes, pointer.offset
        memory = frame.memory.get(name)
        return (name, memory if memory is not None else self.globals[name], 0)

    def box(self, frame, place):
        name, index = place
        known, boxes, offset = self.boxes(frame, name)
        if index is not None:
            offset += frame.counters[index] if isinstance(index, str) else index
        return self.program.reported(frame.procedure, known), boxes[offset]

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
        self.define(box, value, Definition(frame.procedure.name, known, sources))

    def define(self, box, value, definition):
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
        self.steps += 1
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
        self.pointer(frame, pointer).point(boxes, offset + (index or 0), frame, known)

    def do_copy(self, frame, to, source):
        """Element by element; the pointer goes along."""
        for name, kind in flatten(to, "record"):
            other = source + name[len(to):]
            if kind == "pointer":
                known, boxes, offset = self.boxes(frame, other)
                self.pointer(frame, name).point(boxes, offset, frame, known)
                continue
            for i in range(length(kind)):
                known, box = self.box(frame, (other, i))
                self.write(frame, (name, i), box.value,
                           [((frame.procedure.name, known), box.definition)])

    def do_choose(self, frame, names, arguments):
        self.steps += 1
        self.do_call(frame, names[self.steps % 2], arguments, None)

    def do_call(self, frame, name, arguments, place):
        callee = frame.passed if name == "f" else self.program.find(name)
        inner = Frame(callee)
        for (parameter, kind), argument in zip(callee.parameters, arguments):
            getattr(self, "pass_" + argument[0])(frame, inner, parameter, kind, *argument[1:])
        self.execute(inner)
        if place:
            result = inner.memory["result"][0]
            self.write(frame, place, result.value, [(None, result.definition)])

    def pass_value(self, frame, inner, parameter, _, terms):
        value, sources = self.value(frame, terms)
        inner.memory[parameter] = self.fresh("scalar", 0.0)
        self.define(inner.memory[parameter][0], value,
                    Definition(inner.procedure.name, parameter, sources))

    def pass_at(self, frame, inner, parameter, kind, name, index):
        _, boxes, offset = self.boxes(frame, name)
        inner.memory[parameter] = boxes if kind == "array" else boxes[offset + (index or 0):]

    def pass_procedure(self, frame, inner, _, __, name):
        inner.passed = self.program.find(name)

    def pass_record(self, frame, inner, parameter, kind, name):
        for part, what in flatten(parameter, kind):
            other = name + part[len(parameter):]
            pointer = self.pointer(frame, other)
            if what == "pointer":
                if kind == "recordvalue":
                    pointer = Pointer(pointer.boxes, pointer.offset, None, None)
                inner.pointers[part] = pointer
                inner.entered[part] = pointer.version
                continue
            _, boxes, _ = self.boxes(frame, other)
            if kind != "recordvalue":
                inner.memory[part] = boxes
                continue
            inner.memory[part] = self.fresh(what, 0.0)
            for i, box in enumerate(inner.memory[part]):
                known, source = self.box(frame, (other, i))
                self.define(box, source.value,
                            Definition(inner.procedure.name, part,
                                       [((frame.procedure.name, known), source.definition)]))


def length(kind):
    return LENGTH if kind == "array" else 1


def make(seed, language):
    return Maker(seed, language).program()
