#include "transform/SeparableTerms.h"

#include "analysis/Linearity.h"
#include "ir/Builder.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Accumulator;
using analysis::Head;
using analysis::SeparableDependent;
using analysis::SeparableTerm;

namespace {

bool mentions(const Expr *e, const Expr *place) {
  bool found = false;
  forEach(e, [&](const Expr *x) { found |= equal(x, place); });
  return found;
}

/// What a sum adds to one of its parts; null where that is not a part of its own.
const Expr *without(const Expr *e, const Expr *part, Program &program) {
  if (auto *x = llvm::dyn_cast<Unary>(e); x && x->op == UnaryOp::Parentheses)
    return without(x->operand, part, program);
  auto *sum = llvm::dyn_cast<Binary>(e);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
    return nullptr;
  auto &make = program.exprs;
  bool left = mentions(sum->left, part), right = mentions(sum->right, part), plus = sum->op == BinaryOp::Add;
  if (left == right || (right && !plus))
    return nullptr;
  if (right)
    return equal(sum->right, part)
               ? sum->left
               : [&]() -> const Expr * {
                   const Expr *rest = without(sum->right, part, program);
                   return rest ? make.make<Binary>(e->type, BinaryOp::Add, sum->left, rest, e->location) : nullptr;
                 }();
  if (equal(sum->left, part))
    return plus ? sum->right : make.make<Unary>(e->type, UnaryOp::Negate, sum->right, e->location);
  const Expr *rest = without(sum->left, part, program);
  return rest ? make.make<Binary>(e->type, sum->op, rest, sum->right, e->location) : nullptr;
}

/// Where the statements of a procedure stand.
class Positions {
public:
  explicit Positions(const Block &body) { enter(body, nullptr); }

  const Block *blockOf(const Stmt &s) const { return at.at(&s).block; }
  bool inLoop(const Stmt &s) const {
    for (const Stmt *up = at.at(&s).parent; up; up = at.at(up).parent)
      if (llvm::isa<For, While>(up))
        return true;
    return false;
  }
  /// The number of the statement of a block that is this one or holds it.
  std::optional<size_t> in(const Block *block, const Stmt &s) const {
    for (const Stmt *up = &s; up; up = at.at(up).parent)
      if (at.at(up).block == block)
        return at.at(up).index;
    return std::nullopt;
  }

private:
  struct Position {
    const Block *block;
    size_t index;
    const Stmt *parent;
  };
  void enter(const Block &block, const Stmt *parent) {
    for (size_t i = 0; i < block.size(); ++i) {
      at[block[i].get()] = {&block, i, parent};
      for (const Block *inner : blocks(static_cast<const Stmt &>(*block[i])))
        enter(*inner, block[i].get());
    }
  }
  std::map<const Stmt *, Position> at;
};

/// The accumulators of one dependent, and which of them keep (T1) to (T3).
class Sums {
public:
  Sums(const Procedure &p, const SeparableDependent &dependent, Program &program)
      : procedure(p), dependent(dependent), program(program), positions(p.body) {
    for (const Accumulator &a : dependent.accumulators)
      writes.push_back(writesOf(p, *a.place));
  }

  /// Of an accumulator: what its terms are multiplied with (null: 1), the sign beside it.
  struct Factor {
    const Expr *scale = nullptr;
    bool negative = false;
  };
  std::optional<Factor> factor(unsigned number, unsigned depth = 0) const;

private:
  struct Writes {
    bool known = false;          ///< (T1)
    const Assign *first = nullptr;
    std::vector<const Assign *> updates;
  };
  Writes writesOf(const Procedure &, const Expr &place);
  bool isGivenOver(const Accumulator &, const Writes &) const;
  bool isSettled(const Expr *, const Assign &before) const;
  bool isSettled(const Symbol &, const Assign &before) const;

  const Procedure &procedure;
  const SeparableDependent &dependent;
  Program &program;
  Positions positions;
  std::vector<Writes> writes;
};

Sums::Writes Sums::writesOf(const Procedure &p, const Expr &place) {
  Writes out;
  out.known = true;
  forEachStmt(p.body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    if (!assign || !equal(assign->place, &place))
      return;
    if (!mentions(assign->value, &place)) {
      out.known &= !out.first;
      out.first = assign;
    } else {
      out.known &= !assign->mask && without(assign->value, &place, program) != nullptr;
      out.updates.push_back(assign);
    }
  });
  for (const Assign *update : out.updates) { // (T2)
    auto index = out.first ? positions.in(positions.blockOf(*out.first), *update) : 0;
    out.known &= index && (!out.first || *index > *positions.in(positions.blockOf(*out.first), *out.first));
  }
  return out;
}

