#include "transform/ExpandElemental.h"

#include "analysis/Accesses.h"
#include "analysis/Differentiable.h"
#include "ir/Rewrite.h"
#include "transform/ElementLoops.h"

namespace costate::transform {

using namespace ir;

namespace {

class Expansion {
public:
  Expansion(Program &program, Procedure &procedure, Diagnostics &diagnostics)
      : program(program), procedure(procedure), diagnostics(diagnostics), b(program),
        arrays(program, procedure), loops(program, procedure, directions, arrays, fromOne),
        instead(program) {}

  void run() {
    block(procedure.body);
    instead.apply(procedure.body);
  }

private:
  void block(Block &statements, bool isHead = false) {
    Block out;
    arrays.beginBlock(isHead);
    for (StmtPtr &s : statements) {
      auto *loop = llvm::dyn_cast<While>(s.get());
      for (Block *inside : blocks(*s))
        block(*inside, loop && inside == &loop->head);
      auto *call = llvm::dyn_cast<Call>(s.get());
      if (call && takesArrays(*call))
        expand(*call, out);
      else
        out.push_back(std::move(s));
    }
    arrays.endBlock(out);
    statements = std::move(out);
  }

  Program &program;
  Procedure &procedure;
  Diagnostics &diagnostics;
  Builder b;
  Directions directions;
  ArrayTemporaries arrays;
  std::set<const Symbol *> fromOne;
  ElementLoops loops;
  Renaming instead; ///< of results that get an array of their own

  static bool takesArrays(const Call &s) {
    const Procedure *target = s.callee ? s.callee->procedure : nullptr;
    if (!target || !target->elemental)
      return false;
    bool isActive = s.result && analysis::carriesDerivative(s.result->type);
    bool hasArray = s.result && s.result->type->isArray();
    for (const Argument &a : s.arguments)
      if (a.value && a.value->type) {
        isActive |= analysis::carriesDerivative(a.value->type);
        hasArray |= a.value->type->isArray();
      }
    return isActive && hasArray;
  }

  void expand(const Call &s, Block &out) {
    std::vector<Argument> arguments = s.arguments;
    const Expr *shape = nullptr;
    for (Argument &a : arguments)
      if (a.value && a.value->type && a.value->type->isArray()) {
        if (!isElementwise(a.value))
          a.value = arrays.holding(a.value, out);
        shape = shape ? shape : a.value;
      }
    const Expr *result = s.result;
    bool isOwn = result && needsOwnResult(s);
    if (isOwn)
      result = arrays.shaped(arrays.extents(shape), result->type->scalar()->strip(), "elements", out);
    if (auto *hoisted = llvm::dyn_cast_or_null<Variable>(s.result); isOwn && hoisted && hoisted->symbol->temporary) {
      instead.add(hoisted->symbol, rootVariable(result)); // one value, one array
      isOwn = false;
    }
    std::vector<const Expr *> parts;
    if (result)
      parts.push_back(result);
    for (const Argument &a : arguments)
      if (a.value)
        parts.push_back(a.value);
    auto body = [&](const ElementLoops::At &at, Block &inner) {
      std::vector<Argument> one = arguments;
      for (Argument &a : one)
        a.value = a.value ? at(a.value) : nullptr;
      auto call = std::make_unique<Call>(s.callee, std::move(one), result ? at(result) : nullptr, s.location);
      inner.push_back(std::move(call));
    };
    size_t first = out.size();
    if (!loops.overElements(parts, s.location, out, body))
      diagnostics.error(s.location,
                        "cannot run a call of the elemental procedure '" + s.callee->name +
                            "' with arrays backwards",
                        "call it in a loop over the elements");
    else
      out[first]->comments = s.comments;
    if (isOwn)
      out.push_back(std::make_unique<Assign>(s.result, result, s.location));
  }

  /// Places by ranges, and operations among them.
  static bool isElementwise(const Expr *e) {
    if (!e->isPlace())
      return false;
    bool plain = true;
    forEach(e, [&](const Expr *x) {
      if (auto *element = llvm::dyn_cast<Element>(x))
        for (const Expr *subscript : element->subscripts)
          plain &= !subscript->type || !subscript->type->isArray();
      if (auto *field = llvm::dyn_cast<Field>(x))
        plain &= !field->base->type->isArray();
    });
    return plain;
  }

  static bool needsOwnResult(const Call &s) {
    if (!s.result->type->isArray() || !isElementwise(s.result) || analysis::isWholeAllocatable(s.result))
      return s.result->type->isArray();
    const Symbol *root = rootVariable(s.result);
    bool shared = !root || root->target || root->overlay || root->type->isPointer();
    forEach(s.result, [&](const Expr *e) { shared |= llvm::isa<Dereference>(e); });
    for (const Argument &a : s.arguments)
      forEach(a.value, [&](const Expr *e) {
        auto *v = llvm::dyn_cast<Variable>(e);
        shared |= v && v->symbol == root;
      });
    return shared;
  }
};

} // namespace

void expandElemental(Program &program, Diagnostics &diagnostics) {
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      Expansion(program, *p, diagnostics).run();
}

} // namespace costate::transform
