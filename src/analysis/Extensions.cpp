#include "analysis/Extensions.h"

#include "analysis/Differentiable.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

std::vector<const RecordType *> recordTypes(Program &program) {
  std::vector<const RecordType *> out;
  for (auto &unit : program.units)
    out.insert(out.end(), unit->scope.records.begin(), unit->scope.records.end());
  for (Procedure *p : procedures(program))
    out.insert(out.end(), p->scope.records.begin(), p->scope.records.end());
  return out;
}

std::vector<const RecordType *> extensionsOf(Program &program, const RecordType &base) {
  std::vector<const RecordType *> out;
  for (const RecordType *type : recordTypes(program))
    for (const RecordType *parent = type->parent; parent; parent = parent->parent)
      if (parent == &base)
        out.push_back(type);
  return out;
}

bool isPolymorphic(const Expr *place) {
  if (auto *v = llvm::dyn_cast<Variable>(place))
    return v->symbol->polymorphic;
  if (auto *field = llvm::dyn_cast<Field>(place))
    return field->record->components[field->component].polymorphic;
  if (auto *element = llvm::dyn_cast<Element>(place))
    return isPolymorphic(element->base);
  auto *target = llvm::dyn_cast<Dereference>(place);
  return target && isPolymorphic(target->pointer);
}

bool takesExtension(Program &program, const Expr *place, const Expr *value) {
  auto recordOf = [](const Expr *e) {
    auto *pointer = llvm::dyn_cast<PointerType>(e->type->strip());
    return llvm::dyn_cast<RecordType>((pointer ? pointer->pointee : e->type)->scalar()->strip());
  };
  auto *declared = recordOf(place);
  if (!declared || !isPolymorphic(place))
    return false;
  if (recordOf(value) != declared)
    return true;
  auto extensions = value->isPlace() && isPolymorphic(value) ? extensionsOf(program, *declared)
                                                              : std::vector<const RecordType *>();
  return std::any_of(extensions.begin(), extensions.end(), [](const RecordType *type) {
    return std::any_of(type->components.begin(), type->components.end(),
                       [&](const Component &c) { return c.type != type->parent && carriesDerivative(c.type); });
  });
}

} // namespace costate::analysis
