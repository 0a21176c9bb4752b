#include "transform/NeededVariants.h"

#include "analysis/Differentiable.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::Varied;
using analysis::Variant;

namespace {

class Needed {
public:
  explicit Needed(const Varied &varied) : varied(varied), mayWrite(varied.mayWrite()) {}

  /// Callers stand before what they call, so backwards one round mostly does.
  std::set<const Variant *> find() {
    auto &variants = varied.variants();
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = variants.size(); i-- > 0;)
        if (!needed.count(variants[i].get()) && isNeeded(*variants[i]))
          changed = needed.insert(variants[i].get()).second;
      for (auto &v : variants)
        changed |= sharesCalls(*v);
    }
    return std::move(needed);
  }

private:
  const Varied &varied;
  const analysis::MayWrite &mayWrite;
  std::set<const Variant *> needed;

  /// Of procedures that are passed to one dummy all are needed where one is: an empty Jacobian as well. (Pointers are
  /// compared, and what they lead to is called by its name.)
  bool sharesCalls(const Variant &v) {
    bool changed = false;
    for (auto from = v.calls.begin(), end = from; from != v.calls.end(); from = end) {
      while (end != v.calls.end() && end->first.first == from->first.first)
        ++end;
      const Symbol *callee = from->first.first->callee;
      bool isNeeded = callee && callee->isDummyProcedure() &&
                      std::any_of(from, end, [&](auto &entry) { return needed.count(entry.second) > 0; });
      for (auto entry = from; isNeeded && entry != end; ++entry)
        changed |= needed.insert(entry->second).second;
    }
    return changed;
  }

  /// Only where derivatives leave the procedure again: through its result, through memory of its
  /// caller that it writes, or by freeing that memory. What it does with its own variables alone (it
  /// prints them, say) needs none.
  bool isNeeded(const Variant &v) {
    Procedure &p = *v.procedure;
    if (v.head || (p.result && varied.varies(v, p.result)))
      return true;
    for (const Symbol *s : p.parameters)
      if (varied.varies(v, s) && mayWrite(p, s))
        return true;
    for (auto &[call, called] : v.calls)
      if (needed.count(called))
        return true;
    bool found = false;
    forEachStmt(p.body, [&](const Stmt &s) { found |= leavesDerivative(v, s); });
    return found;
  }

  /// Whether a statement writes varied memory that does not belong to the call alone, or makes or
  /// ends shadow memory. (Parameters are asked for above, with what calls do to them.)
  bool leavesDerivative(const Variant &v, const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return outlives(v, assign->place);
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      bool known = !varied.memory().targets(*call).empty();
      bool found = call->result && outlives(v, call->result);
      for (const Argument &a : call->arguments)
        found |= a.value && !known && varied.varies(v, a.value);
      return found;
    }
    if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
      bool found = false;
      for (const OpaquePiece &piece : opaque->pieces)
        found |= piece.value && piece.effect != OpaquePiece::Effect::Reads &&
                 outlives(v, piece.value);
      return found;
    }
    bool found = false;
    if (llvm::isa<Allocate>(&s) || llvm::isa<Free>(&s))
      for (const Expr *e : expressions(s))
        found |= varied.varies(v, e);
    return found;
  }

  /// Whether a place is not of the procedure's own variables: globals, SAVE, what pointers reach.
  bool outlives(const Variant &v, const Expr *place) {
    if (!carriesDerivative(place->type) || !varied.varies(v, place))
      return false;
    const Expr *root = place;
    while (true) {
      if (auto *element = llvm::dyn_cast<Element>(root))
        root = element->base;
      else if (auto *field = llvm::dyn_cast<Field>(root))
        root = field->base;
      else
        break;
    }
    auto *variable = llvm::dyn_cast<Variable>(root);
    if (!variable || !variable->symbol->owner)
      return true;
    const Symbol *s = variable->symbol;
    return s->storage != Storage::Local && !(s->storage == Storage::Argument && s->byValue);
  }
};

} // namespace

std::set<const Variant *> neededVariants(const Varied &varied) { return Needed(varied).find(); }

} // namespace costate::transform
