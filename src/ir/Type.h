// The types of the canonical program.
//
// Types are immutable, live as long as their Program and are interned: two equal types without
// array bounds are the same object. `Alias` and `Qualified` are spelling (a C typedef, `const`);
// `strip()` removes them, and every question about meaning is asked of the stripped type. The
// queries below (`isReal()`, ...) strip for you.
//
// An array has one type whatever its rank; `a[3][4]` of C is one array of rank 2, stored row-major,
// where Fortran's `a(4,3)` is stored column-major. A C pointer has no extent. A Fortran POINTER is
// a Pointer too (to a scalar, or to an array of deferred shape); an ALLOCATABLE is not: it is a
// variable (or component) with the `allocatable` attribute whose array has deferred shape.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "support/Source.h"

namespace costate::ir {

class Expr;
class TypeTable;
struct Unit;
struct Symbol;
struct Procedure;

enum class TypeKind {
  Void,
  Integer,
  Real,
  Complex,
  Logical, ///< Fortran LOGICAL and C _Bool
  Character, ///< Fortran CHARACTER of some length; C's `char` is an Integer of one byte
  Record,
  Pointer,
  Array,
  Procedure, ///< what a dummy procedure is, and what a C function pointer points to
  Alias,
  Qualified,
};

class Type {
public:
  TypeKind kind() const { return kindValue; }
  const Type *strip() const;

  bool isVoid() const { return strip()->kindValue == TypeKind::Void; }
  bool isInteger() const { return strip()->kindValue == TypeKind::Integer; }
  bool isReal() const { return strip()->kindValue == TypeKind::Real; }
  bool isComplex() const { return strip()->kindValue == TypeKind::Complex; }
  bool isNumeric() const { return isInteger() || isReal() || isComplex(); }
  bool isLogical() const { return strip()->kindValue == TypeKind::Logical; }
  bool isCharacter() const { return strip()->kindValue == TypeKind::Character; }
  bool isRecord() const { return strip()->kindValue == TypeKind::Record; }
  bool isPointer() const { return strip()->kindValue == TypeKind::Pointer; }
  bool isArray() const { return strip()->kindValue == TypeKind::Array; }
  bool isProcedure() const { return strip()->kindValue == TypeKind::Procedure; }

  /// The type of one element where this is an array, this type itself otherwise.
  const Type *scalar() const;
  /// 0 where this is no array.
  unsigned rank() const;

  virtual ~Type() = default;

protected:
  explicit Type(TypeKind k) : kindValue(k) {}
  friend class TypeTable;

private:
  TypeKind kindValue;
};

class VoidType : public Type {
public:
  VoidType() : Type(TypeKind::Void) {}
  static bool classof(const Type *t) { return t->kind() == TypeKind::Void; }
};

/// Integers. `spelling` is the C name where several types share a size (`long`, `long long`,
/// `char`, `signed char`), canonical and without `unsigned`; empty for Fortran. C enums are their
/// underlying integer, under an Alias that carries the enum's name.
class IntegerType : public Type {
public:
  IntegerType(unsigned bytes, bool isSigned, std::string spelling)
      : Type(TypeKind::Integer), bytes(bytes), isSigned(isSigned), spelling(std::move(spelling)) {}
  const unsigned bytes;
  const bool isSigned;
  const std::string spelling;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Integer; }
};

/// Reals by Fortran kind: 2, 4, 8, 10 (x87, C's long double on x86-64), 16.
class RealType : public Type {
public:
  explicit RealType(unsigned kind) : Type(TypeKind::Real), realKind(kind) {}
  const unsigned realKind;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Real; }
};

/// Complex numbers by the kind of their parts.
class ComplexType : public Type {
public:
  explicit ComplexType(unsigned kind) : Type(TypeKind::Complex), realKind(kind) {}
  const unsigned realKind;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Complex; }
};

class LogicalType : public Type {
public:
  explicit LogicalType(unsigned bytes) : Type(TypeKind::Logical), bytes(bytes) {}
  const unsigned bytes;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Logical; }
};

