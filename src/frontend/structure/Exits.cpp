// How it works. A list of statements is lowered together with the set of jumps that mean the same as
// reaching its end (its `ends`): at the end of a loop's body that is Cycle of the loop, at the end of
// the procedure Return. Such a jump at the end of the list is simply dropped. So everything turns on
// bringing jumps to the end of their list:
//   - what follows an If of which one branch always jumps belongs into the other branch;
//   - what follows a block that runs once, and whose end is reached in one place only, belongs there;
//   - where both branches may go on, a flag says which happened: `if (!flag) { rest }`; a very short
//     rest is put into both branches instead;
//   - a jump that leaves a loop sets a flag, exits the loop, and is made after it.
// A loop left in one place becomes a While that tests there; one left in several places tests flags.

#include "frontend/structure/Exits.h"

#include "ir/Builder.h"
#include "ir/Fixed.h"

#include <algorithm>
#include <functional>
#include <set>

namespace costate::structure {

using namespace ir;

namespace {

/// A way to leave a list of statements: Exit or Cycle of a loop, or Return (loop 0). An Exit may
/// have a flag: false all through the loop it leaves, and set just before the Exit.
struct Jump {
  StmtKind kind;
  unsigned loop;
  Symbol *flag = nullptr;

  /// Where it goes, whatever flag tells it.
  std::pair<StmtKind, unsigned> target() const { return {kind, loop}; }
  bool operator==(const Jump &other) const = default;
  bool operator<(const Jump &other) const { // by name: the order must not depend on addresses
    auto name = [](const Jump &j) { return j.flag ? j.flag->name : std::string(); };
    return std::tuple(kind, loop, name(*this)) < std::tuple(other.kind, other.loop, name(other));
  }
};

using Jumps = std::set<Jump>;

/// The places that mean the end of a list.
using Ends = std::set<std::pair<StmtKind, unsigned>>;

const std::pair<StmtKind, unsigned> theReturn{StmtKind::Return, 0};

std::optional<Jump> asJump(const Stmt &s) {
  switch (s.kind()) {
  case StmtKind::Exit:
    return Jump{StmtKind::Exit, llvm::cast<Exit>(s).loop, llvm::cast<Exit>(s).flag};
  case StmtKind::Cycle:
    return Jump{StmtKind::Cycle, llvm::cast<Cycle>(s).loop};
  case StmtKind::Return:
    return Jump{StmtKind::Return, 0};
  default:
    return std::nullopt;
  }
}

bool isJumpTo(const Stmt &s, const Jump &jump) {
  auto j = asJump(s);
  return j && j->target() == jump.target();
}

StmtPtr makeJump(const Jump &j, Location at) {
  switch (j.kind) {
  case StmtKind::Exit: {
    auto exit = std::make_unique<Exit>(j.loop, at);
    exit->flag = j.flag;
    return exit;
  }
  case StmtKind::Cycle:
    return std::make_unique<Cycle>(j.loop, at);
  default:
    return std::make_unique<Return>(at);
  }
}

/// All jumps in a block; those of loops inside it included.
void collectJumps(const Block &block, Jumps &out) {
  forEachStmt(block, [&](const Stmt &s) {
    if (auto j = asJump(s))
      out.insert(*j);
  });
}

unsigned loopId(const Stmt &s) {
  if (auto *loop = llvm::dyn_cast<Loop>(&s))
    return loop->id;
  if (auto *loop = llvm::dyn_cast<For>(&s))
    return loop->id;
  return 0;
}

/// The jumps that leave a statement. Loop ids are unique in a procedure, so what aims at a loop
/// inside the statement stays inside.
Jumps escapes(const Stmt &s) {
  Jumps all;
  if (auto j = asJump(s))
    all.insert(*j);
  std::set<unsigned> inside;
  if (unsigned id = loopId(s))
    inside.insert(id);
  for (const Block *inner : blocks(s)) {
    collectJumps(*inner, all);
    forEachStmt(*inner, [&](const Stmt &x) {
      if (unsigned id = loopId(x))
        inside.insert(id);
    });
  }
  for (auto it = all.begin(); it != all.end();)
    it = it->kind != StmtKind::Return && inside.count(it->loop) ? all.erase(it) : std::next(it);
  return all;
}

unsigned countJump(const Block &block, const Jump &jump) {
  unsigned count = 0;
  forEachStmt(block, [&](const Stmt &s) { count += isJumpTo(s, jump); });
  return count;
}

bool hasJump(const Block &block, const Jump &jump) { return countJump(block, jump) != 0; }

bool fallsThrough(const Block &);

/// Whether execution can go on behind a statement.
bool fallsThrough(const Stmt &s) {
  if (asJump(s))
    return false;
  if (auto *branch = llvm::dyn_cast<If>(&s))
    return fallsThrough(branch->thenBlock) || fallsThrough(branch->elseBlock);
  if (auto *loop = llvm::dyn_cast<Loop>(&s)) {
    bool left = hasJump(loop->body, {StmtKind::Exit, loop->id});
    return loop->once ? left || fallsThrough(loop->body) : left || loop->condition;
  }
  return true;
}

bool fallsThrough(const Block &block) {
  return std::all_of(block.begin(), block.end(), [](const StmtPtr &s) { return fallsThrough(*s); });
}

/// Whether two copies of a block are better than a flag.
bool isShort(const Block &block) {
  if (block.size() > 2)
    return false;
  return std::all_of(block.begin(), block.end(), [](const StmtPtr &s) {
    return llvm::isa<Assign>(s.get()) || asJump(*s);
  });
}

void append(Block &to, Block from) {
  for (StmtPtr &s : from)
    to.push_back(std::move(s));
}

Block one(StmtPtr s) {
  Block out;
  out.push_back(std::move(s));
  return out;
}

/// Replaces every `from`, with its flag, by what `make` gives.
template <typename Make> void replaceJump(Block &block, const Jump &from, Make &&make) {
  Block out;
  for (StmtPtr &s : block) {
    if (auto j = asJump(*s); j && *j == from) {
      append(out, make(s->location));
      continue;
    }
    for (Block *inner : blocks(*s))
      replaceJump(*inner, from, make);
    out.push_back(std::move(s));
  }
  block = std::move(out);
}

class ExitRemoval {
public:
  ExitRemoval(Program &program, Procedure &procedure) : b(program), procedure(procedure) {}

