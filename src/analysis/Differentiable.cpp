#include "analysis/Differentiable.h"

#include <set>

namespace costate::analysis {

using namespace ir;

namespace {

bool carries(const Type *type, std::set<const Type *> &open) {
  if (!type)
    return false;
  type = type->scalar()->strip();
  if (type->isReal() || type->isComplex())
    return true;
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return pointer->pointee->isVoid() || carries(pointer->pointee, open);
  auto *record = llvm::dyn_cast<RecordType>(type);
  if (!record || !open.insert(type).second) // a type that contains itself adds nothing new
    return false;
  if (record->name == "_IO_FILE") // C's FILE is closed to programs, whatever pointers it has inside
    return false;
  for (const Component &c : record->components)
    if (carries(c.type, open))
      return true;
  return false;
}

bool holds(const Type *type, std::set<const Type *> &open) {
  type = type->scalar()->strip();
  if (type->isPointer())
    return true;
  auto *record = llvm::dyn_cast<RecordType>(type);
  if (!record || !open.insert(type).second)
    return false;
  for (const Component &c : record->components)
    if (holds(c.type, open))
      return true;
  return false;
}

} // namespace

bool carriesDerivative(const Type *type) {
  std::set<const Type *> open;
  return carries(type, open);
}

bool holdsPointer(const Type *type) {
  std::set<const Type *> open;
  return holds(type, open);
}

bool isDifferentiableScalar(const Type *type) {
  type = type->scalar()->strip();
  return type->isReal() || type->isComplex();
}

} // namespace costate::analysis
