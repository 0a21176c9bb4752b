"""A case: a routine, its head, its points; what costate makes of it, in both modes."""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

# pylint: disable=wrong-import-position
import harness
from harness import run, text

HERE = pathlib.Path(__file__).resolve().parent
MODES = ("tangent", "adjoint")
SHADOW = {"tangent": "d", "adjoint": "b"}  # what the names of derivatives end in
STRICT = {".f90": ["gfortran", "-std=f2018", "-Wall", "-Wno-maybe-uninitialized"],
          ".c": ["gcc", "-std=c11", "-Wall", "-Wextra", "-Wno-maybe-uninitialized"]}
# A user's EQUIVALENCE, arithmetic IF or fabs of an integer is still one, and an argument nobody uses
# (derivatives, whose names end in d or b, are ours).
INHERITED = (r"obsolescent feature|Deleted feature|Unused dummy argument ‘(\w*[^{0}\W]|{0})’"
             r"|unused parameter ‘(\w*[^{0}\W]|{0})’|Wabsolute-value")


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

    def __init__(self, name, files, head, points, flags=(), tolerance=None,
                 linked=()):
        self.name, self.files, self.head = name, files, head
        self.points, self.flags, self.tolerance = points, list(flags), tolerance
        self.linked = list(linked)  # what costate check links and does not read
        self.suffix = ".c" if str(files[-1]).endswith(".c") else ".f90"

    def verdicts(self, modes, costate, work, environment):
        """Differentiates, compiles strictly and checks, with the activity analysis and without. By
        mode."""
        work.mkdir(parents=True, exist_ok=True)
        self.environment = environment
        found = {}
        for mode in modes:
            try:
                for switches in ([], ["--no-activity"]):
                    self.compile(mode, costate, work, switches)
            except Trouble as trouble:
                found[mode] = trouble.verdict
        runs = [(n, p, []) for n, p in enumerate(self.points)]
        for number, point, switches in [*runs, (0, self.points[0], ["--no-activity"])]:
            left = [m for m in modes if m not in found]
            if not left:
                break
            verdicts = self.check(left, costate, work, number, point, switches)
            if left == ["adjoint"] and verdicts and verdicts["adjoint"].kind == "wrong":
                # The tangent's run looks for kinks at the point.
                verdicts = self.check(MODES, costate, work, number, point, switches)
                verdicts = {m: v for m, v in verdicts.items() if m in left}
            found.update(verdicts)
        return {m: found.get(m, Verdict("done")) for m in modes}

    def compile(self, mode, costate, work, switches):
        derivative = work / f"{self.name}_{SHADOW[mode]}{self.suffix}"
        outcome = run([costate, mode, *self.files, "--head", self.head, *self.flags, *switches,
                       "-o", derivative])
        if outcome.status == 1:
            raise Trouble("refused", first_error(text(outcome.err)))
        if outcome.status != 0:
            raise Trouble("wrong", f"costate {mode}: status {outcome.status} "
                          + harness.clip(text(outcome.err), 5))
        modules = ["-J", work] if self.suffix == ".f90" else []
        outcome = run([*STRICT[self.suffix], *self.flags, "-I", self.environment["KEPT_OBJECTS"],
                       *modules, "-fsyntax-only", derivative], timeout=600)
        inherited = re.compile(INHERITED.format(SHADOW[mode]))
        warnings = [w for w in re.findall(r"(?:[Ww]arning|[Ee]rror): .*", text(outcome.err))
                    if not inherited.search(w)]
        if outcome.status != 0 or warnings:
            raise Trouble("wrong", f"compiling the {mode}: " + "; ".join(warnings[:3]))

    def check(self, modes, costate, work, number, point, switches):
        """The modes that do not pass, with their verdicts."""
        at = work / f"{self.name}-{number}.json"
        at.write_text(json.dumps(point))
        more = ["--tolerance", str(self.tolerance)] if self.tolerance else []
        more += [f"--no-{m}" for m in MODES if m not in modes]
        outcome = run([costate, "check", *self.files, "--head", self.head, *self.flags, *switches,
                       *self.linked, "--at", at, "--json", "--fc", HERE / "cached_gfortran", *more],
                      timeout=900, env=self.environment)
        where = f"point {number}{' without activity' if switches else ''}: "
        if no_point := re.search(r"On entry to .*illegal value|"
                                 r"'\w+' is not a finite number at this point", text(outcome.err)):
            return dict.fromkeys(modes, Verdict("unsuitable", "no point is known: " + no_point[0]))
        if outcome.status not in (0, 1) or not outcome.out:
            reason = f"costate check: status {outcome.status} " + harness.clip(text(outcome.err), 5)
            return dict.fromkeys(modes, Verdict("wrong", where + reason))
        report = json.loads(text(outcome.out))
        kinds = {"unclear": "unsuitable"}
        return {m: Verdict(kinds.get(report[m]["verdict"], "wrong"), where + report[m]["reason"])
                for m in modes if report[m]["verdict"] != "ok"}


def first_error(message):
    found = re.search(r"([\w.]+):(\d+):\d+: error: (.*)", message)
    return f"{found[3]} ({found[1]}:{found[2]})" if found else harness.clip(message, 2)


def nested(values, shape):
    """A column-major list as the nested lists of --at, rows first."""
    if len(shape) < 2:
        return values
    rows = shape[0]
    return [nested(values[i::rows], shape[1:]) for i in range(rows)]
