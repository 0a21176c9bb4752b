#include "emit/exits/Jumps.h"

#include "emit/exits/Counting.h"
#include "emit/exits/FlagValues.h"

#include <algorithm>

namespace costate::emit::exits {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// A point of the program with all that follows it: the rest of a list, then what follows the
/// statement the list is part of.
struct Point {
  const Point *outer = nullptr; ///< just behind `owner`
  const Stmt *owner = nullptr;  ///< null: the procedure
  const Block *block = nullptr;
  size_t next = 0;

  bool inHead() const {
    auto *loop = owner ? dyn_cast<Loop>(owner) : nullptr;
    return loop && block == &loop->head;
  }
};

/// Where the way from a point may be cut short by a jump.
struct Candidate {
  StmtKind kind = StmtKind::Return; ///< or Exit, Cycle
  unsigned loop = 0;
  std::vector<const Stmt *> passed; ///< settings and steps on the way, to be copied
  unsigned crossed = 0;             ///< loops left on the way
  bool falls = false; ///< from the candidate before, or from the start, the program gets here anyway
};

class Follower {
public:
  Follower(const Procedure &procedure, const Flags &flags) : procedure(procedure), flags(flags) {}

  /// The jump that takes the way from a point; nothing where the program goes it by itself.
  std::optional<Candidate> follow(Point at, Known known) {
    candidates.clear();
    way = Candidate();
    falls = true;
    while (passRest(at, known)) {
      if (!at.owner) {
        add(StmtKind::Return, 0);
        break;
      }
      if (!isa<If>(at.owner) && !leave(at, known))
        break;
      at = *at.outer;
    }
    return choose();
  }

private:
  const Procedure &procedure;
  const Flags &flags;
  std::vector<Candidate> candidates;
  Candidate way;
  bool falls = true;

  void add(StmtKind kind, unsigned loop) {
    Candidate c = way;
    c.kind = kind;
    c.loop = loop;
    c.falls = falls;
    candidates.push_back(std::move(c));
    falls = true;
  }

  /// Whether the rest of the list does nothing but settle flags.
  bool passRest(const Point &at, Known &known) {
    for (size_t i = at.next; i < at.block->size(); ++i)
      if (!pass(*(*at.block)[i], known, &at))
        return false;
    return true;
  }

  bool pass(const Block &block, Known &known, const Point *at) {
    return std::all_of(block.begin(), block.end(),
                       [&](const StmtPtr &s) { return pass(*s, known, at); });
  }

  bool pass(const Stmt &s, Known &known, const Point *at) {
    falls = false;
    if (auto set = flags.setting(s)) {
      known[set->flag] = set->value;
      way.passed.push_back(&s);
      return true;
    }
    if (isStepOfLoop(s, at)) {
      way.passed.push_back(&s);
      return true;
    }
    auto *branch = dyn_cast<If>(&s);
    if (!branch)
      return false;
    if (auto taken = evaluate(branch->condition, known))
      return pass(*taken ? branch->thenBlock : branch->elseBlock, known, at);
    return isNothing(branch->thenBlock, known) && isNothing(branch->elseBlock, known);
  }

  /// What is decided to do nothing at all, not even set a flag.
  static bool isNothing(const Block &block, const Known &known) {
    return std::all_of(block.begin(), block.end(), [&](const StmtPtr &s) {
      auto *branch = dyn_cast<If>(s.get());
      if (!branch)
        return false;
      auto taken = evaluate(branch->condition, known);
      return (taken == false || isNothing(branch->thenBlock, known)) &&
             (taken == true || isNothing(branch->elseBlock, known));
    });
  }

  /// `i = i + s` at the end of a counted loop's body belongs to going on with the loop.
  static bool isStepOfLoop(const Stmt &s, const Point *at) {
    while (at->owner && isa<If>(at->owner))
      at = at->outer;
    auto *loop = at->owner ? dyn_cast<Loop>(at->owner) : nullptr;
    return loop && !at->inHead() && isStep(s, *loop);
  }

