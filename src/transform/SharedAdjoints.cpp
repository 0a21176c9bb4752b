#include "transform/SharedAdjoints.h"

#include "analysis/Differentiable.h"
#include "ir/Constants.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::CellBits;
using analysis::CellId;

bool isSequence(const Expr *argument, const Symbol &parameter) {
  return parameter.type->isArray() && !argument->type->isArray() && llvm::isa<Element>(argument);
}

namespace {

/// A subscript as something and a constant.
struct Offset {
  const Expr *base;
  int64_t by = 0;
};

Offset offsetOf(const Expr *e) {
  if (auto value = constantValue(e))
    return {nullptr, *value};
  auto *sum = llvm::dyn_cast<Binary>(e);
  if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract))
    if (auto by = constantValue(sum->right)) {
      Offset left = offsetOf(sum->left);
      return {left.base, left.by + (sum->op == BinaryOp::Add ? *by : -*by)};
    }
  return {e, 0};
}

/// Whether one subscript, or the last of one range, lies before the other, or before the first of the other. Both are
/// of one call, so equal expressions have one value.
bool liesBefore(const Expr *a, const Expr *b) {
  auto first = [](const Expr *e) {
    auto *range = llvm::dyn_cast<Range>(e);
    return range ? range->stride ? nullptr : range->lower : e;
  };
  auto last = [](const Expr *e) {
    auto *range = llvm::dyn_cast<Range>(e);
    return range ? range->stride ? nullptr : range->upper : e;
  };
  const Expr *from = last(a), *to = first(b);
  if (!from || !to || from->type->isArray() || to->type->isArray())
    return false;
  Offset x = offsetOf(from), y = offsetOf(to);
  bool comparable = x.base && y.base ? equal(x.base, y.base) : x.base == y.base;
  return comparable && x.by < y.by;
}

/// Whether two places of one variable have no element in common: some subscript tells.
bool areApart(const Expr *a, const Symbol &x, const Expr *b, const Symbol &y) {
  auto *one = llvm::dyn_cast<Element>(a), *other = llvm::dyn_cast<Element>(b);
  if (!one || !other || isSequence(a, x) || isSequence(b, y) || !equal(one->base, other->base))
    return false;
  for (size_t i = 0; i < one->subscripts.size() && i < other->subscripts.size(); ++i)
    if (liesBefore(one->subscripts[i], other->subscripts[i]) || liesBefore(other->subscripts[i], one->subscripts[i]))
      return true;
  return false;
}

/// A number, which costs nothing to have twice.
bool isNumber(const Expr *argument, const Symbol &parameter) {
  return analysis::isDifferentiableScalar(argument->type->strip()) && !parameter.type->isArray() &&
         !parameter.allocatable;
}

/// All elements of some leading dimensions, neighbours of the next, one of the others.
bool isContiguous(const Element &section) {
  bool inLine = true; // so far
  for (const Expr *subscript : section.subscripts) {
    auto *range = llvm::dyn_cast<Range>(subscript);
    if (range ? !inLine || range->stride : subscript->type->isArray())
      return false;
    inLine = range && !range->lower && !range->upper;
  }
  return true;
}

/// Whether compilers may pass a copy of an array, and write it back over the array after the call.
bool mayBeCopied(const Expr *argument, const Symbol &parameter) {
  auto *dummy = llvm::dyn_cast<ArrayType>(parameter.type->strip());
  auto *array = llvm::dyn_cast<ArrayType>(argument->type->strip());
  bool takesAnyShape = dummy && dummy->dimensions[0].form == Dimension::Form::Assumed && !parameter.contiguous;
  if (!dummy || !array || takesAnyShape)
    return false;
  const Expr *whole = argument;
  if (auto *section = llvm::dyn_cast<Element>(argument)) {
    if (!isContiguous(*section))
      return true;
    whole = section->base;
  }
  auto *variable = llvm::dyn_cast<Variable>(whole);
  auto *type = llvm::dyn_cast<ArrayType>(whole->type->strip());
  return !variable || !type || (type->dimensions[0].form == Dimension::Form::Assumed && !variable->symbol->contiguous);
}

/// Elements by a list of their numbers, which no dummy may be that is written.
bool hasVectorSubscript(const Expr *argument) {
  auto *section = llvm::dyn_cast<Element>(argument);
  return section && llvm::any_of(section->subscripts, [](const Expr *subscript) {
           return !llvm::isa<Range>(subscript) && subscript->type->isArray();
         });
}

} // namespace

/// What a parameter is given, where that may be shared.
struct SharedAdjoints::Given {
  size_t index;
  const Symbol *parameter;
  const Expr *argument;
  CellBits cells; ///< the caller's that the target touches by the parameter, under all their names
  bool isWritten; ///< by the target
};

/// A number, or a value; and a section that has to be copied for the call in any case.
bool SharedAdjoints::canHaveOwn(const Given &x) {
  return x.parameter->byValue || isNumber(x.argument, *x.parameter) || mayBeCopied(x.argument, *x.parameter);
}

SharedAdjoints::SharedAdjoints(analysis::Memory &memory, const analysis::EffectSummaries &effects)
    : memory(memory), effects(effects) {
  auto &order = memory.bottomUp();
  for (bool changed = true; changed;) {
    changed = false;
    for (auto component = order.rbegin(); component != order.rend(); ++component) // callers first
      for (const Procedure *p : *component)
        for (const Call *call : memory.calls().calls(p))
          for (const Procedure *target : memory.calls().targets(*call))
            changed |= overlapAt(p, *call, *target);
  }
}

