"""Cases of GSL: its special functions and distributions by their prototypes, and small programs that use
other parts (gsl_programs.c).

A special function is `int gsl_sf_NAME_e(double x, ..., gsl_sf_result * result)`: its reals are the
independents, the value of the result is the dependent. A distribution is `double gsl_cdf_NAME(double x,
...)` or `double gsl_ran_NAME_pdf(...)`."""

import json
import pathlib
import re
import shutil

import harness
from cases import Case, Verdict
from fetch import source

READ = ("specfunc", "poly", "complex", "sys", "statistics", "cdf", "sort", "randist", "fit", "integration",
        "deriv", "linalg", "interpolation", "fft", "cblas", "blas", "matrix", "vector", "permutation", "block",
        "utils", "err", "eigen")
PROGRAMS = pathlib.Path(__file__).resolve().parent / "gsl_programs.c"
DISTRIBUTION = re.compile(r"(?m)^double\s+(gsl_(?:cdf_\w+|ran_\w+_pdf))\s*\(([^()]*)\)\s*;")
HEADERS = ("math.h", "stddef.h", "gsl/gsl_math.h", "gsl/gsl_poly.h", "gsl/gsl_statistics.h", "gsl/gsl_fit.h",
           "gsl/gsl_integration.h", "gsl/gsl_deriv.h", "gsl/gsl_linalg.h", "gsl/gsl_interp.h",
           "gsl/gsl_fft_real.h", "gsl/gsl_fft_complex.h", "gsl/gsl_blas.h")
PROTOTYPE = re.compile(r"(?m)^int\s+(gsl_sf_\w+_e)\s*\(([^()]*)\)\s*;")
REALS = (0.7, 1.3, 0.4, 0.9, 0.55)
INTEGERS = (2, 3, 1)

# Arguments where those above are outside the domain or on a border of it (reals and integers in order).
POINTS = {
    "gsl_sf_beta_e": [0.7, 1.4], "gsl_sf_lnpoch_e": [0.7, 1.4], "gsl_sf_poch_e": [0.7, 1.4],
    "gsl_sf_pochrel_e": [0.7, 1.4], "gsl_sf_log_1plusx_mx_e": [0.3], "gsl_sf_complex_log_e": [0.7, 0.3],
    "gsl_sf_hydrogenicR_e": [3, 1, 0.7, 1.3], "gsl_sf_hyperg_2F0_e": [0.7, 1.3, -0.4],
    "gsl_sf_legendre_Plm_e": [3, 2, 0.7], "gsl_sf_legendre_sphPlm_e": [3, 2, 0.7], "gsl_sf_hzeta_e": [2.5, 1.3],
    "gsl_cdf_fdist_Pinv": [0.3, 1.3, 2.4], "gsl_cdf_fdist_Qinv": [0.3, 1.3, 2.4],
}


def configured(work):
    """The tree with its config.h and with all headers in gsl/, once."""
    tree = work / "tree"
    if (tree / "gsl" / "gsl_math.h").exists():
        return tree
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source("gsl"), tree, symlinks=True)
    harness.must(["sh", "./configure", "--quiet", "--disable-shared", "--disable-dependency-tracking",
                  "--disable-maintainer-mode"], "configuring GSL", cwd=tree, timeout=1800)
    harness.must(["make", "-s", "-C", "gsl"], "linking GSL's headers", cwd=tree)
    return tree


