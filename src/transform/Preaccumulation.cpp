#include "transform/Preaccumulation.h"

#include "analysis/StraightLine.h"
#include "rules/Instantiate.h"
#include "rules/Marks.h"
#include "rules/Rules.h"
#include "transform/LocalJacobian.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace costate::transform {

using namespace ir;
using analysis::PlaceUse;
using analysis::RunContext;
using analysis::Subgraph;
using graph::Accumulation;
using graph::Label;

namespace {

/// Statements of one graph: a few or many, whichever saves more. More would not make better code, and compilers do not
/// like it.
constexpr size_t graphLengths[] = {60, 400};
/// There may be thousands of graphs.
constexpr size_t searchBudget = 2000;

/// One graph as statements that carry their derivatives.
///
/// Why it is right: let x be the places that the graph reads before it writes them. Every statement computes the same value,
/// at the same point, as before. The derivative of what statement k wrote is J(k, :) times the derivatives of x at the
/// beginning of the graph. It is read there from x itself, or, where a statement before k may have overwritten x or
/// changed what its subscripts select, from a copy made where x is first read; up to there nothing of the graph writes x,
/// for else the graph would have been split or x would be no independent. Derivatives of what is no dependent are read by
/// nobody: the graph's own statements read x alone.
class CarriedGraph {
public:
  CarriedGraph(Program &program, Procedure &procedure, const Subgraph &graph, const Accumulation &accumulation,
               const RunContext &context)
      : program(program), procedure(procedure), graph(graph), accumulation(accumulation), context(context), b(program),
        jacobian(program, procedure, graph, accumulation, context, true) {
    for (size_t i = 0; i < graph.statements.size(); ++i)
      position[graph.statements[i]] = i;
    for (size_t row = 0; row < graph.dependents.size(); ++row)
      rows[graph.dependents[row].statement]; // also where no entry is in it
    for (const Accumulation::Entry &entry : accumulation.entries)
      rows[graph.dependents[entry.row].statement].push_back(&entry);
    size_t last = 0;
    for (auto &[s, entries] : rows)
      last = std::max(last, position.at(s));
    jacobian.askedBefore(last);
  }

  Block statements() {
    findSources();
    Block out;
    for (size_t i = 0; i < graph.statements.size(); ++i) {
      const Assign &s = *graph.statements[i];
      size_t first = out.size();
      for (auto &[column, copy] : copies)
        if (position.at(graph.independents[column].statement) == i)
          out.push_back(b.assign(copy, graph.independents[column].place, s.location));
      statement(s, out);
      for (size_t k = first; k < out.size(); ++k)
        out[k]->comments = k == first ? s.comments : std::vector<std::string>();
    }
    return out;
  }

private:
  void statement(const Assign &s, Block &out) {
    Block after;
    bool isDependent = rows.count(&s); // whose derivative reads entries before its value is there
    const Expr *value = jacobian.begin(s, out, isDependent ? nullptr : &after);
    if (context.isActive(s.place) && !plain.count(&s)) {
      const Expr *derivative = linearForm(s, out);
      value = derivative ? rules::carry(value, derivative, program) : rules::passive(value, program);
    }
    out.push_back(std::make_unique<Assign>(s.place, value, s.location));
    for (StmtPtr &x : after)
      out.push_back(std::move(x));
  }

  /// Where the derivative of each independent is read: in its place, in a variable that the graph copies it to, in one
  /// of our own.
  void findSources() {
    std::vector<size_t> last(graph.independents.size());
    for (const Accumulation::Entry &entry : accumulation.entries)
      last[entry.column] = std::max(last[entry.column], position.at(graph.dependents[entry.row].statement));
    for (size_t column = 0; column < last.size(); ++column) {
      const PlaceUse &x = graph.independents[column];
      if (jacobian.stays(x, position.at(x.statement), last[column]))
        continue;
      const Assign &reader = *x.statement;
      bool isCopy = reader.value == x.place && context.isActive(reader.place) &&
                    reader.place->type->strip() == x.place->type->strip();
      if (isCopy && jacobian.stays({reader.place, &reader}, position.at(&reader) + 1, last[column])) {
        sources[column] = reader.place;
        plain.insert(&reader);
        continue;
      }
      Symbol *copy = procedure.makeTemporary(LocalJacobian::nameOf(x.place).substr(0, 40) + "0", x.place->type->strip());
      copy->temporary = false;
      copies[column] = copy;
      sources[column] = b.variable(copy);
    }
  }

