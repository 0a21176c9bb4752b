// What is more than numbers on the tape of a Fortran program: records by their components, allocatables
// with whether they are allocated and with their bounds. Parts come back in the opposite order.
#include "transform/Tape.h"

#include "transform/ArrayElements.h"

namespace costate::transform {

using namespace ir;

namespace {

Symbol *ownVariable(Procedure &p, const char *name, const Type *type) {
  Symbol *s = p.makeTemporary(name, type);
  s->temporary = false;
  return s;
}

const Expr *inquiry(Program &program, const char *name, const Type *type, const Expr *of,
                    const Expr *dimension = nullptr) {
  std::vector<const Expr *> arguments{of};
  if (dimension)
    arguments.push_back(dimension);
  return program.exprs.make<Intrinsic>(type, name, arguments, of->location);
}

} // namespace

/// False, with an error, where a record holds more than its type says.
bool Tape::mayKeep(const RecordType &record, const Expr *place) {
  auto *variable = llvm::dyn_cast<Variable>(place);
  bool isOpen = holdsItself(&record) || (variable && variable->symbol->polymorphic);
  for (const Component &component : record.components)
    isOpen |= component.polymorphic;
  if (isOpen)
    diagnostics.error(place->location,
                      "cannot keep a value of type '" + record.name + "' for the backward sweep",
                      "assign its components one by one");
  return !isOpen;
}

void Tape::pushRecord(const Expr *place, Procedure &p, Block &out) {
  auto *record = llvm::cast<RecordType>(place->type->scalar()->strip());
  if (!mayKeep(*record, place))
    return;
  if (place->type->isArray())
    return ArrayElements(program, p).forEach({place}, out, [&](auto &elements, Block &inner) {
      push(elements[0], p, inner);
    });
  for (unsigned i = 0; i < record->components.size(); ++i) {
    const Component &component = record->components[i];
    const Expr *part = program.exprs.make<Field>(component.type, place, record, i, place->location);
    component.allocatable ? pushAllocatable(part, p, out) : push(part, p, out);
  }
}

void Tape::popRecord(const Expr *place, Procedure &p, Block &out) {
  auto *record = llvm::cast<RecordType>(place->type->scalar()->strip());
  if (!mayKeep(*record, place))
    return;
  if (place->type->isArray())
    return ArrayElements(program, p).forEach(
        {place}, out, [&](auto &elements, Block &inner) { pop(elements[0], p, inner); }, true);
  for (unsigned i = record->components.size(); i-- > 0;) {
    const Component &component = record->components[i];
    const Expr *part = program.exprs.make<Field>(component.type, place, record, i, place->location);
    component.allocatable ? popAllocatable(part, p, out) : pop(part, p, out);
  }
}

void Tape::pushAllocatable(const Expr *place, Procedure &p, Block &out) {
  const Type *integer = b.integer(Language::Fortran), *logical = b.logical(Language::Fortran);
  Location at = place->location;
  Symbol *was = ownVariable(p, "allocated0", logical);
  out.push_back(b.assign(was, inquiry(program, "allocated", logical, place), at));
  Block held;
  push(place, p, held);
  for (unsigned i = 1; i <= place->type->rank(); ++i)
    for (const char *name : {"lbound", "ubound"}) {
      Symbol *bound = ownVariable(p, *name == 'l' ? "lower" : "upper", integer);
      held.push_back(b.assign(
          bound, inquiry(program, name, integer, place, b.constant(integer, i, at)), at));
      push(b.variable(bound), p, held);
    }
  out.push_back(std::make_unique<If>(b.variable(was, at), std::move(held), Block{}, at));
  push(b.variable(was, at), p, out);
}

void Tape::popAllocatable(const Expr *place, Procedure &p, Block &out) {
  const Type *integer = b.integer(Language::Fortran), *logical = b.logical(Language::Fortran);
  Location at = place->location;
  Symbol *was = ownVariable(p, "allocated0", logical);
  pop(b.variable(was, at), p, out);
  Block drop, held;
  drop.push_back(std::make_unique<Free>(std::vector{place}, at));
  out.push_back(std::make_unique<If>(inquiry(program, "allocated", logical, place), std::move(drop),
                                     Block{}, at));
  Allocation again;
  again.place = place;
  again.shape.resize(place->type->rank());
  for (size_t i = again.shape.size(); i-- > 0;)
    for (bool isUpper : {true, false}) {
      Symbol *bound = ownVariable(p, isUpper ? "upper" : "lower", integer);
      pop(b.variable(bound), p, held);
      (isUpper ? again.shape[i].upper : again.shape[i].lower) = b.variable(bound);
    }
  held.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{again}, at));
  pop(place, p, held);
  out.push_back(std::make_unique<If>(b.variable(was, at), std::move(held), Block{}, at));
}

} // namespace costate::transform
