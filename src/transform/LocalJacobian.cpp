#include "transform/LocalJacobian.h"

#include "ir/Rewrite.h"
#include "rules/Instantiate.h"
#include "rules/Marks.h"
#include "rules/Rules.h"
#include "transform/AdjointTerms.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;
using graph::Label;
using graph::LabelId;
using graph::Step;
using rules::Operation;

LocalJacobian::LocalJacobian(Program &program, Procedure &procedure, const analysis::Subgraph &graph,
                             const graph::Accumulation &accumulation, const analysis::RunContext &context, bool marked)
    : program(program), procedure(procedure), graph(graph), accumulation(accumulation), context(context), marked(marked),
      b(program), labels(accumulation.labels.size()), uses(accumulation.labels.size()),
      end(graph.statements.size()) {
  for (const Step &step : accumulation.steps)
    if (step.kind != Step::Kind::One)
      for (LabelId id : {step.left, step.right})
        ++uses[id];
  for (const graph::Accumulation::Entry &entry : accumulation.entries)
    uses[entry.label] += 2; // has a name
  for (LabelId id = 0; id < graph.partials.size(); ++id)
    if (const analysis::Subgraph::Partial &p = graph.partials[id]; p.operation && uses[id])
      wanted[p.statement][p.operation][p.argument].push_back(id);
}

// ---- Statements ---------------------------------------------------------------------------------------

const Expr *LocalJacobian::begin(const Assign &s, Block &out, Block *after) {
  current = &s;
  behind = after;
  known.clear();
  if (s.value->type->isReal())
    real = s.value->type->strip();
  const Expr *result = wanted.count(&s) ? value(s.value, out) : s.value;
  ++position;
  return result;
}

/// A value, with what partial derivatives read of it kept.
const Expr *LocalJacobian::value(const Expr *e, Block &out) {
  if (e->isPlace() || e->isConstant())
    return e;
  auto &operations = wanted[current];
  if (auto found = operations.find(e); found != operations.end())
    return operation(e, found->second, out);
  return mapOperands(program.exprs, e, [&](const Expr *operand) { return value(operand, out); });
}

const Expr *LocalJacobian::operation(const Expr *e, const Wanted &partials, Block &out) {
  Operation operation(e, context.language);
  auto &arguments = operation.arguments();
  std::vector<bool> isRead(arguments.size());
  bool readsResult = false;
  unsigned computed = 0; // partial derivatives that are not constant
  for (auto &[i, ids] : partials) {
    if (graph.graph.labels[ids.front()] != Label::Value)
      continue;
    ++computed;
    rules::Reads reads = operation.reads(i);
    for (unsigned j = 0; j < reads.arguments.size() && j < isRead.size(); ++j)
      isRead[j] = isRead[j] || reads.arguments[j];
    readsResult |= reads.result;
  }
  std::vector<const Expr *> values;
  std::map<const Expr *, const Expr *> valueOf;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Expr *v = value(arguments[i], out);
    if (isRead[i] && !isSimple(v))
      v = held(v, out);
    values.push_back(valueOf[arguments[i]] = v);
  }
  const Expr *result = mapOperands(program.exprs, e, [&](const Expr *operand) {
    auto found = valueOf.find(operand);
    return found == valueOf.end() ? operand : found->second;
  });
  auto *quotient = llvm::dyn_cast<Binary>(e);
  bool divides = quotient && quotient->op == BinaryOp::Divide && computed == 2;
  bool inPlace = readsResult && e == current->value && resultStays();
  if (readsResult && !inPlace)
    result = held(result, out);
  rules::Values at{values, inPlace ? current->place : readsResult ? result : nullptr};
  for (auto &[i, ids] : partials) {
    const Expr *partial = nullptr;
    if (divides && i == 1 && labels[partials.at(0).front()]) // -(a/b)/b shares the division of 1/b
      partial = negated(wider(BinaryOp::Multiply, at.result, labels[partials.at(0).front()]));
    else
      partial = operation.partial(program, i, at);
    bool isAfter = inPlace && operation.reads(i).result;
    define(ids, partial, partialName(e, i), isAfter, isAfter ? *behind : out);
  }
  return result;
}

/// Whether the statement's place holds its result to the end of the graph, and all that the statement reads keeps its
/// value when it does.
bool LocalJacobian::resultStays() const {
  bool stay = behind && current->place->type->strip() == current->value->type->strip() && isShort() &&
              stays({current->place, current}, position + 1, end);
  forEach(current->value, [&](const Expr *x) {
    stay = stay && (!x->isPlace() || stays({x, current}, position, position + 1));
  });
  return stay;
}

