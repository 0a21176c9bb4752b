#include "transform/Jacobian.h"

#include "analysis/Varied.h"
#include "ir/Rewrite.h"
#include "rules/Instantiate.h"
#include "transform/BlockJacobian.h"
#include "transform/ExpandArrays.h"
#include "transform/FlattenCalls.h"
#include "transform/Generated.h"
#include "transform/SequentialBranches.h"
#include "transform/UnrollLoops.h"

#include <algorithm>
#include <tuple>

namespace costate::transform {

using namespace ir;
using analysis::Head;
using analysis::HeadVariable;
using graph::Accumulation;

namespace {

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

bool refuseJacobian(const Procedure &p, Location at, const std::string &why, Diagnostics &diagnostics) {
  diagnostics.error(at, "cannot generate the Jacobian of '" + p.name + "': " + why,
                    "use --vector, or --compressed for sparse Jacobians");
  return false;
}

/// What is straight-line code in a program that has been made ready for it.
struct Prepared {
  std::map<const Procedure *, LeftCalls> left;
  std::set<const Symbol *> users; ///< variables of the procedures as they were
  std::set<const Stmt *> sequential; ///< branches and calls that are part of it
  std::vector<DerivativeHead> tangents; ///< of what is called
};

/// Whether derivatives go through a value, for any of the heads that name its procedure.
BlockJacobian::IsActive activityIn(const Procedure &p, const analysis::Varied &varied) {
  return [&p, &varied](const Expr *e) {
    for (auto &v : varied.variants())
      if (v->head && v->procedure == &p && e && e->type && varied.varies(*v, e))
        return true;
    return false;
  };
}

/// The Jacobian of one head.
class WholeJacobian {
public:
  WholeJacobian(Program &program, const Head &head, const analysis::Varied &varied, analysis::StraightLine &lines,
                Prepared &prepared, ContractedCalls &contracted, Diagnostics &diagnostics)
      : program(program), head(head), original(*head.procedure), left(prepared.left.at(&original)),
        users(prepared.users), sequential(prepared.sequential), contracted(contracted), tangents(prepared.tangents), diagnostics(diagnostics), b(program), renaming(program),
        rows(program, head, head.dependents, diagnostics), columns(program, head, head.independents, diagnostics),
        block(program, original, lines, activityIn(original, varied), sequential,
              [this](Location at, const std::string &why) { return refuse(at, why); }) {}

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
    if (std::string missing = contracted.callTangents(body, tangents); !missing.empty()) {
      refuse(original.location, missing);
      return nullptr;
    }
    while (dropUnread(body))
      ;
    renaming.apply(body);
    made->body = std::move(body);
    generated.renameHidden(*made);
    return std::move(made);
  }

private:
  // ---- The graph -------------------------------------------------------------------------------------

  bool refuse(Location at, const std::string &why) { return refuseJacobian(original, at, why, diagnostics); }

