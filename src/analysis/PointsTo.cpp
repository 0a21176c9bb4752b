// The constraints, statement by statement. A procedure's own are solved together with those its
// callees add to what they can see of its memory; components of the call graph are repeated until
// nothing changes.
#include "analysis/PointsTo.h"

#include "analysis/Differentiable.h"
#include "analysis/Memory.h"
#include "analysis/OutsideCalls.h"
#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

class PointsToSolver {
public:
  explicit PointsToSolver(Memory &memory) : m(memory) {}

  void solve() {
    initialValues();
    for (auto &component : m.order)
      for (bool changed = true; changed;) {
        size_t manyBefore = m.manyMade;
        changed = false;
        for (Procedure *p : component)
          changed |= procedure(p);
        changed |= m.manyMade != manyBefore;
      }
  }

private:
  /// `double *g = table;` holds in every procedure that looks.
  void initialValues() {
    auto scope = [&](const Scope &s) {
      for (auto &symbol : s.symbols)
        if (symbol->initial && symbol->kind == SymbolKind::Variable && holdsPointer(symbol->type))
          initialised.push_back(symbol.get());
    };
    for (auto &unit : m.theProgram.units) {
      scope(unit->scope);
      for (Procedure *p : procedures(*unit))
        scope(p->scope);
    }
  }

  bool procedure(const Procedure *p) {
    bool changed = false;
    auto &work = statements(p);
    if (work.first)
      for (const Symbol *s : initialised)
        changed |= store(p, {m.variable(s)}, s->type, s->initial);
    for (bool again = true; again;) {
      again = false;
      for (const Stmt *s : work.pointers)
        again |= statement(p, *s);
      changed |= again;
    }
    work.first = false;
    return changed;
  }

