"""The loops of the recurrence paper (tests/dependence/figures.c, trfd and mdg in fortran.f90), run at many values
of their parameters. What is said of a loop must be so wherever its condition holds; and it must hold wherever
`granted` says: where the paper, or what enumeration shows the paper should have said, has no dependence. EXACT:
wherever there is none. A number: at that share of the runs without one (of Figure 17 some have none because no
integers meet, which no comparison of parameters tells; 0.71 is what signs can tell at best)."""

import itertools

from dependence_expected import analyze
from dependence_oracle import predicate
from harness import Failure

SMALL = range(-6, 7)


def figure6(n, k):
    for i in range(n):
        yield (i,), i + k, True
        k = i + 2*k


def figure7(n, j):
    k = 0
    for i in range(n):
        yield (i,), k, True
        k, j = k + j, j + 2
        yield (i,), k, False
        k += 1


def figure9(n):
    p = 0
    for i in range(n):
        for j in range(i + 1):
            yield (i, j), p, True
            p += 1


def figure11(n, k, c):
    j = 0
    for i in range(n):
        if c >> i & 1:
            k += j
            yield (i,), i + k, True
        else:
            k += i*(i - 1)//2
        j += i


def figure12(n, j, c):
    k = 0
    for i in range(n):
        yield (i,), k, True
        if c >> i & 1:
            k += 1
        else:
            k, j = k + j, j + 2


def figure15(nt, nor1):
    for i in range(1, nt + 1):
        jj = i
        for j in range(1, nor1 + 1):
            yield (i, j), jj, False
            yield (i, j), jj, True
            jj += nt


def figure16(n):
    p = q = 0
    for i in range(n):
        for j in range(i + 1):
            p += 1
            yield (i, j), p, False
            yield (i, j), q, True
        q += 1


def figure17(M, N, K):
    for I in range(1, M + 2):
        yield (I,), I*N + 10, True
        yield (I,), 2*I + K, False
        K = 2*K + N


def trfd(m, left):
    ijkl = ij = 0
    for i in range(1, m + 1):
        for j in range(1, i + 1):
            ij += 1
            ijkl += i - j + 1
            for k in range(i + 1, m + 1):
                for l in range(1, k + 1):
                    ijkl += 1
                    yield (i, j, k, l), ijkl, True
            ijkl += ij + left


EXACT = 1.0


def never(**_):
    return False


def always(**_):
    return True


def product(**ranges):
    """All values of the parameters."""
    return [dict(zip(ranges, values)) for values in itertools.product(*ranges.values())]


# Procedure, its loops, its accesses, the parameters, and for each loop where its condition must hold.
FIGURES = [
    ("figure6", ["i"], figure6, product(n=range(8), k=SMALL), [lambda k0, **_: k0 != -1]),
    ("figure7", ["i"], figure7, product(n=range(11), j=range(-25, 6)), [EXACT]),
    ("figure8", ["i"], figure7, product(n=range(11), j=range(-25, 6)), [EXACT]),
    ("figure9", ["i", "j"], figure9, product(n=range(9)), [always, always]),
    ("figure11", ["i"], figure11, product(n=range(6), k=SMALL, c=range(32)), [always]),
    ("figure12", ["i"], figure12, product(n=range(6), j=SMALL, c=range(32)), [lambda j0, **_: j0 >= 1]),
    ("figure15", ["i", "j"], figure15, product(nt=range(6), nor1=range(6)), [always, always]),
    ("mdg", ["i", "j"], figure15, product(nt=range(6), nor1=range(6)), [always, always]),
    ("figure16", ["i", "j"], figure16, product(n=range(8)), [never, never]),
    ("figure17", ["I"], figure17, product(M=range(7), N=range(-12, 13), K=range(-30, 40)), [0.5]),
    ("trfd", ["i", "j", "k", "l"], trfd, product(m=range(6), left=range(-30, 5)),
     [lambda left, **_: left >= -3, lambda left, i, **_: 2*left >= -i*(i + 1), always, always]),
]


def meetings(events, level):
    """The values of outer counters at which two iterations of a loop met, one writing, and all of them."""
    seen, met, ran = {}, set(), {}
    for counters, address, writes in events:
        outer, here = counters[:level], counters[level]
        ran.setdefault(outer, set()).add(here)
        least, most, wrote = seen.get((outer, address), (here, here, False))
        least, most, wrote = min(least, here), max(most, here), wrote or writes
        seen[outer, address] = least, most, wrote
        if wrote and least != most:
            met.add(outer)
    return met, {outer for outer, values in ran.items() if len(values) > 1}


def claimed(loop, array):
    """The condition on the array's accesses as a function; of a serial loop, too, where only scalars are in the way."""
    of_array = [d for d in loop["dependences"] if d["on"] in array]
    if loop["reason"] or any(d["vanishes"] is None for d in of_array):
        return lambda names: False
    return predicate(loop["condition"]) if loop["condition"] else lambda names: True


def check_figures(costate, paths):
    loops = {(l["procedure"], l["variable"]): l for path in paths for l in analyze(costate, path)}
    for procedure, variables, events, parameters, granted in FIGURES:
        for level, variable in enumerate(variables):
            holds = claimed(loops[procedure, variable], {"a", "A", "p", "var", "xijkl"})
            independent = told = 0
            for values in parameters:
                met, ran = meetings(list(events(**values)), level)
                for outer in ran:
                    names = {**values, **{f"{x}0": v for x, v in values.items()}, **dict(zip(variables, outer))}
                    said = bool(holds(names))
                    if said and outer in met:
                        raise Failure(f"{variable} in {procedure} is said to be independent, but not at {names}")
                    independent += outer not in met
                    told += said
                    if callable(granted[level]) and granted[level](**names) and not said:
                        raise Failure(f"{variable} in {procedure}: the condition is too strong at {names}: "
                                      f"{loops[procedure, variable]['condition']}")
            if not callable(granted[level]) and told < granted[level]*independent:
                raise Failure(f"{variable} in {procedure}: the condition holds at {told} of {independent} runs without "
                              f"a dependence: {loops[procedure, variable]['condition']}")
