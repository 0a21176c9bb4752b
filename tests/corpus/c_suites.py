"""The C part of the corpus."""

import re
import shutil

import harness
from fetch import source
from harness import run
from roundtrip import Library, Suite, Test, compile_kept, programs, sources


def cminpack(options):
    """C MINPACK (both interfaces) with its examples and its test drivers with their data"""
    tree = source("cminpack")
    library, examples = Library("cminpack", options), Library("cminpack-tests", options)
    names = re.findall(r"\$\(LIBSUFFIX\)(\w+)\.o", (tree / "Makefile").read_text())
    for name in sorted(set(names)):
        if (tree / f"{name}.c").exists():
            library.add(tree / f"{name}.c")
    folder = tree / "examples"
    flags = ["-I", str(tree)]
    for file in [*sources(folder, "t*c.c", "t*_.c", "t*_box.c"), *sources(folder, "*drv.c"),
                 *[folder / f"{n}.c" for n in ("ssqfcn", "ssqjac", "ssqipt", "vecfcn", "vecjac",
                                               "neqipt", "errjac")]]:
        examples.add(file, flags=flags)
    parts = {"lmddrv": ("ssqfcn", "ssqjac", "ssqipt"), "lmfdrv": ("ssqfcn", "ssqipt"),
             "lmsdrv": ("ssqfcn", "ssqjac", "ssqipt"), "hyjdrv": ("vecfcn", "vecjac", "neqipt"),
             "hybdrv": ("vecfcn", "neqipt"), "chkdrv": ("vecfcn", "errjac", "neqipt")}
    data = {"l": "ssq.data", "h": "neq.data", "c": "chkder.data"}

    def tests():
        objects = programs(examples)
        for name, main in objects.items():
            if name.startswith("t"):
                yield Test(name, [main], [library])
            elif name in parts:
                yield Test(name, [main, *(objects[p] for p in parts[name])], [library],
                           stdin=folder / "testdata" / data[name[0]])

    return Suite([library, examples], tests)


def erfa(options):
    """ERFA with its test programs, which print what they compute"""
    folder = source("erfa") / "src"
    library = Library("erfa", options)
    flags = ['-DPACKAGE_VERSION="2.0.0"', "-DPACKAGE_VERSION_MAJOR=2", "-DPACKAGE_VERSION_MINOR=0",
             "-DPACKAGE_VERSION_MICRO=0", '-DSOFA_VERSION="20210512"']
    for file in sources(folder, "*.c"):
        if not file.stem.startswith("t_erfa"):
            library.add(file, flags=flags)

    def tests():
        for name in ("t_erfa_c", "t_erfa_c_extra"):
            yield Test(name, compile_kept(library.work, [folder / f"{name}.c"]), [library],
                       arguments=["verbose"])

    return Suite([library], tests)


# ---- GSL: its own make check, in a tree where files are replaced ----------------------------

GSL_PARTS = ("linalg", "roots", "min", "multimin", "integration", "ode-initval2", "interpolation",
             "specfunc")


def gsl_tree(options):
    """GSL configured and built as it is, once, without optimisation."""
    tree = options.work / "gsl" / "original-tree"
    if (tree / "built").exists():
        return tree
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source("gsl"), tree, symlinks=True)
    flags = "CFLAGS=-O0 -ffp-contract=off -w"
    harness.must(["sh", "./configure", "--quiet", "--disable-shared", "--disable-dependency-tracking",
                  "--disable-maintainer-mode", flags], "configuring GSL", cwd=tree, timeout=1800)
    # Debian's source has no documentation, which the top level would make as well.
    folders = re.search(r"(?m)^SUBDIRS = (.*)$", (tree / "Makefile.am").read_text())[1].split()
    for folder in folders:
        if folder != "doc":
            harness.must(["make", "-s", f"-j{options.jobs}"], f"building GSL's {folder}",
                         cwd=tree / folder, timeout=3600)
    (tree / "built").touch()
    return tree


def gsl_files(tree, part):
    """The sources of a part, as its Makefile lists them."""
    makefile = re.sub(r"\\\n", " ", (tree / part / "Makefile.am").read_text())
    listed = re.search(r"(?m)^libgsl\w+_la_SOURCES\s*=\s*(.*)$", makefile)[1].split()
    return [tree / part / name for name in listed if name.endswith(".c")]


class GslTest:
    """A part's own `make check` with either set of objects, then the numbers it compares."""

    def __init__(self, part, original, canonical):
        self.name, self.part, self.trees = f"gsl-{part}", part, (original, canonical)

    def check(self, work):
        results = []
        for kind, tree in zip(("original", "canonical"), self.trees):
            place = work / "runs" / f"{self.name}-{kind}"
            place.mkdir(parents=True, exist_ok=True)
            harness.must(["make", "-s", "check"], f"make check in {self.part} ({kind})",
                         cwd=tree / self.part, timeout=7200)
            results.append(place / "result")
            with open(results[-1], "wb") as file:
                # linalg has gigabytes to tell; the beginning of each part's report will do.
                run(["sh", "-c", "GSL_TEST_VERBOSE=1 ./test 2>&1 | head -c 50000000"],
                    cwd=tree / self.part, timeout=7200, stdout=file)
        harness.same_files(*results, f"the output of {self.name} differs", ("original", "canonical"))


def gsl(options):
    """linalg, roots, min, multimin, integration, ode-initval2, interpolation and specfunc of GSL, with its own `make check`"""
    original = gsl_tree(options)
    canonical = original.parent / "canonical-tree"
    library = Library("gsl", options)
    for part in GSL_PARTS:
        for file in gsl_files(original, part):
            library.add(file, flags=["-I", str(original), "-DHAVE_CONFIG_H"])
            library.groups[-1].name = f"{part}-{file.stem}"

    def replace():
        """A copy of the built tree in which translated files have taken the originals' places."""
        shutil.rmtree(canonical, ignore_errors=True)
        shutil.copytree(original, canonical, symlinks=True)
        for group in library.groups:
            if group.verdict == "passed":
                part = group.name.rsplit("-" + group.files[0].stem, 1)[0]
                shutil.copy(library.output(group), canonical / part / group.files[0].name)

    def tests():
        replace()
        for part in GSL_PARTS:
            harness.must(["make", "-s", f"-j{options.jobs}"], f"building {part} again",
                         cwd=canonical / part, timeout=1800)
            yield GslTest(part, original, canonical)

    return Suite([library], tests)


SUITES = {"cminpack": cminpack, "erfa": erfa, "gsl": gsl}
