#include "analysis/ReadAfter.h"

namespace costate::analysis {

using namespace ir;

/// One procedure, backwards.
class ReadAfterFold {
public:
  ReadAfterFold(ReadAfter &all, const Procedure *p, const std::set<const Stmt *> &wanted)
      : all(all), m(all.memory), p(p), wanted(wanted) {}

  /// What is read from the beginning of the block on, given what is read after it.
  CellBits block(const Block &statements, CellBits read) {
    for (auto s = statements.rbegin(); s != statements.rend(); ++s) {
      if (wanted.count(s->get()))
        all.found[s->get()] |= read;
      before(**s, read);
    }
    return read;
  }

private:
  CellBits reads(const Expr *e) { return e ? all.accesses.reads(p, e) : CellBits(); }

  void before(const Stmt &s, CellBits &read) {
    switch (s.kind()) {
    case StmtKind::Assign:
      return assign(llvm::cast<Assign>(s), read);
    case StmtKind::If:
      return branch(llvm::cast<If>(s), read);
    case StmtKind::For:
      return loop(llvm::cast<For>(s), read);
    case StmtKind::While:
      return loop(llvm::cast<While>(s), read);
    case StmtKind::Call:
      return call(llvm::cast<Call>(s), read);
    default:
      for (const Expr *e : expressions(s))
        read |= reads(e);
    }
  }

  void assign(const Assign &s, CellBits &read) {
    if (!s.mask)
      overwrite(s.place, read);
    if (isWholeAllocatable(s.place))
      read |= all.accesses.cells(p, s.place); // its shape may be
    read |= reads(s.value);
    read |= reads(s.mask);
    read |= all.accesses.addressReads(p, s.place);
  }

  void overwrite(const Expr *place, CellBits &read) {
    if (place->isPlace() && m.isWhole(p, place))
      m.forEachLeaf(m.places(p, place)[0], [&](CellId id) { read.reset(id); });
  }

  void branch(const If &x, CellBits &read) {
    CellBits other = block(x.elseBlock, read);
    read = block(x.thenBlock, std::move(read));
    read |= other;
    read |= reads(x.condition);
  }

  void loop(const For &x, CellBits &read) {
    for (bool grown = true; grown;)
      grown = read |= block(x.body, read);
    for (const Expr *bound : {x.lower, x.bound, x.step})
      read |= reads(bound);
  }

  void loop(const While &x, CellBits &read) {
    for (bool grown = true; grown;) {
      CellBits test = block(x.body, read);
      test |= read;
      test |= reads(x.condition);
      grown = read |= block(x.head, test);
    }
  }

  void call(const Call &call, CellBits &read) {
    for (CellId id : all.effects.killsOf(p, call))
      read.reset(id);
    if (call.result) {
      overwrite(call.result, read);
      read |= all.accesses.addressReads(p, call.result);
    }
    for (const Procedure *target : m.calls().targets(call))
      read |= all.effects.bound(p, call, target, all.readsOf(target));
    read |= all.accesses.argumentReads(p, call);
    read |= reads(call.pointer);
    if (!m.calls().isKnown(call))
      read |= all.effects.reachable(p, call);
  }

  ReadAfter &all;
  Memory &m;
  const Procedure *p;
  const std::set<const Stmt *> &wanted;
};

void ReadAfter::find(const Procedure *p, const std::set<const Stmt *> &statements) {
  for (const Stmt *s : statements)
    found[s];
  ReadAfterFold(*this, p, statements).block(p->body, {});
}

const CellBits &ReadAfter::readsOf(const Procedure *p) const {
  auto known = first.find(p);
  return known == first.end() ? effects.of(p).reads : known->second;
}

const CellBits &ReadAfter::readFirst(const Procedure *p) {
  if (first.empty())
    for (auto &component : memory.bottomUp()) {
      std::map<const Procedure *, CellBits> of; // in a cycle of calls, what a procedure reads at all stands for it
      for (const Procedure *q : component)
        of[q] = ReadAfterFold(*this, q, {}).block(q->body, {});
      for (auto &[q, reads] : of) {
        reads |= effects.of(q).shapes;
        first.emplace(q, std::move(reads));
      }
    }
  return readsOf(p);
}

const CellBits &ReadAfter::after(const Procedure *p, const Stmt *s) {
  if (!found.count(s))
    find(p, {s});
  return found[s];
}

} // namespace costate::analysis
