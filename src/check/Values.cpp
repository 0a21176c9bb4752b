#include "check/Values.h"

#include <cmath>
#include <cstring>

namespace costate::check {

namespace {

template <typename T> void put(Number value, unsigned bytes, std::string &out) {
  T typed = static_cast<T>(value);
  std::string raw(bytes, '\0');
  std::memcpy(raw.data(), &typed, std::min<size_t>(sizeof typed, bytes));
  out += raw;
}

template <typename T> Number get(const char *from) {
  T typed{};
  std::memcpy(&typed, from, sizeof typed);
  return static_cast<Number>(typed);
}

void putReal(unsigned kind, unsigned bytes, Number value, std::string &out) {
  switch (kind) {
  case 2:
    return put<_Float16>(value, bytes, out);
  case 4:
    return put<float>(value, bytes, out);
  case 10:
    return put<long double>(value, bytes, out);
  case 16:
    return put<__float128>(value, bytes, out);
  default:
    return put<double>(value, bytes, out);
  }
}

Number getReal(unsigned kind, const char *from) {
  switch (kind) {
  case 2:
    return get<_Float16>(from);
  case 4:
    return get<float>(from);
  case 10:
    return get<long double>(from);
  case 16:
    return get<__float128>(from);
  default:
    return get<double>(from);
  }
}

void putInteger(unsigned bytes, Number value, std::string &out) {
  int64_t integer = std::isfinite(value) ? static_cast<int64_t>(value) : 0;
  out.append(reinterpret_cast<const char *>(&integer), bytes);
}

Number getInteger(unsigned bytes, bool isSigned, const char *from) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, bytes);
  if (isSigned && bytes < 8 && bits >> (8 * bytes - 1))
    bits |= ~uint64_t(0) << (8 * bytes);
  return isSigned ? Number(static_cast<int64_t>(bits)) : Number(bits);
}

} // namespace

void encode(const Element &e, const LeafValues &values, int64_t count, std::string &out) {
  if (e.kind == Element::Kind::Character) {
    std::string text = values.text;
    text.resize(e.bytes * count, ' ');
    out += text;
    return;
  }
  unsigned parts = e.parts();
  for (int64_t i = 0; i < count * parts; ++i) {
    Number value = i < static_cast<int64_t>(values.numbers.size()) ? values.numbers[i] : 0;
    if (e.differentiable())
      putReal(e.realKind, e.bytes / parts, value, out);
    else
      putInteger(e.bytes, value, out);
  }
}

bool decode(const Element &e, int64_t count, const std::string &bytes, size_t &at,
            LeafValues &out) {
  if (count < 0 || bytes.size() - at < static_cast<size_t>(count) * e.bytes)
    return false;
  if (e.kind == Element::Kind::Character) {
    out.text = bytes.substr(at, e.bytes * count);
    at += e.bytes * count;
    return true;
  }
  unsigned parts = e.parts(), step = e.bytes / parts;
  for (int64_t i = 0; i < count * parts; ++i, at += step)
    out.numbers.push_back(e.differentiable() ? getReal(e.realKind, bytes.data() + at)
                                             : getInteger(step, e.isSigned, bytes.data() + at));
  return true;
}

LeafValues together(const Element &element, const std::vector<LeafValues> &directions) {
  LeafValues out;
  size_t parts = element.parts(), size = directions.front().numbers.size();
  for (size_t i = 0; i < size; i += parts)
    for (const LeafValues &one : directions)
      for (size_t k = 0; k < parts; ++k)
        out.numbers.push_back(one.numbers[i + k]);
  return out;
}

LeafValues oneOf(const Element &element, const LeafValues &together, unsigned directions,
                 unsigned number) {
  LeafValues out;
  size_t parts = element.parts();
  for (size_t i = number * parts; i < together.numbers.size(); i += parts * directions)
    for (size_t k = 0; k < parts; ++k)
      out.numbers.push_back(together.numbers[i + k]);
  return out;
}

Number epsilonOf(unsigned realKind) {
  switch (realKind) {
  case 2:
    return 0x1p-10L;
  case 4:
    return 0x1p-23L;
  case 10:
  case 16: // numbers are exchanged in extended precision
    return 0x1p-63L;
  default:
    return 0x1p-52L;
  }
}

} // namespace costate::check
