// Functions that move elements about (reshape, eoshift, pack) and fill what is left from another array.
//
// Where each element of the result comes from is what the function makes of numbers instead of values:
//   eoshift([1, 2, 3], 1, boundary=-1)      is [2, 3, -1]
// numbers from 1 for the elements of the array, from -1 down for those of what fills, 0 for neither.
#include "transform/AdjointTerms.h"

#include "transform/ArrayElements.h"

namespace costate::transform {

using namespace ir;

namespace {

/// Calls a function of Fortran's with the type of an integer array or scalar.
class Numbers {
public:
  Numbers(Program &program, Procedure &procedure)
      : program(program), procedure(procedure), b(program), integer(b.integer(Language::Fortran)) {}

  const Type *array(const Type *element, unsigned rank) {
    Dimension deferred;
    deferred.form = Dimension::Form::Deferred;
    return rank ? program.types.array(element, std::vector<Dimension>(rank, deferred), false) : element;
  }

  const Expr *call(const char *name, const Type *type, std::vector<const Expr *> arguments) {
    return program.exprs.make<Intrinsic>(type, name, arguments, arguments[0]->location);
  }

  const Expr *shape(const Expr *of) { return call("shape", array(integer, 1), {of}); }
  const Expr *size(const Expr *of) { return call("size", integer, {of}); }

  /// The elements of a value numbered, in its shape.
  const Expr *of(const Expr *value, bool negative) {
    Location at = value->location;
    auto signedly = [&](const Expr *e) {
      return negative ? program.exprs.make<Unary>(integer, UnaryOp::Negate, e, at) : e;
    };
    if (!value->type->isArray())
      return signedly(b.constant(integer, 1, at));
    Symbol *k = procedure.makeTemporary("k", integer);
    k->temporary = false;
    const Type *list = array(integer, 1);
    auto *items = program.exprs.make<ImpliedDo>(
        integer, std::vector<const Expr *>{signedly(b.variable(k, at))}, k, b.constant(integer, 1, at),
        size(value), nullptr, at);
    const Expr *numbers = program.exprs.make<ArrayConstructor>(list, std::vector<const Expr *>{items}, at);
    unsigned rank = value->type->rank();
    return rank == 1 ? numbers : call("reshape", array(integer, rank), {numbers, shape(value)});
  }

  Program &program;
  Procedure &procedure;
  Builder b;
  const Type *integer;
};

} // namespace

void AdjointTerms::moved(const rules::Operation &operation, const Intrinsic &e, const Expr *seed,
                         Block &out) {
  Numbers numbers(c.program, c.procedure);
  auto &make = c.program.exprs;
  Location at = e.location;
  auto &operands = operation.arguments();
  struct Source {
    const Expr *original, *adjoint;
    bool negative;
  };
  std::vector<Source> sources;
  std::vector<const Expr *> arguments;
  for (const Expr *argument : e.arguments) {
    size_t i = std::find(operands.begin(), operands.end(), argument) - operands.begin();
    bool moves = argument && i < operands.size() && operation.isMoved(i);
    if (moves)
      sources.push_back({argument, nullptr, i > 0});
    arguments.push_back(moves ? numbers.of(value(argument), i > 0) : value(argument));
  }
  const Type *type = numbers.array(numbers.integer, e.type->rank());
  const Expr *origin =
      arrays.holding(make.make<Intrinsic>(type, e.name, arguments, at, e.keywords), out);
  const Expr *seeds = llvm::isa<Variable>(seed) ? seed : arrays.holding(conformed(seed, &e), out);
  for (Source &s : sources) {
    if (!isActive(s.original))
      continue;
    const Type *scalar = s.original->type->scalar()->strip();
    s.adjoint = s.original->type->isArray()
                    ? arrays.shaped({numbers.size(value(s.original))}, scalar, "moved", out)
                    : b.variable(c.procedure.makeTemporary("moved", scalar), at);
    clear(s.adjoint, out);
  }
  ArrayElements(c.program, c.procedure).forEach({origin, seeds}, out, [&](auto &elements, Block &inner) {
    for (const Source &s : sources)
      if (s.adjoint)
        inner.push_back(gathered(s.adjoint, elements[0], s.negative, elements[1]));
  });
  for (const Source &s : sources) {
    unsigned rank = s.original->type->rank();
    const Expr *adjoint = s.adjoint;
    if (adjoint && rank > 1)
      adjoint = numbers.call("reshape", numbers.array(adjoint->type->scalar(), rank),
                             {adjoint, numbers.shape(value(s.original))});
    if (adjoint)
      accumulate(s.original, adjoint, nullptr, out);
  }
}

/// `if (k > 0) moved(k) = moved(k) + seed`, of elements numbered from 1 or from -1 down.
StmtPtr AdjointTerms::gathered(const Expr *adjoint, const Expr *number, bool negative, const Expr *seed) {
  auto &make = c.program.exprs;
  Location at = adjoint->location;
  const Expr *zero = b.constant(number->type, 0, at);
  const Expr *test = b.compare(negative ? BinaryOp::Less : BinaryOp::Greater, number, zero, Language::Fortran);
  const Expr *place = adjoint;
  if (adjoint->type->isArray()) {
    const Expr *index = negative ? make.make<Unary>(number->type, UnaryOp::Negate, number, at) : number;
    place = make.make<Element>(adjoint->type->scalar(), adjoint, std::vector{index}, at);
  }
  Block add;
  increment(place, seed, nullptr, add);
  return std::make_unique<If>(test, std::move(add), Block{}, at);
}

} // namespace costate::transform
