#include "transform/HeadElements.h"

#include "ir/Builder.h"
#include "ir/Constants.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::HeadVariable;

namespace {

/// More rows or columns are for vector tangents.
constexpr unsigned mostElements = 1000;

struct Bounds {
  int64_t lower, extent;
};

std::optional<Bounds> boundsOf(const Dimension &d) {
  if (d.form != Dimension::Form::Explicit)
    return std::nullopt;
  if (d.extent) {
    auto extent = constantValue(d.extent);
    return extent ? std::optional(Bounds{0, *extent}) : std::nullopt;
  }
  auto lower = d.lower ? constantValue(d.lower) : 1, upper = constantValue(d.upper);
  return lower && upper ? std::optional(Bounds{*lower, std::max<int64_t>(0, *upper - *lower + 1)}) : std::nullopt;
}

/// Where an element lies in its array, in storage order.
std::optional<int64_t> position(const Element &e) {
  auto *array = llvm::dyn_cast<ArrayType>(e.base->type->strip());
  if (!array || array->dimensions.size() != e.subscripts.size())
    return std::nullopt;
  int64_t at = 0, size = 1;
  size_t rank = e.subscripts.size();
  for (size_t k = 0; k < rank; ++k) {
    size_t i = array->rowMajor ? rank - 1 - k : k; // the fastest first
    auto subscript = constantValue(e.subscripts[i]);
    auto bounds = boundsOf(array->dimensions[i]);
    bool isLast = k + 1 == rank; // whose extent does not matter
    auto lower = !isLast || bounds ? std::optional<int64_t>()
                                   : array->dimensions[i].lower ? constantValue(array->dimensions[i].lower)
                                                                : (array->rowMajor ? 0 : 1);
    if (!subscript || (!bounds && !lower))
      return std::nullopt;
    at += size * (*subscript - (bounds ? bounds->lower : *lower));
    size *= bounds ? bounds->extent : 1;
  }
  return at;
}

bool appendPath(const Expr *e, ElementName &out) {
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    out.variable = v->symbol;
    return true;
  }
  if (auto *field = llvm::dyn_cast<Field>(e)) {
    if (field->base->type->isArray() || !appendPath(field->base, out))
      return false;
    out.path.push_back(field->component);
    return true;
  }
  if (auto *element = llvm::dyn_cast<Element>(e)) {
    auto at = position(*element);
    if (!at || !appendPath(element->base, out))
      return false;
    out.path.push_back(*at);
    return true;
  }
  auto *target = llvm::dyn_cast<Dereference>(e);
  auto *pointer = target ? llvm::dyn_cast<Variable>(target->pointer) : nullptr;
  auto *type = pointer ? llvm::dyn_cast<PointerType>(pointer->type->strip()) : nullptr;
  auto offset = target && target->offset ? constantValue(target->offset) : 0;
  if (!type || type->fortran || !offset)
    return false;
  out.variable = pointer->symbol;
  out.path.push_back(*offset);
  return true;
}

} // namespace

Symbol *originOf(const Expr *e) {
  while (e)
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return v->symbol;
    else if (auto *field = llvm::dyn_cast<Field>(e))
      e = field->base;
    else if (auto *element = llvm::dyn_cast<Element>(e))
      e = element->base;
    else if (auto *target = llvm::dyn_cast<Dereference>(e))
      e = target->pointer;
    else if (auto *part = llvm::dyn_cast<ComplexPart>(e))
      e = part->base;
    else
      return nullptr;
  return nullptr;
}

std::optional<ElementName> nameOf(const Expr *place) {
  ElementName out;
  return appendPath(place, out) ? std::optional(out) : std::nullopt;
}

bool isInside(const Expr *place) {
  bool inside = true;
  forEach(place, [&](const Expr *x) {
    auto *element = llvm::dyn_cast<Element>(x);
    auto *array = element ? llvm::dyn_cast<ArrayType>(element->base->type->strip()) : nullptr;
    for (size_t i = 0; array && i < element->subscripts.size() && i < array->dimensions.size(); ++i) {
      auto bounds = boundsOf(array->dimensions[i]);
      const Expr *s = element->subscripts[i];
      if (auto at = s->type ? constantValue(s) : std::nullopt; at && bounds)
        inside = inside && *at >= bounds->lower && *at < bounds->lower + bounds->extent;
    }
  });
  return inside;
}

// ---- Variables of heads --------------------------------------------------------------------------------

HeadElements::HeadElements(Program &program, const analysis::Head &head, const std::vector<HeadVariable> &variables,
                           Diagnostics &diagnostics)
    : program(program), head(head), diagnostics(diagnostics) {
  for (const HeadVariable &v : variables)
    add(v);
}

