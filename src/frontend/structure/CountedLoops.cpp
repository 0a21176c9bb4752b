// A Loop is a For when, and only when, its number of trips is decided on entry and the variable runs
// through an arithmetic progression. Each condition below is needed:
//   (1) the variable is a local integer or pointer whose address nobody takes, so that only
//       assignments by name change it;
//   (2) the body does not assign it, and the step assigns it exactly once: i = i + c;
//   (3) the test compares it with a bound that the loop cannot change: no assignment by name, no
//       store through a pointer that could reach what the bound reads, no call that could;
//   (4) c is not zero and moves toward the bound: the test's relation decides. (A symbolic c of the
//       wrong sign would run a signed counter into overflow, which C excludes.)
//   (5) unsigned counters cannot wrap: `i >= n` counting down would at n = 0, so it needs a positive
//       constant bound; `!=` needs a bound that is met: known numbers that divide, or a step of one
//       and a start on the right side of the bound.

#include "frontend/structure/CountedLoops.h"

#include "ir/Builder.h"
#include "ir/Constants.h"

#include <set>

namespace costate::structure {

using namespace ir;

namespace {

/// The value of an integer constant below any conversions; nothing for anything else, or null.
/// A number as written, before it is converted to the counter's type: `i += -1` of an unsigned `i`.
std::optional<int64_t> writtenValue(const Expr *e) {
  while (auto *convert = llvm::dyn_cast_or_null<Convert>(e))
    e = convert->operand;
  return constantValue(e);
}

bool isUnsigned(const Type *t) {
  auto *integer = llvm::dyn_cast<IntegerType>(t->strip());
  return integer && !integer->isSigned;
}

class CountedLoops {
public:
  CountedLoops(Program &program, Procedure &procedure, const EffectsOfCalls &calls)
      : b(program), procedure(procedure), calls(calls) {}

  void run() {
    findAddressTaken(procedure.body);
    recognise(procedure.body);
  }

private:
  Builder b;
  Procedure &procedure;
  const EffectsOfCalls &calls;
  std::set<const Symbol *> addressTaken;

