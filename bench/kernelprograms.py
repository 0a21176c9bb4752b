"""What the benchmarks of bench/kernels share: kernels with their derivatives, compiled and linked with the peers into
a program that checks and times them (bench/peers/measure.cpp)."""

import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess

BENCH = pathlib.Path(__file__).resolve().parent
KERNELS = BENCH / "kernels"
HAND = KERNELS / "hand"
PEERS = BENCH / "peers"
LANGUAGES = {".c": "C", ".f90": "Fortran"}
WRAPPED = [f"-Wl,--wrap={f}" for f in ("malloc", "calloc", "realloc", "free")]
# The largest allowed distances: of values and of twins; of a tangent from ADOL-C's and from differences; of a vector
# tangent from a tangent; of an adjoint from the tangent, by the dot product, from ADOL-C's and from the first adjoint.
TOLERANCES = {"value": 1e-12, "twins": 1e-9, "traceless": 1e-9, "traced": 1e-9, "differences": 1e-5,
              "vectors": 1e-10, "dot": 1e-10, "adolc": 1e-8, "first": 1e-10}


class Wrong(Exception):
    """A command that failed, or results that disagree."""


def run(command, **how):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **how)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(str(c) for c in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def mean(ratios):
    """The geometric mean."""
    ratios = list(ratios)
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def pinned():
    """Runs a command on one processor, the last of those we may use: the first gets most interrupts."""
    return ["taskset", "-c", str(max(os.sched_getaffinity(0)))]


@dataclasses.dataclass(frozen=True)
class Toolchain:
    """A compiler with its flags, and how its objects are linked with those of C++."""
    language: str
    compiler: str
    flags: str

    def linker(self):
        if self.language == "C" or "gfortran" in self.compiler:
            return ["g++"], ["-lgfortran"]
        return [self.compiler], ["-lstdc++"]

    def __str__(self):
        return f"{self.compiler} {self.flags}"


GCC = {"C": Toolchain("C", "gcc", "-O2"), "Fortran": Toolchain("Fortran", "gfortran", "-O2")}


class Peers:
    """What is compiled once for all programs: problems, the measuring program, ADOL-C on each kernel in C."""

    def __init__(self, folder):
        self.folder = folder

    def build(self):
        run(["gcc", "-O2", "-c", KERNELS / "problems.c"], cwd=self.folder)
        for source in ("measure", "memory"):
            run(["g++", "-O2", "-c", PEERS / f"{source}.cpp"], cwd=self.folder)

    def adolc(self, name):
        run(["g++", "-O2", "-w", "-I", KERNELS, f"-DKERNEL={name}", f'-DKERNEL_FILE="{name}.c"', "-c",
             PEERS / "adolc.cpp", "-o", f"adolc-{name}.o"], cwd=self.folder)

    def objects(self, name):
        return [self.folder / f"{o}.o" for o in ("problems", "measure", "memory", f"adolc-{name}")]


class Kernel:
    """A kernel and its derivatives as Costate writes them: a tangent, adjoints with switches, vector tangents."""

    def __init__(self, path, folder, adjoints, vectors=None):
        self.path, self.adjoints, self.vectors = path, adjoints, vectors or {}
        self.name, self.language = path.stem, LANGUAGES[path.suffix]
        self.folder = folder / f"{self.name}-{self.language}"
        self.hand = HAND / path.name if (HAND / path.name).exists() else None
        self.digests = []

    def source(self, what):
        return self.folder / f"{what}{self.path.suffix}"

    def generate(self, costate):
        self.folder.mkdir()
        head = [self.path, "--head", f"{self.name}(x)>(y)"]
        run([costate, "tangent", *head, "-o", self.source("tangent")])
        for what, switches in self.adjoints.items():
            run([costate, "adjoint", *head, *switches, "-o", self.source(what)])
        for what, directions in self.vectors.items():
            run([costate, "tangent", *head, "--vector", directions, "-o", self.source(what)])


def kernels(folder, adjoints, vectors=lambda name: {}, names=()):
    """All kernels, or those of these names; a name that no kernel has is an error."""
    found = [Kernel(p, folder, adjoints, vectors(p.stem)) for p in sorted(KERNELS.iterdir())
             if p.suffix in LANGUAGES and p.stem != "problems"]
    unknown = set(names) - {k.name for k in found}
    if unknown:
        raise Wrong(f"no kernel is called {', '.join(sorted(unknown))}; there are "
                    + ", ".join(sorted({k.name for k in found})))
    return [k for k in found if not names or k.name in names]


class Program:
    """A kernel compiled by one toolchain."""

    def __init__(self, kernel, toolchain, peers):
        self.kernel, self.toolchain, self.peers = kernel, toolchain, peers
        self.folder = kernel.folder / re.sub(r"[^A-Za-z0-9]+", "-", str(toolchain))
        self.tail = "_" if kernel.language == "Fortran" else ""
        self.wrong = {}  # derivatives that disagree with the others, and how

    def compile(self, source, made):
        run([self.toolchain.compiler, *self.toolchain.flags.split(), "-w", "-I", KERNELS, "-c", source, "-o",
             f"{made}.o"], cwd=self.folder)

    def derivative(self, source, what, suffix):
        """Compiles a derivative and hides all of its symbols but one, renamed: several fit into one program. Groups of
        sections go first, or a linker would keep one copy of what several objects call the same."""
        symbol = f"{self.kernel.name}{suffix}{self.tail}"
        renamed = "costate_" + what.replace("-", "_")
        self.compile(source, "whole")
        run(["ld", "-r", "--force-group-allocation", "whole.o", "-o", f"{what}.o"], cwd=self.folder)
        (self.folder / "whole.o").unlink()
        run(["objcopy", f"--keep-global-symbol={symbol}", f"{what}.o"], cwd=self.folder)
        run(["objcopy", f"--redefine-sym={symbol}={renamed}", f"{what}.o"], cwd=self.folder)
        return renamed

    def build(self):
        self.folder.mkdir()
        kernel = self.kernel
        self.compile(kernel.path, "original")
        functions = {"tangent": self.derivative(kernel.source("tangent"), "tangent", "_d")}
        functions |= {a: self.derivative(kernel.source(a), a, "_b") for a in kernel.adjoints}
        if kernel.hand:
            functions["hand"] = self.derivative(kernel.hand, "hand", "_hand")
        functions |= {v: self.derivative(kernel.source(v), v, "_dv") for v in kernel.vectors}
        (self.folder / "functions.c").write_text(self.table(functions))
        run(["gcc", "-I", PEERS, "-c", "functions.c"], cwd=self.folder)
        linker, libraries = self.toolchain.linker()
        run([*linker, *sorted(p.name for p in self.folder.glob("*.o")), *self.peers.objects(kernel.name),
             *WRAPPED, "-o", "measure", "-ladolc", *libraries, "-lm", "-pthread"], cwd=self.folder)

    def table(self, functions):
        kernel = self.kernel
        original = kernel.name + self.tail
        adjoints = [*kernel.adjoints, *(["hand"] if kernel.hand else [])]
        lines = ['#include "functions.h"', f"extern original_function {original};",
                 f"extern tangent_function {functions['tangent']};"]
        lines += [f"extern adjoint_function {functions[a]};" for a in adjoints]
        lines += [f"extern vector_function {functions[v]};" for v in kernel.vectors]
        lines += [f"original_function *const original = {original};",
                  f"tangent_function *const tangent = {functions['tangent']};",
                  "const struct adjoint adjoints[] = {"]
        lines += [f'  {{"{a}", {functions[a]}}},' for a in adjoints]
        lines += ["  {0, 0}};", "const struct vector vectors[] = {"]
        lines += [f'  {{"{v}", {n}, {functions[v]}}},' for v, n in kernel.vectors.items()]
        return "\n".join([*lines, "  {0, 0, 0}};"]) + "\n"

    def run(self, size, kinds=(), rounds=0, milliseconds=0):
        """What the measuring program says."""
        output = run([*pinned(), "./measure", self.kernel.name, size, rounds, milliseconds, ",".join(kinds)],
                     cwd=self.folder)
        try:
            found = json.loads(re.sub(r"-?\b(nan|inf)\b", "1e999", output))
        except ValueError:
            raise Wrong(f"the measuring program says {output}") from None
        return found

    def check(self):
        """Runs small and large; derivatives that disagree are remembered, and the numbers to compare twins by."""
        digests = []
        for size in ("small", "large"):
            found = self.run(size)
            digests += found["digest"]
            for name, what, distance in disagreements(found):
                self.wrong[name] = f"{size}, {name}: {what} apart by {distance:.1e}"
        self.kernel.digests = digests

    def make_right(self, costate):
        """All that a program alone needs, from derivatives to checks; any disagreement is an error."""
        self.peers.adolc(self.kernel.name)
        self.kernel.generate(costate)
        self.build()
        self.check()
        if self.wrong:
            raise Wrong("; ".join(self.wrong.values()))

    def seconds(self, kinds, quick):
        """Times of these kinds, and memory. Nothing is timed that is not right."""
        rounds, milliseconds = (12, 2) if quick else (30, 3)
        return self.run("large", [k for k in kinds if k not in self.wrong], rounds, milliseconds)


def disagreements(found):
    """Name, check and distance of the derivatives that are not right."""
    distances = [("tangent", "value", found["value"])]
    distances += [("tangent", what, d) for what, d in found["tangent"].items()]
    distances += [(name, "vectors", d) for name, d in found["vectors"].items()]
    distances += [(name, what, d) for name, apart in found["adjoints"].items() for what, d in apart.items()]
    return [(name, what, d) for name, what, d in distances if not d <= TOLERANCES[what]]


def compare_twins(checked):
    """The same kernel in C and Fortran computes the same."""
    for a in checked:
        for b in checked:
            if a.name != b.name or a.language >= b.language:
                continue
            for x, y in zip(a.digests, b.digests):
                if not abs(x - y) <= TOLERANCES["twins"] * max(abs(x), abs(y), 1e-3):
                    raise Wrong(f"{a.name}: C gives {x}, Fortran {y}")


def version(compiler):
    return run([compiler, "--version"]).splitlines()[0]
