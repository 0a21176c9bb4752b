"""What the sources of BLAS and LAPACK say about themselves: arguments, their documentation, calls."""

import functools
import re

TYPES = {"DOUBLE PRECISION": "real", "REAL": "real", "REAL(WP)": "real", "COMPLEX(WP)": "complex", "INTEGER": "integer",
         "LOGICAL": "logical", "CHARACTER": "character", "CHARACTER*1": "character",
         "CHARACTER*(*)": "character", "CHARACTER*( * )": "character",
         "COMPLEX*16": "complex", "COMPLEX": "complex"}
DECLARATION = re.compile(r"(DOUBLE\s+PRECISION|(?:REAL|COMPLEX)\s*\(WP\)|REAL|INTEGER|LOGICAL|CHARACTER\s*"
                         r"\*\s*\(\s*\*\s*\)|CHARACTER\s*\*\s*1|CHARACTER|COMPLEX\*16|COMPLEX)"
                         r"(?:\s*,\s*INTENT\s*\([^)]*\))?\s*(?:::)?\s+(?!FUNCTION)(.*)", re.I)
# Tables of machine constants and the like have no arguments of their own kind; modules come along
# with what uses them.
MODULES = {"la_constants": "la_constants.f90", "la_xisnan": "la_xisnan.F90"}


class Argument:
    """A dummy argument: how it is declared and what the documentation says of it."""

    def __init__(self, name):
        self.name = name
        self.type, self.dimensions = None, None  # None: a scalar, or a procedure
        self.intent, self.text = "", ""

    @property
    def real(self):
        return self.type == "real"

    def documented_dimensions(self):
        """The dimensions the text gives, as texts, where they can be found."""
        found = re.search(r"dimensions?\s*(?:at\s+least\s*)?\(", self.text, re.I)
        return split(balanced(self.text, found.end() - 1)) if found else None


class Routine:
    """One source file of BLAS or LAPACK."""

    def __init__(self, path):
        self.path, self.name = path, path.stem.lower()
        text = path.read_text(errors="replace")
        self.documentation = text
        self.code = statements(text, path.suffix.lower() == ".f90")

    @functools.cached_property
    def words(self):
        return set(re.findall(r"[a-z]\w*", "\n".join(self.code).lower()))

    @functools.cached_property
    def heading(self):
        """(is it a function, names of the arguments), or nothing where the file is no routine."""
        pattern = re.compile(r"^\s*(.*?)\b(subroutine|function)\s+" + self.name + r"\s*\((.*?)\)",
                             re.I)
        for line in self.code:
            if found := pattern.match(line):
                names = [n.strip().lower() for n in found[3].split(",") if n.strip()]
                return found[2].lower() == "function", names, found[1].strip()
        return None

    @functools.cached_property
    def arguments(self):
        arguments = {n: Argument(n) for n in self.heading[1]}
        for line in self.code:
            found = DECLARATION.match(line.strip())
            if not found:
                continue
            kind = TYPES[re.sub(r"\s*([*(])\s*", r"\1", re.sub(r"\s+", " ", found[1].upper()))
                         if "*" in found[1] else re.sub(r"\s+", " ", found[1].upper())]
            for item in split(found[2]):
                name = re.match(r"\s*(\w+)\s*(\(.*\))?", item)
                argument = name and arguments.get(name[1].lower())
                if argument and argument.type is None:
                    argument.type = kind
                    argument.dimensions = split(name[2][1:-1]) if name[2] else None
        self.read_documentation(arguments)
        return arguments

    def read_documentation(self, arguments):
        pattern = re.compile(r"\\param\[([^\]]*)\]\s+(\w+)[^\n]*\n(.*?)\\endverbatim", re.S)
        for intent, name, text in pattern.findall(self.documentation):
            if argument := arguments.get(name.lower()):
                argument.intent = intent.replace(" ", "")
                argument.text = re.sub(r"(?m)^[*!]>", "", text)

    def result_is_real(self):
        """Of a function: whether its result carries derivatives."""
        is_function, _, prefix = self.heading
        kind = re.sub(r"\s+", " ", prefix.upper())
        declared = any(re.match(rf"\s*(double\s+precision|real(\(wp\))?)\s*(::)?.*\b{self.name}\b",
                                line, re.I) for line in self.code)
        return is_function and (kind in ("DOUBLE PRECISION", "REAL") or not kind and declared)


def statements(text, free):
    """The statements of a source file, comments gone and continuation lines joined."""
    lines = []
    for line in text.split("\n"):
        if free:
            line = line.split("!")[0].rstrip()
            if lines and lines[-1].endswith("&"):
                lines[-1] = lines[-1][:-1] + line
                continue
        else:
            if line[:1] in ("*", "c", "C", "!", "#"):
                continue
            line = line[:72].rstrip()
            if len(line) > 5 and line[5] not in " 0" and not line[:5].strip() and lines:
                lines[-1] += line[6:]
                continue
        if line.strip():
            lines.append(line)
    return lines


def balanced(text, start):
    """What stands between the parenthesis at `start` and the one that closes it."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1:i]
    return text[start + 1:]


def split(text):
    """The parts of a list, at the commas outside parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [p.strip() for p in parts]


class Sources:
    """All routines of the package by name, and what each one needs."""

    def __init__(self, tree):
        self.routines = {}
        folders = [tree / "BLAS" / "SRC", tree / "SRC"]
        for folder in folders:
            for path in sorted(folder.glob("*.[fF]*")):
                self.routines.setdefault(path.stem.lower(), Routine(path))
        for name in ("slamch", "dlamch", "ilaver", "sroundup_lwork", "droundup_lwork"):
            self.routines[name] = Routine(tree / "INSTALL" / f"{name}.f")

    def needs(self, name):
        """The routine and all it calls, directly or not; modules first."""
        found, open_names = [], [name]
        while open_names:
            routine = self.routines[open_names.pop()]
            if routine in found:
                continue
            found.append(routine)
            open_names += sorted(w for w in routine.words if w in self.routines)
        found.sort(key=lambda r: (list(MODULES).index(r.name) if r.name in MODULES else 2))
        return found
