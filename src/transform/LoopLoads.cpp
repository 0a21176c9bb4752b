#include "transform/LoopLoads.h"

#include "ir/Constants.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"
#include "transform/FoldConstants.h"
#include "transform/MovingPlaces.h"
#include "transform/PointerTargets.h"
#include "transform/ZeroValues.h"

#include "llvm/ADT/STLExtras.h"

namespace costate::transform {

using namespace ir;

namespace {

class LoopLoads : AdjointPlaces {
public:
  LoopLoads(Program &program, Procedure &p, const AdjointRoots &roots) : AdjointPlaces(program, roots), b(program), p(p) {}

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      if (auto *loop = llvm::dyn_cast<For>(s.get()))
        readInside(*loop, out);
      out.push_back(std::move(s));
    }
    statements = std::move(out);
  }

private:
  Builder b;
  Procedure &p;
  std::set<const Symbol *> addressed = addressTaken(p.body);

  /// `y(i + 3) = ...`
  struct Store {
    size_t at; ///< in the body
    const Expr *place;
    MovingPlace moving;
  };

  void readInside(For &loop, Block &before) {
    LoopFacts facts(loop, addressed);
    if (!facts.arePlain() || (facts.step() != 1 && facts.step() != -1))
      return;
    for (size_t i = 0; i < loop.body.size(); ++i)
      if (auto store = storeAt(loop, i, facts); store && isOnlyStore(loop.body, *loop.body[i], store->place))
        i += keepInVariables(loop, facts, *store, before);
  }

  /// (V1)
  std::optional<Store> storeAt(const For &loop, size_t i, const LoopFacts &facts) const {
    auto *assign = llvm::dyn_cast<Assign>(loop.body[i].get());
    const Symbol *root = assign ? leader(assign->place) : nullptr;
    if (!root || llvm::isa<Variable>(assign->place) || root->isVolatile || mayBeAdjoint(assign->place))
      return std::nullopt;
    auto moving = movingPlace(program, assign->place, loop, facts);
    return moving ? std::optional(Store{i, assign->place, *moving}) : std::nullopt;
  }

