"""The Fortran part of the corpus: what each suite translates and which programs judge it."""

import pathlib
import shutil

from fetch import source
from lapack_suites import reference_lapack
from roundtrip import Library, Suite, Test, compile_kept, programs, sources

HERE = pathlib.Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"


# ---- MINPACK, L-BFGS-B ----------------------------------------------------------------------


def minpack(options):
    """MINPACK with its eleven examples and the test drivers of 1980 with their data"""
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
    """L-BFGS-B with its six drivers"""
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
    """ODEPACK and its relatives as R's deSolve carries them, with a driver of ours"""
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
    """Octave's amos, slatec, quadpack, odepack, dassl, daspk, dasrt, ranlib and more, with drivers of ours"""
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


SUITES = {"minpack": minpack, "lbfgsb": lbfgsb, "desolve": desolve, "octave": octave}
