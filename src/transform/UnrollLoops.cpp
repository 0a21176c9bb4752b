#include "transform/UnrollLoops.h"

#include "ir/Constants.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"
#include "transform/FoldConstants.h"
#include "transform/HeadElements.h"
#include "transform/PointerTargets.h"
#include "transform/ShadowTypes.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;

std::optional<int64_t> constantTrips(const For &loop, int64_t lower, int64_t bound, int64_t step) {
  if (step == 0 || (loop.direction == For::Direction::Up && step < 0) ||
      (loop.direction == For::Direction::Down && step > 0))
    return std::nullopt;
  int64_t distance = step > 0 ? bound - lower : lower - bound, size = std::abs(step);
  if (distance < 0)
    return 0;
  return loop.inclusive ? distance / size + 1 : (distance + size - 1) / size;
}

namespace {

/// Assigned by a statement itself.
Symbol *assigned(const Stmt &s) {
  if (auto *loop = llvm::dyn_cast<For>(&s))
    return loop->variable;
  auto *assign = llvm::dyn_cast<Assign>(&s);
  auto *v = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
  return v ? v->symbol : nullptr;
}

class Unroller {
public:
  Unroller(Program &program, Procedure &procedure, size_t limit)
      : program(program), procedure(procedure), limit(limit), b(program), fold(program, procedure.language, values) {
    findFollowed();
  }

  void run() {
    Block out;
    block(procedure.body, out);
    procedure.body = std::move(out);
    dropUnread();
    makeAssignable();
  }

private:
  // ---- Which variables -----------------------------------------------------------------------------------

