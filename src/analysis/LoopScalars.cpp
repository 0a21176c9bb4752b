#include "analysis/LoopScalars.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

bool LoopScalars::isScalar(const Symbol *s) {
  return s->kind == SymbolKind::Variable && s->type && !s->type->isArray() && !s->type->isProcedure();
}

LoopScalars::LoopScalars(Memory &memory, EffectSummaries &effects, const Loop &loop)
    : memory(memory), effects(effects), loop(loop) {
  Set must;
  if (auto *counted = llvm::dyn_cast<For>(loop.statement)) {
    must.insert(counted->variable); // each iteration has its own value
    block(counted->body, must);
    updates(counted->body);
  } else if (auto *repeated = llvm::dyn_cast<While>(loop.statement)) {
    block(repeated->head, must);
    read(*repeated, repeated->condition, must);
    block(repeated->body, must);
    countUses(*repeated);
    updates(repeated->head);
    updates(repeated->body);
  }
  always = must;
}

// ---- Reads and writes in order -------------------------------------------------------------------------

void LoopScalars::noteRead(const Stmt &s, const Symbol *v, const Set &must) {
  readAt.try_emplace(v, s.location);
  if (!must.count(v))
    exposed.insert(v);
}

void LoopScalars::noteWrite(const Stmt &s, const Symbol *v, Set *must) {
  if (seen.insert(v).second)
    order.push_back(v);
  writtenAt.try_emplace(v, s.location);
  if (must)
    must->insert(v);
}

void LoopScalars::read(const Stmt &s, const Expr *e, const Set &must) {
  forEach(e, [&](const Expr *x) {
    if (const Symbol *v = variableOf(x); v && isScalar(v))
      noteRead(s, v, must);
  });
}

void LoopScalars::write(const Stmt &s, const Expr *place, Set *must) {
  if (const Symbol *v = variableOf(place)) {
    if (isScalar(v))
      noteWrite(s, v, must);
    return;
  }
  for (const Expr *operand : operands(place)) {
    bool isBase = llvm::isa<Field>(place) || llvm::isa<ComplexPart>(place) ||
                  (llvm::isa<Substring>(place) && operand == llvm::cast<Substring>(place)->base);
    if (isBase && operand->isPlace())
      write(s, operand, nullptr); // a part of it
    else
      read(s, operand, must ? *must : Set());
  }
}

void LoopScalars::block(const Block &b, Set &must) {
  for (const StmtPtr &s : b)
    statement(*s, must);
}

void LoopScalars::statement(const Stmt &s, Set &must) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    read(s, assign->value, must);
    read(s, assign->mask, must);
    if (!variableOf(assign->place)) {
      Set before = must;
      write(s, assign->place, &before);
      // Only subscripts and pointers were read; a part of a record leaves the rest.
    } else {
      write(s, assign->place, assign->mask ? nullptr : &must);
    }
  } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
    read(s, branch->condition, must);
    Set other = must, both;
    block(branch->thenBlock, must);
    block(branch->elseBlock, other);
    std::set_intersection(must.begin(), must.end(), other.begin(), other.end(),
                          std::inserter(both, both.end()));
    must = std::move(both);
  } else if (auto *inner = llvm::dyn_cast<For>(&s)) {
    read(s, inner->lower, must);
    read(s, inner->bound, must);
    read(s, inner->step, must);
    noteWrite(s, inner->variable, &must);
    Set within = must; // may run no iteration
    block(inner->body, within);
  } else if (auto *inner = llvm::dyn_cast<While>(&s)) {
    block(inner->head, must);
    read(s, inner->condition, must);
    Set within = must;
    block(inner->body, within);
  } else if (auto *invocation = llvm::dyn_cast<Call>(&s)) {
    call(*invocation, must);
  } else {
    for (const Expr *e : expressions(s)) {
      read(s, e, must);
      if (e->isPlace())
        write(s, e, nullptr);
    }
  }
}

/// By the effects of what it may run; without source, everything it is given may be read and written.
void LoopScalars::call(const Call &s, Set &must) {
  auto scalarOf = [&](CellId id) -> const Symbol * {
    const Cell &cell = memory[memory.root(id)];
    return cell.kind == Cell::Kind::Variable && isScalar(cell.symbol) ? cell.symbol : nullptr;
  };
  for (const Argument &a : s.arguments) {
    const Symbol *v = variableOf(a.value);
    bool byReference = v && loop.procedure->language == Language::Fortran;
    if (!byReference)
      read(s, a.value, must);
  }
  read(s, s.pointer, must);
  CellBits reads, writes;
  for (const Procedure *target : memory.calls().targets(s)) {
    reads |= effects.bound(loop.procedure, s, target, effects.of(target).reads);
    writes |= effects.bound(loop.procedure, s, target, effects.of(target).writes);
    for (size_t i = 0; i < s.arguments.size() && i < target->parameters.size(); ++i)
      if (const Symbol *v = variableOf(s.arguments[i].value);
          v && isScalar(v) && target->parameters[i]->byValue)
        noteRead(s, v, must);
  }
  if (!memory.calls().isKnown(s)) {
    CellBits reached = effects.reachable(loop.procedure, s);
    reads |= reached;
    writes |= reached;
  }
  for (CellId id : reads)
    if (const Symbol *v = scalarOf(id))
      noteRead(s, v, must);
  for (CellId id : writes)
    if (const Symbol *v = scalarOf(id))
      noteWrite(s, v, nullptr);
  for (CellId id : effects.killsOf(loop.procedure, s))
    if (const Symbol *v = scalarOf(id); v && memory[id].kind == Cell::Kind::Variable)
      noteWrite(s, v, &must);
  if (s.result)
    write(s, s.result, variableOf(s.result) ? &must : nullptr);
}

