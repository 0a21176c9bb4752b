// The answers about a head: classes of its dependents and of their elements, and sums of terms.
#include "analysis/CarriedReads.h"
#include "analysis/DependenceGraph.h"
#include "analysis/Linearity.h"
#include "analysis/Separability.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;
using Kind = Shape::Kind;

namespace {

const char *className(Shape shape, bool single) {
  switch (shape.kind) {
  case Kind::None:
    return "constant";
  case Kind::Polynomial:
    if (shape.degree == 1)
      return single ? "bound" : "linear";
    return shape.degree == 2 ? "quadratic" : "polynomial";
  case Kind::Rational:
    return "rational";
  default:
    return "nonlinear";
  }
}

} // namespace

const char *HeadLinearity::name() const { return className(shape, single); }
const char *RowLinearity::name() const { return className(shape, single); }

/// Parts of an array are classified each on its own; sections of one part that overlap have one class.
std::vector<RowLinearity> Linearity::rows(const Head &head, CellId array, TermElements &elements) {
  const Procedure *p = head.procedure;
  ArrayParts parts(*cells, *effects, reads().loopNests(), reads().overlapping(), reads().sectionsOf(), p, array);
  std::vector<RowLinearity> out;
  if (!parts.size())
    return out;
  auto found = fold(p, entryOf(head), InnerSources::None, &parts);
  for (size_t i = 0; i < parts.size(); ++i) {
    DepsRef deps = found->part(i);
    const auto &writes = parts.writes(i);
    auto *alone = writes.size() == 1 ? llvm::dyn_cast<Assign>(writes[0].access.statement) : nullptr;
    auto taken = alone && !alone->mask ? elements.of(*alone, {alone->value}) : std::nullopt;
    bool single = taken && countOf(*taken) == 1;
    std::set<std::string> listed;
    for (const ArrayParts::Write &w : writes)
      if (listed.insert(w.text).second)
        out.push_back({w.text, w.access.statement->location, deps ? deps->all() : Shape::none(), single});
  }
  std::stable_sort(out.begin(), out.end(), [](const RowLinearity &a, const RowLinearity &b) {
    return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
  });
  return out;
}

std::vector<HeadLinearity> Linearity::head(const Head &head) {
  auto found = fold(head.procedure, entryOf(head), InnerSources::None);
  VaryingUses varying;
  std::unique_ptr<TermElements> elements; // made where there are arrays
  std::vector<HeadLinearity> out;
  for (const HeadVariable &y : head.dependents) {
    HeadLinearity answer;
    answer.dependent = y.text;
    std::map<CellId, Shape> on;
    std::vector<CellId> leaves = cellsOf(*cells, head, y);
    for (CellId id : leaves)
      if (DepsRef deps = found->current(id))
        for (const Deps::Entry &e : deps->entries()) {
          on[e.source.cell] = rules::meet(on[e.source.cell], e.shape);
          answer.shape = rules::meet(answer.shape, e.shape);
        }
    for (auto &[id, shape] : on)
      answer.on.push_back({nameOf(head.procedure, id), shape});
    answer.single = on.size() == 1 && !(*cells)[on.begin()->first].many;
    if (leaves.size() == 1 && (*cells)[leaves[0]].many) {
      if (!elements) {
        auto again = fold(head.procedure, entryOf(head), InnerSources::None);
        varying = varyingUses(*again, [](const Stmt &) { return true; });
        elements = elementsOf(head, varying);
      }
      answer.rows = rows(head, leaves[0], *elements);
    }
    out.push_back(std::move(answer));
  }
  return out;
}

std::unique_ptr<TermElements> Linearity::elementsOf(const Head &head, const VaryingUses &varying) {
  return std::make_unique<TermElements>(*cells, *effects, reads().loopNests(), reads().overlapping(),
                                        reads().sectionsOf(), head, varying);
}

std::vector<SeparableDependent> Linearity::separable(const Head &head) {
  auto found = fold(head.procedure, entryOf(head), InnerSources::None);
  VaryingUses varying = varyingUses(*found, [](const Stmt &) { return true; });
  return separableDependents(head, *cells, *effects, *elementsOf(head, varying), varying);
}

} // namespace costate::analysis
