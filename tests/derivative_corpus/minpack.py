"""Cases of MINPACK: the functions of its test problems, its linear algebra, its solvers."""

import re

from cases import Case
from points import stable_random
from sources import Routine


def program_units(path):
    """The subroutines and functions of a file, by name; its main program is left out."""
    units, lines = {}, []
    for line in path.read_text().split("\n"):
        lines.append(line)
        if not re.match(r"      END\s*$", line, re.I):
            continue
        text = "\n".join(lines) + "\n"
        lines = []
        heading = re.search(r"(?im)^      (?:double precision function|subroutine)\s+(\w+)", text)
        if heading and not re.search(r"(?im)^      (read|write|stop)\b", text[:heading.start()]):
            units[heading[1].lower()] = text
    return units


def numbers(name, count, low=0.4, high=1.6):
    chance = stable_random("minpack", name)
    return [round(chance.uniform(low, high), 4) for _ in range(count)]


def matrix(name, rows, columns):
    """Dominant diagonal, rows first."""
    values = [[round(v - 1.0, 4) for v in numbers(f"{name}{i}", columns)] for i in range(rows)]
    for i in range(min(rows, columns)):
        values[i][i] = 4.0 + 0.7 * i
    return values


def problems(tree, data, size):
    """The first size of each problem in a data file: (number, n, m)."""
    found = {}
    for line in (tree / "ex" / data).read_text().split("\n"):
        row = [int(w) for w in line.split()]
        if row and row[0] > 0:
            found.setdefault(row[0], row[1:size])
    return found


