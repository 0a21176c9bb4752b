// Exact rational numbers. Results that do not fit raise Overflow, which whoever asked a symbolic
// question turns into "unknown".
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace costate::symbolic {

struct Overflow {};

class Rational {
public:
  Rational(int64_t value = 0) : top(value), bottom(1) {}
  static Rational of(__int128 numerator, __int128 denominator);

  int64_t numerator() const { return top; }
  int64_t denominator() const { return bottom; }
  bool isZero() const { return top == 0; }
  bool isOne() const { return top == 1 && bottom == 1; }
  bool isInteger() const { return bottom == 1; }
  int sign() const { return top < 0 ? -1 : top > 0; }
  int64_t floor() const { return top / bottom - (top % bottom != 0 && top < 0); }
  int64_t ceil() const { return -Rational::of(-(__int128)top, bottom).floor(); }

  Rational operator-() const { return of(-(__int128)top, bottom); }
  Rational operator+(const Rational &) const;
  Rational operator-(const Rational &o) const { return *this + -o; }
  Rational operator*(const Rational &) const;
  Rational operator/(const Rational &) const;
  bool operator==(const Rational &) const = default;
  std::strong_ordering operator<=>(const Rational &) const;

  std::string text() const; ///< `3`, `-1/2`

private:
  int64_t top, bottom; ///< lowest terms, bottom > 0
};

int64_t gcd(int64_t, int64_t);

} // namespace costate::symbolic
