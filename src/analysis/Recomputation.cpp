#include "analysis/Recomputation.h"

#include "analysis/SlowFunctions.h"

namespace costate::analysis {

using namespace ir;

namespace {

class Finder {
public:
  Finder(const Procedure &p, Memory &memory, Accesses &accesses, Recomputation &out)
      : p(p), memory(memory), accesses(accesses), out(out) {
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            if (const Symbol *root = rootVariable(address->place))
              exposed.insert(root);
        });
      note(s, mentions);
    });
  }

  void block(const Block &b, bool inLoop) {
    for (const StmtPtr &s : b) {
      if (auto *loop = llvm::dyn_cast<For>(s.get())) {
        region(loop->body, false);
        block(loop->body, true);
      } else if (auto *branch = llvm::dyn_cast<If>(s.get())) {
        for (const Block *side : {&branch->thenBlock, &branch->elseBlock}) {
          if (inLoop)
            region(*side, true);
          block(*side, inLoop);
        }
      } else {
        for (const Block *inner : blocks(*s))
          block(*inner, true);
      }
    }
  }

private:
  using Counts = llvm::DenseMap<const Symbol *, unsigned>;
  using Writers = llvm::DenseMap<CellId, unsigned>;
  const Procedure &p;
  Memory &memory;
  Accesses &accesses;
  Recomputation &out;
  std::set<const Symbol *> exposed; ///< their address is taken
  Counts mentions;                  ///< statements that name a variable

  /// Counts the variables a statement itself (not what is inside it) names.
  static void note(const Stmt &s, Counts &counts) {
    std::set<const Symbol *> here;
    if (auto *loop = llvm::dyn_cast<For>(&s))
      here.insert(loop->variable);
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *v = llvm::dyn_cast<Variable>(x))
          here.insert(v->symbol);
      });
    for (const Symbol *v : here)
      ++counts[v];
  }

  void region(const Block &b, bool onlyHere) {
    CellBits written = accesses.writes(&p, b), read;
    Counts inside;
    if (onlyHere)
      forEachStmt(b, [&](const Stmt &s) { note(s, inside); });
    Recomputed found;
    Writers writers = countWriters(b);
    for (const StmtPtr &s : b) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (assign && isCandidate(*assign, writers, read, written, found.cells) &&
          (!onlyHere || inside[rootVariable(assign->place)] ==
                            mentions[rootVariable(assign->place)])) {
        found.statements.push_back(assign);
        found.members.insert(assign);
        CellBits inputs = accesses.reads(&p, assign->value);
        inputs.intersectWithComplement(found.cells);
        found.inputs |= inputs;
        found.cells |= accesses.cells(&p, assign->place);
      }
      addReads(*s, read);
    }
    if (!found.statements.empty())
      out[&b] = std::move(found);
  }

  bool isCandidate(const Assign &s, const Writers &writers, const CellBits &readBefore,
                   const CellBits &written, const CellBits &again) {
    auto *variable = llvm::dyn_cast<Variable>(s.place);
    if (!variable || s.mask || variable->symbol->storage != Storage::Local ||
        variable->symbol->overlay || variable->symbol->target || variable->symbol->allocatable ||
        variable->symbol->isVolatile || exposed.count(variable->symbol) || !isCheap(s.value))
      return false;
    const Type *type = variable->type->strip();
    auto *pointer = llvm::dyn_cast<PointerType>(type);
    if (type->isArray() || type->isRecord() || type->isCharacter() || (pointer && pointer->fortran))
      return false;
    CellBits own = accesses.cells(&p, s.place);
    CellBits inputs = accesses.reads(&p, s.value);
    bool isOnly = !own.empty();
    for (CellId id : own) // a scalar is one
      isOnly = isOnly && writers.lookup(id) == 1;
    if (readBefore.intersects(own) || inputs.intersects(own) || !isOnly)
      return false;
    inputs.intersectWithComplement(again);
    return !inputs.intersects(written);
  }

  /// How many statements of the block, wherever they stand in it, may write a cell. What is inside another counts
  /// twice.
  Writers countWriters(const Block &b) {
    Writers out;
    for (const StmtPtr &s : b)
      for (CellId id : accesses.writes(&p, *s))
        out[id] += blocks(*s).empty() ? 1 : 2;
    return out;
  }

  void addReads(const Stmt &s, CellBits &read) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    if (assign) {
      read |= accesses.reads(&p, assign->value);
      read |= accesses.addressReads(&p, assign->place);
      if (assign->mask)
        read |= accesses.reads(&p, assign->mask);
      return;
    }
    for (const Expr *e : expressions(s))
      read |= accesses.reads(&p, e);
    for (const Block *inner : blocks(s))
      for (const StmtPtr &x : *inner)
        addReads(*x, read);
  }
};

} // namespace

bool isCheap(const Expr *e) {
  bool cheap = true;
  forEach(e, [&](const Expr *x) {
    bool whole = x->type && x->type->isArray() && !x->isPlace() && !x->isConstant();
    cheap = cheap && !whole && !isSlowFunction(x);
    if (auto *call = llvm::dyn_cast<Intrinsic>(x))
      for (const Expr *a : call->arguments)
        cheap = cheap && !(a && a->type && a->type->isArray());
  });
  return cheap;
}

Recomputation findRecomputation(const Procedure &p, Memory &memory, Accesses &accesses) {
  Recomputation out;
  Finder(p, memory, accesses, out).block(p.body, false);
  return out;
}

} // namespace costate::analysis
