"""The Debian source package `lapack`, all of it: BLAS, LAPACK, CBLAS, LAPACKE and their tests."""

import pathlib
import re
import shutil

from fetch import source
from roundtrip import Library, Reference, Suite, Test, programs, sources

# As LAPACK's make.inc asks: its tests overrun arrays that are not on the stack.
RECURSIVE = ["-frecursive"]
# The names of Fortran procedures as C sees them, from templates of the package.
MANGLED = ["-DADD_"]


def tree(*parts):
    return source("lapack").joinpath(*parts)


def fortran_library(name, files, options):
    library = Library(name, options)
    for file in files:
        library.add(file, native=RECURSIVE)
    return library


def blas_library(options):
    return fortran_library("blas", sources(tree("BLAS", "SRC"), "*.f", "*.f90"), options)


def blas(options):
    """the reference BLAS with its twelve test programs, which are translated too"""
    folder = tree("BLAS", "TESTING")
    library = blas_library(options)
    drivers = fortran_library("blas-tests", sources(folder, "?blat?.f"), options)

    def tests():
        for name, objects in programs(drivers).items():
            data = folder / f"{name}.in"
            report = [f"{name}.out", f"{name[0]}blat{name[-1]}.out", f"{name.upper()}.SUMM"]
            yield Test(name, [objects], [library], stdin=data if data.exists() else None,
                       files=report)

    return Suite([library, drivers], tests)


# ---- LAPACK ---------------------------------------------------------------------------------


def lapack_library(options):
    """LAPACK proper. Modules and what uses them go through together."""
    library = Library("lapack", options)
    files = sources(tree("SRC"), "*.f", "*.F", "*.f90", "*.F90")
    modules = [tree("SRC", name) for name in ("la_constants.f90", "la_xisnan.F90")]
    users = [f for f in files if f not in modules
             and re.search(r"(?im)^\s*use\s+la_", f.read_text(errors="replace"))]
    library.add(*modules, *users, native=RECURSIVE)
    for file in files:
        if file not in modules and file not in users:
            library.add(file, native=RECURSIVE)
    return library


INSTALLED = ("slamch", "dlamch", "ilaver", "lsame", "second_INT_ETIME", "dsecnd_INT_ETIME",
             "sroundup_lwork", "droundup_lwork")


def install_library(options):
    """Machine constants and timers; LAPACK keeps them apart from its sources."""
    files = [tree("INSTALL", f"{name}.f") for name in INSTALLED]
    return fortran_library("lapack-install", files, options)


def install_programs(options):
    """The rest of INSTALL: other timers, and programs that test the machine."""
    files = [f for f in sources(tree("INSTALL"), "*.f") if f.stem not in INSTALLED]
    return fortran_library("lapack-install-tests", files, options)


def reference_lapack(options):
    """What other suites link with."""
    return [Reference(library(options))
            for library in (lapack_library, blas_library, install_library)]


def variant_libraries(options):
    """Other algorithms for Cholesky, LU and QR, under the names of the usual ones."""
    result = []
    for folder in sorted(p for p in tree("SRC", "VARIANTS").glob("*/*") if p.is_dir()):
        name = f"lapack-variants-{folder.parent.name}-{folder.name}"
        result.append(fortran_library(name, sources(folder, "*.f"), options))
    return result


def make_rules(makefile):
    """The rules of a simple Makefile for its programs, as if USEXBLAS were not set."""
    text = re.sub(r"\\\n", " ", makefile.read_text())
    text = re.sub(r"(?ms)^ifdef USEXBLAS\n.*?^(?:else\n(.*?)^)?endif", lambda m: m[1] or "", text)
    variables, rules = {}, {}
    for line in text.split("\n"):
        if found := re.match(r"(\w+)\s*(\+?)=\s*(.*)", line):
            variables[found[1]] = (variables.get(found[1], "") + " " if found[2] else "") + found[3]
        elif found := re.match(r"(x\w+):\s*(.*)", line):
            rules[found[1]] = re.sub(r"\$\((\w+)\)", lambda m: variables.get(m[1], ""), found[2])
    return rules


def testing_objects(parts, program):
    """The objects of one of the programs of TESTING/LIN or TESTING/EIG."""
    part = "LIN" if "lin" in program else "EIG"
    words = make_rules(tree("TESTING", part, "Makefile"))[program].split()
    objects = programs(parts[part])
    # The Makefile repeats some.
    return [objects[pathlib.Path(o).stem] for o in dict.fromkeys(words) if o.endswith(".o")]


