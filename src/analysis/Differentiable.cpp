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
  for (const Component &c : record->components)
    if (carries(c.type, open))
      return true;
  return false;
}

} // namespace

bool carriesDerivative(const Type *type) {
  std::set<const Type *> open;
  return carries(type, open);
}

bool isDifferentiableScalar(const Type *type) {
  type = type->scalar()->strip();
  return type->isReal() || type->isComplex();
}

} // namespace costate::analysis