  const Expr *linearForm(const Assign &s, Block &before) {
    auto row = rows.find(&s);
    const Expr *sum = nullptr;
    const Type *type = s.value->type->strip();
    for (const Accumulation::Entry *entry : row == rows.end() ? std::vector<const Accumulation::Entry *>() : row->second) {
      auto source = sources.find(entry->column);
      const Expr *x = source == sources.end() ? graph.independents[entry->column].place : source->second;
      x = rules::converted(x, type, program, context.language);
      Label kind = accumulation.labels[entry->label];
      const Expr *factor = jacobian.entry(*entry, before);
      auto *sign = llvm::dyn_cast<Unary>(factor);
      bool negative = sign && sign->op == UnaryOp::Negate;
      if (negative)
        factor = sign->operand;
      bool isUnit = kind == Label::One || kind == Label::MinusOne;
      if (factor->isPlace() && context.isActive(factor)) // a place of the program: variables for entries are passive
        factor = rules::passive(factor, program);
      const Expr *term = isUnit ? x : b.binary(BinaryOp::Multiply, rules::converted(factor, type, program, context.language), x);
      if (!sum)
        sum = negative ? program.exprs.make<Unary>(type, UnaryOp::Negate, term, s.location) : term;
      else
        sum = b.binary(negative ? BinaryOp::Subtract : BinaryOp::Add, sum, term);
    }
    return sum;
  }

  Program &program;
  Procedure &procedure;
  const Subgraph &graph;
  const Accumulation &accumulation;
  const RunContext &context;
  Builder b;
  LocalJacobian jacobian;
  std::map<const Assign *, size_t> position;
  std::map<const Assign *, std::vector<const Accumulation::Entry *>> rows;
  std::map<size_t, Symbol *> copies;       ///< of independents
  std::map<size_t, const Expr *> sources;  ///< where their derivatives are, if not in their places
  std::set<const Assign *> plain;          ///< copies that stay as they are
};

/// What is worth it.
class Preaccumulation {
public:
  Preaccumulation(Program &program, const analysis::Varied &varied, const std::set<const analysis::Variant *> &needed,
                  analysis::Memory &memory, analysis::EffectSummaries &effects, const PreaccumulationWish &wish)
      : program(program), varied(varied), wish(wish), lines(program, memory, effects) {
    std::set<const Procedure *> alsoPlain; // they run as they are, too, and would compute entries for nobody
    for (auto &v : varied.variants())
      if (!needed.count(v.get()))
        alsoPlain.insert(v->procedure);
    for (auto &v : varied.variants()) // in order
      if (!alsoPlain.count(v->procedure)) {
        auto &list = variants[v->procedure];
        if (list.empty())
          order.push_back(v->procedure);
        list.push_back(v.get());
      }
  }

  bool run() {
    bool changed = false;
    for (Procedure *p : order)
      changed |= procedure(*p);
    return changed;
  }

private:
  bool procedure(Procedure &p) {
    auto isActive = [&](const Expr *e) {
      return std::any_of(variants[&p].begin(), variants[&p].end(),
                         [&](const analysis::Variant *v) { return e && e->type && varied.varies(*v, e); });
    };
    std::vector<analysis::Run> runs = lines.runs(p, isActive);
    std::map<const Block *, std::vector<std::pair<const analysis::Run *, Block>>> rewritten;
    std::vector<analysis::Run> parts;
    for (const analysis::Run &run : runs)
      addParts(run, isActive, parts);
    lines.lookAfter(p, parts);
    for (const analysis::Run &run : parts) {
      Block statements;
      if (rewrite(p, run, lines.context(run, isActive), statements))
        rewritten[run.block].emplace_back(&run, std::move(statements));
    }
    for (auto &[block, made] : rewritten)
      replace(const_cast<Block &>(*block), made);
    return !rewritten.empty();
  }