  void run() {
    procedure.body = lower(std::move(procedure.body), {theReturn});
    tidy(procedure.body);
  }

private:
  Builder b;
  Procedure &procedure;

  // ---- Lists --------------------------------------------------------------------------------

  /// The list without jumps, but for jumps not among `ends`, which then stand at its end.
  Block lower(Block in, const Ends &ends) {
    Block out;
    for (size_t i = 0; i < in.size(); ++i) {
      StmtPtr s = std::move(in[i]);
      Jumps leaving = escapes(*s);
      if (auto *branch = llvm::dyn_cast<If>(s.get()); branch && !leaving.empty())
        if (auto *truth = llvm::dyn_cast<LogicalConstant>(branch->condition)) {
          Block chosen = std::move(truth->value ? branch->thenBlock : branch->elseBlock);
          in.erase(in.begin(), in.begin() + i + 1);
          append(chosen, std::move(in));
          append(out, lower(std::move(chosen), ends));
          return out;
        }
      if (leaving.empty()) {
        append(out, lowerInside(std::move(s)));
        continue;
      }
      Block rest(std::make_move_iterator(in.begin() + i + 1), std::make_move_iterator(in.end()));
      append(out, lowerLeaving(std::move(s), leaving, std::move(rest), ends));
      return out;
    }
    return out;
  }

  /// A statement that no jump leaves.
  Block lowerInside(StmtPtr s) {
    switch (s->kind()) {
    case StmtKind::If: {
      auto &branch = llvm::cast<If>(*s);
      branch.thenBlock = lower(std::move(branch.thenBlock), {});
      branch.elseBlock = lower(std::move(branch.elseBlock), {});
      return one(std::move(s));
    }
    case StmtKind::For:
    case StmtKind::Loop:
      if (auto *loop = llvm::dyn_cast<Loop>(s.get()); loop && loop->once)
        return lower(std::move(loop->body), {{StmtKind::Exit, loop->id}});
      return lowerLoop(std::move(s));
    case StmtKind::While: {
      auto &loop = llvm::cast<While>(*s);
      loop.head = lower(std::move(loop.head), {});
      loop.body = lower(std::move(loop.body), {});
      return one(std::move(s));
    }
    default:
      return one(std::move(s));
    }
  }