def lapack(options):
    """the reference LAPACK: all of SRC, INSTALL and TESTING, with the programs of TESTING"""
    libraries = [fortran_library("lapack-matgen", sources(tree("TESTING", "MATGEN"), "*.f"), options),
                 lapack_library(options), blas_library(options), install_library(options)]
    deprecated = fortran_library("lapack-deprecated", sources(tree("SRC", "DEPRECATED"), "*.f"),
                                 options)
    variants = variant_libraries(options)
    machine = install_programs(options)
    parts = {part: fortran_library(f"lapack-{part.lower()}",
                                   sources(tree("TESTING", part), "*.f", "*.F", "*.f90"), options)
             for part in ("LIN", "EIG")}
    times = r"Total time used|seconds|Time for|mflops"

    def tests():
        for name, objects in programs(machine).items():
            if name.startswith("test_z") or name in ("dlamchtst", "slamchtst", "lsametst", "tstiee",
                                                     "LAPACK_version"):
                yield Test(name, [objects], libraries, ignore=times)
        rules = re.findall(r"(?m)^(\w+)\.out:.*\n(?:\t.*\n)*?\t\./\w+/(x\w+) < (\S+\.in)",
                           tree("TESTING", "Makefile").read_text())
        for name, program, data in rules:
            yield Test(name, testing_objects(parts, program), libraries,
                       stdin=tree("TESTING", data), timeout=7200, ignore=times)
        for variant in variants:
            for letter in "dz":
                yield Test(f"{letter}test-{variant.name}", testing_objects(parts, f"xlintst{letter}"),
                           [variant, *libraries], stdin=tree("TESTING", f"{letter}test.in"),
                           timeout=7200, ignore=times)

    return Suite([*libraries, deprecated, *variants, machine, *parts.values()], tests)


# ---- the C interfaces -----------------------------------------------------------------------


def with_mangling(library, interface):
    """Flags for an interface; the header its makefile copies lies beside the results."""
    include = tree(interface.upper(), "include")
    header = library.work / f"{interface}_mangling.h"
    shutil.copy(include / f"{interface}_mangling_with_flags.h.in", header)
    return [*MANGLED, "-I", str(include), "-I", str(library.work)]


def cblas(options):
    """CBLAS, the C interface of the BLAS, with its test programs and examples"""
    library, drivers = Library("cblas", options), Library("cblas-tests", options)
    flags = with_mangling(library, "cblas")
    variadic = "a variable number of arguments"
    for file in sources(tree("CBLAS", "src"), "*.c", "*.f"):
        if file.stem != "cblas_xerbla":  # the test programs have their own
            library.add(file, flags=flags)
    reporting = Library("cblas-xerbla", options)
    reporting.add(tree("CBLAS", "src", "cblas_xerbla.c"), flags=flags, refused=variadic)
    folder = tree("CBLAS", "testing")
    for file in [*sources(folder, "*.c", "*.f"), *sources(tree("CBLAS", "examples"), "*.c")]:
        drivers.add(file, flags=flags, refused=variadic if file.stem == "c_xerbla" else None)
    everything = [library, reporting, Reference(blas_library(options))]

    def tests():
        objects = programs(drivers)
        for letter in "sdcz":
            for level in "123":
                names = [f"c_{letter}blat{level}", f"c_{letter}blas{level}"]
                if level != "1":
                    names += [f"c_{letter}{level}chke", "auxiliary", "c_xerbla"]
                data = folder / f"{letter}in{level}"
                yield Test(f"x{letter}cblat{level}", [objects[n] for n in names], everything,
                           stdin=data if level != "1" else None)
        for name in ("cblas_example1", "cblas_example2"):
            yield Test(name, [objects[name]], everything)

    return Suite([*everything[:2], drivers, everything[2]], tests)


def lapacke(options):
    """LAPACKE, the C interface of LAPACK, with its examples"""
    library, examples = Library("lapacke", options), Library("lapacke-examples", options)
    flags = with_mangling(library, "lapacke")
    for part in ("src", "utils"):
        for file in sources(tree("LAPACKE", part), "*.c"):
            library.add(file, flags=flags)
    for file in [*sources(tree("LAPACKE", "example"), "*.c"),
                 *sources(tree("LAPACKE", "mangling"), "*.c", "*.f")]:
        examples.add(file, flags=flags)
    generators = fortran_library("lapack-matgen", sources(tree("TESTING", "MATGEN"), "*.f"), options)
    deprecated = fortran_library("lapack-deprecated", sources(tree("SRC", "DEPRECATED"), "*.f"),
                                 options)
    reference = [Reference(generators), Reference(deprecated), *reference_lapack(options)]

    def tests():
        objects = programs(examples)
        for name, program in objects.items():
            if name.startswith("example"):
                yield Test(name, [program, objects["lapacke_example_aux"]], [library, *reference])

    return Suite([library, examples, *reference], tests)


SUITES = {"blas": blas, "lapack": lapack, "cblas": cblas, "lapacke": lapacke}
