#include "analysis/Separability.h"

#include "analysis/DependenceGraph.h"
#include "analysis/Updates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

std::optional<int64_t> SeparableDependent::widest() const {
  int64_t most = 0;
  for (const SeparableTerm &t : terms) {
    if (!t.count)
      return std::nullopt;
    most = std::max(most, *t.count);
  }
  return most;
}

namespace {

/// One of the operands of a sum.
struct Part {
  const Expr *value;
  bool negative;
};

/// Conversions between reals keep the number (S5).
const Expr *unwrapped(const Expr *e) {
  for (;;) {
    auto *unary = llvm::dyn_cast<Unary>(e);
    auto *convert = llvm::dyn_cast<Convert>(e);
    if (unary && unary->op == UnaryOp::Parentheses)
      e = unary->operand;
    else if (convert && convert->type->isReal() && convert->operand->type->isReal())
      e = convert->operand;
    else
      return e;
  }
}

void addParts(const Expr *e, bool negative, std::vector<Part> &out) {
  e = unwrapped(e);
  auto *sum = llvm::dyn_cast<Binary>(e);
  auto *minus = llvm::dyn_cast<Unary>(e);
  if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract)) {
    addParts(sum->left, negative, out);
    addParts(sum->right, negative != (sum->op == BinaryOp::Subtract), out);
  } else if (minus && minus->op == UnaryOp::Negate) {
    addParts(minus->operand, !negative, out);
  } else {
    out.push_back({e, negative});
  }
}

class SumReader {
public:
  SumReader(const Head &head, Memory &memory, EffectSummaries &effects, TermElements &elements,
            const VaryingUses &varying)
      : p(head.procedure), memory(memory), effects(effects), accesses(memory, effects), elements(elements),
        varying(varying) {
    forEachStmt(p->body, [&](const Stmt &s) { order.emplace(&s, order.size()); });
    for (const HeadVariable &x : head.independents)
      for (CellId id : cellsOf(memory, head, x))
        independents.set(id);
  }

  std::optional<SeparableDependent> of(const Head &, const HeadVariable &);

private:
  /// What is being followed.
  struct Sum {
    const Expr *place;
    CellBits names; ///< of its memory
    unsigned number;
    bool seen = false; ///< an update of it
  };
  const Expr *placeOf(CellId);
  std::optional<Sum> sumOf(const Expr *place);
  bool isSame(const Expr *, const Sum &) const;
  bool touches(const Expr *, const Sum &);
  bool touches(const Stmt &, const Sum &);
  bool isVarying(const Expr *) const;

  bool gather(Sum &, const Block &, size_t end);
  bool updates(const Stmt &, Sum &);
  bool inBranches(const If &, Sum &);
  bool first(const Assign &, Sum &, const Block &, size_t at);
  bool takesOver(const Assign &, Sum &, const Part &, const Block &, size_t at);
  const Expr *scaled(const Expr *, const Expr *&scale);
  void addTerm(const Assign &, const Sum &, const std::vector<Part> &, bool first);

  const Procedure *p;
  Memory &memory;
  EffectSummaries &effects;
  Accesses accesses;
  TermElements &elements;
  const VaryingUses &varying;
  CellBits independents;
  std::map<const Stmt *, size_t> order;
  SeparableDependent out;
  std::set<const Stmt *> used; ///< statements whose terms are in the sum: each once
};

// ---- What an accumulator is -----------------------------------------------------------------------------

bool SumReader::isVarying(const Expr *e) const {
  bool found = false;
  forEachRead(e, [&](const Expr *x) { found = found || varying.places.count(x); });
  return found;
}

/// A real number in one place all through the procedure: a variable, or what a pointer or an array that is never
/// changed leads to.
std::optional<SumReader::Sum> SumReader::sumOf(const Expr *place) {
  if (!place->isPlace() || !place->type->isReal())
    return std::nullopt;
  CellBits cells = accesses.cells(p, place);
  if (cells.count() != 1 || cells.test(Memory::unknown()))
    return std::nullopt;
  auto element = fixedElement(place);
  if (!element && !llvm::isa<Variable>(place))
    return std::nullopt;
  if (element && accesses.writes(p, p->body).test(memory.variable(element->first)) && element->first->type->isPointer())
    return std::nullopt;
  Sum sum{place, cells, 0};
  if (!element && memory[cells.find_first()].many)
    return std::nullopt;
  for (CellId other : memory.aliases(p, cells.find_first()))
    sum.names.set(other);
  return sum;
}

