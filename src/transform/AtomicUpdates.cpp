#include "transform/AtomicUpdates.h"

#include "analysis/LoopValues.h"
#include "analysis/Memory.h"
#include "ir/Constants.h"
#include "transform/LoopWork.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

constexpr double unknownTrips = 16;

/// The variable that a place lies in, or that leads there; null: none is seen.
const Symbol *rootOf(const Expr *e) {
  while (e) {
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return v->symbol;
    auto *element = llvm::dyn_cast<Element>(e);
    auto *target = llvm::dyn_cast<Dereference>(e);
    auto *moved = llvm::dyn_cast<PointerAdd>(e);
    auto *address = llvm::dyn_cast<AddressOf>(e);
    auto *convert = llvm::dyn_cast<Convert>(e);
    e = element ? element->base : target ? target->pointer : moved ? moved->pointer : address ? address->place
        : convert ? convert->operand : nullptr;
  }
  return nullptr;
}

bool names(const Expr *e, const std::set<const Symbol *> &variables) {
  bool found = false;
  forEach(e, [&](const Expr *x) { found |= variables.count(analysis::variableOf(x)) > 0; });
  return found;
}

/// `place = place + e`, or `place - e`: what OpenMP calls an update. Null: something else.
const Expr *added(const Assign &s) {
  auto *sum = llvm::dyn_cast<Binary>(s.value);
  bool isUpdate = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract) && equal(sum->left, s.place) && !s.mask;
  const Type *type = s.place->type->strip();
  return isUpdate && type->isReal() && bytesOf(type).value_or(16) <= 8 ? sum->right : nullptr;
}

double tripsOf(const Stmt &s) {
  auto *loop = llvm::dyn_cast<For>(&s);
  auto first = loop ? constantValue(loop->lower) : std::nullopt, last = loop ? constantValue(loop->bound) : std::nullopt;
  return first && last ? std::max(1.0, std::abs(double(*last - *first)) + loop->inclusive) : unknownTrips;
}

} // namespace

bool AtomicUpdates::find(const Procedure &p, const Block &body, std::set<const Symbol *> variables) {
  found.clear();
  inside.clear();
  ofAdditions = ofAll = 0;
  around = 1;
  return look(p, body, std::move(variables));
}

/// Pointers that are made from those that lead there lead there, too.
bool AtomicUpdates::look(const Procedure &p, const Block &body, Tracked variables) {
  for (size_t before = 0; before != variables.size();) {
    before = variables.size();
    forEachStmt(body, [&](const Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      auto *pointer = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
      if (pointer && pointer->symbol->type->isPointer() && names(assign->value, variables))
        variables.insert(pointer->symbol);
    });
  }
  return understand(p, body, variables, around);
}

bool AtomicUpdates::understand(const Procedure &p, const Block &block, const Tracked &variables, double times) {
  for (const StmtPtr &s : block) {
    ofAll += times * LoopWork::operations(*s);
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    auto *call = llvm::dyn_cast<Call>(s.get());
    if (assign ? !understandAssign(p, *assign, variables, times) : call ? !understandCall(*call, variables, times) : false)
      return false;
    if (!assign && !call)
      for (const Expr *e : expressions(*s))
        if (names(e, variables))
          return false;
    auto *loop = llvm::dyn_cast<For>(s.get());
    if (loop && variables.count(loop->variable))
      return false;
    bool repeats = loop || llvm::isa<While>(s.get());
    for (const Block *inner : blocks(*s))
      if (!understand(p, *inner, variables, times * (repeats ? tripsOf(*s) : 1)))
        return false;
  }
  return true;
}

bool AtomicUpdates::understandAssign(const Procedure &p, const Assign &s, const Tracked &variables, double times) {
  const Symbol *place = rootOf(s.place);
  if (!place)
    return !names(s.place, variables) && !names(s.value, variables);
  bool isPointer = llvm::isa<Variable>(s.place) && place->type->isPointer() && p.language == Language::C;
  if (isPointer) // made from one that leads there: seen before
    return !variables.count(place) || (rootOf(s.value) && variables.count(rootOf(s.value)));
  if (!variables.count(place))
    return !names(s.place, variables) && !names(s.value, variables) && !(s.mask && names(s.mask, variables));
  const Expr *term = added(s);
  if (!term || names(term, variables) || s.place->type->isArray())
    return false;
  found.insert(&s);
  ofAdditions += times;
  return true;
}

/// Only parameters may take them on, each for itself.
bool AtomicUpdates::understandCall(const Call &call, const Tracked &variables, double times) {
  if (call.result && names(call.result, variables))
    return false;
  bool passes = std::any_of(call.arguments.begin(), call.arguments.end(),
                            [&](const Argument &a) { return a.value && names(a.value, variables); });
  auto targets = calls.targets(call);
  if (!passes || targets.size() != 1 || !calls.isKnown(call)) {
    for (const Procedure *target : targets)
      forEachStmt(target->body, [&](const Stmt &s) { ofAll += times * LoopWork::operations(s); });
    return !passes;
  }
  Procedure *target = *targets.begin();
  Tracked parameters;
  for (const Symbol *parameter : target->parameters) {
    const Expr *value = analysis::Memory::argument(call, target, parameter);
    if (!value || !names(value, variables))
      continue;
    const Symbol *root = rootOf(value);
    bool leads = target->language == Language::C ? value->type->isPointer() : value->isPlace();
    if (!root || !variables.count(root) || !leads || parameter->byValue != (target->language == Language::C))
      return false;
    parameters.insert(parameter);
  }
  auto [at, fresh] = inside.try_emplace(target, parameters);
  if (!fresh && !std::includes(at->second.begin(), at->second.end(), parameters.begin(), parameters.end())) {
    parameters.insert(at->second.begin(), at->second.end()); // for all calls at once
    at->second = parameters;
    fresh = true;
  }
  double outer = std::exchange(around, times);
  bool understood = !fresh || look(*target, target->body, at->second);
  around = outer;
  return understood;
}

} // namespace costate::transform
