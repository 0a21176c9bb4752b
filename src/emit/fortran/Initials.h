// Initial values: `= value` in the declaration, or DATA statements after it.
#pragma once

#include "emit/fortran/Expressions.h"

namespace costate::emit::fortran {

class Initials {
public:
  explicit Initials(Expressions &expressions) : expressions(expressions) {}

  /// ` = value` or ` => target` for the declaration; empty where there is no initial value, or
  /// where DATA statements give it.
  std::string inDeclaration(const ir::Symbol &);
  /// DATA statements, each within the limit on continuation lines.
  std::vector<std::string> data(const ir::Symbol &);

private:
  /// A value and how often it stands; an empty value is a hole that nothing initialises.
  struct Run {
    std::string value;
    int64_t count;
    std::string text() const;
  };
  bool usesData(const ir::Symbol &);
  std::vector<Run> runs(const ir::ArrayConstructor &);
  std::vector<std::string> arrayData(const ir::Symbol &, const std::vector<Run> &);
  std::string part(const ir::Symbol &, int64_t from, int64_t count);

  Expressions &expressions;
};

} // namespace costate::emit::fortran
