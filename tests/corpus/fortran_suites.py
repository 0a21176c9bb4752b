"""The Fortran part of the corpus: what each suite translates and which programs judge it."""

import pathlib
import re
import shutil

from fetch import source
from roundtrip import Library, Reference, Test, compile_kept

HERE = pathlib.Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"


class Suite:
    """What `run` needs to know: libraries to build, then tests to run."""

    def __init__(self, libraries, tests):
        self.libraries, self.tests = libraries, tests


def sources(folder, *patterns):
    return sorted(p for pattern in patterns for p in folder.glob(pattern))


def programs(library):
    """The objects of a library's main programs, original and canonical."""
    return {group.files[0].stem: {kind: library.object(group, kind)
                                  for kind in ("original", "canonical")}
            for group in library.groups}


# ---- BLAS and LAPACK ------------------------------------------------------------------------


def blas_library(options):
    library = Library("blas", options)
    for file in sources(source("lapack") / "BLAS" / "SRC", "*.f", "*.f90"):
        library.add(file)
    return library


def blas(options):
    """The reference BLAS and its twelve test programs, which are translated too."""
    library, drivers = blas_library(options), Library("blas-tests", options)
    folder = source("lapack") / "BLAS" / "TESTING"
    for file in sources(folder, "?blat?.f"):
        drivers.add(file)

    def tests():
        for name, objects in programs(drivers).items():
            data = folder / f"{name}.in"
            report = [f"{name}.out", f"{name[0]}blat{name[-1]}.out", f"{name.upper()}.SUMM"]
            yield Test(name, [objects], [library], stdin=data if data.exists() else None,
                       files=report)

    return Suite([library, drivers], tests)


def lapack_library(options):
    """LAPACK proper. Modules and what uses them go through together."""
    library = Library("lapack", options)
    tree = source("lapack")
    files = sources(tree / "SRC", "*.f", "*.F", "*.f90", "*.F90")
    modules = [tree / "SRC" / name for name in ("la_constants.f90", "la_xisnan.F90")]
    users = [f for f in files if f not in modules
             and re.search(r"(?im)^\s*use\s+la_", f.read_text(errors="replace"))]
    library.add(*modules, *users)
    for file in files:
        if file not in modules and file not in users:
            library.add(file)
    return library


def install_library(options):
    """Machine constants and timers; LAPACK keeps them apart from its sources."""
    library = Library("lapack-install", options)
    folder = source("lapack") / "INSTALL"
    for name in ("slamch", "dlamch", "ilaver", "lsame", "second_INT_ETIME", "dsecnd_INT_ETIME",
                 "sroundup_lwork", "droundup_lwork"):
        library.add(folder / f"{name}.f")
    return library


def reference_lapack(options):
    """What other suites link with."""
    return [Reference(library(options))
            for library in (lapack_library, blas_library, install_library)]


def make_variables(makefile):
    """The variables of a simple Makefile, as if USEXBLAS were not set; and its rules."""
    text = re.sub(r"\\\n", " ", makefile.read_text())
    text = re.sub(r"(?ms)^ifdef USEXBLAS\n.*?^(?:else\n(.*?)^)?endif", lambda m: m[1] or "", text)
    variables, rules = {}, {}
    for line in text.split("\n"):
        if found := re.match(r"(\w+)\s*(\+?)=\s*(.*)", line):
            variables[found[1]] = (variables.get(found[1], "") + " " if found[2] else "") + found[3]
        elif found := re.match(r"(x\w+):\s*(.*)", line):
            rules[found[1]] = re.sub(r"\$\((\w+)\)", lambda m: variables.get(m[1], ""), found[2])
    return rules


def lapack(options):
    """LAPACK with its own test programs, which stay as they are."""
    tree = source("lapack") / "TESTING"
    libraries = [lapack_library(options), blas_library(options), install_library(options)]
    generators = Library("lapack-matgen", options)
    for file in sources(tree / "MATGEN", "*.f"):
        generators.add(file)
    libraries.insert(0, generators)

    def objects(program):
        folder = tree / ("LIN" if "lin" in program else "EIG")
        words = make_variables(folder / "Makefile")[program].split()
        names = dict.fromkeys(o for o in words if o.endswith(".o"))  # the Makefile repeats some
        files = [next(folder.glob(pathlib.Path(o).stem + ".[fF]*")) for o in names]
        return compile_kept(libraries[0].work.parent / "lapack-testing" / folder.name, files,
                            jobs=options.jobs)

    def tests():
        rules = re.findall(r"(?m)^(\w+)\.out:.*\n(?:\t.*\n)*?\t\./\w+/(x\w+) < (\S+\.in)",
                           (tree / "Makefile").read_text())
        for name, program, data in rules:
            yield Test(name, objects(program), libraries, stdin=tree / data, timeout=7200,
                       ignore=r"Total time used|seconds")

    return Suite(libraries, tests)


