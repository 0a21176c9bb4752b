#include "transform/SequentialBranches.h"

#include "ir/Rewrite.h"
#include "rules/Instantiate.h"
#include "rules/Marks.h"
#include "rules/Rules.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using graph::Accumulation;

// ---- Choices ---------------------------------------------------------------------------------------------

namespace {

/// What can be evaluated on both sides.
bool isPlain(const Expr *e) {
  while (auto *cast = llvm::dyn_cast<Convert>(e))
    e = cast->operand;
  return llvm::isa<Variable>(e) || e->isConstant();
}

/// The outermost choice between expressions; null where there is none.
const Conditional *choiceIn(const Expr *e) {
  if (auto *choice = llvm::dyn_cast<Conditional>(e))
    return e->type->isReal() && (!isPlain(choice->whenTrue) || !isPlain(choice->whenFalse)) ? choice : nullptr;
  if (auto *both = llvm::dyn_cast<Binary>(e); both && (both->op == BinaryOp::And || both->op == BinaryOp::Or))
    return nullptr; // evaluated only sometimes
  for (const Expr *operand : operands(e))
    if (const Conditional *found = choiceIn(operand))
      return found;
  return nullptr;
}

const Expr *replaced(Program &program, const Expr *e, const Expr *what, const Expr *by) {
  if (e == what)
    return by;
  return mapOperands(program.exprs, e, [&](const Expr *x) { return replaced(program, x, what, by); });
}

void branchAtChoices(Program &program, Procedure &procedure, Block &statements) {
  Builder b(program);
  Block out;
  for (StmtPtr &s : statements) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    while (const Conditional *choice = assign ? choiceIn(assign->value) : nullptr) {
      bool isAll = choice == assign->value;
      const Expr *place = assign->place;
      if (!isAll) {
        Symbol *t = procedure.makeTemporary("choice", choice->type->strip());
        t->temporary = false;
        place = b.variable(t, choice->location);
      }
      Block first, second;
      first.push_back(std::make_unique<Assign>(place, choice->whenTrue, s->location));
      second.push_back(std::make_unique<Assign>(place, choice->whenFalse, s->location));
      auto branch = std::make_unique<If>(choice->condition, std::move(first), std::move(second), s->location);
      std::swap(branch->comments, s->comments);
      if (isAll) {
        s = std::move(branch);
        break;
      }
      branchAtChoices(program, procedure, branch->thenBlock);
      branchAtChoices(program, procedure, branch->elseBlock);
      out.push_back(std::move(branch));
      assign->value = replaced(program, assign->value, choice, place);
    }
    for (Block *inner : blocks(*s))
      branchAtChoices(program, procedure, *inner);
    out.push_back(std::move(s));
  }
  statements = std::move(out);
}

} // namespace

void branchAtChoices(Program &program, Procedure &procedure) { branchAtChoices(program, procedure, procedure.body); }

// ---- Branches --------------------------------------------------------------------------------------------

namespace {

/// More partial derivatives than this are for vector tangents.
constexpr size_t mostPartials = 500;

/// Of assignments and what has become part of them.
bool isStraight(const Block &block, const std::set<const Stmt *> &sequential) {
  return std::all_of(block.begin(), block.end(),
                     [&](const StmtPtr &s) { return llvm::isa<Assign>(s.get()) || sequential.count(s.get()); });
}

bool isNext(const Stmt &s, const std::set<const Stmt *> &sequential) {
  auto *branch = llvm::dyn_cast<If>(&s);
  return branch && !sequential.count(&s) && isStraight(branch->thenBlock, sequential) &&
         isStraight(branch->elseBlock, sequential);
}

/// Branches that can be made sequential now.
void collect(const Block &block, const std::set<const Stmt *> &sequential, std::vector<const If *> &out) {
  for (const StmtPtr &s : block)
    if (isNext(*s, sequential))
      out.push_back(llvm::cast<If>(s.get()));
    else if (!sequential.count(s.get()))
      for (const Block *inner : blocks(std::as_const(*s)))
        collect(*inner, sequential, out);
}

/// Numbers of a branch, in the order in which they are met.
struct Numbers {
  std::map<ElementName, unsigned> numbers;
  std::vector<const Expr *> places;

  unsigned add(const Expr *place) {
    auto [known, isNew] = numbers.try_emplace(*nameOf(place), places.size());
    if (isNew)
      places.push_back(place);
    return known->second;
  }
  std::optional<unsigned> find(const ElementName &name) const {
    auto found = numbers.find(name);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  }
};

} // namespace

bool SequentialBranches::isThere(const Block &block, const std::set<const Stmt *> &sequential) {
  std::vector<const If *> found;
  collect(block, sequential, found);
  return !found.empty();
}

bool SequentialBranches::run(analysis::StraightLine &known, const BlockJacobian::IsActive &active) {
  lines = &known;
  isActive = active;
  lines->runs(procedure, isActive); // finds out what is read behind them
  std::vector<const If *> found;
  collect(procedure.body, sequential, found);
  for (const If *s : found)
    if (!branch(*s, made[s]))
      return false;
  splice(procedure.body); // when the analyses have seen all
  return true;
}

void SequentialBranches::splice(Block &statements) {
  Block out;
  for (StmtPtr &s : statements) {
    auto instead = made.find(s.get());
    if (instead == made.end()) {
      for (Block *inner : blocks(*s))
        splice(*inner);
      out.push_back(std::move(s));
    } else {
      std::move(instead->second.begin(), instead->second.end(), std::back_inserter(out));
    }
  }
  statements = std::move(out);
}

/// One side of a branch.
struct SequentialBranches::Side {
  BlockJacobian jacobian;
  std::map<std::pair<unsigned, unsigned>, const Accumulation::Entry *> entries; ///< by row and column
};

