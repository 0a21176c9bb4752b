"""Random programs in which much is linear, some of it polynomial and little anything else: those of numeric.py
with fewer functions, products and decisions by reals."""

import re

import numeric_c
import numeric_fortran

PLAIN = re.compile(r"(?<![\w%])(sin|cos|tanh|atan)\(")


class MostlyLinear:
    """To be put before a maker of one language."""

    def real(self, depth):
        if depth <= 0 or self.chance(0.2):
            return self.real_leaf()
        one = self.real(depth - 1)
        kind = self.weighted([("sum", 5), ("scaled", 4), ("product", 0.5), ("power", 0.3), ("divided", 1),
                              ("quotient", 0.15), ("kink", 0.15), ("integer", 0.5), ("choice", 0.2), ("other", 0.2)])
        if kind == "sum":
            return f"({one} {self.pick('+', '-')} {self.real(depth - 1)})"
        if kind == "scaled":
            return f"{self.number()}*{self.wrapped(one)}"
        if kind == "product":
            return f"{self.literal('0.5')}*{self.wrapped(one)}*{self.real_leaf()}"
        if kind == "power":
            return self.power(one, self.pick(1, 2, 2, 3))
        if kind == "divided":
            return f"{self.wrapped(one)}/{self.literal('1.5')}"
        if kind == "quotient":
            u = self.real_leaf()
            return f"{self.wrapped(one)}/({self.literal('1.5')} + {u}*{u})"
        if kind == "integer":
            return f"{self.literal('0.125')}*{self.real_leaf()}*{self.to_real(self.small_integer())}"
        if kind == "kink":
            return self.kink(one, self.real_leaf())
        if kind == "choice":
            return self.choice(one, self.real_leaf())
        return super().real(depth)

    def condition(self):
        return super().condition() if self.chance(0.1) else self.integer_condition()

    def integer(self, depth=1):
        for _ in range(20):
            found = super().integer(depth)
            if self.truncated("")[:4] not in found or self.chance(0.03):
                break
        return found

    def case(self):
        """Most programs have no functions but in a few places."""
        case = super().case()
        keep = self.pick(0.0, 0.0, 0.05, 0.3)
        for block in case.blocks():
            for node in block:
                node.texts = [PLAIN.sub(lambda m: m[0] if self.chance(keep) else "(", t) for t in node.texts]
        return case


class C(MostlyLinear, numeric_c.CMaker):
    def integer_condition(self):
        return f"({self.integer()} & {self.pick(1, 3)}) {self.pick('==', '!=', '>')} {self.r.randint(0, 1)}"

    @staticmethod
    def power(e, n):
        return f"pow({e}, {n})"

    def choice(self, one, other):
        return f"({self.condition()} ? {one} : {other})"


class Fortran(MostlyLinear, numeric_fortran.FortranMaker):
    def integer_condition(self):
        return f"iand({self.integer()}, {self.pick(1, 3)}) {self.pick('==', '/=', '>')} {self.r.randint(0, 1)}"

    def power(self, e, n):
        return f"{self.wrapped(e)}**{n}"

    def choice(self, one, other):
        return f"merge({one}, {other}, {self.condition()})"


class Language:
    """Stands where numeric_c and numeric_fortran do."""

    def __init__(self, maker, opening):
        self.maker, self.OPENING = maker, opening

    def make(self, seed, tag):
        return self.maker(f"{seed} linear {self.maker.__name__}", "l" + tag).case()  # r1 is a variable


MAKERS = {"c": Language(C, numeric_c.OPENING), "fortran": Language(Fortran, numeric_fortran.OPENING)}
