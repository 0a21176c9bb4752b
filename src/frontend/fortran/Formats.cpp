#include "frontend/fortran/Formats.h"

namespace costate::frontend::fortran {

namespace {

namespace format = Fortran::format;

std::string quoted(const std::string &literal) {
  std::string out = "'";
  for (char c : decoded(literal)) {
    out += c;
    if (c == '\'')
      out += c;
  }
  return out + "'";
}

std::string dataEdit(const format::IntrinsicTypeDataEditDesc &x) {
  static const char *const letters[] = {"i",  "b",  "o", "z", "f", "e", "en",
                                        "es", "ex", "g", "l", "a", "d"};
  std::string out = letters[static_cast<int>(x.kind)];
  if (x.width)
    out += std::to_string(*x.width);
  if (x.digits)
    out += "." + std::to_string(*x.digits);
  if (x.exponentWidth)
    out += "e" + std::to_string(*x.exponentWidth);
  return out;
}

std::string controlEdit(const format::ControlEditDesc &x) {
  using Kind = format::ControlEditDesc::Kind;
  std::string count = std::to_string(x.count);
  switch (x.kind) {
  case Kind::T:
    return "t" + count;
  case Kind::TL:
    return "tl" + count;
  case Kind::TR:
    return "tr" + count;
  case Kind::X:
    return count + "x";
  case Kind::Slash:
    return x.count == 1 ? "/" : count + "/";
  case Kind::Colon:
    return ":";
  case Kind::P:
    return count + "p";
  case Kind::SS:
    return "ss";
  case Kind::SP:
    return "sp";
  case Kind::S:
    return "s";
  case Kind::BN:
    return "bn";
  case Kind::BZ:
    return "bz";
  case Kind::RU:
    return "ru";
  case Kind::RD:
    return "rd";
  case Kind::RZ:
    return "rz";
  case Kind::RN:
    return "rn";
  case Kind::RC:
    return "rc";
  case Kind::RP:
    return "rp";
  case Kind::DC:
    return "dc";
  case Kind::DP:
    return "dp";
  case Kind::Dollar:
    return "$";
  case Kind::Backslash:
    return "\\";
  }
  return {};
}

std::string derivedEdit(const format::DerivedTypeDataEditDesc &x) {
  std::string out = "dt";
  if (!x.type.empty())
    out += quoted(x.type);
  if (x.parameters.empty())
    return out;
  out += "(";
  for (int64_t parameter : x.parameters)
    out += (out.back() == '(' ? "" : ", ") + std::to_string(parameter);
  return out + ")";
}

std::string items(const std::list<format::FormatItem> &);

std::string item(const format::FormatItem &x) {
  std::string repeat = x.repeatCount ? std::to_string(*x.repeatCount) : "";
  return repeat + common::visit(
                      common::visitors{
                          [](const format::IntrinsicTypeDataEditDesc &y) { return dataEdit(y); },
                          [](const format::DerivedTypeDataEditDesc &y) { return derivedEdit(y); },
                          [](const format::ControlEditDesc &y) { return controlEdit(y); },
                          [](const std::string &y) { return quoted(y); },
                          [](const std::list<format::FormatItem> &y) {
                            return "(" + items(y) + ")";
                          },
                      },
                      x.u);
}

std::string items(const std::list<format::FormatItem> &list) {
  std::string out;
  for (const format::FormatItem &x : list)
    out += (out.empty() ? "" : ", ") + item(x);
  return out;
}

} // namespace

std::string decoded(const std::string &literal) {
  std::string out;
  for (size_t i = 0; i < literal.size(); ++i) {
    out += literal[i];
    if (literal[i] == '\\' && i + 1 < literal.size() && literal[i + 1] == '\\')
      ++i;
  }
  return out;
}

std::string formatText(const format::FormatSpecification &x) {
  std::string out = items(x.items);
  if (!x.unlimitedItems.empty())
    out += (out.empty() ? "*(" : ", *(") + items(x.unlimitedItems) + ")";
  return "(" + out + ")";
}

} // namespace costate::frontend::fortran
