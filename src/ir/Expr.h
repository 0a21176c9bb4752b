// The expressions and places of the canonical program.
//
// What they mean, before what they are:
// - An expression has no side effect. Calls of user procedures are never expressions: they are Call
//   statements whose result is a place. So the order of evaluation inside one does not matter.
// - Signed integer overflow does not happen; unsigned integers wrap around. `Divide` of integers
//   truncates toward zero, `Remainder` has the sign of the left operand: both languages agree.
// - Reals are evaluated as the tree says: no reassociation, no contraction. The tree's shape is the
//   source's, parentheses included.
// - Operands of arithmetic and comparison have the same type (but for the exponent of Power, and
//   pointer arithmetic): the front ends make every conversion explicit as a Convert node, and the
//   emitters leave out those that the language does by itself.
// - `And` and `Or` evaluate the right operand only where the left does not decide, and `Conditional`
//   evaluates only the chosen branch. (Emitted Fortran relies on this no more than the source did.)
// - Fortran expressions may be array valued; then operations are elementwise, and the type is an
//   array whose bounds may be Deferred where they are not known.
// - A Place is an expression that names memory; used as an operand, it is read. A Fortran POINTER is
//   dereferenced explicitly: `p(i)` is Element(Dereference(Variable p), i), `p => q` assigns the
//   pointer Variable p itself, from Variable q or from AddressOf a target.
//
// Nodes are immutable, shared freely and live as long as their Program.
#pragma once

#include "ir/Type.h"

#include "llvm/Support/Casting.h"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace costate::ir {

struct Symbol;

enum class ExprKind {
  // Constants
  IntegerConstant,
  RealConstant,
  LogicalConstant,
  StringConstant,
  NullPointer,
  // Places
  Variable,
  Element,
  Dereference,
  Field,
  Substring,
  ComplexPart,
  // Operations
  Unary,
  Binary,
  Convert,
  Conditional,
  Intrinsic,
  MakeComplex,
  // Pointers
  AddressOf,
  PointerAdd,
  PointerDifference,
  SizeOf,
  ProcedureReference,
  // Aggregates
  Range,
  ArrayConstructor,
  ImpliedDo,
  RecordConstructor,
  // What the middle end never looks into
  Text,
};

class Expr {
public:
  ExprKind kind() const { return kindValue; }
  const Type *const type;
  const Location location;

  bool isPlace() const {
    return kindValue >= ExprKind::Variable && kindValue <= ExprKind::ComplexPart;
  }
  bool isConstant() const { return kindValue <= ExprKind::NullPointer; }

  virtual ~Expr() = default;

protected:
  Expr(ExprKind k, const Type *type, Location at) : type(type), location(at), kindValue(k) {}

private:
  ExprKind kindValue;
};

/// The value's bits, sign-extended to 64; read as unsigned where the type is.
/// `spelling` is how the source wrote it where that matters to a reader (`0xff`, `'a'`); C only.
class IntegerConstant : public Expr {
public:
  IntegerConstant(const Type *type, int64_t value, Location at = {}, std::string spelling = {})
      : Expr(ExprKind::IntegerConstant, type, at), value(value), spelling(std::move(spelling)) {}
  const int64_t value;
  const std::string spelling;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::IntegerConstant; }
};

/// `digits` is the exact decimal (or C hexadecimal) text without kind or suffix, with `e` for the
/// exponent: `1.0e-5`, `0x1p-3`. The type says the precision. `value` is for analyses. Never
/// negative: `-1.0` is Unary Negate. `inf` and `nan` cannot occur: they are Text or Intrinsic.
class RealConstant : public Expr {
public:
  RealConstant(const Type *type, std::string digits, double value, Location at = {})
      : Expr(ExprKind::RealConstant, type, at), digits(std::move(digits)), value(value) {}
  const std::string digits;
  const double value;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::RealConstant; }
};

class LogicalConstant : public Expr {
public:
  LogicalConstant(const Type *type, bool value, Location at = {})
      : Expr(ExprKind::LogicalConstant, type, at), value(value) {}
  const bool value;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::LogicalConstant; }
};

