#include "emit/c/Literals.h"

#include "emit/c/Conversions.h"

#include <limits>
#include <set>

namespace costate::emit::c {

using namespace ir;
using llvm::dyn_cast;

std::string integerLiteral(const IntegerConstant &c) {
  if (!c.spelling.empty())
    return c.spelling;
  Arithmetic type = promoted(arithmetic(c.type));
  std::string suffix = type.isSigned ? "" : "U";
  if (type.rank == 4)
    suffix += "L";
  else if (type.rank > 4)
    suffix += "LL";
  if (!type.isSigned) {
    uint64_t bits = type.bytes == 4 ? uint32_t(c.value) : uint64_t(c.value);
    return std::to_string(bits) + suffix;
  }
  int64_t smallest =
      type.bytes == 4 ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min();
  if (c.value == smallest)
    return "(" + std::to_string(c.value + 1) + suffix + " - 1)";
  return std::to_string(c.value) + suffix;
}

std::string realLiteral(const RealConstant &c) {
  std::string text = c.digits;
  if (text.find_first_of(".eEpPxX") == std::string::npos)
    text += ".0";
  auto *type = dyn_cast<RealType>(c.type->strip());
  if (!type)
    return text;
  if (type->realKind == 4)
    return text + "f";
  if (type->realKind == 10)
    return text + "L";
  return type->realKind == 16 ? text + "Q" : text;
}

namespace {

std::string escaped(unsigned char ch, char before) {
  switch (ch) {
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  case '?': // two in a row could begin a trigraph
    return before == '?' ? "\\?" : "?";
  default:
    break;
  }
  if (ch >= 0x20 && ch != 0x7f)
    return std::string(1, char(ch));
  // Three octal digits cannot swallow a digit that follows.
  return {'\\', char('0' + (ch >> 6)), char('0' + ((ch >> 3) & 7)), char('0' + (ch & 7))};
}

} // namespace

std::string stringLiteral(const StringConstant &c) {
  if (!c.spelling.empty())
    return c.spelling;
  std::string out = "\"";
  for (size_t i = 0; i < c.text.size(); ++i)
    out += escaped(c.text[i], i > 0 ? c.text[i - 1] : ' ');
  return out + "\"";
}

namespace {

/// Macros of math.h that take any real type, and functions of integers.
bool hasNoSuffix(const std::string &name) {
  static const std::set<std::string> names = {
      "isnan",  "isinf",       "isfinite",  "isnormal",    "signbit",       "fpclassify",
      "isless", "islessequal", "isgreater", "isunordered", "islessgreater", "isgreaterequal",
      "abs",    "labs",        "llabs",     "finite",
  };
  return names.count(name) != 0 || name.rfind("__builtin_", 0) == 0;
}

unsigned floatingKind(const Type *type) {
  Arithmetic a = arithmetic(type);
  return a.kind == Arithmetic::Kind::Real || a.kind == Arithmetic::Kind::Complex ? a.rank : 0;
}

} // namespace

std::string functionName(const Intrinsic &i) {
  if (!i.specific.empty())
    return i.specific;
  if (hasNoSuffix(i.name))
    return i.name;
  unsigned kind = floatingKind(i.type);
  for (size_t n = 0; kind == 0 && n < i.arguments.size(); ++n)
    kind = floatingKind(i.arguments[n]->type);
  return i.name + (kind == 4 ? "f" : kind == 10 ? "l" : "");
}

} // namespace costate::emit::c
