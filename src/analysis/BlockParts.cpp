#include "analysis/BlockParts.h"

#include "analysis/Reaching.h"
#include "analysis/Sections.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

/// A block that may be cut, and the assignments that may cut it.
struct Candidate {
  const Procedure *procedure;
  const Allocate *block;
  const Symbol *pointer; ///< that gets it
  const Stmt *next;      ///< follows the allocation
  std::vector<const Assign *> cuts;
};

bool isPointerToReal(const Symbol *s) {
  auto *type = llvm::dyn_cast<PointerType>(s->type->strip());
  return type && !type->fortran && type->pointee->strip()->isReal();
}

bool isOwnPointer(const Symbol *s, const Procedure *p) {
  return s && s->owner == p && s->storage == Storage::Local && isPointerToReal(s);
}

/// The pointer variable that a statement outside of all loops makes another of by moving it.
const Symbol *movedPointer(const Stmt &s, const Procedure *p) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  auto *moved = assign ? llvm::dyn_cast<PointerAdd>(assign->value) : nullptr;
  return moved && isOwnPointer(variableOf(assign->place), p) ? variableOf(moved->pointer) : nullptr;
}

void findCandidates(const Procedure *p, const Block &block, std::vector<Candidate> &out,
                    std::vector<const Assign *> &cuts) {
  for (auto s = block.begin(); s != block.end(); ++s) {
    auto *allocate = llvm::dyn_cast<Allocate>(s->get());
    bool isBlock = allocate && (allocate->how == Allocate::How::Malloc || allocate->how == Allocate::How::Calloc) &&
                   allocate->objects.size() == 1 && std::next(s) != block.end();
    if (const Symbol *pointer = isBlock ? variableOf(allocate->objects[0].place) : nullptr; isOwnPointer(pointer, p))
      out.push_back({p, allocate, pointer, std::next(s)->get(), {}});
    if (movedPointer(**s, p))
      cuts.push_back(llvm::cast<Assign>(s->get()));
    if (auto *branch = llvm::dyn_cast<If>(s->get()))
      for (const Block *inner : blocks(*branch))
        findCandidates(p, *inner, out, cuts);
  }
}

/// Which cuts go with which block, by the names of pointers alone.
std::vector<Candidate> candidatesOf(const Procedure *p) {
  std::vector<Candidate> found;
  std::vector<const Assign *> cuts;
  if (p->language == Language::C)
    findCandidates(p, p->body, found, cuts);
  for (Candidate &c : found) {
    std::set<const Symbol *> from{c.pointer};
    for (const Assign *cut : cuts) // one after the other: `b = a + n` after `a = work + n`
      if (from.count(movedPointer(*cut, p)) && from.insert(variableOf(cut->place)).second)
        c.cuts.push_back(cut);
  }
  std::erase_if(found, [](const Candidate &c) { return c.cuts.empty(); });
  return found;
}

/// Places that are evaluated whenever the expression is.
void addSure(const Expr *e, std::set<const Expr *> &out) {
  if (!e)
    return;
  if (e->isPlace())
    out.insert(e);
  if (auto *choice = llvm::dyn_cast<Conditional>(e))
    return addSure(choice->condition, out);
  if (auto *both = llvm::dyn_cast<Binary>(e); both && (both->op == BinaryOp::And || both->op == BinaryOp::Or))
    return addSure(both->left, out);
  if (llvm::isa<ImpliedDo, SizeOf, AddressOf>(e))
    return;
  for (const Expr *operand : operands(e))
    addSure(operand, out);
}

/// Whether a statement of text may end the program, or follow a pointer that is no place of its own to reals.
bool mayReachReals(const Opaque &s) {
  return s.noReturn || llvm::any_of(s.pieces, [](const OpaquePiece &piece) {
           auto *type = piece.value ? llvm::dyn_cast<PointerType>(piece.value->type->strip()) : nullptr;
           return type && !type->pointee->strip()->isInteger();
         });
}

/// The proofs for one block.
class BlockCutter {
public:
  BlockCutter(const Candidate &c, Memory &memory, EffectSummaries &effects, LoopNests &nests, Sections &sections)
      : c(c), p(c.procedure), memory(memory), nests(nests), sections(sections), table(nests.atoms()),
        values(table, memory, effects, c.procedure) {}

  /// Whether all that the procedure does with the block stays in the parts.
  bool holds() {
    if (!findParts() || !findAccesses())
      return false;
    measure();
    findFacts(p->body, {});
    return putInOrder() && llvm::all_of(accesses, [&](const Touch &x) { return staysInside(x); });
  }

private:
  struct Part {
    CellId cell;
    Form start;
  };
  struct Touch {
    Access access;
    CellId cell;
  };

