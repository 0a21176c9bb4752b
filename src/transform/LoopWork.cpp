#include "transform/LoopWork.h"

#include "ir/Constants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"

#include <cmath>

namespace costate::transform {

using namespace ir;
using analysis::variableOf;

namespace {

constexpr double enough = 20000; ///< operations that are worth several threads
constexpr double unknownTrips = 16, ofArrayStatement = 16, ofFunction = 10;

/// Nothing but sums and products of integers that have names: it can be computed anywhere.
bool isPlain(const Expr *e) {
  bool plain = true;
  forEach(e, [&](const Expr *x) {
    auto *binary = llvm::dyn_cast<Binary>(x);
    bool sum = binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract ||
                          binary->op == BinaryOp::Multiply);
    auto *v = llvm::dyn_cast<Variable>(x);
    bool named = v && !v->symbol->isVolatile && !v->symbol->optional;
    plain &= x->type && x->type->isInteger() && (sum || named || llvm::isa<IntegerConstant, Convert>(x));
  });
  return plain;
}

/// A statement of the loop may give one of its variables another value.
bool mayChange(const Expr *e, const For &loop) {
  std::set<const Symbol *> read;
  forEach(e, [&](const Expr *x) {
    if (auto *v = llvm::dyn_cast<Variable>(x))
      read.insert(v->symbol);
  });
  bool found = read.count(loop.variable);
  forEachStmt(loop.body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *counted = llvm::dyn_cast<For>(&s);
    found |= (assign && read.count(variableOf(assign->place))) || (counted && read.count(counted->variable));
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      found |= call->result && read.count(variableOf(call->result));
      for (const Argument &a : call->arguments)
        found |= a.value && read.count(variableOf(a.value)) && variableOf(a.value)->intent != Intent::In;
    }
  });
  return found;
}

} // namespace

double LoopWork::Work::guess() const { return operations * std::pow(unknownTrips, factors.size()); }

double LoopWork::operations(const Stmt &s) {
  double out = 1;
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      bool array = x->type && x->type->isArray();
      double one = llvm::isa<Intrinsic>(x) ? ofFunction : llvm::isa<Binary, Unary>(x) ? 1 : 0;
      out += array ? ofArrayStatement * one : one;
    });
  return out;
}

LoopWork::Work LoopWork::work(const Block &block, const For &outer) {
  Work out;
  for (const StmtPtr &s : block) {
    Work one = work(*s, outer);
    if (one.factors.empty() && out.factors.empty())
      out.operations += one.operations;
    else if (one.guess() > out.guess())
      out = std::move(one);
  }
  return out;
}

LoopWork::Work LoopWork::work(const Stmt &s, const For &outer) {
  Work out;
  if (auto *loop = llvm::dyn_cast<For>(&s)) {
    out = work(loop->body, outer);
    const Expr *trips = distance(*loop);
    if (std::optional<double> count = constantTrips(*loop))
      out.operations *= *count;
    else if (trips && isPlain(trips) && !mayChange(trips, outer) && !mayChange(trips, *loop))
      out.factors.push_back(trips);
    else
      out.operations *= unknownTrips;
    return out;
  }
  for (const Block *inner : blocks(s)) {
    Work one = work(*inner, outer);
    if (one.guess() > out.guess())
      out = std::move(one);
  }
  if (llvm::isa<While>(s))
    out.operations *= unknownTrips;
  if (out.factors.empty())
    out.operations += operations(s);
  if (auto *call = llvm::dyn_cast<Call>(&s))
    for (const Procedure *callee : calls.targets(*call))
      out.operations += work(*callee);
  return out;
}

double LoopWork::work(const Procedure &p) {
  auto [at, fresh] = ofProcedures.try_emplace(&p, 1); // what a recursive call counts
  if (!fresh)
    return at->second;
  For whole(nullptr, nullptr, nullptr, nullptr, {});
  double found = work(p.body, whole).guess();
  return ofProcedures[&p] = std::min(found, enough);
}

std::optional<double> LoopWork::constantTrips(const For &x) const {
  auto first = constantValue(x.lower), last = constantValue(x.bound);
  auto step = x.step ? constantValue(x.step) : std::optional<int64_t>(1);
  if (!first || !last || !step || *step == 0)
    return std::nullopt;
  return std::abs(double(*last) - double(*first)) / std::abs(double(*step)) + 1;
}

/// Within a few of the number of iterations, where the step is 1 or -1; else null.
const Expr *LoopWork::distance(const For &x) {
  auto step = x.step ? constantValue(x.step) : std::optional<int64_t>(1);
  if (!step || (*step != 1 && *step != -1) || !x.variable->type->isInteger())
    return nullptr;
  bool up = x.direction == For::Direction::Up || (x.direction == For::Direction::BySignOfStep && *step > 0);
  const Expr *high = up ? x.bound : x.lower, *low = up ? x.lower : x.bound;
  auto start = constantValue(low);
  return start && (*start == 0 || *start == 1) ? high : build.binary(BinaryOp::Subtract, high, low);
}

LoopWork::Worth LoopWork::of(const For &x, const Procedure &p) {
  Work one = work(x.body, x);
  std::optional<double> trips = constantTrips(x);
  const Expr *counted = trips ? nullptr : distance(x);
  if (trips)
    one.operations *= *trips;
  else if (counted && isPlain(counted))
    one.factors.insert(one.factors.begin(), counted);
  else
    one.operations *= unknownTrips;
  if (one.factors.size() > 2) // a product of more need not fit 64 bits
    one.operations *= std::pow(unknownTrips, one.factors.size() - 2);
  one.factors.resize(std::min<size_t>(one.factors.size(), 2));
  if (one.operations >= enough)
    return {};
  if (one.factors.empty())
    return {false, nullptr};
  const Type *wide = p.language == Language::C ? program.types.integer(8, true, "long") : program.types.integer(8);
  const Expr *size = one.factors[0];
  if (one.factors.size() == 2) {
    auto in = [&](const Expr *e) -> const Expr * {
      return e->type->strip() == wide ? e : program.exprs.make<Convert>(wide, e, true, e->location);
    };
    size = build.binary(BinaryOp::Multiply, in(one.factors[0]), in(one.factors[1]));
  }
  double least = std::pow(10, std::round(std::log10(enough / one.operations))); // people write round numbers
  return {true, build.compare(BinaryOp::Greater, size, build.constant(size->type->strip(), int64_t(least)), p.language)};
}

} // namespace costate::transform
