#include "Interpreter.h"

#include "support/Diagnostics.h"

namespace costate::test {

using namespace ir;

namespace {

/// How a block ended.
struct Outcome {
  enum Kind { Normal, Goto, Exit, Cycle, Return, Stopped } kind = Normal;
  unsigned target = 0; ///< label or loop
};

class Interpreter {
public:
  Interpreter(Run &run, size_t limit) : run(run), limit(limit) {}

  Outcome block(const Block &b, unsigned enterAt = 0) {
    size_t next = 0;
    unsigned entering = enterAt;
    if (entering)
      next = find(b, entering);
    while (next < b.size()) {
      if (++steps > 20000)
        return {Outcome::Stopped};
      Outcome o = statement(*b[next++], entering);
      entering = 0;
      if (o.kind == Outcome::Goto) {
        size_t at = find(b, o.target);
        if (at == b.size())
          return o;
        next = at;
        entering = o.target;
      } else if (o.kind != Outcome::Normal) {
        return o;
      }
    }
    return {};
  }

private:
  Run &run;
  size_t limit;
  size_t steps = 0;

  static bool holds(const Stmt &s, unsigned label) {
    if (auto *l = llvm::dyn_cast<Label>(&s))
      return l->label == label;
    auto *loop = llvm::dyn_cast<Loop>(&s);
    if (!llvm::isa<If>(s) && !(loop && loop->once))
      return false;
    for (const Block *inner : blocks(s))
      if (find(*inner, label) != inner->size())
        return true;
    return false;
  }

  static size_t find(const Block &b, unsigned label) {
    for (size_t i = 0; i < b.size(); ++i)
      if (holds(*b[i], label))
        return i;
    return b.size();
  }

  int64_t value(const Expr *e) {
    if (auto *c = llvm::dyn_cast<IntegerConstant>(e))
      return c->value;
    if (auto *c = llvm::dyn_cast<LogicalConstant>(e))
      return c->value;
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return run.values[v->symbol];
    if (auto *c = llvm::dyn_cast<Convert>(e))
      return value(c->operand);
    if (auto *u = llvm::dyn_cast<Unary>(e))
      return u->op == UnaryOp::Not ? !value(u->operand) : -value(u->operand);
    auto *b = llvm::cast<Binary>(e);
    int64_t x = value(b->left);
    if (b->op == BinaryOp::And)
      return x && value(b->right);
    if (b->op == BinaryOp::Or)
      return x || value(b->right);
    int64_t y = value(b->right);
    switch (b->op) {
    case BinaryOp::Add:
      return x + y;
    case BinaryOp::Subtract:
      return x - y;
    case BinaryOp::Multiply:
      return x * y;
    case BinaryOp::Divide:
      return x / y;
    case BinaryOp::Remainder:
      return x % y;
    case BinaryOp::Equal:
      return x == y;
    case BinaryOp::NotEqual:
      return x != y;
    case BinaryOp::Less:
      return x < y;
    case BinaryOp::LessEqual:
      return x <= y;
    case BinaryOp::Greater:
      return x > y;
    case BinaryOp::GreaterEqual:
      return x >= y;
    default:
      internalError("the interpreter does not know this operator");
    }
  }