  const Candidate &c;
  const Procedure *p;
  Memory &memory;
  LoopNests &nests;
  Sections &sections;
  symbolic::AtomTable &table;
  LoopValues values;
  Form base;
  std::optional<Form> size; ///< in elements
  std::vector<Part> parts;
  std::vector<Touch> accesses;
  std::map<const Stmt *, std::vector<Form>> facts; ///< not negative where a statement runs
  static constexpr size_t most = 500; ///< accesses that are looked at

  std::optional<Form> valueBefore(const Expr *e, const Stmt *s) {
    const LoopState *state = nests.before(s);
    return state ? values.evaluate(e, *state).value : std::nullopt;
  }

  bool isPart(CellId id) const {
    return llvm::any_of(parts, [&](const Part &x) { return x.cell == id; });
  }

  /// Where parts begin. Each has a cell of its own, which nobody sees but the procedure and what it calls.
  bool findParts() {
    auto add = [&](const Expr *pointer, const std::optional<Form> &address) {
      CellSet cells = memory.pointees(p, pointer);
      const Cell *cell = cells.size() == 1 ? &memory[cells[0]] : nullptr;
      if (!cell || cell->kind != Cell::Kind::Heap || cell->site != c.block || cell->procedure != p || !address)
        return false;
      parts.push_back({cells[0], *address - base});
      return true;
    };
    const Expr *whole = c.block->objects[0].place;
    std::optional<Form> begins = valueBefore(whole, c.next);
    if (!begins || !begins->asAtom())
      return false;
    base = *begins;
    if (!add(whole, begins))
      return false;
    return llvm::all_of(c.cuts, [&](const Assign *cut) { return add(cut->place, valueBefore(cut->value, cut)); });
  }

  bool findAccesses() {
    auto add = [&](const Access &a, const CellSet &cells) {
      if (llvm::none_of(cells, [&](CellId id) { return isPart(id); }))
        return true;
      if (cells.size() != 1 || a.path.size() != 1 || !a.place || accesses.size() == most ||
          a.place->type->strip() != memory[cells[0]].type)
        return false;
      accesses.push_back({a, cells[0]});
      return true;
    };
    for (const Access &a : nests.accesses(p))
      if (!add(a, a.place ? memory.places(p, a.place) : a.cells))
        return false;
    for (const Call *call : memory.calls().calls(p)) {
      if (!nests.at(call).procedure) // it was not seen
        return false;
      for (const Access &a : sections.at(*call))
        if (!add(a, a.cells))
          return false;
    }
    return !accesses.empty();
  }

  /// `malloc(count * sizeof(double))`, `calloc(count, sizeof(double))`.
  void measure() {
    auto isElement = [&](const Expr *e) {
      while (auto *convert = llvm::dyn_cast_or_null<Convert>(e))
        e = convert->operand;
      auto *of = llvm::dyn_cast_or_null<SizeOf>(e);
      return of && of->of->strip() == memory[parts[0].cell].type;
    };
    const Expr *one = c.block->count, *other = c.block->size;
    auto *product = llvm::dyn_cast_or_null<Binary>(other);
    if (!one && product && product->op == BinaryOp::Multiply)
      one = product->left, other = product->right;
    if (isElement(one))
      std::swap(one, other);
    if (one && isElement(other))
      size = valueBefore(one, c.block);
  }

  // ---- What must be so, or the program is not C ---------------------------------------------------------

  void findFacts(const Block &block, std::vector<Form> around) {
    if (!size)
      return;
    for (const StmtPtr &s : block)
      addAddresses(*s, around);
    for (const StmtPtr &s : block) {
      facts[s.get()] = around;
      for (const Block *inner : blocks(*s))
        findFacts(*inner, around);
    }
  }

  void assumeInside(const Form &address, std::vector<Form> &out) {
    for (const Form &fact : {address - base, base + *size - Form(1) - address})
      if (!fact.constant() && !llvm::is_contained(out, fact))
        out.push_back(fact);
  }