class Minpack:
    def __init__(self, tree, work):
        self.tree, self.work = tree, work
        work.mkdir(parents=True, exist_ok=True)

    def unit(self, file, name):
        """One subroutine of an example, in a file of its own."""
        path = self.work / f"{file}-{name}.f"
        path.write_text(program_units(self.tree / "ex" / file)[name])
        return path

    def library(self, *names):
        return [self.tree / f"{n}.f" for n in names]

    def cases(self):
        return [*self.test_functions(), *self.kernels(), *self.solvers()]

    def test_functions(self):
        square = problems(self.tree, "file21", 2)
        tall = problems(self.tree, "file22", 3)
        for name, file in (("vecfcn", "file15"), ("vecjac", "file16")):
            yield self.square_function(name, file, square)
        for name, file in (("ssqfcn", "file19"), ("ssqjac", "file17")):
            yield self.tall_function(name, file, tall)

    def square_function(self, name, file, sizes):
        points = []
        for number, (n,) in sizes.items():
            x = numbers(f"{name}{number}", n)
            point = {"n": n, "x": x, "nprob": number}
            if name == "vecjac":
                points.append({**point, "ldfjac": n, "fjac": matrix("zero", n, n)})
            else:
                points.append({**point, "fvec": [0.0] * n})
        result = "fjac" if name == "vecjac" else "fvec"
        return Case(name, [self.unit(file, name)], f"{name}(x)>({result})", points)

    def tall_function(self, name, file, sizes):
        points = []
        for number, (n, m) in sizes.items():
            point = {"m": m, "n": n, "x": numbers(f"{name}{number}", n), "nprob": number}
            if name == "ssqjac":
                points.append({**point, "ldfjac": m, "fjac": matrix("zero", m, n)})
            else:
                points.append({**point, "fvec": [0.0] * m})
        result = "fjac" if name == "ssqjac" else "fvec"
        return Case(name, [self.unit(file, name)], f"{name}(x)>({result})", points)

    def kernels(self):
        n, m = 4, 6
        packed = [4.0, 0.3, -0.2, 0.5, 5.0, 0.4, -0.6, 6.0, 0.2, 7.0]
        ones, zeros = [1.0] * n, [0.0] * n
        b = numbers("b", n)
        machine = self.library("dpmpar", "enorm")
        square = {"n": n, "r": matrix("r", n, n), "ldr": n, "ipvt": [2, 1, 4, 3], "diag": ones,
                  "qtb": b, "x": zeros, "sdiag": zeros}
        yield Case("enorm", self.library("enorm"), "enorm(x)>(enorm)",
                   [{"n": 5, "x": numbers("x", 5)}])
        yield Case("qrfac", [*machine, *self.library("qrfac")], "qrfac(a)>(a,rdiag,acnorm)",
                   [{"m": m, "n": n, "a": matrix("a", m, n), "lda": m, "pivot": pivot,
                     "ipvt": [0] * n, "lipvt": n, "rdiag": zeros, "acnorm": zeros, "wa": zeros}
                    for pivot in (False, True)])
        yield Case("qrsolv", self.library("qrsolv"), "qrsolv(r,diag,qtb)>(x,sdiag)",
                   [{**square, "wa": zeros}])
        yield Case("lmpar", [*machine, *self.library("qrsolv", "lmpar")],
                   "lmpar(r,diag,qtb,delta)>(x,sdiag,par)",
                   [{**square, "delta": delta, "par": 0.1, "wa1": zeros, "wa2": zeros}
                    for delta in (100.0, 0.05)])
        yield Case("dogleg", [*machine, *self.library("dogleg")], "dogleg(r,diag,qtb,delta)>(x)",
                   [{"n": n, "r": packed, "lr": 10, "diag": ones, "qtb": b, "delta": delta,
                     "x": zeros, "wa1": zeros, "wa2": zeros} for delta in (100.0, 0.3, 0.01)])
        yield Case("qform", self.library("qform"), "qform(q)>(q)",
                   [{"m": m, "n": n, "q": matrix("q", m, m), "ldq": m, "wa": [0.0] * m}])
        yield Case("r1mpyq", self.library("r1mpyq"), "r1mpyq(a,v,w)>(a)",
                   [{"m": m, "n": n, "a": matrix("a", m, n), "lda": m, "v": [0.3, -0.5, 1.7, 0.4],
                     "w": [-0.2, 2.5, 0.6, 0.1]}])
        yield Case("r1updt", [*self.library("dpmpar", "r1updt")], "r1updt(s,u,v)>(s,v,w)",
                   [{"m": n, "n": n, "s": packed, "ls": 10, "u": b, "v": numbers("v", n),
                     "w": zeros, "sing": False}])
        yield Case("rwupdt", self.library("rwupdt"), "rwupdt(r,w,b,alpha)>(r,b,alpha,cos,sin)",
                   [{"n": n, "r": matrix("r", n, n), "ldr": n, "w": numbers("w", n), "b": b,
                     "alpha": 0.7, "cos": zeros, "sin": zeros}])
        yield from self.derivative_checker()

    def derivative_checker(self):
        m, n = 5, 3
        point = {"m": m, "n": n, "x": numbers("x", n), "fvec": numbers("f", m),
                 "fjac": matrix("j", m, n), "ldfjac": m, "xp": numbers("xp", n),
                 "fvecp": numbers("fp", m), "err": [0.0] * m}
        files = self.library("dpmpar", "chkder")
        yield Case("chkder", files, "chkder(x)>(xp)", [{**point, "mode": 1}])
        yield Case("chkder-differences", files, "chkder(fvec,fvecp,fjac,x)>(err)",
                   [{**point, "mode": 2}])

    def solvers(self):
        shared = ["dpmpar", "enorm", "qrfac"]
        root = [*shared, "dogleg", "qform", "r1mpyq", "r1updt"]
        fit = [*shared, "lmpar", "qrsolv"]
        n = 9
        yield self.solver("hybrd1", "thybrd1.f", [*root, "fdjac1", "hybrd"],
                          {"n": n, "x": [-0.9] * n, "fvec": [0.0] * n, "tol": 0.05, "info": 0,
                           "wa": [0.0] * 200, "lwa": 200})
        yield self.solver("hybrj1", "thybrj1.f", [*root, "hybrj"],
                          {"n": n, "x": [-0.9] * n, "fvec": [0.0] * n, "fjac": matrix("zero", n, n),
                           "ldfjac": n, "tol": 0.05, "info": 0, "wa": [0.0] * 120, "lwa": 120})
        m, n = 15, 3
        start = {"m": m, "n": n, "x": [0.9, 1.1, 1.2], "fvec": [0.0] * m, "tol": 0.05, "info": 0}
        jacobian = {"fjac": matrix("zero", m, n), "ldfjac": m, "ipvt": [0] * n, "wa": [0.0] * 60,
                    "lwa": 60}
        yield self.solver("lmdif1", "tlmdif1.f", [*fit, "fdjac2", "lmdif"],
                          {**start, "iwa": [0] * n, "wa": [0.0] * 120, "lwa": 120})
        yield self.solver("lmder1", "tlmder1.f", [*fit, "lmder"], {**start, **jacobian})
        yield self.solver("lmstr1", "tlmstr1.f", [*fit, "rwupdt", "qform", "lmstr"],
                          {**start, **jacobian, "fjac": matrix("zero", n, n), "ldfjac": n})

    def solver(self, name, example, needed, point):
        """From the start to the solution, through the solver and its user's function. The tolerance
        is loose: a good solution does not depend on the start any more."""
        files = [*self.library(*needed, name), self.unit(example, "fcn"), self.caller(name, point)]
        return Case(name, files, f"call_{name}(x)>(x,fvec)", [point])

    def caller(self, name, point):
        """A subroutine of ours that calls the solver with the example's function."""
        order = Routine(self.tree / f"{name}.f").heading[1]
        declarations = []
        for argument in order[1:]:
            value, suffix = point[argument], ""
            while isinstance(value, list):
                value, suffix = value[0], "(ldfjac,*)" if suffix else "(*)"
            kind = "integer" if isinstance(value, int) else "double precision"
            declarations.append(f"      {kind} {argument}{suffix}\n")
        path = self.work / f"call_{name}.f"
        path.write_text(f"      subroutine call_{name}({','.join(order[1:5])},\n"
                        f"     *  {','.join(order[5:])})\n" + "".join(sorted(declarations, reverse=True))
                        + f"      external fcn\n      call {name}({','.join(order[:5])},\n"
                        f"     *  {','.join(order[5:])})\n      end\n")
        return path