  /// The block with other statements for these of its runs, which are in its order.
  static void replace(Block &block, std::vector<std::pair<const analysis::Run *, Block>> &runs) {
    Block out;
    auto from = block.begin();
    for (auto &[run, statements] : runs) {
      auto first = block.begin() + run->first;
      std::move(from, first, std::back_inserter(out));
      std::move(statements.begin(), statements.end(), std::back_inserter(out));
      from = first + run->statements.size();
    }
    std::move(from, block.end(), std::back_inserter(out));
    block = std::move(out);
  }

  /// What is between statements with partial derivatives that may be infinite, or out of the range of numbers: where a direction is 0, or two cancel, the
  /// derivative table has 0 for them, and a product with an entry would have NaN.
  void addParts(const analysis::Run &run, const std::function<bool(const Expr *)> &isActive,
                std::vector<analysis::Run> &out) {
    analysis::Run part{run.procedure, run.block, run.first, {}};
    for (size_t i = 0; i <= run.statements.size(); ++i) {
      bool ends = i == run.statements.size() || staysOut(*run.statements[i], run.procedure->language, isActive) ||
                  !varied.isUsed(*run.statements[i]); // its adjoint is zero
      if (!ends) {
        part.statements.push_back(run.statements[i]);
        continue;
      }
      if (part.statements.size() > 0)
        out.push_back(std::move(part));
      part = {run.procedure, run.block, run.first + i + 1, {}};
    }
  }

  /// Products of such numbers may be too small or too large where the statement's own order of operations is chosen so
  /// that they are not (x*small*small): constants that the text does not show among them.
  static bool isExtreme(const Expr *e) {
    auto *variable = llvm::dyn_cast<Variable>(e);
    if (variable && variable->symbol->kind == SymbolKind::NamedConstant && e->type->isReal()) {
      const Expr *value = variable->symbol->initial;
      while (auto *inner = llvm::dyn_cast_or_null<Convert>(value))
        value = inner->operand;
      auto *sign = llvm::dyn_cast_or_null<Unary>(value);
      value = sign ? sign->operand : value;
      bool isShown = llvm::isa_and_nonnull<IntegerConstant>(value) || llvm::isa_and_nonnull<RealConstant>(value);
      return !isShown || isExtreme(value);
    }
    auto *number = llvm::dyn_cast<RealConstant>(e);
    return number && number->value != 0 && (std::fabs(number->value) < 1e-9 || std::fabs(number->value) > 1e9);
  }

  /// Storage that two variables share by EQUIVALENCE: an element and a scalar may be one.
  static bool isShared(const Expr *e) {
    auto *variable = llvm::dyn_cast<Variable>(e);
    return variable && variable->symbol->overlay && !variable->symbol->overlay->block;
  }

