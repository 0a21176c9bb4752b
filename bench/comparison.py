"""How results of bench/compare are shown: the table, its means, the page of documentation."""

import textwrap

from kernelprograms import mean

# Titles of columns, and the ratio in each; None where there is nothing to divide.
RATIOS = {
    "tangent": ("tangent", "original"), "8 dirs": ("vector", "original"), "Jacobian": ("jacobian", "original"),
    "adjoint": ("adjoint", "original"), "hand": ("hand", "original"), "adj/hand": ("adjoint", "hand"),
    "ADOL-C": ("adolc", "original"), "differences": ("differences", "original"),
}


def ratio(result, column):
    of, to = RATIOS[column]
    return result[of] / result[to] if result.get(of) and result.get(to) else None


def shown(value, width=0):
    text = "-" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"
    return f"{text:>{width}}"


def heading():
    return (f"{'kernel':14} {'language':8} {'compiler':14} {'original us':>11}"
            + "".join(f" {c:>{max(8, len(c))}}" for c in RATIOS) + f" {'record KiB':>11} {'peak KiB':>9}")


def row(result):
    compiler = f"{result['compiler']} {result['flags']}"
    return (f"{result['name']:14} {result['language']:8} {compiler:14} {1e6 * result['original']:11.1f}"
            + "".join(f" {shown(ratio(result, c), max(8, len(c)))}" for c in RATIOS)
            + f" {result['record_bytes'] / 1024:11.1f} {result['peak_bytes'] / 1024:9.1f}")


def compilers(results):
    """The compilers with their flags, in order."""
    return list(dict.fromkeys((r["language"], r["compiler"], r["flags"]) for r in results))


def of_compiler(results, which):
    return [r for r in results if (r["language"], r["compiler"], r["flags"]) == which]


def means(results):
    """The geometric mean of each column over the results that have it."""
    found = {c: [v for v in (ratio(r, c) for r in results) if v is not None] for c in RATIOS}
    return {c: mean(v) if v else None for c, v in found.items()}


def summary(results):
    lines = []
    for which in compilers(results):
        language, compiler, flags = which
        some = means(of_compiler(results, which))
        lines.append(f"{'geometric mean':14} {language:8} {compiler + ' ' + flags:14} {'':11}"
                     + "".join(f" {shown(v, max(8, len(c)))}" for c, v in some.items()))
    return lines + off_summary(results)


def off_ratios(results):
    """By switch, the ratios of the adjoint without an optimisation to that with all of them."""
    switches = dict.fromkeys(s for r in results for s in r["off"])
    return {s: [(r["off"][s] / r["adjoint"], r) for r in results if s in r["off"]] for s in switches}


def off_summary(results):
    lines = []
    for switch, found in off_ratios(results).items():
        if not lines:
            lines += ["", f"{'without':18} {'time over that with all':>24} {'most':>8}"]
        most, where = max(found, key=lambda f: f[0])
        lines.append(f"{switch:18} {mean(v for v, _ in found):24.2f} {most:8.2f}  {where['name']} in"
                     f" {where['language']}, {where['compiler']} {where['flags']}")
    return lines


# ---- The page ------------------------------------------------------------------------------------------------------

PAGE = """# Derivatives beside those by hand

Written by `scripts/bench --page`, which builds, checks and times everything in one run. The kernels
(`bench/kernels`) are written from their mathematics, in C and in Fortran; beside them (`bench/kernels/hand`) are
adjoints written by hand for speed. Every derivative is compared with the others before anything is timed: tangents
with ADOL-C and with differences, adjoints with the tangent, with ADOL-C and with those by hand.

Times are processor time on one processor, the least of many short samples, the kinds of derivative taking turns; all
but the first are over the original program compiled the same way. *8 dirs* is the vector tangent with eight
directions, *Jacobian* the whole sparse one by as many directions as its rows have entries. ADOL-C runs forward and
back over a trace that was recorded beforehand; for a Fortran kernel, that of its twin in C. *Differences* is the
gradient by central differences, twice as many evaluations as there are inputs: one pair is measured, and multiplied.
*Record* is the most memory that the adjoint holds beyond the original, the adjoints of work arrays included; *peak*
is all that it holds.

![Adjoints over the original]({picture})
"""
AIMS = """
## Aims

| | aim | {compilers} |
|---|--:|{dashes}
"""
# What an aim is called, its number, the column it is about, how values are summed up, and the kernel if it is about one.
AIMED = [("adjoint over the one by hand, geometric mean", 1.2, "adj/hand", mean, None),
         ("adjoint over the one by hand, most", 2, "adj/hand", max, None),
         ("adjoint over the original, geometric mean", 3, "adjoint", mean, None),
         ("eight directions over the original, geometric mean", 5, "8 dirs", mean, None),
         ("adjoint of `mixture` over the original", 2.2, "adjoint", max, "mixture"),
         ("adjoint of `lstm` over the original", 3.2, "adjoint", max, "lstm"),
         ("adjoint of `reprojection` over the original", 3.2, "adjoint", max, "reprojection"),
         ("adjoint of `kinematics` over the original", 3, "adjoint", max, "kinematics")]