  void findAddressTaken(const Block &block) {
    forEachStmt(block, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            if (const Symbol *root = rootVariable(address->place))
              addressTaken.insert(root);
        });
    });
  }

  /// (1)
  bool isPrivate(const Symbol *s) const {
    bool local = s->storage == Storage::Local || s->storage == Storage::Argument ||
                 s->storage == Storage::Result;
    return local && s->owner == &procedure && !s->isVolatile && !addressTaken.count(s);
  }

  void recognise(Block &block) {
    for (size_t i = 0; i < block.size(); ++i) {
      for (Block *inner : blocks(*block[i]))
        recognise(*inner);
      auto *loop = llvm::dyn_cast<Loop>(block[i].get());
      if (!loop || loop->once || loop->testAtEnd || !loop->head.empty() || !loop->condition)
        continue;
      std::optional<size_t> start;
      StmtPtr counted = tryCount(*loop, block, i, start);
      if (!counted)
        continue;
      counted->comments = std::move(loop->comments);
      if (start) {
        auto &comments = block[*start]->comments;
        counted->comments.insert(counted->comments.begin(), comments.begin(), comments.end());
      }
      block[i] = std::move(counted);
      if (start) {
        block.erase(block.begin() + *start);
        --i;
      }
    }
  }

  struct Test {
    Symbol *variable;
    BinaryOp relation; ///< with the variable on the left
    const Expr *bound;
    bool converted; ///< the variable is compared in another integer type
  };

  struct Step {
    size_t index; ///< in Loop::step
    const Expr *by; ///< null: 1
    std::optional<int64_t> constant;
  };

  StmtPtr tryCount(Loop &loop, Block &block, size_t at, std::optional<size_t> &start) {
    auto test = findTest(loop.condition);
    if (!test || !isPrivate(test->variable))
      return nullptr;
    auto step = findStep(loop.step, test->variable);
    if (!step)
      return nullptr;
    LoopEffects effects;
    calls.add(loop.body, effects);
    if (effects.assigned.count(test->variable)) // (2)
      return nullptr;
    for (size_t i = 0; i < loop.step.size(); ++i)
      if (i != step->index) {
        if (reads(*loop.step[i], test->variable) && i > step->index)
          return nullptr; // it would see the counter advanced
        addStepEffects(*loop.step[i], effects);
      }
    if (effects.assigned.count(test->variable))
      return nullptr;
    effects.assigned.insert(test->variable);
    if (changes(effects, test->bound) || (step->by && changes(effects, step->by))) // (3)
      return nullptr;
    start = findStart(block, at, test->variable);
    const Expr *lower = start ? llvm::cast<Assign>(*block[*start]).value : nullptr;
    auto direction = findDirection(*test, *step, lower);
    if (!direction)
      return nullptr;
    return makeFor(loop, *test, *step, *direction, lower);
  }

  static bool reads(const Stmt &s, const Symbol *symbol) {
    bool found = false;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        found |= v && v->symbol == symbol;
      });
    return found;
  }

  void addStepEffects(const Stmt &s, LoopEffects &effects) const {
    Block copy;
    copy.push_back(clone(s));
    calls.add(copy, effects);
  }

  /// The variable below conversions that keep its order: to a wider integer, or to unsigned.
  static const Variable *counter(const Expr *e, bool &converted) {
    converted = false;
    while (auto *convert = llvm::dyn_cast<Convert>(e)) {
      auto *from = llvm::dyn_cast<IntegerType>(convert->operand->type->strip());
      auto *to = llvm::dyn_cast<IntegerType>(convert->type->strip());
      if (!from || !to || to->bytes < from->bytes)
        return nullptr;
      converted |= from->isSigned && !to->isSigned;
      e = convert->operand;
    }
    auto *v = llvm::dyn_cast<Variable>(e);
    return v && (v->type->isInteger() || v->type->isPointer()) ? v : nullptr;
  }

  static BinaryOp mirrored(BinaryOp op) {
    switch (op) {
    case BinaryOp::Less:
      return BinaryOp::Greater;
    case BinaryOp::LessEqual:
      return BinaryOp::GreaterEqual;
    case BinaryOp::Greater:
      return BinaryOp::Less;
    case BinaryOp::GreaterEqual:
      return BinaryOp::LessEqual;
    default:
      return op;
    }
  }

  std::optional<Test> findTest(const Expr *condition) {
    auto *compare = llvm::dyn_cast<Binary>(condition);
    if (!compare || compare->op < BinaryOp::NotEqual || compare->op > BinaryOp::GreaterEqual)
      return std::nullopt;
    if (auto test = testOf(compare->left, compare->op, compare->right))
      return test;
    return testOf(compare->right, mirrored(compare->op), compare->left);
  }

  std::optional<Test> testOf(const Expr *left, BinaryOp relation, const Expr *right) {
    bool converted = false;
    auto *v = counter(left, converted);
    if (v && isPrivate(v->symbol) && !mentions(right, v->symbol))
      return Test{v->symbol, relation, right, converted};
    // `i + 1 < n` is `i < n - 1`; not so of unsigned integers, which wrap around.
    auto *sum = llvm::dyn_cast<Binary>(left);
    auto *number = sum ? llvm::dyn_cast<IntegerConstant>(sum->right) : nullptr;
    auto *moved = sum ? llvm::dyn_cast<Variable>(sum->left) : nullptr;
    if (!number || !moved || isUnsigned(left->type) || left->type->strip() != right->type->strip() ||
        (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract) || relation == BinaryOp::NotEqual)
      return std::nullopt;
    const Expr *bound = b.binary(sum->op == BinaryOp::Add ? BinaryOp::Subtract : BinaryOp::Add, right, number);
    return testOf(moved, relation, bound);
  }

  static bool mentions(const Expr *e, const Symbol *symbol) {
    bool found = false;
    forEach(e, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      found |= v && v->symbol == symbol;
    });
    return found;
  }

  /// (2): exactly one i = i + c, i = i - c or p = p + c.
  std::optional<Step> findStep(const Block &step, const Symbol *variable) {
    std::optional<Step> found;
    for (size_t i = 0; i < step.size(); ++i) {
      auto *assign = llvm::dyn_cast<Assign>(step[i].get());
      if (!assign || rootVariable(assign->place) != variable)
        continue;
      if (found || !llvm::isa<Variable>(assign->place))
        return std::nullopt;
      const Expr *by = nullptr;
      bool negative = false;
      if (!splitIncrement(assign->value, variable, by, negative))
        return std::nullopt;
      auto constant = writtenValue(by);
      if (constant && negative)
        constant = -*constant;
      if (constant == 0)
        return std::nullopt;
      found = Step{i, signedStep(by, negative, constant, variable), constant};
    }
    return found;
  }

  static bool isCounter(const Expr *e, const Symbol *variable) {
    auto *v = llvm::dyn_cast<Variable>(e);
    return v && v->symbol == variable;
  }

  static bool splitIncrement(const Expr *value, const Symbol *variable, const Expr *&by,
                             bool &negative) {
    if (auto *add = llvm::dyn_cast<PointerAdd>(value)) {
      by = add->offset;
      negative = add->negative;
      return isCounter(add->pointer, variable);
    }
    auto *add = llvm::dyn_cast<Binary>(value);
    if (!add || (add->op != BinaryOp::Add && add->op != BinaryOp::Subtract))
      return false;
    negative = add->op == BinaryOp::Subtract;
    bool left = isCounter(add->left, variable);
    by = left ? add->right : add->left;
    return left || (!negative && isCounter(add->right, variable));
  }

  const Expr *signedStep(const Expr *by, bool negative, std::optional<int64_t> constant,
                         const Symbol *variable) {
    if (constant == 1)
      return nullptr;
    const Type *type = variable->type->isPointer() ? b.integer(procedure.language) : variable->type;
    if (constant)
      return b.constant(isUnsigned(type) ? b.integer(procedure.language) : type, *constant,
                        by->location);
    return negative ? b.program.exprs.make<Unary>(by->type, UnaryOp::Negate, by, by->location) : by;
  }

  /// What is asked of an expression in a bound: its value; as a place, a part of what it holds; where it is.
  enum class Asked { Value, Part, Address };

  /// (3)
  bool changes(const LoopEffects &effects, const Expr *e, Asked asked = Asked::Value) const {
    auto *v = llvm::dyn_cast<Variable>(e);
    if (v && v->symbol->kind == SymbolKind::NamedConstant)
      return false;
    if (v && (asked != Asked::Address || !v->type->isArray()) && effects.assigned.count(v->symbol))
      return true;
    if (v && isPrivate(v->symbol))
      return false;
    if (asked == Asked::Value && e->isPlace() && readsMemory(e) && effects.mayStore(e))
      return true;
    if (auto *function = llvm::dyn_cast<Intrinsic>(e); function && function->arguments.empty())
      return true;
    auto *element = llvm::dyn_cast<Element>(e);
    auto *field = llvm::dyn_cast<Field>(e);
    const Expr *whole = element ? element->base : field ? field->base : nullptr;
    for (const Expr *operand : operands(e)) {
      Asked next = operand == whole ? (asked == Asked::Address ? Asked::Address : Asked::Part)
                   : llvm::isa<AddressOf>(e) ? Asked::Address
                                             : Asked::Value;
      if (changes(effects, operand, next))
        return true;
    }
    return false;
  }

  /// An array names memory, but naming it reads none.
  static bool readsMemory(const Expr *place) { return !place->type->isArray(); }

  /// The assignment that starts the counter: before the loop, with only assignments between that do
  /// not concern it.
  static std::optional<size_t> findStart(const Block &block, size_t at, const Symbol *variable) {
    for (size_t i = at; i-- > 0;) {
      auto *assign = llvm::dyn_cast<Assign>(block[i].get());
      if (!assign)
        return std::nullopt;
      if (isCounter(assign->place, variable)) // the value may read the counter: it is evaluated once
        return unaffected(block, i, at, assign->value) ? std::optional(i) : std::nullopt;
      if (mentions(assign->value, variable) || mentions(assign->place, variable))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// Whether the assignments between leave alone what the start value reads.
  static bool unaffected(const Block &block, size_t from, size_t to, const Expr *value) {
    for (size_t i = from + 1; i < to; ++i) {
      const Symbol *root = rootVariable(llvm::cast<Assign>(*block[i]).place);
      bool readsOnlyNames = true;
      forEach(value, [&](const Expr *e) {
        readsOnlyNames &= !llvm::isa<Dereference>(e);
      });
      if (!root ? !readsOnlyNames : mentions(value, root))
        return false;
    }
    return true;
  }

  struct Direction {
    bool up, inclusive;
  };

  /// (4) and (5).
  std::optional<Direction> findDirection(const Test &test, const Step &step, const Expr *lower) {
    bool wraps = isUnsigned(test.variable->type);
    auto from = writtenValue(lower);
    auto bound = writtenValue(test.bound);
    switch (test.relation) {
    case BinaryOp::Less:
    case BinaryOp::LessEqual:
      if (step.constant && *step.constant < 0)
        return std::nullopt;
      // Compared as unsigned, a negative counter would be beyond every bound.
      if (test.converted && (!from || *from < 0))
        return std::nullopt;
      return Direction{true, test.relation == BinaryOp::LessEqual};
    case BinaryOp::Greater:
    case BinaryOp::GreaterEqual: {
      bool inclusive = test.relation == BinaryOp::GreaterEqual;
      if (!step.constant || *step.constant > 0 || test.converted)
        return std::nullopt;
      if (wraps && !(bound && (inclusive ? *bound + *step.constant >= 0
                                         : *bound + *step.constant >= -1)))
        return std::nullopt;
      return Direction{false, inclusive};
    }
    case BinaryOp::NotEqual: {
      if (!step.constant || test.converted)
        return std::nullopt;
      bool up = *step.constant > 0;
      bool known = from && bound; // then the bound must be met exactly, and ahead
      bool met = known && (*bound - *from) % *step.constant == 0 &&
                 (*bound - *from) / *step.constant >= 0;
      bool single = *step.constant == 1 || *step.constant == -1;
      bool startsRight = up ? from == 0 : bound == 0;
      // An unsigned counter that goes down to `!= -1` wraps round on its way out.
      bool wrapsRound = wraps && ((from && *from < 0) || (bound && *bound < 0));
      if (wrapsRound || (known ? !met : !single || (wraps && !startsRight)))
        return std::nullopt;
      return Direction{up, false};
    }
    default:
      return std::nullopt;
    }
  }

  StmtPtr makeFor(Loop &loop, const Test &test, const Step &step, Direction direction,
                  const Expr *lower) {
    Location at = loop.location;
    if (!lower)
      lower = b.variable(test.variable, at);
    Block body = bodyWithOtherSteps(loop, step.index);
    auto counted = std::make_unique<For>(test.variable, lower, test.bound, step.by,
                                         std::move(body), at);
    counted->inclusive = direction.inclusive;
    // `n != -1` counting down reads better as `n >= 0`.
    if (auto bound = writtenValue(test.bound); bound == -1 && !direction.up &&
                                                !direction.inclusive &&
                                                !isUnsigned(test.variable->type)) {
      counted->bound = b.constant(test.bound->type, 0, at);
      counted->inclusive = true;
    }
    counted->direction = direction.up ? For::Direction::Up : For::Direction::Down;
    counted->id = loop.id;
    return counted;
  }

  /// `for (...; i++, j--)`: the other steps end the body, and `continue` goes to them.
  Block bodyWithOtherSteps(Loop &loop, size_t counterStep) {
    Block body = std::move(loop.body);
    if (loop.step.size() == 1)
      return body;
    unsigned id = procedure.newLoopId();
    if (redirectCycles(body, loop.id, id)) {
      auto block =
          std::make_unique<Loop>(id, Block(), nullptr, std::move(body), Block(), loop.location);
      block->once = true;
      body.clear();
      body.push_back(std::move(block));
    }
    for (size_t i = 0; i < loop.step.size(); ++i)
      if (i != counterStep)
        body.push_back(std::move(loop.step[i]));
    return body;
  }

  static bool redirectCycles(Block &block, unsigned from, unsigned to) {
    bool any = false;
    for (StmtPtr &s : block) {
      if (auto *cycle = llvm::dyn_cast<Cycle>(s.get()); cycle && cycle->loop == from) {
        s = std::make_unique<Exit>(to, s->location);
        any = true;
      } else {
        for (Block *inner : blocks(*s))
          any |= redirectCycles(*inner, from, to);
      }
    }
    return any;
  }
};

} // namespace

void recogniseCountedLoops(Program &program, Procedure &procedure, const EffectsOfCalls &calls) {
  CountedLoops(program, procedure, calls).run();
}

} // namespace costate::structure