  Outcome statement(const Stmt &s, unsigned enterAt) {
    switch (s.kind()) {
    case StmtKind::Assign: {
      auto &a = llvm::cast<Assign>(s);
      run.values[llvm::cast<Variable>(a.place)->symbol] = value(a.value);
      return {};
    }
    case StmtKind::Opaque:
      if (run.trace.size() >= limit) {
        run.stopped = true;
        return {Outcome::Stopped};
      }
      run.trace.push_back(llvm::cast<Opaque>(s).pieces.front().text);
      return {};
    case StmtKind::If: {
      auto &branch = llvm::cast<If>(s);
      if (enterAt)
        return find(branch.thenBlock, enterAt) != branch.thenBlock.size()
                   ? block(branch.thenBlock, enterAt)
                   : block(branch.elseBlock, enterAt);
      return block(value(branch.condition) ? branch.thenBlock : branch.elseBlock);
    }
    case StmtKind::For:
      return forLoop(llvm::cast<For>(s));
    case StmtKind::While:
      return whileLoop(llvm::cast<While>(s));
    case StmtKind::Loop:
      return rawLoop(llvm::cast<Loop>(s), enterAt);
    case StmtKind::Label:
      return {};
    case StmtKind::Goto:
      return {Outcome::Goto, llvm::cast<ir::Goto>(s).label};
    case StmtKind::Exit:
      return {Outcome::Exit, llvm::cast<ir::Exit>(s).loop};
    case StmtKind::Cycle:
      return {Outcome::Cycle, llvm::cast<ir::Cycle>(s).loop};
    case StmtKind::Return:
      return {Outcome::Return};
    case StmtKind::MultiwayGoto: {
      auto &multi = llvm::cast<MultiwayGoto>(s);
      int64_t chosen = value(multi.selector);
      for (auto &c : multi.cases)
        if (value(c.lower) <= chosen && chosen <= value(c.upper))
          return {Outcome::Goto, c.label};
      if (multi.otherwise)
        return {Outcome::Goto, multi.otherwise};
      return {};
    }
    default:
      internalError("the interpreter does not know this statement");
    }
  }

  Outcome forLoop(const For &loop) {
    int64_t bound = value(loop.bound), step = loop.step ? value(loop.step) : 1;
    bool up = loop.direction == For::Direction::Up ||
              (loop.direction == For::Direction::BySignOfStep && step > 0);
    int64_t i = value(loop.lower);
    auto goesOn = [&] {
      if (up)
        return loop.inclusive ? i <= bound : i < bound;
      return loop.inclusive ? i >= bound : i > bound;
    };
    for (; run.values[loop.variable] = i, goesOn(); i += step) {
      Outcome o = block(loop.body);
      if (o.kind == Outcome::Exit && o.target == loop.id)
        return {};
      if (o.kind != Outcome::Normal && !(o.kind == Outcome::Cycle && o.target == loop.id))
        return o;
    }
    return {};
  }

  Outcome whileLoop(const While &loop) {
    for (;;) {
      if (++steps > 20000)
        return {Outcome::Stopped};
      if (Outcome o = block(loop.head); o.kind != Outcome::Normal)
        return o;
      if (!value(loop.condition))
        return {};
      if (Outcome o = block(loop.body); o.kind != Outcome::Normal)
        return o;
    }
  }

  Outcome rawLoop(const Loop &loop, unsigned enterAt) {
    auto leaves = [&](const Outcome &o) {
      return o.kind != Outcome::Normal && !(o.kind == Outcome::Cycle && o.target == loop.id);
    };
    // Where its own exit ends a loop, what follows it is next.
    auto after = [&](const Outcome &o) {
      return o.kind == Outcome::Exit && o.target == loop.id ? Outcome() : o;
    };
    for (;;) {
      if (++steps > 20000)
        return {Outcome::Stopped};
      if (!loop.testAtEnd && !loop.once) {
        if (Outcome o = block(loop.head); leaves(o))
          return after(o);
        if (loop.condition && !value(loop.condition))
          return {};
      }
      Outcome o = block(loop.body, enterAt);
      enterAt = 0;
      if (leaves(o))
        return after(o);
      if (loop.once)
        return {};
      block(loop.step);
      if (loop.testAtEnd) {
        block(loop.head);
        if (loop.condition && !value(loop.condition))
          return {};
      }
    }
  }
};

} // namespace

Run interpret(const Procedure &procedure, std::map<const Symbol *, int64_t> values, size_t limit) {
  Run run;
  run.values = std::move(values);
  Interpreter(run, limit).block(procedure.body);
  return run;
}

} // namespace costate::test
