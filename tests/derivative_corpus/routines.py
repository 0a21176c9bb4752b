"""Cases of BLAS and LAPACK routines: heads and points from their documentation, and what is special."""

import points
from cases import Case, Verdict, nested
from special import SPECIAL


def is_scratch(argument):
    return argument.name.startswith(("work", "rwork"))


def head(routine, special):
    """Independents: real arguments that are read; dependents: real ones that are left behind."""
    differentiable = [a for a in routine.arguments.values()
                      if a.type in ("real", "complex") and not is_scratch(a)]
    independents = [a.name for a in differentiable if "in" in a.intent.replace("inout", "in,out")
                    and a.name not in special.get("constant", ())]
    dependents = [a.name for a in differentiable if "out" in a.intent
                  and a.name not in special.get("ignored", ())]
    if routine.result_is_real():
        dependents.append(routine.name)
    if not independents or not dependents:
        return None
    return f"{routine.name}({','.join(independents)})>({','.join(dependents)})"


def case(sources, name):
    """A Case, or the Verdict that there is nothing to differentiate or no point."""
    routine, special = sources.routines[name], SPECIAL.get(name, {})
    if "reason" in special:
        return Verdict("unsuitable", special["reason"])
    text = head(routine, special)
    if not text:
        return Verdict("nothing", "no real argument in or no real result out")
    try:
        made = [points.Point(routine, turn, special.get("at"))
                for turn in range(special.get("turns", 2))]
    except points.Unknown as reason:
        return Verdict("unsuitable", str(reason))
    files = [r.path for r in sources.needs(name)]
    ats = [{n: nested(v, p.shapes.get(n, [1])) for n, v in p.values.items()} for p in made]
    return Case(name, files, text, ats, tolerance=special.get("tolerance"))