  void findFollowed() {
    for (auto &s : procedure.scope.symbols) {
      bool own = s->storage == Storage::Local || (s->storage == Storage::Argument && s->byValue);
      const Type *type = s->type ? s->type->strip() : nullptr;
      auto *pointer = type ? llvm::dyn_cast<PointerType>(type) : nullptr;
      bool mayBeKnown = type && (type->isInteger() || type->isLogical() || (pointer && !pointer->fortran));
      if (s->kind == SymbolKind::Variable && own && mayBeKnown && !s->overlay && !s->target && !s->isVolatile && !s->initial)
        followed.insert(s.get());
    }
    forEachStmt(procedure.body, [&](const Stmt &s) {
      bool plain = llvm::isa<Assign>(&s) || llvm::isa<If>(&s) || llvm::isa<For>(&s) || llvm::isa<While>(&s);
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *v = llvm::dyn_cast<Variable>(x);
          auto *address = llvm::dyn_cast<AddressOf>(x);
          if (address)
            followed.erase(rootVariable(address->place));
          if (v && !plain) // it may be passed by reference, or written
            followed.erase(v->symbol);
        });
    });
    forEachStmt(procedure.body, [&](const Stmt &s) { written.insert(assigned(s)); });
  }

  bool isFollowed(const Symbol *s) const { return s && followed.count(const_cast<Symbol *>(s)); }

  // ---- Statements ----------------------------------------------------------------------------------------

  void block(const Block &in, Block &out) {
    for (const StmtPtr &s : in)
      statement(*s, out);
  }

  void statement(const Stmt &s, Block &out) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return assignment(*assign, out);
    if (auto *branch = llvm::dyn_cast<If>(&s)) {
      if (auto *truth = llvm::dyn_cast<LogicalConstant>(fold(branch->condition)))
        return block(truth->value ? branch->thenBlock : branch->elseBlock, out);
    } else if (auto *loop = llvm::dyn_cast<For>(&s)) {
      if (unrolled(*loop, out))
        return;
    }
    stay(s, out);
  }

  void assignment(const Assign &s, Block &out) {
    const Expr *value = fold(s.value);
    Symbol *variable = assigned(s);
    if (isFollowed(variable) && !frozen.count(variable)) {
      pending.erase(variable);
      values.erase(variable);
      if (isKnown(value)) {
        values[variable] = value;
        pending.insert(variable);
        return;
      }
    }
    auto copy = clone(s);
    auto &assign = llvm::cast<Assign>(*copy);
    assign.value = value;
    assign.place = fold.place(s.place);
    assign.mask = s.mask ? fold(s.mask) : nullptr;
    append(std::move(copy), out);
  }

  void append(StmtPtr s, Block &out) {
    ++count;
    out.push_back(std::move(s));
  }

  /// Constants, and places by constants.
  bool isKnown(const Expr *e) const {
    if (llvm::isa<IntegerConstant>(e) || llvm::isa<LogicalConstant>(e))
      return true;
    if (auto *v = llvm::dyn_cast<Variable>(e)) // a pointer that never changes
      return e->type->isPointer() && v->symbol->storage == Storage::Argument && v->symbol->byValue &&
             isFollowed(v->symbol) && !written.count(v->symbol);
    if (auto *sum = llvm::dyn_cast<PointerAdd>(e))
      return constantValue(sum->offset) && isKnown(sum->pointer);
    auto *address = llvm::dyn_cast<AddressOf>(e);
    if (!address || address->place->type->isPointer())
      return false;
    auto name = nameOf(address->place);
    return name && (!name->variable->type->isPointer() || isKnown(b.variable(const_cast<Symbol *>(name->variable))));
  }

  /// Assigns what has been followed so far.
  void settle(Symbol *s, Location at, Block &out) {
    if (pending.erase(s))
      append(b.assign(s, values.at(s), at), out);
    values.erase(s);
  }

  /// A statement with blocks of unknown fate.
  void stay(const Stmt &s, Block &out) {
    std::set<const Symbol *> before = frozen;
    std::vector<Symbol *> mayChange;
    if (Symbol *v = assigned(s))
      mayChange.push_back(v);
    for (const Block *inner : blocks(s))
      forEachStmt(*inner, [&](const Stmt &x) {
        if (Symbol *v = assigned(x))
          mayChange.push_back(v);
      });
    for (Symbol *v : mayChange) {
      settle(v, s.location, out);
      frozen.insert(v);
    }
    auto copy = clone(s);
    mapExpressions(*copy, [&](const Expr *e) { return e ? (e->isPlace() ? fold.place(e) : fold(e)) : nullptr; });
    if (auto *branch = llvm::dyn_cast<If>(copy.get()))
      branch->condition = fold(branch->condition);
    for (Block *inner : blocks(*copy)) {
      Block made;
      block(*inner, made);
      *inner = std::move(made);
    }
    append(std::move(copy), out);
    frozen = std::move(before);
  }

  // ---- Loops ---------------------------------------------------------------------------------------------

  bool unrolled(const For &loop, Block &out) {
    if (!isFollowed(loop.variable) || !loop.variable->type->isInteger())
      return false;
    auto lower = constantValue(fold(loop.lower)), bound = constantValue(fold(loop.bound)),
         step = loop.step ? constantValue(fold(loop.step)) : 1;
    constexpr int64_t large = 1 << 30;
    if (!lower || !bound || !step || std::abs(*lower) > large || std::abs(*bound) > large || std::abs(*step) > large)
      return false;
    auto n = constantTrips(loop, *lower, *bound, *step);
    auto *type = llvm::cast<IntegerType>(loop.variable->type->strip());
    size_t body = 0;
    forEachStmt(loop.body, [&](const Stmt &) { ++body; });
    if (!n || count + size_t(*n) * body > limit || (!type->isSigned && *lower + *n * *step < 0))
      return false;
    bool isFrozen = frozen.count(loop.variable);
    pending.insert(loop.variable);
    for (int64_t k = 0; k <= *n; ++k) {
      values[loop.variable] = b.constant(type, *lower + k * *step, loop.location);
      if (k < *n)
        block(loop.body, out);
    }
    if (isFrozen)
      settle(loop.variable, loop.location, out);
    return true;
  }

  // ---- Afterwards ----------------------------------------------------------------------------------------

  /// Assignments of followed variables that nothing reads any more.
  void dropUnread() {
    std::set<const Symbol *> read;
    forEachStmt(procedure.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        if (e && !(llvm::isa<Assign>(&s) && e == llvm::cast<Assign>(s).place && llvm::isa<Variable>(e)))
          forEach(e, [&](const Expr *x) {
            if (auto *v = llvm::dyn_cast<Variable>(x))
              read.insert(v->symbol);
          });
    });
    auto drop = [&](auto &self, Block &block) -> void {
      std::erase_if(block, [&](const StmtPtr &s) {
        return llvm::isa<Assign>(s.get()) && isFollowed(assigned(*s)) && !read.count(assigned(*s));
      });
      for (StmtPtr &s : block)
        for (Block *inner : blocks(*s))
          self(self, *inner);
    };
    drop(drop, procedure.body);
  }

  /// A const variable of an iteration is assigned by each of them now.
  void makeAssignable() {
    std::set<Symbol *> once;
    forEachStmt(procedure.body, [&](const Stmt &s) {
      if (Symbol *v = assigned(s); v && !once.insert(v).second)
        v->type = assignable(v->type, program);
    });
  }

  Program &program;
  Procedure &procedure;
  size_t limit, count = 0;
  mutable Builder b;
  std::set<Symbol *> followed;
  std::set<const Symbol *> written; ///< by some statement
  std::set<const Symbol *> frozen;  ///< in the branches and loops at hand: what they do is left to them
  KnownValues values;
  std::set<Symbol *> pending; ///< of known value, which no statement has assigned
  FoldConstants fold;
};

} // namespace

void unrollLoops(Program &program, Procedure &procedure, size_t limit) {
  Unroller(program, procedure, limit).run();
}

} // namespace costate::transform
