#include "transform/BlockJacobian.h"

#include "rules/Marks.h"
#include "rules/Rules.h"

namespace costate::transform {

using namespace ir;
using analysis::PlaceUse;
using analysis::Subgraph;

// ---- The graph -----------------------------------------------------------------------------------------

bool BlockJacobian::find(const Block &statements) {
  block = &statements;
  analysis::Run run{&procedure, block, 0, {}};
  for (const StmtPtr &s : statements)
    if (auto *assign = llvm::dyn_cast<Assign>(s.get()); assign && !sequential.count(assign))
      run.statements.push_back(assign);
  if (run.statements.empty())
    return true;
  context = lines.context(run, isActive);
  isReadAfter = context.isReadAfter;
  context.isReadAfter = [](const PlaceUse &use) { return nameOf(use.place).has_value(); };
  for (const Assign *s : run.statements)
    if (!check(*s))
      return false;
  std::vector<Subgraph> graphs = analysis::flatten(run.statements, context, run.statements.size());
  if (graphs.size() > 1)
    return refuseSplit(graphs[1]);
  graph = std::move(graphs.front());
  return true;
}

namespace {

bool hasPointer(const Expr *place) {
  bool found = false;
  forEach(place, [&](const Expr *x) { found |= llvm::isa<Dereference>(x); });
  return found;
}

} // namespace

bool BlockJacobian::check(const Assign &s) {
  if (s.place->type->isArray() && isActive(s.place))
    return refuse(s.location, "this assignment of an array cannot be taken element by element");
  if (s.place->type->isRecord() && isActive(s.place))
    return refuse(s.location, "this assignment of a record is not one of real numbers");
  if (s.place->type->isPointer())
    return refuse(s.location, "nothing is known of where this pointer leads");
  if (!checkPlace(s.place, s, true))
    return false;
  bool fine = true;
  forEach(s.value, [&](const Expr *x) {
    if (fine && x->isPlace() && !x->type->isArray() && !x->type->isRecord())
      fine = checkPlace(x, s, false);
  });
  if (fine && !analysis::canFlatten(s, context))
    return refuse(s.location, whyNot(s));
  return fine;
}

/// What carries derivatives, and what is written through a pointer or is a variable of others, has a name.
bool BlockJacobian::checkPlace(const Expr *place, const Assign &s, bool isWritten) {
  const Symbol *origin = originOf(place);
  bool isOwn = origin && origin->owner && origin->storage == Storage::Local && !hasPointer(place);
  bool matters = isActive(place) || (isWritten && !isOwn && !place->type->isArray());
  auto name = nameOf(place);
  Location at = place->location.known() ? place->location : s.location;
  if (matters && !name)
    return refuse(at, "subscripts of what carries derivatives must be constants when loops are unrolled");
  bool hasOverlays = !procedure.scope.equivalences.empty() ||
                     (origin && origin->unit && !origin->unit->scope.equivalences.empty());
  if (matters && origin->overlay && hasOverlays)
    return refuse(at, "'" + origin->name + "' shares memory by EQUIVALENCE");
  if (matters && !isInside(place))
    return refuse(at, "a subscript is not in the declared extents");
  return true;
}

std::string BlockJacobian::whyNot(const Assign &s) const {
  std::string out;
  forEach(s.value, [&](const Expr *x) {
    if (!out.empty() || !rules::Operation::isOperation(x))
      return;
    rules::Operation operation(x, procedure.language);
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (operation.arguments()[i] && operation.treatment(i) == rules::Treatment::Refused &&
          isActive(operation.arguments()[i]))
        out = operation.reason();
  });
  return out.empty() ? "this assignment is not one of real numbers by differentiable operations" : out;
}

bool BlockJacobian::refuseSplit(const Subgraph &second) {
  std::string why = "it is too long";
  if (second.split && second.split->read.place) {
    auto line = [&](const PlaceUse &use) { return std::to_string(use.statement->location.line); };
    why = "what line " + line(second.split->read) + " reads may or may not be what line " + line(second.split->written) +
          " wrote: " + lines.whyMaybe(&procedure, second.split->written, second.split->read);
  }
  return refuse(second.statements.front()->location, why);
}

// ---- Rows and columns ------------------------------------------------------------------------------------

void BlockJacobian::choose(const Find &row, const Find &column) {
  chooseColumns(column);
  chooseRows(row);
  accumulation = graph::accumulate(graph.graph, graph::Method::Search);
}

void BlockJacobian::chooseColumns(const Find &find) {
  std::vector<graph::Vertex> vertices;
  std::vector<PlaceUse> uses;
  for (size_t i = 0; i < graph.independents.size(); ++i) {
    auto name = nameOf(graph.independents[i].place);
    auto column = name ? find(*name) : std::nullopt;
    if (!column)
      continue;
    vertices.push_back(graph.graph.independents[i]);
    uses.push_back(graph.independents[i]);
    columnOf.push_back(*column);
  }
  graph.graph.independents = std::move(vertices);
  graph.independents = std::move(uses);
}

/// A row is what was assigned last.
void BlockJacobian::chooseRows(const Find &find) {
  std::map<const Assign *, graph::Vertex> computed;
  for (size_t i = 0; i < graph.dependents.size(); ++i)
    computed[graph.dependents[i].statement] = graph.graph.dependents[i];
  std::map<unsigned, const Assign *> last;
  for (const Assign *s : graph.statements)
    if (auto name = nameOf(s->place); name)
      if (auto row = find(*name))
        last[*row] = s;
  graph.graph.dependents.clear();
  graph.dependents.clear();
  for (auto &[row, statement] : last) {
    written.insert(row);
    auto vertex = computed.find(statement);
    if (vertex == computed.end())
      continue; // a constant
    graph.graph.dependents.push_back(vertex->second);
    graph.dependents.push_back({statement->place, statement});
    rowOf.push_back(row);
  }
}

// ---- Code ------------------------------------------------------------------------------------------------

Block BlockJacobian::statements(LocalJacobian &local) {
  Block out;
  for (const StmtPtr &s : *block) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    size_t first = out.size();
    if (!assign || sequential.count(assign)) {
      out.push_back(clone(*s));
      sequential.insert(out.back().get());
      continue;
    }
    Block after;
    const Expr *value = local.begin(*assign, out, &after);
    out.push_back(clone(*s));
    llvm::cast<Assign>(*out.back()).value = value;
    std::swap(out[first]->comments, out.back()->comments);
    std::move(after.begin(), after.end(), std::back_inserter(out));
  }
  rules::unmark(out, program);
  // Behind a branch, a number is assigned to itself for the sake of its derivative.
  std::erase_if(out, [](const StmtPtr &s) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    return assign && equal(assign->place, assign->value);
  });
  return out;
}

} // namespace costate::transform