/// `text` holds the characters themselves, unescaped and without quotes. In C the type is an array
/// of char (with the final zero counted); `spelling`, where given, is the source's literal.
class StringConstant : public Expr {
public:
  StringConstant(const Type *type, std::string text, Location at = {}, std::string spelling = {})
      : Expr(ExprKind::StringConstant, type, at), text(std::move(text)),
        spelling(std::move(spelling)) {}
  const std::string text;
  const std::string spelling;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::StringConstant; }
};

/// C's NULL, Fortran's NULL().
class NullPointer : public Expr {
public:
  NullPointer(const Type *type, Location at = {}) : Expr(ExprKind::NullPointer, type, at) {}
  static bool classof(const Expr *e) { return e->kind() == ExprKind::NullPointer; }
};

/// A variable, argument, result, global or named constant (PARAMETER, enumerator).
class Variable : public Expr {
public:
  Variable(Symbol *symbol, Location at = {});
  Symbol *const symbol;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Variable; }
};

/// Elements of an array place: one subscript per dimension, left to right as written. A subscript
/// is a scalar integer, a Range (a section) or an integer array of rank 1 (a vector subscript);
/// with either of the latter the type is an array.
/// The base may be any array-typed place; in Fortran also a Dereference of a pointer to array.
class Element : public Expr {
public:
  Element(const Type *type, const Expr *base, std::vector<const Expr *> subscripts,
          Location at = {})
      : Expr(ExprKind::Element, type, at), base(base), subscripts(std::move(subscripts)) {}
  const Expr *const base;
  const std::vector<const Expr *> subscripts;
  bool isSection() const;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Element; }
};

/// What a pointer points to, `offset` elements on: `*p` (offset null), `p[i]` of C. Where the
/// pointee is itself an array (C `double (*p)[4]`), this is that array: `p[i][j]` is
/// Element(Dereference(p, i), {j}).
class Dereference : public Expr {
public:
  Dereference(const Type *type, const Expr *pointer, const Expr *offset = nullptr,
              Location at = {})
      : Expr(ExprKind::Dereference, type, at), pointer(pointer), offset(offset) {}
  const Expr *const pointer;
  const Expr *const offset;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Dereference; }
};

/// `base%component`, `base.component`. `p->x` is Field(Dereference(p), x). With an array-valued
/// base (Fortran) the type is an array.
class Field : public Expr {
public:
  Field(const Type *type, const Expr *base, const RecordType *record, unsigned component,
        Location at = {})
      : Expr(ExprKind::Field, type, at), base(base), record(record), component(component) {}
  const Expr *const base;
  const RecordType *const record;
  const unsigned component; ///< index into record->components
  const std::string &name() const { return record->components[component].name; }
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Field; }
};

/// Characters `lower:upper` of a character place or constant; null bounds are the ends.
class Substring : public Expr {
public:
  Substring(const Type *type, const Expr *base, const Expr *lower, const Expr *upper,
            Location at = {})
      : Expr(ExprKind::Substring, type, at), base(base), lower(lower), upper(upper) {}
  const Expr *const base, *const lower, *const upper;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Substring; }
};

/// `z%re`, `z%im`; C's `__real__ z` as a place.
class ComplexPart : public Expr {
public:
  ComplexPart(const Type *type, const Expr *base, bool imaginary, Location at = {})
      : Expr(ExprKind::ComplexPart, type, at), base(base), imaginary(imaginary) {}
  const Expr *const base;
  const bool imaginary;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::ComplexPart; }
};

enum class UnaryOp {
  Negate,
  Not,    ///< of a Logical
  BitNot, ///< C `~`
  /// Fortran parentheses around an operand where they matter: `(a+b)-c` needs none (the tree says
  /// it), but the argument `(x)` is a value, not the variable x.
  Parentheses,
};

enum class BinaryOp {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder, ///< C `%`
  Power,     ///< Fortran `**`; the exponent keeps its own type
  Concatenate,
  // Comparisons: operands of one type (numeric, character, pointer; Logical in C), result Logical
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  // Logical
  And,
  Or,
  Equivalent,    ///< .EQV.
  NotEquivalent, ///< .NEQV.
  // Bits, of integers (C)
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft, ///< the right operand keeps its own type
  ShiftRight,
};

