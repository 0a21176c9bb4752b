#include "emit/exits/Flatten.h"

#include "emit/exits/Flags.h"
#include "ir/Builder.h"

#include <algorithm>
#include <iterator>

namespace costate::emit::exits {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool isJump(const Stmt &s) { return isa<Exit, Cycle, Return>(s); }

/// Whether every way through a list ends in a jump at its end.
bool jumps(const Block &list) {
  if (list.empty())
    return false;
  auto *branch = dyn_cast<If>(list.back().get());
  return branch ? jumps(branch->thenBlock) && jumps(branch->elseBlock) : isJump(*list.back());
}

bool hasJump(const Stmt &s) {
  bool found = isJump(s);
  for (const Block *inner : blocks(s))
    forEachStmt(*inner, [&](const Stmt &x) { found |= isJump(x); });
  return found;
}

bool isTest(const Stmt &s, const Loop &loop) {
  auto *branch = dyn_cast<If>(&s);
  if (!branch || branch->thenBlock.size() != 1 || !sameLocation(s.location, loop.location))
    return false;
  auto *exit = dyn_cast<Exit>(branch->thenBlock.front().get());
  return exit && exit->loop == loop.id;
}

void append(Block &to, Block from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

bool isEndless(const Loop &loop) { return !loop.condition || evaluate(loop.condition, {}) == true; }

void liftTest(Builder &b, Loop &loop) {
  if (!isEndless(loop) || !loop.head.empty())
    return;
  auto test = loop.body.begin();
  while (test != loop.body.end() && !hasJump(**test))
    ++test;
  if (test == loop.body.end() || !isTest(**test, loop))
    return;
  StmtPtr held = std::move(*test);
  auto &branch = cast<If>(*held);
  Block body = std::move(branch.elseBlock);
  append(body, Block(std::make_move_iterator(test + 1), std::make_move_iterator(loop.body.end())));
  loop.body.erase(test, loop.body.end());
  loop.head = std::move(loop.body);
  loop.condition = b.negate(branch.condition);
  loop.body = std::move(body);
}

bool isLeft(const Loop &loop) {
  bool left = false;
  forEachStmt(loop.body, [&](const Stmt &s) {
    auto *exit = dyn_cast<Exit>(&s);
    left |= exit && exit->loop == loop.id;
  });
  return left;
}

/// Whether nothing that stands behind a statement is ever reached.
bool endsHere(const Stmt &s) {
  if (auto *branch = dyn_cast<If>(&s))
    return !branch->thenBlock.empty() && !branch->elseBlock.empty() &&
           endsHere(*branch->thenBlock.back()) && endsHere(*branch->elseBlock.back());
  auto *loop = dyn_cast<Loop>(&s);
  return isJump(s) || (loop && isEndless(*loop) && loop->head.empty() && !isLeft(*loop));
}

/// Takes Cycle away from the ends of a loop's body.
void dropCycles(Block &list, unsigned loop) {
  if (list.empty())
    return;
  if (auto *branch = dyn_cast<If>(list.back().get())) {
    dropCycles(branch->thenBlock, loop);
    dropCycles(branch->elseBlock, loop);
    if (branch->thenBlock.empty() && branch->elseBlock.empty())
      list.pop_back();
  } else if (auto *cycle = dyn_cast<Cycle>(list.back().get()); cycle && cycle->loop == loop) {
    list.pop_back();
  }
}

/// Puts the branch that jumps first, and gives what the other one held.
Block takeRest(Builder &b, If &branch) {
  bool then = jumps(branch.thenBlock), otherwise = jumps(branch.elseBlock);
  if (!then && otherwise && branch.elseBlock.size() < branch.thenBlock.size()) {
    branch.condition = b.negate(branch.condition);
    std::swap(branch.thenBlock, branch.elseBlock);
    then = true;
  }
  return then ? std::move(branch.elseBlock) : Block();
}

void flattenList(Builder &b, Block &list) {
  Block out;
  for (StmtPtr &s : list) {
    if (auto *loop = dyn_cast<For>(s.get()))
      dropCycles(loop->body, loop->id);
    if (auto *loop = dyn_cast<Loop>(s.get()))
      dropCycles(testsAtEnd(*loop) ? loop->head : loop->body, loop->id);
    for (Block *inner : blocks(*s))
      flattenList(b, *inner);
    auto *branch = dyn_cast<If>(s.get());
    Block rest = branch && !branch->thenReturned ? takeRest(b, *branch) : Block();
    out.push_back(std::move(s));
    append(out, std::move(rest));
    if (endsHere(*out.back()))
      break;
  }
  list = std::move(out);
}

} // namespace

void liftTests(Program &program, Block &list) {
  Builder b(program);
  for (StmtPtr &s : list) {
    if (auto *loop = dyn_cast<Loop>(s.get()))
      liftTest(b, *loop);
    for (Block *inner : blocks(*s))
      liftTests(program, *inner);
  }
}

void flatten(Program &program, Block &list) {
  Builder b(program);
  flattenList(b, list);
}

} // namespace costate::emit::exits
