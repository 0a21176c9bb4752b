#include "rules/Formula.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

namespace costate::rules {

namespace {

constexpr int mostDigits = 17; // what surely fits in 63 bits, with room for a sum

Decimal normalised(Decimal d) {
  while (d.scale > 0 && d.digits % 10 == 0) {
    d.digits /= 10;
    --d.scale;
  }
  return d;
}

} // namespace

std::optional<Decimal> Decimal::parse(const std::string &text) {
  Decimal out;
  size_t i = 0;
  bool point = false;
  int used = 0;
  for (; i < text.size(); ++i) {
    char c = text[i];
    if (c == '.' && !point) {
      point = true;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      out.digits = out.digits * 10 + (c - '0');
      out.scale += point ? 1 : 0;
      if (out.digits != 0 && ++used > mostDigits)
        return std::nullopt;
    } else {
      break;
    }
  }
  if (i < text.size()) {
    char *end = nullptr;
    if (text[i] != 'e' && text[i] != 'E' && text[i] != 'd')
      return std::nullopt;
    long exponent = std::strtol(text.c_str() + i + 1, &end, 10);
    if (*end != '\0' || exponent < -mostDigits || exponent > mostDigits)
      return std::nullopt;
    out.scale -= int(exponent);
  }
  for (; out.scale < 0; ++out.scale) {
    if (out.digits != 0 && ++used > mostDigits)
      return std::nullopt;
    out.digits *= 10;
  }
  if (out.scale > mostDigits)
    return std::nullopt;
  return normalised(out);
}

double Decimal::value() const { return double(digits) / std::pow(10.0, scale); }

std::string Decimal::text() const {
  std::string all = std::to_string(digits);
  if (scale == 0)
    return all + ".0";
  size_t places = size_t(scale);
  std::string padded = all.size() <= places ? std::string(places + 1 - all.size(), '0') + all : all;
  size_t point = padded.size() - places;
  return padded.substr(0, point) + "." + padded.substr(point);
}

} // namespace costate::rules