  /// At the end of a loop's head or body: whether the flags end the loop.
  bool leave(const Point &at, const Known &known) {
    if (auto *counted = dyn_cast<For>(at.owner)) {
      add(StmtKind::Cycle, counted->id);
      return false;
    }
    auto &loop = *cast<Loop>(at.owner);
    bool tested = loop.condition && (at.inHead() || loop.head.empty());
    if (tested && evaluate(loop.condition, known) == false) {
      falls = false;
      ++way.crossed;
      add(StmtKind::Exit, loop.id);
      return true;
    }
    // From a head the jump goes to the test, which only C's do-while can say.
    if (!at.inHead() || (procedure.language == Language::C && testsAtEnd(loop)))
      add(StmtKind::Cycle, loop.id);
    return false;
  }

  /// The farthest candidate the language can say, or an earlier one that does as well; nothing
  /// where no jump is needed.
  std::optional<Candidate> choose() const {
    size_t count = candidates.size();
    while (count > 0 && !canSay(candidates[count - 1]))
      --count;
    while (count > 0 && candidates[count - 1].falls && (count == 1 || canSay(candidates[count - 2])))
      --count;
    return count > 0 ? std::optional(candidates[count - 1]) : std::nullopt;
  }

  bool canSay(const Candidate &c) const {
    if (c.kind == StmtKind::Return)
      return procedure.kind == ProcedureKind::Subroutine ||
             procedure.kind == ProcedureKind::Function;
    // C leaves and continues the innermost loop only.
    unsigned around = c.kind == StmtKind::Exit ? 1 : 0;
    return procedure.language == Language::Fortran || c.crossed <= around;
  }
};

class Inserter {
public:
  Inserter(Procedure &procedure, const Flags &flags)
      : flags(flags), values(procedure, flags), follower(procedure, flags) {}

  bool inserted = false;

  /// `told`: what it tells that this branch was taken.
  void block(Block &list, const Stmt *owner, const Point *outer, const Known &told = {}) {
    for (size_t i = 0; i < list.size(); ++i) {
      Point here{outer, owner, &list, i + 1};
      for (Block *inner : blocks(*list[i]))
        block(*inner, list[i].get(), &here, assumed(*list[i], *inner));
      if (isJump(*list[i]))
        return;
      auto set = flags.setting(*list[i]);
      if (!set || !set->value)
        continue;
      Known known = values.knownAt(*list[i]);
      known[set->flag] = true;
      if (jump(list, here, known))
        return;
    }
    if (!told.empty() && isPlain(list)) {
      Known known = values.knownAt(*owner);
      for (auto &[flag, value] : told)
        known[flag] = value;
      jump(list, {outer, owner, &list, list.size()}, known);
    }
  }

private:
  const Flags &flags;
  FlagValues values; ///< jumps that change nothing leave them true
  Follower follower;

  static bool isJump(const Stmt &s) { return isa<Exit, Cycle, Return>(s); }

  /// Nothing in the list sets a flag, so what its branch tells holds at its end.
  bool isPlain(const Block &list) const {
    bool plain = true;
    forEachStmt(list, [&](const Stmt &s) { plain &= !flags.setting(s) && !isJump(s); });
    return plain;
  }

  /// What it tells that a branch was taken, where that is that a flag is set.
  Known assumed(const Stmt &s, const Block &branch) const {
    Known known;
    auto *test = dyn_cast<If>(&s);
    bool possible = test && flags.assume(test->condition, &branch == &test->thenBlock, known);
    bool tells = std::any_of(known.begin(), known.end(), [](auto &flag) { return flag.second; });
    return possible && tells ? known : Known();
  }

  bool jump(Block &list, const Point &from, const Known &known) {
    auto target = follower.follow(from, known);
    if (!target)
      return false;
    Location at = from.next > 0 ? list[from.next - 1]->location : from.owner->location;
    Block ending;
    for (const Stmt *s : target->passed)
      ending.push_back(clone(*s));
    if (target->kind == StmtKind::Return)
      ending.push_back(std::make_unique<Return>(at));
    else if (target->kind == StmtKind::Exit)
      ending.push_back(std::make_unique<Exit>(target->loop, at));
    else
      ending.push_back(std::make_unique<Cycle>(target->loop, at));
    list.resize(from.next); // the rest has been passed
    for (StmtPtr &s : ending)
      list.push_back(std::move(s));
    inserted = true;
    return true;
  }
};

} // namespace

bool insertJumps(Procedure &procedure, const Flags &flags) {
  Inserter inserter(procedure, flags);
  inserter.block(procedure.body, nullptr, nullptr);
  return inserter.inserted;
}

} // namespace costate::emit::exits
