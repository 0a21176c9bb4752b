// The kinds and literals of Fortran's intrinsic types.
#pragma once

#include "ir/Program.h"

namespace costate::emit::fortran {

/// Spells types and constants of one program. Where the program was read with other default kinds
/// than the language's (`--real8`), every kind is spelled out, so that the text means the same
/// whatever the compiler's own defaults.
class Kinds {
public:
  explicit Kinds(const ir::Program &program)
      : explicitReals(program.defaultReal != 4),
        explicitIntegers(program.defaultInteger != 4) {}

  /// `integer`, `real(8)`; not for characters, records, arrays and pointers.
  std::string intrinsicType(const ir::Type *) const;

  /// `real(c_double)`: the type as a procedure of C linkage says it, with the kind's name of
  /// iso_c_binding; empty where C has none.
  static std::string interoperableKind(const ir::Type *);
  static std::string interoperableType(const ir::Type *);

  std::string literal(const ir::IntegerConstant &) const;
  std::string literal(const ir::RealConstant &) const;
  std::string literal(const ir::LogicalConstant &) const;
  std::string literal(const ir::StringConstant &) const;

  /// A conversion to `to` of an operand of type `from`, as a reference to an intrinsic.
  std::string conversion(const ir::Type *to, const ir::Type *from,
                         const std::string &operand) const;

  bool isDefault(const ir::Type *) const;

private:
  bool explicitReals, explicitIntegers;
};

/// The kind number of an intrinsic type.
unsigned kindOf(const ir::Type *);

/// The type of `a op b` for numeric operands, by Fortran's rules: its kind of type and kind number.
struct Numeric {
  ir::TypeKind kind;
  unsigned number;
  bool operator==(const Numeric &) const = default;
};
Numeric numeric(const ir::Type *);
Numeric promoted(Numeric, Numeric);

} // namespace costate::emit::fortran
