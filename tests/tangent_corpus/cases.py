"""A case: a routine, its head, its points; what costate makes of it."""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

# pylint: disable=wrong-import-position
import harness
from harness import run, text

HERE = pathlib.Path(__file__).resolve().parent
STRICT = ["gfortran", "-std=f2018", "-Wall", "-Wno-maybe-uninitialized"]
# A user's EQUIVALENCE or arithmetic IF is still one, and an argument nobody uses (derivatives, whose
# names end in d, are ours).
INHERITED = re.compile(r"obsolescent feature|Deleted feature|Unused dummy argument ‘\w*[^d\W]’")


class Verdict:
    """done, refused, unsuitable or wrong; and why."""

    def __init__(self, kind, reason=""):
        self.kind, self.reason = kind, reason


class Trouble(Exception):
    def __init__(self, kind, reason):
        super().__init__(reason)
        self.verdict = Verdict(kind, reason)


class Case:
    """Files, a head and points (dictionaries of arguments, as --at wants them)."""

    def __init__(self, name, files, head, points, flags=(), tolerance=None):
        self.name, self.files, self.head = name, files, head
        self.points, self.flags, self.tolerance = points, list(flags), tolerance

    def verdict(self, costate, work, environment):
        """Differentiates, compiles strictly and checks, with the activity analysis and without."""
        work.mkdir(parents=True, exist_ok=True)
        self.environment = environment
        try:
            for switches in ([], ["--no-activity"]):
                self.compile(costate, work, switches)
            for number, point in enumerate(self.points):
                self.check(costate, work, number, point, [])
            self.check(costate, work, 0, self.points[0], ["--no-activity"])
        except Trouble as trouble:
            return trouble.verdict
        return Verdict("done")

    def compile(self, costate, work, switches):
        tangent = work / f"{self.name}_d.f90"
        outcome = run([costate, "tangent", *self.files, "--head", self.head, *self.flags, *switches,
                       "-o", tangent])
        if outcome.status == 1:
            raise Trouble("refused", first_error(text(outcome.err)))
        if outcome.status != 0:
            raise Trouble("wrong", f"costate tangent: status {outcome.status} "
                          + harness.clip(text(outcome.err), 5))
        outcome = run([*STRICT, "-I", self.environment["KEPT_OBJECTS"], "-J", work, "-c", tangent, "-o", work / f"{self.name}_d.o"],
                      timeout=600)
        warnings = [w for w in re.findall(r"(?:Warning|Error): .*", text(outcome.err))
                    if not INHERITED.search(w)]
        if outcome.status != 0 or warnings:
            raise Trouble("wrong", "compiling the tangent: " + "; ".join(warnings[:3]))

    def check(self, costate, work, number, point, switches):
        at = work / f"{self.name}-{number}.json"
        at.write_text(json.dumps(point))
        more = ["--tolerance", str(self.tolerance)] if self.tolerance else []
        outcome = run([costate, "check", *self.files, "--head", self.head, "--no-adjoint",
                       *self.flags, *switches, "--at", at, "--json",
                       "--fc", HERE / "cached_gfortran", *more],
                      timeout=600, env=self.environment)
        where = f"point {number}{' without activity' if switches else ''}: "
        if illegal := re.search(r"On entry to .*illegal value", text(outcome.err)):
            raise Trouble("unsuitable", "no point is known: " + illegal[0])
        if unfit := re.search(r"'\w+' is not a finite number at this point", text(outcome.err)):
            raise Trouble("unsuitable", "no point is known: " + unfit[0])
        if outcome.status not in (0, 1) or not outcome.out:
            raise Trouble("wrong", where + f"costate check: status {outcome.status} "
                          + harness.clip(text(outcome.err), 5))
        report = json.loads(text(outcome.out))
        if report["verdict"] == "unclear":
            raise Trouble("unsuitable", where + report["reason"])
        if report["verdict"] != "ok" or outcome.status != 0:
            raise Trouble("wrong", where + report["verdict"] + ": " + report["reason"])


def first_error(message):
    found = re.search(r"([\w.]+):(\d+):\d+: error: (.*)", message)
    return f"{found[3]} ({found[1]}:{found[2]})" if found else harness.clip(message, 2)


def nested(values, shape):
    """A column-major list as the nested lists of --at, rows first."""
    if len(shape) < 2:
        return values
    rows = shape[0]
    return [nested(values[i::rows], shape[1:]) for i in range(rows)]
