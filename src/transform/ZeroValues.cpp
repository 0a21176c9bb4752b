#include "transform/ZeroValues.h"

#include "analysis/Differentiable.h"

namespace costate::transform {

using namespace ir;

const Expr *zeroOf(Program &program, const Type *type, Location at) {
  auto &make = program.exprs;
  const Type *scalar = type->scalar()->strip();
  if (auto *real = llvm::dyn_cast<RealType>(scalar))
    return make.make<RealConstant>(real, "0.0", 0.0, at);
  if (auto *complex = llvm::dyn_cast<ComplexType>(scalar)) {
    const Expr *part = make.make<RealConstant>(program.types.real(complex->realKind), "0.0", 0.0, at);
    return make.make<MakeComplex>(complex, part, part, at);
  }
  if (scalar->isInteger())
    return make.make<IntegerConstant>(scalar, 0, at);
  if (scalar->isLogical())
    return make.make<LogicalConstant>(scalar, false, at);
  if (scalar->isPointer())
    return make.make<NullPointer>(scalar, at);
  std::vector<const Expr *> values;
  if (auto *record = llvm::dyn_cast<RecordType>(scalar))
    for (const Component &component : record->components)
      values.push_back(component.allocatable ? nullptr : zeroOf(program, component.type, at));
  return make.make<RecordConstructor>(scalar, values, at);
}

namespace {

bool isZero(const Expr *e) {
  if (auto *conversion = llvm::dyn_cast<Convert>(e))
    return isZero(conversion->operand);
  if (auto *real = llvm::dyn_cast<RealConstant>(e))
    return real->value == 0;
  auto *integer = llvm::dyn_cast<IntegerConstant>(e);
  return integer && integer->value == 0;
}

} // namespace

bool isBornNonzero(const Type *type) {
  auto *record = llvm::dyn_cast<RecordType>(type->scalar()->strip());
  if (!record)
    return false;
  for (const Component &component : record->components) {
    if (component.allocatable || component.type->isPointer() ||
        !analysis::carriesDerivative(component.type))
      continue;
    if (component.initial ? !isZero(component.initial) : isBornNonzero(component.type))
      return true;
  }
  return false;
}

bool isBornNonzeroInCalls(const Symbol &s) {
  bool own = s.storage == Storage::Local || s.storage == Storage::Result ||
             (s.storage == Storage::Argument && s.intent == Intent::Out && s.type->isArray());
  return own && !s.allocatable && !s.type->isPointer() && isBornNonzero(s.type);
}

} // namespace costate::transform