/// Names labels that are not plain numbers. A place may be a label where it keeps its value to the end.
void LocalJacobian::define(const std::vector<LabelId> &ids, const Expr *partial, const std::string &name, bool isAfter,
                           Block &out) {
  Label kind = graph.graph.labels[ids.front()];
  const Expr *label = partial;
  if (kind == Label::Value) {
    bool isOwn = std::any_of(known.begin(), known.end(), [&](auto &x) { return x.second == partial; });
    bool isLasting = isOwn || (partial->isPlace() && isShort() &&
                               stays({partial, current}, position + isAfter, end));
    if (!isLasting)
      label = keepLabel(ids.front(), partial, name, out);
  }
  for (LabelId id : ids)
    labels[id] = label;
}

const Expr *LocalJacobian::keep(const Expr *value, const std::string &name, Block &out) {
  Symbol *t = procedure.makeTemporary(name.c_str(), value->type->strip());
  t->temporary = false;
  out.push_back(b.assign(t, marked ? rules::passive(value, program) : value, current->location));
  return b.variable(t, value->location);
}

const Expr *LocalJacobian::keepLabel(LabelId id, const Expr *value, const std::string &name, Block &out) {
  auto place = stores.find(id);
  if (place == stores.end() || place->second->type->strip() != value->type->strip())
    return keep(value, name, out);
  out.push_back(std::make_unique<Assign>(place->second, value, current->location));
  return place->second;
}

/// The variable that holds a value of this statement.
const Expr *LocalJacobian::held(const Expr *value, Block &out) {
  if (value->isPlace())
    if (std::any_of(known.begin(), known.end(), [&](auto &x) { return x.second == value; }))
      return value;
  for (auto &[is, variable] : known)
    if (equal(is, value))
      return variable;
  const Expr *variable = keep(value, "temp", out);
  known.push_back({value, variable});
  return variable;
}

bool LocalJacobian::stays(const analysis::PlaceUse &use, size_t first, size_t last) const {
  std::vector<const Expr *> parts; // not the arrays and records that it is an element of: where they lie is not read
  forEach(use.place, [&](const Expr *x) {
    if (x->isPlace() && (x == use.place || !(x->type->isArray() || x->type->isRecord())))
      parts.push_back(x);
  });
  for (size_t i = first; i < last; ++i)
    for (const Expr *part : parts)
      if (analysis::identity(context, {part, use.statement}, {graph.statements[i]->place, graph.statements[i]}) !=
          analysis::Identity::Different)
        return false;
  return true;
}

// ---- Elimination ----------------------------------------------------------------------------------------

const Expr *LocalJacobian::entry(const graph::Accumulation::Entry &entry, Block &out) {
  std::set<LabelId> needed; // in order: a step comes after those that it reads
  std::vector<LabelId> open{entry.label};
  while (!open.empty()) {
    LabelId id = open.back();
    open.pop_back();
    if (labels[id] || !isStep(id) || !needed.insert(id).second)
      continue;
    const Step &step = accumulation.steps[id - graph.graph.labels.size()];
    if (step.kind != Step::Kind::One)
      open.insert(open.end(), {step.left, step.right});
  }
  std::string name = derivativeName(graph.dependents[entry.row].place, graph.independents[entry.column].place);
  for (LabelId id : needed)
    compute(id, id == entry.label ? name : "chain", out);
  switch (accumulation.labels[entry.label]) {
  case Label::One:
    return constant(1);
  case Label::MinusOne:
    return constant(-1);
  default:
    return labels[entry.label];
  }
}

void LocalJacobian::compute(LabelId id, const std::string &name, Block &out) {
  const Step &step = accumulation.steps[id - graph.graph.labels.size()];
  if (step.kind == Step::Kind::One) {
    labels[id] = constant(1);
    return;
  }
  const Expr *e = step.kind == Step::Kind::Product ? product(step.left, step.right) : sum(step.left, step.right);
  bool again = uses[id] > 1 && !isSimple(e);
  unsigned size = 0;
  forEach(e, [&](const Expr *) { ++size; });
  bool isValue = accumulation.labels[id] == Label::Value;
  labels[id] = isValue && (again || size > 12) ? keepLabel(id, e, name, out) : e;
}

