"""Points at which a BLAS or LAPACK routine is differentiated, from LAPACK's own conventions.

Sizes are small and different, leading dimensions larger than they must be, increments 1 and 2.
Square matrices get a dominant diagonal of distinct positive entries: such a matrix is regular, its
triangles are good triangular factors, its symmetric part is positive definite, its eigenvalues are
distinct; so one matrix serves nearly every routine, whether it factors, solves or wants a factor."""

import hashlib
import random
import re

SIZES = {"n": 5, "m": 6, "k": 3, "nrhs": 2, "kl": 1, "ku": 2, "kd": 2, "ka": 2, "kb": 1, "p": 4,
         "l": 2, "nb": 2, "mb": 2, "ilo": 1, "n1": 2, "n2": 3, "mm": 5, "il": 1, "iu": 3, "lwork": 1500,
         "liwork": 400, "lrwork": 300, "ib": 2, "ncvt": 2, "nru": 2, "ncc": 2, "itype": 1, "nl": 2,
         "nr": 2, "sqre": 0, "icompq": 1, "q": 3, "i": 2, "j": 3, "k1": 1, "k2": 3, "isgn": 1,
         "offset": 1, "kb1": 1, "lv": 6, "ncols": 5, "job": 1, "j1": 2, "niter": 1, "ijob": 0}
GENEROUS = 40  # the length of an array whose dimension the text does not give as a formula
# Values the texts describe elsewhere, or that mean the same as another one for real matrices.
FLAGS = {"trans": "NT", "norm": "1IFM", "range": "A", "order": "BE", "sense": "N"}
# Norms, thresholds and machine constants that only make sense as positive numbers.
POSITIVE = {"anorm": 9.5, "tnorm": 9.5, "smin": 1e-3, "safmin": 1e-290, "eps": 1e-16, "tol": 1e-12,
            "sfmin": 1e-290, "pivmin": 1e-250, "rcond": 1e-8, "tola": 1e-10, "tolb": 1e-10,
            "abstol": 0.0, "scond": 0.01, "rowcnd": 0.01, "colcnd": 0.01, "amax": 9.5,
            "xmax": 4.5, "bignum": 1e290, "smlnum": 1e-290, "eps3": 1e-4}


class Unknown(Exception):
    """A point that the conventions do not give; the text says why."""


def stable_random(*words):
    return random.Random(hashlib.sha256(" ".join(map(str, words)).encode()).hexdigest())


def flag_values(argument):
    """The letters a CHARACTER argument may have, in the order of the documentation."""
    if argument.name in FLAGS:
        return FLAGS[argument.name]
    letters = re.findall(rf"(?m)^\s*(?:{argument.name}\s*)?=\s*'(\w)'|'(\w)' or '\w'",
                         argument.text, re.I)
    values = [(a or b).upper() for a, b in letters]
    if not values:
        values = [v.upper() for v in re.findall(r"'(\w)'", argument.text)]
    if not values:
        raise Unknown(f"the values of '{argument.name}' are not documented")
    return "".join(dict.fromkeys(values))