NOTES = """
## Where an adjoint costs more than by hand

What the generated code shows, by what it seems to cost (few of these were tried one by one):

- Time steps (`lorenz`, `burgers`, `brusselator`, `water`): the generated adjoint copies a step's recorded state back,
  adds to the adjoints of work arrays and clears them again; by hand the record is read in place, and those adjoints
  are assigned. Stencils scatter their adjoints to the neighbours where somebody writing by hand gathers them, with
  one store for each point.
- Values of `exp`, `tanh` and quotients that a partial derivative could be had from (`lstm`, `fixedpoint`,
  `pricing`) are computed again where the record holds their arguments; by hand the results are kept.
- Small procedures (`mesh`, `reprojection`, `kinematics`) put their locals on the tape between their two sweeps; by hand
  they stay in registers. `kinematics` in Fortran allocates the frames' adjoints one by one.
- clang and flang vectorise the originals and the adjoints by hand, but few generated backward loops: these count
  down, scatter, and in C do not say that their arrays are apart (`decay`, `gradients`, `lu`).
- Integers that jump, as the bit reversal of `fourier` does, are recorded one by one; by hand the loop runs forward
  again.
- `fixedpoint` by hand solves the adjoint equation at the solution, `cholesky` and `lu` use the algebra of inverse
  matrices. A program that only sees the statements cannot know of these.
"""


def page(data, picture):
    results = data["kernels"]
    text = PAGE.format(picture=picture.name) + aims_page(results)
    for which in compilers(results):
        language, compiler, flags = which
        some = of_compiler(results, which)
        text += f"\n## {language}: {compiler} {flags}\n\n"
        text += "| kernel | original, µs | " + " | ".join(RATIOS) + " | record, KiB | peak, KiB |\n"
        text += "|---|" + "--:|" * (len(RATIOS) + 3) + "\n"
        for r in some:
            text += (f"| {r['name']} | {1e6 * r['original']:.1f} | " + " | ".join(shown(ratio(r, c)) for c in RATIOS)
                     + f" | {r['record_bytes'] / 1024:.0f} | {r['peak_bytes'] / 1024:.0f} |\n")
        text += "| geometric mean | | " + " | ".join(shown(v) for v in means(some).values()) + " | | |\n"
    versions = textwrap.fill("Compilers: " + "; ".join(data["versions"]) + ".", 118)
    return text + off_page(results) + NOTES + f"\n{versions}\n"


def aims_page(results):
    """What was aimed at, and how far each compiler's results are from it."""
    whiches = compilers(results)
    text = AIMS.format(compilers=" | ".join(f"{c} {f}" for _, c, f in whiches), dashes="--:|" * len(whiches))
    for title, aim, column, summed, name in AIMED:
        text += f"| {title} | {aim} |"
        for which in whiches:
            values = [ratio(r, column) for r in of_compiler(results, which) if name in (None, r["name"])]
            values = [v for v in values if v is not None]
            text += f" {shown(summed(values) if values else None)} |"
        text += "\n"
    return text


def off_page(results):
    found = off_ratios(results)
    if not found:
        return ""
    text = ("\n## Each optimisation off in turn\n\nThe time of the adjoint without it over that with all of them, over "
            "all kernels and compilers.\n\n| without | geometric mean | most | where |\n|---|--:|--:|---|\n")
    for switch, values in found.items():
        most, where = max(values, key=lambda f: f[0])
        text += (f"| {switch} | {mean(v for v, _ in values):.2f} | {most:.2f} | {where['name']}, {where['compiler']} "
                 f"{where['flags']} |\n")
    return text