bool SumReader::isSame(const Expr *e, const Sum &sum) const {
  e = unwrapped(e);
  if (!e->isPlace())
    return false;
  auto a = fixedElement(e), b = fixedElement(sum.place);
  return equal(e, sum.place) || (a && b && *a == *b);
}

bool SumReader::touches(const Expr *e, const Sum &sum) {
  return e && accesses.reads(p, e).intersects(sum.names);
}

/// (S3)
bool SumReader::touches(const Stmt &s, const Sum &sum) {
  if (accesses.writes(p, s).intersects(sum.names))
    return true;
  bool found = false;
  auto look = [&](const Stmt &x) {
    for (const Expr *e : expressions(x))
      found = found || touches(e, sum);
    if (auto *call = llvm::dyn_cast<Call>(&x))
      found = found || accesses.calleeAccesses(p, *call).intersects(sum.names);
  };
  look(s);
  for (const Block *b : blocks(s))
    forEachStmt(*b, look);
  return found;
}

// ---- Following it backwards -------------------------------------------------------------------------------

/// (S1) What it holds before statement `end` of the block, down to where it gets its value.
bool SumReader::gather(Sum &sum, const Block &b, size_t end) {
  for (size_t i = end; i-- > 0;) {
    const Stmt &s = *b[i];
    if (!touches(s, sum))
      continue;
    bool reads = !accesses.writes(p, s).intersects(sum.names);
    if (reads && !sum.seen)
      continue; // after the last update
    size_t terms = out.terms.size();
    bool seen = sum.seen;
    if (updates(s, sum))
      continue;
    out.terms.resize(terms); // of those before the one that is none
    sum.seen = seen;
    if (auto *branch = llvm::dyn_cast<If>(&s))
      return inBranches(*branch, sum);
    auto *assign = llvm::dyn_cast<Assign>(&s);
    return assign && !assign->mask && isSame(assign->place, sum) && first(*assign, sum, b, i);
  }
  // What it held on entry, if that does not vary.
  return &b == &p->body && !independents.intersects(sum.names);
}

/// The statement does nothing with it but update it.
bool SumReader::updates(const Stmt &s, Sum &sum) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    if (assign->mask || !isSame(assign->place, sum))
      return false;
    std::vector<Part> parts, others;
    addParts(assign->value, false, parts);
    for (const Part &part : parts)
      if (!isSame(part.value, sum) || part.negative)
        others.push_back(part);
    bool once = others.size() + 1 == parts.size();
    if (!once || llvm::any_of(others, [&](const Part &part) { return touches(part.value, sum); }))
      return false;
    sum.seen = true;
    addTerm(*assign, sum, others, false);
    return true;
  }
  if (!llvm::isa<If, For, While>(s))
    return false;
  for (const Expr *e : expressions(s))
    if (touches(e, sum))
      return false;
  for (const Block *b : blocks(s))
    for (const StmtPtr &inner : *b)
      if (touches(*inner, sum) && !updates(*inner, sum))
        return false;
  return true;
}

/// (S4)
bool SumReader::inBranches(const If &s, Sum &sum) {
  if (touches(s.condition, sum))
    return false;
  bool seen = sum.seen;
  for (const Block *b : {&s.thenBlock, &s.elseBlock}) {
    Sum own = sum;
    own.seen = seen;
    if (!gather(own, *b, b->size()))
      return false;
    sum.seen = sum.seen || own.seen;
  }
  return true;
}

/// (S2)
bool SumReader::first(const Assign &s, Sum &sum, const Block &b, size_t at) {
  std::vector<Part> parts, terms;
  addParts(s.value, false, parts);
  for (const Part &part : parts)
    if (isVarying(part.value) && !takesOver(s, sum, part, b, at))
      terms.push_back(part);
  addTerm(s, sum, terms, true);
  return true;
}

/// A product with one factor that varies: that factor. The others are in `scale`.
const Expr *SumReader::scaled(const Expr *e, const Expr *&scale) {
  ExprArena &exprs = memory.program().exprs;
  for (;;) {
    e = unwrapped(e);
    auto *product = llvm::dyn_cast<Binary>(e);
    bool divides = product && product->op == BinaryOp::Divide;
    if (!product || !e->type->isReal() || (product->op != BinaryOp::Multiply && !divides))
      return e;
    bool right = isVarying(product->right);
    const Expr *factor = right ? product->left : product->right;
    if (isVarying(factor) || (right && divides))
      return e;
    if (!scale && divides)
      scale = exprs.make<RealConstant>(e->type, "1.0", 1.0);
    scale = scale ? exprs.make<Binary>(e->type, product->op, scale, factor, e->location) : factor;
    e = right ? product->right : product->left;
  }
}