class Point:
    """Values for the arguments of a routine; `turn` chooses among flags and increments."""

    def __init__(self, routine, turn=0, overrides=None):
        self.routine, self.turn = routine, turn
        self.overrides = overrides or {}
        self.values, self.shapes = {}, {}
        arguments = routine.arguments.values()
        for argument in arguments:
            if argument.dimensions is None:
                self.values[argument.name] = self.scalar(argument)
        for argument in arguments:
            if argument.dimensions is not None:
                self.shapes[argument.name] = self.shape(argument)
                self.values[argument.name] = self.array(argument, self.shapes[argument.name])

    # ---- Scalars --------------------------------------------------------------------------------

    def scalar(self, argument):
        name = argument.name
        if name in self.overrides:
            return self.overrides[name]
        if argument.type == "character":
            values = flag_values(argument)
            return values[self.turn % len(values)]
        if argument.type == "logical":
            return self.turn % 2 == 0
        if argument.type == "integer":
            return self.integer(argument)
        if argument.type == "real":
            return self.number(argument, 0)
        if argument.type == "complex":
            return self.complex_number(argument, 0)
        raise Unknown(f"'{name}' is of type {argument.type}")

    def integer(self, argument):
        name = argument.name
        if argument.intent == "out":
            return 0
        if name == "ihi":
            return self.values.get("n", SIZES["n"])
        if name in SIZES:
            return SIZES[name]
        if name.startswith("ld"):
            return 11 + list(self.routine.arguments).index(name) % 3
        if name.startswith("inc"):
            return 1 + (self.turn + (name[-1] == "y")) % 2
        return 2

    def number(self, argument, position):
        """A number that is not near 0 or 1, different for every argument and position."""
        if argument.name in POSITIVE and argument.dimensions is None:
            return POSITIVE[argument.name]
        chance = stable_random(self.routine.name, argument.name, position, self.turn)
        return round(chance.choice([-1, 1]) * chance.uniform(0.3, 0.9), 4)

    def complex_number(self, argument, position):
        return [self.number(argument, 2 * position), self.number(argument, 2 * position + 1)]

    # ---- Arrays ---------------------------------------------------------------------------------

    def evaluate(self, text):
        """A dimension as a number; nothing where it is no formula of known integers."""
        words = {n: v for n, v in self.values.items() if isinstance(v, int)}
        formula = text.lower().replace("/", "//").strip()
        try:
            value = eval(formula, {"__builtins__": {}, "max": max, "min": min, "abs": abs}, words)
        except (SyntaxError, NameError, TypeError):
            return None
        return value if isinstance(value, int) else None

    def shape(self, argument):
        documented = argument.documented_dimensions() or []
        shape = []
        for i, text in enumerate(argument.dimensions):
            extent = self.evaluate(text)
            if extent is None and i < len(documented):
                extent = self.evaluate(documented[i])
            if extent is None:
                extent = GENEROUS if len(argument.dimensions) == 1 else GENEROUS // 2
            shape.append(max(extent, 1))
        # The texts give other extents for other flags; what is longer than necessary does no harm.
        if argument.dimensions[-1] != "*":
            return shape
        if len(shape) == 1:
            shape[0] = max(shape[0], self.least_length(argument))
        else:
            shape[-1] = max(shape[-1], self.longest())
        return shape

    def longest(self):
        sizes = [self.values.get(n) for n in ("m", "n", "k", "p", "q")]
        return max([v for v in sizes if isinstance(v, int)], default=1)

    def least_length(self, argument):
        """Vectors with increments, and what 'dimension at least' says in many ways."""
        if argument.name.startswith("work"):
            return 1500
        increment = self.values.get("inc" + argument.name[-1], 1)
        return 1 + (self.longest() - 1) * abs(increment)

    def array(self, argument, shape):
        size = 1
        for extent in shape:
            size *= extent
        if argument.name in self.overrides:
            given = self.overrides[argument.name]
            return given(self) if callable(given) else list(given)
        if argument.type == "integer":
            return self.integers(argument, size)
        if argument.type == "logical":
            return [True] * size
        if argument.type == "complex":
            return [self.complex_number(argument, i) for i in range(size)]
        if argument.type != "real":
            raise Unknown(f"'{argument.name}' is of type {argument.type}")
        if argument.intent == "out":
            return [0.0] * size
        values = [self.number(argument, i) for i in range(size)]
        for i in self.diagonal(argument, shape):
            if i[1] < size:
                values[i[1]] = round(4.0 + 1.5 * i[0] + 0.1 * values[i[1]], 4)
        return values

    def integers(self, argument, size):
        if argument.intent == "out":
            return [0] * size
        order = self.values.get("n", SIZES["n"])
        interchanged = self.routine.name[1:3] in ("ge", "gb", "gt", "la")
        return [min(i + 2, order) if interchanged and i < order - 1 else min(i + 1, max(order, 1))
                for i in range(size)]

    def diagonal(self, argument, shape):
        """(which, position) of the entries of a matrix's diagonal, as it is stored."""
        order, upper = self.values.get("n", SIZES["n"]), self.values.get("uplo", "U") == "U"
        name = argument.name
        if len(shape) == 2:
            row = 0
            if name in ("ab", "afb", "bb") or name == "a" and self.routine.name[2:3] == "b":
                row = self.band_diagonal(name, upper)
                return [(i, row + i * shape[0]) for i in range(min(order, shape[1]))]
            return [(i, i + i * shape[0]) for i in range(min(shape))]
        if name in ("d", "df", "ds"):
            return [(i, i) for i in range(shape[0])]
        if name in ("ap", "afp", "bp"):
            starts = [j * (j + 3) // 2 if upper else j * order - j * (j - 1) // 2
                      for j in range(order)]
            return list(enumerate(starts))
        return []

    def band_diagonal(self, name, upper):
        if "kl" in self.values:
            factored = name == "afb" or self.routine.name[3:5] in ("tr", "tf", "sv")
            return self.values["ku"] + (self.values["kl"] if factored else 0)
        width = self.values.get("kd", self.values.get("k", SIZES["kd"]))
        if name == "ab":
            width = self.values.get("ka", width)
        if name == "bb":
            width = self.values.get("kb", width)
        return width if upper else 0
