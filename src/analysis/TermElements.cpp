#include "analysis/TermElements.h"

#include "analysis/ArgumentArrays.h"
#include "analysis/CallDeps.h"
#include "analysis/DependenceGraph.h"
#include "analysis/ElementNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

std::optional<int64_t> countOf(const std::vector<TermElement> &elements) {
  constexpr int64_t many = 1000000;
  int64_t count = 0;
  for (const TermElement &e : elements) {
    int64_t all = 1;
    for (const Known &k : e.path) {
      auto extent = (*k.high() - *k.low()).integer();
      if (!extent || *extent >= many || all >= many)
        return std::nullopt;
      all *= std::max<int64_t>(*extent + 1, 0);
    }
    count += all;
  }
  return count;
}

TermElements::TermElements(Memory &memory, EffectSummaries &effects, LoopNests &nests, Overlaps &overlaps,
                           Sections &sections, const Head &head, const VaryingUses &varying)
    : memory(memory), effects(effects), nests(nests), overlaps(overlaps), sections(sections),
      p(head.procedure), varying(varying), accesses(memory, effects) {
  for (const HeadVariable &x : head.independents)
    for (CellId id : cellsOf(memory, head, x)) {
      independents.set(id);
      names[id] = memory.headName(id);
    }
  locate(p->body, nullptr);
  for (auto &loop : nests.loops())
    if (loop->procedure == p)
      loops[loop->statement] = loop.get();
  for (const Access &a : nests.accesses(p))
    accessed[a.statement].push_back(&a);
}

void TermElements::locate(const Block &b, const Stmt *parent) {
  for (size_t i = 0; i < b.size(); ++i) {
    positions[b[i].get()] = {&b, i, parent};
    for (const Block *inner : blocks(*b[i]))
      locate(*inner, b[i].get());
  }
}

std::vector<const Stmt *> TermElements::loopsAround(const Stmt &s) const {
  std::vector<const Stmt *> out;
  for (const Stmt *at = positionOf(s).parent; at; at = positionOf(*at).parent)
    if (llvm::isa<For, While>(at))
      out.push_back(at);
  return out;
}

bool TermElements::isDecided(const Stmt &s) const {
  for (const Stmt *at = positionOf(s).parent; at; at = positionOf(*at).parent)
    if (llvm::any_of(expressions(*at), [&](const Expr *e) { return isVarying(e); }))
      return true;
  return false;
}

TermElements::Elements TermElements::of(const Stmt &s, const std::vector<const Expr *> &values) {
  constexpr unsigned patience = 2000;
  found.clear();
  following.clear();
  open.clear();
  left = patience;
  std::vector<const Stmt *> around = loopsAround(s);
  Context here;
  try {
    if (!around.empty())
      here.anchor = loopOf(around[0]);
    controls(s, nullptr, here);
    for (const Expr *e : values)
      read(e, s, here);
    ElementNames text(nests, memory);
    for (TermElement &e : found)
      for (const Known &k : e.path)
        e.subscripts.push_back(text.subscript(e.cell, k, here.anchor));
  } catch (const Unknown &) {
    return std::nullopt;
  } catch (const symbolic::Overflow &) {
    return std::nullopt;
  }
  return std::move(found);
}

const TermElements::Position &TermElements::positionOf(const Stmt &s) const { return positions.find(&s)->second; }

const Loop *TermElements::loopOf(const Stmt *s) const {
  auto at = loops.find(s);
  if (at == loops.end() || at->second->incomplete)
    throw Unknown();
  return at->second;
}

llvm::ArrayRef<const Access *> TermElements::accessesOf(const Stmt &s) const {
  auto at = accessed.find(&s);
  return at == accessed.end() ? llvm::ArrayRef<const Access *>() : llvm::ArrayRef(at->second);
}

// ---- Reads --------------------------------------------------------------------------------------------

bool TermElements::isVarying(const Expr *e) const {
  bool out = false;
  forEachRead(e, [&](const Expr *x) { out = out || varying.places.count(x); });
  return out;
}

void TermElements::read(const Expr *e, const Stmt &s, const Context &context) {
  if (!e || asksForShape(e))
    return;
  if (auto *address = llvm::dyn_cast<AddressOf>(e))
    return readAddress(address->place);
  if (!e->isPlace()) {
    for (const Expr *operand : operands(e))
      read(operand, s, context);
    return;
  }
  readAddress(e);
  if (varying.places.count(e))
    place(e, s, context);
}

