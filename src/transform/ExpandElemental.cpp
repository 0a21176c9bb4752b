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
    // A temporary that holds the value of an operation begins with 1.
    forEachStmt(procedure.body, [&](const Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      auto *v = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
      if (v && v->symbol->temporary && v->symbol->allocatable && llvm::isa<Unary, Binary>(assign->value))
        fromOne.insert(v->symbol);
    });
    block(procedure.body);
    instead.apply(procedure.body);
  }

private:
  void block(Block &statements, bool isHead = false) {
    Block out;
    arrays.beginBlock(isHead);
    for (size_t i = 0; i < statements.size(); ++i) {
      StmtPtr &s = statements[i];
      auto *loop = llvm::dyn_cast<While>(s.get());
      for (Block *inside : blocks(*s))
        block(*inside, loop && inside == &loop->head);
      auto *call = llvm::dyn_cast<Call>(s.get());
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (call && takesArrays(*call))
        expand(*call, out);
      else if (const Assign *other = assign ? otherwise(*assign, statements, i + 1) : nullptr;
               other && expandMasked(*assign, other, out))
        ++i;
      else if (!assign || !assign->mask || !expandMasked(*assign, nullptr, out))
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
      } else if (a.value && isComputed(a.value)) {
        a.value = once(a.value, out);
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

  /// A value that the elements written may change, if it were computed for each.
  static bool isComputed(const Expr *e) {
    bool reads = false;
    forEach(e, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      reads |= v && v->symbol->kind == SymbolKind::Variable;
    });
    return reads && !e->isPlace() && e->type && !llvm::isa<CharacterType, ProcedureType>(e->type->strip());
  }

  /// The arguments of a call are evaluated once, before any element is.
  const Expr *once(const Expr *value, Block &out) {
    Symbol *s = procedure.makeTemporary("argument", value->type->strip());
    s->temporary = false;
    out.push_back(b.assign(s, value, value->location));
    return b.variable(s, value->location);
  }

  /// The next assignment, where it is for all elements that the mask of the one before leaves out.
  static const Assign *otherwise(const Assign &s, const Block &all, size_t next) {
    auto *other = next < all.size() ? llvm::dyn_cast<Assign>(all[next].get()) : nullptr;
    auto *negated = other && s.mask && other->mask ? llvm::dyn_cast<Unary>(other->mask) : nullptr;
    return negated && negated->op == UnaryOp::Not && equal(negated->operand, s.mask) ? other : nullptr;
  }

  /// False, and nothing done, where it has to stay as it is.
  bool expandMasked(const Assign &s, const Assign *otherwise, Block &out) {
    std::vector<const Assign *> both{&s};
    if (otherwise)
      both.push_back(otherwise);
    std::vector<const Expr *> parts;
    for (const Assign *one : both) {
      if (!one->place->type->isArray() || !one->mask->type->isArray() || isShared(one->place) ||
          !analysis::carriesDerivative(one->place->type) || one->place->type->scalar()->isRecord())
        return false;
      for (const Assign *other : both)
        if (!readsOnlyAt(one->place, other->value) || !readsOnlyAt(one->place, other->mask) ||
            (rootVariable(one->place) == rootVariable(other->place) && !equal(one->place, other->place)))
          return false; // nor may they write elements of each other's, whose order would change
      for (const Expr *e : {one->place, one->value, one->mask})
        parts.push_back(e);
    }
    auto body = [&](const ElementLoops::At &at, Block &inner) {
      Block chosen, left;
      chosen.push_back(std::make_unique<Assign>(at(s.place), at(s.value), s.location));
      if (otherwise)
        left.push_back(std::make_unique<Assign>(at(otherwise->place), at(otherwise->value), otherwise->location));
      inner.push_back(std::make_unique<If>(at(s.mask), std::move(chosen), std::move(left), s.location));
    };
    return loops.overElements(parts, s.location, out, body);
  }

  /// Whether a value reads an array that is written as the very same element only: not y(4:1:-1) of y.
  static bool readsOnlyAt(const Expr *place, const Expr *value) {
    const Symbol *root = rootVariable(place);
    if (value->isPlace() && rootVariable(value) == root)
      return equal(value, place);
    bool isFree = !llvm::isa<Dereference>(value);
    for (const Expr *operand : operands(value))
      isFree = isFree && readsOnlyAt(place, operand);
    return isFree;
  }

  /// Whether the memory of a place may have a second name.
  static bool isShared(const Expr *place) {
    const Symbol *root = rootVariable(place);
    bool shared = !root || root->target || root->overlay || root->type->isPointer();
    forEach(place, [&](const Expr *e) { shared |= llvm::isa<Dereference>(e); });
    return shared;
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
    bool shared = isShared(s.result);
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
