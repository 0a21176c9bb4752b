#include "transform/Jacobian.h"

#include "analysis/StraightLine.h"
#include "analysis/Varied.h"
#include "ir/Rewrite.h"
#include "rules/Instantiate.h"
#include "rules/Marks.h"
#include "rules/Rules.h"
#include "transform/ExpandArrays.h"
#include "transform/FlattenCalls.h"
#include "transform/Generated.h"
#include "transform/HeadElements.h"
#include "transform/LocalJacobian.h"
#include "transform/UnrollLoops.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Head;
using analysis::HeadVariable;
using analysis::Subgraph;
using graph::Accumulation;

namespace {

const char *const useVectors = "use --vector, or --compressed for sparse Jacobians";

/// More zeros are set by a loop, or by one assignment of the whole array.
constexpr unsigned mostSingleZeros = 12;

/// What only numbers know is said in them: `y(1)`, `p->v[2]`.
std::string spell(const Expr *e) {
  if (auto *v = llvm::dyn_cast<Variable>(e))
    return v->symbol->name;
  auto number = [](const Expr *x) { return std::to_string(llvm::cast<IntegerConstant>(x)->value); };
  if (auto *target = llvm::dyn_cast<Dereference>(e))
    return target->offset ? spell(target->pointer) + "[" + number(target->offset) + "]" : "*" + spell(target->pointer);
  if (auto *field = llvm::dyn_cast<Field>(e)) {
    auto *target = llvm::dyn_cast<Dereference>(field->base);
    if (target && !target->offset)
      return spell(target->pointer) + "->" + field->name();
    bool inC = target || !field->record->unit || field->record->unit->language() == Language::C;
    return spell(field->base) + (inC ? "." : "%") + field->name();
  }
  auto *element = llvm::cast<Element>(e);
  bool inC = llvm::cast<ArrayType>(element->base->type->strip())->rowMajor;
  std::string list;
  for (const Expr *s : element->subscripts)
    list += inC ? "[" + number(s) + "]" : (list.empty() ? "" : ",") + number(s);
  return spell(element->base) + (inC ? list : "(" + list + ")");
}

/// The Jacobian of one head.
class WholeJacobian {
public:
  WholeJacobian(Program &program, const Head &head, const analysis::Varied &varied, analysis::StraightLine &lines,
                const LeftCalls &left, Diagnostics &diagnostics)
      : program(program), head(head), original(*head.procedure), lines(lines), left(left), diagnostics(diagnostics), b(program),
        renaming(program), rows(program, head, head.dependents, diagnostics),
        columns(program, head, head.independents, diagnostics) {
    const analysis::Variant *own = nullptr;
    for (auto &v : varied.variants())
      if (v->head == &head)
        own = v.get();
    isActive = [&varied, own](const Expr *e) { return own && e && e->type && varied.varies(*own, e); };
  }

  /// Null where something was refused.
  std::unique_ptr<Procedure> make(Generated &generated) {
    if (diagnostics.hasErrors() || !findGraph())
      return nullptr;
    made = cloneProcedure(program, original, renaming);
    made->body.clear();
    generated.nameProcedure(original, *made);
    made->internalLinkage = made->symbol->internalLinkage = false; // the user calls it
    made->pure = made->elemental = false;                          // it has an argument that it writes, an array
    made->comments = describe();
    addArgument();
    Block body = statements();
    rules::unmark(body, program);
    renaming.apply(body);
    made->body = std::move(body);
    generated.renameHidden(*made);
    return std::move(made);
  }

private:
  // ---- The graph -------------------------------------------------------------------------------------

  bool refuse(Location at, const std::string &what, const std::string &hint = useVectors) {
    diagnostics.error(at, what, hint);
    return false;
  }

  bool findGraph() {
    analysis::Run run{&original, &original.body, 0, {}};
    for (const StmtPtr &s : original.body) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (!assign)
        return refuse(s->location, "cannot generate the Jacobian of '" + original.name + "': " + whyNot(*s));
      run.statements.push_back(assign);
    }
    if (run.statements.empty())
      return true;
    context = lines.context(run, isActive);
    context.isReadAfter = [this](const analysis::PlaceUse &use) { return isDependent(use.place); };
    for (const Assign *s : run.statements)
      if (!check(*s))
        return false;
    std::vector<Subgraph> graphs = analysis::flatten(run.statements, context, run.statements.size());
    if (graphs.size() > 1)
      return refuseSplit(graphs[1]);
    graph = std::move(graphs.front());
    chooseColumns();
    chooseRows();
    accumulation = graph::accumulate(graph.graph, graph::Method::Search);
    return true;
  }