/// Subscripts and pointers choose the element: where they vary, it may be any.
void TermElements::readAddress(const Expr *place) {
  for (const Expr *operand : operands(place)) {
    bool isBase = operand->isPlace() && !(llvm::isa<Dereference>(place));
    if (auto *element = llvm::dyn_cast<Element>(place); element && operand != element->base)
      isBase = false;
    if (isBase)
      readAddress(operand);
    else if (isVarying(operand))
      throw Unknown();
  }
}

void TermElements::place(const Expr *e, const Stmt &s, const Context &context) {
  const Expr *whole = e;
  while (auto *part = llvm::dyn_cast<ComplexPart>(whole))
    whole = part->base;
  CellSet leaves;
  for (CellId id : memory.places(p, whole))
    memory.forEachLeaf(id, [&](CellId leaf) { insert(leaves, leaf); });
  if (leaves.size() != 1 || !memory.aliases(p, leaves[0]).empty())
    throw Unknown();
  CellId cell = leaves[0];
  if (independents.test(cell))
    independent(cell, accessOf(s, e), context);
  else if (memory[cell].many)
    array(cell, accessOf(s, e), context);
  else
    scalar(cell, s, context);
}

const Access &TermElements::accessOf(const Stmt &s, const Expr *place) const {
  for (const Access *a : accessesOf(s))
    if (a->place == place && !a->writes)
      return *a;
  throw Unknown();
}

/// In the counters of the loops around the value: those of inner loops are bounded away, those of loops around the
/// statement at hand are what the context says.
std::vector<Known> TermElements::pathOf(const Access &a, const Context &context) {
  symbolic::AtomTable &table = nests.atoms();
  const Loop *common = a.loop, *inner = nullptr; // around both, and the next one inside
  while (common && !(context.anchor && context.anchor->isInside(common))) {
    inner = common;
    common = common->outer;
  }
  std::vector<Known> out;
  for (const Known &k : a.path) {
    Known b = inner ? sections.bounded(k, a, inner) : k;
    if (!b.low() || !b.high())
      throw Unknown();
    for (std::optional<Form> *f : {&b.value, &b.lower, &b.upper})
      if (*f && !context.at.empty())
        *f = table.map(**f, [&](symbolic::AtomId id) -> std::optional<Form> {
          const symbolic::Atom &atom = table[id];
          if (atom.kind == symbolic::Atom::Kind::Counter) {
            auto other = context.at.find(atom.loop);
            return other == context.at.end() ? std::nullopt : std::optional(other->second);
          }
          for (auto &[loop, value] : context.at) // it would have to be rebuilt for that iteration
            if (table.dependsOn(Form::atom(id), loop))
              throw Unknown();
          return std::nullopt;
        });
    out.push_back(b);
  }
  return out;
}

/// (T1)
void TermElements::independent(CellId cell, const Access &a, const Context &context) {
  bool changed = std::any_of(p->body.begin(), p->body.end(), [&](const StmtPtr &s) { return isWritten(*s, cell); });
  if (changed || (a.path.empty() && memory[cell].many))
    throw Unknown();
  TermElement e{cell, pathOf(a, context), names[cell], {}};
  if (a.linear) { // a position: the subscript of an array of one dimension
    auto first = firstSubscript(memory[cell].symbol);
    if (!first)
      throw Unknown();
    e.path[0] = e.path[0] + Known::exactly(Form(*first));
  }
  add(std::move(e), 0);
}

/// A few elements one by one: then each counts once.
void TermElements::add(TermElement e, size_t from) {
  constexpr int64_t few = 8;
  for (size_t k = from; k < e.path.size(); ++k) {
    auto extent = e.path[k].value ? std::nullopt : (*e.path[k].upper - *e.path[k].lower).integer();
    if (!extent || *extent >= few)
      continue;
    for (int64_t i = 0; i <= *extent; ++i) {
      TermElement one = e;
      one.path[k] = Known::exactly(*e.path[k].lower + Form(i));
      add(std::move(one), k + 1);
    }
    return;
  }
  if (!llvm::is_contained(found, e))
    found.push_back(std::move(e));
}

// ---- Scalars ------------------------------------------------------------------------------------------

bool TermElements::isWritten(const Stmt &s, CellId cell) {
  auto [at, fresh] = writes.try_emplace(&s);
  if (fresh)
    at->second = accesses.writes(p, s);
  return at->second.test(cell);
}

