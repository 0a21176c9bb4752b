"""Random programs of loops with work arrays, for both languages: every iteration fills an array by loops, array
statements and calls, all of it or only a part, and uses it. What the parts left over hold comes from earlier
iterations. These are the programs in which loops may be fused, values dropped and arrays taken to be private.

A work array has 4 elements; positions count from 1 in what follows."""

from numeric import Case, Maker, Node, Procedure


class Fortran:
    """How things are written. `i`: the name of a counter, or a number."""
    name, first, real = "fortran", 1, "d0"

    def position(self, i):
        return str(i)

    def element(self, array, subscript):
        return f"{array}({subscript})"

    def assign(self, place, value):
        return Node(f"{place} = {value}")

    def loop(self, i, low, high, body, step=1):
        bounds = f"{low}, {high}" if step == 1 else f"{low}, {high}, {step}"
        return Node(f"do {i} = {bounds}", "end do", blocks=[body], whole=True)

    def branch(self, condition, body):
        return Node(f"if ({condition}) then", "end if", blocks=[body])

    def call(self, name, *arguments):
        return Node(f"call {name}({', '.join(arguments)})")

    def differs(self, i, k):
        return f"{i} /= {k}"


class C:
    name, first, real = "c", 0, ""

    def position(self, i):
        return str(int(i) - 1) if str(i).isdigit() else i

    def element(self, array, subscript):
        return f"{array}[{subscript}]"

    def assign(self, place, value):
        return Node(f"{place} = {value};")

    def loop(self, i, low, high, body, step=1):
        """Counters are positions less 1; a bound that is a counter is one, too."""
        lowest = str(int(low) - 1) if str(low).isdigit() else low
        if step < 0:
            head = f"for (int {i} = {low} - 1; {i} >= {int(high) - 1}; {i}--) {{"
        elif high in ("i", "j", "k"):
            head = f"for (int {i} = {lowest}; {i} <= {high}; {i}++) {{"
        else:
            head = f"for (int {i} = {lowest}; {i} < {high}; {i}{'++' if step == 1 else f' += {step}'}) {{"
        return Node(head, "}", blocks=[body], whole=True)

    def branch(self, condition, body):
        return Node(f"if ({condition}) {{", "}", blocks=[body])

    def call(self, name, *arguments):
        return Node(f"{name}({', '.join(arguments)});")

    def differs(self, i, k):
        return f"{i} != {int(k) - 1}"


