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

/// One branch in the making.
class SequentialBranches::Branch {
public:
  Branch(SequentialBranches &, const If &);
  bool make(Block &out);

private:
  using At = std::pair<unsigned, unsigned>; ///< row and column
  struct Side {
    BlockJacobian jacobian;
    const Block *block;
    std::map<At, const Accumulation::Entry *> entries;
    std::set<At> kept; ///< where it leaves a number as it is
  };

  bool findNumbers(Side &);
  void findEntries(Side &);
  void copyInputs(Block &out);
  Block statements(Side &);
  void carryDerivatives(Block &out);
  Symbol *variable(const std::string &name, const Expr *like);

  SequentialBranches &all;
  Program &program;
  Procedure &procedure;
  Builder b;
  const If &s;
  Side sides[2];
  Numbers rows, columns;
  std::vector<const Expr *> others;         ///< that it writes
  std::map<At, Symbol *> partials;          ///< the variables that have them
  std::map<unsigned, const Expr *> before;  ///< columns, as they were
};

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

bool SequentialBranches::branch(const If &s, Block &out) {
  return Branch(*this, s).make(out);
}

SequentialBranches::Branch::Branch(SequentialBranches &all, const If &s)
    : all(all), program(all.program), procedure(all.procedure), b(program), s(s),
      sides{{BlockJacobian(program, procedure, *all.lines, all.isActive, all.sequential, all.refuse), &s.thenBlock, {}, {}},
            {BlockJacobian(program, procedure, *all.lines, all.isActive, all.sequential, all.refuse), &s.elseBlock, {}, {}}} {}

bool SequentialBranches::Branch::make(Block &out) {
  for (Side &side : sides)
    if (!findNumbers(side))
      return false;
  for (Side &side : sides)
    findEntries(side);
  if (partials.size() > mostPartials)
    return all.refuse(s.location, "this branch has more than " + std::to_string(mostPartials) + " partial derivatives");
  for (auto &[at, symbol] : partials)
    symbol = variable("d" + LocalJacobian::nameOf(rows.places[at.first]).substr(0, 24) + "_d" +
                          LocalJacobian::nameOf(columns.places[at.second]).substr(0, 24),
                      rows.places[at.first]);
  copyInputs(out);
  auto branch = std::make_unique<If>(s.condition, statements(sides[0]), statements(sides[1]), s.location);
  branch->comments = s.comments;
  all.sequential.insert(branch.get());
  out.push_back(std::move(branch));
  carryDerivatives(out);
  return true;
}

Symbol *SequentialBranches::Branch::variable(const std::string &name, const Expr *like) {
  Symbol *made = procedure.makeTemporary(name, like->type->strip());
  made->temporary = false;
  return made;
}

/// Rows: what it may write that carries derivatives to what follows; columns: what it reads.
bool SequentialBranches::Branch::findNumbers(Side &side) {
  if (!side.jacobian.find(*side.block))
    return false;
  for (const StmtPtr &x : *side.block) {
    auto *assign = llvm::dyn_cast<Assign>(x.get());
    if (!assign || all.sequential.count(assign))
      continue;
    const Type *type = assign->place->type;
    if (type->isArray() || type->isRecord())
      return all.refuse(x->location, "this assignment cannot be taken element by element");
    if (all.isActive(assign->place) && type->isReal() && side.jacobian.isReadAfter({assign->place, assign}))
      rows.add(assign->place);
    else
      others.push_back(assign->place);
  }
  for (const analysis::PlaceUse &use : side.jacobian.graph.independents)
    if (nameOf(use.place))
      columns.add(use.place);
  return true;
}

void SequentialBranches::Branch::findEntries(Side &side) {
  side.jacobian.choose([&](const ElementName &name) { return rows.find(name); },
                       [&](const ElementName &name) { return columns.find(name); });
  for (const Accumulation::Entry &entry : side.jacobian.accumulation.entries)
    side.entries[{side.jacobian.rowOf[entry.row], side.jacobian.columnOf[entry.column]}] = &entry;
  for (unsigned row = 0; row < rows.places.size(); ++row)
    if (!side.jacobian.written.count(row)) // it leaves it as it is
      side.kept.insert({row, columns.add(rows.places[row])});
  for (auto &[at, entry] : side.entries)
    partials[at];
  for (const At &at : side.kept)
    partials[at];
}

/// What it reads, as it was before.
void SequentialBranches::Branch::copyInputs(Block &out) {
  for (auto &[at, symbol] : partials) {
    const Expr *place = columns.places[at.second];
    auto [known, isNew] = before.try_emplace(at.second, place);
    if (!isNew || !rows.find(*nameOf(place)))
      continue;
    Symbol *copy = variable(LocalJacobian::nameOf(place).substr(0, 40) + "0", place);
    out.push_back(b.assign(copy, place, s.location));
    known->second = b.variable(copy);
  }
}

Block SequentialBranches::Branch::statements(Side &side) {
  LocalJacobian local(program, procedure, side.jacobian.graph, side.jacobian.accumulation, side.jacobian.context, false);
  for (auto &[at, entry] : side.entries)
    local.store(entry->label, b.variable(partials.at(at)));
  Block out = side.block->empty() ? Block() : side.jacobian.statements(local);
  for (auto &[at, symbol] : partials) {
    const Type *type = symbol->type;
    auto entry = side.entries.find(at);
    const Expr *value = entry != side.entries.end() ? local.entry(*entry->second, out)
                        : side.kept.count(at)       ? program.exprs.make<RealConstant>(type, "1.0", 1.0)
                                                    : program.exprs.make<RealConstant>(type, "0.0", 0.0);
    auto *stored = llvm::dyn_cast<Variable>(value);
    if (!stored || stored->symbol != symbol)
      out.push_back(b.assign(symbol, rules::converted(value, type, program, procedure.language), s.location));
  }
  return out;
}

/// Behind it, every number that it may have written is assigned again.
void SequentialBranches::Branch::carryDerivatives(Block &out) {
  for (unsigned row = 0; row < rows.places.size(); ++row) {
    const Expr *place = rows.places[row], *derivative = nullptr;
    const Type *type = place->type->strip();
    for (auto &[at, symbol] : partials)
      if (at.first == row) {
        const Expr *input = rules::converted(before.at(at.second), type, program, procedure.language);
        const Expr *term = b.binary(BinaryOp::Multiply, b.variable(symbol), input);
        derivative = derivative ? b.binary(BinaryOp::Add, derivative, term) : term;
      }
    const Expr *value = derivative ? rules::carry(place, derivative, program) : rules::passive(place, program);
    out.push_back(std::make_unique<Assign>(place, value, s.location));
  }
  for (const Expr *place : others) // nothing is known of them any more
    out.push_back(std::make_unique<Assign>(place, rules::passive(place, program), s.location));
}

} // namespace costate::transform