/// CHARACTER(kind, length). A null length is assumed (`*`) or, where `deferred`, deferred (`:`).
class CharacterType : public Type {
public:
  CharacterType(unsigned charKind, const Expr *length, bool deferred)
      : Type(TypeKind::Character), charKind(charKind), length(length), deferred(deferred) {}
  const unsigned charKind;
  const Expr *const length;
  const bool deferred;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Character; }
};

struct Component {
  std::string name;
  const Type *type = nullptr; ///< a Fortran POINTER component has a Pointer type
  bool allocatable = false;
  bool contiguous = false;
  bool polymorphic = false; ///< CLASS(type) instead of TYPE(type)
  bool isPrivate = false;
  /// A Fortran procedure pointer that is called with its object as one of the arguments: which.
  std::optional<unsigned> passedObject;
  const Expr *initial = nullptr; ///< Fortran default initialisation
  Location location;
};

/// A procedure bound to a Fortran type: `procedure :: name => target`, or a generic of such.
struct Binding {
  std::string name;         ///< binding name, or the generic spec (`operator(+)`, `assignment(=)`)
  Symbol *target = nullptr; ///< the specific procedure; null for a generic
  std::vector<std::string> specifics; ///< of a generic: names of bindings
  std::string attributes;             ///< text such as `nopass, private`; may be empty
  bool isFinal = false;
};

/// A derived type or a struct. Identity is the object; `components` is filled in after creation,
/// so that types can refer to themselves.
class RecordType : public Type {
public:
  RecordType(std::string name, Unit *unit)
      : Type(TypeKind::Record), name(std::move(name)), unit(unit) {}
  std::string name; ///< Fortran type name or C tag; empty: a C struct known only by its typedef
  Unit *unit;       ///< where it is declared
  Procedure *procedure = nullptr; ///< declared inside this procedure (Fortran), else null
  std::vector<Component> components;
  std::vector<Binding> bindings;
  const RecordType *parent = nullptr; ///< `extends`; its components are reached through a first
                                      ///< component that has the parent's name
  bool sequence = false;
  bool bindC = false;
  bool isPrivate = false;        ///< the type's own name is private to its module
  bool privateComponents = false;
  bool complete = false;         ///< false: only forward declared
  bool fromHeader = false;       ///< declared by an included file: never emitted
  bool taggedByTypedef = false;  ///< C: `typedef struct {...} name;`
  std::string attributes;        ///< Fortran: further attributes as text, e.g. `abstract`
  Location location;

  const Component *find(const std::string &component) const;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Record; }
};

/// A pointer. `restrictQualified` is C's `restrict`. Fortran pointers point to scalars, records or
/// arrays of deferred shape, never carry qualifiers, and have `fortran` set.
class PointerType : public Type {
public:
  PointerType(const Type *pointee, bool fortran)
      : Type(TypeKind::Pointer), pointee(pointee), fortran(fortran) {}
  const Type *const pointee;
  const bool fortran;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Pointer; }
};

/// One dimension of an array. The extent is `upper - lower + 1`.
///   explicit shape  (lower:upper)   both given; a null lower means 1 in Fortran, 0 in C
///   assumed size    (lower:*)       Star; last dimension only
///   assumed shape   (lower:)        Assumed; upper is null
///   deferred shape  (:)             Deferred; both null
///   assumed rank    (..)            AssumedRank; the only dimension
/// C arrays have lower null; `extent` (not upper) is given: `a[n]` has extent n. A C array of
/// unknown extent (`extern double a[]`) is Star.
struct Dimension {
  enum class Form { Explicit, Star, Assumed, Deferred, AssumedRank };
  Form form = Form::Explicit;
  const Expr *lower = nullptr;
  const Expr *upper = nullptr;  ///< Fortran
  const Expr *extent = nullptr; ///< C
};