std::optional<unsigned> HeadElements::find(const ElementName &name) const {
  auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

void HeadElements::refuse(const HeadVariable &v, const std::string &why, const std::string &hint) {
  if (!std::exchange(refused, true))
    diagnostics.error(v.symbol->location, "cannot generate a Jacobian with '" + v.text + "', " + why, hint);
}

void HeadElements::add(const HeadVariable &v) {
  Builder b(program);
  refused = false;
  list.push_back({&v, size(), 0});
  const Symbol &s = *v.symbol;
  if (s.overlay && !s.overlay->block)
    return refuse(v, "which shares memory by EQUIVALENCE", "use --vector");
  if (s.allocatable || s.optional || s.polymorphic || s.isVolatile)
    return refuse(v, "which is " + std::string(s.allocatable ? "allocatable" : s.optional ? "optional"
                                               : s.polymorphic ? "polymorphic" : "volatile"),
                  "use --vector");
  const Expr *place = b.variable(v.symbol, s.location);
  for (const std::string &name : v.components) {
    if (place->type->isPointer())
      place = program.exprs.make<Dereference>(llvm::cast<PointerType>(place->type->strip())->pointee, place);
    auto *record = llvm::dyn_cast<RecordType>(place->type->strip());
    for (unsigned i = 0; record && i < record->components.size(); ++i)
      if (record->components[i].name == name) {
        if (record->components[i].allocatable)
          return refuse(v, "which is allocatable", "use --vector");
        place = program.exprs.make<Field>(record->components[i].type, place, record, i);
        break;
      }
  }
  addAll(place, v);
  list.back().count = size() - list.back().first;
  if (!list.back().count)
    refuse(v, "of which the procedure uses no number of real type", "leave it out of the head");
}

void HeadElements::addAll(const Expr *place, const HeadVariable &v) {
  const Type *type = place->type->strip();
  if (size() > mostElements)
    return refuse(v, "which has more than " + std::to_string(mostElements) + " elements",
                  "use --vector, or --compressed for sparse Jacobians");
  if (auto *real = llvm::dyn_cast<RealType>(type)) {
    if (real->realKind != 4 && real->realKind != 8)
      return refuse(v, "which is neither of single nor of double precision", "use --vector");
    kind = std::max(kind, real->realKind);
    numbers.emplace(*nameOf(place), size());
    places.push_back(place);
  } else if (type->isArray()) {
    addElements(place, v);
  } else if (auto *record = llvm::dyn_cast<RecordType>(type)) {
    for (unsigned i = 0; i < record->components.size(); ++i)
      if (const Component &c = record->components[i]; !c.allocatable && !c.type->isPointer())
        addAll(program.exprs.make<Field>(c.type, place, record, i), v);
  } else if (auto *pointer = llvm::dyn_cast<PointerType>(type); pointer && !pointer->fortran &&
                                                                 llvm::isa<Variable>(place)) {
    addTargets(place, v);
  } else if (!type->isInteger() && !type->isLogical() && !type->isCharacter()) {
    refuse(v, type->isComplex() ? "which is complex" : "which is a pointer", "use --vector");
  }
}

void HeadElements::addElements(const Expr *array, const HeadVariable &v) {
  auto *type = llvm::cast<ArrayType>(array->type->strip());
  Builder b(program);
  std::vector<Bounds> bounds;
  int64_t count = 1;
  for (const Dimension &d : type->dimensions) {
    auto known = boundsOf(d);
    if (!known)
      return refuse(v, "whose extents are not constants", "use --vector, or --compressed for sparse Jacobians");
    bounds.push_back(*known);
    count *= std::min<int64_t>(known->extent, 2 * mostElements);
    if (count > mostElements)
      return refuse(v, "which has more than " + std::to_string(mostElements) + " elements",
                    "use --vector, or --compressed for sparse Jacobians");
  }
  size_t rank = bounds.size();
  for (int64_t at = 0; at < count; ++at) {
    std::vector<const Expr *> subscripts(rank);
    int64_t rest = at;
    for (size_t k = 0; k < rank; ++k) {
      size_t i = type->rowMajor ? rank - 1 - k : k;
      subscripts[i] = b.constant(b.integer(head.procedure->language), bounds[i].lower + rest % bounds[i].extent);
      rest /= bounds[i].extent;
    }
    addAll(program.exprs.make<Element>(type->element, array, subscripts), v);
  }
}

/// What a pointer of C points to.
void HeadElements::addTargets(const Expr *pointer, const HeadVariable &v) {
  const Symbol *s = v.symbol;
  auto *written = s->writtenArray ? llvm::dyn_cast<ArrayType>(s->writtenArray->strip()) : nullptr;
  auto declared = written ? boundsOf(written->dimensions.front()) : std::nullopt;
  int64_t count = declared ? declared->extent : 0;
  if (!declared) {
    list.back().isCounted = true;
    forEachStmt(head.procedure->body, [&](const Stmt &statement) {
      for (const Expr *e : expressions(statement))
        forEach(e, [&](const Expr *x) {
          auto *target = llvm::dyn_cast<Dereference>(x);
          if (!target || originOf(target->pointer) != s || !llvm::isa<Variable>(target->pointer))
            return;
          auto offset = target->offset ? constantValue(target->offset) : 0;
          count = std::max(count, offset ? *offset + 1 : 0);
        });
    });
  }
  Builder b(program);
  const Type *pointee = llvm::cast<PointerType>(pointer->type->strip())->pointee;
  bool isOne = count == 1 && !declared;
  if (isOne)
    list.back().isCounted = false;
  for (int64_t i = 0; i < std::min<int64_t>(count, mostElements + 1); ++i)
    addAll(program.exprs.make<Dereference>(pointee, pointer,
                                           isOne ? nullptr : b.constant(b.integer(Language::C), i)), v);
}

} // namespace costate::transform