/// On every way through the statement.
bool TermElements::surelyWritten(const Stmt &s, CellId cell) {
  auto inBlock = [&](const Block &b) {
    return std::any_of(b.begin(), b.end(), [&](const StmtPtr &x) { return surelyWritten(*x, cell); });
  };
  if (!isWritten(s, cell))
    return false;
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    return !assign->mask && memory.isWhole(p, assign->place) && accesses.cells(p, assign->place).test(cell);
  if (auto *invocation = llvm::dyn_cast<Call>(&s))
    return effects.killsOf(p, *invocation).test(cell) ||
           (invocation->result && memory.isWhole(p, invocation->result) &&
            accesses.cells(p, invocation->result).test(cell));
  if (auto *branch = llvm::dyn_cast<If>(&s))
    return inBlock(branch->thenBlock) && inBlock(branch->elseBlock);
  if (auto *repeated = llvm::dyn_cast<While>(&s))
    return inBlock(repeated->head);
  return false;
}

/// (T2) What the scalar holds when the statement begins.
void TermElements::scalar(CellId cell, const Stmt &s, const Context &context) {
  if (context.region && isWritten(*context.region, cell)) {
    context.needed->insert(cell);
    return;
  }
  const Stmt *at = context.region ? context.region : &s;
  if (context.at.empty() && !open.insert({cell, at}).second)
    return; // it is being followed, or was, in this iteration
  Context before = context;
  before.region = nullptr;
  for (;;) {
    if (!left--)
      throw Unknown();
    Position position = positionOf(*at);
    for (size_t i = position.index; i-- > 0;)
      if (definition(cell, *(*position.block)[i], before))
        return;
    at = position.parent;
    if (!at)
      return; // as it was on entry: it does not vary there
    if (llvm::isa<For, While>(at) && isWritten(*at, cell))
      throw Unknown(); // perhaps from an earlier iteration
  }
}

/// What a statement before gives the scalar; whether nothing from before that is left.
bool TermElements::definition(CellId cell, const Stmt &s, const Context &context) {
  if (!isWritten(s, cell))
    return false;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    if (!surelyWritten(s, cell))
      throw Unknown();
    read(assign->value, s, context);
  } else if (auto *invocation = llvm::dyn_cast<Call>(&s)) {
    call(*invocation, context);
  } else if (llvm::isa<If, For, While>(s)) {
    region(s, cell, context);
  } else {
    throw Unknown();
  }
  return surelyWritten(s, cell);
}

/// All that a branch or loop may put into the scalar, in any order.
void TermElements::region(const Stmt &s, CellId cell, const Context &context) {
  std::set<CellId> needed{cell};
  Context inside = context;
  inside.region = &s;
  inside.needed = &needed;
  for (size_t known = 0; known != needed.size();) {
    known = needed.size();
    regionRound(s, inside);
  }
  needed.erase(cell); // what it held before is looked for by the caller
  for (CellId other : needed)
    scalar(other, s, context);
}

void TermElements::regionRound(const Stmt &s, const Context &inside) {
  for (const Block *b : blocks(s))
    forEachStmt(*b, [&](const Stmt &x) {
      bool matters = llvm::any_of(*inside.needed, [&](CellId id) { return isWritten(x, id); });
      if (!matters || llvm::isa<If, For, While>(x))
        return;
      controls(x, &s, inside);
      if (auto *assign = llvm::dyn_cast<Assign>(&x)) {
        if (isVarying(assign->mask))
          throw Unknown();
        read(assign->value, x, inside);
      } else if (auto *invocation = llvm::dyn_cast<Call>(&x)) {
        call(*invocation, inside);
      } else {
        throw Unknown();
      }
    });
}

/// The conditions of branches around a statement, up to the outermost, which counts; how often loops run must not
/// vary.
void TermElements::controls(const Stmt &s, const Stmt *outermost, const Context &context) {
  if (&s == outermost)
    return;
  for (const Stmt *at = positionOf(s).parent; at; at = positionOf(*at).parent) {
    for (const Expr *e : expressions(*at))
      if (llvm::isa<If>(at))
        read(e, *at, context);
      else if (isVarying(e))
        throw Unknown();
    if (at == outermost)
      return;
  }
}

// ---- Arrays -------------------------------------------------------------------------------------------

/// (T3)
void TermElements::array(CellId cell, const Access &a, const Context &context) {
  std::vector<Known> path = pathOf(a, context);
  if (path.empty() || a.linear || !llvm::all_of(path, [](const Known &k) { return k.value.has_value(); }))
    throw Unknown();
  for (const Access *w : assignmentsOf(cell))
    switch (overlaps.of(p, *w, a)) {
    case Overlap::Never:
      break;
    case Overlap::Comparable:
      assigned(*w, path);
      break;
    default:
      throw Unknown();
    }
}

