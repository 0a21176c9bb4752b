// Calls of elemental procedures with arrays, in vector tangents: shadows of scalars are arrays there,
// so the tangent is not elemental, and the call becomes a loop over the elements.
#include "transform/TangentBody.h"

namespace costate::transform {

using namespace ir;

bool TangentBody::takesArrays(const Call &s, const Procedure &target) {
  bool arrays = s.result && s.result->type->isArray();
  for (const Argument &a : s.arguments)
    arrays |= a.value && a.value->type->isArray();
  return target.elemental && arrays;
}

void TangentBody::callElements(const Call &s, const analysis::Variant &variant, Symbol *tangent,
                               Block &out) {
  std::vector<const Expr *> parts;
  if (s.result)
    parts.push_back(s.result);
  for (const Argument &a : s.arguments)
    if (a.value)
      parts.push_back(a.value);
  Symbol *root = s.result ? rootVariable(s.result) : nullptr;
  bool overlaps = s.result && !root;
  for (const Argument &a : s.arguments)
    forEach(a.value, [&](const Expr *e) {
      auto *v = llvm::dyn_cast<Variable>(e);
      overlaps |= v && v->symbol == root;
    });
  auto body = [&](const ElementLoops::At &at, Block &inner) {
    std::vector<Argument> arguments = s.arguments;
    for (Argument &a : arguments)
      a.value = a.value ? at(a.value) : nullptr;
    Call one(s.callee, std::move(arguments), s.result ? at(s.result) : nullptr, s.location);
    callTangent(one, variant, tangent, inner);
  };
  if (s.result)
    allocateResult(*variant.procedure, s, c.renaming(s.result), out);
  Block loops;
  if (overlaps || !this->loops.elementLoops().overElements(parts, s.location, loops, body)) {
    c.diagnostics.error(s.location,
                        "a vector tangent cannot call '" + variant.procedure->name +
                            "' element by element here",
                        "assign the arrays to variables of their own first");
    return;
  }
  for (StmtPtr &x : loops) {
    auto &loop = llvm::cast<For>(*x);
    renameBounds(loop);
    out.push_back(std::move(x));
  }
}

/// The bounds of the nest are those of the original's arrays.
void TangentBody::renameBounds(For &loop) {
  loop.lower = c.renaming(loop.lower);
  loop.bound = c.renaming(loop.bound);
  loop.step = c.renaming(loop.step);
  if (loop.body.size() == 1)
    if (auto *inner = llvm::dyn_cast<For>(loop.body.front().get()))
      renameBounds(*inner);
}

} // namespace costate::transform
