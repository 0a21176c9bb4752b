"""Random numerical programs in C (see numeric.py)."""

from numeric import Case, Maker, Node, Procedure

# Kinds of parameters, and how they are declared.
KINDS = {"value": "double {n}", "scalar": "double *{n}", "array": "double *{n}",
         "pair": "double {n}[2]", "constant": "const double *{n}", "run": "int {n}n, double *{n}",
         "int": "int {n}", "intp": "int *{n}", "record": "struct r{t} *{n}",
         "recordvalue": "struct r{t} {n}", "complex": "double complex *{n}",
         "function": "double (*{n})(double)"}


class CMaker(Maker):
    first = 0

    # ---- How things are written ------------------------------------------------------------------

    @staticmethod
    def literal(text):
        return text

    @staticmethod
    def element(name, subscript):
        return f"{name}[{subscript}]"

    @staticmethod
    def cut(integer, size):
        return f"({integer}) & {size - 1}"

    def small_integer(self):
        return f"({self.integer()} & 3)"

    @staticmethod
    def to_real(integer):
        return integer

    @staticmethod
    def truncated(real):
        return f"(int)(2*{real})"

    def complex_part(self):
        return f"{self.pick('creal', 'cimag')}({self.r.choice(self.complexes)})"

    def kink(self, one, other):
        return self.pick(f"fabs({one})", f"fmax({one}, {other})", f"fmin({one}, {other})",
                         f"({self.condition()} ? {one} : {other})")

    def special(self, e):
        u = self.real_leaf()
        return self.pick(f"pow(1.5 + {u}*{u}, 0.7)", f"atan2({e}, 1.5 + {u}*{u})", f"hypot(1.0, {e})",
                         f"pow(1.2 + 0.1*sin({e}), {self.small_integer()})",
                         f"({self.condition()} ? {e} : {u})", f"sinh(sin({e}))", f"cbrt(2.0 + sin({e}))")

    def condition(self):
        one = self.weighted([(f"{self.place(False)} {self.pick('>', '<')} {self.number()}", 3),
                             (f"({self.integer()} & {self.pick(1, 3)}) {self.pick('==', '!=', '>')} "
                              f"{self.r.randint(0, 1)}", 2),
                             (f"{self.integer(0)} {self.pick('<', '>=')} {self.r.randint(1, 4)}", 1)])
        if self.chance(0.2):
            other = f"{self.place(False)} {self.pick('>', '<')} {self.number()}"
            return f"({one}) {self.pick('&&', '||')} {other}"
        return one

    # ---- Statements ------------------------------------------------------------------------------

    def statement(self, depth):
        deep = depth > 0
        kind = self.weighted([
            ("assignment", 5), ("update", 2.5), ("set_integer", 1.5), ("set_table", 0.6 * bool(self.int_arrays)),
            ("branch", 2 * deep), ("switch", 0.4 * deep), ("counted", 2.5 * deep), ("general", 1.2 * deep),
            ("while_loop", 0.8 * deep), ("do_loop", 0.4 * deep), ("middle", 0.4 * deep), ("walk", 0.7 * deep), ("leave", 0.8 * bool(self.loops)),
            ("leave_procedure", 0.35), ("call", 2.2 * bool(self.callable()) * (self.loops < 2)),
            ("point", 0.8 * bool(self.pointers or self.array_pointers)), ("copy", 0.3),
            ("heap", 0.4 * deep), ("set_complex", 1 * bool(self.complexes)),
            ("copy_record", 0.6 * (len(self.records) > 1)), ("post_increment", 0.4),
            ("swap", 0.3 * (len(self.array_pointers) > 1)), ("call_pointer", 0.5 * bool(self.functions)),
            ("choose_function", 0.3 * bool(self.own_functions)), ("make_record", 0.5 * self.returns_records * bool(self.records))])
        return getattr(self, kind)(depth)

    def assignment(self, _=0):
        return Node(f"{self.place()} = {self.value()};")

    def update(self, _):
        return Node(f"{self.place()} {self.pick('+=', '-=', '+=', '*=')} 0.3*{self.wrapped(self.real(2))};")

    def set_integer(self, _):
        writable = [name for name, can in self.ints if can]
        if not writable:
            return self.assignment()
        name = self.r.choice(writable)
        return Node(self.pick(f"{name} = ({self.integer(2)}) & 7;", f"{name} = ({name} + 1) & 7;",
                              f"{name} = {self.condition()};"))

    def set_table(self, _):
        return Node(f"{self.element(self.r.choice(self.int_arrays), self.subscript(4))} = "
                    f"({self.integer(2)}) & 3;")

    def post_increment(self, _):
        writable = [name for name, can in self.ints if can and name[0] == "k"]
        if not writable:
            return self.assignment()
        name, array = self.r.choice(writable), self.r.choice([a for a in self.arrays if a[2]])
        return Node(f"{array[0]}[{name}++ & {1 if array[1] < 4 else 3}] = {self.number()}*sin({self.scalar_free(name)});\n"
                    f"{name} &= 7;")

    def scalar_free(self, name):
        """A real that does not read an integer."""
        for _ in range(20):
            e = self.real(1)
            if name not in e:
                return e
        return "0.5"

    def branch(self, depth):
        if self.chance(0.5):
            return Node(f"if ({self.condition()}) {{", "}", blocks=[self.block(depth - 1)])
        return Node(f"if ({self.condition()}) {{", "} else {", "}",
                    blocks=[self.block(depth - 1), self.block(depth - 1)])

    def switch(self, depth):
        self.switches += 1
        blocks = [self.block(depth - 1, 2) for _ in range(3)]
        self.switches -= 1
        falls = self.pick("", "break;\n")
        return Node(f"switch ({self.integer()} & 3) {{\ncase 0:", f"{falls}case 2:", "break;\ndefault:", "}",
                    blocks=blocks, whole=True)

    def counter(self, kind="int"):
        name = f"i{len(self.counters)}"
        self.counters.append((name, kind))
        return name

    def counted(self, depth):
        """A loop whose counter is a subscript."""
        i = self.counter(self.pick("int", "int", "int", "long", "unsigned"))
        unsigned = self.counters[-1][1] == "unsigned"
        low, high = self.pick((0, 3), (0, 3), (0, 3), (1, 3), (0, 2), (1, 2), (0, 1))
        forms = [f"{i} = {low}; {i} < {high + 1}; {i}++", f"{i} = {low}; {i} <= {high}; ++{i}",
                 f"{i} = {low}; {i} < {high + 1}; {i} += 2"]
        if (low, high) == (0, 3):
            forms += [f"{i} = 0; {i} < n; {i}++"] * 3 if self.knows_n else []
        if not unsigned:
            forms += [f"{i} = {high}; {i} >= {low}; {i}--", f"{i} = {high}; {i} > {low - 1}; {i} -= 2"]
        self.active_counters.append(i)
        body = self.loop_block(depth, counter=i, low=low, high=high)
        self.active_counters.pop()
        self.leave_counter(i)
        return Node(f"for ({self.r.choice(forms)}) {{", "}", blocks=[body], whole=True)

    def leave_counter(self, i):
        if self.chance(0.25):
            self.ints.append((i, False))

    def general(self, depth):
        """Any bounds, any step, often no trips at all; the bounds may be overwritten in the body."""
        i = self.counter()
        lower, upper = self.integer(1), self.integer(1)
        form = self.pick(f"{i} = {lower}; {i} < {upper}; {i}++", f"{i} = {lower}; {i} <= {upper}; {i} += 2",
                         f"{i} = {lower}; {i} > {upper}; {i}--", f"{i} = {lower}; {i} >= {upper}; {i} -= 3",
                         f"{i} = {lower}; {i} < {upper}; {i} += 1 + ({self.integer(0)} & 1)",
                         f"{i} = 5; {i}--; ", f"{i} = -3; {i} < ({upper}) - 4; {i} += 2")
        # The body may move the bound along with the counter: fuel ends that.
        fuel = self.counter()
        self.active_counters.append(i)
        body = self.loop_block(depth)
        self.active_counters.pop()
        self.leave_counter(i)
        return Node(f"{fuel} = 0;\nfor ({form}) {{\n  if (++{fuel} > 9) break;", "}", blocks=[body], whole=True) \
            if self.chance(0.5) else self.frozen(i, form, lower, upper, body)

    def frozen(self, i, form, lower, upper, body):
        """Bounds in variables that only the loop reads."""
        first, last = self.counter(), self.counter()
        text = form.replace(f"= {lower};", f"= {first};", 1)
        text = text.replace(f" {upper};", f" {last};", 1).replace(f"({upper}) - 4", f"{last} - 4", 1)
        return Node(f"{first} = ({lower}) & 7;\n{last} = ({upper}) & 7;\nfor ({text}) {{", "}", blocks=[body],
                    whole=True)

    def while_loop(self, depth):
        i = self.counter()
        self.active_counters.append(i)
        body = self.loop_block(depth)
        self.active_counters.pop()
        head = self.pick(f"{i} < {self.r.randint(1, 5)} && ({self.condition()})", f"{i} < {self.r.randint(1, 4)}")
        return Node(f"{i} = 0;\nwhile ({head}) {{\n  {i}++;", "}", blocks=[body], whole=True)

    def do_loop(self, depth):
        i = self.counter()
        body = self.loop_block(depth)
        return Node(f"{i} = 0;\ndo {{\n  {i}++;", f"}} while ({i} < {self.r.randint(1, 4)} && "
                    f"({self.condition()}));", blocks=[body], whole=True)

    def middle(self, depth):
        """A loop that is left in its middle."""
        i = self.counter()
        one, other = self.loop_block(depth), self.loop_block(depth)
        if self.jumps(one):
            return self.assignment()
        return Node(f"{i} = 0;\nfor (;;) {{\n  {i}++;", f"  if ({i} > {self.r.randint(1, 3)} || {self.condition()})\n"
                    "    break;", "}", blocks=[one, other], whole=True)

    def walk(self, depth):
        """A pointer that walks along an array."""
        arrays = [a for a in self.arrays if a[2] and a[1] == 4]
        if not arrays:
            return self.assignment()
        array = self.r.choice(arrays)[0]
        q = f"q{len(self.walkers)}w"
        self.walkers.append(q)
        k = self.counter()
        start = f"{array} + ({self.integer(0)} & 1)" if self.chance(0.4) else array
        self.scalars.append((f"*{q}", True))
        size = len(self.scalars)
        body = self.loop_block(depth)
        body.insert(0, Node(f"*{q} = {self.value()};"))
        assert self.scalars[size - 1][0] == f"*{q}"
        del self.scalars[size - 1]
        if self.chance(0.4) and "[" not in array and "." not in array and array not in self.moving:
            return Node(f"for ({q} = {array}; {q} < {array} + 4; {q}++) {{", "}", blocks=[body], whole=True)
        if self.chance(0.5):
            return Node(f"{q} = {start};\nfor ({k} = 0; {k} < 3; {k}++) {{", f"  {q}++;\n}}", blocks=[body], whole=True)\
                if not self.jumps(body) else self.assignment()
        return Node(f"{q} = {start};\n{k} = {self.r.randint(1, 3)};\nwhile ({k}-- > 0)\n  *{q}++ = {self.value()};")

    @staticmethod
    def jumps(body):
        return any("continue" in line for node in body for line in node.lines(0))

    def leave(self, _):
        jump = "continue" if self.switches or self.chance(0.4) else "break"
        return Node(f"if ({self.condition()}) {jump};")

    def leave_procedure(self, _):
        if self.p.result:
            return Node(f"if ({self.condition()}) return {self.value()};")
        if self.goes_to_end and self.chance(0.5):
            return Node(f"if ({self.condition()}) goto done;")
        return Node(f"if ({self.condition()}) return;")

    def point(self, _):
        """To memory that lives as long as the pointer: not to a heap array, which is freed first."""
        if self.pointers and (not self.array_pointers or self.chance(0.5)):
            place = self.place()
            return Node(f"{self.r.choice(self.pointers)} = &{place};") if place[0] != "h" else self.assignment()
        q = self.r.choice(self.array_pointers)
        return Node(f"{q} = {self.r.choice([a[0] for a in self.arrays if a[1] == 4 and a[2] and a[0][0] != 'h'])};")

    def swap(self, _):
        one, other = self.r.sample(self.array_pointers, 2)
        return Node(f"{{ double *swapped = {one}; {one} = {other}; {other} = swapped; }}")

    def copy(self, _):
        own = [name for name in self.own_arrays]
        if len(own) < 2:
            return self.assignment()
        one, other = self.r.sample(own, 2)
        return Node(self.pick(f"memcpy({one}, {other}, sizeof {one});", f"memset({one}, 0, sizeof {one});",
                              f"memcpy({one}, {other}, 2*sizeof *{one});"))

    def heap(self, depth):
        h = f"h{len(self.heaps)}"
        self.heaps.append(h)
        i = self.counter()
        size = len(self.arrays)
        self.arrays.append((h, 4, True))
        body = self.block(depth - 1, 3)
        del self.arrays[size]
        make = self.pick(f"malloc(4*sizeof *{h})", f"calloc(4, sizeof(double))")
        return Node(f"{h} = {make};\nfor ({i} = 0; {i} < 4; {i}++)\n  {h}[{i}] = {self.number()}*{i};",
                    f"free({h});", blocks=[body], whole=True)

    def set_complex(self, _):
        z = self.r.choice(self.complexes)
        return Node(f"{z} = {self.complex_value()};")

    def complex_value(self):
        z, w = self.r.choice(self.complexes), self.r.choice(self.complexes)
        return self.pick(f"0.5*{z}*{w} + {self.number()}", f"0.4*conj({z}) + sin({self.real(1)})",
                         f"cexp(I*sin({self.real(1)}))*{self.number()}", f"{z}/(2.5 + {self.real_leaf()}*{self.real_leaf()})",
                         f"{self.real_leaf()} + 0.7*I*tanh({self.real(1)})", f"0.3*{z} - {w}*I*0.5",
                         f"0.3*csin(0.2*{z})", f"cabs({z} + 3.0)*0.1 + 0.2*{w}")

    def copy_record(self, _):
        one, other = self.r.sample(self.records, 2)
        return Node(f"{one} = {other};")

    def make_record(self, _):
        return Node(f"{self.r.choice(self.records)} = mk{self.tag}({self.real(1)}, {self.r.choice(self.records)});")

    def call_pointer(self, _):
        return Node(f"{self.pick(*[s for s, can in self.scalars if can])} = "
                    f"{self.r.choice(self.functions)}({self.real(1)});")

    def choose_function(self, _):
        return Node(f"{self.r.choice(self.own_functions)} = {self.condition()} ? u{self.tag}_0 : u{self.tag}_1;")

    # ---- Calls -----------------------------------------------------------------------------------

    def callable(self):
        return [p for p in self.procedures if not p.recursive or self.loops < 2]

    def call(self, _):
        return self.call_of(self.r.choice(self.callable()), str(self.r.randint(0, 3)))

    def call_of(self, target, depth):
        arguments = [depth] if target.recursive else []
        for _, kind in target.parameters:
            argument = self.argument(kind)
            if argument is None:
                return self.assignment()
            arguments.append(argument)
        self.pass_twice(target, arguments)
        call = f"{target.name}({', '.join(arguments)})"
        if not target.result:
            return Node(call + ";")
        result = self.r.choice([s for s, can in self.scalars if can] or [None])
        if not result:
            return Node(call + ";")
        return Node(self.pick(f"{result} = {call};", f"{result} = 0.5*{call} + 0.25;", f"{result} = sin({call});",
                              call + ";"))

    def pass_twice(self, target, arguments):
        """Sometimes, an element goes by value where its array goes by reference, too."""
        kinds = [kind for _, kind in target.parameters]
        first = len(arguments) - len(kinds)
        arrays = [arguments[first + i] for i, kind in enumerate(kinds) if kind in ("array", "constant")]
        for i, kind in enumerate(kinds):
            if kind == "value" and arrays and self.r.random() < 0.4:
                arguments[first + i] = f"{self.r.choice(arrays)}[{self.r.randint(0, 3)}]"

    def argument(self, kind):
        arrays = [a[0] for a in self.arrays if a[1] == 4 and a[2]]
        if kind == "value":
            return self.real(self.r.randint(0, 2))
        if kind == "scalar":
            return self.amp(self.place())
        if kind == "array":
            return self.r.choice(arrays)
        if kind == "pair":
            array = self.r.choice(arrays)
            return self.pick(f"&{array}[{self.r.randint(0, 2)}]", f"{array} + ({self.integer()} & 1)", array)
        if kind == "constant":
            return self.r.choice([a[0] for a in self.arrays if a[1] == 4])
        if kind == "run":
            array, start = self.r.choice(arrays), self.r.randint(0, 3)
            count = self.pick(str(4 - start), f"({self.integer()} & {1 if start == 2 else 0 if start == 3 else 1})",
                              str(self.r.randint(0, 4 - start)))
            return f"{count}, " + (f"&{array}[{start}]" if start else array)
        if kind == "int":
            return f"({self.integer()}) & 7"
        if kind == "intp":
            names = [self.amp(n) for n, can in self.ints if can]
            return self.r.choice(names) if names else None
        if kind == "record":
            return self.amp(self.r.choice(self.records)) if self.records else None
        if kind == "recordvalue":
            return self.r.choice(self.records) if self.records else None
        if kind == "complex":
            return self.amp(self.r.choice(self.complexes)) if self.complexes else None
        return self.r.choice(self.functions + [f"u{self.tag}_{i}" for i in range(2)])

    @staticmethod
    def amp(place):
        if place.startswith("*"):
            return place[1:]
        return f"&{place}"

    # ---- Procedures ------------------------------------------------------------------------------

    def begin(self):
        super().begin()
        self.pointers, self.array_pointers, self.walkers, self.heaps = [], [], [], []
        self.records, self.own_arrays, self.functions, self.own_functions = [], [], [], []
        self.switches, self.knows_n, self.goes_to_end = 0, False, False
        self.moving = self.array_pointers

    def add_parameter(self, name, kind):
        if kind == "value":
            self.scalars.append((name, True))
        elif kind == "scalar":
            self.scalars.append((f"*{name}", True))
        elif kind in ("array", "constant"):
            self.arrays.append((name, 4, kind == "array"))
        elif kind == "pair":
            self.arrays.append((name, 2, True))
        elif kind == "int":
            self.ints.append((name, True))
        elif kind == "intp":
            self.ints.append((f"*{name}", True))
        elif kind == "record":
            self.add_record(f"(*{name})", f"{name}->")
        elif kind == "recordvalue":
            self.add_record(name, f"{name}.")
        elif kind == "complex":
            self.complexes.append(f"*{name}")
        elif kind == "function":
            self.functions.append(name)

    def add_record(self, name, access):
        self.records.append(name)
        self.scalars += [(f"{access}s", True), (f"{access}n.t", True)]
        self.arrays.append((f"{access}a", 4, True))
        self.ints.append((f"{access}k", True))
        if self.record_pointers:
            self.arrays.append((f"{access}p", 4, True))
            self.array_pointers.append(f"{access}p")

    def declare_locals(self):
        """Declarations, and first values for all."""
        r, names, first = self.r, [], []
        count = r.randint(1, 3)
        for i in range(count):
            names.append(f"double v{i};")
            first.append(f"v{i} = {self.first_value()};")
            self.scalars.append((f"v{i}", True))
        for i in range(r.randint(0, 2)):
            names.append(f"double w{i}[4];")
            first.append(f"for (int j = 0; j < 4; j++) w{i}[j] = {self.first_value()} + 0.1*j;")
            self.arrays.append((f"w{i}", 4, True))
            self.own_arrays.append(f"w{i}")
        if self.chance(0.2):
            names.append("double m[3][4];")
            first.append(f"for (int j = 0; j < 3; j++) for (int l = 0; l < 4; l++) m[j][l] = "
                         f"{self.first_value()} + 0.1*j - 0.2*l;")
            self.arrays += [(f"m[{i}]", 4, True) for i in range(3)]
        for i in range(r.randint(1, 3)):
            names.append(f"int k{i} = {r.randint(0, 5)};")
            self.ints.append((f"k{i}", True))
        if self.chance(0.15):
            names.append("static const double table[4] = {0.3, -0.4, 0.8, 0.6};")
            self.arrays.append(("table", 4, False))
        if self.chance(0.35):
            names.append("int ix[4] = {2, 0, 3, 1};")
            self.int_arrays.append("ix")
        if self.has_complex and self.chance(0.5):
            for i in range(r.randint(1, 2)):
                names.append(f"double complex z{i};")
                first.append(f"z{i} = {self.first_value()} + 0.3*I;")
            self.complexes += [f"z{j}" for j in range(i + 1)]
        if self.has_records and self.chance(0.6):
            for i in range(r.randint(1, 2)):
                pointer = self.first_array() if self.record_pointers else ""
                names.append(f"struct r{self.tag} r{i};")
                first.append(f"r{i}.s = {self.first_value()}; r{i}.n.t = 0.3; r{i}.k = 1;\n"
                             f"for (int j = 0; j < 4; j++) r{i}.a[j] = 0.2*j;" +
                             (f"\nr{i}.p = {pointer};" if pointer else ""))
            for j in range(i + 1):
                self.add_record(f"r{j}", f"r{j}.")
            if self.chance(0.3) and not self.record_pointers:
                names.append(f"struct r{self.tag} ra[2];")
                first.append("for (int l = 0; l < 2; l++) {\n  ra[l] = r0;\n  ra[l].s += 0.2*l;\n}")
                for j in range(2):
                    self.add_record(f"ra[{j}]", f"ra[{j}].")
        if self.chance(0.3):
            for i in range(r.randint(1, 2)):
                names.append(f"double *q{i};")
                first.append(f"q{i} = &{self.r.choice([s for s, can in self.scalars if can])};")
                self.pointers.append(f"q{i}")
            self.scalars += [(f"*q{j}", True) for j in range(i + 1)]
        if self.chance(0.3):
            for i in range(r.randint(1, 2)):
                names.append(f"double *qa{i};")
                first.append(f"qa{i} = {self.first_array()};")
            self.array_pointers += [f"qa{j}" for j in range(i + 1)]
            self.arrays += [(f"qa{j}", 4, True) for j in range(i + 1)]
        if self.has_functions and self.chance(0.5):
            names.append(f"double (*pf)(double) = u{self.tag}_{r.randint(0, 1)};")
            self.functions.append("pf")
            self.own_functions.append("pf")
        return names, first

    def first_array(self):
        return self.r.choice([a[0] for a in self.arrays if a[1] == 4 and a[2]])

    def first_value(self):
        return self.pick("0.3", self.place(False), self.place(False)) if self.scalars or self.arrays else "0.4"

    def add_globals(self):
        self.p.touches = True
        self.scalars += [(name, True) for name in self.global_scalars]
        self.arrays += [(name, 4, True) for name in self.global_arrays]
        self.own_arrays += self.global_arrays
        self.ints += [(name, True) for name in self.global_ints]

    def helper(self, number):
        name = f"p{self.tag}_{number}"
        kinds = [("value", 3), ("scalar", 3), ("array", 3), ("pair", 1), ("constant", 1.5), ("run", 1), ("int", 1.5),
                 ("intp", 0.7), ("record", 1.5 * self.has_records), ("recordvalue", 0.7 * self.has_records),
                 ("complex", 0.8 * self.has_complex), ("function", 0.7 * self.has_functions)]
        self.p = Procedure(name, [(f"a{i}", self.weighted(kinds)) for i in range(self.r.randint(1, 4))])
        if self.chance(0.35):
            self.p.result = "double"
        self.p.recursive = self.chance(0.15)
        self.begin()
        for parameter, kind in self.p.parameters:
            if kind == "run":
                self.runs = parameter
            self.add_parameter(parameter, kind)
        if self.global_scalars and self.chance(0.5):
            self.add_globals()
        declared = [KINDS[kind].format(n=n, t=self.tag) for n, kind in self.p.parameters]
        if self.p.recursive:
            declared.insert(0, "int depth")
        returned = "double" if self.p.result else "void"
        self.finish(f"static {returned} {name}({', '.join(declared)}) {{", self.r.randint(3, 9), 2)
        return self.p

    def finish(self, opening, budget, depth, ending=()):
        """The body of the procedure whose interface and parameters are known."""
        p = self.p
        if not any(extent == 4 and can for _, extent, can in self.arrays):
            self.arrays.append(("spare", 4, True))
        names, first = self.declare_locals()
        self.budget = budget
        self.goes_to_end = not p.result and self.chance(0.15)
        body = [Node(line, fixed=True) for line in first]
        if self.chance(0.2) and p.name[0] == "p":
            names.append("static double st;")
            self.resets.append(p.name)
            body.insert(0, Node(f"if (reset_{p.name}) {{ st = 0.3; reset_{p.name} = 0; }}", fixed=True))
            self.scalars.append(("st", True))
        body += self.block(depth, budget)
        for name, kind in p.parameters:
            if kind == "run" and p.name[0] == "p":
                i = self.counter()
                body.append(Node(f"for ({i} = 0; {i} < {name}n; {i}++) {{", "}", blocks=[[
                    Node(f"{name}[{i}] = {self.pick(f'sin({name}[{i}])*0.9 + 0.1*', f'0.5*{name}[{i}]*')}"
                         f"{self.real_leaf()};")]], whole=True))
        if p.recursive:
            call = self.call_of(p, "depth - 1")
            body.insert(self.r.randint(len(first) + 1, len(body)),
                        Node("if (depth > 0) {", "}", blocks=[[call]]))
        body += ending
        if p.result:
            body.append(Node(f"return {self.value()};", fixed=True))
        elif self.goes_to_end:
            body.append(Node("done: ;", fixed=True))
        by_kind = {}
        for name, kind in self.counters:
            by_kind.setdefault(kind, []).append(name)
        names += [f"{kind} " + ", ".join(f"{n} = 0" for n in some) + ";" for kind, some in by_kind.items()]
        names += [f"double *{h} = 0;" for h in self.heaps + self.walkers]
        p.before = [opening, "  double spare[4] = {0.1, 0.2, 0.3, 0.4};"] + ["  " + n for n in names]
        p.body, p.after = body, ["}"]

    def head(self):
        name = f"f{self.tag}"
        self.p = Procedure(name, [("x", "array"), ("s", "scalar"), ("y", "array")])
        self.begin()
        self.knows_n = True
        for parameter, kind in self.p.parameters:
            self.add_parameter(parameter, kind)
        first = [f"{g} = {self.pick('0.5', 'x[1]', '*s', '0.4*x[2]')};" for g in self.global_scalars]
        first += [f"for (int j = 0; j < 4; j++) {g}[j] = {self.pick('0.1*j', 'x[j]', '0.3*x[3]')};"
                  for g in self.global_arrays]
        first += [f"{g} = {self.r.randint(0, 4)};" for g in self.global_ints]
        if self.global_scalars:
            self.add_globals()
        ending = [Node(f"y[{i}] += 0.5*{self.real_leaf()};") for i in range(self.r.randint(0, 3))]
        self.finish(f"void {name}(int n, double *x, double *s, double *y) {{", self.r.randint(6, 18), 3, ending)
        first += [f"reset_{p} = 1;" for p in self.resets]
        self.p.body = [Node(line, fixed=True) for line in first] + self.p.body
        return self.p

    def case(self):
        case = Case(self.tag, "c")
        t = self.tag
        self.resets = []
        self.has_records, self.has_complex = self.chance(0.35), self.chance(0.2)
        self.has_functions, self.record_pointers = self.chance(0.2), self.chance(0.3)
        some = self.chance(0.4)
        self.global_scalars = [f"g{t}_{i}" for i in range(self.r.randint(1, 2) * some)]
        self.global_arrays = [f"ga{t}"] * (some and self.chance(0.6))
        self.global_ints = [f"gk{t}"] * (some and self.chance(0.5))
        self.returns_records = self.has_records and not self.record_pointers and self.chance(0.5)
        if self.returns_records:
            u = Procedure(f"mk{t}", [("a", "value")])
            u.before = [f"static struct r{t} mk{t}(double a, struct r{t} b) {{"]
            u.body = [Node("b.s = a*b.a[1];\nb.a[2] = sin(b.s)*b.n.t;\nif (b.k & 1)\n  b.n.t = a;\nreturn b;", fixed=True)]
            u.after = ["}"]
            case.procedures.append(u)
        if self.has_functions:
            for i in range(2):
                u = Procedure(f"u{t}_{i}", [("a", "value")])
                u.before = [f"static double u{t}_{i}(double a) {{"]
                u.body = [Node(f"return {self.pick('sin(a)', '0.5*a*a', 'tanh(a)*0.7', 'exp(-a*a)')};", fixed=True)]
                u.after = ["}"]
                case.procedures.append(u)
        for i in range(self.r.randint(0, 4)):
            self.procedures.append(self.helper(i))
        case.procedures += self.procedures + [self.head()]
        if self.has_records:
            pointer = " double *p;" * self.record_pointers
            case.opening += [f"struct n{t} {{ double t; }};",
                             f"struct r{t} {{ double s; double a[4]; int k; struct n{t} n;{pointer} }};"]
        case.opening += [f"double {g};" for g in self.global_scalars]
        case.opening += [f"double {g}[4];" for g in self.global_arrays]
        case.opening += [f"int {g};" for g in self.global_ints]
        case.opening += [f"int reset_{p} = 1;" for p in self.resets]
        case.independents, case.dependents = self.heads_arguments()
        case.symbols = {"": f"f{t}", "d": f"f{t}_d", "b": f"f{t}_b"}
        return case


OPENING = ["#include <complex.h>", "#include <math.h>", "#include <stdlib.h>", "#include <string.h>"]


def make(seed, tag):
    return CMaker(f"{seed} c", tag).case()