# ---- MINPACK, L-BFGS-B ----------------------------------------------------------------------


def minpack(options):
    """MINPACK, its eleven examples and the test drivers of 1980 with their data."""
    tree = source("minpack")
    library, drivers = Library("minpack", options), Library("minpack-tests", options)
    for file in sources(tree, "*.f"):
        library.add(file)
    for file in sources(tree / "ex", "t*.f"):
        drivers.add(file)
    data = {15: 21, 16: 21, 17: 22, 18: 22, 19: 22, 20: 23}
    for number in data:
        copy = drivers.work / f"file{number}.f"
        if not copy.exists():
            shutil.copy(tree / "ex" / f"file{number}", copy)
        drivers.add(copy)

    def tests():
        for name, objects in programs(drivers).items():
            number = data.get(int(name[4:])) if name.startswith("file") else None
            yield Test(name, [objects], [library],
                       stdin=tree / "ex" / f"file{number}" if number else None)

    return Suite([library, drivers], tests)


def lbfgsb(options):
    """L-BFGS-B with its six drivers."""
    tree = source("lbfgsb")
    library, drivers = Library("lbfgsb", options), Library("lbfgsb-tests", options)
    for name in ("lbfgsb.f", "timer.f"):
        library.add(tree / name)
    for file in sources(tree, "driver?.f"):
        drivers.add(file)
    modern = Library("lbfgsb-tests-90", options)
    for file in sources(tree, "driver?.f90"):
        modern.add(file)

    reference = reference_lapack(options)

    def tests():
        for suffix, part in (("", drivers), ("-90", modern)):
            for name, objects in programs(part).items():
                yield Test(name + suffix, [objects], [library, *reference],
                           ignore=r"(?i)time|seconds|floating-point exceptions",
                           files=["iterate.dat"])

    return Suite([library, drivers, modern, *reference], tests)


# ---- ODE solvers, special functions, quadrature ---------------------------------------------


def desolve(options):
    """ODEPACK and its relatives as R's deSolve carries them, with a driver of ours."""
    tree = source("r-cran-desolve") / "src"
    library = Library("desolve", options)
    for file in sources(tree, "*.f"):
        library.add(file)

    reference = reference_lapack(options)

    def tests():
        objects = compile_kept(library.work, [DRIVERS / "r_printing.c", DRIVERS / "desolve.f90"])
        yield Test("desolve", objects, [library, *reference])

    return Suite([library, *reference], tests)


def octave(options):
    """Octave's Fortran libraries, with drivers of ours."""
    tree = source("octave") / "liboctave" / "external"
    libraries = []
    for part in ("amos", "slatec-err", "slatec-fn", "quadpack", "odepack", "dassl", "daspk",
                 "dasrt", "ranlib", "blas-xtra", "lapack-xtra"):
        library = Library(f"octave-{part}", options)
        for file in sources(tree / part, "*.f"):
            library.add(file)
        libraries.append(library)
    constants = Library("octave-util", options)
    for name in ("d1mach", "i1mach", "r1mach"):
        constants.add(tree.parent / "util" / f"{name}.f")
    libraries.append(constants)
    reference = reference_lapack(options)

    def tests():
        everything = [*libraries, *reference]
        for driver in sources(DRIVERS, "octave_*.f90"):
            stubs = compile_kept(libraries[0].work, [DRIVERS / "octave_printing.c"])
            yield Test(driver.stem, compile_kept(libraries[0].work, [driver]) + stubs, everything)

    return Suite([*libraries, *reference], tests)


SUITES = {"blas": blas, "minpack": minpack, "lapack": lapack, "lbfgsb": lbfgsb,
          "desolve": desolve, "octave": octave}