  /// A statement that jumps leave, with what follows it in its list.
  Block lowerLeaving(StmtPtr s, const Jumps &leaving, Block rest, const Ends &ends) {
    if (auto j = asJump(*s)) // the rest is never reached
      return ends.count(j->target()) ? Block() : one(std::move(s));
    if (llvm::isa<If>(*s))
      return lowerIf(std::move(s), leaving, std::move(rest), ends);
    if (auto *loop = llvm::dyn_cast<Loop>(s.get()); loop && loop->once)
      return lowerOnce(std::move(s), std::move(rest), ends);
    return lowerLeftLoop(std::move(s), leaving, std::move(rest), ends);
  }

  Block lowerIf(StmtPtr s, const Jumps &leaving, Block rest, const Ends &ends) {
    auto &branch = llvm::cast<If>(*s);
    if (!rest.empty()) {
      bool then = fallsThrough(branch.thenBlock), otherwise = fallsThrough(branch.elseBlock);
      if (then && otherwise && !isShort(rest))
        return lowerFlagged(std::move(s), leaving, std::move(rest), ends);
      if (!then && otherwise)
        branch.thenReturned =
            procedure.kind != ProcedureKind::MainProgram && returns(branch.thenBlock, ends);
      if (then && otherwise)
        append(branch.thenBlock, clone(rest));
      else if (then)
        append(branch.thenBlock, std::move(rest));
      if (otherwise)
        append(branch.elseBlock, std::move(rest));
    }
    branch.thenBlock = lower(std::move(branch.thenBlock), ends);
    branch.elseBlock = lower(std::move(branch.elseBlock), ends);
    return one(std::move(s));
  }

  /// Whether a branch ends by leaving the procedure, so that the emitters may say `return` there.
  static bool returns(const Block &block, const Ends &ends) {
    if (block.empty() || !ends.count(theReturn))
      return false;
    if (auto *branch = llvm::dyn_cast<If>(block.back().get()))
      return returns(branch->thenBlock, ends) && returns(branch->elseBlock, ends);
    auto last = asJump(*block.back());
    return last && ends.count(last->target());
  }

  /// Exits of a block that runs once say "go on with the rest". Where that happens in one place the
  /// rest moves there.
  Block lowerOnce(StmtPtr s, Block rest, const Ends &ends) {
    auto &loop = llvm::cast<Loop>(*s);
    Jump exit{StmtKind::Exit, loop.id};
    if (!rest.empty()) {
      bool atEnd = fallsThrough(loop.body);
      unsigned places = countPlaces(loop.body, exit) + atEnd;
      if (places > (isShort(rest) ? 3 : 1)) { // the block by itself; what leaves it is at its end
        Block body = lower(std::move(loop.body), {exit.target()});
        append(body, std::move(rest));
        return lower(std::move(body), ends);
      }
      bringOutOfLoops(loop.body, exit);
      replaceJump(loop.body, exit, [&](Location at) {
        Block with = places == 1 ? std::move(rest) : clone(rest);
        with.push_back(makeJump(exit, at));
        return with;
      });
      if (atEnd)
        append(loop.body, std::move(rest));
    }
    Ends inner = ends;
    inner.insert(exit.target());
    return lower(std::move(loop.body), inner);
  }

  static bool repeats(const Stmt &s) {
    auto *loop = llvm::dyn_cast<Loop>(&s);
    return llvm::isa<For>(s) || (loop && !loop->once);
  }

  /// In how many places a block is left by `exit`, a whole loop counting as one.
  static unsigned countPlaces(const Block &block, const Jump &exit) {
    unsigned count = 0;
    for (const StmtPtr &s : block) {
      count += isJumpTo(*s, exit);
      unsigned inside = 0;
      for (const Block *inner : blocks(*s))
        inside += countPlaces(*inner, exit);
      count += repeats(*s) ? inside != 0 : inside;
    }
    return count;
  }

