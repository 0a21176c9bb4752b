"""Libraries that go through costate file by file, and the programs that must not notice.

Every group of source files (mostly one) is compiled as it is and as its canonical form, into two
archives. Test programs are linked with either and must print the same bytes. What costate refuses
is replaced by the original in the second archive, so that the rest is still tested."""

import collections
import concurrent.futures
import hashlib
import pathlib
import re
import shutil
import sys
import time

import harness
from harness import EXACT, Failure, run, text

FORTRAN = ["gfortran", "-w", *EXACT, "-std=legacy"]
C = ["gcc", "-w", *EXACT]


def is_fortran(path):
    return pathlib.Path(path).suffix.lower().startswith(".f")


class Group:
    """Source files that costate reads together, and what became of them."""

    def __init__(self, files, flags=(), native=(), refused=None):
        self.files = [pathlib.Path(f) for f in files]
        self.name = self.files[-1].stem if len(files) == 1 else self.files[0].stem + "-etc"
        self.refused = refused  # why costate must refuse it, where it must
        self.flags, self.native = list(flags), list(native)
        self.verdict, self.reason, self.procedures = "unknown", "", 0

    def as_expected(self):
        if self.refused:
            return self.verdict == "refused" and self.refused in self.reason
        return self.verdict == "passed"


class Library:
    def __init__(self, name, options):
        self.name, self.options, self.groups = name, options, []
        self.work = options.work / name
        for kind in ("original", "canonical", "logs"):
            (self.work / kind / "modules").mkdir(parents=True, exist_ok=True)

    def add(self, *files, **options):
        self.groups.append(Group(files, **options))

    def archive(self, kind):
        return self.work / f"lib{self.name}-{kind}.a"

    # ---- building ---------------------------------------------------------------------------

    def build(self):
        """Translates and compiles everything, two at a time, then makes both archives."""
        self.forget_old_results()
        start, done = time.monotonic(), 0
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            # Modules first: what uses them is compiled against them.
            first = [g for g in self.groups if len(g.files) > 1]
            rest = [g for g in self.groups if len(g.files) == 1]
            for batch in (first, rest):
                for _ in pool.map(self.treat, batch):
                    done += 1
                    if sys.stderr.isatty() and time.monotonic() - start > 1:
                        print(f"\r{self.name}: {done} of {len(self.groups)} ", end="",
                              file=sys.stderr)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        for kind in ("original", "canonical"):
            self.make_archive(kind)

    def make_archive(self, kind):
        self.archive(kind).unlink(missing_ok=True)
        objects = [self.object(g, kind) for g in self.groups]
        harness.must(["ar", "rcs", self.archive(kind), *objects], "making an archive")

    def forget_old_results(self):
        """Keeps results only of the same costate and the same flags."""
        flags = [[str(f) for f in (*g.files, *g.flags, *g.native)] for g in self.groups]
        flags = hashlib.sha256(repr([FORTRAN, C, flags]).encode()).hexdigest()
        costate = hashlib.sha256(pathlib.Path(self.options.costate).read_bytes()).hexdigest()
        self.keep_only(("original",), "flags", flags)
        self.keep_only(("canonical", "logs"), "costate", flags + costate)

    def keep_only(self, kinds, name, now):
        stamp = self.work / f"{name}.sha"
        if not stamp.exists() or stamp.read_text() != now:
            for kind in kinds:
                shutil.rmtree(self.work / kind)
                (self.work / kind / "modules").mkdir(parents=True)
        stamp.write_text(now)

    def treat(self, group):
        self.compile_original(group)
        verdict = self.work / "logs" / f"{group.name}.verdict"
        if not verdict.exists():
            group.verdict, group.reason = self.translate(group)
            if group.verdict != "passed":
                shutil.copy(self.object(group, "original"), self.object(group, "canonical"))
            verdict.write_text(group.verdict + "\n" + group.reason)
        group.verdict, _, group.reason = verdict.read_text().partition("\n")
        group.procedures = count_procedures(self.output(group))

    def object(self, group, kind):
        return self.work / kind / f"{group.name}.o"

    def output(self, group):
        # Not the original's name: a sibling that includes the original must not find this.
        suffix = ".f90" if is_fortran(group.files[0]) else ".c"
        return self.work / "canonical" / (group.name + ".canonical" + suffix)

    def compile(self, group, files, kind):
        """Compiles files into the one object of a group."""
        flags = [*group.flags, *group.native, "-I", group.files[0].parent]
        objects = []
        for number, file in enumerate(files):
            objects.append(self.object(group, kind).with_suffix(f".{number}.o"))
            compiler = [*FORTRAN, "-J", self.work / kind / "modules"] if is_fortran(file) else C
            outcome = run([*compiler, *flags, "-c", file, "-o", objects[-1]], timeout=600)
            if outcome.status != 0:
                return text(outcome.err)
        target = self.object(group, kind)
        if len(objects) == 1:
            objects[0].rename(target)
        else:
            harness.must(["ld", "-r", *objects, "-o", target], "joining objects")
            for path in objects:
                path.unlink()
        return ""

    def compile_original(self, group):
        target = self.object(group, "original")
        if target.exists() and all(target.stat().st_mtime > f.stat().st_mtime for f in group.files):
            return
        problem = self.compile(group, group.files, "original")
        if problem:
            raise Failure(f"the original does not compile: {group.name}\n{harness.clip(problem)}")

    def canonical(self, files, group, output):
        return run([self.options.costate, "canonical", *files, "-I", group.files[0].parent,
                    *group.flags, "-o", output], timeout=600)

    def translate(self, group):
        """The verdict on a group: passed, refused or wrong, and why."""
        output = self.output(group)
        outcome = self.canonical(group.files, group, output)
        log = self.work / "logs" / f"{group.name}.log"
        log.write_bytes(outcome.err)
        if outcome.status == 1:
            return "refused", first_error(text(outcome.err))
        if outcome.status != 0:
            return "wrong", f"costate ended with status {outcome.status}"
        problem = self.compile(group, [output], "canonical")
        if problem:
            log.write_text(problem)
            return "wrong", "the canonical form does not compile: " + compiler_error(problem)
        again = output.with_suffix(f".again{output.suffix}")
        outcome = self.canonical([output], group, again)
        if outcome.status != 0:
            log.write_bytes(outcome.err)
            return "wrong", "the canonical form is not read again"
        if again.read_bytes() != output.read_bytes():
            return "wrong", "the canonical form of the canonical form differs"
        again.unlink()
        return "passed", ""

    # ---- reporting --------------------------------------------------------------------------

    def tally(self):
        return collections.Counter(g.verdict for g in self.groups for _ in g.files)

    def problems(self):
        return [g for g in self.groups if g.verdict != "passed"]


