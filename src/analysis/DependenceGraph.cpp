#include "analysis/DependenceGraph.h"

#include "analysis/Differentiable.h"
#include "rules/Rules.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

NodeId DependenceGraph::add(Node node) {
  nodes.push_back(node);
  return nodes.size() - 1;
}

void DependenceGraph::connect(NodeId from, NodeId to, Edge::Kind kind, uint32_t site) {
  if (from != none && to != none && (from != to || kind != Edge::Kind::Flow))
    forward.push_back({from, to, kind, site});
}

namespace {

void index(std::vector<Edge> &edges, std::vector<uint32_t> &begin, size_t nodes) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  begin.assign(nodes + 1, 0);
  for (const Edge &e : edges)
    ++begin[e.from + 1];
  for (size_t i = 1; i < begin.size(); ++i)
    begin[i] += begin[i - 1];
}

} // namespace

void DependenceGraph::finish() {
  index(forward, outBegin, nodes.size());
  backward.reserve(forward.size());
  for (const Edge &e : forward)
    backward.push_back({e.to, e.from, e.kind, e.site});
  index(backward, inBegin, nodes.size());
}

bool isDifferentiable(const Memory &memory, CellId id) {
  const Type *type = memory[id].type;
  // Of unknown type: memory that is only ever seen through casts.
  return !type || type->isReal() || type->isComplex() || type->isVoid();
}

std::vector<CellId> cellsOf(Memory &memory, const Head &head, const HeadVariable &variable) {
  std::vector<CellId> open{memory.variable(variable.symbol)}, out;
  const Procedure *p = head.procedure;
  auto followPointers = [&](std::vector<CellId> &cells) {
    for (size_t i = 0; i < cells.size(); ++i)
      if (const Type *type = memory[cells[i]].type; type && type->isPointer()) {
        CellSet behind = memory.pointedTo(p, cells[i]);
        cells.erase(cells.begin() + i--);
        cells.insert(cells.end(), behind.begin(), behind.end());
      }
  };
  for (const std::string &name : variable.components) {
    followPointers(open);
    std::vector<CellId> parts;
    for (CellId id : open)
      if (auto *record = llvm::dyn_cast_or_null<RecordType>(memory[id].type))
        for (unsigned i = 0; i < record->components.size(); ++i)
          if (record->components[i].name == name)
            parts.push_back(memory.component(id, record, i));
    open = std::move(parts);
  }
  // Everything numeric below, behind pointers too.
  CellSet from;
  insertAll(from, open);
  memory.forEachReached(p, from, [&](CellId leaf) {
    if (isDifferentiable(memory, leaf))
      out.push_back(leaf);
    return true;
  });
  std::sort(out.begin(), out.end());
  return out;
}

void forEachActiveRead(const Expr *e, Language language,
                       const std::function<void(const Expr *)> &visit) {
  if (!e || !e->type || !carriesDerivative(e->type))
    return;
  if (e->isPlace())
    return visit(e);
  // Of records and pointers every operand counts: `(t)`, ?:, constructors.
  if (rules::Operation::isOperation(e) && isDifferentiableScalar(e->type)) {
    rules::Operation operation(e, language);
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (const Expr *argument = operation.arguments()[i];
          argument && operation.treatment(i) != rules::Treatment::Zero)
        forEachActiveRead(argument, language, visit);
    return;
  }
  for (const Expr *operand : operands(e))
    forEachActiveRead(operand, language, visit);
}

} // namespace costate::analysis
