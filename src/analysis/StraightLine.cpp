#include "analysis/StraightLine.h"

#include "analysis/ElementAddresses.h"
#include "symbolic/Residues.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

/// Where the reader of loops saw the uses of a procedure.
struct StraightLine::Uses {
  using Key = std::pair<const Stmt *, const Expr *>;
  explicit Uses(LoopValues values) : values(std::move(values)) {}
  llvm::DenseMap<Key, const Access *> accesses;
  std::map<Key, Position> positions; ///< that were asked for
  LoopValues values;
};

/// What is in common to uses that are apart by numbers: how their places are reached, and the forms without their
/// constants.
struct StraightLine::Line {
  const Type *type;
  std::vector<std::pair<const void *, unsigned>> way;
  std::vector<Form> forms;
  auto key() const { return std::tie(type, way, forms); }
  bool operator<(const Line &o) const { return key() < o.key(); }
};

StraightLine::StraightLine(Program &program, Memory &memory, EffectSummaries &effects)
    : memory(memory), effects(effects), nests(memory, effects), overlaps(program, memory, Callers::AsSeen),
      accesses(memory, effects), readAfter(memory, effects) {}

StraightLine::~StraightLine() = default;

// ---- Runs --------------------------------------------------------------------------------------

namespace {

/// Only variables that hold real numbers can be active.
bool mayBeActive(const Expr *e) {
  auto *variable = llvm::dyn_cast<Variable>(e);
  const Type *scalar = e->type ? e->type->scalar()->strip() : nullptr;
  return scalar && (scalar->isReal() || scalar->isComplex() || scalar->isRecord()) &&
         !(variable && variable->symbol->kind != SymbolKind::Variable);
}

RunContext contextFor(Language language, std::function<bool(const Expr *)> isActive) {
  RunContext out;
  out.language = language;
  out.isActive = [isActive = std::move(isActive)](const Expr *e) { return mayBeActive(e) && isActive(e); };
  return out;
}

} // namespace

std::vector<Run> StraightLine::runs(const Procedure &p, const std::function<bool(const Expr *)> &isActive) {
  std::vector<Run> out;
  collect(p, p.body, contextFor(p.language, isActive), out);
  lookAfter(p, out);
  return out;
}

void StraightLine::lookAfter(const Procedure &p, const std::vector<Run> &runs) {
  std::set<const Stmt *> ends;
  for (const Run &run : runs)
    ends.insert(run.statements.back());
  readAfter.find(&p, ends);
}

void StraightLine::collect(const Procedure &p, const Block &block, const RunContext &context, std::vector<Run> &out) {
  bool inRun = false;
  for (size_t i = 0; i < block.size(); ++i) {
    if (!canFlatten(*block[i], context)) {
      inRun = false;
      for (const Block *inner : blocks(std::as_const(*block[i])))
        collect(p, *inner, context, out);
      continue;
    }
    if (!inRun)
      out.push_back({&p, &block, i, {}});
    inRun = true;
    out.back().statements.push_back(llvm::cast<Assign>(block[i].get()));
  }
}

RunContext StraightLine::context(const Run &run, std::function<bool(const Expr *)> isActive) {
  RunContext out = contextFor(run.procedure->language, std::move(isActive));
  const Procedure *p = run.procedure;
  const Stmt *last = run.statements.back();
  auto comparisons = std::make_shared<Comparisons>();
  out.position = [=, this](const PlaceUse &use) { return position(p, use); };
  out.mayMeet = [=, this](const PlaceUse &a, const PlaceUse &b) { return mayMeet(p, a, b, *comparisons); };
  out.isReadAfter = [=, this](const PlaceUse &use) { return isReadAfter(p, last, use); };
  return out;
}

/// What outlives the procedure is read by whoever comes then; of its own memory it is known who reads it.
bool StraightLine::isReadAfter(const Procedure *p, const Stmt *last, const PlaceUse &use) {
  const CellBits &read = readAfter.after(p, last);
  for (CellId id : accesses.placeWrites(p, use.place))
    if (id == Memory::unknown() || memory.isInterface(p, id) || read.test(id))
      return true;
  return false;
}

// ---- Positions ---------------------------------------------------------------------------------

