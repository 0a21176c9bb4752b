"""What the test runners share: commands with a time limit, parallel cases, reports and counts."""

import argparse
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Bit-identical means: no optimisation, no contraction into fused multiply-add.
EXACT = ["-O0", "-ffp-contract=off"]


class Failure(Exception):
    """A check that did not hold; the text is for the reader of the report."""


class Skip(Exception):
    """A case that cannot run here; the text says why."""


class Outcome:
    """What a command printed and how it ended."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds


def run(command, cwd=None, timeout=120, stdin=None, env=None, stdout=None):
    """Runs a command; a time-out is an outcome too (status 'timeout'). What it prints is kept in
    memory, or goes to the open file `stdout`."""
    start = time.monotonic()
    try:
        done = subprocess.run([str(c) for c in command], cwd=cwd, timeout=timeout, env=env,
                              stdin=stdin or subprocess.DEVNULL, stdout=stdout or subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        status, out, err = done.returncode, done.stdout or b"", done.stderr
    except subprocess.TimeoutExpired as late:
        status, out, err = "timeout", late.stdout or b"", late.stderr or b""
    return Outcome(status, out, err, time.monotonic() - start)


def text(data):
    return data.decode("utf-8", errors="backslashreplace")


def must(command, what, **options):
    """Runs a command that has to succeed."""
    outcome = run(command, **options)
    if outcome.status != 0:
        shown = " ".join(str(c) for c in command)
        raise Failure(f"{what} failed (status {outcome.status})\n$ {shown}\n"
                      + clip(text(outcome.err) or text(outcome.out)))
    return outcome


def clip(message, lines=40):
    kept = message.rstrip().split("\n")
    if len(kept) > lines:
        kept = kept[:lines] + [f"... ({len(kept) - lines} more lines)"]
    return "\n".join(kept)


def same(expected, actual, what, names=("expected", "actual")):
    """Fails with a diff where two texts differ."""
    if expected == actual:
        return
    difference = difflib.unified_diff(text(expected).split("\n"), text(actual).split("\n"),
                                      *names, lineterm="", n=2)
    raise Failure(f"{what}\n" + clip("\n".join(difference)))


def same_files(expected, actual, what, names=("expected", "actual"), ignore=None):
    """Fails where two files differ, at the first such line; they may be larger than memory."""
    with open(expected, "rb") as left, open(actual, "rb") as right:
        kept = [enumerate(line for line in file if not (ignore and ignore.search(line)))
                for file in (left, right)]
        for one, other in itertools.zip_longest(*kept):
            if one != other:
                number = (one or other)[0] + 1
                shown = [f"{sign}{text(entry[1]).rstrip()[:500] if entry else '(the end)'}"
                         for sign, entry in (("-", one), ("+", other))]
                raise Failure("\n".join([f"{what}, first in line {number}", f"--- {names[0]}",
                                         f"+++ {names[1]}", *shown]))


def without_comments(source, language):
    """The source with comments and the insides of character literals blanked out."""
    if language == "c":
        pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
        return pattern.sub(lambda m: " " if m[0][0] == "/" else m[0][0] * 2, source)
    pattern = re.compile(r'![^\n]*|"[^"\n]*"|\'[^\'\n]*\'')
    return pattern.sub(lambda m: "" if m[0][0] == "!" else m[0][0] * 2, source)


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", nargs="*", help="only these cases: names, or paths to them")
    parser.add_argument("--costate", type=pathlib.Path, help="the program (default: build/costate)",
                        default=os.environ.get("COSTATE", ROOT / "build" / "costate"))
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time (default: 2)")
    parser.add_argument("--verbose", action="store_true", help="also name the cases that pass")
    parser.add_argument("--counts", type=pathlib.Path, help="append 'passed failed skipped' here")
    return parser


def wanted(name, names):
    """Whether the command line asks for this case: all of them, by name, or by path."""
    last = name.split("/")[-1]
    return not names or any(n == name or pathlib.Path(n).stem == last
                            and (n == last or str(pathlib.Path(n).with_suffix("")).endswith(name))
                            for n in names)


def run_cases(title, cases, options):
    """Runs (name, function) pairs, reports and counts them; returns the exit status."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}

    def attempt(case):
        try:
            case[1]()
            return "passed", ""
        except Failure as problem:
            return "failed", str(problem)
        except Skip as reason:
            return "skipped", str(reason)
        except Exception as trouble:  # pylint: disable=broad-except
            return "failed", f"the runner itself failed: {trouble!r}"

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, (verdict, report) in zip(cases, pool.map(attempt, cases)):
            counts[verdict] += 1
            if verdict == "failed":
                print(f"FAILED {case[0]}: {report}\n", flush=True)
            elif verdict == "skipped":
                print(f"skipped {case[0]}: {report}", flush=True)
            elif options.verbose:
                print(f"passed {case[0]}", flush=True)
    print(f"{title}: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items()), flush=True)
    if options.counts:
        with open(options.counts, "a", encoding="utf-8") as file:
            print(*counts.values(), file=file)
    return 1 if counts["failed"] else 0


def main(status):
    """Ends the runner: 0 all well, 1 something failed; anything else is the runner's own trouble."""
    sys.exit(status)