/// All writes of an array, where these are assignments.
const std::vector<const Access *> &TermElements::assignmentsOf(CellId cell) {
  auto [at, fresh] = assignments.try_emplace(cell);
  std::vector<const Access *> &out = at->second.all;
  if (fresh)
    forEachStmt(p->body, [&](const Stmt &s) {
      if (llvm::isa<If, For, While>(s) || !isWritten(s, cell))
        return;
      auto *allocation = llvm::dyn_cast<Allocate>(&s);
      if (allocation && !allocation->source && !allocation->old)
        return;
      size_t before = out.size();
      for (const Access *w : accessesOf(s))
        if (w->writes)
          out.push_back(w);
      at->second.known = at->second.known && llvm::isa<Assign>(s) && out.size() > before;
    });
  if (!at->second.known)
    throw Unknown();
  return out;
}

/// A subscript that no loop moves is always less, or always greater, by a constant.
bool TermElements::isElsewhere(const Access &w, const std::vector<Known> &path) {
  symbolic::AtomTable &table = nests.atoms();
  for (size_t k = 0; k < path.size() && k < w.path.size(); ++k) {
    auto distance = w.path[k].value ? (*path[k].value - *w.path[k].value).integer() : std::nullopt;
    bool moves = false;
    for (const Loop *l = w.loop; l && distance; l = l->outer)
      moves = moves || table.dependsOn(*w.path[k].value, l->id);
    if (distance && *distance != 0 && !moves)
      return true;
  }
  return false;
}

/// What the assignment read in the iteration in which it wrote the element of this path.
void TermElements::assigned(const Access &w, const std::vector<Known> &path) {
  symbolic::AtomTable &table = nests.atoms();
  auto &s = llvm::cast<Assign>(*w.statement);
  constexpr size_t deep = 8;
  if (isElsewhere(w, path))
    return;
  if (s.mask || w.path.size() != path.size() || llvm::is_contained(following, &s) || following.size() > deep || !left--)
    throw Unknown();
  Context there;
  there.anchor = w.loop;
  for (size_t k = 0; k < path.size(); ++k) {
    if (!w.path[k].value)
      throw Unknown();
    const Form &subscript = *w.path[k].value;
    const Loop *moves = nullptr;
    for (const Loop *l = w.loop; l; l = l->outer)
      if (table.dependsOn(subscript, l->id)) {
        if (moves)
          throw Unknown();
        moves = l;
      }
    if (!moves)
      continue; // the element may be another: then this is too much
    auto parts = subscript.coefficients(*table.counter(moves->id).asAtom());
    auto factor = parts.size() == 2 ? parts[1].integer() : std::nullopt;
    if (!factor || (*factor != 1 && *factor != -1) || table.dependsOn(parts[0], moves->id))
      throw Unknown();
    Form at = (*path[k].value - parts[0]) * symbolic::Rational(*factor);
    if (auto [other, fresh] = there.at.try_emplace(moves->id, at); !fresh && !(other->second == at))
      throw Unknown();
  }
  for (const Loop *l = w.loop; l; l = l->outer)
    if (!there.at.count(l->id))
      throw Unknown(); // any of its iterations
  following.push_back(&s);
  controls(s, nullptr, there);
  read(s.value, s, there);
  following.pop_back();
}

// ---- Calls --------------------------------------------------------------------------------------------

/// (T4)
void TermElements::call(const Call &s, const Context &context) {
  if (!memory.calls().isKnown(s) || !left--)
    throw Unknown();
  for (const Procedure *target : memory.calls().targets(s))
    for (size_t i = 0; i < s.arguments.size(); ++i) {
      const Expr *e = s.arguments[i].value;
      bool byValue = i >= target->parameters.size() || target->parameters[i]->byValue;
      if (e && e->isPlace() && !byValue)
        readAddress(e);
      else
        read(e, s, context);
    }
  std::vector<Access> reads;
  for (Access &a : sections.at(s))
    if (!a.writes)
      reads.push_back(std::move(a));
  for (auto at = varying.inputs.lower_bound({&s, 0}); at != varying.inputs.end() && at->first == &s; ++at) {
    CellId cell = at->second;
    if (cell & statusBit || !memory.aliases(p, cell).empty())
      throw Unknown();
    bool seen = false;
    for (const Access &a : reads)
      if (llvm::is_contained(a.cells, cell) && (memory[cell].many || independents.test(cell))) {
        seen = true;
        if (independents.test(cell))
          independent(cell, a, context);
        else
          array(cell, a, context);
      }
    if (!seen && independents.test(cell) && !memory[cell].many)
      independent(cell, Access{nullptr, &s, false, nullptr, {}, {}}, context);
    else if (!seen && !memory[cell].many)
      scalar(cell, s, context);
    else if (!seen)
      throw Unknown();
  }
}

} // namespace costate::analysis
