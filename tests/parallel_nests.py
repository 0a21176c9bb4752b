"""Programs that run random loop nests (dependence_nests.py) at many values of their parameters and print what
they leave: the array, the induction variable, the pointer."""

import random

from dependence_nests import Nest

REACH = 20000  # elements before and after the start of the array

HEAD = f"""#include <stdio.h>
#include <string.h>

static double store[{2*REACH}];
static const double c[80] = {{@}};

static void start(void)
{{
    for (int i = 0; i < {2*REACH}; i++)
        store[i] = i % 7;
}}

static void show(const char *name, long last)
{{
    unsigned long hash = (unsigned long)last;
    for (int i = 0; i < {2*REACH}; i++)
        hash = hash*31 + (unsigned long)(long)store[i];
    printf("%s %ld %lx\\n", name, last, hash);
}}
"""


def python_lines(block, depth):
    """A nest as Python that calls `note` with every subscript. Their expressions are Python, too, but for division."""
    pad = "    "*depth
    yield pad + "pass"
    for s in block:
        if s[0] == "for":
            _, x, lower, bound, step, body = s
            yield f"{pad}for {x} in range({lower}, {bound if step > 0 else f'({bound}) - 1'}, {step}):"
            yield from python_lines(body, depth + 1)
        elif s[0] == "if":
            yield f"{pad}if {s[1]}:"
            yield from python_lines(s[2], depth + 1)
            yield f"{pad}else:"
            yield from python_lines(s[3], depth + 1)
        elif s[0] == "access":
            yield from (f"{pad}note({x.replace('/', '//')})" for x in s[1:] if x)
        elif s[0] == "walk":
            yield f"{pad}note(w)"
            yield f"{pad}w += {s[1]}"
        else:
            yield f"{pad}k = {s[1].replace('/', '//')}"


def python(nest):
    scope = {}
    exec("\n".join(["def run(n, m, p, q, k, c, note):", "    w = 0", *python_lines(nest.body, 1)]),  # pylint: disable=exec-used
         scope)
    return scope["run"]


def parameters(seed, nest, conditions):
    """Values at which the nest stays inside of the array."""
    r = random.Random(seed)
    run = python(nest)
    for n in (0, 1, 2, 5, 9, 13):
        values = {"n": n, "m": r.choice([0, 1, 3, 5, 12]), "p": r.randint(-3, 4), "q": r.randint(-2, 4),
                  "k": r.randint(-4, 5)}
        reached = [0]
        run(**values, c=conditions, note=reached.append)
        if max(map(abs, reached)) < REACH:
            yield values


def program(seeds):
    r = random.Random(seeds[0])
    conditions = [r.choice([-1.0, 1.0]) for _ in range(80)]
    nests, calls = [], []
    for seed in seeds:
        nest = Nest(seed)
        last = "w - a" if nest.kind == "pointer" else "k"
        text = nest.c(f"nest{seed}").replace("void ", "static long ", 1)
        nests.append(text[:-1] + f"    return {last};\n}}")
        for values in parameters(seed, nest, conditions):
            arguments = ", ".join(str(values[x]) for x in "nmpqk")
            calls.append(f'    start();\n    show("{seed} at {arguments}", '
                         f"nest{seed}({arguments}, store + {REACH}, c));")
    return "\n\n".join([HEAD.replace("@", ", ".join(map(str, conditions))), *nests,
                        "int main(void)\n{\n" + "\n".join(calls) + "\n    return 0;\n}\n"])