  bool findGraph() {
    for (const StmtPtr &s : original.body)
      if (!llvm::isa<Assign>(s.get()) && !sequential.count(s.get()))
        return refuse(s->location, whyNot(*s));
    if (!block.find(original.body))
      return false;
    block.choose([&](const ElementName &name) { return rows.find(name); },
                 [&](const ElementName &name) { return columns.find(name); });
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
      for (const Block *inner : blocks(s))
        for (const StmtPtr &x : *inner)
          if (!llvm::isa<Assign>(x.get()) && !sequential.count(x.get()))
            return "in this branch, " + whyNot(*x);
      return "this branch is not straight-line code";
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

  // ---- The procedure ---------------------------------------------------------------------------------

  const Type *number() { return program.types.real(std::max({rows.realKind(), columns.realKind(), 4u})); }
  bool inC() const { return original.language == Language::C; }

  void addArgument() {
    const Type *type = nullptr;
    if (inC()) {
      // Nothing else is there, by contract: said so that compilers need not read x and y again after every entry.
      type = program.types.qualified(program.types.pointer(number()), false, false, true);
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
    LocalJacobian local(program, *made, block.graph, block.accumulation, block.context, false);
    std::map<std::pair<unsigned, unsigned>, const Accumulation::Entry *> entries;
    for (const Accumulation::Entry &entry : block.accumulation.entries) {
      unsigned row = block.rowOf[entry.row], column = block.columnOf[entry.column];
      entries[{row, column}] = &entry;
      local.store(entry.label, place(row, column));
    }
    bool together = rows.size() * columns.size() - entries.size() > mostSingleZeros;
    if (together) // first: entries are stored as soon as they are known
      clearAll(out);
    Block body = block.statements(local);
    std::move(body.begin(), body.end(), std::back_inserter(out));
    for (unsigned row = 0; row < rows.size(); ++row)
      for (unsigned column = 0; column < columns.size(); ++column) {
        auto found = entries.find({row, column});
        const Expr *here = place(row, column), *value = nullptr;
        if (found != entries.end())
          value = local.entry(*found->second, out);
        else if (!block.written.count(row) && nameOf(rows.place(row)) == nameOf(columns.place(column)))
          value = real("1.0", 1);
        else if (!together)
          value = real("0.0", 0);
        if (value && !equal(value, here))
          out.push_back(std::make_unique<Assign>(here, rules::converted(value, number(), program, original.language)));
      }
    return out;
  }

  /// Variables that came on the way and that no entry needed; true where something was dropped.
  bool dropUnread(Block &body) const {
    std::set<const Symbol *> read;
    forEachStmt(body, [&](const Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      for (const Expr *e : expressions(s))
        if (!assign || e != assign->place || !llvm::isa<Variable>(e))
          forEach(e, [&](const Expr *x) {
            if (auto *v = llvm::dyn_cast<Variable>(x))
              read.insert(v->symbol);
          });
    });
    auto isDead = [&](const StmtPtr &s) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      auto *v = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
      return v && v->symbol->owner && v->symbol->storage == Storage::Local && !users.count(v->symbol) &&
             !read.count(v->symbol);
    };
    bool dropped = false;
    auto drop = [&](auto &self, Block &block) -> void {
      dropped |= std::erase_if(block, isDead) > 0;
      for (StmtPtr &s : block)
        for (Block *inner : blocks(*s))
          self(self, *inner);
    };
    drop(drop, body);
    return dropped;
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
  const LeftCalls &left;
  const std::set<const Symbol *> &users;
  std::set<const Stmt *> &sequential;
  ContractedCalls &contracted;
  const std::vector<DerivativeHead> &tangents;
  Diagnostics &diagnostics;
  Builder b;
  Renaming renaming;
  HeadElements rows, columns;
  BlockJacobian block;
  std::unique_ptr<Procedure> made;
  Symbol *jacobian = nullptr;
};

/// What is known of a program as it is.
struct Known {
  Known(Program &program, const std::vector<Head> &heads, const analysis::Externals &externals)
      : varied(program, heads, externals, false), calls(program), memory(program, calls, rootsOf(heads)), effects(memory),
        lines(program, memory, effects) {}

  static std::vector<Procedure *> rootsOf(const std::vector<Head> &heads) {
    std::vector<Procedure *> roots;
    for (const Head &head : heads)
      if (std::find(roots.begin(), roots.end(), head.procedure) == roots.end())
        roots.push_back(head.procedure);
    return roots;
  }

  analysis::Varied varied;
  analysis::CallGraph calls;
  analysis::Memory memory;
  analysis::EffectSummaries effects;
  analysis::StraightLine lines;
};

/// Flattens calls and unrolls loops, but does not flatten what would leave statements behind that are no assignments.
class StraightenedCalls {
public:
  StraightenedCalls(Program &program, Procedure &procedure) : program(program), procedure(procedure) {
    for (Procedure *p : procedures(program))
      if (p != &procedure)
        forEachStmt(p->body, [&](const Stmt &s) {
          if (!isStraight(s))
            owners.emplace(place(s), p);
        });
  }

  LeftCalls run() {
    for (;;) {
      Block before = clone(procedure.body);
      size_t symbols = procedure.scope.symbols.size();
      LeftCalls left = flattenCalls(program, procedure, mostStatements,
                                    [&](const Call &, const Procedure &target) { return !whole.count(&target); });
      unrollLoops(program, procedure);
      if (!addWhole())
        return left;
      procedure.body = std::move(before);
      procedure.scope.symbols.resize(symbols);
    }
  }

private:
  using Place = std::tuple<uint32_t, uint32_t, uint32_t>;
  static constexpr size_t mostStatements = 5000;

  static bool isStraight(const Stmt &s) { return llvm::isa<Assign>(s) || llvm::isa<If>(s) || llvm::isa<Call>(s); }
  static Place place(const Stmt &s) { return {s.location.file, s.location.line, s.location.column}; }

  bool addWhole() {
    bool added = false;
    forEachStmt(procedure.body, [&](const Stmt &s) {
      auto owner = isStraight(s) ? owners.end() : owners.find(place(s));
      added |= owner != owners.end() && whole.insert(owner->second).second;
    });
    return added;
  }

  Program &program;
  Procedure &procedure;
  std::map<Place, const Procedure *> owners; ///< of statements that are no assignments, by where they stand
  std::set<const Procedure *> whole;         ///< not flattened
};

/// Calls, loops, arrays and branches become straight-line code where that is possible.
Prepared straighten(Program &program, const std::vector<Head> &heads, const analysis::Externals &externals,
                    ContractedCalls &contracted, Diagnostics &diagnostics) {
  Prepared out;
  std::vector<Procedure *> roots = Known::rootsOf(heads);
  for (Procedure *p : roots) {
    for (auto &s : p->scope.symbols)
      out.users.insert(s.get());
    out.left[p] = StraightenedCalls(program, *p).run();
    expandArrays(program, *p);
    if (p->language == Language::C)
      branchAtChoices(program, *p);
  }
  if (std::any_of(roots.begin(), roots.end(), [&](Procedure *p) { return !out.left[p].empty(); })) {
    Known known(program, heads, externals);
    for (Procedure *p : roots)
      contracted.run(*p, {known.varied, known.memory, known.effects}, out.sequential, out.left[p]);
  }
  auto branches = [&](Procedure *p) { return SequentialBranches::isThere(p->body, out.sequential); };
  while (!diagnostics.hasErrors() && std::any_of(roots.begin(), roots.end(), branches)) {
    Known known(program, heads, externals);
    for (Procedure *p : roots)
      SequentialBranches(program, *p, out.sequential, [&](Location at, const std::string &why) {
        return refuseJacobian(*p, at, why, diagnostics);
      }).run(known.lines, activityIn(*p, known.varied));
  }
  return out;
}

} // namespace

std::vector<DerivativeHead> makeJacobians(Program &program, const std::vector<Head> &heads,
                                          const analysis::Externals &externals, CalledTangents &called,
                                          Diagnostics &diagnostics) {
  Generated generated(program, "_j", "j", std::nullopt, diagnostics); // before others add their units
  ContractedCalls contracted(program);
  Prepared prepared = straighten(program, heads, externals, contracted, diagnostics);
  std::vector<Head> calledHeads = contracted.heads();
  if (!diagnostics.hasErrors() && contracted.found())
    prepared.tangents = called.make(calledHeads);
  if (diagnostics.hasErrors())
    return {};
  Known known(program, heads, externals);
  generated.isNeverWritten = [&](const Symbol *s) { return !known.varied.mayWrite().mayChange(s); };
  std::vector<std::unique_ptr<Procedure>> made;
  std::vector<DerivativeHead> out;
  for (const Head &head : heads)
    if (auto p = WholeJacobian(program, head, known.varied, known.lines, prepared, contracted, diagnostics).make(generated)) {
      DerivativeHead derivative;
      derivative.head = &head;
      derivative.derivative = p.get();
      out.push_back(std::move(derivative));
      made.push_back(std::move(p));
    }
  if (!diagnostics.hasErrors()) {
    called.join(generated, made);
    generated.finish(std::move(made));
  }
  return out;
}

} // namespace costate::transform