// ---- After the loop ------------------------------------------------------------------------------------

bool LoopScalars::isNeededOutside(const Symbol *v) const {
  if (v->storage != Storage::Local && !(v->storage == Storage::Argument && v->byValue))
    return true;
  if (memory.isShared(memory.variable(v)))
    return true;
  return liveAfter(loop.procedure->body, v, false).second;
}

/// Whether the variable's value is needed before the block, given whether it is after it; and whether
/// it is needed where the loop in question ends.
std::pair<bool, bool> LoopScalars::liveAfter(const Block &b, const Symbol *v, bool live) const {
  bool atLoop = false;
  auto reads = [&](const Expr *e) {
    bool found = false;
    forEach(e, [&](const Expr *x) { found |= variableOf(x) == v; });
    return found;
  };
  auto inner = [&](const Block &part, bool after) {
    auto [before, found] = liveAfter(part, v, after);
    atLoop |= found;
    return before;
  };
  for (size_t i = b.size(); i-- > 0;) {
    const Stmt &s = *b[i];
    if (&s == loop.statement) {
      atLoop |= live;
      live |= isExposed(v);
    } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
      bool one = inner(branch->thenBlock, live), other = inner(branch->elseBlock, live);
      live = one || other || reads(branch->condition);
    } else if (auto *counted = llvm::dyn_cast<For>(&s)) {
      bool again = inner(counted->body, live);
      if (again && !live)
        again |= inner(counted->body, true); // needed by the next iteration
      live = counted->variable != v && (live || again);
      live |= reads(counted->lower) || reads(counted->bound) || reads(counted->step);
    } else if (auto *repeated = llvm::dyn_cast<While>(&s)) {
      for (int pass = 0; pass < 2; ++pass) {
        bool body = inner(repeated->body, live);
        live = inner(repeated->head, live || body || reads(repeated->condition));
      }
    } else if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (variableOf(assign->place) == v && !assign->mask)
        live = reads(assign->value);
      else
        live |= reads(assign->value) || reads(assign->place) || reads(assign->mask);
    } else {
      for (const Expr *e : expressions(s))
        live |= reads(e);
    }
  }
  return {live, atLoop};
}

// ---- Reductions ----------------------------------------------------------------------------------------

void LoopScalars::countUses(const Stmt &s) {
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (const Symbol *v = variableOf(x))
        ++uses[v];
    });
}

void LoopScalars::updates(const Block &b) {
  for (const StmtPtr &s : b) {
    countUses(*s);
    if (auto *assign = llvm::dyn_cast<Assign>(s.get()))
      isUpdate(*assign) || isExtreme(*assign);
    auto *branch = llvm::dyn_cast<If>(s.get());
    if (branch && isExtreme(*branch)) {
      countUses(*branch->thenBlock[0]);
      continue;
    }
    for (const Block *inner : blocks(*s))
      updates(*inner);
  }
}

namespace {

const Expr *withoutConversions(const Expr *e) {
  for (;;) {
    auto *unary = llvm::dyn_cast<Unary>(e);
    if (!unary || unary->op != UnaryOp::Parentheses)
      return e;
    e = unary->operand;
  }
}

bool isConjunction(const Expr *e) {
  auto *both = llvm::dyn_cast<Binary>(withoutConversions(e));
  return both && both->op == BinaryOp::And;
}

unsigned mentions(const Expr *e, const Symbol *v) {
  unsigned count = 0;
  forEach(e, [&](const Expr *x) { count += variableOf(x) == v; });
  return count;
}

/// The operation of a chain of one operation that the variable is the last or the first operand of:
/// `v + a + b`, `a*v`, `max(v, a)`.
std::string updateOperation(const Expr *value, const Symbol *v) {
  value = withoutConversions(value);
  if (auto *call = llvm::dyn_cast<Intrinsic>(value)) {
    static const std::map<std::string, std::string> names{
        {"max", "max"}, {"min", "min"}, {"fmax", "max"}, {"fmin", "min"}};
    auto found = names.find(call->name);
    if (found != names.end())
      for (const Expr *argument : call->arguments)
        if (variableOf(withoutConversions(argument)) == v)
          return found->second;
    return {};
  }
  auto *e = llvm::dyn_cast<Binary>(value);
  if (!e)
    return {};
  std::string operation = e->op == BinaryOp::Add || e->op == BinaryOp::Subtract ? "+"
                          : e->op == BinaryOp::Multiply                         ? "*"
                          : e->op == BinaryOp::And                              ? "and"
                          : e->op == BinaryOp::Or                               ? "or"
                                                                                : "";
  if (operation.empty())
    return {};
  if (variableOf(withoutConversions(e->left)) == v)
    return operation;
  if (e->op != BinaryOp::Subtract && variableOf(withoutConversions(e->right)) == v)
    return operation;
  // v + a - b is (v + a) - b.
  return updateOperation(e->left, v) == operation ? operation : std::string();
}

} // namespace