void SharedAdjoints::addAllNames(const Procedure *p, CellId leaf, CellBits &out) const {
  out.set(leaf);
  for (CellId other : memory.aliases(p, leaf))
    out.set(other);
}

CellBits SharedAdjoints::touchedBy(const Procedure *caller, const Call &call, const Procedure &target,
                                   const Symbol &parameter) const {
  const analysis::Effects &effect = effects.of(&target);
  CellBits out;
  auto add = [&](CellId at) { memory.forEachLeaf(at, [&](CellId leaf) { addAllNames(caller, leaf, out); }); };
  memory.forEachLeaf(memory.variable(&parameter), [&](CellId leaf) {
    const Type *type = memory[leaf].type;
    bool isTouched = effect.reads.test(leaf) || effect.writes.test(leaf);
    if (!isTouched || (type && !analysis::carriesDerivative(type)))
      return;
    for (CellId at : memory.bind(caller, call, &target, leaf)) {
      add(at);
      if (auto found = overlapping.find(memory[memory.root(at)].symbol); found != overlapping.end())
        for (const Symbol *other : found->second)
          add(memory.variable(other));
    }
  });
  return out;
}

std::vector<SharedAdjoints::Given> SharedAdjoints::givenAt(const Procedure *caller, const Call &call,
                                                           const Procedure &target) const {
  std::vector<Given> out;
  if (target.language != Language::Fortran)
    return out;
  const analysis::Effects &effect = effects.of(&target);
  for (size_t i = 0; i < target.parameters.size() && i < call.arguments.size(); ++i) {
    const Symbol &parameter = *target.parameters[i];
    const Expr *argument = call.arguments[i].value;
    if (!argument || !argument->isPlace() || parameter.type->isPointer() || !analysis::carriesDerivative(parameter.type))
      continue;
    if (parameter.byValue) {
      CellBits cells;
      for (CellId at : memory.places(caller, argument))
        memory.forEachLeaf(at, [&](CellId leaf) { addAllNames(caller, leaf, cells); });
      out.push_back({i, &parameter, argument, std::move(cells), false});
      continue;
    }
    bool isWritten = false;
    memory.forEachLeaf(memory.variable(&parameter), [&](CellId leaf) { isWritten |= effect.writes.test(leaf); });
    out.push_back({i, &parameter, argument, touchedBy(caller, call, target, parameter), isWritten});
  }
  return out;
}

/// Whether the target reads by another name what it is given.
bool SharedAdjoints::isNamedBy(const Procedure &target, const Given &given) const {
  const analysis::Effects &effect = effects.of(&target);
  return !given.isWritten && std::any_of(given.cells.begin(), given.cells.end(), [&](CellId id) {
           return memory.isShared(id) && effect.reads.test(id) && !effect.writes.test(id);
         });
}

bool SharedAdjoints::mayMeet(const Procedure &target, const Given &a, const Given &b) const {
  bool isValue = a.parameter->byValue || b.parameter->byValue; // may be part of what is written
  if (!isValue && (a.isWritten || b.isWritten)) {              // as the original is understood
    bool found = false;
    memory.forEachLeaf(memory.variable(a.parameter), [&](CellId leaf) {
      for (CellId other : memory.aliases(&target, leaf))
        found |= memory.root(other) == memory.variable(b.parameter);
    });
    return found;
  }
  return a.cells.intersects(b.cells) && !areApart(a.argument, *a.parameter, b.argument, *b.parameter);
}

bool SharedAdjoints::overlapAt(const Procedure *caller, const Call &call, const Procedure &target) {
  std::vector<Given> all = givenAt(caller, call, target);
  bool changed = false;
  for (const Given &a : all)
    for (const Given &b : all) {
      bool onlyRead = !a.isWritten && !b.isWritten;
      bool hasOwn = isNamedBy(target, a) || isNamedBy(target, b) || a.parameter->byValue || b.parameter->byValue ||
                    (onlyRead && (canHaveOwn(a) || canHaveOwn(b)));
      if (a.index != b.index && !hasOwn && mayMeet(target, a, b))
        changed |= overlapping[a.parameter].insert(b.parameter).second;
    }
  return changed;
}

std::set<size_t> SharedAdjoints::ofTheirOwn(const Procedure *caller, const Call &call, const Procedure &target,
                                            const std::function<bool(size_t)> &hasShadow) const {
  std::vector<Given> all = givenAt(caller, call, target);
  std::erase_if(all, [&](const Given &x) { return !hasShadow(x.index); });
  std::set<size_t> out;
  for (const Given &x : all)
    if (isNamedBy(target, x) || (!x.isWritten && hasVectorSubscript(x.argument)))
      out.insert(x.index);
  for (const Given &x : all) // the last of those that meet may stay what it is
    if (!x.isWritten && canHaveOwn(x) && std::any_of(all.begin(), all.end(), [&](const Given &y) {
          bool isOpen = x.parameter->byValue || !y.isWritten;
          return y.index != x.index && isOpen && !out.count(y.index) && mayMeet(target, x, y);
        }))
      out.insert(x.index);
  return out;
}

} // namespace costate::transform