  /// `exit` inside a loop leaves the loop first, with a flag, and is made behind it.
  void bringOutOfLoops(Block &block, const Jump &exit) {
    Block out;
    for (StmtPtr &s : block) {
      if (!repeats(*s)) {
        for (Block *inner : blocks(*s))
          bringOutOfLoops(*inner, exit);
        out.push_back(std::move(s));
        continue;
      }
      bool leaves = false;
      for (const Block *inner : blocks(*s))
        leaves |= hasJump(*inner, exit);
      Location at = s->location;
      Block behind;
      if (leaves && endsByItself(*s)) {
        Symbol *flag = makeFlag(exit);
        out.push_back(set(flag, false, at));
        leaveWithFlag(*s, exit, flag);
        behind = afterwards({{exit, flag}}, {}, at);
      } else if (leaves) {
        replaceInLoop(*s, exit, ownExit(*s));
        behind = one(makeJump(exit, at));
      }
      out.push_back(std::move(s));
      append(out, std::move(behind));
    }
    block = std::move(out);
  }

  // ---- Flags --------------------------------------------------------------------------------

  Symbol *makeFlag(const Jump &j) {
    const char *name = j.kind == StmtKind::Return ? "returned"
                       : j.kind == StmtKind::Exit ? "done"
                                                  : "skip";
    Symbol *flag = procedure.makeTemporary(name, b.logical(procedure.language));
    flag->temporary = false;
    return flag;
  }

  StmtPtr set(Symbol *flag, bool value, Location at) {
    return b.assign(flag, b.truth(flag->type, value, at), at);
  }

  struct Flagged {
    Jump jump;
    Symbol *flag;
  };

  /// `if (flag1) jump1 else if (flag2) jump2 else rest`
  Block afterwards(const std::vector<Flagged> &flags, Block rest, Location at) {
    for (size_t i = flags.size(); i-- > 0;)
      rest = one(std::make_unique<If>(b.variable(flags[i].flag, at),
                                      one(makeJump(flags[i].jump, at)), std::move(rest), at));
    return rest;
  }

  /// The statement with its jumps as flags, then the rest under them.
  Block lowerFlagged(StmtPtr s, const Jumps &leaving, Block rest, const Ends &ends) {
    Location at = s->location;
    unsigned end = procedure.newLoopId();
    Block out, inside = one(std::move(s));
    std::vector<Flagged> flags;
    // Jumps to the end of this very list all do the same: one flag for them.
    Symbol *toEnd = nullptr;
    for (const Jump &j : leaving) {
      bool atEnd = ends.count(j.target());
      Symbol *flag = j.flag ? j.flag : atEnd && toEnd ? toEnd : makeFlag(j);
      if (flag != toEnd)
        flags.push_back({j, flag});
      if (flag != toEnd && !j.flag)
        out.push_back(set(flag, false, at));
      if (atEnd && !j.flag)
        toEnd = flag;
      replaceJump(inside, j, [&](Location where) {
        Block with;
        if (!j.flag)
          with.push_back(set(flag, true, where));
        with.push_back(std::make_unique<Exit>(end, where));
        return with;
      });
    }
    auto block = std::make_unique<Loop>(end, Block(), nullptr, std::move(inside), Block(), at);
    block->once = true;
    append(out, lower(one(std::move(block)), {}));
    append(out, lower(afterwards(flags, std::move(rest), at), ends));
    return out;
  }

  // ---- Loops --------------------------------------------------------------------------------

  static bool endsByItself(const Stmt &s) {
    auto *loop = llvm::dyn_cast<Loop>(&s);
    return !loop || loop->condition || hasJump(loop->body, {StmtKind::Exit, loop->id});
  }

  void replaceInLoop(Stmt &s, const Jump &from, const std::function<Block(Location)> &make) {
    for (Block *inner : blocks(s))
      replaceJump(*inner, from, make);
  }

  /// What makes exits of the loop itself, with the flag of what they replace.
  static std::function<Block(Location)> ownExit(const Stmt &s, Symbol *flag = nullptr) {
    Jump exit{StmtKind::Exit, loopId(s), flag};
    return [exit](Location where) { return one(makeJump(exit, where)); };
  }

  /// `jump` inside a loop sets the flag and leaves the loop.
  void leaveWithFlag(Stmt &s, const Jump &jump, Symbol *flag) {
    Jump exit{StmtKind::Exit, loopId(s), flag};
    replaceInLoop(s, jump, [&](Location where) {
      Block with = one(set(flag, true, where));
      with.push_back(makeJump(exit, where));
      return with;
    });
  }

