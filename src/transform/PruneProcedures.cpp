#include "transform/PruneProcedures.h"

#include "transform/PruneShadows.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

/// Calls of procedures with nothing in them go, and what is empty then goes with them.
bool dropEmptyCalls(Block &block, const std::set<const Symbol *> &empty) {
  bool changed = false;
  for (StmtPtr &s : block)
    for (Block *inner : blocks(*s))
      changed |= dropEmptyCalls(*inner, empty);
  size_t before = block.size();
  std::erase_if(block, [&](const StmtPtr &s) {
    if (auto *call = llvm::dyn_cast<Call>(s.get()))
      return call->callee && empty.count(call->callee) && !call->result;
    if (auto *branch = llvm::dyn_cast<If>(s.get()))
      return branch->thenBlock.empty() && branch->elseBlock.empty();
    return false;
  });
  return changed || block.size() != before;
}

/// Variables that are read somewhere, or whose address is; not those that are only assigned, be it from themselves, or
/// that calls put their results in.
std::set<const Symbol *> readIn(const Procedure &p) {
  std::set<const Symbol *> out;
  auto add = [&](const Expr *e, const Symbol *but = nullptr) {
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x); v && v->symbol != but)
        out.insert(v->symbol);
    });
  };
  forEachStmt(p.body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    const Symbol *root = assign ? rootVariable(assign->place) : nullptr;
    if (auto *loop = llvm::dyn_cast<For>(&s))
      out.insert(loop->variable);
    if (!root) {
      auto *call = llvm::dyn_cast<Call>(&s);
      bool isPut = call && call->result && llvm::isa<Variable>(call->result);
      for (const Expr *e : expressions(s))
        if (!isPut || e != call->result)
          add(e);
      return;
    }
    add(assign->value, llvm::isa<Variable>(assign->place) ? root : nullptr);
    add(assign->mask);
    for (const Expr *e = assign->place; !llvm::isa<Variable>(e); e = operands(e).front())
      if (auto *element = llvm::dyn_cast<Element>(e))
        for (const Expr *subscript : element->subscripts)
          add(subscript);
  });
  return out;
}

/// Results of calls in C that nobody reads are not taken. What a function returns is its callers' business.
bool leaveResults(Procedure &p) {
  bool changed = false;
  std::set<const Symbol *> read = readIn(p);
  if (p.language == Language::C)
    forEachStmt(p.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      auto *v = call && call->result ? llvm::dyn_cast<Variable>(call->result) : nullptr;
      if (!v || v->symbol->storage != Storage::Local || v->symbol->isVolatile || read.count(v->symbol))
        return;
      call->result = nullptr;
      changed = true;
    });
  return changed;
}

/// The function sets no result any more.
void unset(Block &block, const Symbol *result) {
  std::erase_if(block, [&](const StmtPtr &s) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    return assign && rootVariable(assign->place) == result;
  });
  for (StmtPtr &s : block) {
    if (auto *call = llvm::dyn_cast<Call>(s.get()); call && call->result && rootVariable(call->result) == result)
      call->result = nullptr;
    for (Block *inner : blocks(*s))
      unset(*inner, result);
  }
}

/// A forward function whose result nobody needs does not set it, or not on every way: it has none. Where it returned what
/// another function returns, that may be the next.
void dropResults(Program &program, const std::vector<Procedure *> &all,
                 const std::vector<Procedure *> &others) {
  for (bool changed = true; changed;) {
    changed = false;
    std::set<const Symbol *> taken;
    for (Procedure *p : all) {
      changed |= leaveResults(*p);
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
          taken.insert(call->callee);
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            if (auto *value = llvm::dyn_cast<ProcedureReference>(x))
              taken.insert(value->symbol);
          });
      });
    }
    std::set<const Symbol *> without;
    for (Procedure *p : others) {
      bool isRead = p->result && readIn(*p).count(p->result);
      bool isSet = p->result && namedIn(*p).count(p->result);
      if (!p->result || (isSet && (p->language != Language::C || taken.count(p->symbol) || isRead)))
        continue;
      unset(p->body, p->result);
      p->result->storage = Storage::Local;
      p->result = nullptr;
      p->kind = ProcedureKind::Subroutine;
      p->resultType = program.types.voidType();
      p->symbol->type = program.types.procedure(program.types.voidType());
      without.insert(p->symbol);
      changed = true;
    }
    for (Procedure *p : all)
      forEachStmt(p->body, [&](Stmt &s) {
        if (auto *call = llvm::dyn_cast<Call>(&s); call && without.count(call->callee))
          call->result = nullptr;
      });
  }
}