/// Whether a part is another sum, with updates, times something that does not vary.
bool SumReader::takesOver(const Assign &s, Sum &sum, const Part &part, const Block &b, size_t at) {
  const Expr *scale = nullptr, *e = scaled(part.value, scale);
  auto other = sumOf(e);
  if (!other || other->names.intersects(independents))
    return false;
  SeparableDependent before = out;
  std::set<const Stmt *> usedBefore = used;
  other->number = out.accumulators.size();
  out.accumulators.push_back({other->place, "", scale, part.negative, sum.number, &s});
  if (gather(*other, b, at) && out.terms.size() > before.terms.size() && other->seen)
    return true;
  out = before;
  used = usedBefore;
  return false;
}

/// A constant is a term only where something that varies decides over it.
void SumReader::addTerm(const Assign &s, const Sum &sum, const std::vector<Part> &parts, bool first) {
  SeparableTerm term;
  term.statement = &s;
  term.accumulator = sum.number;
  term.first = first;
  term.negative = !parts.empty() && llvm::all_of(parts, [](const Part &part) { return part.negative; });
  for (const Part &part : parts)
    if (isVarying(part.value))
      term.parts.push_back(part.value);
  if (term.parts.empty() && !elements.isDecided(s))
    return; // always the same
  auto loops = elements.loopsAround(s);
  term.loop = loops.empty() ? nullptr : loops[0];
  out.terms.push_back(std::move(term));
}

// ---- Dependents -----------------------------------------------------------------------------------------

/// As the first assignment of the cell writes it.
const Expr *SumReader::placeOf(CellId cell) {
  const Expr *place = nullptr;
  forEachStmt(p->body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    if (!place && assign && accesses.cells(p, assign->place).test(cell))
      place = assign->place;
  });
  return place;
}

std::optional<SeparableDependent> SumReader::of(const Head &head, const HeadVariable &y) {
  std::vector<CellId> cells = cellsOf(memory, head, y);
  const Expr *place = cells.size() == 1 ? placeOf(cells[0]) : nullptr;
  auto sum = place ? sumOf(place) : std::nullopt;
  out = {};
  used.clear();
  if (!sum)
    return std::nullopt;
  out.dependent = y.text;
  out.accumulators.push_back({place, "", nullptr, false, 0, nullptr});
  if (!gather(*sum, p->body, p->body.size()))
    return std::nullopt;
  bool isSum = out.terms.size() > 1 || llvm::any_of(out.terms, [](const SeparableTerm &t) { return t.loop; });
  for (const SeparableTerm &t : out.terms)
    isSum = isSum && used.insert(t.statement).second; // what counts twice is no simple sum
  if (!isSum)
    return std::nullopt;
  std::sort(out.terms.begin(), out.terms.end(), [&](const SeparableTerm &a, const SeparableTerm &b) {
    return order[a.statement] < order[b.statement];
  });
  for (Accumulator &a : out.accumulators) {
    CellId id = accesses.cells(p, a.place).find_first();
    const Symbol *symbol = memory[id].kind == Cell::Kind::Variable ? memory[id].symbol : nullptr;
    a.name = symbol && symbol == p->result ? p->name : memory.headName(id);
  }
  for (SeparableTerm &t : out.terms) {
    t.elements = elements.of(*t.statement, t.parts);
    t.count = t.elements ? countOf(*t.elements) : std::nullopt;
  }
  return out;
}

} // namespace

std::vector<SeparableDependent> separableDependents(const Head &head, Memory &memory, EffectSummaries &effects,
                                                    TermElements &elements, const VaryingUses &varying) {
  std::vector<SeparableDependent> found;
  SumReader reader(head, memory, effects, elements, varying);
  for (size_t i = 0; i < head.dependents.size(); ++i)
    if (auto sum = reader.of(head, head.dependents[i])) {
      sum->number = i;
      found.push_back(std::move(*sum));
    }
  return found;
}

} // namespace costate::analysis