bool SequentialBranches::branch(const If &s, Block &out) {
  // Rows: what it may write that carries derivatives to what follows; columns: what it reads.
  Numbers rows, columns;
  std::vector<const Expr *> others; // that it writes
  Side sides[2]{{BlockJacobian(program, procedure, *lines, isActive, sequential, refuse), {}},
                {BlockJacobian(program, procedure, *lines, isActive, sequential, refuse), {}}};
  const Block *blocks[2]{&s.thenBlock, &s.elseBlock};
  Block inside[2];
  for (int i : {0, 1}) {
    if (!sides[i].jacobian.find(*blocks[i]))
      return false;
    for (const StmtPtr &x : *blocks[i])
      if (auto *assign = llvm::dyn_cast<Assign>(x.get())) {
        if (isActive(assign->place) && assign->place->type->isReal() &&
            sides[i].jacobian.isReadAfter({assign->place, assign}))
          rows.add(assign->place);
        else if (!assign->place->type->isArray() && !assign->place->type->isRecord())
          others.push_back(assign->place);
        else
          return refuse(x->location, "this assignment cannot be taken element by element");
      }
    for (const analysis::PlaceUse &use : sides[i].jacobian.graph.independents)
      if (nameOf(use.place))
        columns.add(use.place);
  }
  for (Side &side : sides) {
    side.jacobian.choose([&](const ElementName &name) { return rows.find(name); },
                         [&](const ElementName &name) { return columns.find(name); });
    for (const Accumulation::Entry &entry : side.jacobian.accumulation.entries)
      side.entries[{side.jacobian.rowOf[entry.row], side.jacobian.columnOf[entry.column]}] = &entry;
  }
  // A number that one side leaves as it is.
  std::set<std::pair<unsigned, unsigned>> kept[2];
  for (int i : {0, 1})
    for (unsigned row = 0; row < rows.places.size(); ++row)
      if (!sides[i].jacobian.written.count(row))
        kept[i].insert({row, columns.add(rows.places[row])});
  // One variable for every partial derivative.
  std::map<std::pair<unsigned, unsigned>, Symbol *> partials;
  for (int i : {0, 1}) {
    for (auto &[at, entry] : sides[i].entries)
      partials[at];
    for (auto &at : kept[i])
      partials[at];
  }
  if (partials.size() > mostPartials)
    return refuse(s.location, "this branch has more than " + std::to_string(mostPartials) + " partial derivatives");
  for (auto &[at, symbol] : partials) {
    std::string name = "d" + LocalJacobian::nameOf(rows.places[at.first]).substr(0, 24) + "_d" +
                       LocalJacobian::nameOf(columns.places[at.second]).substr(0, 24);
    symbol = procedure.makeTemporary(name, rows.places[at.first]->type->strip());
    symbol->temporary = false;
  }
  // What it reads, as it was.
  std::map<unsigned, const Expr *> before;
  std::set<unsigned> used;
  for (auto &[at, symbol] : partials)
    used.insert(at.second);
  for (unsigned column : used) {
    const Expr *place = columns.places[column];
    before[column] = place;
    if (!rows.find(*nameOf(place)))
      continue;
    Symbol *copy = procedure.makeTemporary(LocalJacobian::nameOf(place).substr(0, 40) + "0", place->type->strip());
    copy->temporary = false;
    out.push_back(b.assign(copy, place, s.location));
    before[column] = b.variable(copy);
  }
  for (int i : {0, 1}) {
    BlockJacobian &jacobian = sides[i].jacobian;
    LocalJacobian local(program, procedure, jacobian.graph, jacobian.accumulation, jacobian.context, false);
    for (auto &[at, entry] : sides[i].entries)
      local.store(entry->label, b.variable(partials.at(at)));
    Block made = blocks[i]->empty() ? Block() : jacobian.statements(local);
    for (auto &[at, symbol] : partials) {
      const Type *type = symbol->type;
      auto entry = sides[i].entries.find(at);
      const Expr *value = entry != sides[i].entries.end() ? local.entry(*entry->second, made)
                          : kept[i].count(at) ? program.exprs.make<RealConstant>(type, "1.0", 1.0)
                                              : program.exprs.make<RealConstant>(type, "0.0", 0.0);
      auto *stored = llvm::dyn_cast<Variable>(value);
      if (!stored || stored->symbol != symbol)
        made.push_back(b.assign(symbol, rules::converted(value, type, program, procedure.language), s.location));
    }
    inside[i] = std::move(made);
  }
  auto branch = std::make_unique<If>(s.condition, std::move(inside[0]), std::move(inside[1]), s.location);
  branch->comments = s.comments;
  sequential.insert(branch.get());
  out.push_back(std::move(branch));
  // Afterwards.
  for (unsigned row = 0; row < rows.places.size(); ++row) {
    const Expr *place = rows.places[row], *derivative = nullptr;
    const Type *type = place->type->strip();
    for (auto &[at, symbol] : partials)
      if (at.first == row) {
        const Expr *term = b.binary(BinaryOp::Multiply, b.variable(symbol),
                                    rules::converted(before.at(at.second), type, program, procedure.language));
        derivative = derivative ? b.binary(BinaryOp::Add, derivative, term) : term;
      }
    const Expr *value = derivative ? rules::carry(place, derivative, program) : rules::passive(place, program);
    out.push_back(std::make_unique<Assign>(place, value, s.location));
  }
  for (const Expr *place : others) // they may have changed
    out.push_back(std::make_unique<Assign>(place, rules::passive(place, program), s.location));
  return true;
}

} // namespace costate::transform