  /// A loop that jumps leave for places further out.
  Block lowerLeftLoop(StmtPtr s, Jumps leaving, Block rest, const Ends &ends) {
    Location at = s->location;
    if (rest.empty()) // jumps to just behind the loop are exits of the loop
      for (auto it = leaving.begin(); it != leaving.end();) {
        if (!ends.count(it->target())) {
          ++it;
          continue;
        }
        replaceInLoop(*s, *it, ownExit(*s, it->flag));
        it = leaving.erase(it);
      }
    if (leaving.empty())
      return lowerLoop(std::move(s));
    Block out;
    std::vector<Flagged> flags;
    if (!endsByItself(*s)) { // the last way out needs no flag: it is what remains
      Jump last = *leaving.rbegin();
      leaving.erase(last);
      rest = one(makeJump(last, at));
      replaceInLoop(*s, last, ownExit(*s, last.flag));
    }
    for (const Jump &j : leaving) {
      Symbol *flag = j.flag ? j.flag : makeFlag(j);
      flags.push_back({j, flag});
      if (j.flag) {
        replaceInLoop(*s, j, ownExit(*s, flag));
        continue;
      }
      out.push_back(set(flag, false, at));
      leaveWithFlag(*s, j, flag);
    }
    append(out, lowerLoop(std::move(s)));
    append(out, lower(afterwards(flags, std::move(rest), at), ends));
    return out;
  }

  /// A loop with exits and cycles of its own only.
  Block lowerLoop(StmtPtr s) {
    if (auto *counted = llvm::dyn_cast<For>(s.get())) {
      if (!hasJump(counted->body, {StmtKind::Exit, counted->id})) {
        counted->body = lower(std::move(counted->body), {{StmtKind::Cycle, counted->id}});
        return one(std::move(s));
      }
      Block out;
      StmtPtr loop = uncounted(*counted, out);
      append(out, lowerLoop(std::move(loop)));
      return out;
    }
    auto &loop = llvm::cast<Loop>(*s);
    if (!hasJump(loop.body, {StmtKind::Exit, loop.id}) && loop.condition)
      return lowerPlainLoop(loop);
    if (loop.condition && loop.head.empty() && mayTestAfterExit(loop.condition))
      return lowerTestedLoop(loop);
    return lowerEndlessLoop(loop);
  }

  /// `for (;;) { head; if (!condition) break; body; step }`, or its twin with the test at the end.
  Block lowerPlainLoop(Loop &loop) {
    Block head = lower(std::move(loop.head), {});
    Block body = lower(std::move(loop.body), {{StmtKind::Cycle, loop.id}});
    append(body, lower(std::move(loop.step), {}));
    if (loop.testAtEnd) {
      append(body, std::move(head));
      if (auto *truth = llvm::dyn_cast<LogicalConstant>(loop.condition); truth && !truth->value)
        return body; // do { ... } while (0)
      return finish(loop, std::make_unique<While>(std::move(body), loop.condition, Block()));
    }
    return finish(loop, std::make_unique<While>(std::move(head), loop.condition, std::move(body)));
  }

  Block finish(const Loop &from, StmtPtr loop) {
    loop->location = from.location;
    loop->comments = from.comments;
    return one(std::move(loop));
  }

  /// Fortran may evaluate both sides of .AND.: a condition that could fault once the loop was left
  /// (a subscript, a division, a pointer) must not be evaluated again then.
  bool mayTestAfterExit(const Expr *condition) {
    if (procedure.language == Language::C)
      return true;
    bool safe = true;
    forEach(condition, [&](const Expr *e) {
      auto *binary = llvm::dyn_cast<Binary>(e);
      safe &= e->isConstant() || llvm::isa<Variable>(e) || llvm::isa<Unary>(e) ||
              llvm::isa<Convert>(e) ||
              (binary && binary->op != BinaryOp::Divide && binary->op != BinaryOp::Power &&
               binary->op != BinaryOp::Remainder);
    });
    return safe;
  }

