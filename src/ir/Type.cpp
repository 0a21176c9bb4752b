#include "ir/Type.h"

#include "llvm/Support/Casting.h"

namespace costate::ir {

const Type *Type::strip() const {
  const Type *t = this;
  for (;;) {
    if (auto *alias = llvm::dyn_cast<AliasType>(t))
      t = alias->underlying;
    else if (auto *qualified = llvm::dyn_cast<QualifiedType>(t))
      t = qualified->underlying;
    else
      return t;
  }
}

const Type *Type::scalar() const {
  if (auto *array = llvm::dyn_cast<ArrayType>(strip()))
    return array->element;
  return this;
}

unsigned Type::rank() const {
  if (auto *array = llvm::dyn_cast<ArrayType>(strip()))
    return array->dimensions.size();
  return 0;
}

const Component *RecordType::find(const std::string &component) const {
  for (const Component &c : components)
    if (c.name == component)
      return &c;
  return nullptr;
}

template <typename T> T *TypeTable::own(std::unique_ptr<T> type) {
  T *raw = type.get();
  owned.push_back(std::move(type));
  return raw;
}

TypeTable::TypeTable() { theVoid = own(std::make_unique<VoidType>()); }

const IntegerType *TypeTable::integer(unsigned bytes, bool isSigned, std::string spelling) {
  auto &slot = integers[{bytes, isSigned, spelling}];
  if (!slot)
    slot = own(std::make_unique<IntegerType>(bytes, isSigned, spelling));
  return slot;
}

const RealType *TypeTable::real(unsigned kind) {
  auto &slot = reals[kind];
  if (!slot)
    slot = own(std::make_unique<RealType>(kind));
  return slot;
}

const ComplexType *TypeTable::complex(unsigned kind) {
  auto &slot = complexes[kind];
  if (!slot)
    slot = own(std::make_unique<ComplexType>(kind));
  return slot;
}

const LogicalType *TypeTable::logical(unsigned bytes) {
  auto &slot = logicals[bytes];
  if (!slot)
    slot = own(std::make_unique<LogicalType>(bytes));
  return slot;
}

const CharacterType *TypeTable::character(unsigned charKind, const Expr *length, bool deferred) {
  auto &slot = characters[{charKind, length, deferred}];
  if (!slot)
    slot = own(std::make_unique<CharacterType>(charKind, length, deferred));
  return slot;
}

RecordType *TypeTable::record(std::string name, Unit *unit) {
  return own(std::make_unique<RecordType>(std::move(name), unit));
}

const PointerType *TypeTable::pointer(const Type *pointee, bool fortran) {
  auto &slot = pointers[{pointee, fortran}];
  if (!slot)
    slot = own(std::make_unique<PointerType>(pointee, fortran));
  return slot;
}

const ArrayType *TypeTable::array(const Type *element, std::vector<Dimension> dimensions,
                                  bool rowMajor) {
  return own(std::make_unique<ArrayType>(element, std::move(dimensions), rowMajor));
}

const ProcedureType *TypeTable::procedure(const Type *result, std::vector<const Type *> parameters,
                                          bool variadic, Procedure *interface) {
  auto &slot = procedures[{result, parameters, variadic, interface}];
  if (!slot)
    slot = own(std::make_unique<ProcedureType>(result, parameters, variadic, interface));
  return slot;
}

const AliasType *TypeTable::alias(std::string name, const Type *underlying, Unit *unit,
                                  bool fromHeader) {
  auto &slot = aliases[{name, underlying, unit}];
  if (!slot)
    slot = own(std::make_unique<AliasType>(name, underlying, unit, fromHeader));
  return slot;
}

const Type *TypeTable::qualified(const Type *underlying, bool isConst, bool isVolatile,
                                 bool isRestrict) {
  if (!isConst && !isVolatile && !isRestrict)
    return underlying;
  auto &slot = qualifieds[{underlying, isConst, isVolatile, isRestrict}];
  if (!slot)
    slot = own(std::make_unique<QualifiedType>(underlying, isConst, isVolatile, isRestrict));
  return slot;
}

} // namespace costate::ir
