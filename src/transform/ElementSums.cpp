#include "transform/ElementSums.h"

#include "ir/Builder.h"
#include "transform/AdjointPlaces.h"
#include "transform/TidyAdjoints.h"
#include "transform/ZeroValues.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

class Sums : AdjointPlaces {
public:
  Sums(Program &program, Procedure &p, const AdjointRoots &roots) : AdjointPlaces(program, roots), b(program), p(p) {}

  void block(Block &statements) {
    std::vector<Sum> sums;
    for (size_t i = 0, first = 0; i <= statements.size(); ++i)
      if (i == statements.size() || !isPlain(*statements[i])) {
        stretch(statements, first, i, sums);
        first = i + 1;
      }
    if (!sums.empty())
      rewrite(statements, sums);
    useCopies(statements);
    for (StmtPtr &s : statements)
      for (Block *inner : blocks(*s))
        block(*inner);
  }

private:
  static constexpr size_t most = 48; ///< sums at a time, statements to look back at

  Builder b;
  Procedure &p;

  /// One addition, and the statement of the stretch that it is or is in.
  struct Addition {
    Assign *statement;
    size_t at;
    bool onEveryWay;
  };
  struct Sum {
    const Expr *place;
    const Assign *start = nullptr; ///< assigns it before
    size_t startAt = 0;
    std::vector<Addition> additions;
    bool isOpen = true;
  };

  // ---- What statements do to sums -------------------------------------------------------------------