  std::string whyNot(const Stmt &s) const {
    switch (s.kind()) {
    case StmtKind::Call: {
      auto &call = llvm::cast<Call>(s);
      auto why = left.find(call.callee);
      return (call.callee ? "the call of '" + call.callee->name + "'" : "this call") + " stays a call, because " +
             (why == left.end() ? "it cannot be flattened" : why->second);
    }
    case StmtKind::If:
      return "a branch is not straight-line code";
    case StmtKind::For:
      return "this loop is too long to be unrolled, or its bounds are not constants";
    case StmtKind::While:
      return "a loop without a fixed number of iterations is not straight-line code";
    case StmtKind::Allocate:
    case StmtKind::Free:
      return "it allocates memory";
    default:
      return "this statement is not an assignment";
    }
  }

  bool isDependent(const Expr *place) const {
    auto name = nameOf(place);
    return name && rows.find(*name);
  }

  /// Numbers are told apart by constants: so the last that wrote a row is known.
  bool check(const Assign &s) {
    if (s.place->type->isArray() && isActive(s.place))
      return refuse(s.location, "cannot generate the Jacobian of '" + original.name +
                                    "': this assignment of an array cannot be taken element by element");
    if (s.place->type->isPointer())
      return refuse(s.location, "cannot generate the Jacobian of '" + original.name +
                                    "': nothing is known of where this pointer leads");
    if (!checkPlace(s.place, s, true))
      return false;
    bool fine = true;
    forEach(s.value, [&](const Expr *x) {
      if (fine && x->isPlace() && !x->type->isArray() && !x->type->isRecord())
        fine = checkPlace(x, s, false);
    });
    if (fine && !analysis::canFlatten(s, context))
      return refuse(s.location, "cannot generate the Jacobian of '" + original.name + "': " + whyNot(s));
    return fine;
  }

  bool checkPlace(const Expr *place, const Assign &s, bool isWritten) {
    const Symbol *origin = originOf(place);
    bool matters = isActive(place) || (isWritten && (!origin || names(origin) || place->type->isRecord()));
    bool isFar = isWritten && !place->type->isPointer() && hasPointer(place);
    auto name = nameOf(place);
    Location at = place->location.known() ? place->location : s.location;
    if ((matters || isFar) && !name)
      return refuse(at, "cannot generate the Jacobian of '" + original.name +
                            "': subscripts of what carries derivatives must be constants when loops are unrolled");
    if (name && matters && !isInside(place))
      return refuse(at, "cannot generate the Jacobian of '" + original.name +
                            "': a subscript is not in the declared extents");
    return true;
  }

  static bool hasPointer(const Expr *place) {
    bool found = false;
    forEach(place, [&](const Expr *x) { found |= llvm::isa<Dereference>(x); });
    return found;
  }

  bool names(const Symbol *s) const { return head.names(s); }

  std::string whyNot(const Assign &s) const {
    std::string out;
    forEach(s.value, [&](const Expr *x) {
      if (!out.empty() || !rules::Operation::isOperation(x))
        return;
      rules::Operation operation(x, original.language);
      for (unsigned i = 0; i < operation.arguments().size(); ++i)
        if (operation.arguments()[i] && operation.treatment(i) == rules::Treatment::Refused &&
            isActive(operation.arguments()[i]))
          out = operation.reason();
      if (llvm::isa<Conditional>(x))
        out = "a choice between expressions is not straight-line code";
    });
    return out.empty() ? "this assignment is not one of real numbers by differentiable operations" : out;
  }

  bool refuseSplit(const Subgraph &second) {
    const Assign *at = second.statements.front();
    std::string why = "it is too long";
    if (second.split && second.split->read.place) {
      auto line = [&](const analysis::PlaceUse &use) {
        return std::to_string(use.statement->location.line);
      };
      why = "what line " + line(second.split->read) + " reads may or may not be what line " +
            line(second.split->written) + " wrote: " +
            lines.whyMaybe(&original, second.split->written, second.split->read);
    }
    return refuse(at->location, "cannot generate the Jacobian of '" + original.name + "': " + why);
  }