  static bool staysOut(const Assign &s, Language language, const std::function<bool(const Expr *)> &isActive) {
    bool found = false;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) { found |= isShared(x); });
    forEach(s.value, [&](const Expr *e) {
      found = found || (isExtreme(e) && isActive(s.place));
      if (found || e->isPlace() || !rules::Operation::isOperation(e) || !e->type->isReal())
        return;
      rules::Operation operation(e, language);
      for (unsigned i = 0; i < operation.arguments().size(); ++i)
        found |= isActive(operation.arguments()[i]) && operation.isGuarded(i);
    });
    return found;
  }

  /// A graph that is worth it, and by how many operations.
  struct Choice {
    Accumulation accumulation;
    long saved;
  };
  struct Plan {
    std::vector<Subgraph> graphs;
    std::vector<std::optional<Choice>> choices;
    long saved = 0;
  };

  bool rewrite(Procedure &p, const analysis::Run &run, const RunContext &context, Block &out) {
    std::optional<Plan> best;
    for (size_t length : graphLengths) {
      Plan plan = planned(p, run, context, length);
      if (!best || plan.saved >= best->saved)
        best = std::move(plan);
      if (run.statements.size() <= length)
        break;
    }
    if (best->saved == 0)
      return false;
    for (size_t i = 0; i < best->graphs.size(); ++i) {
      const Subgraph &graph = best->graphs[i];
      if (!best->choices[i])
        for (const Assign *s : graph.statements)
          out.push_back(clone(*s));
      else
        for (StmtPtr &s : CarriedGraph(program, p, graph, best->choices[i]->accumulation, context).statements())
          out.push_back(std::move(s));
    }
    return true;
  }

  /// Where a graph is not worth it, its statements may be, each by itself. All graphs of both kinds have what others of
  /// the run read among their dependents.
  Plan planned(const Procedure &p, const analysis::Run &run, const RunContext &context, size_t length) {
    Plan plan;
    std::vector<Subgraph> single;
    size_t begun = 0;
    for (Subgraph &graph : analysis::flatten(run.statements, context, length)) {
      size_t first = std::exchange(begun, begun + graph.statements.size());
      auto choice = worthwhile(p, graph, context);
      if (choice || graph.statements.size() == 1 || wish.directions || wish.everything) {
        add(std::move(graph), std::move(choice), plan);
        continue;
      }
      if (single.empty())
        single = analysis::flatten(run.statements, context, 1);
      for (size_t i = first; i < begun; ++i)
        add(single[i], keepsOfScalars(single[i]) ? worthwhile(p, single[i], context) : std::nullopt, plan);
    }
    return plan;
  }

  /// Among records, the entry is kept instead of a scalar that the function reads. Elements of arrays are mostly kept for
  /// others, too, and the entry would be one more. Where there are no records, it would be the first.
  bool keepsOfScalars(const Subgraph &graph) const {
    return wish.keeps && wish.keeps(*graph.statements.front()) &&
           llvm::all_of(graph.independents, [](const PlaceUse &x) { return llvm::isa<Variable>(x.place); });
  }

  static void add(Subgraph graph, std::optional<Choice> choice, Plan &plan) {
    plan.saved += choice ? choice->saved : 0;
    plan.graphs.push_back(std::move(graph));
    plan.choices.push_back(std::move(choice));
  }

  std::optional<Choice> worthwhile(const Procedure &p, const Subgraph &graph, const RunContext &context) {
    if (graph.graph.edges.empty() || graph.dependents.empty())
      return std::nullopt;
    for (const Assign *s : graph.statements) // what goes on in the next call is put back with the values that are kept
      if (const Symbol *root = rootVariable(s->place);
          root && (root->storage == Storage::Saved || llvm::is_contained(wish.statics, root)))
        return std::nullopt;
    if (wish.everything)
      return Choice{graph::accumulate(graph.graph, graph::Method::Search, searchBudget), (long)graph.statements.size()};
    return wish.directions ? forDirections(graph, context) : forAdjoint(p, graph);
  }

  /// Operations of one direction: without local Jacobians every statement multiplies all that it reads.
  std::optional<Choice> forDirections(const Subgraph &graph, const RunContext &context) {
    unsigned plain = 0;
    for (const Assign *s : graph.statements)
      plain += activeReads(s->value, context);
    Accumulation best = graph::accumulate(graph.graph, graph::Method::Search, searchBudget);
    unsigned products = best.entries.size(), count = *wish.directions ? *wish.directions : 4;
    long saved = 2L * count * plain - 2L * count * products - best.operations.total();
    return products < plain && saved > 0 ? std::optional(Choice{std::move(best), saved}) : std::nullopt;
  }

  /// Places with derivatives in a value, each once.
  static unsigned activeReads(const Expr *value, const RunContext &context) {
    std::vector<const Expr *> found;
    auto visit = [&](auto &self, const Expr *e) -> void {
      if (e->isPlace()) {
        if (context.isActive(e) && std::none_of(found.begin(), found.end(), [&](const Expr *x) { return equal(x, e); }))
          found.push_back(e);
        return;
      }
      for (const Expr *operand : operands(e))
        self(self, operand);
    };
    visit(visit, value);
    return found.size();
  }

  /// An adjoint goes once over the graph: a product and a sum for every partial derivative, but for units. Accumulation
  /// has its own operations, and then those of the entries. It saves records, where the Jacobian has fewer entries than
  /// values are kept, and functions that the backward sweep would compute again: a compiler of C does not merge two calls
  /// that may set errno. The margin was measured (bench/graph): entries are held from the forward to the backward sweep,
  /// and compilers move the plain one's operations there.
  std::optional<Choice> forAdjoint(const Procedure &p, const Subgraph &graph) {
    auto isValue = [&](const graph::Edge &e) { return graph.graph.labels[e.label] == Label::Value; };
    if (llvm::none_of(graph.graph.edges, isValue))
      return std::nullopt; // the statements' own adjoints read nothing
    long kept = 0;
    for (const Assign *s : graph.statements)
      kept += wish.keeps && wish.keeps(*s);
    if (!kept && !std::all_of(graph.statements.begin(), graph.statements.end(),
                              [&](const Assign *s) { return wish.isShared && wish.isShared(*s); }))
      return std::nullopt; // entries would be the only records
    bool isRepeated = kept || p.language == Language::C;
    long swept = sweep(graph.graph) + (isRepeated ? 8 * costly(graph) : 0);
    auto saves = [&](const Accumulation &a, long operations) {
      long entries = countValues(a.entries, a.labels);
      if (kept && entries > kept)
        return 0L;
      return 4 * (swept + (kept ? 4 * (kept - entries) : 0)) - 5 * (operations + entries + (long)a.entries.size());
    };
    Accumulation first = graph::accumulate(graph.graph, graph::Method::Markowitz);
    if (saves(first, first.operations.total() / 2) <= 0) // no search finds that much
      return std::nullopt;
    Accumulation best = graph::accumulate(graph.graph, graph::Method::Search, searchBudget);
    long saved = saves(best, best.operations.total());
    return saved > 0 ? std::optional(Choice{std::move(best), saved}) : std::nullopt;
  }

  /// Operations of a sweep over the statements. x*x is one product there, too.
  static long sweep(const graph::ComputationalGraph &graph) {
    std::map<std::pair<graph::Vertex, graph::Vertex>, bool> edges;
    for (const graph::Edge &e : graph.edges)
      edges[{e.from, e.to}] |= graph.labels[e.label] == Label::Value;
    return edges.size() + std::count_if(edges.begin(), edges.end(), [](auto &e) { return e.second; });
  }

  template <class Labelled> static unsigned countValues(const Labelled &all, const std::vector<Label> &labels) {
    return std::count_if(all.begin(), all.end(), [&](auto &x) { return labels[x.label] == Label::Value; });
  }

  /// Functions whose values are computed, and that partial derivatives read or compute again.
  unsigned costly(const Subgraph &graph) const {
    unsigned count = 0;
    for (size_t i = 0; i < graph.partials.size(); ++i)
      if (const Subgraph::Partial &partial = graph.partials[i]; graph.graph.labels[i] == Label::Value)
        count += llvm::isa<Intrinsic>(partial.operation) && (!wish.runs || wish.runs(*partial.statement));
    return count;
  }

  Program &program;
  const analysis::Varied &varied;
  const PreaccumulationWish &wish;
  analysis::StraightLine lines;
  std::map<const Procedure *, std::vector<const analysis::Variant *>> variants;
  std::vector<Procedure *> order;
};

} // namespace

bool preaccumulate(Program &program, const analysis::Varied &varied, const std::set<const analysis::Variant *> &needed,
                   analysis::Memory &memory, analysis::EffectSummaries &effects, const PreaccumulationWish &wish) {
  return Preaccumulation(program, varied, needed, memory, effects, wish).run();
}

} // namespace costate::transform