  /// Ends the sums that a statement reads, or whose elements are found by what it assigns.
  void disturb(const Stmt &s, std::vector<Sum> &sums) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    bool adds = assign && added(*assign);
    if (assign) {
      const Expr *value = adds ? llvm::cast<Binary>(assign->value)->right : assign->value;
      endReads(value, sums);
      endAddressReads(assign->place, sums);
      for (Sum &sum : sums)
        if (sum.isOpen && !equal(sum.place, assign->place) &&
            (findsIt(sum, *assign) || ((!adds || sum.start) && mayBeAdjoint(assign->place) &&
                                       mayMeet(assign->place, sum.place))))
          sum.isOpen = false;
      return;
    }
    for (const Expr *e : expressions(s))
      endReads(e, sums);
    for (const Block *inner : blocks(s))
      for (const StmtPtr &x : *inner) {
        disturb(*x, sums);
        auto *deep = llvm::dyn_cast<Assign>(x.get());
        if (deep && !added(*deep)) // on one way only
          for (Sum &sum : sums)
            sum.isOpen &= !equal(sum.place, deep->place);
      }
  }

  void endReads(const Expr *value, std::vector<Sum> &sums) {
    if (value->isPlace() && mayBeAdjoint(value))
      for (Sum &sum : sums)
        sum.isOpen = sum.isOpen && !mayMeet(value, sum.place);
    endAddressReads(value, sums);
  }
  /// What is read to find a place, or the operands of a value. The name of an array or pointer is no read of what it
  /// leads to.
  void endAddressReads(const Expr *e, std::vector<Sum> &sums) {
    for (const Expr *operand : operands(e))
      if (!isBase(e, operand))
        endReads(operand, sums);
      else if (!llvm::isa<Variable>(operand))
        endAddressReads(operand, sums);
  }

  /// Whether an assignment may change what finds the sum's element: variables, and integers and pointers in memory.
  static bool findsIt(const Sum &sum, const Assign &s) {
    const Type *type = s.place->type->strip();
    bool isNumber = type->isReal() || type->isComplex(), found = false;
    auto *written = llvm::dyn_cast<Variable>(s.place);
    forEach(sum.place, [&](const Expr *e) {
      auto *v = llvm::dyn_cast<Variable>(e);
      found = found || (v && written && v->symbol == written->symbol) || (!written && !isNumber);
    });
    return found;
  }
  // ---- A stretch ------------------------------------------------------------------------------------

  void stretch(Block &statements, size_t first, size_t last, std::vector<Sum> &done) {
    std::vector<Sum> sums;
    auto leave = [&](bool all) {
      for (Sum &sum : sums)
        if ((all || !sum.isOpen) && isWorthIt(sum))
          done.push_back(std::move(sum));
      if (all)
        sums.clear();
      std::erase_if(sums, [](const Sum &sum) { return !sum.isOpen; });
    };
    for (size_t i = first; i < last; ++i) {
      Stmt &s = *statements[i];
      disturb(s, sums);
      leave(false);
      if (auto *assign = llvm::dyn_cast<Assign>(&s))
        note(*assign, i, true, s, sums);
      else
        noteInside(s, i, s, sums);
      leave(false);
    }
    leave(true);
  }

  void noteInside(Stmt &s, size_t at, const Stmt &top, std::vector<Sum> &sums) {
    for (Block *inner : blocks(s))
      for (StmtPtr &x : *inner)
        if (auto *assign = llvm::dyn_cast<Assign>(x.get()))
          note(*assign, at, false, top, sums);
        else
          noteInside(*x, at, top, sums);
  }

  void note(Assign &s, size_t at, bool onEveryWay, const Stmt &top, std::vector<Sum> &sums) {
    bool adds = added(s);
    if (!adds && (!onEveryWay || !isSummable(s.place)))
      return;
    auto known = llvm::find_if(sums, [&](const Sum &sum) { return equal(sum.place, s.place); });
    if (adds && known != sums.end()) {
      known->additions.push_back({&s, at, onEveryWay});
      return;
    }
    if (!adds && known != sums.end())
      known->isOpen = false; // it has been left as it was before this
    if (sums.size() >= most)
      return;
    Sum fresh{s.place, nullptr, 0, {}, true};
    if (adds)
      fresh.additions.push_back({&s, at, onEveryWay});
    else
      fresh.start = &s, fresh.startAt = at;
    if (!onEveryWay) { // the branch that it stands in must not disturb it
      std::vector<Sum> alone{fresh};
      disturb(top, alone);
      if (!alone[0].isOpen)
        return;
    }
    sums.push_back(std::move(fresh));
  }

  bool isWorthIt(const Sum &sum) const {
    if (sum.start)
      return !sum.additions.empty();
    bool isThere = llvm::any_of(sum.additions, [](const Addition &x) { return x.onEveryWay; });
    bool areAllPlain = llvm::all_of(sum.additions, [](const Addition &x) { return x.onEveryWay; });
    if (areAllPlain && p.language == Language::Fortran)
      return false; // its compilers see that other arrays are others
    return isThere && sum.additions.size() > 1 && sum.additions.front().at != sum.additions.back().at;
  }

  // ---- What a variable holds of an element -----------------------------------------------------------

  /// With `t = yb[i]` before, and nothing between that may change either: `yb[i] = t` says nothing, and in C
  /// `yb[i] = yb[i] + e` need not read it again.
  void useCopies(Block &statements) {
    for (size_t i = 0; i < statements.size(); ++i) {
      auto *s = llvm::dyn_cast<Assign>(statements[i].get());
      if (!s || s->mask || !isSummable(s->place))
        continue;
      bool adds = added(*s) && p.language == Language::C;
      const Symbol *copy = adds || llvm::isa<Variable>(s->value) ? copyOf(*s, statements, i) : nullptr;
      if (!copy)
        continue;
      auto *back = llvm::dyn_cast<Variable>(s->value);
      if (adds)
        s->value = plus(b.variable(const_cast<Symbol *>(copy), s->location), *s);
      else if (back && back->symbol == copy)
        statements[i].reset();
    }
    std::erase_if(statements, [](const StmtPtr &s) { return !s; });
  }

  /// The variable that holds what the place of statement i does when it runs; null: none is known.
  const Symbol *copyOf(const Assign &s, const Block &statements, size_t i) {
    Sum element{s.place, &s, i, {}, true};
    std::set<const Symbol *> changed;
    for (size_t j = i; j-- > 0 && i - j <= most;) {
      if (!statements[j])
        continue;
      auto *before = llvm::dyn_cast<Assign>(statements[j].get());
      if (!before || !isPlain(*before))
        return nullptr;
      auto *written = llvm::dyn_cast<Variable>(before->place);
      if (written && equal(before->value, s.place) && !changed.count(written->symbol))
        return roots.isHarmless(written->symbol) ? written->symbol : nullptr;
      if (findsIt(element, *before) || (mayBeAdjoint(before->place) && mayMeet(before->place, s.place)))
        return nullptr;
      if (written)
        changed.insert(written->symbol);
    }
    return nullptr;
  }

  // ---- Rewriting ------------------------------------------------------------------------------------

  void rewrite(Block &statements, std::vector<Sum> &sums) {
    std::map<size_t, Block> before, after;
    std::set<size_t> dropped;
    for (Sum &sum : sums)
      rewrite(sum, before, after, dropped);
    Block out;
    for (size_t i = 0; i < statements.size(); ++i) {
      std::move(before[i].begin(), before[i].end(), std::back_inserter(out));
      if (!dropped.count(i))
        out.push_back(std::move(statements[i]));
      std::move(after[i].begin(), after[i].end(), std::back_inserter(out));
    }
    statements = std::move(out);
  }

  void rewrite(Sum &sum, std::map<size_t, Block> &before, std::map<size_t, Block> &after, std::set<size_t> &dropped) {
    const Addition &last = sum.additions.back();
    bool isZeroFirst = sum.start && isZero(sum.start->value);
    if (isZeroFirst && sum.additions.size() == 1 && last.onEveryWay) { // `z = 0; z = z + e`
      last.statement->value = added(*last.statement);
      dropped.insert(sum.startAt);
      return;
    }
    const Type *type = sum.place->type->strip();
    Location at = last.statement->location;
    Symbol *total = p.makeTemporary(leader(sum.place)->name + "_sum", type);
    total->temporary = false;
    const Expr *variable = b.variable(total, at);
    bool holds = false; // something, by now
    if (sum.start) {
      if (!isZeroFirst || !sum.additions.front().onEveryWay) {
        before[sum.startAt].push_back(b.assign(total, sum.start->value, sum.start->location));
        holds = true;
      }
      dropped.insert(sum.startAt);
    } else if (!sum.additions.front().onEveryWay) {
      before[sum.additions.front().at].push_back(b.assign(total, zeroOf(program, type, at), at));
      holds = true;
    }
    const Expr *whole = variable;
    for (size_t i = 0; i < sum.additions.size(); ++i) {
      auto &[statement, position, onEveryWay] = sum.additions[i];
      const Expr *value = holds ? plus(variable, *statement) : added(*statement);
      holds = true;
      if (i + 1 == sum.additions.size() && onEveryWay) {
        whole = value;
        dropped.insert(position);
        break;
      }
      statement->place = variable;
      statement->value = value;
    }
    if (!sum.start)
      whole = b.binary(BinaryOp::Add, sum.place, whole);
    auto store = std::make_unique<Assign>(sum.place, whole, at);
    after[last.at].push_back(std::move(store));
  }

  const Expr *plus(const Expr *variable, const Assign &s) {
    auto *sum = llvm::cast<Binary>(s.value);
    return b.binary(sum->op, variable, sum->right);
  }

};

} // namespace

void sumElements(Program &program, Procedure &p, const AdjointRoots &roots) { Sums(program, p, roots).block(p.body); }

} // namespace costate::transform