  /// Columns of the head that the graph reads.
  void chooseColumns() {
    std::vector<graph::Vertex> vertices;
    std::vector<analysis::PlaceUse> uses;
    for (size_t i = 0; i < graph.independents.size(); ++i) {
      auto name = nameOf(graph.independents[i].place);
      auto column = name ? columns.find(*name) : std::nullopt;
      if (!column)
        continue;
      vertices.push_back(graph.graph.independents[i]);
      uses.push_back(graph.independents[i]);
      columnOf.push_back(*column);
    }
    graph.graph.independents = std::move(vertices);
    graph.independents = std::move(uses);
  }

  /// Rows that the graph computes: what was assigned last. Others are what they were.
  void chooseRows() {
    std::map<const Assign *, graph::Vertex> computed;
    for (size_t i = 0; i < graph.dependents.size(); ++i)
      computed[graph.dependents[i].statement] = graph.graph.dependents[i];
    std::map<unsigned, const Assign *> last;
    for (const Assign *s : graph.statements)
      if (auto name = nameOf(s->place); name)
        if (auto row = rows.find(*name))
          last[*row] = s;
    graph.graph.dependents.clear();
    graph.dependents.clear();
    for (auto &[row, statement] : last) {
      isWritten.insert(row);
      auto vertex = computed.find(statement);
      if (vertex == computed.end())
        continue; // a constant
      graph.graph.dependents.push_back(vertex->second);
      graph.dependents.push_back({statement->place, statement});
      rowOf.push_back(row);
    }
  }

  // ---- The procedure ---------------------------------------------------------------------------------

  const Type *number() { return program.types.real(std::max({rows.realKind(), columns.realKind(), 4u})); }
  bool inC() const { return original.language == Language::C; }

  void addArgument() {
    const Type *type = nullptr;
    if (inC()) {
      type = program.types.pointer(number());
    } else {
      std::vector<Dimension> shape(2);
      const Type *integer = b.integer(Language::Fortran);
      shape[0].upper = b.constant(integer, rows.size());
      shape[1].upper = b.constant(integer, columns.size());
      type = program.types.array(number(), shape, false);
    }
    jacobian = made->makeTemporary("jacobian", type);
    jacobian->temporary = false;
    jacobian->storage = Storage::Argument;
    jacobian->byValue = inC();
    jacobian->intent = Intent::Out;
    made->parameters.push_back(jacobian);
  }

  const Expr *place(unsigned row, unsigned column) {
    const Type *integer = b.integer(original.language);
    const Expr *whole = b.variable(jacobian);
    if (inC())
      return program.exprs.make<Dereference>(number(), whole, b.constant(integer, row * columns.size() + column));
    std::vector<const Expr *> subscripts{b.constant(integer, row + 1), b.constant(integer, column + 1)};
    return program.exprs.make<Element>(number(), whole, subscripts);
  }

  const Expr *real(const char *digits, double value) {
    return program.exprs.make<RealConstant>(number(), digits, value);
  }

  Block statements() {
    Block out;
    LocalJacobian local(program, *made, graph, accumulation, context, false);
    std::map<std::pair<unsigned, unsigned>, const Accumulation::Entry *> entries;
    for (const Accumulation::Entry &entry : accumulation.entries) {
      unsigned row = rowOf[entry.row], column = columnOf[entry.column];
      entries[{row, column}] = &entry;
      local.store(entry.label, place(row, column));
    }
    bool together = rows.size() * columns.size() - entries.size() > mostSingleZeros;
    if (together) // first: entries are stored as soon as they are known
      clearAll(out);
    for (const Assign *s : graph.statements) {
      size_t first = out.size();
      Block after;
      const Expr *value = local.begin(*s, out, &after);
      out.push_back(clone(*s));
      llvm::cast<Assign>(*out.back()).value = value;
      std::swap(out[first]->comments, out.back()->comments);
      std::move(after.begin(), after.end(), std::back_inserter(out));
    }
    for (unsigned row = 0; row < rows.size(); ++row)
      for (unsigned column = 0; column < columns.size(); ++column) {
        auto found = entries.find({row, column});
        const Expr *here = place(row, column), *value = nullptr;
        if (found != entries.end())
          value = local.entry(*found->second, out);
        else if (!isWritten.count(row) && nameOf(rows.place(row)) == nameOf(columns.place(column)))
          value = real("1.0", 1);
        else if (!together)
          value = real("0.0", 0);
        if (value && !equal(value, here))
          out.push_back(std::make_unique<Assign>(here, rules::converted(value, number(), program, original.language)));
      }
    return out;
  }

