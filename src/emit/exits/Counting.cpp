#include "emit/exits/Counting.h"

#include "ir/Builder.h"
#include "ir/Fixed.h"

#include <algorithm>

namespace costate::emit::exits {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

Symbol *variableOf(const Expr *e) {
  auto *v = e ? dyn_cast<Variable>(e) : nullptr;
  return v ? v->symbol : nullptr;
}

/// The variable a statement assigns whole.
Symbol *assigned(const Stmt &s) {
  auto *assign = dyn_cast<Assign>(&s);
  return assign && !assign->mask ? variableOf(assign->place) : nullptr;
}

/// The increment of `i = i + s`, `i = i - s`, `p = p + s`.
struct Increment {
  const Expr *by = nullptr;
  bool negative = false;
};

std::optional<Increment> incrementOf(const Stmt &s) {
  Symbol *counter = assigned(s);
  if (!counter)
    return std::nullopt;
  const Expr *value = cast<Assign>(s).value;
  if (auto *add = dyn_cast<PointerAdd>(value); add && variableOf(add->pointer) == counter)
    return Increment{add->offset, add->negative};
  auto *binary = dyn_cast<Binary>(value);
  if (!binary || variableOf(binary->left) != counter ||
      (binary->op != BinaryOp::Add && binary->op != BinaryOp::Subtract))
    return std::nullopt;
  return Increment{binary->right, binary->op == BinaryOp::Subtract};
}

const Expr *withoutConversions(const Expr *e) {
  while (auto *convert = dyn_cast<Convert>(e))
    e = convert->operand;
  return e;
}

/// The value of an integer constant, by name or not.
std::optional<int64_t> constantOf(const Expr *e) {
  if (auto *unary = dyn_cast<Unary>(e); unary && unary->op == UnaryOp::Negate) {
    auto value = constantOf(unary->operand);
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (Symbol *s = variableOf(e); s && s->kind == SymbolKind::NamedConstant && s->initial)
    e = s->initial;
  auto *constant = dyn_cast<IntegerConstant>(e);
  return constant ? std::optional(constant->value) : std::nullopt;
}

/// How often each variable is read and assigned in a procedure.
struct Census {
  std::map<const Symbol *, unsigned> reads, writes;

  explicit Census(const Procedure &p) {
    forEachStmt(p.body, [&](const Stmt &s) {
      const Symbol *target = assigned(s);
      if (target)
        ++writes[target];
      for (const Expr *e : expressions(s))
        if (!target || e != cast<Assign>(s).place)
          forEach(e, [&](const Expr *x) { ++reads[variableOf(x)]; });
    });
  }
};

/// The test of a loop, as the header of a counted loop says it.
struct Test {
  Symbol *counter;
  BinaryOp relation;
  const Expr *bound;

  bool up() const { return relation == BinaryOp::Less || relation == BinaryOp::LessEqual; }
  bool inclusive() const {
    return relation == BinaryOp::LessEqual || relation == BinaryOp::GreaterEqual;
  }
};

std::optional<Test> testOf(const Loop &loop) {
  auto *compare = loop.condition ? dyn_cast<Binary>(loop.condition) : nullptr;
  if (!compare || compare->op < BinaryOp::Less || compare->op > BinaryOp::GreaterEqual)
    return std::nullopt;
  Symbol *counter = variableOf(withoutConversions(compare->left));
  if (!counter || !(counter->type->isInteger() || counter->type->isPointer()))
    return std::nullopt;
  return Test{counter, compare->op, compare->right};
}

class Counter {
public:
  Counter(Program &program, Procedure &procedure, const Flags &flags)
      : b(program), procedure(procedure), flags(flags), census(procedure) {}

  void block(Block &list) {
    for (size_t i = 0; i < list.size(); ++i) {
      for (Block *inner : blocks(*list[i]))
        block(*inner);
      auto *loop = dyn_cast<Loop>(list[i].get());
      if (!loop || !loop->head.empty())
        continue;
      std::set<size_t> header;
      StmtPtr counted = count(*loop, list, i, header);
      if (!counted)
        continue;
      list[i] = std::move(counted);
      for (auto at = header.rbegin(); at != header.rend(); ++at, --i) {
        std::vector<std::string> &comments = list[i]->comments;
        comments.insert(comments.begin(), list[*at]->comments.begin(), list[*at]->comments.end());
        list.erase(list.begin() + *at);
      }
    }
  }

private:
  Builder b;
  Procedure &procedure;
  const Flags &flags;
  Census census;

  /// The loop as a For; `header` are the statements before it that are then part of it.
  StmtPtr count(Loop &loop, const Block &list, size_t at, std::set<size_t> &header) {
    auto test = testOf(loop);
    if (test && flags.isMade(test->counter))
      return countTrips(loop, *test, list, at, header);
    auto start = test ? findStart(list, at, loop, test->counter) : std::nullopt;
    if (!start)
      return nullptr;
    std::set<const Stmt *> steps;
    if (!findSteps(loop, {test->counter}, steps))
      return nullptr;
    const Increment increment = *incrementOf(**steps.begin());
    const Expr *bound = original(test->bound, list, *start, loop, 1, header);
    bool copied = bound != test->bound;
    if (procedure.language == Language::Fortran && // (3)
        !(hasSign(increment, test->up()) && (copied || isFixed(bound, test->counter, loop.body))))
      return nullptr;
    header.insert(*start);
    const Expr *lower = initial(test->counter, list, *start, header);
    removeSteps(loop.body, steps);
    auto out = std::make_unique<For>(test->counter, lower, bound,
                                     stepOf(increment, test->counter), std::move(loop.body),
                                     loop.location);
    out->direction = test->up() ? For::Direction::Up : For::Direction::Down;
    out->inclusive = test->inclusive();
    out->id = loop.id;
    out->comments = std::move(loop.comments);
    return out;
  }

  /// A loop whose direction only the run time knows: `i = lo; trips = (last - i + step)/step;
  /// while (trips > 0) { ...; i = i + step; trips = trips - 1 }`.
  StmtPtr countTrips(Loop &loop, const Test &test, const Block &list, size_t at,
                     std::set<size_t> &header) {
    auto trips = findStart(list, at, loop, test.counter);
    auto constant = constantOf(test.bound);
    if (!trips || *trips == 0 || test.relation != BinaryOp::Greater || constant != 0)
      return nullptr;
    size_t start = *trips - 1;
    Symbol *counter = assigned(*list[start]);
    auto span = counter ? spanOf(cast<Assign>(*list[*trips]).value, counter) : std::nullopt;
    std::set<const Stmt *> steps;
    if (!span || !sameLocation(list[start]->location, loop.location) ||
        !findSteps(loop, {counter, test.counter}, steps) || !stepsBy(steps, counter, span->step))
      return nullptr;
    header = {start, *trips};
    const Expr *bound = original(span->bound, list, start, loop, 1, header);
    size_t next = header.count(start - 1) ? start - 1 : start;
    const Expr *step = original(span->step, list, next, loop, 2 + steps.size() / 2, header);
    if ((bound == span->bound && !isFixed(bound, counter, loop.body)) ||
        (step == span->step && !isFixed(step, counter, loop.body))) // (3)
      return nullptr;
    removeSteps(loop.body, steps);
    auto out = std::make_unique<For>(counter, cast<Assign>(*list[start]).value, bound, step,
                                     std::move(loop.body), loop.location);
    out->id = loop.id;
    out->comments = std::move(loop.comments);
    return out;
  }

  struct Span {
    const Expr *bound, *step;
  };

  /// The parts of (bound - i + step)/step.
  static std::optional<Span> spanOf(const Expr *e, const Symbol *counter) {
    auto part = [](const Expr *x, BinaryOp op) {
      auto *binary = dyn_cast<Binary>(x);
      return binary && binary->op == op ? binary : nullptr;
    };
    auto *quotient = part(e, BinaryOp::Divide);
    auto *sum = quotient ? part(quotient->left, BinaryOp::Add) : nullptr;
    auto *difference = sum ? part(sum->left, BinaryOp::Subtract) : nullptr;
    if (!difference || variableOf(difference->right) != counter ||
        !equal(sum->right, quotient->right))
      return std::nullopt;
    return Span{difference->left, sum->right};
  }

  static bool stepsBy(const std::set<const Stmt *> &steps, const Symbol *counter,
                      const Expr *step) {
    return std::all_of(steps.begin(), steps.end(), [&](const Stmt *s) {
      auto increment = incrementOf(*s);
      return assigned(*s) != counter || (equal(increment->by, step) && !increment->negative);
    });
  }

  /// The initial value; `i = i` says that it has been assigned before.
  const Expr *initial(const Symbol *counter, const Block &list, size_t start,
                      std::set<size_t> &header) const {
    const Expr *value = cast<Assign>(*list[start]).value;
    if (variableOf(value) != counter)
      return value;
    while (start-- > 0 && assigned(*list[start])) {
      const Assign &before = cast<Assign>(*list[start]);
      if (assigned(before) == counter) {
        header.insert(start);
        return before.value;
      }
      if (!flags.isMade(assigned(before)) || !isa<LogicalConstant>(before.value))
        break;
    }
    return value;
  }

  /// The assignment of the initial value: before the loop, with only assignments between that set
  /// variables of Costate's own to something else (1).
  std::optional<size_t> findStart(const Block &list, size_t at, const Loop &loop,
                                  const Symbol *counter) const {
    while (at-- > 0) {
      const Symbol *target = assigned(*list[at]);
      if (!target || !sameLocation(list[at]->location, loop.location))
        return std::nullopt;
      if (target == counter)
        return at;
      if (!flags.isMade(target) || !isa<LogicalConstant>(cast<Assign>(*list[at]).value))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// The bound (or step) as the source had it where `last = bound` stands before `start` for the
  /// `reads` times the loop's header names it and for nothing else.
  const Expr *original(const Expr *bound, const Block &list, size_t start, const Loop &loop,
                       size_t reads, std::set<size_t> &header) {
    const Symbol *copy = variableOf(bound);
    if (!flags.isMade(copy) || start == 0 || assigned(*list[start - 1]) != copy ||
        !sameLocation(list[start - 1]->location, loop.location) || census.reads[copy] != reads ||
        census.writes[copy] != 1)
      return bound;
    header.insert(start - 1);
    return cast<Assign>(*list[start - 1]).value;
  }

  using Counters = std::vector<const Symbol *>;

  /// (2): of each counter, in this order.
  bool findSteps(Loop &loop, const Counters &counters, std::set<const Stmt *> &steps) const {
    if (!endsWithStep(loop.body, loop, counters, steps))
      return false;
    bool good = true;
    size_t assignments = 0;
    std::map<const Symbol *, const Stmt *> first;
    auto counts = [&](const Symbol *s) {
      return std::find(counters.begin(), counters.end(), s) != counters.end();
    };
    checkCycles(loop.body, loop, counters, steps, good);
    forEachStmt(loop.body, [&](const Stmt &s) {
      assignments += counts(assigned(s));
      good &= !isa<For>(s) || !counts(cast<For>(s).variable);
    });
    for (const Stmt *s : steps) {
      const Stmt *same = first.emplace(assigned(*s), s).first->second;
      good &= equal(cast<Assign>(*s).value, cast<Assign>(*same).value);
    }
    return good && !steps.empty() && assignments == steps.size();
  }

  /// Whether the steps stand just before `end`.
  static bool stepsBefore(const Block &list, size_t end, const Loop &loop, const Counters &counters,
                          std::set<const Stmt *> &steps) {
    if (end < counters.size())
      return false;
    for (size_t i = 0; i < counters.size(); ++i) {
      const Stmt &s = *list[end - counters.size() + i];
      if (assigned(s) != counters[i] || !isStep(s, loop))
        return false;
      steps.insert(&s);
    }
    return true;
  }

  static bool leaves(const Stmt &s, unsigned loop) {
    auto *cycle = dyn_cast<Cycle>(&s);
    return isa<Exit, Return>(s) || (cycle && cycle->loop != loop);
  }

  /// Whether each way to the end of the list takes a step last.
  static bool endsWithStep(const Block &list, const Loop &loop, const Counters &counters,
                           std::set<const Stmt *> &steps) {
    if (list.empty())
      return false;
    const Stmt &last = *list.back();
    if (auto *branch = dyn_cast<If>(&last))
      return endsWithStep(branch->thenBlock, loop, counters, steps) &&
             endsWithStep(branch->elseBlock, loop, counters, steps);
    if (leaves(last, loop.id) || isa<Cycle>(last)) // checkCycles sees to those
      return true;
    return stepsBefore(list, list.size(), loop, counters, steps);
  }

  /// Each jump to the next iteration stands behind a step.
  static void checkCycles(const Block &list, const Loop &loop, const Counters &counters,
                          std::set<const Stmt *> &steps, bool &good) {
    for (size_t i = 0; i < list.size(); ++i) {
      for (const Block *inner : blocks(static_cast<const Stmt &>(*list[i])))
        checkCycles(*inner, loop, counters, steps, good);
      auto *cycle = dyn_cast<Cycle>(list[i].get());
      if (cycle && cycle->loop == loop.id)
        good &= stepsBefore(list, i, loop, counters, steps);
    }
  }

  static void removeSteps(Block &list, const std::set<const Stmt *> &steps) {
    std::erase_if(list, [&](const StmtPtr &s) { return steps.count(s.get()) != 0; });
    for (StmtPtr &s : list)
      for (Block *inner : blocks(*s))
        removeSteps(*inner, steps);
  }

  static bool hasSign(const Increment &increment, bool up) {
    auto value = constantOf(increment.by);
    return value && *value != 0 && ((*value > 0) != increment.negative) == up;
  }

  /// The step of a For: nothing for one.
  const Expr *stepOf(const Increment &increment, const Symbol *counter) {
    auto *constant = dyn_cast<IntegerConstant>(increment.by);
    if (constant && constant->value == 1 && !increment.negative)
      return nullptr;
    if (!increment.negative)
      return increment.by;
    auto *type = dyn_cast<IntegerType>(counter->type->strip());
    if (constant)
      return b.constant(type && type->isSigned ? counter->type : b.integer(procedure.language),
                        -constant->value, increment.by->location);
    return b.program.exprs.make<Unary>(increment.by->type, UnaryOp::Negate, increment.by,
                                       increment.by->location);
  }
};

} // namespace

bool isStep(const Stmt &s, const Loop &loop) {
  return sameLocation(s.location, loop.location) && incrementOf(s);
}

void countLoops(Program &program, Procedure &procedure, const Flags &flags) {
  Counter(program, procedure, flags).block(procedure.body);
}

} // namespace costate::emit::exits
