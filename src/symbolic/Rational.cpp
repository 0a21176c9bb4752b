#include "symbolic/Rational.h"

#include <limits>

namespace costate::symbolic {

namespace {

__int128 magnitude(__int128 x) { return x < 0 ? -x : x; }

__int128 wideGcd(__int128 a, __int128 b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b) {
    __int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int64_t narrow(__int128 x) {
  if (x > std::numeric_limits<int64_t>::max() || x < -std::numeric_limits<int64_t>::max())
    throw Overflow();
  return (int64_t)x;
}

} // namespace

int64_t gcd(int64_t a, int64_t b) { return narrow(wideGcd(a, b)); }

Rational Rational::of(__int128 numerator, __int128 denominator) {
  __int128 common = wideGcd(numerator, denominator);
  if (common == 0)
    throw Overflow(); // 0/0; x/0 below
  if (denominator == 0)
    throw Overflow();
  if (denominator < 0)
    common = -common;
  Rational r;
  r.top = narrow(numerator / common);
  r.bottom = narrow(denominator / common);
  return r;
}

Rational Rational::operator+(const Rational &o) const {
  if (bottom == 1 && o.bottom == 1) // by far the most
    return narrow((__int128)top + o.top);
  return of((__int128)top * o.bottom + (__int128)o.top * bottom, (__int128)bottom * o.bottom);
}

Rational Rational::operator*(const Rational &o) const {
  if (bottom == 1 && o.bottom == 1)
    return narrow((__int128)top * o.top);
  return of((__int128)top * o.top, (__int128)bottom * o.bottom);
}

Rational Rational::operator/(const Rational &o) const {
  return of((__int128)top * o.bottom, (__int128)bottom * o.top);
}

std::strong_ordering Rational::operator<=>(const Rational &o) const {
  return (__int128)top * o.bottom <=> (__int128)o.top * bottom;
}

std::string Rational::text() const {
  return std::to_string(top) + (bottom == 1 ? "" : "/" + std::to_string(bottom));
}

} // namespace costate::symbolic