  /// What a statement touches for sure when it runs.
  void addAddresses(const Stmt &s, std::vector<Form> &out) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      forEachSure(p, *assign, [&](const Expr *place, const Form &address) {
        if (CellSet cells = memory.places(p, place); cells.size() == 1 && isPart(cells[0]))
          assumeInside(address, out);
      });
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call || memory.calls().targets(*call).size() != 1)
      return;
    const Procedure *target = memory.calls().targets(*call)[0];
    for (const StmtPtr &inner : target->body)
      if (auto *assign = llvm::dyn_cast<Assign>(inner.get()))
        forEachSure(target, *assign, [&](const Expr *place, const Form &address) {
          CellSet cells = memory.places(target, place);
          CellSet bound = cells.size() == 1 ? memory.bind(p, *call, target, cells[0]) : CellSet();
          if (bound.size() != 1 || !isPart(bound[0]))
            return;
          if (auto there = sections.atCall(address, *call, target))
            assumeInside(*there, out);
        });
  }

  template <typename Visit> void forEachSure(const Procedure *of, const Assign &s, Visit visit) {
    std::set<const Expr *> sure;
    addSure(s.value, sure);
    addSure(s.place, sure);
    if (s.mask)
      return;
    for (const Access &a : nests.accesses(of))
      if (a.statement == &s && sure.count(a.place) && llvm::isa<Dereference>(a.place) && a.path.size() == 1 &&
          a.path[0].value)
        visit(a.place, *a.path[0].value);
  }

  // ---- Proofs -------------------------------------------------------------------------------------------

  void assume(const Touch &x, symbolic::Prover &prover) {
    auto add = [&](const std::vector<Fact> &known) {
      for (const Fact &fact : known)
        fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
    };
    assumeLoops(x.access, prover, table);
    for (const Loop *l = x.access.loop; l; l = l->outer)
      add(l->facts);
    add(x.access.facts);
    if (size) // what takes place is in the block
      prover.assume(*size - Form(1));
    for (const Form &fact : facts[x.access.statement])
      prover.assume(fact);
  }

  /// A guess that `staysInside` confirms: by whatever is known where one of the accesses takes place.
  bool putInOrder() {
    for (const Touch &x : accesses) {
      symbolic::Prover prover(table);
      assume(x, prover);
      auto isBefore = [&](const Part &a, const Part &b) { return prover.nonnegative(b.start - a.start); };
      std::vector<Part> sorted;
      for (const Part &part : parts) {
        auto at = llvm::find_if(sorted, [&](const Part &other) { return isBefore(part, other); });
        sorted.insert(at, part);
      }
      if (isInOrder(sorted, prover)) {
        parts = std::move(sorted);
        return true;
      }
    }
    return false;
  }

  bool isInOrder(const std::vector<Part> &all, symbolic::Prover &prover) {
    for (size_t i = 1; i < all.size(); ++i)
      if (!prover.nonnegative(all[i].start - all[i - 1].start))
        return false;
    return true;
  }

  bool staysInside(const Touch &x) {
    symbolic::Prover prover(table);
    assume(x, prover);
    const Known &at = x.access.path[0];
    auto part = llvm::find_if(parts, [&](const Part &one) { return one.cell == x.cell; });
    bool isFirst = part == parts.begin(), isLast = std::next(part) == parts.end();
    if (!isInOrder(parts, prover))
      return false;
    // Not before the block, nor after it, even where that is not seen.
    bool begins = isFirst || (at.low() && prover.nonnegative(*at.low() - base - part->start));
    return begins && (isLast || (at.high() && prover.positive(base + std::next(part)->start - *at.high())));
  }
};

BlockParts proposed(const std::vector<Candidate> &candidates) {
  BlockParts out;
  for (const Candidate &c : candidates)
    for (const Assign *cut : c.cuts)
      out[cut] = c.block;
  return out;
}

} // namespace

BlockParts findBlockParts(Program &program, const CallGraph &calls, const std::vector<Procedure *> &heads) {
  std::vector<Candidate> candidates;
  auto order = calls.bottomUp(heads);
  for (auto &component : order)
    if (component.size() == 1 && !llvm::is_contained(calls.callees(component[0]), component[0])) // no recursion
      llvm::append_range(candidates, candidatesOf(component[0]));
  if (candidates.empty())
    return {};
  ProcedureSet outside = reaching(calls, order, [&](const Procedure &, const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    auto *opaque = llvm::dyn_cast<Opaque>(&s);
    return (call && !calls.isKnown(*call)) || (opaque && mayReachReals(*opaque));
  });
  std::erase_if(candidates, [&](const Candidate &c) { return outside.count(c.procedure); });
  if (candidates.empty())
    return {};
  std::vector<Candidate> holding;
  Memory memory(program, calls, heads, proposed(candidates));
  EffectSummaries effects(memory);
  LoopNests nests(memory, effects, true);
  for (auto &component : order)
    if (!llvm::all_of(component, [&](const Procedure *p) { return nests.wasRead(p); }))
      return {};
  Overlaps overlaps(program, memory);
  Sections sections(nests, memory, effects, overlaps);
  for (const Candidate &c : candidates)
    try {
      if (BlockCutter(c, memory, effects, nests, sections).holds())
        holding.push_back(c);
    } catch (const symbolic::Overflow &) { // nothing is proven
    }
  return proposed(holding);
}

} // namespace costate::analysis