  void clearAll(Block &out) {
    if (!inC()) {
      out.push_back(std::make_unique<Assign>(b.variable(jacobian), real("0.0", 0)));
      return;
    }
    const Type *integer = b.integer(Language::C);
    Symbol *i = made->makeTemporary("entry", integer);
    i->temporary = false;
    Block inner;
    inner.push_back(std::make_unique<Assign>(
        program.exprs.make<Dereference>(number(), b.variable(jacobian), b.variable(i)), real("0.0", 0)));
    auto loop = std::make_unique<For>(i, b.constant(integer, 0), b.constant(integer, rows.size() * columns.size()), nullptr,
                                      std::move(inner));
    loop->inclusive = false;
    loop->direction = For::Direction::Up;
    out.push_back(std::move(loop));
  }

  // ---- Comments ---------------------------------------------------------------------------------------

  std::vector<std::string> describe() const {
    auto list = [](const std::vector<HeadVariable> &variables) {
      std::string out;
      for (auto &x : variables)
        out += (out.empty() ? "" : ", ") + x.text;
      return out;
    };
    std::vector<std::string> out{"Jacobian of " + original.name + ": derivatives of " + list(head.dependents) +
                                 " with respect to " + list(head.independents) + "."};
    out.push_back(inC() ? "Leaves the original results, and jacobian[" + std::to_string(columns.size()) + "*row + column]."
                        : "Leaves the original results, and jacobian(row, column).");
    describe("Row", rows, out);
    describe("Column", columns, out);
    return out;
  }

  void describe(const std::string &what, const HeadElements &elements, std::vector<std::string> &out) const {
    unsigned base = inC() ? 0 : 1;
    for (const HeadElements::Group &g : elements.groups()) {
      std::string first = std::to_string(g.first + base), last = std::to_string(g.first + g.count - 1 + base);
      std::string text = what + (g.count > 1 ? "s " + first + " to " + last + ": " : " " + first + ": ") +
                         nameIn(elements.place(g.first));
      if (g.count > 1)
        text += (g.count == 2 ? " and " : " to ") + nameIn(elements.place(g.first + g.count - 1));
      out.push_back(text + (g.isCounted ? ", all that the procedure uses" : ""));
    }
  }

  /// The result of a function is called by its name.
  std::string nameIn(const Expr *place) const {
    return originOf(place) == original.result ? original.name : spell(place);
  }

  Program &program;
  const Head &head;
  Procedure &original;
  analysis::StraightLine &lines;
  const LeftCalls &left;
  Diagnostics &diagnostics;
  Builder b;
  Renaming renaming;
  std::function<bool(const Expr *)> isActive;
  HeadElements rows, columns;
  analysis::RunContext context;
  Subgraph graph;
  std::vector<unsigned> rowOf, columnOf; ///< of the graph's dependents and independents
  std::set<unsigned> isWritten;          ///< rows
  Accumulation accumulation;
  std::unique_ptr<Procedure> made;
  Symbol *jacobian = nullptr;
};

} // namespace

std::vector<DerivativeHead> makeJacobians(Program &program, const std::vector<Head> &heads,
                                          const analysis::Externals &externals, Diagnostics &diagnostics) {
  std::vector<Procedure *> roots;
  std::map<const Procedure *, LeftCalls> left;
  for (const Head &head : heads)
    if (left.try_emplace(head.procedure).second) {
      left[head.procedure] = flattenCalls(program, *head.procedure);
      unrollLoops(program, *head.procedure);
      expandArrays(program, *head.procedure);
      roots.push_back(head.procedure);
    }
  analysis::Varied varied(program, heads, externals, false);
  analysis::CallGraph calls(program);
  analysis::Memory memory(program, calls, roots);
  analysis::EffectSummaries effects(memory);
  analysis::StraightLine lines(program, memory, effects);
  Generated generated(program, "_j", "j", std::nullopt, diagnostics);
  generated.isNeverWritten = [&](const Symbol *s) { return !varied.mayWrite().mayChange(s); };
  std::vector<std::unique_ptr<Procedure>> made;
  std::vector<DerivativeHead> out;
  for (const Head &head : heads)
    if (auto p = WholeJacobian(program, head, varied, lines, left[head.procedure], diagnostics).make(generated)) {
      DerivativeHead derivative;
      derivative.head = &head;
      derivative.derivative = p.get();
      out.push_back(std::move(derivative));
      made.push_back(std::move(p));
    }
  if (!diagnostics.hasErrors())
    generated.finish(std::move(made));
  return out;
}

} // namespace costate::transform