class WorkMaker(Maker):
    def __init__(self, seed, tag, language):
        super().__init__(seed, tag)
        self.l = language
        self.fillers = []

    def number(self):
        return self.pick("0.3", "0.7", "1.1", "0.25", "0.9", "1.3") + self.l.real

    def smooth(self, e):
        half = "0.5" + self.l.real
        return self.pick(f"sin({e})", f"cos({e})", f"{half}*{e}*{e}", f"{half}*{e}", f"tanh({e})*{self.number()}")

    def x(self, i):
        return self.l.element("x", self.l.position(i))

    # ---- Filling -----------------------------------------------------------------------------------

    def filled(self, w, bounds, depth=1):
        """A statement that may write all of `w`, a part of it, or nothing. `bounds`: integers that are 0 to 4."""
        l, m = self.l, self.r.choice(bounds)
        kinds = ["full", "upto", "upto", "fixed", "triangle", "down", "strided", "outer", "outer", "some", "turned", "update",
                 "branch", "twice"]
        kinds += ["whole", "section", "section", "back", "rest"] * (l.name == "fortran")
        kinds += ["call"] * (len(kinds) if self.fillers and depth else 0)
        kind = self.r.choice(kinds)
        i = "j"
        at = l.element(w, l.position(i))
        value = self.smooth(self.x(i))
        if kind == "full":
            return l.loop(i, 1, 4, [l.assign(at, value)])
        if kind == "upto":
            return l.loop(i, 1, m, [l.assign(at, value)])
        if kind == "fixed":
            return l.loop(i, 1, m, [l.assign(l.element(w, l.position(self.r.randint(1, 4))), value)])
        if kind == "triangle":
            inner = l.loop("k", 1, i, [l.assign(l.element(w, l.position("k")), f"{value}*{self.x('k')}")])
            return l.loop(i, 1, m, [inner])
        if kind == "down":
            return l.loop(i, m, 1, [l.assign(at, value)], -1)
        if kind == "strided":
            return l.loop(i, self.pick(1, 2), 4, [l.assign(at, value)], 2)
        if kind == "outer":
            return l.loop("k", 1, m, [l.loop(i, 1, self.pick(4, 4, m), [l.assign(at, f"{value}*{self.x('k')}")])])
        if kind == "some":
            test = l.differs(i, self.r.randint(1, 5))
            return l.loop(i, 1, self.pick(4, m), [l.branch(test, [l.assign(at, value)])])
        if kind == "turned":
            return l.loop(i, 1, self.pick(4, m), [l.assign(l.element(w, f"{3 + 2 * l.first} - {i}"), value)])
        if kind == "update":
            return l.loop(i, 1, self.pick(4, m), [l.assign(at, f"0.5{l.real}*{at} + {value}")])
        if kind == "branch":
            return l.branch(f"{m} > {self.pick(0, 1, 2)}", [self.filled(w, bounds, depth - 1 if depth else 0)])
        if kind == "twice":
            low = self.pick(1, 2)
            first = l.loop(i, 1, low, [l.assign(at, value)])
            then = l.loop(i, low + self.pick(1, 1, 2), 4, [l.assign(at, self.smooth(self.x(i)))])
            return l.branch("n > 0", [first, then])
        if kind == "whole":
            return l.assign(w + self.pick("", "(:)"), self.smooth("x"))
        if kind == "section":
            return l.assign(f"{w}(1:{m})", self.smooth(f"x(1:{m})"))
        if kind == "back":
            low = self.pick("1", "2", "1")
            return l.assign(f"{w}(4:{low}:-1)", self.smooth(f"x({low}:)"))
        if kind == "rest":
            low = self.pick("1", "2", "3")
            return l.assign(f"{w}({low}:)", self.smooth(f"x(:{5 - int(low)})"))
        return l.call(self.r.choice(self.fillers), m, "n", "x", w)

    def filler(self, number):
        p = Procedure(f"w{self.tag}_{number}", [])
        if self.l.name == "fortran":
            shape = self.pick("4", "4", "*")
            p.before = [f"subroutine {p.name}(m, n, x, w)", "  integer, intent(in) :: m, n", "  real(8), intent(in) :: x(4)",
                        f"  real(8), intent(inout) :: w({shape})", "  integer :: i, j, k"]
            p.after = ["end subroutine"]
            p.assumed = shape == "*"
        else:
            p.before = [f"static void {p.name}(int m, int n, const double *x, double *w) {{"]
            p.after = ["}"]
            p.assumed = False
        p.body = [self.safe(p.assumed) for _ in range(self.pick(1, 1, 1, 2))]
        return p

    def safe(self, assumed):
        """A filling; of an array without extent no whole or open section."""
        while True:
            node = self.filled("w", ["m", "m", "4", "n"])
            text = "\n".join(node.lines(0))
            if not assumed or ("w = " not in text and "(:)" not in text and ":) = " not in text):
                return node

    # ---- Using -------------------------------------------------------------------------------------

    def used(self, w, y):
        l = self.l
        at = l.element(w, l.position("j"))
        kind = self.pick("sum", "sum", "one", "some", "intrinsic")
        if kind == "intrinsic" and l.name == "fortran":
            return [l.assign(y, f"{y} + sum({self.smooth(w)}*{w})")]
        if kind == "one":
            one = l.element(w, l.position(self.r.randint(1, 4)))
            return [l.assign(y, f"{y} + {self.smooth(one)}*{one}")]
        high = self.pick("3", "n") if kind == "some" else "4"
        return [l.loop("j", 1, high, [l.assign(y, f"{y} + {self.smooth(at)}*{self.x('j')}")])]

    def scenario(self, w):
        l = self.l
        bounds = ["4", "n", "3"] + [self.element_of_table()]*4
        inside = [self.filled(w, bounds) for _ in range(self.pick(1, 1, 1, 2))]
        inside += self.used(w, l.element("y", l.position("i")))
        if self.chance(0.5):
            k = l.position(self.r.randint(1, 4))
            inside.append(l.assign(l.element(w, k), f"{l.element(w, k)}*{self.x('i')}"))
        if self.chance(0.25):
            inside += self.used(w, l.element("y", l.position("i")))
        return l.loop("i", 1, self.pick("4", "n"), inside)

    def element_of_table(self):
        return self.l.element("t", self.l.position("i"))

    def head(self):
        l, tag = self.l, self.tag
        p = Procedure(f"f{tag}", [])
        table = [self.pick(0, 0, 1, 2, 3, 4) for _ in range(4)]
        arrays = ["a", "b"][:self.r.randint(1, 2)]
        allocated = [a for a in arrays if self.chance(0.3)]
        body = []
        if l.name == "fortran":
            p.before = [f"subroutine f{tag}(n, x, s, y)", "  integer, intent(in) :: n",
                        "  real(8), intent(inout) :: x(4), s, y(4)", "  integer :: i, j, k, t(4)"]
            p.before += [f"  real(8){', allocatable' * (a in allocated)} :: {a}({':' if a in allocated else '4'})" for a in arrays]
            p.after = ["end subroutine"]
            body.append(Node(f"t = [{', '.join(map(str, table))}]", fixed=True))
            body += [Node(f"allocate ({a}({self.pick('4', 'n')}))", fixed=True) for a in allocated]
            body += [Node(f"{a} = {self.pick('s', 'x', 'x(2)', '0.4d0')}", fixed=True) for a in arrays if a not in allocated]
            body += [Node(f"{a}(:) = {self.pick('s', 'x', 'x(2)', '0.4d0')}", fixed=True) for a in allocated]
        else:
            p.before = [f"void f{tag}(int n, double *x, double *s, double *y) {{"]
            p.after = ["}"]
            body.append(Node(f"int t[4] = {{{', '.join(map(str, table))}}};", fixed=True))
            body += [Node(f"double *{a} = malloc(4*sizeof(double));" if a in allocated else f"double {a}[4];", fixed=True)
                     for a in arrays]
            body += [Node(f"for (int j = 0; j < 4; j++)\n  {a}[j] = {self.pick('*s', 'x[j]', 'x[2]', '0.4')};", fixed=True)
                     for a in arrays]
        body += [self.scenario(self.r.choice(arrays)) for _ in range(self.r.randint(1, 3))]
        if self.chance(0.3):
            y1, a1 = l.element("y", l.position("1")), l.element(arrays[0], l.position("3"))
            body.append(l.assign(y1, f"{y1} + {a1}*{a1}"))
        if l.name == "c":
            body += [Node(f"free({a});", fixed=True) for a in allocated]
        p.body = body
        return p

    def case(self):
        case, t = Case(self.tag, self.l.name), self.tag
        for i in range(self.r.randint(0, 2)):
            filler = self.filler(i)
            self.procedures.append(filler)
            self.fillers.append(filler.name)
        case.procedures = self.procedures + [self.head()]
        if self.l.name == "fortran":
            case.opening = [f"module m{t}", "  implicit none", "contains"]
            case.closing = ["end module"]
            case.symbols = {"": f"__m{t}_MOD_f{t}", "d": f"__m{t}_d_MOD_f{t}_d", "b": f"__m{t}_b_MOD_f{t}_b"}
        else:
            case.symbols = {"": f"f{t}", "d": f"f{t}_d", "b": f"f{t}_b"}
        case.independents, case.dependents = self.heads_arguments()
        return case


def make(seed, tag, language):
    return WorkMaker(f"{seed} work {language}", tag, Fortran() if language == "fortran" else C()).case()
