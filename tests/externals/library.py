"""Programs that call every BLAS and LAPACK routine Costate knows, in all ways of calling it.

A routine is wrapped once for each set of independents (all, each alone, all but each), so that steps
with passive factors are tested too. One driver runs through all flags, increments and factors and
compares the tangent with central differences, and the values with the original's."""

import itertools
import re

FLAGS = {"uplo": "UL", "trans": "NTC", "transa": "NTC", "transb": "NTC", "side": "LR", "diag": "NU"}
FACTORS = {"alpha": (0.0, 1.0, 0.7), "beta": (0.0, 1.0, -0.6)}
INCREMENTS = {"incx": (1, 2, -1, -3), "incy": (1, -2)}
LD = 7
VECTORS = ("x", "y")
PACKED = ("ap",)

# name, arguments, independents, written; a function's result is written under its name
ROUTINES = [
    ("dot", "n x incx y incy", "x y", "dot"),
    ("nrm2", "n x incx", "x", "nrm2"),
    ("asum", "n x incx", "x", "asum"),
    ("axpy", "n alpha x incx y incy", "alpha x y", "y"),
    ("scal", "n alpha x incx", "alpha x", "x"),
    ("copy", "n x incx y incy", "x y", "y"),
    ("swap", "n x incx y incy", "x y", "x y"),
    ("rot", "n x incx y incy c s", "x y c s", "x y"),
    ("rotg", "ra rb c s", "ra rb", "ra rb c s"),
    ("rotm", "n x incx y incy param", "x y param", "x y"),
    ("gemv", "trans m n alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("gbmv", "trans m n kl ku alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("symv", "uplo n alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("sbmv", "uplo n k alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("spmv", "uplo n alpha ap x incx beta y incy", "alpha ap x beta y", "y"),
    ("trmv", "uplo trans diag n a lda x incx", "a x", "x"),
    ("tbmv", "uplo trans diag n k a lda x incx", "a x", "x"),
    ("tpmv", "uplo trans diag n ap x incx", "ap x", "x"),
    ("trsv", "uplo trans diag n a lda x incx", "a x", "x"),
    ("tbsv", "uplo trans diag n k a lda x incx", "a x", "x"),
    ("tpsv", "uplo trans diag n ap x incx", "ap x", "x"),
    ("ger", "m n alpha x incx y incy a lda", "alpha x y a", "a"),
    ("syr", "uplo n alpha x incx a lda", "alpha x a", "a"),
    ("spr", "uplo n alpha x incx ap", "alpha x ap", "ap"),
    ("syr2", "uplo n alpha x incx y incy a lda", "alpha x y a", "a"),
    ("spr2", "uplo n alpha x incx y incy ap", "alpha x y ap", "ap"),
    ("gemm", "transa transb m n k alpha a lda b ldb beta c2 ldc", "alpha a b beta c2", "c2"),
    ("symm", "side uplo m n alpha a lda b ldb beta c2 ldc", "alpha a b beta c2", "c2"),
    ("syrk", "uplo trans n k alpha a lda beta c2 ldc", "alpha a beta c2", "c2"),
    ("syr2k", "uplo trans n k alpha a lda b ldb beta c2 ldc", "alpha a b beta c2", "c2"),
    ("trmm", "side uplo transa diag m n alpha a lda b ldb", "alpha a b", "b"),
    ("trsm", "side uplo transa diag m n alpha a lda b ldb", "alpha a b", "b"),
    ("getrf", "m n a lda ipiv info", "a", "a"),
    ("getrs", "trans n nrhs a lda ipiv b ldb info", "a b", "b"),
    ("gesv", "n nrhs a lda ipiv b ldb info", "a b", "a b"),
    ("potrf", "uplo n a lda info", "a", "a"),
    ("potrs", "uplo n nrhs a lda b ldb info", "a b", "b"),
    ("posv", "uplo n nrhs a lda b ldb info", "a b", "a b"),
]
# In complex precisions
SHARED = ("axpy scal copy swap gemv gbmv trmv tbmv tpmv trsv tbsv tpsv gemm symm syrk syr2k trmm trsm "
          "getrf getrs gesv potrf potrs posv").split()
COMPLEX = [row for row in ROUTINES if row[0] in SHARED] + [
    ("dotu", "n x incx y incy", "x y", "dotu"),
    ("dotc", "n x incx y incy", "x y", "dotc"),
    ("hemv", "uplo n alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("hbmv", "uplo n k alpha a lda x incx beta y incy", "alpha a x beta y", "y"),
    ("hpmv", "uplo n alpha ap x incx beta y incy", "alpha ap x beta y", "y"),
    ("geru", "m n alpha x incx y incy a lda", "alpha x y a", "a"),
    ("gerc", "m n alpha x incx y incy a lda", "alpha x y a", "a"),
    ("her", "uplo n alpha x incx a lda", "alpha x a", "a"),
    ("hpr", "uplo n alpha x incx ap", "alpha x ap", "ap"),
    ("her2", "uplo n alpha x incx y incy a lda", "alpha x y a", "a"),
    ("hpr2", "uplo n alpha x incx y incy ap", "alpha x y ap", "ap"),
    ("hemm", "side uplo m n alpha a lda b ldb beta c2 ldc", "alpha a b beta c2", "c2"),
    ("herk", "uplo trans n k alpha a lda beta c2 ldc", "alpha a beta c2", "c2"),
    ("her2k", "uplo trans n k alpha a lda b ldb beta c2 ldc", "alpha a b beta c2", "c2"),
]
REAL_IN_COMPLEX = {"her": ("alpha",), "hpr": ("alpha",), "herk": ("alpha", "beta"), "her2k": ("beta",)}
# What a routine takes to be Hermitian and writes has a real diagonal.
HERMITIAN = ("her", "hpr", "her2", "hpr2", "herk", "her2k", "potrf", "posv")
LAPACK = ("getrf", "getrs", "gesv", "potrf", "potrs", "posv")
SCALARS = ("alpha", "beta", "c", "s", "ra", "rb")
INTEGERS = ("m", "n", "k", "kl", "ku", "nrhs", "info", "lda", "ldb", "ldc", "incx", "incy")


class Routine:
    def __init__(self, row, precision):
        self.base, arguments, independents, written = row
        self.name = precision + self.base
        self.arguments = arguments.split()
        self.independents, self.written = independents.split(), written.split()
        self.function = self.base in self.written
        self.reals = [a for a in self.arguments if is_real(a)]
        self.complex = precision in "cz"
        self.trans = "NC" if self.base in ("herk", "her2k") else \
            "NT" if self.complex and self.base in ("syrk", "syr2k") else "NTC"

    def type_of(self, name):
        real = not self.complex or name in REAL_IN_COMPLEX.get(self.base, ())
        return "real" if real else "complex"

    def declaration(self, name, size):
        return declaration(name, size).replace("real(", self.type_of(name) + "(")

    def patterns(self, thorough):
        """Sets of independents."""
        every = self.independents
        if not thorough or len(every) == 1:
            return [every]
        sets = [every] + [[x] for x in every]
        if len(every) > 2:
            sets += [[y for y in every if y != x] for x in every]
        return sets

    def carriers(self, pattern):
        """The arguments that have a derivative in the tangent of a wrapper."""
        return [a for a in self.reals if a in pattern or a in self.written]


def is_real(name):
    return name not in FLAGS and name not in INTEGERS and name != "ipiv"


def declaration(name, size):
    if name in FLAGS:
        return "character"
    if name in INTEGERS:
        return "integer"
    if name == "ipiv":
        return f"integer, dimension({size})"
    if name in SCALARS:
        return "real(wp)"
    if name == "param":
        return "real(wp), dimension(5)"
    return f"real(wp), dimension({length(name, size)})"


def length(name, size):
    if name in PACKED:
        return size * (size + 1) // 2
    return 4 * size if name in VECTORS else (size + 2) * size


def fortran_wrappers(routines, kind, thorough, size):
    """The program to differentiate, and its heads."""
    text, heads = "", []
    for r in routines:
        for number, pattern in enumerate(r.patterns(thorough)):
            name = f"t_{r.name}{number}"
            heads.append(f"{name}({','.join(pattern)})>({','.join(r.written)})"
                         .replace(f"({r.base})", "(value)"))
            parameters = r.arguments + (["value"] if r.function else [])
            call = f"{r.name}({', '.join(r.arguments)})"
            text += f"subroutine {name}({', '.join(parameters)})\n  implicit none\n"
            for a in r.arguments:
                text += f"  {r.declaration(a, size).replace('wp', str(kind))} :: {a}\n"
            if r.function:
                text += f"  {r.type_of('')}({kind}) :: value\n"
                text += f"  {r.type_of('')}({kind}), external :: {r.name}\n"
                text += f"  value = {call}\n"
            else:
                text += f"  external :: {r.name}\n  call {call}\n"
            text += f"end subroutine {name}\n\n"
    return text, heads


def c_type(r, name, real):
    if r.type_of(name) == "complex":
        real += " complex"
    if name in FLAGS:
        return "char *"
    return "int *" if name in INTEGERS or name == "ipiv" else real + " *"


def c_wrappers(routines, kind, thorough):
    """The same in C, which calls the routines by their Fortran names."""
    real = "float" if kind == 4 else "double"
    text, heads = "#include <complex.h>\n\n", []
    for r in routines:
        result = real + (" complex" if r.complex else "")
        parameters = ", ".join(c_type(r, a, real) + a for a in r.arguments)
        text += f"{result if r.function else 'void'} {r.name}_({parameters});\n\n"
        for number, pattern in enumerate(r.patterns(thorough)):
            name = f"t_{r.name}{number}"
            heads.append(f"{name}({','.join(pattern)})>({','.join(r.written)})"
                         .replace(f"({r.base})", "(value)"))
            call = f"{r.name}_({', '.join(r.arguments)});"
            value = f", {result} *value" if r.function else ""
            call = "*value = " + call if r.function else call
            text += f"void {name}({parameters}{value}) {{ {call} }}\n\n"
    return text, heads


ENUMERATORS = {
    "uplo": "*uplo == 'U' ? CblasUpper : CblasLower",
    "diag": "*diag == 'U' ? CblasUnit : CblasNonUnit",
    "side": "*side == 'L' ? CblasLeft : CblasRight",
    **{t: f"*{t} == 'N' ? CblasNoTrans : *{t} == 'T' ? CblasTrans : CblasConjTrans"
       for t in ("trans", "transa", "transb")},
}


def cblas_wrappers(routines, kind, thorough, layout):
    """The same through CBLAS."""
    real = "float" if kind == 4 else "double"
    text, heads = "#include <cblas.h>\n\n", []
    for r in routines:
        parameters = ", ".join(c_type(r, a, real) + a for a in r.arguments)
        values = [f"{ENUMERATORS[a]}" if a in FLAGS else
                  f"*{a}" if a in INTEGERS or a in ("alpha", "beta") or
                  a in ("c", "s") and r.base == "rot" else a for a in r.arguments]
        matrix = any(a in r.arguments for a in ("a", "ap"))
        for number, pattern in enumerate(r.patterns(thorough)):
            name = f"t_{r.name}{number}"
            heads.append(f"{name}({','.join(pattern)})>({','.join(r.written)})"
                         .replace(f"({r.base})", "(value)"))
            call = f"cblas_{r.name}({', '.join(([layout] if matrix else []) + values)});"
            value = f", {real} *value" if r.function else ""
            call = "*value = " + call if r.function else call
            text += f"void {name}({parameters}{value}) {{ {call} }}\n\n"
    return text, heads


def driver(routines, kind, thorough, size):
    step, tolerance = ("1e-6_wp", "2e-6_wp") if kind == 8 else ("1e-2_wp", "3e-2_wp")
    text = f"""program driver
  implicit none
  integer, parameter :: wp = {kind}
  real(wp), parameter :: h = {step}
  real(wp) :: worst
  integer :: failures
  integer(8) :: state = 20240229
  failures = 0
"""
    for r in routines:
        text += f"  call test_{r.name}()\n"
    text += "  if (failures == 0) print '(a)', 'all good'\n\ncontains\n" + COMMON
    for r in routines:
        text += test(r, thorough, size)
    return text.replace("TOLERANCE", tolerance).replace("TYPE", routines[0].type_of("")) + "\nend program driver\n"


COMMON = """
  ! The same numbers in every run, between 0 and 1.
  impure elemental subroutine noise(x)
    real(wp), intent(out) :: x
    state = mod(48271_8*state, 2147483647_8)
    x = real(state, wp)/2147483647
  end subroutine noise

  impure elemental subroutine noise_complex(x)
    complex(wp), intent(out) :: x
    real(wp) :: parts(2)
    call noise(parts)
    x = cmplx(parts(1), parts(2), wp)
  end subroutine noise_complex

  subroutine compare(name, tangent, difference)
    character(*), intent(in) :: name
    TYPE(wp), intent(in) :: tangent(:), difference(:)
    real(wp) :: error
    error = maxval(abs(tangent - difference))/(1 + maxval(abs(difference)))
    if (.not. error <= TOLERANCE) then
      failures = failures + 1
      if (failures < 20) print '(a, 5es12.3)', 'wrong: '//name, error, &
        tangent(maxloc(abs(tangent - difference), 1)), difference(maxloc(abs(tangent - difference), 1))
    end if
  end subroutine compare

  subroutine equal(name, a, b)
    character(*), intent(in) :: name
    TYPE(wp), intent(in) :: a(:), b(:)
    if (any(a /= b)) then
      failures = failures + 1
      if (failures < 20) print '(a)', 'other values: '//name
    end if
  end subroutine equal
"""


def conditioned(r, size):
    """Matrices that can be solved with."""
    if r.base in ("posv", "potrf", "potrs"):
        return f"    do i = 1, {size}\n      a(i + (i - 1)*lda) = {size} + i\n    end do\n"
    if r.base in ("gesv", "getrf", "getrs"):  # large elements where rows have to be exchanged
        return (f"    do i = 1, n\n      a(i + (n - i)*lda) = {size} + i\n    end do\n")
    if r.base in ("trsv", "trsm", "tbsv", "tpsv"):
        name = "ap" if r.base == "tpsv" else "a"
        return f"    {name} = 1 + 0.4_wp*{name}\n"
    return ""


def prepared(r):
    """Solvers with given factors get some."""
    if r.base == "getrs":
        return "    call prepare_getrf(n, n, a, lda, ipiv, info)\n"
    if r.base == "potrs":
        return "    call prepare_potrf(uplo, n, a, lda, info)\n"
    return ""


def test(r, thorough, size):
    names = r.arguments + (["value"] if r.function else [])
    reals = r.reals + (["value"] if r.function else [])
    lines = [f"\n  subroutine test_{r.name}()"]
    for a in names:
        type_ = r.type_of(a) + "(wp)" if a == "value" else r.declaration(a, size)
        lines.append(f"    {type_} :: {a}")
        if a in reals:
            lines.append(f"    {type_} :: {a}0, {a}d, {a}d0, {a}u, {a}l")
    loops = [(a, r.trans if a == "trans" else FLAGS[a]) for a in r.arguments if a in FLAGS]
    loops += [(a, INCREMENTS[a]) for a in r.arguments if a in INCREMENTS]
    loops += [(a + "0", FACTORS[a]) for a in r.arguments if a in FACTORS]
    if r.base == "rotm":
        loops.append(("param0(1)", (-2.0, -1.0, 0.0, 1.0)))
    lines.append(f"    integer :: i{''.join(f', loop{j}' for j in range(len(loops)))}")
    if "prepare" in prepared(r):
        lines.append("    external :: " + re.search(r"prepare_\w+", prepared(r))[0])
    dimensions = {"n": size - 1, "m": size, "k": size - 2, "kl": 1, "ku": 2, "nrhs": 2}
    if "uplo" in r.arguments and r.base not in ("syrk", "syr2k"):
        dimensions["k"] = 2  # of a band
    lines += [f"    {a} = {dimensions.get(a, size + 2)}" for a in r.arguments
              if a in INTEGERS and not a.startswith("inc")]
    for j, (_, values) in enumerate(loops):
        lines.append(f"    do loop{j} = 1, {len(values)}")
    for j, (a, values) in enumerate(loops):
        if isinstance(values, str):
            lines.append(f"      {a} = '{values}'(loop{j}:loop{j})")
    for a in r.reals:
        lines += noise(r, a, a + "0")
        lines.append(f"      {a}0 = 2*{a}0 - {'1' if r.type_of(a) == 'real' else '(1, 1)'}")
        lines += real_diagonal(r, a, a + "0")
    for j, (a, values) in enumerate(loops):
        if not isinstance(values, str):
            suffix = "_wp" if isinstance(values[0], float) else ""
            items = ", ".join(f"{v}{suffix}" for v in values)
            lines.append(f"      associate (choice => [{items}])")
            lines.append(f"        {a} = choice(loop{j})")
            lines.append("      end associate")
            if a in ("alpha0", "beta0") and r.type_of(a[:-1]) == "complex":
                lines.append(f"      if (loop{j} == 3) {a} = {a}*(1, 0.5)")
    setup = (conditioned(r, size) + prepared(r)).replace("a(", "a0(").replace("    a =", "    a0 =")
    setup = setup.replace("ap =", "ap0 =").replace("*ap\n", "*ap0\n").replace("*a\n", "*a0\n")
    setup = setup.replace(", a, ", ", a0, ")
    lines += setup.rstrip("\n").split("\n") if setup else []
    for number, pattern in enumerate(r.patterns(thorough)):
        lines += one_pattern(r, reals, number, pattern)
    lines += ["    end do"] * len(loops)
    lines.append(f"  end subroutine test_{r.name}\n")
    return "\n".join(lines)


def noise(r, a, name):
    kind = "" if r.type_of(a) == "real" else "_complex"
    return [f"      call noise{kind}({name})"]


def real_diagonal(r, a, name):
    hermitian = r.complex and r.base in HERMITIAN and a in r.written and a not in SCALARS + VECTORS
    return [f"      {name} = real({name})"] if hermitian else []


def one_pattern(r, reals, number, pattern):
    wrapper, lines = f"t_{r.name}{number}", []
    carriers = r.carriers(pattern) + (["value"] if r.function else [])
    for a in r.reals:
        lines += noise(r, a, a + "d0") if a in pattern else [f"      {a}d0 = 0"]
        lines += real_diagonal(r, a, a + "d0")
        if a == "param":
            lines.append("      paramd0(1) = 0")
    for sign, suffix in (("+", "u"), ("-", "l")):
        lines += [f"      {a} = {a}0 {sign} h*{a}d0" for a in r.reals]
        lines.append(f"      call {wrapper}({arguments(r, reals, [])})")
        lines += [f"      {a}{suffix} = {a}" for a in reals]
    lines += [f"      {a} = {a}0" for a in r.reals]
    lines += [f"      {a}d = {a}d0" for a in r.reals]
    lines.append(f"      call {wrapper}_d({arguments(r, reals, carriers)})")
    written = [a for a in reals if a in r.written or a == "value"]
    for a in written:
        vector = (lambda v: f"[{v}]") if a in SCALARS + ("value",) else (lambda v: v)
        difference = f"({a}u - {a}l)/(2*h)"
        lines.append(f"      call compare('{wrapper} {a}', {vector(a + 'd')}, {vector(difference)})")
    lines += [f"      {a}u = {a}" for a in written]
    lines += [f"      {a} = {a}0" for a in r.reals]
    lines.append(f"      call {wrapper}({arguments(r, reals, [])})")
    for a in written:
        vector = (lambda v: f"[{v}]") if a in SCALARS + ("value",) else (lambda v: v)
        lines.append(f"      call equal('{wrapper} {a}', {vector(a + 'u')}, {vector(a)})")
    return lines


def arguments(r, reals, carriers):
    out = []
    for a in r.arguments + (["value"] if "value" in reals else []):
        out.append(a)
        if a in carriers:
            out.append(a + "d")
    return ", ".join(out)


PREPARE = """
subroutine prepare_getrf(m, n, a, lda, ipiv, info)
  integer :: m, n, lda, ipiv(*), info
  real(wp) :: a(*)
  external :: ?getrf
  call ?getrf(m, n, a, lda, ipiv, info)
end subroutine prepare_getrf

subroutine prepare_potrf(uplo, n, a, lda, info)
  character :: uplo
  integer :: n, lda, info
  real(wp) :: a(*)
  external :: ?potrf
  call ?potrf(uplo, n, a, lda, info)
end subroutine prepare_potrf
"""


def preparation(precision, for_c):
    text = PREPARE
    if precision in "cz":
        text = text.replace("real(wp) :: a", "complex(wp) :: a")
    text = text.replace("wp", "4" if precision in "sc" else "8").replace("?", precision)
    return re.sub(r"^(subroutine .*)$", r"\1 bind(c)", text, flags=re.M) if for_c else text


def groups():
    """Test programs: title, language, precision, routines, size, all patterns or one."""
    level = lambda *names: [row for row in ROUTINES if row[0] in names]
    names = [row[0] for row in ROUTINES]
    one, two, three = names[:10], names[10:26], names[26:32]
    for language in ("f90", "c"):
        yield f"blas1_{language}", language, "d", level(*one), 4, True
        yield f"blas2_{language}", language, "d", level(*two), 5, True
        yield f"blas3_{language}", language, "d", level(*three), 4, True
        yield f"lapack_{language}", language, "d", level(*LAPACK), 5, True
        yield f"lapack_blocks_{language}", language, "d", level(*LAPACK), 75, False
        yield f"single_{language}", language, "s", ROUTINES, 4, False
        solvers = [row for row in COMPLEX if row[0] in LAPACK]
        others = [row for row in COMPLEX if row[0] not in LAPACK]
        for part in range(3):
            yield f"complex{part}_{language}", language, "z", others[part::3], 4, True
        yield f"complex_lapack_{language}", language, "z", solvers, 5, True
        yield f"complex_blocks_{language}", language, "z", solvers, 40, False
        yield f"complex_single_{language}", language, "c", COMPLEX, 4, False
    for layout in ("CblasRowMajor", "CblasColMajor"):
        yield layout, layout, "d", level(*one, *two, *three), 4, True


def check_table():
    for row in ROUTINES:
        for a in itertools.chain(row[2].split(), row[3].split()):
            assert a in row[1].split() or a == row[0], row