  /// Turns exits of the loop into flags and gives the loop's tests of them.
  const Expr *flagExits(Block &body, unsigned id, Block &before, Location at) {
    std::set<Symbol *> flags;
    std::vector<Symbol *> order;
    Symbol *done = nullptr;
    flagExitsIn(body, id, done, flags, order);
    if (done)
      before.push_back(set(done, false, at));
    const Expr *go = nullptr;
    for (Symbol *flag : order) {
      const Expr *off = b.negate(b.variable(flag, at));
      go = go ? b.both(go, off) : off;
    }
    return go;
  }

  void flagExitsIn(Block &block, unsigned id, Symbol *&done, std::set<Symbol *> &flags,
                   std::vector<Symbol *> &order) {
    Block out;
    for (StmtPtr &s : block) {
      for (Block *inner : blocks(*s))
        flagExitsIn(*inner, id, done, flags, order);
      if (!isJumpTo(*s, {StmtKind::Exit, id})) {
        out.push_back(std::move(s));
        continue;
      }
      Symbol *flag = llvm::cast<Exit>(*s).flag;
      if (!flag) {
        if (!done)
          done = makeFlag({StmtKind::Exit, id});
        flag = done;
        out.push_back(set(done, true, s->location));
      }
      if (flags.insert(flag).second)
        order.push_back(flag);
    }
    block = std::move(out);
  }

  /// A loop with a test and further exits: `while (!done && condition)`.
  Block lowerTestedLoop(Loop &loop) {
    Block body = bodyWithStep(loop);
    body = lower(std::move(body), {{StmtKind::Cycle, loop.id}});
    Block out;
    const Expr *go = flagExits(body, loop.id, out, loop.location);
    bool testFirst = procedure.language == Language::Fortran;
    const Expr *condition = !go          ? loop.condition
                            : testFirst ? b.both(loop.condition, go)
                                        : b.both(go, loop.condition);
    if (loop.testAtEnd)
      append(out, finish(loop, std::make_unique<While>(std::move(body), condition, Block())));
    else
      append(out, finish(loop, std::make_unique<While>(Block(), condition, std::move(body))));
    return out;
  }

  /// The body followed by the step, to which cycles go.
  Block bodyWithStep(Loop &loop) {
    Jump cycle{StmtKind::Cycle, loop.id};
    Block body = std::move(loop.body);
    if (loop.step.empty())
      return body;
    if (hasJump(body, cycle)) {
      unsigned end = procedure.newLoopId();
      replaceJump(body, cycle, [&](Location at) { return one(std::make_unique<Exit>(end, at)); });
      auto block =
          std::make_unique<Loop>(end, Block(), nullptr, std::move(body), Block(), loop.location);
      block->once = true;
      body = one(std::move(block));
    }
    append(body, std::move(loop.step));
    return body;
  }

  /// A loop that only exits end; a test is an exit among others.
  Block lowerEndlessLoop(Loop &loop) {
    Jump exit{StmtKind::Exit, loop.id};
    Block list = listOf(loop);
    list = lower(std::move(list), {{StmtKind::Cycle, loop.id}});
    mergeExits(list, exit);
    unsigned exits = countJump(list, exit);
    if (exits == 1 && isJumpTo(*list.back(), exit)) { // runs once after all
      list.pop_back();
      return list;
    }
    if (exits == 1)
      if (auto whole = leaveInTheMiddle(loop, list, exit))
        return std::move(*whole);
    Block out;
    const Expr *go = flagExits(list, loop.id, out, loop.location);
    if (!go)
      go = b.truth(b.logical(procedure.language), true, loop.location);
    append(out, finish(loop, std::make_unique<While>(Block(), go, std::move(list))));
    return out;
  }

  /// `if (a) exit else if (b) exit else rest` leaves in one place: where a or b.
  void mergeExits(Block &list, const Jump &exit) {
    auto *outer = list.empty() ? nullptr : llvm::dyn_cast<If>(list.back().get());
    auto isExit = [&](const Block &block) {
      return block.size() == 1 && isJumpTo(*block.front(), exit);
    };
    while (outer && isExit(outer->thenBlock) && outer->elseBlock.size() == 1) {
      auto *inner = llvm::dyn_cast<If>(outer->elseBlock.front().get());
      if (!inner || !mayTestAfterExit(inner->condition) || !inner->comments.empty())
        return;
      bool then = isExit(inner->thenBlock), otherwise = isExit(inner->elseBlock);
      if (then == otherwise)
        return;
      const Expr *second = then ? inner->condition : b.negate(inner->condition);
      Block rest = std::move(then ? inner->elseBlock : inner->thenBlock);
      outer->condition = b.program.exprs.make<Binary>(outer->condition->type, BinaryOp::Or,
                                                      outer->condition, second, outer->location);
      outer->elseBlock = std::move(rest);
      llvm::cast<Exit>(*outer->thenBlock.front()).flag = nullptr; // told the first way only
    }
  }