const Expr *LocalJacobian::product(LabelId left, LabelId right) {
  for (auto [one, other] : {std::pair(left, right), std::pair(right, left)}) {
    if (accumulation.labels[one] == Label::One)
      return labels[other] ? labels[other] : constant(accumulation.labels[other] == Label::One ? 1 : -1);
    if (accumulation.labels[one] == Label::MinusOne)
      return labels[other] ? negated(labels[other]) : constant(accumulation.labels[other] == Label::One ? -1 : 1);
  }
  return wider(BinaryOp::Multiply, labels[left], labels[right]);
}

namespace {

std::optional<double> wholeNumber(const Expr *e) {
  if (auto *sign = llvm::dyn_cast<Unary>(e); sign && sign->op == UnaryOp::Negate) {
    auto inner = wholeNumber(sign->operand);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  auto *number = llvm::dyn_cast<RealConstant>(e);
  return number && number->value == double(int64_t(number->value)) ? std::optional(number->value) : std::nullopt;
}

} // namespace

const Expr *LocalJacobian::sum(LabelId left, LabelId right) {
  auto of = [&](LabelId id) {
    Label kind = accumulation.labels[id];
    return kind == Label::One ? constant(1) : kind == Label::MinusOne ? constant(-1) : labels[id];
  };
  const Expr *x = of(left), *y = of(right);
  if (auto i = wholeNumber(x), j = wholeNumber(y); i && j)
    return constant(int64_t(*i + *j));
  if (equal(x, y))
    return wider(BinaryOp::Multiply, constant(2), x);
  if (auto *sign = llvm::dyn_cast<Unary>(y); sign && sign->op == UnaryOp::Negate)
    return wider(BinaryOp::Subtract, x, sign->operand);
  if (auto *sign = llvm::dyn_cast<Unary>(x); sign && sign->op == UnaryOp::Negate)
    return wider(BinaryOp::Subtract, y, sign->operand);
  return wider(BinaryOp::Add, x, y);
}

// ---- Expressions ---------------------------------------------------------------------------------------

const Expr *LocalJacobian::wider(BinaryOp op, const Expr *left, const Expr *right) {
  const Type *x = left->type->strip(), *y = right->type->strip();
  if (x != y && rules::realKindOf(x) < rules::realKindOf(y))
    left = rules::converted(left, y, program, context.language);
  else if (x != y)
    right = rules::converted(right, x, program, context.language);
  return b.binary(op, left, right);
}

const Expr *LocalJacobian::negated(const Expr *e) {
  if (auto *sign = llvm::dyn_cast<Unary>(e); sign && sign->op == UnaryOp::Negate)
    return sign->operand;
  return program.exprs.make<Unary>(e->type->strip(), UnaryOp::Negate, e, e->location);
}

const Expr *LocalJacobian::constant(int64_t n) const {
  const Type *type = real ? real : program.types.real(8);
  const Expr *size = program.exprs.make<RealConstant>(type, std::to_string(n < 0 ? -n : n) + ".0", double(n < 0 ? -n : n));
  return n < 0 ? program.exprs.make<Unary>(type, UnaryOp::Negate, size) : size;
}

std::string LocalJacobian::partialName(const Expr *operation, unsigned argument) const {
  const Expr *operand = Operation(operation, context.language).arguments()[argument];
  if (operation != current->value || !operand->isPlace())
    return "partial";
  return derivativeName(current->place, operand);
}

/// Short enough for Fortran with a number after it.
std::string LocalJacobian::derivativeName(const Expr *of, const Expr *by) {
  return "d" + nameOf(of).substr(0, 24) + "_d" + nameOf(by).substr(0, 24);
}

std::string LocalJacobian::nameOf(const Expr *place) {
  if (auto *variable = llvm::dyn_cast<Variable>(place))
    return variable->symbol->name;
  if (auto *field = llvm::dyn_cast<Field>(place))
    return nameOf(field->base) + "_" + field->record->components[field->component].name;
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    std::string name = nameOf(element->base);
    for (const Expr *s : element->subscripts)
      if (auto *n = llvm::dyn_cast<IntegerConstant>(s))
        name += (std::isdigit(static_cast<unsigned char>(name.back())) ? "_" : "") + std::to_string(n->value);
    return name;
  }
  if (auto *target = llvm::dyn_cast<Dereference>(place)) {
    std::string name = nameOf(target->pointer);
    auto *n = llvm::dyn_cast_or_null<IntegerConstant>(target->offset);
    return n ? name + std::to_string(n->value) : name;
  }
  if (auto *sum = llvm::dyn_cast<PointerAdd>(place))
    return nameOf(sum->pointer);
  return "value";
}

} // namespace costate::transform
