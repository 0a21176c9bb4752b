#include "transform/ParallelDerivatives.h"

#include "analysis/LoopValues.h"
#include "transform/Parallelize.h"
#include "transform/PointerTargets.h"
#include "transform/SettledShapes.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

bool isDirective(std::string comment) {
  std::transform(comment.begin(), comment.end(), comment.begin(), [](unsigned char c) { return std::tolower(c); });
  return comment.starts_with("$omp") || comment.starts_with("$acc") || comment.starts_with("gcc$");
}

/// The variables of `t = s`; nulls for other statements.
std::pair<const Symbol *, const Symbol *> copied(const Stmt &s) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  const Symbol *to = assign ? analysis::variableOf(assign->place) : nullptr;
  const Symbol *from = to ? analysis::variableOf(assign->value) : nullptr;
  bool plain = from && !to->isVolatile && !from->isVolatile && to->type->strip() == from->type->strip() && to->type->isReal();
  return plain ? std::pair{to, from} : std::pair<const Symbol *, const Symbol *>{};
}

/// `t = s; ...; s = t` leaves s as it was: the adjoint of a sum, which all iterations read, is not written. Assignments
/// in between are to others, where nobody has the addresses of the two.
void dropCopiesBack(Block &block, const std::set<const Symbol *> &addressed) {
  for (size_t i = 0; i < block.size(); ++i) {
    auto [t, s] = copied(*block[i]);
    bool own = t && s->storage == Storage::Local && !addressed.count(s) && !addressed.count(t) && !s->overlay && !t->overlay &&
               !s->target && !t->target;
    for (size_t j = i + 1; own && j < block.size(); ++j) {
      auto *assign = llvm::dyn_cast<Assign>(block[j].get());
      const Symbol *place = assign ? analysis::variableOf(assign->place) : nullptr;
      if (copied(*block[j]) == std::pair{s, t}) {
        block.erase(block.begin() + j);
        break;
      }
      own = assign && place != s && place != t;
    }
    for (Block *inner : blocks(*block[i]))
      dropCopiesBack(*inner, addressed);
  }
}

bool isZero(const Expr *e) {
  auto *number = llvm::dyn_cast<RealConstant>(e);
  return number && number->value == 0.0;
}

/// `place = place + t`.
bool isSumOf(const Assign &s, const Expr *place, const Symbol *t) {
  auto *sum = llvm::dyn_cast<Binary>(s.value);
  return !s.mask && equal(s.place, place) && sum && sum->op == BinaryOp::Add && equal(sum->left, place) &&
         analysis::variableOf(sum->right) == t;
}

bool names(const Expr *e, const Symbol *s) {
  bool found = false;
  forEach(e, [&](const Expr *part) { found |= analysis::variableOf(part) == s; });
  return found;
}

/// Of real numbers, the expression has variables alone: nothing that might be the place by another name.
bool readsVariablesAlone(const Expr *e, const std::set<const Symbol *> &addressed) {
  bool alone = true;
  forEach(e, [&](const Expr *part) {
    const Symbol *v = analysis::variableOf(part);
    bool isReal = part->type && part->type->isReal();
    alone &= !(part->isPlace() && isReal && (!v || addressed.count(v) || v->overlay || v->storage != Storage::Local));
  });
  return alone;
}

/// Between the two, a statement that assigns a variable, none of those that the place or t is made of, or adds to memory:
/// even if that were the place itself, the sum is the same. It reads nothing of the place.
bool mayBeBetween(const Stmt &s, const Expr *place, const Symbol *t, const std::set<const Symbol *> &addressed) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (!assign || assign->mask || assign->place->type->isArray() || !assign->place->type->isReal())
    return false;
  if (const Symbol *variable = analysis::variableOf(assign->place))
    return variable != t && !addressed.count(variable) && !variable->overlay && variable->storage == Storage::Local &&
           !names(place, variable) && readsVariablesAlone(assign->value, addressed);
  auto *sum = llvm::dyn_cast<Binary>(assign->value);
  bool adds = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract) && equal(sum->left, assign->place);
  return adds && readsVariablesAlone(sum->right, addressed);
}

/// It lies in an array, or where a parameter leads: in no variable that has another name.
bool isInArray(const Expr *place) {
  auto *target = llvm::dyn_cast<Dereference>(place);
  const Symbol *pointer = target ? analysis::variableOf(target->pointer) : nullptr;
  return llvm::isa<Element>(place) || (pointer && pointer->storage == Storage::Argument);
}

/// From `t = place` at i: where the place is set to zero, and where it gets t back; nothing where it does not.
std::optional<std::pair<size_t, size_t>> restoredAfter(const Block &block, size_t i,
                                                       const std::set<const Symbol *> &addressed) {
  auto *first = llvm::dyn_cast<Assign>(block[i].get());
  const Symbol *t = first && !first->mask ? analysis::variableOf(first->place) : nullptr;
  const Expr *place = t ? first->value : nullptr;
  bool isMemory = place && place->isPlace() && place->type->isReal() && isInArray(place);
  if (!isMemory || !t->type->isReal() || t->storage != Storage::Local || t->isVolatile || t->overlay || addressed.count(t))
    return std::nullopt;
  std::optional<size_t> zeroed;
  for (size_t j = i + 1; j < block.size(); ++j) {
    auto *assign = llvm::dyn_cast<Assign>(block[j].get());
    if (zeroed && assign && isSumOf(*assign, place, t))
      return std::pair{*zeroed, j};
    if (!zeroed && assign && equal(assign->place, place) && isZero(assign->value))
      zeroed = j;
    else if (!mayBeBetween(*block[j], place, t, addressed))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Array statements that need not look at shapes again tell more of what they write (SettledShapes.h).
void settleShapesOfArrays(Program &program) {
  analysis::CallGraph calls(program);
  analysis::Memory memory(program, calls, procedures(program));
  analysis::EffectSummaries effects(memory);
  settleShapes(program, memory, effects);
}

} // namespace

void dropZeroedAndRestored(Block &block, const std::set<const Symbol *> &addressed) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (auto found = restoredAfter(block, i, addressed)) {
      block.erase(block.begin() + found->second);
      block.erase(block.begin() + found->first);
    }
    for (Block *inner : blocks(*block[i]))
      dropZeroedAndRestored(*inner, addressed);
  }
}

void dropDirectives(Program &program) {
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [](Stmt &s) { std::erase_if(s.comments, isDirective); });
}

void addThreads(Program &program, bool everywhere) {
  for (Procedure *p : procedures(program))
    dropCopiesBack(p->body, addressTaken(p->body));
  settleShapesOfArrays(program);
  parallelize(program, {.oneLevel = true, .worthwhile = !everywhere, .derivative = true});
}

} // namespace costate::transform