class Unary : public Expr {
public:
  Unary(const Type *type, UnaryOp op, const Expr *operand, Location at = {})
      : Expr(ExprKind::Unary, type, at), op(op), operand(operand) {}
  const UnaryOp op;
  const Expr *const operand;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Unary; }
};

class Binary : public Expr {
public:
  Binary(const Type *type, BinaryOp op, const Expr *left, const Expr *right, Location at = {})
      : Expr(ExprKind::Binary, type, at), op(op), left(left), right(right) {}
  const BinaryOp op;
  const Expr *const left, *const right;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Binary; }
};

/// A conversion to `type`: numeric, pointer casts of C, and C's integer <-> Logical (`x != 0`; an
/// int used as a condition is Convert to Logical). `written`: the source spelled it out (`dble(x)`,
/// `(double)n`); then it is emitted even where the language would convert by itself.
class Convert : public Expr {
public:
  Convert(const Type *type, const Expr *operand, bool written, Location at = {})
      : Expr(ExprKind::Convert, type, at), operand(operand), written(written) {}
  const Expr *const operand;
  const bool written;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Convert; }
};

/// C's `c ? a : b`; condition Logical.
class Conditional : public Expr {
public:
  Conditional(const Type *type, const Expr *condition, const Expr *whenTrue,
              const Expr *whenFalse, Location at = {})
      : Expr(ExprKind::Conditional, type, at), condition(condition), whenTrue(whenTrue),
        whenFalse(whenFalse) {}
  const Expr *const condition, *const whenTrue, *const whenFalse;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Conditional; }
};

/// A pure function the language defines: Fortran's intrinsic functions under their generic lower
/// case name (`dsin` is `sin`, `amax1` is `max` with Convert as needed), C's math.h and complex.h
/// functions under their name for double (`sinf` is `sin` of type real(4)). Arguments are as
/// written; `keywords[i]` is the name of an argument given by keyword, else empty (and `keywords`
/// may be shorter than `arguments`). Inquiries (`size`, `present`, `associated`) are intrinsics.
/// `specific`: the name as written, where the generic name would resolve to another type
/// (`dprod`, `float`); else empty.
class Intrinsic : public Expr {
public:
  Intrinsic(const Type *type, std::string name, std::vector<const Expr *> arguments,
            Location at = {}, std::vector<std::string> keywords = {}, std::string specific = {})
      : Expr(ExprKind::Intrinsic, type, at), name(std::move(name)),
        arguments(std::move(arguments)), keywords(std::move(keywords)),
        specific(std::move(specific)) {}
  const std::string name;
  const std::vector<const Expr *> arguments;
  const std::vector<std::string> keywords;
  const std::string specific;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Intrinsic; }
};

/// A complex number from its parts: Fortran's `(a, b)` of constants, C's CMPLX.
class MakeComplex : public Expr {
public:
  MakeComplex(const Type *type, const Expr *re, const Expr *im, Location at = {})
      : Expr(ExprKind::MakeComplex, type, at), re(re), im(im) {}
  const Expr *const re, *const im;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::MakeComplex; }
};

/// `&place`, and an array where C decays it to a pointer: AddressOf Element(a, {0,...}) with
/// `decayed` set, which prints as `a`. In Fortran: the target of a pointer assignment.
class AddressOf : public Expr {
public:
  AddressOf(const Type *type, const Expr *place, bool decayed = false, Location at = {})
      : Expr(ExprKind::AddressOf, type, at), place(place), decayed(decayed) {}
  const Expr *const place;
  const bool decayed;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::AddressOf; }
};

/// `p + n`, in elements; `p - n` has `negative` set.
class PointerAdd : public Expr {
public:
  PointerAdd(const Type *type, const Expr *pointer, const Expr *offset, bool negative = false,
             Location at = {})
      : Expr(ExprKind::PointerAdd, type, at), pointer(pointer), offset(offset),
        negative(negative) {}
  const Expr *const pointer, *const offset;
  const bool negative;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::PointerAdd; }
};

class PointerDifference : public Expr {
public:
  PointerDifference(const Type *type, const Expr *left, const Expr *right, Location at = {})
      : Expr(ExprKind::PointerDifference, type, at), left(left), right(right) {}
  const Expr *const left, *const right;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::PointerDifference; }
};