  /// Everything a loop does in one iteration, its test as an If with an Exit.
  Block listOf(Loop &loop) {
    Block test;
    if (loop.condition) {
      test = std::move(loop.head);
      test.push_back(std::make_unique<If>(b.negate(loop.condition),
                                          one(std::make_unique<Exit>(loop.id, loop.location)),
                                          Block(), loop.location));
    }
    if (!loop.testAtEnd) {
      append(test, bodyWithStep(loop));
      return test;
    }
    append(loop.step, std::move(test)); // cycle goes to the test
    return bodyWithStep(loop);
  }

  /// `prefix; if (c) { last; exit } else { body }` is While(prefix, !c, body); last.
  std::optional<Block> leaveInTheMiddle(const Loop &loop, Block &list, const Jump &exit) {
    auto *branch = llvm::dyn_cast<If>(list.back().get());
    if (!branch)
      return std::nullopt;
    auto endsInExit = [&](const Block &block) {
      return !block.empty() && isJumpTo(*block.back(), exit);
    };
    bool then = endsInExit(branch->thenBlock);
    if (!then && !endsInExit(branch->elseBlock))
      return std::nullopt;
    Block last = std::move(then ? branch->thenBlock : branch->elseBlock);
    Block body = std::move(then ? branch->elseBlock : branch->thenBlock);
    const Expr *stay = then ? b.negate(branch->condition) : branch->condition;
    last.pop_back();
    StmtPtr test = std::move(list.back());
    list.pop_back();
    if (body.empty() || list.empty())
      for (std::string &line : test->comments)
        if (!list.empty())
          list.front()->comments.push_back(std::move(line));
    Block out =
        finish(loop, std::make_unique<While>(std::move(list), stay, std::move(body)));
    append(out, std::move(last));
    return out;
  }

  // ---- Counted loops that are left early ------------------------------------------------------

  /// A For as a Loop; what it needs before goes to `before`.
  StmtPtr uncounted(For &loop, Block &before) {
    Location at = loop.location;
    const Expr *variable = b.variable(loop.variable, at);
    bool pointer = loop.variable->type->isPointer();
    const Type *stepType = pointer ? b.integer(procedure.language) : loop.variable->type;
    const Expr *step = loop.step ? fixed(loop.step, loop, "step", before)
                                 : b.constant(stepType, 1, at);
    const Expr *bound = fixed(loop.bound, loop, "last", before);
    Block advance = one(std::make_unique<Assign>(
        variable,
        pointer ? b.program.exprs.make<PointerAdd>(loop.variable->type, variable, step, false, at)
                : advanced(variable, step),
        at));
    const Expr *condition = nullptr;
    if (auto up = countsUp(loop)) {
      BinaryOp op = *up ? (loop.inclusive ? BinaryOp::LessEqual : BinaryOp::Less)
                        : (loop.inclusive ? BinaryOp::GreaterEqual : BinaryOp::Greater);
      condition = compareWithBound(op, variable, bound);
      before.push_back(std::make_unique<Assign>(variable, loop.lower, at));
    } else {
      condition = countTrips(loop, variable, bound, step, before, advance);
    }
    before.front()->comments = loop.comments;
    auto out = std::make_unique<Loop>(loop.id, Block(), condition, std::move(loop.body),
                                      std::move(advance), at);
    return out;
  }

  /// variable + step, in the variable's own type: an unsigned counter goes down by subtracting.
  const Expr *advanced(const Expr *variable, const Expr *step) {
    const Type *type = variable->type;
    if (step->type->strip() == type->strip())
      return b.binary(BinaryOp::Add, variable, step);
    auto *constant = llvm::dyn_cast<IntegerConstant>(step);
    if (constant && constant->value < 0)
      return b.binary(BinaryOp::Subtract, variable,
                      b.constant(type, -constant->value, step->location));
    if (constant)
      return b.binary(BinaryOp::Add, variable, b.constant(type, constant->value, step->location));
    return b.binary(BinaryOp::Add, variable,
                    b.program.exprs.make<Convert>(type, step, false, step->location));
  }