StraightLine::Uses &StraightLine::usesOf(const Procedure *p) {
  std::unique_ptr<Uses> &found = uses[p];
  if (!found) {
    found = std::make_unique<Uses>(LoopValues(nests.atoms(), memory, effects, p));
    for (const Access &a : nests.accesses(p))
      found->accesses[{a.statement, a.place}] = &a;
  }
  return *found;
}

const Access *StraightLine::accessOf(const Procedure *p, const PlaceUse &use) {
  return usesOf(p).accesses.lookup({use.statement, use.place});
}

std::optional<Access> StraightLine::addressed(const Procedure *p, const Access &a) {
  if (a.place->type->isArray())
    return std::nullopt;
  return ElementAddresses(nests.atoms(), usesOf(p).values, p).of(a);
}

const Position &StraightLine::position(const Procedure *p, const PlaceUse &use) {
  auto [known, isNew] = usesOf(p).positions.try_emplace({use.statement, use.place});
  Position &out = known->second;
  if (!isNew)
    return out;
  for (CellId id : accesses.placeWrites(p, use.place))
    out.regions.push_back(id); // the unknown cell is everywhere
  static_assert(Memory::unknown() == Position::anywhere);
  if (out.regions.empty())
    out.regions.push_back(Position::anywhere);
  if (const Access *a = accessOf(p, use); a && !use.place->type->isArray() && !a->linear) {
    std::optional<Access> address = addressed(p, *a);
    findPoint(address ? *address : *a, address.has_value(), out);
  }
  return out;
}

namespace {

/// How a place is reached from a variable, or from what a pointer leads to; nothing where it is no number in memory.
std::optional<std::vector<std::pair<const void *, unsigned>>> wayTo(const Expr *place) {
  std::vector<std::pair<const void *, unsigned>> out;
  for (const Expr *e = place;;) {
    if (auto *element = llvm::dyn_cast<Element>(e)) {
      out.push_back({nullptr, element->subscripts.size()});
      e = element->base;
    } else if (auto *field = llvm::dyn_cast<Field>(e)) {
      out.push_back({field->record, field->component});
      e = field->base;
    } else if (auto *target = llvm::dyn_cast<Dereference>(e)) {
      auto *pointer = llvm::dyn_cast<PointerType>(target->pointer->type->strip());
      if (!pointer)
        return std::nullopt;
      out.push_back({pointer->pointee->strip(), 0});
      return out;
    } else if (const Symbol *v = variableOf(e)) {
      out.push_back({v, 0});
      return out;
    } else {
      return std::nullopt;
    }
  }
}

} // namespace

/// By address the path is one form, whatever the place looks like.
void StraightLine::findPoint(const Access &a, bool byAddress, Position &out) {
  Line line{a.place->type->strip(), {}, {}};
  if (!byAddress) {
    auto way = wayTo(a.place);
    if (!way)
      return;
    line.way = std::move(*way);
  }
  std::vector<symbolic::Rational> constants;
  for (const Known &k : a.path) {
    if (!k.value)
      return;
    constants.push_back(k.value->constantTerm());
    line.forms.push_back(*k.value - Form(constants.back()));
  }
  out.line = lines.try_emplace(std::move(line), lines.size() + 1).first->second;
  out.point = points.try_emplace({out.line, std::move(constants)}, points.size() + 1).first->second;
}

// ---- Comparisons -------------------------------------------------------------------------------

bool StraightLine::mayMeet(const Procedure *p, const PlaceUse &a, const PlaceUse &b) {
  const Access *first = accessOf(p, a), *second = accessOf(p, b);
  if (!first || !second || first->loop != second->loop)
    return true;
  const Position &one = position(p, a), &other = position(p, b);
  if (one.line && one.line == other.line)
    return one.point == other.point;
  return mayMeet(p, a, b, compared[p]);
}

bool StraightLine::mayMeet(const Procedure *p, const PlaceUse &earlier, const PlaceUse &later,
                           Comparisons &comparisons) {
  const Access *a = accessOf(p, earlier), *b = accessOf(p, later);
  if (!a || !b)
    return true;
  const Position &first = position(p, earlier), &second = position(p, later);
  if (!first.line || !second.line)
    return !areApart(p, *a, *b);
  auto number = [](const Position &at) { return (uint64_t)at.line << 32 | at.point; };
  auto [known, isNew] = comparisons.try_emplace({number(first), number(second)});
  if (isNew)
    known->second = !areApart(p, *a, *b);
  return known->second;
}