void dropLocals(Program &program, Procedure &p) {
  std::set<const Symbol *> named = namedIn(p);
  named.insert(p.parameters.begin(), p.parameters.end());
  auto &symbols = p.scope.symbols;
  auto dropped = std::stable_partition(symbols.begin(), symbols.end(), [&](auto &s) {
    bool own = s->storage == Storage::Local || s->storage == Storage::Argument;
    return s->kind != SymbolKind::Variable || !own || s.get() == p.result || named.count(s.get());
  });
  std::move(dropped, symbols.end(), std::back_inserter(program.detachedSymbols));
  symbols.erase(dropped, symbols.end());
}

/// Assignments to local variables of C that nobody reads any more.
bool dropUnread(Block &block, const std::set<const Symbol *> &read) {
  bool changed = false;
  for (StmtPtr &s : block)
    for (Block *inner : blocks(*s))
      changed |= dropUnread(*inner, read);
  size_t before = block.size();
  std::erase_if(block, [&](const StmtPtr &s) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    const Symbol *root = assign ? rootVariable(assign->place) : nullptr;
    bool isOwn = root && (root->storage == Storage::Local || (root->storage == Storage::Argument && root->byValue));
    return isOwn && !root->overlay && !read.count(root);
  });
  return changed || block.size() != before;
}

/// Procedures that no head leads to have nothing in them any more.
void emptyUnreached(const PrunedProcedures &given) {
  std::map<const Symbol *, Procedure *> bySymbol;
  for (Procedure *p : given.others)
    bySymbol[p->symbol] = p;
  std::set<const Procedure *> reached;
  std::vector<Procedure *> open = given.heads;
  auto reach = [&](const Symbol *s) {
    auto found = bySymbol.find(s);
    if (found != bySymbol.end() && reached.insert(found->second).second)
      open.push_back(found->second);
  };
  while (!open.empty()) {
    Procedure *p = open.back();
    open.pop_back();
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        reach(call->callee);
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
            reach(reference->symbol);
        });
    });
  }
  for (Procedure *p : given.others)
    if (!reached.count(p))
      p->body.clear();
}

/// What nobody reads and calls of what does nothing, as long as one makes more of the other: in all procedures
/// once, and then in those that have changed, or that call one which has nothing in it any more.
void dropIdle(const PrunedProcedures &given, const std::vector<Procedure *> &all) {
  std::map<const Symbol *, std::vector<Procedure *>> callers;
  for (Procedure *p : all)
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        callers[call->callee].push_back(p);
    });
  std::set<const Procedure *> heads(given.heads.begin(), given.heads.end());
  std::set<const Symbol *> empty;
  llvm::SetVector<Procedure *> open;
  open.insert(all.begin(), all.end());
  while (!open.empty()) {
    Procedure *p = open.pop_back_val();
    bool changed = p->language == Language::C && dropUnread(p->body, readIn(*p));
    changed |= dropEmptyCalls(p->body, empty);
    if (changed)
      open.insert(p);
    if (p->body.empty() && !heads.count(p) && empty.insert(p->symbol).second)
      open.insert(callers[p->symbol].begin(), callers[p->symbol].end());
  }
}

size_t countParameters(const std::vector<Procedure *> &all) {
  size_t out = 0;
  for (const Procedure *p : all)
    out += p->parameters.size();
  return out;
}

} // namespace

void pruneProcedures(Program &program, const PrunedProcedures &given) {
  std::vector<Procedure *> all = given.heads;
  all.insert(all.end(), given.others.begin(), given.others.end());
  dropResults(program, all, given.others);
  dropIdle(given, all);
  emptyUnreached(given);
  std::set<const Symbol *> prunable;
  for (Procedure *p : given.others)
    prunable.insert(p->parameters.begin(), p->parameters.end());
  // Without `y(n)` nobody names n either.
  for (size_t before = 0, now = 1; before != now;) {
    before = countParameters(all);
    dropIdle(given, all);
    pruneShadows(all, prunable);
    for (Procedure *p : all)
      dropLocals(program, *p);
    now = countParameters(all);
  }
  for (Procedure *p : given.heads)
    nameUnusedShadows(program, *p, {p->parameters.begin(), p->parameters.end()});
}

} // namespace costate::transform