class Gsl:
    def __init__(self, work):
        self.tree = configured(work)
        self.defined, self.wanted = {}, {}  # symbol -> file; file -> symbols
        # What reports errors is linked, not read, and so are the external versions of what headers
        # define inline (the files that include build.h), but for one that has a function besides.
        self.work = work
        self.outside = [self.tree / "err" / name for name in ("error.c", "stream.c")]
        objects = work / "objects"
        objects.mkdir(exist_ok=True)
        files = {}
        for part in READ:
            for path in sorted((self.tree / part).glob("*.c")):
                files[objects / f"{part}-{path.stem}.o"] = path
        self.compile(files)
        listed = harness.text(harness.run(["nm", "-A", "-g", *files]).out)
        symbols = {compiled: [] for compiled in files}
        for line in listed.splitlines():
            name, entry = line.split(":", 1)
            symbols[pathlib.Path(name)].append(entry)
        for compiled, path in files.items():
            self.index(path, "\n".join(symbols[compiled]))

    def compile(self, files):
        for compiled, path in files.items():
            compile_it = ["gcc", "-w", "-O0", "-c", *self.flags(), path, "-o", compiled]
            if not compiled.exists() and harness.run(compile_it).status != 0:
                compiled.touch()  # a part of a file

    def index(self, path, symbols):
        """Reads off the symbols of the object what a file defines and what it wants."""
        if re.search(r" T main$", symbols, re.M) or path in self.outside:
            return
        if '"build.h"' in path.read_text(errors="replace") and path.stem != "pow_int":
            self.outside.append(path)
            return
        self.wanted[path] = re.findall(r" U (\w+)", symbols)
        for name in re.findall(r" [TDRBVW] (\w+)", symbols):
            self.defined.setdefault(name, path)

    def needs(self, name):
        """The files that define a function and all it wants."""
        files, queue = [], [name]
        while queue:
            path = self.defined.get(queue.pop())
            if path and path not in files:
                files.append(path)
                queue += self.wanted[path]
        return sorted(files)

    def flags(self):
        return ["-I", str(self.tree), "-I", str(self.tree / "specfunc")]

    def cases(self):
        for header in sorted((self.tree / "specfunc").glob("gsl_sf_*.h")):
            text = harness.without_comments(header.read_text(), "c")
            for found in PROTOTYPE.finditer(text):
                yield self.special_function(found[1], found[2])
        for header in ("cdf/gsl_cdf.h", "randist/gsl_randist.h"):
            text = harness.without_comments((self.tree / header).read_text(), "c")
            for found in DISTRIBUTION.finditer(text):
                yield self.distribution(found[1], found[2])
        for part in PROGRAMS.read_text().split("\n/* ")[1:]:
            yield self.program(part)

    def special_function(self, name, parameters):
        short = name.removeprefix("gsl_sf_").removesuffix("_e")
        if name in self.defined:  # it may call its parameters otherwise than its prototype does
            text = harness.without_comments(self.defined[name].read_text(), "c")
            definition = re.search(name + r"\s*\(([^()]*)\)\s*\{", text)
            parameters = definition[1] if definition else parameters
        parsed = [re.match(r"(.*?)(\w+)\s*(\[\])?$", p.strip(), re.S) for p in parameters.split(",")]
        types = [re.sub(r"\bconst\b|\s", "", p[1]) for p in parsed]
        if name not in self.defined:
            return short, Verdict("unsuitable", "declared, but not defined")
        if set(types) - {"double", "int", "unsignedint", "gsl_mode_t", "gsl_sf_result*"} \
                or "double" not in types or "gsl_sf_result*" not in types:
            return short, Verdict("nothing", "no real argument in or no single result out")
        point, independents, dependents = {}, [], []
        given = iter(POINTS.get(name, ()))
        reals, integers = iter(REALS), iter(INTEGERS)
        for kind, parameter in zip(types, (p[2] for p in parsed)):
            if kind == "double":
                independents.append(parameter)
                default = next(reals)
                point[parameter] = next(given, default)
            elif kind == "gsl_sf_result*":
                dependents.append(parameter + "->val")
            else:
                default = 0 if kind == "gsl_mode_t" else next(integers)
                point[parameter] = default if kind == "gsl_mode_t" else next(given, default)
        head = f"{name}({','.join(independents)})>({','.join(dependents)})"
        return short, Case(short, self.needs(name), head, [point], self.flags(),
                           linked=[a for p in self.outside for a in ("--with", p)])

    def distribution(self, name, parameters):
        """A function of reals and counts that returns its value."""
        short = name.removeprefix("gsl_")
        if name not in self.defined:
            return short, Verdict("unsuitable", "declared, but not defined")
        text = harness.without_comments(self.defined[name].read_text(), "c")
        definition = re.search(name + r"\s*\(([^()]*)\)\s*\{", text)
        parameters = definition[1] if definition else parameters
        parsed = [re.match(r"(.*?)(\w+)\s*$", p.strip(), re.S) for p in parameters.split(",")]
        if not all(parsed):
            return short, Verdict("nothing", "no real argument in or no single result out")
        types = [re.sub(r"\bconst\b|\s", "", p[1]) for p in parsed]
        if set(types) - {"double", "unsignedint"} or "double" not in types:
            return short, Verdict("nothing", "no real argument in or no single result out")
        reals, integers = iter(REALS), iter(INTEGERS)
        point = {p[2]: next(reals) if t == "double" else next(integers) for p, t in zip(parsed, types)}
        if "p" in point:  # a probability
            point["p"] = 0.3
        for inverse in {"P", "Q"} & set(point):
            point[inverse] = 0.3
        point.update(zip(point, POINTS.get(name, ())))
        independents = ",".join(p[2] for p, t in zip(parsed, types) if t == "double")
        return short, Case(short, self.needs(name), f"{name}({independents})>({name})", [point], self.flags(),
                           linked=[a for p in self.outside for a in ("--with", p)])

    def program(self, part):
        """One of gsl_programs.c, in a file of its own with what it calls."""
        note, text = part.split(" */\n", 1)
        name, head, point = note.split(" | ")
        path = self.work / "programs" / f"{name}.c"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"#include <{h}>\n" for h in HEADERS) + "\n" + text)
        files = {f for used in re.findall(r"\bgsl_\w+", text) for f in self.needs(used)}
        flags = [*self.flags(), "-D", "HAVE_INLINE"]  # small functions are in the headers
        return name, Case(name, [*sorted(files), path], head, [json.loads(point)], flags,
                          linked=[a for p in self.outside for a in ("--with", p)])