/// (T3) The value is the same from a statement on to the end.
bool Sums::isSettled(const Expr *e, const Assign &before) const {
  bool all = true;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    bool named = v && (v->symbol->kind == SymbolKind::NamedConstant || isSettled(*v->symbol, before));
    all &= x->isConstant() || named || llvm::isa<Unary, Binary, Convert>(x);
  });
  return all;
}

/// A scalar of the procedure that one assignment before the statement writes, or none, and no call or pointer can.
bool Sums::isSettled(const Symbol &s, const Assign &before) const {
  bool own = s.owner == &procedure && (s.storage == Storage::Local || s.storage == Storage::Argument) && !s.overlay &&
             !s.target && s.type->isReal();
  unsigned writes = 0;
  auto names = [&](const Expr *e) {
    auto *v = e ? llvm::dyn_cast<Variable>(e) : nullptr;
    return v && v->symbol == &s;
  };
  forEachStmt(procedure.body, [&](const Stmt &x) {
    if (auto *assign = llvm::dyn_cast<Assign>(&x); assign && names(assign->place)) {
      auto at = positions.in(positions.blockOf(x), before);
      own &= ++writes == 1 && at && *at > *positions.in(positions.blockOf(x), x);
    } else if (auto *call = llvm::dyn_cast<Call>(&x)) {
      own &= !names(call->result);
      for (const Argument &a : call->arguments)
        own &= !names(a.value) || procedure.language == Language::C;
    } else if (auto *opaque = llvm::dyn_cast<Opaque>(&x)) {
      for (const OpaquePiece &piece : opaque->pieces)
        own &= !names(piece.value) || piece.effect <= OpaquePiece::Effect::Reads;
    }
    for (const Expr *e : expressions(x))
      forEach(e, [&](const Expr *y) {
        auto *address = llvm::dyn_cast<AddressOf>(y);
        own &= !address || !names(address->place);
      });
  });
  return own;
}

/// (T3) of an accumulator that is not the dependent.
bool Sums::isGivenOver(const Accumulator &a, const Writes &own) const {
  const Writes &into = writes[a.into];
  bool known = own.first && a.taken &&
               (a.taken == into.first || std::count(into.updates.begin(), into.updates.end(), a.taken)) &&
               (!a.scale || isSettled(a.scale, *own.first));
  if (!known || positions.blockOf(*a.taken) != positions.blockOf(*own.first))
    return false;
  const Block *block = positions.blockOf(*own.first);
  size_t end = *positions.in(block, *a.taken);
  return std::all_of(own.updates.begin(), own.updates.end(),
                     [&](const Assign *update) { return *positions.in(block, *update) < end; });
}

std::optional<Sums::Factor> Sums::factor(unsigned number, unsigned depth) const {
  const Accumulator &a = dependent.accumulators[number];
  const Writes &own = writes[number];
  bool twice = false; // one variable that collects for itself
  for (unsigned other = 0; other < dependent.accumulators.size(); ++other)
    twice |= other != number && equal(dependent.accumulators[other].place, a.place);
  if (!own.known || twice || depth > dependent.accumulators.size())
    return std::nullopt;
  if (number == 0)
    return own.first && positions.inLoop(*own.first) ? std::nullopt : std::optional(Factor{});
  auto outer = isGivenOver(a, own) ? factor(a.into, depth + 1) : std::nullopt;
  if (!outer)
    return std::nullopt;
  outer->negative ^= a.negative;
  if (a.scale)
    outer->scale = outer->scale ? Builder(program).binary(BinaryOp::Multiply, outer->scale, a.scale) : a.scale;
  return outer;
}

} // namespace

SeparableTerms::SeparableTerms(Program &program, const std::vector<Head> &heads, const analysis::Externals &externals)
    : program(program) {
  analysis::Linearity linearity(program, heads, &externals);
  for (const Head &head : heads)
    if (head.dependents.size() == 1)
      for (const SeparableDependent &dependent : linearity.separable(head))
        add(head, dependent);
}

void SeparableTerms::add(const Head &head, const SeparableDependent &dependent) {
  Sums sums(*head.procedure, dependent, program);
  if (dependent.accumulators[0].place->type->isArray())
    return;
  bool any = false;
  for (const SeparableTerm &term : dependent.terms) {
    auto factor = term.first ? std::nullopt : sums.factor(term.accumulator);
    if (!factor)
      continue;
    const Expr *value = without(term.statement->value, dependent.accumulators[term.accumulator].place, program);
    if (factor->scale)
      value = Builder(program).binary(BinaryOp::Multiply, factor->scale, value);
    if (factor->negative)
      value = program.exprs.make<Unary>(value->type, UnaryOp::Negate, value, term.statement->location);
    terms[term.statement] = value;
    any = true;
  }
  if (any)
    this->sums[&head] = dependent.widest();
}

const Expr *SeparableTerms::of(const Assign &s) const {
  auto found = terms.find(&s);
  return found == terms.end() ? nullptr : found->second;
}

} // namespace costate::transform
