"""What happened to a suite, for the terminal and for docs/corpus.md."""

import collections

import harness


class Result:
    def __init__(self, name, description):
        self.name, self.description = name, description
        self.files = self.procedures = 0
        self.verdicts = collections.Counter()
        self.problems = []  # groups that did not pass
        self.same, self.different = [], []
        self.skipped = ""

    def add_library(self, library):
        # A library that another suite reports (the BLAS below LAPACK) is counted there only.
        if library.name != self.name and not library.name.startswith(self.name):
            return
        for group in library.groups:
            self.files += len(group.files)
            self.procedures += group.procedures
            self.verdicts[group.verdict] += len(group.files)
            if group.verdict != "passed":
                self.problems.append(group)

    def counts(self):
        if self.skipped:
            return {"skipped": 1}
        failed = sum(len(g.files) for g in self.problems if not g.as_expected())
        return {"passed": self.files - failed + len(self.same),
                "failed": failed + len(self.different)}

    def summary(self, verbose):
        if self.skipped:
            return f"skipped {self.name}: {self.skipped}"
        lines = [f"{self.name}: {self.files} files, {self.procedures} procedures, "
                 f"{self.verdicts['passed']} passed, {self.verdicts['refused']} refused, "
                 f"{self.verdicts['wrong']} wrong; {len(self.same)} programs identical, "
                 f"{len(self.different)} different"]
        for (verdict, reason), files in self.reasons().items():
            lines.append(f"  {verdict} {len(files)}: {reason} ({', '.join(files[:4])})")
        for name, report in self.different:
            lines.append(f"  FAILED {name}: {report if verbose else harness.clip(report, 8)}")
        return "\n".join(lines)

    def reasons(self):
        """Problems gathered by reason, the most frequent first."""
        gathered = collections.defaultdict(list)
        for group in self.problems:
            gathered[group.verdict, group.reason].append(group.name)
        return dict(sorted(gathered.items(), key=lambda item: -len(item[1])))


HEADER = """# The corpus

Real programs go through `costate canonical` file by file. The canonical form must compile in place
of the original, be its own canonical form, and leave every byte that the suite's programs print
as it was (compiled with `-O0 -ffp-contract=off`; lines that show times are left out). The sources
are Debian source packages. `scripts/corpus` makes this page; `scripts/corpus NAME` runs one suite.

The package `lapack` is taken whole: BLAS/SRC (151 files) and SRC (2,031), which are the reference
BLAS and LAPACK, and beside them DEPRECATED, VARIANTS, INSTALL, the sources of all test programs,
CBLAS and LAPACKE. Its Fortran is compiled with `-frecursive`, as its own make.inc does: otherwise
the tests `cec` and `zec` overrun static arrays and crash before costate is involved.

| suite | what it is | files | procedures | passed | refused | wrong | programs identical |
|---|---|---|---|---|---|---|---|
"""


def write_table(results):
    path = harness.ROOT / "docs" / "corpus.md"
    rows, notes = [], []
    for r in results:
        if r.skipped:
            rows.append(f"| {r.name} | {r.description} | not run: {r.skipped} | | | | | |")
            continue
        total = len(r.same) + len(r.different)
        wrong = r.verdicts["wrong"] + len(r.different)
        rows.append(f"| {r.name} | {r.description} | {r.files} | {r.procedures} | "
                    f"{r.verdicts['passed']} | {r.verdicts['refused']} | {wrong} | "
                    f"{len(r.same)} of {total} |")
        for (verdict, reason), files in r.reasons().items():
            shown = ", ".join(f"`{f}`" for f in files[:6]) + (", ..." if len(files) > 6 else "")
            notes.append(f"- {r.name}, {verdict} {len(files)}: {reason} ({shown})")
        notes += [f"- {r.name}: the output of {name} differs" for name, _ in r.different]
    text = HEADER + "\n".join(rows) + "\n"
    if notes:
        text += "\n## Refused and wrong, with reasons\n\n" + "\n".join(notes) + "\n"
    path.write_text(text)
