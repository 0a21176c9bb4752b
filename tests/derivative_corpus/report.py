"""The tables in docs/tangents.md and docs/adjoints.md: what became of every routine, with reasons."""

import collections
import re

import harness
from special import SPECIAL

KINDS = ("done", "refused", "unsuitable", "nothing", "not run", "wrong")
DESCRIPTIONS = {
    "blas": "the real routines of the reference BLAS, levels 1 to 3, single and double",
    "minpack": "the functions of MINPACK's test problems, its linear algebra, its solvers with the "
               "functions of their examples",
    "gsl": "the special functions and distributions of GSL with real arguments and one result, and small "
           "programs that use its other parts",
    "lapack": "the double precision routines of LAPACK",
}
HEADER = """# {title} of programs nobody here wrote

Every routine is differentiated with all it calls (all its real inputs are independents, all its real
outputs dependents), with the activity analysis and without; what is written compiles with
`gfortran -std=f2018 -Wall` or `gcc -std=c11 -Wall -Wextra` without a warning of its own; `costate check`
compares it with {compared} at points made from LAPACK's conventions: flags over their values, leading
dimensions larger than they must be, increments 1 and 2, matrices that are as the routine wants them. The
sources are Debian source packages. `scripts/corpus derivatives` makes this page; with `--resume` it keeps what
earlier runs found, so the lines may be of different versions.

- done: compiles and agrees with {what} at every point
- refused: Costate does not differentiate it and says why
- unsuitable: there is no derivative that differences could show, or no point is known
- nothing: no real argument goes in, or no real result comes out
- not run: the run that made this page was told to end earlier
- wrong: disagrees, does not compile, or Costate failed; must be 0

| suite | what it is | routines | done | refused | unsuitable | nothing | not run | wrong |
|---|---|---|---|---|---|---|---|---|
"""
MODES = {
    "tangent": {"title": "Tangents", "compared": "divided differences", "what": "differences"},
    "adjoint": {"title": "Adjoints",
                "compared": "the tangent (dot products to 1e-12, small Jacobians whole, called twice) and "
                            "with divided differences",
                "what": "the tangent and with differences"},
}


def write_table(mode, results):
    """`results`: verdicts by routine and mode, by suite."""
    results = {suite: {n: v for (n, m), v in verdicts.items() if m == mode}
               for suite, verdicts in results.items()}
    rows, notes = [], []
    for suite, verdicts in results.items():
        kinds = collections.Counter(v.kind for v in verdicts.values())
        rows.append(f"| {suite} | {DESCRIPTIONS[suite]} | {len(verdicts)} | "
                    + " | ".join(str(kinds[k]) for k in KINDS) + " |")
        notes += reasons(suite, verdicts)
    text = HEADER.format(**MODES[mode]) + "\n".join(rows) + "\n"
    for suite, verdicts in results.items():
        done = sorted(n for n, v in verdicts.items() if v.kind == "done")
        text += f"\n## {suite}: done\n\n" + ", ".join(f"`{n}`" for n in done) + "\n"
    parts = [f"- `{name}`: not {', '.join(SPECIAL[name]['ignored'])}: {SPECIAL[name]['why']}"
             for verdicts in results.values() for name, verdict in verdicts.items()
             if verdict.kind == "done" and "why" in SPECIAL.get(name, {})]
    if parts:
        text += "\n## Done, but not all results are compared\n\n" + "\n".join(parts) + "\n"
    if notes:
        text += "\n## The others, with reasons\n\n" + "\n".join(notes) + "\n"
    (harness.ROOT / "docs" / f"{mode}s.md").write_text(text)


def reasons(suite, verdicts):
    gathered = collections.defaultdict(list)
    for name, verdict in verdicts.items():
        if verdict.kind not in ("done", "not run"):
            first = re.sub(r"/\S*/", "", verdict.reason.split("\n", maxsplit=1)[0])
            gathered[KINDS.index(verdict.kind), first].append(name)
    return [f"- {suite}, {KINDS[kind]} {len(names)}: {reason} ("
            + ", ".join(f"`{n}`" for n in sorted(names)) + ")"
            for (kind, reason), names in sorted(gathered.items())]