  /// Up, down, or nothing where only the run time tells.
  std::optional<bool> countsUp(const For &loop) {
    if (loop.direction != For::Direction::BySignOfStep)
      return loop.direction == For::Direction::Up;
    if (!loop.step)
      return true;
    const Expr *step = loop.step;
    bool negative = false;
    if (auto *unary = llvm::dyn_cast<Unary>(step); unary && unary->op == UnaryOp::Negate) {
      negative = true;
      step = unary->operand;
    }
    if (auto *v = llvm::dyn_cast<Variable>(step); v && v->symbol->kind == SymbolKind::NamedConstant)
      step = v->symbol->initial;
    if (auto *constant = step ? llvm::dyn_cast<IntegerConstant>(step) : nullptr)
      return (constant->value > 0) != negative;
    return std::nullopt;
  }

  const Expr *compareWithBound(BinaryOp op, const Expr *variable, const Expr *bound) {
    auto *from = llvm::dyn_cast<IntegerType>(variable->type->strip());
    auto *to = llvm::dyn_cast<IntegerType>(bound->type->strip());
    if (from && to && from != to) {
      auto &exprs = b.program.exprs;
      if (to->bytes >= from->bytes)
        variable = exprs.make<Convert>(bound->type, variable, false, variable->location);
      else
        bound = exprs.make<Convert>(variable->type, bound, false, variable->location);
    }
    return b.compare(op, variable, bound, procedure.language);
  }

  /// The direction is known at run time only: count trips, as the language defines them.
  const Expr *countTrips(const For &loop, const Expr *variable, const Expr *bound,
                         const Expr *step, Block &before, Block &advance) {
    Location at = loop.location;
    const Type *type = loop.variable->type;
    Symbol *trips = procedure.makeTemporary("trips", type);
    trips->temporary = false;
    before.push_back(std::make_unique<Assign>(variable, loop.lower, at));
    const Expr *span = b.binary(BinaryOp::Subtract, bound, variable);
    span = b.binary(BinaryOp::Divide, b.binary(BinaryOp::Add, span, step), step);
    before.push_back(b.assign(trips, span, at));
    const Expr *left = b.variable(trips, at);
    advance.push_back(
        b.assign(trips, b.binary(BinaryOp::Subtract, left, b.constant(type, 1, at)), at));
    return b.compare(BinaryOp::Greater, left, b.constant(type, 0, at), procedure.language);
  }

  /// A bound or step as it was on entry: itself where nothing in the loop can change it, else a
  /// copy made before.
  const Expr *fixed(const Expr *e, const For &loop, const char *name, Block &before) {
    if (procedure.language == Language::C || isFixed(e, loop.variable, loop.body))
      return e; // C's counted loops were recognised because their bounds do not change
    Symbol *copy = procedure.makeTemporary(name, e->type);
    copy->temporary = false;
    before.push_back(b.assign(copy, e, loop.location));
    return b.variable(copy, loop.location);
  }

  // ---- Tidying ------------------------------------------------------------------------------

  /// Branches without content go; an If with nothing in its first branch is turned round.
  void tidy(Block &block) {
    Block out;
    for (StmtPtr &s : block) {
      for (Block *inner : blocks(*s))
        tidy(*inner);
      if (auto *branch = llvm::dyn_cast<If>(s.get())) {
        if (branch->thenBlock.empty() && branch->elseBlock.empty())
          continue;
        if (branch->thenBlock.empty() && !branch->thenReturned) {
          branch->condition = b.negate(branch->condition);
          std::swap(branch->thenBlock, branch->elseBlock);
        }
        if (branch->elseBlock.empty())
          branch->thenReturned = false;
      }
      out.push_back(std::move(s));
    }
    block = std::move(out);
  }
};

} // namespace

void removeExits(Program &program, Procedure &procedure) { ExitRemoval(program, procedure).run(); }

} // namespace costate::structure