class SizeOf : public Expr {
public:
  SizeOf(const Type *type, const Type *of, Location at = {})
      : Expr(ExprKind::SizeOf, type, at), of(of) {}
  const Type *const of;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::SizeOf; }
};

/// A procedure as a value: an actual argument, the right side of a function pointer assignment.
class ProcedureReference : public Expr {
public:
  ProcedureReference(const Type *type, Symbol *symbol, Location at = {})
      : Expr(ExprKind::ProcedureReference, type, at), symbol(symbol) {}
  Symbol *const symbol;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::ProcedureReference; }
};

/// `lower:upper:stride` as a subscript; null parts are the array's own bound, or 1.
class Range : public Expr {
public:
  Range(const Expr *lower, const Expr *upper, const Expr *stride, Location at = {})
      : Expr(ExprKind::Range, nullptr, at), lower(lower), upper(upper), stride(stride) {}
  const Expr *const lower, *const upper, *const stride;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Range; }
};

/// Fortran `[type :: ...]` (items may be ImpliedDo), C initialiser lists of arrays (nested lists
/// for several dimensions; missing trailing items are zero).
/// `repeat[i]` > 1, where given: item i stands that many times (DATA's `512*0.0`).
class ArrayConstructor : public Expr {
public:
  ArrayConstructor(const Type *type, std::vector<const Expr *> items, Location at = {},
                   std::vector<int64_t> repeat = {})
      : Expr(ExprKind::ArrayConstructor, type, at), items(std::move(items)),
        repeat(std::move(repeat)) {}
  const std::vector<const Expr *> items;
  const std::vector<int64_t> repeat;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::ArrayConstructor; }
};

/// `(items, variable = lower, upper, step)` inside an ArrayConstructor or an I/O list.
class ImpliedDo : public Expr {
public:
  ImpliedDo(const Type *type, std::vector<const Expr *> items, Symbol *variable,
            const Expr *lower, const Expr *upper, const Expr *step, Location at = {})
      : Expr(ExprKind::ImpliedDo, type, at), items(std::move(items)), variable(variable),
        lower(lower), upper(upper), step(step) {}
  const std::vector<const Expr *> items;
  Symbol *const variable;
  const Expr *const lower, *const upper, *const step; ///< step may be null
  static bool classof(const Expr *e) { return e->kind() == ExprKind::ImpliedDo; }
};

/// Values for the components in order; null where a component keeps its default (or zero, in C).
class RecordConstructor : public Expr {
public:
  RecordConstructor(const Type *type, std::vector<const Expr *> values, Location at = {})
      : Expr(ExprKind::RecordConstructor, type, at), values(std::move(values)) {}
  const std::vector<const Expr *> values;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::RecordConstructor; }
};

/// Source text that stands for a passive value the middle end never needs to see into
/// (`stderr`, `__func__`, BOZ constants).
class Text : public Expr {
public:
  Text(const Type *type, std::string text, Location at = {})
      : Expr(ExprKind::Text, type, at), text(std::move(text)) {}
  const std::string text;
  static bool classof(const Expr *e) { return e->kind() == ExprKind::Text; }
};

/// Creates and owns all expressions of a Program.
class ExprArena {
public:
  template <typename T, typename... Args> const T *make(Args &&...args) {
    auto node = std::make_unique<T>(std::forward<Args>(args)...);
    const T *raw = node.get();
    nodes.push_back(std::move(node));
    return raw;
  }

private:
  std::deque<std::unique_ptr<const Expr>> nodes;
};

/// The direct operands of an expression, in order, null ones left out.
std::vector<const Expr *> operands(const Expr *);

/// The variable a place is part of; null where it is reached through a pointer.
Symbol *rootVariable(const Expr *place);

/// Calls `visit` on the expression and everything below it, operands first.
template <typename Visit> void forEach(const Expr *e, Visit &&visit) {
  if (!e)
    return;
  for (const Expr *operand : operands(e))
    forEach(operand, visit);
  visit(e);
}

/// Structural equality: same shape, symbols and values. Locations and spelling do not count.
bool equal(const Expr *, const Expr *);

} // namespace costate::ir
