"""Loops of a program against what its comments expect of `costate analyze dependence`.

`expect LOOP in PROCEDURE: VERDICT [if CONDITION]` says what a loop must get (`w` is any while loop, `i@1` the
second loop over i), `also NAME in PROCEDURE: private` or `reduction` what else; `meets NAME over LOOP in
PROCEDURE`: whatever the verdict is for, a dependence through NAME must be among the reasons."""

import json
import re

from harness import Failure, must, text

EXPECT = r"expect (\w+)(?:@(\d+))? in (\w+): (parallel|conditional|serial)(?: if ([^\n]*))?"


def analyze(costate, path):
    return json.loads(text(must([costate, "analyze", "dependence", path, "--json"],
                                "costate analyze dependence", timeout=900).out))["loops"]


def is_named(loop, procedure, variable):
    name = "w" if re.fullmatch(r"w\d+", loop["variable"]) else loop["variable"]
    return loop["procedure"] == procedure and variable in (name, loop["variable"])


def says_why(loop):
    """A reason with its line, or a dependence that stays, from a line to a line."""
    if loop["reason"]:
        return re.search(r"\(line [1-9]\d*\)$", loop["reason"])
    return any(d["vanishes"] is None and d["reason"] and d["from"] > 0 and d["to"] > 0 for d in loop["dependences"])


def check_expected(costate, path):
    """How many loops were checked."""
    loops = analyze(costate, path)
    expected = re.findall(EXPECT, path.read_text())
    wrong = [f"{l['variable']} in {l['procedure']} is serial, but nothing says why and where"
             for l in loops if l["verdict"] == "serial" and not says_why(l)]
    for variable, number, procedure, verdict, condition in expected:
        found = [l for l in loops if is_named(l, procedure, variable)]
        if len(found) <= int(number or 0):
            raise Failure(f"no loop over {variable} in {procedure}")
        loop = found[int(number or 0)]
        condition = (condition or "").replace("*/", "").strip() or None
        if loop["verdict"] != verdict or (condition and loop["condition"] != condition):
            wrong.append(f"{variable} in {procedure} should be {verdict} if {condition}, is "
                         f"{loop['verdict']} if {loop['condition']}: {loop['reason']}\n"
                         + json.dumps(loop["dependences"][:1], indent=1))
    for name, procedure, what in re.findall(r"also (\w+) in (\w+): (private|reduction)", path.read_text()):
        lists = [l["private"] if what == "private" else [x.split(":")[1] for x in l["reductions"]]
                 for l in loops if l["procedure"] == procedure]
        if not any(name in entries for entries in lists):
            wrong.append(f"{name} in {procedure} should be {what}, found {lists}")
    for name, variable, procedure in re.findall(r"meets (\w+) over (\w+) in (\w+)", path.read_text()):
        loop = next(l for l in loops if is_named(l, procedure, variable))
        if not any(d["on"] == name and d["vanishes"] is None for d in loop["dependences"]):
            wrong.append(f"{variable} in {procedure} should have a dependence on {name}")
    if wrong:
        raise Failure("\n".join(wrong))
    return len(expected)
