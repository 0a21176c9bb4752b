"""Random numerical programs in Fortran (see numeric.py)."""

import re

from numeric import Case, Maker, Node, Procedure

# Kinds of parameters, and how they are declared.
KINDS = {"value": "real(8), intent(in) :: {n}", "scalar": "real(8), intent(inout) :: {n}",
         "array": "real(8), intent(inout) :: {n}(4)", "pair": "real(8), intent(inout) :: {n}(2)",
         "shape": "real(8), intent(inout) :: {n}(:)", "size": "real(8), intent(inout) :: {n}(*)",
         "constant": "real(8), intent(in) :: {n}(4)",
         "run": "integer, intent(in) :: {n}n\nreal(8), intent(inout) :: {n}({n}n)",
         "int": "integer, intent(in) :: {n}", "intp": "integer, intent(inout) :: {n}",
         "record": "type(r{t}), intent(inout) :: {n}", "complex": "complex(8), intent(inout) :: {n}",
         "optional": "real(8), intent(inout), optional :: {n}",
         "function": "interface\n  real(8) function {n}(u)\n    real(8), intent(in) :: u\n  end function\nend interface"}


def root(place):
    return re.match(r"\w+", place)[0]


class FortranMaker(Maker):
    first = 1

    # ---- How things are written ------------------------------------------------------------------

    @staticmethod
    def literal(text):
        return text + "d0"

    @staticmethod
    def element(name, subscript):
        if ":" in name:  # a row or column of a matrix
            return name.replace(":", subscript)
        if name.startswith("rs%"):  # a component of all records
            return f"rs({subscript}){name[2:]}"
        if name == "az":  # begins with 0
            ends = {"4:1:-1": "3:0:-1", "1:3": "0:2", "2:4": "1:3", "3:1:-1": "2:0:-1", "1:2": "0:1", "2:3": "1:2",
                    "1:3:2": "0:2:2", "4:2:-2": "3:1:-2", "4:3:-1": "3:2:-1"}
            return f"az({ends.get(subscript, f'{subscript} - 1')})"
        return f"{name}({subscript})"

    @staticmethod
    def cut(integer, size):
        return f"iand({integer}, {size - 1}) + 1"

    def small_integer(self):
        return f"iand({self.integer()}, 3)"

    @staticmethod
    def to_real(integer):
        return f"real({integer}, 8)"

    @staticmethod
    def truncated(real):
        return f"int(2*{real})"

    def complex_part(self):
        z = self.r.choice(self.complexes)
        return self.pick(f"real({z}, 8)", f"aimag({z})", f"{z}%re")

    def kink(self, one, other):
        return self.pick(f"abs({one})", f"max({one}, {other})", f"min({one}, {other})", f"sign({one}, {other})",
                         f"merge({one}, {other}, {self.condition()})")

    def special(self, e):
        u = self.real_leaf()
        return self.pick(f"(1.5d0 + {u}*{u})**0.7d0", f"atan2({e}, 1.5d0 + {u}*{u})", f"hypot(1.0d0, {e})",
                         f"(1.2d0 + 0.1d0*sin({e}))**{self.small_integer()}", f"sinh(sin({e}))",
                         f"0.3d0*({e})**2", self.reduction(), self.reduction(),
                         f"el{self.tag}({e}, {u})" if self.has_elemental else f"cos({e})")

    def condition(self):
        one = self.weighted([(f"{self.place(False)} {self.pick('>', '<')} {self.number()}", 3),
                             (f"iand({self.integer()}, {self.pick(1, 3)}) {self.pick('==', '/=', '>')} "
                              f"{self.r.randint(0, 1)}", 2),
                             (f"{self.integer(0)} {self.pick('<', '>=')} {self.r.randint(1, 4)}", 1)])
        if self.chance(0.2):
            other = f"{self.place(False)} {self.pick('>', '<')} {self.number()}"
            return f"{one} {self.pick('.and.', '.or.')} {other}"
        return one

    # ---- Arrays as wholes ------------------------------------------------------------------------

    def section(self, extent, writable=False):
        """Elements of an array, as many as asked for; None: there are none."""
        arrays = [a for a in self.arrays if (a[2] or not writable) and a[1] >= extent and a[0] not in self.sized]
        if not arrays:
            return None
        name, size, _ = self.r.choice(arrays)
        if size == extent:
            if extent == 4 and self.chance(0.15):
                return self.element(name, "4:1:-1")
            if extent == 4 and not writable and self.int_arrays and self.chance(0.2) and ":" not in name:
                return self.element(name, self.r.choice(self.int_arrays))
            return name
        ranges = {(4, 3): ["1:3", "2:4", "3:1:-1"], (4, 2): ["1:2", "2:3", "1:3:2", "4:2:-2", "4:3:-1"], (3, 2): ["1:2", "3:1:-2"]}[size, extent]
        return self.element(name, self.r.choice(ranges))

    def array_leaf(self, extent):
        return self.section(extent) or self.number()

    def array_value(self, extent, depth=2):
        if depth <= 0:
            return self.array_leaf(extent) if self.chance(0.75) else self.real_leaf()
        one = self.array_value(extent, depth - 1)
        kind = self.weighted([("function", 2), ("linear", 2), ("product", 2), ("bounded", 1), ("merge", 0.5),
                              ("shift", 0.4), ("kink", 0.5), ("spread", 0.3), ("list", 0.3 * (extent == 4)),
                              ("elemental", 0.8 * self.has_elemental)])
        if kind == "function":
            return f"{self.pick('sin', 'tanh', 'cos')}({one})"
        if kind == "elemental":
            return f"el{self.tag}({one}, {self.array_leaf(extent)})"
        if kind == "linear":
            return f"({self.number()}*{one} {self.pick('+', '-')} {self.array_value(extent, depth - 1)})"
        if kind == "product":
            return f"0.5d0*{one}*{self.array_leaf(extent)}"
        if kind == "bounded":
            u = self.array_leaf(extent)
            return self.pick(f"exp(-{u}*{u})", f"sqrt(1.0d0 + {u}*{u})", f"{self.wrapped(one)}/(1.5d0 + {u}*{u})")
        whole = self.section(extent)
        if not whole:
            return one
        if kind == "merge":
            return f"merge({whole}, {self.real_leaf()}, {whole} > {self.number()})"
        if kind == "shift":
            return f"cshift({whole}, {self.pick(1, -1, self.integer(0))})"
        if kind == "kink":
            return self.pick(f"abs({whole})", f"max({whole}, {self.real_leaf()})")
        if kind == "spread":
            # In parentheses: gfortran's library spreads no number over elements with others between them.
            return f"(spread({self.real_leaf()}, 1, {extent}))"
        return "[" + ", ".join(self.real(1) for _ in range(4)) + "]"

    def reduction(self):
        extent = self.pick(4, 4, 3, 2)
        one, other = self.section(extent), self.section(extent)
        if not one:
            return self.real_leaf()
        return self.pick(f"0.3d0*sum({one})", f"0.2d0*sum({self.array_value(extent, 1)}*{one})",
                         f"0.3d0*dot_product({one}, {other})",
                         f"maxval({one})", f"minval({one})", f"0.3d0*sum({one}, mask={one} > {self.number()})",
                         f"0.5d0*norm2({one})", f"product(0.5d0*{one})")

    def array_assignment(self, _):
        extent = self.pick(4, 4, 4, 3, 2)
        place = self.section(extent, True)
        if not place:
            return self.assignment()
        value = self.array_value(extent) if self.chance(0.85) else self.value()
        return Node(f"{place} = {value}")

    def matrix(self, _):
        if not self.has_matrix:
            return self.assignment()
        whole = self.section(4, True)
        return Node(self.pick(f"{self.section(3, True)} = 0.3d0*matmul(m, {self.section(4)})",
                              f"{whole} = 0.3d0*matmul({self.section(3)}, m)",
                              f"m = 0.4d0*m*{self.real_leaf()}", f"m = sin(m) + {self.real_leaf()}",
                              f"{whole} = 0.4d0*sum(m, 1)", f"{self.section(3, True)} = 0.4d0*sum(m, dim=2)",
                              f"m = reshape([m(:, 2), m(:, 1), m(:, 4), m(:, 3)], [3, 4])",
                              f"m(:, 2:3) = transpose(m(1:2, 1:3))*0.5d0" if False else
                              f"m(:, 1:3) = transpose(m(:, 1:3))*0.5d0",
                              f"m = spread({self.section(4)}, 1, 3)*0.5d0"))

    def where(self, _):
        extent = self.pick(4, 4, 3)
        mask, one, other = self.section(extent), self.section(extent, True), self.section(extent, True)
        if not mask or not one:
            return self.assignment()
        # gfortran takes `w = cos(w(3))` under WHERE for `w(i) = cos(w(3))` in a loop: no elements there.
        everything = self.scalars, self.arrays, self.ints
        self.scalars = [s for s in self.scalars if "(" not in s[0] and s[0] not in self.others + ["e0"]]
        self.ints = [i for i in self.ints if "%" not in i[0]]
        node = self.where_of(extent, mask, one, other)
        self.scalars, self.arrays, self.ints = everything
        return node

    def where_of(self, extent, mask, one, other):
        leaf, self.real_leaf = self.real_leaf, self.scalar_leaf
        texts = [f"where ({mask} > {self.number()})\n  {one} = {self.array_value(extent, 1)}"]
        if self.chance(0.5):
            texts.append(f"elsewhere ({self.section(extent)} < 0.1d0)\n  {other} = {self.array_value(extent, 1)}")
        if self.chance(0.6):
            texts.append(f"elsewhere\n  {other} = {self.array_value(extent, 1)}")
        self.real_leaf = leaf
        return Node("\n".join(texts) + "\nend where")

    def scalar_leaf(self):
        return self.r.choice(self.scalars)[0] if self.scalars and self.chance(0.8) else self.number()

    def concurrent(self, _):
        place = self.r.choice([a for a in self.arrays if a[2] and a[1] == 4 and ":" not in a[0]] or [None])
        if not place or root(place[0]) in ("rs", "az"):
            return self.assignment()
        i = self.counter()
        self.direct.append((i, 0, 3))
        for _ in range(30):
            value = self.real(2)
            if root(place[0]) not in re.findall(r"\w+", value) and "q" not in value and not re.search(
                    r"\b(e|as)\d", value):
                break
        else:
            value = "0.3d0"
        self.direct.pop()
        if "q" in place[0] or root(place[0])[0] == "e":
            return self.assignment()
        return Node(self.pick(f"do concurrent ({i} = 1:4)\n  {place[0]}({i}) = {value}\nend do",
                              f"forall ({i} = 1:4) {place[0]}({i}) = {value}"))

    def implied(self, _):
        whole = self.section(4, True)
        i = self.counter()
        self.direct.append((i, 0, 3))
        value = self.real(2)
        self.direct.pop()
        return Node(f"{whole} = [({value}, {i} = 1, 4)]") if whole else self.assignment()

    # ---- Statements ------------------------------------------------------------------------------

    def statement(self, depth):
        deep = depth > 0
        kind = self.weighted([
            ("assignment", 4), ("update", 2.5), ("array_assignment", 2), ("matrix", 0.6 * self.has_matrix),
            ("where", 0.6), ("concurrent", 0.4), ("implied", 0.2), ("set_integer", 1.5),
            ("set_table", 0.6 * bool(self.int_arrays)), ("branch", 2 * deep), ("select", 0.4 * deep),
            ("counted", 2.5 * deep), ("general", 1.2 * deep), ("while_loop", 0.8 * deep), ("endless", 0.4 * deep),
            ("leave", 0.8 * bool(self.loops)), ("leave_procedure", 0.3),
            ("call", 2.2 * bool(self.callable()) * (self.loops < 2)),
            ("point", 0.8 * bool(self.pointers or self.array_pointers)), ("allocation", 0.5 * deep),
            ("set_complex", bool(self.complexes)), ("copy_record", 0.6 * (len(self.records) > 1)),
            ("copy_records", 0.8 * any(root(a[0]) == "rs" for a in self.arrays)),
            ("present", 1.0 * bool(self.optionals)), ("associate", 0.4 * deep), ("middle", 0.4 * deep),
            ("call_dummy", 0.6 * bool(self.functions)), ("move_shape", 0.5 * bool(self.allocated))])
        return getattr(self, kind)(depth)

    def assignment(self, _=0):
        return Node(f"{self.place()} = {self.value()}")

    def update(self, _):
        place = self.place()
        return Node(f"{place} = {place} {self.pick('+', '-', '+', '*')} 0.3d0*{self.wrapped(self.real(2))}")

    def set_integer(self, _):
        writable = [name for name, can in self.ints if can]
        if not writable:
            return self.assignment()
        name = self.r.choice(writable)
        return Node(self.pick(f"{name} = iand({self.integer(2)}, 7)", f"{name} = iand({name} + 1, 7)",
                              f"{name} = merge(1, 0, {self.condition()})"))

    def set_table(self, _):
        return Node(f"{self.element(self.r.choice(self.int_arrays), self.subscript(4))} = "
                    f"iand({self.integer(2)}, 3) + 1")

    def branch(self, depth):
        if self.chance(0.5):
            return Node(f"if ({self.condition()}) then", "end if", blocks=[self.block(depth - 1)])
        if self.chance(0.3):
            return Node(f"if ({self.condition()}) then", f"else if ({self.condition()}) then", "else", "end if",
                        blocks=[self.block(depth - 1), self.block(depth - 1), self.block(depth - 1)])
        return Node(f"if ({self.condition()}) then", "else", "end if",
                    blocks=[self.block(depth - 1), self.block(depth - 1)])

    def select(self, depth):
        blocks = [self.block(depth - 1, 2) for _ in range(3)]
        return Node(f"select case ({self.integer()})\ncase (:0)", "case (1, 3:4)", "case default", "end select",
                    blocks=blocks, whole=True)

    def counter(self):
        name = f"i{len(self.counters)}"
        self.counters.append(name)
        return name

    def counted(self, depth):
        i = self.counter()
        low, high = self.pick((1, 4), (1, 4), (1, 4), (2, 4), (1, 3), (2, 3))
        forms = [f"{i} = {low}, {high}", f"{i} = {high}, {low}, -1", f"{i} = {low}, {high}, 2",
                 f"{i} = {high}, {low}, -2"]
        if (low, high) == (1, 4) and self.knows_n:
            forms += [f"{i} = 1, n", f"{i} = n, 1, -1", f"{i} = 1, n"]
        return self.do_loop(depth, i, self.r.choice(forms), counter=i, low=low - 1, high=high - 1)

    def do_loop(self, depth, i, form, **direct):
        label = f"l{len(self.counters)}"
        self.active_counters.append(i)
        self.labels.append(label)
        body = self.loop_block(depth, **direct)
        self.labels.pop()
        self.active_counters.pop()
        if self.chance(0.25):
            self.ints.append((i, False))
        return Node(f"{label}: do {form}", f"end do {label}", blocks=[body], whole=True)

    def general(self, depth):
        """Any bounds, any step, often no trips at all; the bounds may be overwritten in the body."""
        i = self.counter()
        lower, upper = f"iand({self.integer(1)}, 7)", f"iand({self.integer(1)}, 7)"
        step = self.pick("", ", 2", ", -1", ", -3", f", iand({self.integer(0)}, 1) + 1",
                         f", -1 - iand({self.integer(0)}, 1)")
        return self.do_loop(depth, i, f"{i} = {lower}, {upper}{step}")

    def while_loop(self, depth):
        i, label = self.counter(), f"l{len(self.counters)}"
        self.active_counters.append(i)
        self.labels.append(label)
        body = self.loop_block(depth)
        self.labels.pop()
        self.active_counters.pop()
        head = self.pick(f"{i} < {self.r.randint(1, 5)} .and. ({self.condition()})", f"{i} < {self.r.randint(1, 4)}")
        return Node(f"{i} = 0\n{label}: do while ({head})\n  {i} = {i} + 1", f"end do {label}", blocks=[body],
                    whole=True)

    def endless(self, depth):
        i, label = self.counter(), f"l{len(self.counters)}"
        self.labels.append(label)
        body = self.loop_block(depth)
        self.labels.pop()
        return Node(f"{i} = 0\n{label}: do\n  {i} = {i} + 1\n  if ({i} > {self.r.randint(1, 4)}) exit",
                    f"end do {label}", blocks=[body], whole=True)

    def middle(self, depth):
        """A loop that is left in its middle."""
        i, label = self.counter(), f"l{len(self.counters)}"
        self.labels.append(label)
        one, other = self.loop_block(depth), self.loop_block(depth)
        self.labels.pop()
        return Node(f"{i} = 0\n{label}: do\n  {i} = {i} + 1", f"  if ({i} > {self.r.randint(1, 3)} .or. "
                    f"{self.condition()}) exit", f"end do {label}", blocks=[one, other], whole=True) \
            if not self.cycles([one]) else self.assignment()

    @staticmethod
    def cycles(blocks):
        return any("cycle" in line for block in blocks for node in block for line in node.lines(0))

    def associate(self, depth):
        place, name = self.place(), f"as{len(self.associated)}"
        self.associated.append(name)
        size = len(self.scalars)
        self.scalars.append((name, True))
        body = self.block(depth - 1, 2)
        assert self.scalars[size][0] == name
        del self.scalars[size]
        return Node(f"associate ({name} => {place})", "end associate", blocks=[body], whole=True)

    def call_dummy(self, _):
        return Node(f"{self.place()} = {self.pick('', '0.5d0*')}{self.r.choice(self.functions)}({self.real(1)})")

    def leave(self, _):
        return Node(f"if ({self.condition()}) {self.pick('cycle', 'exit')} {self.pick(self.labels[-1], *self.labels)}")

    def leave_procedure(self, _):
        if self.p.result:
            return Node(f"if ({self.condition()}) then\n  {self.p.name}r = {self.value()}\n  return\nend if")
        return Node(f"if ({self.condition()}) return")

    def point(self, _):
        targets = [a[0] for a in self.arrays if a[1] == 4 and a[2] and root(a[0]) in self.targets]
        if self.pointers and (not self.array_pointers or self.chance(0.5)):
            scalars = [s for s, can in self.scalars if can and root(s) in self.targets]
            scalars += [self.element(a, self.subscript(4)) for a in targets]
            return Node(f"{self.r.choice(self.pointers)} => {self.r.choice(scalars)}")
        target = self.r.choice(targets)
        if ":" not in target and self.chance(0.2):
            target += "(4:1:-1)"
        return Node(f"{self.r.choice(self.array_pointers)} => {target}")

    def allocation(self, depth):
        h = f"h{len(self.heaps)}"
        self.heaps.append(h)
        size = len(self.arrays)
        self.arrays.append((h, 4, True))
        body = self.block(depth - 1, 3)
        del self.arrays[size]
        shape, first = self.pick("4", "4", "n" if self.knows_n else "4"), self.array_value(4, 1)
        begin = self.pick(f"allocate({h}({shape}))\n{h} = {self.number()}", f"allocate({h}(4), source={self.number()})",
                          f"{h} = 0.3d0*spread({self.real_leaf()}, 1, 4)")
        return Node(f"if (allocated({h})) deallocate({h})\n{begin}\n{h} = {h} + {first}", f"deallocate({h})",
                    blocks=[body], whole=True)

    def move_shape(self, _):
        """An allocatable changes its shape."""
        a = self.r.choice(self.allocated)
        return Node(self.pick(f"{a} = [{a}, {self.real_leaf()}]", f"if (size({a}) > 2) {a} = {a}(2:)",
                              f"{a} = 0.5d0*sin({a})", f"{self.place()} = 0.2d0*sum({a})",
                              f"{a} = {self.array_value(4, 1)}" if False else f"{a} = {self.section(4) or '0.5d0'}",
                              f"{a}(1) = {a}(size({a}))*{self.real_leaf()}"))

    def set_complex(self, _):
        z, w = self.r.choice(self.complexes), self.r.choice(self.complexes)
        value = self.pick(f"0.5d0*{z}*{w} + {self.number()}", f"0.4d0*conjg({z}) + sin({self.real(1)})",
                          f"exp((0d0, 1d0)*sin({self.real(1)}))*{self.number()}",
                          f"{z}/(2.5d0 + {self.real_leaf()}*{self.real_leaf()})",
                          f"cmplx({self.real_leaf()}, 0.7d0*tanh({self.real(1)}), 8)", f"0.3d0*{z} - {w}*(0d0, 0.5d0)",
                          f"0.3d0*sin(0.2d0*{z})", f"abs({z} + 3.0d0)*0.1d0 + 0.2d0*{w}")
        return Node(self.pick(f"{z} = {value}", f"{z} = {value}", f"{z}%im = {self.value()}"))

    def copy_records(self, _):
        """An array of records moved about, some elements twice, some not at all."""
        whole = self.pick("rs(4:1:-1)", self.r.choice(self.records), f"rs([2, 1, {self.r.randint(1, 4)}, 4])")
        mask = f"where ({self.section(4)} {self.pick('<', '>')} {self.number()}) " * self.chance(0.5)
        return Node(f"{mask}rs = {whole}")

    def copy_record(self, _):
        one, other = self.r.sample(self.records, 2)
        return Node(f"{one} = {other}")

    def present(self, _):
        name = self.r.choice(self.optionals)
        return Node(f"if (present({name})) then\n  {name} = sin({name})*{self.real_leaf()}\n"
                    f"  {self.place()} = 0.5d0*{name}\nend if")

    # ---- Calls -----------------------------------------------------------------------------------

    def callable(self):
        return [p for p in self.procedures + self.internals if not p.recursive or self.loops < 2]

    def call(self, _):
        return self.call_of(self.r.choice(self.callable()), str(self.r.randint(0, 3)))

    def call_of(self, target, depth):
        arguments, used = [depth] if target.recursive else [], set()
        if target.touches:
            used |= set(self.global_names)
        for name, kind in target.parameters:
            if kind == "optional" and self.chance(0.4):
                continue
            argument = self.argument(kind, used)
            if argument is None:
                return self.assignment()
            arguments.append(f"{name}={argument}" if kind == "optional" else argument)
        call = f"{target.name}({', '.join(arguments)})"
        if not target.result:
            self.p.touches |= target.touches
            return Node("call " + call)
        if target.result == "array":
            places = [a[0] for a in self.arrays if a[2] and a[1] == 4 and root(a[0]) not in used and
                      a[0] not in self.array_pointers]
            if not places:
                return self.assignment()
            self.p.touches |= target.touches
            return Node(f"{self.r.choice(places)} = {self.pick(call, f'0.5d0*{call}', f'sin({call})')}")
        results = [s for s, can in self.scalars if can and root(s) not in used and s not in self.others
                   and root(s) not in ("e0", "e1")]
        if not results:
            return self.assignment()
        self.p.touches |= target.touches
        return Node(f"{self.r.choice(results)} = " + self.pick(call, f"0.5d0*{call} + 0.25d0", f"sin({call})"))

    def argument(self, kind, used):
        """An actual argument that shares nothing with those used so far."""
        free = lambda name: root(name) not in used and name not in self.others
        arrays = [a[0] for a in self.arrays if a[1] == 4 and a[2] and free(a[0])]
        plain = [a for a in arrays if ":" not in a and root(a) not in ("rs", "az")]

        def taken(argument):
            used.add(root(argument))
            if root(argument) in ("e0", "e1"):
                used.update(("e0", "e1"))
            return argument

        def one_of(names):
            return taken(self.r.choice(names)) if names else None

        if kind == "value":
            e = self.real(self.r.randint(0, 2))
            return f"({e})"
        if kind in ("scalar", "optional"):
            scalars = [s for s, can in self.scalars if can and free(s)]
            scalars += [self.element(a, self.subscript(4)) for a in arrays]
            return one_of(scalars)
        if kind == "array":
            return one_of(arrays + [a + "(1)" for a in plain if "%" not in a and a not in self.shaped])
        if kind == "shape":
            return one_of(arrays + [a + "(4:1:-1)" for a in plain])
        if kind in ("pair", "size"):
            choices = arrays + [a + self.pick("(2:3)", "(1:3:2)", "(4:3:-1)") for a in plain]
            choices += [f"{a}({self.r.randint(1, 3)})" for a in plain if "%" not in a and a not in self.shaped]
            return one_of(choices)
        if kind == "constant":
            return self.pick(one_of(arrays), f"0.5d0*({self.array_value(4, 1)}) + 0*{self.first_own}")
        if kind == "run":
            array, start = one_of(plain), self.r.randint(1, 4)
            if not array or array in self.shaped:
                return None
            count = self.pick(str(5 - start), str(self.r.randint(0, 5 - start)))
            return f"{count}, " + self.pick(f"{array}({start})" if "%" not in array else f"{array}({start}:)",
                                            f"{array}({start}:4)")
        if kind == "int":
            return f"iand({self.integer()}, 7)"
        if kind == "intp":
            return one_of([n for n, can in self.ints if can and free(n)])
        if kind == "function":
            return self.r.choice(self.functions + [f"u{self.tag}_{i}" for i in range(2)])
        if kind == "record":
            return one_of([r for r in self.records if free(r)])
        return one_of([z for z in self.complexes if free(z)])

    # ---- Procedures ------------------------------------------------------------------------------

    @property
    def others(self):
        """Names of what has another name, too."""
        return self.pointers + self.array_pointers + self.associated

    def begin(self):
        super().begin()
        self.pointers, self.array_pointers, self.heaps, self.allocated = [], [], [], []
        self.records, self.labels, self.optionals, self.internals = [], [], [], []
        self.functions, self.associated = [], []
        self.targets, self.sized, self.shaped = set(), set(), set()
        self.knows_n, self.has_matrix, self.first_own = False, False, "w0"

    def add_parameter(self, name, kind):
        if kind in ("value", "scalar"):
            self.scalars.append((name, kind == "scalar"))
        elif kind in ("array", "constant", "shape"):
            self.arrays.append((name, 4, kind != "constant"))
            if kind == "shape":
                self.shaped.add(name)
        elif kind in ("pair", "size"):
            self.arrays.append((name, 2, True))
            if kind == "size":
                self.sized.add(name)
        elif kind in ("int", "intp"):
            self.ints.append((name, kind == "intp"))
        elif kind == "record":
            self.add_record(name)
        elif kind == "complex":
            self.complexes.append(name)
        elif kind == "optional":
            self.optionals.append(name)
        elif kind == "function":
            self.functions.append(name)

    def add_record(self, name):
        self.records.append(name)
        self.scalars += [(f"{name}%s", True), (f"{name}%n%t", True)]
        self.arrays.append((f"{name}%a", 4, True))
        self.ints.append((f"{name}%k", True))

    def first_value(self):
        return self.pick("0.3d0", self.place(False), self.place(False)) if self.scalars or self.arrays else "0.4d0"

    def declare_locals(self):
        """Declarations, and first values for all."""
        r, names, first = self.r, [], []
        target = ", target" if self.has_pointers else ""
        self.targets |= {"x", "s", "y"} if self.p.name[0] == "f" and target else set()

        def own(name):
            if target:
                self.targets.add(name)

        for i in range(r.randint(1, 3)):
            names.append(f"real(8){target} :: v{i}")
            first.append(f"v{i} = {self.first_value()}")
            self.scalars.append((f"v{i}", True))
            own(f"v{i}")
        for i in range(r.randint(1, 2)):
            names.append(f"real(8){target} :: w{i}(4)")
            first.append(f"w{i} = {self.first_value()} + [0.1d0, 0.2d0, -0.3d0, 0.4d0]")
            self.arrays.append((f"w{i}", 4, True))
            own(f"w{i}")
        if self.chance(0.3):
            names.append(f"real(8){target} :: m(3, 4)")
            first.append(f"m = {self.first_value()}\nm(2, :) = m(2, :)*0.5d0 - 0.1d0")
            self.arrays += [(f"m({i}, :)", 4, True) for i in range(1, 4)] + [("m(:, 2)", 3, True)]
            self.has_matrix = True
            own("m")
        for i in range(r.randint(1, 3)):
            names.append(f"integer :: k{i}")
            first.append(f"k{i} = {r.randint(0, 5)}")
            self.ints.append((f"k{i}", True))
        if self.chance(0.35):
            names.append("integer :: ix(4)")
            first.append("ix = [3, 1, 4, 2]")
            self.int_arrays.append("ix")
        if self.has_complex and self.chance(0.5):
            for i in range(r.randint(1, 2)):
                names.append(f"complex(8) :: z{i}")
                first.append(f"z{i} = cmplx({self.first_value()}, 0.3d0, 8)")
            self.complexes += [f"z{j}" for j in range(i + 1)]
        if self.has_records and self.chance(0.6):
            for i in range(r.randint(1, 2)):
                names.append(f"type(r{self.tag}) :: r{i}")
                first.append(f"r{i}%s = {self.first_value()}\nr{i}%n%t = 0.3d0\nr{i}%k = 1\n"
                             f"r{i}%a = [0.1d0, 0.2d0, 0.4d0, 0.6d0]")
            for j in range(i + 1):
                self.add_record(f"r{j}")
            if self.chance(0.5):
                names.append(f"type(r{self.tag}) :: rs(4)")
                first.append(f"rs = r0\nrs(2:3)%s = {self.first_value()}\nrs%a(2) = {self.first_value()}\nrs%n%t = 0.4d0")
                self.arrays += [(f"rs{c}", 4, True) for c in ("%s", "%a(2)", "%n%t")]
                self.add_record(f"rs({r.randint(1, 4)})")
        if self.chance(0.15):
            names.append("real(8), allocatable :: az(:)")
            first.append(f"allocate(az(0:3))\naz = {self.first_value()} + [0.3d0, 0.1d0, -0.2d0, 0.2d0]")
            self.arrays.append(("az", 4, True))
        if self.chance(0.15):
            names += ["real(8) :: e0, e1(4)", "equivalence (e0, e1(2))"]
            first.append(f"e1 = {self.first_value()}")
            self.arrays.append(("e1", 4, True))
            self.scalars.append(("e0", True))
        if self.chance(0.2):
            names.append("real(8), allocatable :: al(:)")
            first.append(f"al = [{self.first_value()}, 0.2d0, {self.first_value()}]")
            self.allocated.append("al")
        if self.has_boxes and self.chance(0.6):
            names.append(f"type(b{self.tag}) :: bx")
            first.append(f"allocate(bx%h(4))\nbx%h = {self.first_value()} + [0.3d0, -0.2d0, 0.1d0, 0.5d0]")
            self.arrays.append(("bx%h", 4, True))
        if self.has_pointers and self.chance(0.7):
            for i in range(r.randint(1, 2)):
                names.append(f"real(8), pointer :: q{i}")
                first.append(f"q{i} => {self.pick('v0', 'w0(2)')}")
                self.pointers.append(f"q{i}")
            self.scalars += [(q, True) for q in self.pointers]
        if self.has_pointers and self.chance(0.5):
            for i in range(r.randint(1, 2)):
                names.append(f"real(8), pointer :: qa{i}(:)")
                first.append(f"qa{i} => w0")
                self.array_pointers.append(f"qa{i}")
            self.arrays += [(q, 4, True) for q in self.array_pointers]
        return names, first

    def add_globals(self):
        self.p.touches = True
        self.scalars += [(name, True) for name in self.global_scalars]
        self.arrays += [(name, 4, True) for name in self.global_arrays]
        self.ints += [(name, True) for name in self.global_ints]

    def common(self):
        """The declaration of the COMMON block."""
        if self.in_module or not self.global_scalars:
            return []
        out = ["real(8) :: " + ", ".join(self.global_scalars + [g + "(4)" for g in self.global_arrays])]
        out += ["integer :: " + ", ".join(self.global_ints)] * bool(self.global_ints)
        return out + [f"common /c{self.tag}/ " + ", ".join(self.global_names)]

    def helper(self, number):
        name = f"p{self.tag}_{number}"
        modern = self.in_module
        kinds = [("value", 3), ("scalar", 3), ("array", 3), ("pair", 1), ("constant", 1.5), ("run", 1), ("int", 1.5),
                 ("intp", 0.7), ("record", 1.5 * self.has_records), ("complex", 0.8 * self.has_complex),
                 ("shape", 1.5 * modern), ("size", 0.7), ("function", 0.8 * self.has_functions)]
        self.p = Procedure(name, [(f"a{i}", self.weighted(kinds)) for i in range(self.r.randint(1, 4))])
        if modern and self.chance(0.15):
            self.p.parameters.append(("opt", "optional"))
        if self.chance(0.35):
            self.p.result = "array" if modern and self.chance(0.3) else "real"
        self.p.recursive = self.chance(0.15)
        self.begin()
        for parameter, kind in self.p.parameters:
            self.add_parameter(parameter, kind)
        if self.global_scalars and self.chance(0.5):
            self.add_globals()
        names = ["depth"] * self.p.recursive
        for parameter, kind in self.p.parameters:
            names += [parameter + "n", parameter] if kind == "run" else [parameter]
        word = "function" if self.p.result else "subroutine"
        result = f" result({name}r)" if self.p.result else ""
        opening = [f"{'recursive ' * self.p.recursive}{word} {name}({', '.join(names)}){result}"]
        opening += ["  implicit none"] * (not modern)
        opening += ["  integer, intent(in) :: depth"] * self.p.recursive
        for parameter, kind in self.p.parameters:
            opening += ["  " + line for line in KINDS[kind].format(n=parameter, t=self.tag).split("\n")]
        if self.p.result:
            opening.append(f"  real(8) :: {name}r" + "(4)" * (self.p.result == "array"))
        self.finish(opening, f"end {word}", self.r.randint(3, 9), 2)
        return self.p

    def finish(self, opening, closing, budget, depth, ending=()):
        """The body of the procedure whose interface and parameters are known."""
        p = self.p
        names, first = self.declare_locals()
        if not self.in_module:
            names = [f"real(8), external :: {q.name}" for q in self.procedures + [p] * p.recursive
                     if q.result and q is not p] + names
            names = self.common() + names
        if p.result:
            first.insert(0, f"{p.name}r = 0.3d0")
        body = [Node(line, fixed=True) for line in first]
        if p.name[0] == "f" and self.chance(0.25):
            self.internal()
        self.budget = budget
        if self.in_module and p.name[0] == "p" and self.chance(0.25):
            names += ["real(8), save :: st = 0.7d0", "integer, save :: sk"]
            self.resets.append(p.name)
            body.insert(0, Node(f"if (reset_{p.name}) then\n  st = 0.3d0\n  sk = 1\n  reset_{p.name} = .false.\nend if",
                                fixed=True))
            self.scalars.append(("st", True))
            self.ints.append(("sk", True))
        body += self.block(depth, budget)
        for name, kind in p.parameters:
            if kind == "run":
                i = self.counter()
                body.append(Node(f"do {i} = 1, {name}n", "end do", blocks=[[
                    Node(f"{name}({i}) = {self.pick(f'sin({name}({i}))*0.9d0 + 0.1d0*', f'0.5d0*{name}({i})*')}"
                         f"{self.real_leaf()}")]], whole=True))
        if p.recursive and not (p.result and not self.in_module):
            call = self.call_of(p, "depth - 1")
            body.insert(self.r.randint(len(first) + 1, len(body)),
                        Node("if (depth > 0) then", "end if", blocks=[[call]]))
        body += ending
        if p.result:
            body.append(Node(f"{p.name}r = {self.value()}", fixed=True))
        names += ["integer :: " + ", ".join(self.counters)] * bool(self.counters)
        names += [f"real(8), allocatable{', target' * self.has_pointers} :: {h}(:)" for h in self.heaps]
        p.before = opening + ["  " + n for n in names]
        body[:0] = [Node("\n".join(f"{c} = 1" for c in self.counters), fixed=True)] * bool(self.counters)
        p.body, p.after = body, [closing]

    def internal(self):
        """A procedure inside that works on the variables of the head."""
        outer = self.counters, self.heaps, self.p
        self.counters, self.heaps = [], []
        p = Procedure(f"in{self.tag}", [("a", "value")])
        p.touches = True
        self.p, self.budget = p, 4
        self.scalars.append(("a", False))
        body = self.block(2, 3)
        self.scalars.remove(("a", False))
        p.before = [f"subroutine {p.name}(a)", "  real(8), intent(in) :: a"]
        p.before += ["  integer :: " + ", ".join(self.counters)] * bool(self.counters)
        p.before += [f"  real(8), allocatable{', target' * self.has_pointers} :: {h}(:)" for h in self.heaps]
        p.body = [Node("\n".join(f"{c} = 1" for c in self.counters), fixed=True)] * bool(self.counters) + body
        p.after = ["end subroutine"]
        self.ints = [i for i in self.ints if i[0] not in self.counters]
        self.counters, self.heaps, self.p = outer
        self.p.inner.append(p)
        self.internals.append(p)

    def head(self):
        name = f"f{self.tag}"
        self.p = Procedure(name, [("x", "array"), ("s", "scalar"), ("y", "array")])
        self.begin()
        self.knows_n = True
        for parameter, kind in self.p.parameters:
            self.add_parameter(parameter, kind)
        first = [f"{g} = {self.pick('0.5d0', 'x(1)', 's', '0.4d0*x(2)')}" for g in self.global_scalars]
        first += [f"{g} = {self.pick('0.1d0', 'x', '0.3d0*x(3)')}" for g in self.global_arrays]
        first += [f"{g} = {self.r.randint(0, 4)}" for g in self.global_ints]
        if self.global_scalars:
            self.add_globals()
        ending = [Node(f"y({i}) = y({i}) + 0.5d0*{self.real_leaf()}") for i in range(1, self.r.randint(1, 4))]
        target = ", target" * self.has_pointers
        opening = [f"subroutine {name}(n, x, s, y)"] + ["  implicit none"] * (not self.in_module)
        opening += ["  integer, intent(in) :: n", f"  real(8), intent(inout){target} :: x(4), s, y(4)"]
        self.finish(opening, "end subroutine", self.r.randint(6, 18), 3, ending)
        first += [f"reset_{p} = .true." for p in self.resets]
        self.p.body = [Node(line, fixed=True) for line in first] + self.p.body
        return self.p

    def plain_function(self, name, prefix=""):
        second = ", b" if prefix else ""
        u = Procedure(name, [("a", "value")])
        u.before = [f"{prefix}real(8) function {name}(a{second})", f"  real(8), intent(in) :: a{second}"]
        value = self.pick("sin(a)", "0.5d0*a*a", "tanh(a)*0.7d0", "exp(-a*a)")
        u.body = [Node(f"{name} = {value}" + f"*{self.pick('b', 'cos(b)')}" * bool(prefix), fixed=True)]
        u.after = ["end function"]
        return u

    def case(self):
        case, t = Case(self.tag, "fortran"), self.tag
        self.in_module = self.chance(0.65)
        self.has_records, self.has_complex = self.in_module and self.chance(0.35), self.chance(0.2)
        self.has_pointers = self.in_module and self.chance(0.3)
        self.has_elemental = self.in_module and self.chance(0.25)
        self.has_functions = self.in_module and self.chance(0.2)
        self.has_boxes, self.resets = self.in_module and self.chance(0.2), []
        some = self.chance(0.4)
        self.global_scalars = [f"g{t}_{i}" for i in range(self.r.randint(1, 2) * some)]
        self.global_arrays = [f"ga{t}"] * (some and self.chance(0.6))
        self.global_ints = [f"gk{t}"] * (some and self.chance(0.5))
        self.global_names = self.global_scalars + self.global_arrays + self.global_ints
        if self.has_elemental:
            case.procedures.append(self.plain_function(f"el{t}", "elemental "))
        if self.has_functions:
            case.procedures += [self.plain_function(f"u{t}_{i}") for i in range(2)]
        for i in range(self.r.randint(0, 4)):
            self.procedures.append(self.helper(i))
        case.procedures += self.procedures + [self.head()]
        name = f"f{t}"
        if self.in_module:
            case.opening = [f"module m{t}", "  implicit none"]
            if self.has_records:
                case.opening += [f"  type :: n{t}", "    real(8) :: t", "  end type", f"  type :: r{t}",
                                 "    real(8) :: s, a(4)", "    integer :: k", f"    type(n{t}) :: n", "  end type"]
            if self.has_boxes:
                case.opening += [f"  type :: b{t}", "    real(8), allocatable :: h(:)", "  end type"]
            case.opening += [f"  logical :: reset_{p} = .true." for p in self.resets]
            case.opening += [f"  real(8) :: {g}" for g in self.global_scalars]
            case.opening += [f"  real(8) :: {g}(4)" for g in self.global_arrays]
            case.opening += [f"  integer :: {g}" for g in self.global_ints]
            case.opening += ["contains"]
            case.closing = ["end module"]
            case.symbols = {"": f"__m{t}_MOD_{name}", "d": f"__m{t}_d_MOD_{name}_d", "b": f"__m{t}_b_MOD_{name}_b"}
        else:
            case.symbols = {"": f"{name}_", "d": f"{name}_d_", "b": f"{name}_b_"}
        case.independents, case.dependents = self.heads_arguments()
        return case


OPENING = []


def make(seed, tag):
    return FortranMaker(f"{seed} fortran", tag).case()