  /// (V2)
  bool isOnlyStore(const Block &body, const Stmt &store, const Expr *place) const {
    return llvm::all_of(body, [&](const StmtPtr &s) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      bool mayWrite = assign && s.get() != &store && !areApart(assign->place, place);
      return !mayWrite && llvm::all_of(blocks(std::as_const(*s)),
                                       [&](const Block *inner) { return isOnlyStore(*inner, store, place); });
    });
  }

  bool areApart(const Expr *written, const Expr *place) const {
    const Symbol *one = leader(written), *other = leader(place);
    if (!one)
      return false;
    if (!roots.isHarmless(one) || (llvm::isa<Variable>(written) && isAlone(one)))
      return true;
    return one != other && (p.language == Language::Fortran ? mayNotBeShared(one) && mayNotBeShared(other)
                                                            : isAlone(one) || isAlone(other));
  }
  /// A variable, or an array, of the procedure that has no other name.
  bool isAlone(const Symbol *s) const {
    bool isOwn = s->storage == Storage::Local || (s->storage == Storage::Argument && s->byValue);
    return isOwn && !s->overlay && !s->target && !s->isVolatile && !addressed.count(s) && !s->type->strip()->isPointer();
  }
  static bool mayNotBeShared(const Symbol *s) {
    return !s->overlay && !s->target && !s->isVolatile && !s->type->strip()->isPointer();
  }

  /// How many statements the body has more before what follows the store.
  size_t keepInVariables(For &loop, const LoopFacts &facts, const Store &store, Block &before) {
    const Expr *behind = nullptr; // a read of what the iteration before has put back (V3)
    for (const StmtPtr &s : loop.body)
      if (auto *assign = llvm::dyn_cast<Assign>(s.get()); assign && !behind)
        behind = alwaysRead(assign->value, [&](const Expr *e) { return isAt(e, loop, facts, store, -facts.step()); });
    if (!behind)
      return 0;
    const Type *type = store.place->type->strip();
    Location at = loop.body[store.at]->location;
    const Expr *here = newVariable(store.place, "_here", type, at), *last = newVariable(store.place, "_before", type, at);
    for (size_t i = 0; i < loop.body.size(); ++i)
      replaceReads(*loop.body[i], [&](const Expr *e) -> const Expr * {
        if (i > store.at && isAt(e, loop, facts, store, 0))
          return here;
        return isAt(e, loop, facts, store, -facts.step()) ? last : nullptr;
      });
    auto &assign = llvm::cast<Assign>(*loop.body[store.at]);
    auto first = std::make_unique<Assign>(here, assign.value, at);
    first->comments = std::move(assign.comments);
    assign.comments.clear();
    assign.value = here;
    loop.body.insert(loop.body.begin() + store.at, std::move(first));
    loop.body.push_back(std::make_unique<Assign>(last, here, at));
    start(loop, last, behind, before);
    return 1;
  }

  /// Whether a place is the one that the store writes so many iterations from now.
  bool isAt(const Expr *e, const For &loop, const LoopFacts &facts, const Store &store, int64_t distance) const {
    if (e->kind() != store.place->kind() || leader(e) != leader(store.place))
      return false;
    auto moving = movingPlace(program, e, loop, facts);
    return moving && moving->distance == store.moving.distance + distance && equal(moving->without, store.moving.without);
  }

  /// The first part of a value for which it holds, of those that are read whatever the rest is.
  template <typename Holds> static const Expr *alwaysRead(const Expr *e, Holds holds) {
    if (holds(e))
      return e;
    bool isTruth = e->type && e->type->isLogical(); // whose second part may not be looked at
    if (llvm::isa<Conditional>(e) || isTruth)
      return nullptr;
    return anyOperand(e, holds);
  }
  template <typename Holds> static const Expr *anyOperand(const Expr *e, Holds holds) {
    for (const Expr *operand : operands(e))
      if (const Expr *found = alwaysRead(operand, holds))
        return found;
    return nullptr;
  }

  template <typename Find> void replaceReads(Stmt &s, Find find) {
    std::function<const Expr *(const Expr *)> replaced = [&](const Expr *e) -> const Expr * {
      const Expr *variable = find(e);
      return variable ? variable : mapOperands(program.exprs, e, replaced);
    };
    auto *assign = llvm::dyn_cast<Assign>(&s);
    const Expr *place = assign ? assign->place : nullptr;
    mapExpressions(s, [&](const Expr *e) { return e && e != place ? replaced(e) : e; });
    for (Block *inner : blocks(s))
      for (StmtPtr &x : *inner)
        replaceReads(*x, find);
  }

  const Expr *newVariable(const Expr *place, const char *what, const Type *type, Location at) {
    Symbol *s = p.makeTemporary(leader(place)->name + what, type);
    s->temporary = false;
    return b.variable(s, at);
  }

  /// Before the loop: what the first iteration reads, if there is one.
  void start(const For &loop, const Expr *last, const Expr *behind, Block &before) {
    auto load = std::make_unique<Assign>(last, folded(withCounter(program, behind, loop, loop.lower)), loop.location);
    const Expr *condition = folded(runs(b, loop, p.language));
    auto *known = llvm::dyn_cast<LogicalConstant>(condition);
    if (known && known->value) {
      before.push_back(std::move(load));
      return;
    }
    before.push_back(std::make_unique<Assign>(last, zeroOf(program, last->type, loop.location), loop.location));
    Block then;
    then.push_back(std::move(load));
    before.push_back(std::make_unique<If>(condition, std::move(then), Block(), loop.location));
  }
  const Expr *folded(const Expr *e) {
    static const KnownValues nothing;
    return FoldConstants(program, p.language, nothing)(e);
  }
};

} // namespace

void readFromVariables(Program &program, Procedure &p, const AdjointRoots &roots) {
  LoopLoads(program, p, roots).block(p.body);
}

} // namespace costate::transform
