#include "emit/RestoreExits.h"

#include "emit/exits/Counting.h"
#include "emit/exits/Flatten.h"
#include "emit/exits/Jumps.h"
#include "emit/exits/KnownFlags.h"
#include "frontend/structure/Exits.h"
#include "ir/Builder.h"
#include "ir/Printer.h"

#include <algorithm>
#include <functional>

namespace costate::emit {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// While as Loop, with an id of its own.
void nameLoop(StmtPtr &s, unsigned &last) {
  auto *loop = dyn_cast<While>(s.get());
  if (!loop)
    return;
  auto named = std::make_unique<Loop>(++last, std::move(loop->head), loop->condition,
                                      std::move(loop->body), Block(), loop->location);
  named->comments = std::move(loop->comments);
  s = std::move(named);
}

/// Ids for all loops of a body without jumps.
void nameLoops(Block &list, unsigned &last) {
  for (StmtPtr &s : list) {
    nameLoop(s, last);
    if (auto *loop = dyn_cast<For>(s.get()))
      loop->id = ++last;
    for (Block *inner : blocks(*s))
      nameLoops(*inner, last);
  }
}

unsigned highestId(const Block &list) {
  unsigned highest = 0;
  forEachStmt(list, [&](const Stmt &s) {
    if (auto *loop = dyn_cast<Loop>(&s))
      highest = std::max(highest, loop->id);
    if (auto *loop = dyn_cast<For>(&s))
      highest = std::max(highest, loop->id);
  });
  return highest;
}

std::set<unsigned> jumpedTo(const Block &body) {
  std::set<unsigned> loops;
  forEachStmt(body, [&](const Stmt &s) {
    if (auto *exit = dyn_cast<Exit>(&s))
      loops.insert(exit->loop);
    if (auto *cycle = dyn_cast<Cycle>(&s))
      loops.insert(cycle->loop);
  });
  return loops;
}

/// Loop as While, where no jump names it.
void unnameLoops(Block &list, const std::set<unsigned> &named) {
  for (StmtPtr &s : list) {
    for (Block *inner : blocks(*s))
      unnameLoops(*inner, named);
    auto *loop = dyn_cast<Loop>(s.get());
    if (!loop || named.count(loop->id))
      continue;
    auto plain = std::make_unique<While>(std::move(loop->head), loop->condition,
                                         std::move(loop->body), loop->location);
    plain->comments = std::move(loop->comments);
    s = std::move(plain);
  }
}

} // namespace

void restoreExits(Program &program, Procedure &procedure, size_t firstMade) {
  exits::Flags flags(procedure, firstMade);
  if (flags.empty())
    return;
  unsigned loops = 0;
  nameLoops(procedure.body, loops);
  // What has been folded may let a way be followed further.
  while (exits::insertJumps(procedure, flags) && exits::foldKnownFlags(program, procedure, flags))
    ;
  exits::liftTests(program, procedure.body);
  exits::countLoops(program, procedure, flags);
  exits::flatten(program, procedure.body);
  unnameLoops(procedure.body, jumpedTo(procedure.body));
}

namespace {

/// Whether a head holds nothing but what its loop's condition will say.
bool isPartOfCondition(const Block &head) {
  bool part = true;
  forEachStmt(head, [&](const Stmt &s) {
    const Expr *place = nullptr;
    if (auto *assign = dyn_cast<Assign>(&s))
      place = assign->place;
    if (auto *call = dyn_cast<Call>(&s))
      place = call->result;
    auto *v = place ? dyn_cast<Variable>(place) : nullptr;
    part &= isa<If>(s) || (v && v->symbol->temporary);
  });
  return part;
}

/// The loop as a front end reads what is printed for it.
void readLoop(Builder &b, const Procedure &procedure, StmtPtr &s) {
  auto *loop = dyn_cast<Loop>(s.get());
  if (loop && exits::evaluate(loop->condition, {}) == true)
    loop->condition = nullptr;
  if (!loop || isPartOfCondition(loop->head))
    return;
  if (procedure.language == Language::C && loop->body.empty()) {
    loop->body = std::move(loop->head);
    loop->head.clear();
    loop->testAtEnd = true;
    loop->once = loop->condition && exits::evaluate(loop->condition, {}) == false;
    return;
  }
  Block body = std::move(loop->head), exit;
  exit.push_back(std::make_unique<Exit>(loop->id, loop->location));
  if (loop->condition)
    body.push_back(std::make_unique<If>(b.negate(loop->condition), std::move(exit), Block(),
                                        loop->location));
  for (StmtPtr &inner : loop->body)
    body.push_back(std::move(inner));
  loop->head.clear();
  loop->condition = nullptr;
  loop->body = std::move(body);
}

/// The body as it is when its print is read again.
void readAgain(Program &program, Procedure &procedure) {
  Builder b(program);
  unsigned last = std::max(procedure.loopIds, highestId(procedure.body));
  std::function<void(Block &)> read = [&](Block &list) {
    for (StmtPtr &s : list) {
      nameLoop(s, last);
      for (Block *inner : blocks(*s))
        read(*inner);
      readLoop(b, procedure, s);
    }
  };
  read(procedure.body);
  procedure.loopIds = last;
  structure::removeExits(program, procedure);
}

/// Restores exits until reading what is printed gives the same print; false where that never comes.
bool settle(Program &program, Procedure &procedure) {
  size_t firstMade = 0;
  std::string before;
  for (unsigned tries = 0; tries < 6; ++tries) {
    restoreExits(program, procedure, firstMade);
    std::string text = print(procedure.body);
    if (text == before)
      return true;
    before = std::move(text);
    firstMade = procedure.scope.symbols.size();
    readAgain(program, procedure);
  }
  return false;
}

/// Takes away the symbols from `first` on that the body does not name.
void pruneSymbols(Procedure &procedure, size_t first) {
  std::set<const Symbol *> named;
  forEachStmt(procedure.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *v = dyn_cast<Variable>(x))
          named.insert(v->symbol);
      });
  });
  auto &symbols = procedure.scope.symbols;
  symbols.erase(std::remove_if(symbols.begin() + first, symbols.end(),
                               [&](const auto &s) { return !named.count(s.get()); }),
                symbols.end());
}

} // namespace

RestoredExits::RestoredExits(Program &program) {
  for (Procedure *p : procedures(program)) {
    if (exits::Flags(*p).empty())
      continue;
    canonical.emplace_back(p, clone(p->body));
    size_t symbols = p->scope.symbols.size();
    if (!settle(program, *p))
      p->body = clone(canonical.back().second);
    pruneSymbols(*p, symbols);
  }
}

RestoredExits::~RestoredExits() {
  for (auto &[procedure, body] : canonical)
    procedure->body = std::move(body);
}

} // namespace costate::emit
