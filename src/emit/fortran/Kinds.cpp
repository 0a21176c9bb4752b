#include "emit/fortran/Kinds.h"

#include <algorithm>
#include <limits>
#include <map>

namespace costate::emit::fortran {

using namespace ir;

unsigned kindOf(const Type *type) {
  const Type *t = type->scalar()->strip();
  switch (t->kind()) {
  case TypeKind::Integer:
    return llvm::cast<IntegerType>(t)->bytes;
  case TypeKind::Real:
    return llvm::cast<RealType>(t)->realKind;
  case TypeKind::Complex:
    return llvm::cast<ComplexType>(t)->realKind;
  case TypeKind::Logical:
    return llvm::cast<LogicalType>(t)->bytes;
  case TypeKind::Character:
    return llvm::cast<CharacterType>(t)->charKind;
  default:
    return 0;
  }
}

Numeric numeric(const Type *type) {
  return {type->scalar()->strip()->kind(), kindOf(type)};
}

Numeric promoted(Numeric a, Numeric b) {
  if (a.kind == b.kind)
    return {a.kind, std::max(a.number, b.number)};
  if (a.kind == TypeKind::Integer)
    return b;
  if (b.kind == TypeKind::Integer)
    return a;
  return {TypeKind::Complex, std::max(a.number, b.number)};
}

bool Kinds::isDefault(const Type *type) const {
  const Type *t = type->scalar()->strip();
  switch (t->kind()) {
  case TypeKind::Integer:
  case TypeKind::Logical:
    return !explicitIntegers && kindOf(t) == 4;
  case TypeKind::Real:
  case TypeKind::Complex:
    return !explicitReals && kindOf(t) == 4;
  case TypeKind::Character:
    return kindOf(t) <= 1;
  default:
    return true;
  }
}

namespace {

const char *typeKeyword(const Type *t) {
  return t->isInteger() ? "integer" : t->isReal() ? "real" : t->isComplex() ? "complex" : "logical";
}

} // namespace

std::string Kinds::interoperableKind(const Type *type) {
  static const std::map<std::pair<TypeKind, unsigned>, std::string> kinds{
      {{TypeKind::Integer, 1}, "c_signed_char"},   {{TypeKind::Integer, 2}, "c_short"},
      {{TypeKind::Integer, 4}, "c_int"},           {{TypeKind::Integer, 8}, "c_int64_t"},
      {{TypeKind::Real, 4}, "c_float"},            {{TypeKind::Real, 8}, "c_double"},
      {{TypeKind::Real, 10}, "c_long_double"},     {{TypeKind::Complex, 4}, "c_float_complex"},
      {{TypeKind::Complex, 8}, "c_double_complex"}, {{TypeKind::Logical, 1}, "c_bool"}};
  auto found = kinds.find({type->scalar()->strip()->kind(), kindOf(type)});
  return found == kinds.end() ? "" : found->second;
}

std::string Kinds::interoperableType(const Type *type) {
  std::string kind = interoperableKind(type);
  return kind.empty() ? "" : typeKeyword(type->scalar()->strip()) + ("(" + kind + ")");
}

std::string Kinds::intrinsicType(const Type *type) const {
  const Type *t = type->strip();
  const char *name = typeKeyword(t);
  if (isDefault(t))
    return name;
  return std::string(name) + "(" + std::to_string(kindOf(t)) + ")";
}

namespace {

/// The most negative integer has no literal: its absolute value is out of range.
bool isLeast(int64_t value, unsigned bytes) {
  return value == (bytes >= 8 ? std::numeric_limits<int64_t>::min()
                              : -(int64_t(1) << (8 * bytes - 1)));
}

/// `1.` and `.5` with a digit on either side of the point, which every reader expects.
std::string completed(std::string digits) {
  size_t exponent = digits.find_first_of("eE");
  std::string tail = exponent == std::string::npos ? "" : digits.substr(exponent + 1);
  std::string body = digits.substr(0, exponent);
  if (body.find('.') == std::string::npos)
    body += ".0";
  if (body.front() == '.')
    body = "0" + body;
  if (body.back() == '.')
    body += "0";
  if (!tail.empty() && tail[0] == '+')
    tail.erase(0, 1);
  return tail.empty() ? body : body + "e" + tail;
}

/// Bytes beyond ASCII stay as they are: compilers pass them through, and people can read them.
bool printable(char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7f; }

std::string quoted(const std::string &text) {
  std::string out = "'";
  for (char c : text) {
    out += c;
    if (c == '\'')
      out += c;
  }
  return out + "'";
}

} // namespace

std::string Kinds::literal(const IntegerConstant &c) const {
  unsigned bytes = kindOf(c.type);
  std::string suffix = isDefault(c.type) ? "" : "_" + std::to_string(bytes);
  if (isLeast(c.value, bytes))
    return std::to_string(c.value + 1) + suffix + " - 1" + suffix;
  return std::to_string(c.value) + suffix;
}

std::string Kinds::literal(const RealConstant &c) const {
  std::string text = completed(c.digits);
  unsigned kind = kindOf(c.type);
  if (isDefault(c.type))
    return text;
  if (kind != 8 || explicitReals)
    return text + "_" + std::to_string(kind);
  size_t exponent = text.find('e');
  if (exponent == std::string::npos)
    return text + "d0";
  text[exponent] = 'd';
  return text;
}

std::string Kinds::literal(const LogicalConstant &c) const {
  std::string text = c.value ? ".true." : ".false.";
  return isDefault(c.type) ? text : text + "_" + std::to_string(kindOf(c.type));
}

std::string Kinds::literal(const StringConstant &c) const {
  std::string prefix = isDefault(c.type) ? "" : std::to_string(kindOf(c.type)) + "_";
  std::string out;
  for (size_t i = 0; i < c.text.size();) {
    size_t end = i;
    while (end < c.text.size() && printable(c.text[end]))
      ++end;
    if (!out.empty())
      out += " // ";
    if (end > i) {
      out += prefix + quoted(c.text.substr(i, end - i));
      i = end;
    } else {
      out += prefix.empty() ? "achar(" : "char(";
      out += std::to_string(static_cast<unsigned char>(c.text[i++])) + ")";
    }
  }
  return out.empty() ? prefix + "''" : out;
}

std::string Kinds::conversion(const Type *to, const Type *from, const std::string &operand) const {
  const Type *t = to->scalar()->strip();
  std::string kind = std::to_string(kindOf(t));
  switch (t->kind()) {
  case TypeKind::Integer:
    return isDefault(t) ? "int(" + operand + ")" : "int(" + operand + ", " + kind + ")";
  case TypeKind::Real:
    if (kindOf(t) == 8 && !explicitReals)
      return "dble(" + operand + ")";
    // The real part of a complex number has its kind, whatever the default.
    if (isDefault(t) && (!from->scalar()->isComplex() || kindOf(from) == kindOf(t)))
      return "real(" + operand + ")";
    return "real(" + operand + ", " + kind + ")";
  case TypeKind::Complex:
    return isDefault(t) ? "cmplx(" + operand + ")" : "cmplx(" + operand + ", kind=" + kind + ")";
  case TypeKind::Logical:
    return isDefault(t) ? "logical(" + operand + ")" : "logical(" + operand + ", " + kind + ")";
  default:
    return operand;
  }
}

} // namespace costate::emit::fortran