namespace {

/// The variable that an address of C lies in, where that is known: it is the variable's first, and a number of elements
/// more. (Pointer arithmetic does not leave an object, whatever the number is.)
const Symbol *objectOf(const Form &address, const symbolic::AtomTable &table) {
  const Symbol *found = nullptr;
  for (const symbolic::Term &t : address.terms())
    for (auto &[id, exponent] : t.monomial) {
      const symbolic::Atom &atom = table[id];
      auto *s = atom.kind == symbolic::Atom::Kind::Symbol ? static_cast<const Symbol *>(atom.key) : nullptr;
      if (!s || !(atom.name == "&" + s->name || s->type->isArray()))
        continue; // `&p[0][0]` of a pointer is where that points
      if (found || t.monomial.size() != 1 || exponent != 1 || !t.factor.isOne())
        return nullptr;
      found = s;
    }
  return found;
}

bool areInOtherObjects(const std::optional<Access> &a, const std::optional<Access> &b,
                       const symbolic::AtomTable &table, Memory &memory) {
  if (!a || !b || !a->path[0].value || !b->path[0].value)
    return false;
  const Symbol *first = objectOf(*a->path[0].value, table), *second = objectOf(*b->path[0].value, table);
  return first && second && memory.root(memory.variable(first)) != memory.root(memory.variable(second));
}

} // namespace

bool StraightLine::areApart(const Procedure *p, Access a, Access b) {
  std::optional<Access> first = addressed(p, a), second = addressed(p, b);
  if (areInOtherObjects(first, second, nests.atoms(), memory))
    return true;
  Overlap overlap = overlaps.of(p, a, b);
  if (overlap == Overlap::Addresses) {
    if (!first || !second)
      return false;
    a = std::move(*first);
    b = std::move(*second);
  } else if (overlap != Overlap::Comparable) {
    return overlap == Overlap::Never;
  }
  try {
    symbolic::Prover prover(nests.atoms());
    unsigned effort = 2000;
    prover.share(effort);
    assumeLoops(a, prover, nests.atoms());
    for (const std::vector<Fact> *facts : {&a.facts, &b.facts})
      for (const Fact &fact : *facts)
        fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
    for (size_t i = 0; i < a.path.size(); ++i)
      if (areApart(a.path[i], b.path[i], prover))
        return true;
  } catch (const symbolic::Overflow &) {
  }
  return false;
}

bool StraightLine::areApart(const Known &a, const Known &b, symbolic::Prover &prover) {
  if (a.value && b.value) {
    Form difference = *a.value - *b.value;
    if (auto number = difference.constant())
      return !number->isZero();
    if (symbolic::isNeverZero(nests.atoms(), difference))
      return true;
  }
  return (a.low() && b.high() && prover.positive(*a.low() - *b.high())) ||
         (b.low() && a.high() && prover.positive(*b.low() - *a.high()));
}

// ---- For people --------------------------------------------------------------------------------

std::string StraightLine::whyMaybe(const Procedure *p, const PlaceUse &earlier, const PlaceUse &later) {
  const Access *a = accessOf(p, earlier), *b = accessOf(p, later);
  if (!a || !b)
    return "nothing is known of their addresses";
  for (size_t i = 0; i < a->path.size() && i < b->path.size(); ++i)
    if (!a->path[i].value || !b->path[i].value)
      return "nothing is known of their addresses";
  if (overlaps.of(p, *a, *b) != Overlap::Comparable || a->path.empty())
    return "they may be the same memory";
  std::string text;
  for (size_t i = 0; i < a->path.size(); ++i) {
    const Form &first = *a->path[i].value, &second = *b->path[i].value;
    if (!(first == second))
      text += (text.empty() ? "" : ", and ") + nests.atoms().text(first) + " and " + nests.atoms().text(second) +
              " may be equal";
  }
  return text;
}

} // namespace costate::analysis
