#include "transform/TidyAdjoints.h"

#include "ir/Builder.h"

namespace costate::transform {

using namespace ir;

bool isZero(const Expr *e) {
  if (auto *real = llvm::dyn_cast<RealConstant>(e))
    return real->value == 0;
  auto *complex = llvm::dyn_cast<MakeComplex>(e);
  return complex && isZero(complex->re) && isZero(complex->im);
}

namespace {

using Symbols = std::set<const Symbol *>;

bool names(const Expr *e, const Symbol *s) {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    found |= v && v->symbol == s;
  });
  return found;
}

class Tidy {
public:
  Tidy(Program &program, Procedure &p, Symbols given)
      : program(program), b(program), p(p), adjoints(std::move(given)) {
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            adjoints.erase(rootVariable(address->place));
        });
    });
  }

  void run() {
    Symbols zero;
    zeros(p.body, zero, true);
    join(p.body);
    Symbols live;
    stores(p.body, live, true);
  }

private:
  Program &program;
  Builder b;
  Procedure &p;
  Symbols adjoints;

  /// The adjoint that a statement assigns, whole; null for others.
  const Symbol *target(const Stmt &s) const {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *v = assign && !assign->mask ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
    return v && adjoints.count(v->symbol) ? v->symbol : nullptr;
  }

  /// Of `z = z + e` and `z = z - e` with e free of z: what is added.
  const Expr *added(const Assign &s, const Symbol *z) {
    auto *sum = llvm::dyn_cast<Binary>(s.value);
    if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
      return nullptr;
    auto *left = llvm::dyn_cast<Variable>(sum->left);
    if (!left || left->symbol != z || names(sum->right, z))
      return nullptr;
    return sum->op == BinaryOp::Add
               ? sum->right
               : program.exprs.make<Unary>(s.value->type, UnaryOp::Negate, sum->right, s.location);
  }

  /// A branch or loop changes what is known of the adjoints that are named in it, and of no others: it gets a set of
  /// those. Long procedures have many branches and many adjoints.
  template <typename Fold> void within(const Stmt &s, Symbols &all, Fold fold) {
    Symbols named, here;
    auto add = [&](const Stmt &x) {
      for (const Expr *e : expressions(x))
        read(e, named);
    };
    add(s);
    for (const Block *inner : blocks(s))
      forEachStmt(*inner, add);
    for (const Symbol *z : named)
      if (all.count(z))
        here.insert(z);
    fold(here);
    for (const Symbol *z : named)
      if (here.count(z))
        all.insert(z);
      else
        all.erase(z);
  }

  // ---- What is known to be zero ------------------------------------------------------------------

  /// Folds forwards; with `rewrite`, uses what it finds.
  void zeros(Block &block, Symbols &zero, bool rewrite) {
    for (StmtPtr &s : block)
      zerosAfter(*s, zero, rewrite);
  }

  void zerosAfter(Stmt &s, Symbols &zero, bool rewrite) {
    if (const Symbol *z = target(s)) {
      auto &assign = llvm::cast<Assign>(s);
      if (isZero(assign.value)) {
        zero.insert(z);
        return;
      }
      const Expr *e = zero.count(z) ? added(assign, z) : nullptr;
      if (e && rewrite)
        assign.value = e;
      zero.erase(z);
      return;
    }
    if (!blocks(s).empty())
      return within(s, zero, [&](Symbols &here) { zerosAround(s, here, rewrite); });
    // Whatever else names it may change it, and so does what writes a part: z%re.
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      zero.erase(rootVariable(assign->place));
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        if (v && !llvm::isa<Assign>(&s))
          zero.erase(v->symbol);
      });
  }

  void zerosAround(Stmt &s, Symbols &zero, bool rewrite) {
    if (auto *branch = llvm::dyn_cast<If>(&s)) {
      Symbols other = zero;
      zeros(branch->thenBlock, zero, rewrite);
      zeros(branch->elseBlock, other, rewrite);
      std::erase_if(zero, [&](const Symbol *z) { return !other.count(z); });
      return;
    }
    auto inner = blocks(s);
    // A loop: what is zero before it and after each iteration.
    for (bool changed = true; changed;) {
      Symbols after = zero;
      for (Block *body : inner)
        zeros(*body, after, false);
      size_t count = zero.size();
      std::erase_if(zero, [&](const Symbol *z) { return !after.count(z); });
      changed = zero.size() != count;
    }
    Symbols inside = zero;
    for (Block *body : inner)
      zeros(*body, inside, rewrite);
    if (auto *loop = llvm::dyn_cast<While>(&s)) // it ends after its head
      zeros(loop->head, zero, false);
  }

  // ---- Sums --------------------------------------------------------------------------------------

  /// `z = e; z = z + f` one after the other.
  void join(Block &block) {
    for (StmtPtr &s : block)
      for (Block *inner : blocks(*s))
        join(*inner);
    for (size_t i = 0; i + 1 < block.size(); ++i) {
      const Symbol *z = target(*block[i]);
      auto *first = llvm::dyn_cast<Assign>(block[i].get());
      auto *second = llvm::dyn_cast<Assign>(block[i + 1].get());
      const Expr *more =
          z && second && target(*second) == z && !isZero(first->value) ? added(*second, z) : nullptr;
      if (!more || names(first->value, z) || size(first->value) + size(more) > 12)
        continue;
      second->value = sum(first->value, more);
      if (second->comments.empty())
        second->comments.swap(first->comments);
      block[i].reset();
    }
    dropNull(block);
  }

  static void dropNull(Block &block) {
    std::erase_if(block, [](const StmtPtr &s) { return !s; });
  }

  static unsigned size(const Expr *e) {
    unsigned count = 0;
    forEach(e, [&](const Expr *) { ++count; });
    return count;
  }

  const Expr *sum(const Expr *x, const Expr *y) {
    auto negated = [](const Expr *e) -> const Expr * {
      auto *sign = llvm::dyn_cast<Unary>(e);
      return sign && sign->op == UnaryOp::Negate ? sign->operand : nullptr;
    };
    if (const Expr *minus = negated(y))
      return b.binary(BinaryOp::Subtract, x, minus);
    if (const Expr *minus = negated(x)) // -x + y and y - x are the same number
      return b.binary(BinaryOp::Subtract, y, minus);
    return b.binary(BinaryOp::Add, x, y);
  }

  // ---- Stores that nobody reads ------------------------------------------------------------------

  void read(const Expr *e, Symbols &live) {
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x); v && adjoints.count(v->symbol))
        live.insert(v->symbol);
    });
  }

  void read(const Stmt &s, Symbols &live) {
    for (const Expr *e : expressions(s))
      read(e, live);
  }

  /// Folds backwards; with `erase`, drops assignments of what is not live after them.
  void stores(Block &block, Symbols &live, bool erase) {
    for (size_t i = block.size(); i-- > 0;) {
      Stmt &s = *block[i];
      if (const Symbol *z = target(s)) {
        if (!live.count(z)) {
          if (erase)
            block[i].reset();
          continue;
        }
        live.erase(z);
        read(llvm::cast<Assign>(s).value, live);
        continue;
      }
      if (blocks(s).empty()) {
        read(s, live);
        continue;
      }
      within(s, live, [&](Symbols &here) { storesAround(s, here, erase); });
      if (auto *branch = llvm::dyn_cast<If>(&s);
          branch && erase && branch->thenBlock.empty() && branch->elseBlock.empty())
        block[i].reset();
    }
    dropNull(block);
  }

  void storesAround(Stmt &s, Symbols &live, bool erase) {
    if (auto *branch = llvm::dyn_cast<If>(&s)) {
      Symbols other = live;
      stores(branch->thenBlock, live, erase);
      stores(branch->elseBlock, other, erase);
      live.insert(other.begin(), other.end());
      read(s, live);
      return;
    }
    auto inner = blocks(s);
    read(s, live);
    for (bool changed = true; changed;) { // around the loop
      Symbols before = live;
      around(inner, live, before, false);
      size_t count = live.size();
      live.insert(before.begin(), before.end());
      changed = live.size() != count;
    }
    Symbols inside = live;
    around(inner, live, inside, erase);
  }

  /// One iteration backwards. A While ends after its head, so what is live after it is live there.
  void around(const std::vector<Block *> &inner, const Symbols &after, Symbols &live, bool erase) {
    for (auto body = inner.rbegin(); body != inner.rend(); ++body) {
      if (body != inner.rbegin())
        live.insert(after.begin(), after.end());
      stores(**body, live, erase);
    }
  }
};

} // namespace

void tidyAdjoints(Program &program, Procedure &p, Symbols adjoints) {
  Tidy(program, p, std::move(adjoints)).run();
}

} // namespace costate::transform
