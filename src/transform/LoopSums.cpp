#include "transform/LoopSums.h"

#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "transform/FoldConstants.h"
#include "transform/MovingPlaces.h"
#include "transform/PointerTargets.h"
#include "transform/ZeroValues.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

class LoopSums : AdjointPlaces {
public:
  LoopSums(Program &program, Procedure &p, const AdjointRoots &roots) : AdjointPlaces(program, roots), b(program), p(p) {}

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      auto *loop = llvm::dyn_cast<For>(s.get());
      Around around = loop ? summed(*loop) : Around();
      std::move(around.before.begin(), around.before.end(), std::back_inserter(out));
      out.push_back(std::move(s));
      if (!around.after.empty())
        ifItRuns(*llvm::cast<For>(out.back().get()), std::move(around.after), out);
    }
    statements = std::move(out);
  }

private:
  Builder b;
  Procedure &p;
  std::set<const Symbol *> addressed = addressTaken(p.body);

  /// `after`: if the loop has run.
  struct Around {
    Block before, after;
  };

  Around summed(For &loop) {
    Around out;
    LoopFacts facts(loop, addressed);
    if (!facts.arePlain())
      return out;
    if (p.language == Language::C) // compilers of Fortran know that other arrays are others
      sumElements(loop, facts, out);
    if (facts.step() == 1 || facts.step() == -1)
      for (Group &group : groups(loop, facts))
        if (isOnlyAddedTo(group.front().statement->place, loop.body))
          carry(loop, facts.step(), group, out);
    return out;
  }

  void ifItRuns(const For &loop, Block then, Block &out) {
    const Expr *condition = folded(runs(b, loop, p.language));
    auto *known = llvm::dyn_cast<LogicalConstant>(condition);
    if (known && known->value)
      std::move(then.begin(), then.end(), std::back_inserter(out));
    else if (!known)
      out.push_back(std::make_unique<If>(condition, std::move(then), Block(), loop.location));
  }
  const Expr *folded(const Expr *e) {
    static const KnownValues nothing;
    return FoldConstants(program, p.language, nothing)(e);
  }
  const Expr *newSum(const Expr *place, const char *what, const Type *type, Location at) {
    Symbol *sum = p.makeTemporary(leader(place)->name + what, type);
    sum->temporary = false;
    return b.variable(sum, at);
  }
  StmtPtr add(const Expr *place, const Expr *value, Location at) {
    return std::make_unique<Assign>(place, b.binary(BinaryOp::Add, place, value), at);
  }

  // ---- What else the loop does ----------------------------------------------------------------------------

  /// (S)
  bool isOnlyAddedTo(const Expr *place, const Block &body) const {
    return llvm::all_of(body, [&](const StmtPtr &s) {
      if (auto *assign = llvm::dyn_cast<Assign>(s.get())) {
        bool adds = added(*assign);
        return !reads(adds ? llvm::cast<Binary>(assign->value)->right : assign->value, place) &&
               !readsToFind(assign->place, place) &&
               (adds || !mayBeAdjoint(assign->place) || !mayEverMeet(assign->place, place));
      }
      return llvm::none_of(expressions(*s), [&](const Expr *e) { return reads(e, place); }) &&
             llvm::all_of(blocks(std::as_const(*s)), [&](const Block *inner) { return isOnlyAddedTo(place, *inner); });
    });
  }
  bool reads(const Expr *e, const Expr *place) const {
    return (e->isPlace() && mayBeAdjoint(e) && mayEverMeet(e, place)) || readsToFind(e, place);
  }
  /// The operands of a value, or what is read to find a place. The name of an array or pointer is no read of what it leads to.
  bool readsToFind(const Expr *e, const Expr *place) const {
    return llvm::any_of(operands(e), [&](const Expr *operand) {
      return !isBase(e, operand) ? reads(operand, place) : !llvm::isa<Variable>(operand) && readsToFind(operand, place);
    });
  }

  // ---- Sums of one element --------------------------------------------------------------------------------

  static constexpr size_t mostSums = 16;

  void sumElements(For &loop, const LoopFacts &facts, Around &out) {
    std::vector<const Expr *> places;
    for (const StmtPtr &s : loop.body) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (assign && added(*assign) && facts.isFixed(assign->place) && places.size() < mostSums &&
          llvm::none_of(places, [&](const Expr *known) { return equal(known, assign->place); }))
        places.push_back(assign->place);
    }
    for (const Expr *place : places) {
      if (!isOnlyAddedTo(place, loop.body))
        continue;
      const Type *type = place->type->strip();
      const Expr *sum = newSum(place, "_sum", type, loop.location);
      out.before.push_back(std::make_unique<Assign>(sum, zeroOf(program, type, loop.location), loop.location));
      addInstead(loop.body, place, sum);
      out.after.push_back(add(place, sum, loop.location));
    }
  }

  void addInstead(Block &body, const Expr *place, const Expr *sum) {
    for (StmtPtr &s : body) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (assign && equal(assign->place, place)) {
        auto *whole = llvm::cast<Binary>(assign->value);
        assign->value = b.binary(whole->op, sum, whole->right);
        assign->place = sum;
      }
      for (Block *inner : blocks(*s))
        addInstead(*inner, place, sum);
    }
  }

  // ---- Sums of neighbours ---------------------------------------------------------------------------------

  static constexpr size_t mostCarried = 8;

  /// `A(i + 3, j) = A(i + 3, j) + e`, seen from the counter: the place without the number, and the number.
  struct Addition {
    Assign *statement;
    const Expr *without;
    int64_t distance;
  };
  using Group = std::vector<Addition>; ///< by distance, without a gap

  /// (N1): Nothing where it is no such.
  std::optional<Addition> addition(Stmt &s, const For &loop, const LoopFacts &facts) const {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto moving = assign && added(*assign) ? movingPlace(program, assign->place, loop, facts) : std::nullopt;
    if (!moving)
      return std::nullopt;
    return Addition{assign, moving->without, moving->distance};
  }

  /// Those that belong together, each the longest without a gap.
  std::vector<Group> groups(For &loop, const LoopFacts &facts) const {
    std::vector<Group> alike;
    for (StmtPtr &s : loop.body)
      if (auto one = addition(*s, loop, facts)) {
        auto with = llvm::find_if(alike, [&](const Group &g) { return equal(g.front().without, one->without); });
        if (with == alike.end())
          alike.push_back({*one});
        else
          with->push_back(*one);
      }
    std::vector<Group> out;
    for (Group &group : alike) {
      llvm::stable_sort(group, [](const Addition &x, const Addition &y) { return x.distance < y.distance; });
      Group best;
      for (size_t i = 0, first = 0; i < group.size(); ++i) {
        if (i > 0 && group[i].distance != group[i - 1].distance + 1)
          first = i;
        if (i + 1 - first > best.size())
          best.assign(group.begin() + first, group.begin() + i + 1);
      }
      if (best.size() > 1 && best.size() <= mostCarried)
        out.push_back(std::move(best));
    }
    return out;
  }

  /// The element that no later iteration adds to is added to in memory; what the others get is carried one step on.
  void carry(For &loop, int64_t by, Group &group, Around &out) {
    if (by < 0) // the last of the group is the first to be left behind
      std::reverse(group.begin(), group.end());
    const Type *type = group.front().statement->place->type->strip();
    const Expr *place = group.front().statement->place;
    std::vector<const Expr *> parts, sums{nullptr}; // of this iteration; of those before, but for what is left behind
    for (Addition &one : group) {
      Location at = one.statement->location;
      parts.push_back(newSum(place, "_part", type, at));
      if (parts.size() < group.size()) { // nothing is carried to the one farthest ahead
        sums.push_back(newSum(place, "_carried", type, at));
        out.before.push_back(std::make_unique<Assign>(sums.back(), zeroOf(program, type, at), at));
        out.after.push_back(add(atLast(group[parts.size()].statement->place, loop), sums.back(), at));
      }
      one.statement->value = added(*one.statement);
      one.statement->place = parts.back();
    }
    for (size_t i = 0; i < group.size(); ++i) {
      bool isFarthest = i + 1 == group.size();
      const Expr *whole = isFarthest ? parts[i] : b.binary(BinaryOp::Add, sums[i + 1], parts[i]);
      loop.body.push_back(i == 0 ? add(place, whole, loop.location)
                                 : std::make_unique<Assign>(sums[i], whole, loop.location));
    }
  }

  /// A place of the last iteration.
  const Expr *atLast(const Expr *place, const For &loop) {
    const Expr *last = loop.bound;
    if (!loop.inclusive)
      last = b.binary(!loop.step || *constantValue(loop.step) > 0 ? BinaryOp::Subtract : BinaryOp::Add, last,
                      b.constant(last->type->strip(), 1));
    return folded(withCounter(program, place, loop, last));
  }
};

} // namespace

void sumInLoops(Program &program, Procedure &p, const AdjointRoots &roots) { LoopSums(program, p, roots).block(p.body); }

} // namespace costate::transform