bool LoopScalars::isUpdate(const Assign &s) {
  const Symbol *v = variableOf(s.place);
  if (!v || !isScalar(v) || s.mask || mentions(s.value, v) != 1)
    return false;
  std::string operation = updateOperation(s.value, v);
  // Unsigned integers of C wrap around, which loses nothing; pointers are not added up.
  if (operation.empty() || v->type->isPointer())
    return false;
  operations[v].insert(operation);
  updateUses[v] += 2;
  return true;
}

namespace {

/// What choosing `e` over the variable where `e > v` makes of it: "max"; the comparison may be written either way
/// round, and other conditions may have to hold, too. Empty: something else.
std::string extremeOperation(const Expr *condition, const Expr *e, const Symbol *v) {
  auto *test = llvm::dyn_cast<Binary>(withoutConversions(condition));
  while (test && test->op == BinaryOp::And) {
    bool first = mentions(test->left, v) > 0;
    test = first && mentions(test->right, v)
               ? nullptr
               : llvm::dyn_cast<Binary>(withoutConversions(first ? test->left : test->right));
  }
  if (!test || mentions(e, v))
    return {};
  auto same = [&](const Expr *x) { return equal(withoutConversions(x), withoutConversions(e)); };
  auto isVariable = [&](const Expr *x) { return variableOf(withoutConversions(x)) == v; };
  bool left = isVariable(test->left) && same(test->right);
  bool right = isVariable(test->right) && same(test->left);
  bool less = test->op == BinaryOp::Less || test->op == BinaryOp::LessEqual;
  bool greater = test->op == BinaryOp::Greater || test->op == BinaryOp::GreaterEqual;
  if ((!left && !right) || (!less && !greater))
    return {};
  return less == left ? "max" : "min";
}

} // namespace

/// `if (e > v) v = e`: a maximum.
bool LoopScalars::isExtreme(const If &s) {
  if (!s.elseBlock.empty() || s.thenBlock.size() != 1)
    return false;
  auto *assign = llvm::dyn_cast<Assign>(s.thenBlock[0].get());
  const Symbol *v = assign && !assign->mask ? variableOf(assign->place) : nullptr;
  std::string operation = v && isScalar(v) ? extremeOperation(s.condition, assign->value, v) : "";
  if (operation.empty())
    return false;
  operations[v].insert(operation);
  updateUses[v] += 2;
  return true;
}

/// `v = e > v ? e : v`: the same. The other way round, `v = v > e ? v : e`, it is a maximum of integers only: of
/// reals, a NaN takes the variable's place, and whatever comes next takes the NaN's, so that what is before it is
/// forgotten, which no reduction does.
bool LoopScalars::isExtreme(const Assign &s) {
  const Symbol *v = s.mask ? nullptr : variableOf(s.place);
  auto *choice = llvm::dyn_cast<Conditional>(withoutConversions(s.value));
  if (!v || !isScalar(v) || !choice)
    return false;
  std::string operation;
  if (variableOf(withoutConversions(choice->whenFalse)) == v) {
    operation = extremeOperation(choice->condition, choice->whenTrue, v);
  } else if (variableOf(withoutConversions(choice->whenTrue)) == v && v->type->isInteger() &&
             !isConjunction(choice->condition)) {
    operation = extremeOperation(choice->condition, choice->whenFalse, v);
    operation = operation == "max" ? "min" : operation == "min" ? "max" : "";
  }
  if (operation.empty())
    return false;
  operations[v].insert(operation);
  updateUses[v] += 3;
  return true;
}

std::string LoopScalars::reduction(const Symbol *v) const {
  auto found = operations.find(v);
  if (found == operations.end() || found->second.size() != 1 || uses.at(v) != updateUses.at(v))
    return {};
  // Seen by others than its own name: a call or a pointer may read it in between.
  if (memory.isShared(memory.variable(v)))
    return {};
  const std::string &operation = *found->second.begin();
  bool fits = operation == "and" || operation == "or" ? v->type->isLogical()
              : operation == "+" || operation == "*"  ? v->type->isNumeric()
                                                      : v->type->isReal() || v->type->isInteger();
  return fits ? operation : std::string();
}

} // namespace costate::analysis
