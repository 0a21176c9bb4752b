#include "analysis/ArrayParts.h"

#include "analysis/ArgumentArrays.h"
#include "analysis/ElementNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

#include <algorithm>
#include <numeric>

namespace costate::analysis {

using namespace ir;

ArrayParts::ArrayParts(Memory &memory, EffectSummaries &effects, LoopNests &nests, Overlaps &overlaps,
                       Sections &sections, const Procedure *p, CellId array)
    : memory(memory), effects(effects), nests(nests), overlaps(overlaps), sections(sections), p(p), cell(array) {
  try {
    if (!memory.aliases(p, cell).empty() || !collect())
      return;
    learnBounds();
    group();
    place();
  } catch (const symbolic::Overflow &) { // nothing is proven
    parts.clear();
  }
}

// ---- Accesses -----------------------------------------------------------------------------------------

bool ArrayParts::isOfArray(const Access &a) {
  return llvm::is_contained(overlaps.leaves(p, a), cell);
}

/// All accesses of the array; whether there are none but these that may write it.
bool ArrayParts::collect() {
  std::vector<Access> ofCalls;
  for (const Call *call : memory.calls().calls(p)) {
    if (!memory.calls().isKnown(*call))
      continue;
    for (Access &a : sections.at(*call))
      if (isOfArray(a))
        ofCalls.push_back(std::move(a));
  }
  std::vector<const Access *> found;
  for (const Access &a : nests.accesses(p))
    if (isOfArray(a))
      found.push_back(&a);
  for (const Access &a : ofCalls)
    found.push_back(&a);
  for (const Access &a : sections.linearised(p, found))
    all.push_back(described(a));
  bool known = llvm::any_of(all, [](const Write &w) { return w.access.writes; });
  forEachStmt(p->body, [&](const Stmt &s) { known = known && isSeen(s); });
  return known;
}

/// A statement that may write the array does so by accesses that say where.
bool ArrayParts::isSeen(const Stmt &s) const {
  if (llvm::isa<If, For, While>(s) || !Accesses(memory, effects).writes(p, s).test(cell))
    return true;
  if (llvm::isa<Call>(s) && !memory.calls().isKnown(llvm::cast<Call>(s)))
    return false;
  bool found = false;
  for (const Write &w : all)
    if (w.access.statement == &s && w.access.writes) {
      found = true;
      if (llvm::all_of(w.section, [](const Known &k) { return k.isNothing(); }))
        return false;
    }
  return found;
}

ArrayParts::Write ArrayParts::described(const Access &a) {
  Write out{a, {}, ""};
  for (const Known &k : a.path)
    out.section.push_back(a.loop ? sections.bounded(k, a, nullptr) : k);
  out.text = text(out);
  return out;
}

// ---- Telling them apart -------------------------------------------------------------------------------

/// Numbers k and m with k = m nowhere: all that is added to the constants of both is a multiple of something, and
/// their difference is not.
bool ArrayParts::leavesOther(const Known &a, const Known &b) {
  if (!a.value || !b.value)
    return false;
  int64_t divisor = 0;
  for (const Form *f : {&*a.value, &*b.value})
    for (const symbolic::Term &t : f->terms()) {
      if (!t.factor.isInteger() || nests.atoms().mayBeFraction(t.monomial))
        return false;
      if (!t.monomial.empty())
        divisor = std::gcd(divisor, t.factor.numerator());
    }
  auto difference = a.value->constantTerm() - b.value->constantTerm();
  return divisor > 1 && difference.numerator() % divisor != 0;
}

/// Where statements of the procedure's own block name elements of Fortran arrays, these are in bounds: x(2) of an
/// x(n) makes n at least 2. Constant upper bounds are not relied upon: x(1) is how some declare arrays of any size.
void ArrayParts::learnBounds() {
  LoopValues values(nests.atoms(), memory, effects, p);
  std::set<const Stmt *> always;
  for (const StmtPtr &s : p->body)
    always.insert(s.get());
  for (const Access &a : nests.accesses(p)) {
    auto *element = always.count(a.statement) ? llvm::dyn_cast_or_null<Element>(a.place) : nullptr;
    auto *variable = element ? llvm::dyn_cast<Variable>(element->base) : nullptr;
    auto *array = variable ? llvm::dyn_cast<ArrayType>(variable->type->strip()) : nullptr;
    if (!array || array->rowMajor || array->dimensions.size() != a.path.size())
      continue;
    LoopValues::ArrayBounds bounds = values.boundsOf(variable->symbol);
    for (size_t k = 0; k < bounds.size() && k < a.path.size() && a.path[k].value; ++k) {
      const auto &[lower, upper] = bounds[k];
      if (lower)
        learn(*a.path[k].value - *lower);
      if (upper && !upper->integer())
        learn(*upper - *a.path[k].value);
    }
  }
}

void ArrayParts::learn(const Form &f) {
  constexpr size_t enough = 24;
  if (!f.integer() && facts.size() < enough && !llvm::is_contained(facts, f))
    facts.push_back(f);
}

bool ArrayParts::isApart(const Write &a, const Write &b) {
  if (a.section.size() != b.section.size() || a.access.linear != b.access.linear)
    return false;
  for (size_t k = 0; k < a.section.size(); ++k)
    if (a.section[k].value && b.section[k].value)
      if (auto distance = (*a.section[k].value - *b.section[k].value).integer(); distance && *distance != 0)
        return true;
  if (!left)
    return false;
  --left;
  symbolic::AtomTable &table = nests.atoms();
  symbolic::Prover prover(table);
  assumeLoops(a.access, prover, table); // else the one, or the other, touches nothing
  assumeLoops(b.access, prover, table);
  for (const Form &f : facts)
    prover.assume(f);
  for (size_t k = 0; k < a.section.size(); ++k) {
    const Known &one = a.section[k], &other = b.section[k];
    if ((one.high() && other.low() && prover.positive(*other.low() - *one.high())) ||
        (other.high() && one.low() && prover.positive(*one.low() - *other.high())) ||
        leavesOther(a.access.path[k], b.access.path[k]))
      return true;
  }
  return false;
}

bool ArrayParts::mayMeet(const Write &a, const Write &b) {
  switch (overlaps.of(p, a.access, b.access)) {
  case Overlap::Never:
    return false;
  case Overlap::Comparable:
    return !isApart(a, b);
  default:
    return true;
  }
}

void ArrayParts::group() {
  constexpr size_t many = 500; // there are as many pairs as their square
  for (const Write &w : all) {
    if (!w.access.writes)
      continue;
    std::vector<Write> joined{w};
    bool crowded = parts.size() >= many;
    for (size_t i = parts.size(); i-- > 0;)
      if (crowded || llvm::any_of(parts[i], [&](const Write &other) { return mayMeet(w, other); })) {
        joined.insert(joined.begin(), parts[i].begin(), parts[i].end());
        parts.erase(parts.begin() + i);
      }
    parts.push_back(std::move(joined));
  }
}

void ArrayParts::place() {
  for (const Write &w : all) {
    auto *call = llvm::dyn_cast<Call>(w.access.statement);
    bool own = !call || !w.access.cells.empty();
    std::vector<unsigned> &at = call && own ? calls[call] : places[w.access.place];
    for (unsigned i = 0; i < parts.size(); ++i)
      if (!llvm::is_contained(at, i) &&
          llvm::any_of(parts[i], [&](const Write &other) { return mayMeet(w, other); }))
        at.push_back(i);
  }
}

bool ArrayParts::isOneElement(size_t part) const {
  const std::vector<Known> &first = parts[part][0].section;
  return llvm::all_of(parts[part], [&](const Write &w) {
    return w.section == first && llvm::all_of(w.section, [](const Known &k) { return k.value && k.value->integer(); });
  });
}

// ---- For people ---------------------------------------------------------------------------------------

std::string ArrayParts::text(const Write &w) {
  symbolic::AtomTable &table = nests.atoms();
  ElementNames names(nests, memory);
  std::string out;
  for (size_t k = 0; k < w.section.size(); ++k) {
    Known at = w.section[k];
    if (auto first = w.access.linear ? firstSubscript(memory[cell].symbol) : std::nullopt)
      at = at + Known::exactly(Form(*first));
    out += (k ? "," : "") + names.subscript(cell, at);
    for (const Loop *l = w.access.loop; l && w.access.path[k].value && !at.value; l = l->outer) {
      auto step = table.difference(*w.access.path[k].value, l->id).integer();
      if (step && *step != 0 && *step != 1 && *step != -1)
        out += ":" + std::to_string(std::abs(*step));
    }
  }
  return out;
}

} // namespace costate::analysis