class Reference:
    """A library that programs need but that is not on trial: always the original."""

    def __init__(self, library):
        self.library = library
        self.name, self.groups = "reference", []

    def build(self):
        library = self.library
        library.forget_old_results()
        first = [g for g in library.groups if len(g.files) > 1]
        rest = [g for g in library.groups if len(g.files) == 1]
        with concurrent.futures.ThreadPoolExecutor(library.options.jobs) as pool:
            for batch in (first, rest):
                list(pool.map(library.compile_original, batch))
        library.make_archive("original")

    def archive(self, _kind):
        return self.library.archive("original")


def first_error(message):
    found = re.search(r"error: (.*)", message)
    return found[1] if found else message.strip().split("\n")[0]


def compiler_error(message):
    found = re.search(r"(?i)error: (.*)", message)
    return found[1] if found else message.strip().split("\n")[0]


def count_procedures(output):
    if not output.exists():
        return 0
    code = harness.without_comments(output.read_text(errors="replace"),
                                    "fortran" if is_fortran(output) else "c")
    pattern = (r"(?im)^\s*end (subroutine|function|program|block data|procedure)\b"
               if is_fortran(output) else r"(?m)^\}$")
    return len(re.findall(pattern, code))


# ---- programs that use a library ------------------------------------------------------------


class Test:
    """A program that is linked with either archive and run on the same input."""

    def __init__(self, name, objects, libraries, stdin=None, arguments=(), ignore=None, files=(),
                 timeout=1200):
        self.name, self.objects, self.libraries = name, list(objects), list(libraries)
        self.stdin, self.arguments, self.timeout = stdin, list(arguments), timeout
        self.ignore = re.compile(ignore.encode()) if ignore else None
        self.files = list(files)  # what the program writes besides standard output

    def check(self, work):
        results = []
        for kind in ("original", "canonical"):
            place = work / "runs" / f"{self.name}-{kind}"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            objects = [o[kind] if isinstance(o, dict) else o for o in self.objects]
            archives = [library.archive(kind) for library in self.libraries]
            harness.must([*FORTRAN, *objects, *archives, *archives, "-o", place / "program", "-lm"],
                         f"linking {self.name} ({kind})")
            results.append(self.execute(place))
        harness.same_files(*results, f"the output of {self.name} differs",
                           ("original", "canonical"), self.ignore)

    def execute(self, place):
        """Runs the program; the result is a file with all that it printed and wrote."""
        result = place / "result"
        with open(result, "wb") as file, open(self.stdin or "/dev/null", "rb") as stdin:
            outcome = run([place / "program", *self.arguments], cwd=place, stdin=stdin,
                          timeout=self.timeout, stdout=file)
            file.write(b"\n" + outcome.err + f"\nstatus {outcome.status}\n".encode())
            for path in [place / f for f in self.files if (place / f).exists()]:
                file.write(path.read_bytes())
        return result


def compile_kept(work, files, flags=(), jobs=1):
    """Objects of sources that are not translated."""
    place = work / "kept"
    place.mkdir(parents=True, exist_ok=True)

    def one(file):
        target = place / f"{file.stem}.o"
        if not target.exists() or target.stat().st_mtime < file.stat().st_mtime:
            compiler = [*FORTRAN, "-J", place] if is_fortran(file) else C
            harness.must([*compiler, *flags, "-I", file.parent, "-c", file, "-o", target],
                         f"compiling {file.name}", timeout=600)
        return target

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, map(pathlib.Path, files)))


# ---- suites ---------------------------------------------------------------------------------


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
