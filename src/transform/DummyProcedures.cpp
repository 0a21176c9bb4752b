#include "transform/DummyProcedures.h"

namespace costate::transform {

using namespace ir;
using analysis::Variant;

DummyProcedures::DummyProcedures(const analysis::Varied &varied,
                                 std::function<bool(const Variant &)> needed)
    : varied(varied), isNeeded(std::move(needed)) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &v : varied.variants())
      if (isNeeded(*v))
        changed |= findSeveral(*v);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &v : varied.variants())
      if (isNeeded(*v))
        changed |= findKept(*v);
  }
}

const Variant *DummyProcedures::standsForSeveral(const Variant &v, const Symbol *s) const {
  auto found = several.find({&v, s});
  return found == several.end() ? nullptr : found->second;
}

bool DummyProcedures::isDropped(const Variant &v, const Symbol *s) const {
  return s->isDummyProcedure() && s->owner && s->owner->language == Language::Fortran && !v.head &&
         !kept.count({&v, s});
}

/// Dummies that are called and may be several, and those passed on to such.
bool DummyProcedures::findSeveral(const Variant &v) {
  bool changed = false;
  auto add = [&](const Symbol *s, const Variant *target) {
    if (target && isNeeded(*target))
      changed |= several.try_emplace({&v, s}, target).second;
  };
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return;
    auto &targets = varied.memory().targets(*call);
    if (varied.isShared(*call))
      add(call->callee, v.calls.at({call, targets[0]}));
    for (Procedure *target : targets) {
      const Variant &callee = *v.calls.at({call, target});
      for (size_t i = 0; i < call->arguments.size() && i < target->parameters.size(); ++i)
        if (auto *r = call->arguments[i].value
                          ? llvm::dyn_cast<ProcedureReference>(call->arguments[i].value)
                          : nullptr;
            r && r->symbol->isDummyProcedure())
          add(r->symbol, standsForSeveral(callee, target->parameters[i]));
    }
  });
  return changed;
}

/// Dummies that the tangent still names.
bool DummyProcedures::findKept(const Variant &v) {
  bool changed = false;
  auto keep = [&](const Symbol *s) {
    if (s->isDummyProcedure())
      changed |= kept.insert({&v, s}).second;
  };
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    auto *targets = call ? &varied.memory().targets(*call) : nullptr;
    bool byName = targets && targets->size() == 1 && isNeeded(*v.calls.at({call, (*targets)[0]}));
    if (call && call->callee && !byName && !standsForSeveral(v, call->callee))
      keep(call->callee);
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *r = llvm::dyn_cast<ProcedureReference>(x);
        bool passed = false;
        for (size_t i = 0; r && byName && i < call->arguments.size(); ++i)
          passed |= call->arguments[i].value == x && i < (*targets)[0]->parameters.size() &&
                    isDropped(*v.calls.at({call, (*targets)[0]}), (*targets)[0]->parameters[i]);
        if (r && !passed)
          keep(r->symbol);
      });
  });
  return changed;
}

} // namespace costate::transform
