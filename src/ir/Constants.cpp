#include "ir/Constants.h"

#include "ir/Symbol.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::ir {

namespace {

/// A conversion that changes the value says something else than its operand.
std::optional<int64_t> converted(const Convert &e) {
  auto *type = llvm::dyn_cast<IntegerType>(e.type->strip());
  std::optional<int64_t> value = constantValue(e.operand);
  if (!type || !value || (*value < 0 && !type->isSigned))
    return std::nullopt;
  unsigned bits = 8 * type->bytes - (type->isSigned ? 1 : 0);
  bool fits = bits >= 63 || (*value >> bits) == 0 || (type->isSigned && (*value >> bits) == -1);
  return fits ? value : std::nullopt;
}

std::optional<int64_t> combined(const Binary &e) {
  std::optional<int64_t> x = constantValue(e.left), y = constantValue(e.right);
  int64_t out;
  if (!x || !y)
    return std::nullopt;
  switch (e.op) {
  case BinaryOp::Add:
    return __builtin_add_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
  case BinaryOp::Subtract:
    return __builtin_sub_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
  case BinaryOp::Multiply:
    return __builtin_mul_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
  case BinaryOp::Divide:
    return *y && *y != -1 ? std::optional(*x / *y) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> scalarBytes(const Type *type) {
  if (auto *integer = llvm::dyn_cast<IntegerType>(type))
    return integer->bytes;
  if (auto *logical = llvm::dyn_cast<LogicalType>(type))
    return logical->bytes;
  auto bytes = [](unsigned kind) { return kind == 10 ? 16u : kind; };
  if (auto *real = llvm::dyn_cast<RealType>(type))
    return bytes(real->realKind);
  if (auto *complex = llvm::dyn_cast<ComplexType>(type))
    return 2 * bytes(complex->realKind);
  if (auto *character = llvm::dyn_cast<CharacterType>(type))
    if (auto length = constantValue(character->length))
      return character->charKind * std::max<int64_t>(0, *length);
  return std::nullopt;
}

std::optional<uint64_t> extentOf(const Dimension &d) {
  if (d.extent) {
    auto extent = constantValue(d.extent);
    return extent ? std::optional<uint64_t>(*extent) : std::nullopt;
  }
  auto lower = d.lower ? constantValue(d.lower) : 1;
  auto upper = constantValue(d.upper);
  if (!lower || !upper)
    return std::nullopt;
  return std::max<int64_t>(0, *upper - *lower + 1);
}

} // namespace

std::optional<int64_t> constantValue(const Expr *e) {
  if (!e)
    return std::nullopt;
  if (auto *constant = llvm::dyn_cast<IntegerConstant>(e))
    return constant->value;
  if (auto *convert = llvm::dyn_cast<Convert>(e))
    return converted(*convert);
  if (auto *variable = llvm::dyn_cast<Variable>(e))
    return variable->symbol->kind == SymbolKind::NamedConstant
               ? constantValue(variable->symbol->initial)
               : std::nullopt;
  if (auto *unary = llvm::dyn_cast<Unary>(e)) {
    std::optional<int64_t> value = constantValue(unary->operand);
    if (unary->op == UnaryOp::Parentheses)
      return value;
    return value && unary->op == UnaryOp::Negate && *value != INT64_MIN ? std::optional(-*value)
                                                                        : std::nullopt;
  }
  auto *binary = llvm::dyn_cast<Binary>(e);
  return binary ? combined(*binary) : std::nullopt;
}

std::optional<uint64_t> bytesOf(const Type *type) {
  std::optional<uint64_t> bytes = scalarBytes(type->scalar()->strip());
  if (auto *array = llvm::dyn_cast<ArrayType>(type->strip()))
    for (const Dimension &d : array->dimensions) {
      std::optional<uint64_t> extent = extentOf(d);
      bytes = bytes && extent ? std::optional(*bytes * *extent) : std::nullopt;
    }
  return bytes;
}

} // namespace costate::ir