  bool statement(const Procedure *p, const Stmt &s) {
    bool changed = steps(p, s);
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (CellId part = m.partOfBlock(p, *assign)) {
        for (CellId cell : m.places(p, assign->place))
          changed |= m.addPointedTo(p, cell, {part});
      } else if (holdsPointer(assign->place->type))
        changed |= store(p, m.places(p, assign->place), assign->place->type, assign->value);
    } else if (auto *loop = llvm::dyn_cast<For>(&s)) {
      if (loop->variable->type->isPointer())
        changed |= store(p, {m.variable(loop->variable)}, loop->variable->type, loop->lower);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      changed |= allocation(p, *allocate);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      changed |= callees(p, *call);
    }
    return changed;
  }

  /// Memory reached with an offset has several elements.
  bool steps(const Procedure *p, const Stmt &s) {
    bool changed = false;
    auto many = [&](const Expr *pointer) {
      for (CellId id : m.pointees(p, pointer))
        changed |= makeMany(id);
    };
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *d = llvm::dyn_cast<Dereference>(x); d && d->offset && constantValue(d->offset) != 0)
          many(d->pointer);
        else if (auto *add = llvm::dyn_cast<PointerAdd>(x))
          many(add->pointer);
      });
    if (auto *loop = llvm::dyn_cast<For>(&s); loop && loop->variable->type->isPointer())
      many(loop->lower);
    return changed;
  }

  /// Only of pointees: the other kinds know their extent.
  bool makeMany(CellId id) {
    return m.cells[m.root(id)].kind == Cell::Kind::Pointee && m.makeMany(id);
  }

  bool store(const Procedure *p, const CellSet &to, const Type *type, const Expr *value) {
    bool changed = false;
    const Type *scalar = type->scalar()->strip();
    if (scalar->isPointer()) {
      CellSet targets = m.pointees(p, value);
      for (CellId cell : to)
        changed |= m.addPointedTo(p, cell, targets);
      return changed;
    }
    auto *record = llvm::dyn_cast<RecordType>(scalar);
    if (!record)
      return false;
    if (auto *list = llvm::dyn_cast<RecordConstructor>(value)) {
      for (unsigned i = 0; i < list->values.size() && i < record->components.size(); ++i)
        if (list->values[i] && holdsPointer(record->components[i].type))
          changed |= store(p, parts(to, record, i), record->components[i].type, list->values[i]);
      return changed;
    }
    if (value->isPlace())
      return copy(p, to, m.places(p, value), record);
    for (const Expr *operand : operands(value)) // array constructors, ?:
      if (operand->type && operand->type->scalar()->strip() == scalar)
        changed |= store(p, to, type, operand);
    return changed;
  }

  CellSet parts(const CellSet &of, const RecordType *record, unsigned index) {
    CellSet out;
    for (CellId cell : of)
      insert(out, m.component(cell, record, index));
    return out;
  }

  bool copy(const Procedure *p, const CellSet &to, const CellSet &from, const RecordType *record) {
    bool changed = false;
    for (unsigned i = 0; i < record->components.size(); ++i) {
      const Type *type = record->components[i].type->scalar()->strip();
      if (!holdsPointer(type))
        continue;
      CellSet source = parts(from, record, i), target = parts(to, record, i);
      if (auto *inner = llvm::dyn_cast<RecordType>(type)) {
        changed |= copy(p, target, source, inner);
        continue;
      }
      CellSet pointees;
      for (CellId cell : source)
        for (CellId id : m.pointedTo(p, cell))
          insert(pointees, id);
      for (CellId cell : target)
        changed |= m.addPointedTo(p, cell, pointees);
    }
    return changed;
  }

  bool allocation(const Procedure *p, const Allocate &allocate) {
    bool changed = false;
    for (const Allocation &object : allocate.objects) {
      auto *pointer = llvm::dyn_cast<PointerType>(object.place->type->strip());
      if (!pointer)
        continue; // an allocatable is its own memory
      CellSet fresh{m.heap(p, allocate, pointer->pointee)};
      if (allocate.old)
        for (CellId id : m.pointees(p, allocate.old)) // realloc may give the old block back
          insert(fresh, id);
      for (CellId cell : m.places(p, object.place))
        changed |= m.addPointedTo(p, cell, fresh);
    }
    return changed;
  }

  bool callees(const Procedure *p, const Call &call) {
    bool changed = false;
    for (const Procedure *target : m.graph.targets(call))
      changed |= effects(p, call, target);
    if (!m.graph.isKnown(call))
      changed |= unknownCallee(p, call);
    return changed;
  }

  /// What a callee makes of the pointers it sees, in the caller's terms.
  bool effects(const Procedure *p, const Call &call, const Procedure *target) {
    bool changed = false;
    if (auto found = m.pointersOf.find(target); found != m.pointersOf.end()) {
      std::vector<CellId> pointers = found->second;
      for (CellId pointer : pointers) {
        // Which allocations escape is not known yet: all of them may.
        bool allocated = m.cells[m.root(pointer)].kind == Cell::Kind::Heap;
        if (!allocated && !m.isInterface(target, pointer))
          continue;
        CellSet value;
        for (CellId id : m.pointedTo(target, pointer))
          for (CellId bound : m.bind(p, call, target, id))
            insert(value, bound);
        for (CellId cell : m.bind(p, call, target, pointer))
          changed |= m.addPointedTo(p, cell, value);
      }
    }
    changed |= manyThrough(p, call, target);
    return changed;
  }

  /// A pointee the callee walks along has several elements for the caller too.
  bool manyThrough(const Procedure *p, const Call &call, const Procedure *target) {
    CellSet walked;
    for (const Symbol *parameter : target->parameters)
      insert(walked, m.variable(parameter));
    if (auto found = m.pointersOf.find(target); found != m.pointersOf.end())
      for (CellId pointer : found->second)
        insertAll(walked, m.pointsTo[{target, pointer}]);
    bool changed = false;
    for (CellId id : walked)
      if (m.cells[id].many && m.isInterface(target, id))
        for (CellId bound : m.bind(p, call, target, id))
          changed |= makeMany(bound);
    return changed;
  }

  /// Without source: any pointer that goes in may be stored in any memory that goes in, or returned;
  /// what is returned may be new.
  bool unknownCallee(const Procedure *p, const Call &call) {
    OutsideEffect effect = outsideEffect(call, p->language, nullptr);
    if (m.graph.targets(call).empty() && effect.known)
      return effect.copies && copied(p, call, effect.written[0].argument);
    CellSet from, seen;
    for (const Argument &a : call.arguments)
      if (a.value && a.value->type)
        insertAll(from, m.referredTo(p, a.value));
    m.forEachReached(p, from, [&](CellId leaf) {
      insert(seen, leaf);
      return true;
    });
    bool changed = false;
    for (CellId id : seen)
      if (m.mayHoldPointer(p, id))
        changed |= m.addPointedTo(p, id, seen);
    if (call.result && call.result->type->isPointer()) {
      CellSet result = seen;
      insert(result,
             m.heap(p, call, llvm::cast<PointerType>(call.result->type->strip())->pointee));
      for (CellId cell : m.places(p, call.result))
        changed |= m.addPointedTo(p, cell, result);
    }
    return changed;
  }

  /// memcpy and the like: all pointers go along; the result leads to where they went.
  bool copied(const Procedure *p, const Call &call, int target) {
    CellSet from = m.referredTo(p, call.arguments[1 - target].value);
    CellSet to = m.referredTo(p, call.arguments[target].value);
    const Type *type = from.empty() ? nullptr : m.cells[from[0]].type;
    auto ofType = [&](CellId id) { return m.cells[id].type == type; };
    bool changed = false;
    if (type && type->isRecord() && llvm::all_of(from, ofType) && llvm::all_of(to, ofType)) {
      changed = copy(p, to, from, llvm::cast<RecordType>(type));
    } else {
      CellSet held;
      for (CellId id : from)
        m.forEachLeaf(id, [&](CellId leaf) {
          if (m.mayHoldPointer(p, leaf))
            insertAll(held, m.pointedTo(p, leaf));
        });
      for (CellId id : to)
        if (!held.empty())
          changed |= m.addPointedTo(p, id, held);
    }
    if (call.result && call.result->type->isPointer())
      for (CellId cell : m.places(p, call.result))
        changed |= m.addPointedTo(p, cell, to);
    return changed;
  }

  /// The statements of a procedure that can matter, found once.
  struct Work {
    std::vector<const Stmt *> pointers;
    bool first = true;
  };
  Work &statements(const Procedure *p) {
    auto [at, fresh] = works.try_emplace(p);
    if (!fresh)
      return *at->second;
    auto work = std::make_unique<Work>();
    forEachStmt(p->body, [&](const Stmt &s) {
      if (concernsPointers(s))
        work->pointers.push_back(&s);
    });
    works[p] = std::move(work);
    return *works[p];
  }

  bool concernsPointers(const Stmt &s) {
    bool found = false;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) { found = found || (x->type && holdsPointer(x->type)); });
    if (auto *loop = llvm::dyn_cast<For>(&s))
      found = found || loop->variable->type->isPointer();
    if (auto *call = llvm::dyn_cast<Call>(&s))
      for (const Procedure *target : m.graph.targets(*call))
        found = found || hasPointers(target);
    return found;
  }

  /// Whether a call can change what pointers point to: the callee or something it calls has any.
  bool hasPointers(const Procedure *target) {
    auto found = works.find(target);
    return found == works.end() || !found->second || !found->second->pointers.empty();
  }

  Memory &m;
  std::vector<const Symbol *> initialised;
  llvm::DenseMap<const Procedure *, std::unique_ptr<Work>> works;
};

void solvePointsTo(Memory &memory) { PointsToSolver(memory).solve(); }

} // namespace costate::analysis
