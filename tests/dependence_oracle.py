"""What is said of random loop nests, against running them at many values of their parameters."""

import collections
import pathlib
import re
from fractions import Fraction

import harness
from dependence_expected import analyze
from dependence_nests import APART, Nest
from harness import Failure, must, text

RUNTIME = harness.ROOT / "tests" / "dependence_runtime.c"


def predicate(condition):
    """A condition as a function of the numbers of its names; None where it has something unknown in it."""
    if "@" in condition:
        raise Failure(f"an unknown that was never solved is in a condition: {condition}")
    if any(part in condition for part in ("[", "?", "sum(", "product(")):
        return lambda names: None
    code = condition.replace("^", "**")
    if "/" in code or "**" in code:
        code = re.sub(r"\b(\d+)\b", r"F(\1)", code)
    code = compile(code, "condition", "eval")
    scope = {"F": Fraction, "max": max, "min": min, "floor": lambda a, b: a//b}

    def holds(names):
        try:
            return bool(eval(code, scope, names))  # pylint: disable=eval-used
        except NameError:
            return None
    return holds


def claim(loop):
    """The condition under which the loop's accesses of arrays are said to be independent; False: none."""
    of_a = [d for d in loop["dependences"] if d["on"] in ("a", "b")]
    if loop["reason"] or any(d["vanishes"] is None for d in of_a) or (of_a and loop["condition"] is None):
        return False  # none of the last: conditions that exclude each other
    return loop["condition"]


class Batch:
    """Nests analysed by one call of costate and run by one program."""

    def __init__(self, costate, seeds, place):
        self.nests = [Nest(s) for s in seeds]
        self.seeds = list(seeds)
        path = pathlib.Path(place) / "nests.c"
        path.write_text("\n\n".join(n.c(f"nest{i}") for i, n in enumerate(self.nests)) + "\n")
        self.claims, self.lines = {}, {}
        self.reduced = collections.Counter()
        for loop in analyze(costate, path):
            key = int(loop["procedure"][4:]), "ijl".index(loop["variable"])
            self.claims[key] = claim(loop)
            for reduction in loop["reductions"]:
                if "[" in reduction:
                    self.reduced[key] |= 1 << self.nests[key[0]].number_of(reduction.split(":")[1])
        self.conditions = {key: predicate(c) for key, c in self.claims.items() if isinstance(c, str)}
        source = pathlib.Path(place) / "run.c"
        source.write_text(f'#include "{RUNTIME}"\n' + "\n".join(n.trace(f"nest{i}") for i, n in enumerate(self.nests))
                          + "\nint main(int argc, char **argv)\n{\n    static function *const nests[] = {"
                          + ", ".join(f"nest{i}" for i in range(len(self.nests)))
                          + "};\n    return enumerate(argc, argv, nests);\n}\n")
        self.program = pathlib.Path(place) / "run"
        must(["gcc", "-O1", "-w", "-o", self.program, source], "compiling the nests")

    def run(self, sets, wide, numbers, conditions):
        """Yields what the program prints, as lists of integers after the first word."""
        arguments = []
        for i in numbers:
            levels = sum(1 << level for level in range(3) if conditions and (i, level) in self.conditions)
            arguments += [i, levels, *(self.reduced[i, level] for level in range(3))]
        if arguments:
            for line in text(must([self.program, sets, wide, *arguments], "running the nests", timeout=900).out
                             ).splitlines():
                word, *rest = line.split()
                yield word, [int(x) for x in rest]

    def wrong(self, key, condition, where):
        i, level = key
        raise Failure(f"seed {self.seeds[i]}: loop over {'ijl'[level]} is said to be independent if {condition}, "
                      f"but is not at {where}\n{self.nests[i].c('nest')}")

    def check(self, tally):
        ran, met = collections.Counter(), collections.Counter()
        held = collections.defaultdict(collections.Counter)  # by loop: (condition, dependent)
        for sets, wide in ((21, 0), (24, 1)):
            for word, found in self.run(sets, wide, range(len(self.nests)), True):
                key = found[0], found[1]
                if word == "all":
                    ran[key] += found[2]
                    met[key] += found[3]
                    if self.claims[key] is None and found[3]:
                        self.wrong(key, None, "some of the parameters")
                else:
                    self.one_run(key, found[2], found[3:], held[key])
        proven = {key for key in ran if self.claims[key] is None or
                  (key in self.conditions and not any(not c for c, _ in held[key]))}
        open_loops = {key for key in ran if not met[key] and key not in proven}
        for word, found in self.run(600, 2, sorted({i for i, _ in open_loops}), False):
            met[found[0], found[1]] += found[3]
        for key in ran:
            self.count(key, met[key], key in proven, held[key], tally)

    def one_run(self, key, dependent, values, held):
        n, m, p, q, k, *outer = values
        names = dict(n=n, m=m, p=p, q=q, k=k, k0=k, a=0, b=APART*k, c=0, **dict(zip("ij"[:key[1]], outer)))
        claimed = self.conditions[key](names)
        if claimed and dependent:
            self.wrong(key, self.claims[key], names)
        held[bool(claimed), bool(dependent)] += 1

    def count(self, key, met, proven, held, tally):
        kind = self.nests[key[0]].kind
        tally[kind, "loops"] += 1
        if not met:
            tally[kind, "independent"] += 1
            tally[kind, "proven"] += proven
            if not proven:
                tally["missed", kind].append(f"{self.seeds[key[0]]} over {'ijl'[key[1]]}")
        elif key in self.conditions:
            tally[kind, "conditions"] += 1
            tally[kind, "exact"] += not held[False, False]
            tally[kind, "granted"] += held[True, False]
            tally[kind, "refused"] += held[False, False]
