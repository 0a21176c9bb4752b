// What is known of an integer or an address at some point: a symbolic form, or bounds.
#pragma once

#include "symbolic/Form.h"

namespace costate::analysis {

using symbolic::Form;

struct Known {
  std::optional<Form> value;        ///< exactly
  std::optional<Form> lower, upper; ///< else these bounds, where known
  bool isNothing() const { return !value && !lower && !upper; }
  /// The least and the greatest it can be, where known.
  const std::optional<Form> &low() const { return value ? value : lower; }
  const std::optional<Form> &high() const { return value ? value : upper; }
  static Known exactly(const Form &f) { return {f, {}, {}}; }
  bool operator==(const Known &) const = default;
};

Known operator+(const Known &, const Known &);
Known operator-(const Known &);
Known operator*(const Known &, const Known &);

} // namespace costate::analysis