class ArrayType : public Type {
public:
  ArrayType(const Type *element, std::vector<Dimension> dimensions, bool rowMajor)
      : Type(TypeKind::Array), element(element), dimensions(std::move(dimensions)),
        rowMajor(rowMajor) {}
  const Type *const element; ///< never an array
  const std::vector<Dimension> dimensions; ///< as written, left to right
  const bool rowMajor;                     ///< C
  static bool classof(const Type *t) { return t->kind() == TypeKind::Array; }
};

/// A procedure as a value. For Fortran `interface` is the abstract interface or explicit interface
/// (a Procedure without body), null where it is implicit. For C the parameters' types suffice.
class ProcedureType : public Type {
public:
  ProcedureType(const Type *result, std::vector<const Type *> parameters, bool variadic,
                Procedure *interface)
      : Type(TypeKind::Procedure), result(result), parameters(std::move(parameters)),
        variadic(variadic), interface(interface) {}
  const Type *const result; ///< Void for a subroutine; null: unknown (implicit interface)
  const std::vector<const Type *> parameters;
  const bool variadic;
  Procedure *const interface;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Procedure; }
};

/// A name for another type: a C typedef or enum. Spelling only.
class AliasType : public Type {
public:
  AliasType(std::string name, const Type *underlying, Unit *unit, bool fromHeader)
      : Type(TypeKind::Alias), name(std::move(name)), underlying(underlying), unit(unit),
        fromHeader(fromHeader) {}
  const std::string name; ///< as written in a declaration: `gsl_vector`, `enum colour`
  const Type *const underlying;
  Unit *const unit;
  const bool fromHeader;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Alias; }
};

class QualifiedType : public Type {
public:
  QualifiedType(const Type *underlying, bool isConst, bool isVolatile, bool isRestrict)
      : Type(TypeKind::Qualified), underlying(underlying), isConst(isConst),
        isVolatile(isVolatile), isRestrict(isRestrict) {}
  const Type *const underlying;
  const bool isConst, isVolatile, isRestrict;
  static bool classof(const Type *t) { return t->kind() == TypeKind::Qualified; }
};

/// Creates and owns all types of a Program.
class TypeTable {
public:
  TypeTable();

  const Type *voidType() { return theVoid; }
  const IntegerType *integer(unsigned bytes, bool isSigned = true, std::string spelling = {});
  const RealType *real(unsigned kind);
  const ComplexType *complex(unsigned kind);
  const LogicalType *logical(unsigned bytes);
  const CharacterType *character(unsigned charKind, const Expr *length, bool deferred = false);
  RecordType *record(std::string name, Unit *unit);
  const PointerType *pointer(const Type *pointee, bool fortran = false);
  const ArrayType *array(const Type *element, std::vector<Dimension> dimensions, bool rowMajor);
  const ProcedureType *procedure(const Type *result, std::vector<const Type *> parameters = {},
                                 bool variadic = false, Procedure *interface = nullptr);
  const AliasType *alias(std::string name, const Type *underlying, Unit *unit, bool fromHeader);
  /// The same type where no qualifier is set.
  const Type *qualified(const Type *underlying, bool isConst, bool isVolatile = false,
                        bool isRestrict = false);

private:
  template <typename T> T *own(std::unique_ptr<T> type);

  std::vector<std::unique_ptr<Type>> owned;
  const Type *theVoid;
  std::map<std::tuple<unsigned, bool, std::string>, const IntegerType *> integers;
  std::map<unsigned, const RealType *> reals;
  std::map<unsigned, const ComplexType *> complexes;
  std::map<unsigned, const LogicalType *> logicals;
  std::map<std::tuple<unsigned, const Expr *, bool>, const CharacterType *> characters;
  std::map<std::tuple<const Type *, bool>, const PointerType *> pointers;
  std::map<std::tuple<const Type *, std::vector<const Type *>, bool, Procedure *>,
           const ProcedureType *>
      procedures;
  std::map<std::tuple<std::string, const Type *, Unit *>, const AliasType *> aliases;
  std::map<std::tuple<const Type *, bool, bool, bool>, const QualifiedType *> qualifieds;
};

} // namespace costate::ir
