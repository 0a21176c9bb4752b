// Variables, arguments, named constants and procedures by name.
#pragma once

#include "ir/Expr.h"

#include <optional>

namespace costate::ir {

struct CommonBlock;

enum class SymbolKind { Variable, NamedConstant, Procedure };

enum class Storage {
  Local,    ///< fresh at each call
  Saved,    ///< SAVE, C `static` inside a function, initialised Fortran locals
  Argument,
  Result,   ///< the result variable of a function
  Global,   ///< a module variable or a C file-scope variable
  Common,   ///< in a COMMON block; `overlay` says where
};

enum class Intent { Unknown, In, Out, InOut };

/// Where a symbol lies inside storage it shares with others: a COMMON block, or an EQUIVALENCE
/// class of locals. Symbols of the same `group` whose byte ranges meet overlap.
struct Overlay {
  CommonBlock *block = nullptr; ///< null: a local EQUIVALENCE class
  unsigned group = 0;           ///< number of the EQUIVALENCE class inside its procedure or unit
  uint64_t offset = 0;          ///< bytes from the start of the block or class
};

struct Symbol {
  std::string name; ///< as written (Fortran: lower case). Unique only inside its scope; the
                    ///< emitters rename on collision
  SymbolKind kind = SymbolKind::Variable;
  const Type *type = nullptr;
  Storage storage = Storage::Local;
  Location location;

  // Where it is declared: exactly one is set; `procedure` for locals and arguments.
  Unit *unit = nullptr;
  Procedure *owner = nullptr;

  // Arguments
  bool byValue = false; ///< C parameters, Fortran VALUE
  Intent intent = Intent::Unknown;
  bool optional = false;

  // Fortran attributes
  bool allocatable = false;
  bool target = false;
  bool contiguous = false;
  bool isVolatile = false;
  bool asynchronous = false;
  bool isProtected = false;
  bool isPrivate = false; ///< private to its module
  bool polymorphic = false; ///< CLASS(type) instead of TYPE(type)

  // C
  bool internalLinkage = false; ///< `static` at file scope
  bool fromHeader = false;      ///< declared by an included file: never emitted
  bool declaredInHeader = false; ///< defined here, but an included file declares it too
  bool external = false;        ///< declared `extern`, defined elsewhere
  bool isRegister = false;
  /// Of a parameter that is a pointer but was written as an array (`double a[3]`): that array type.
  const Type *writtenArray = nullptr;
  /// Of a local: where the block that declares it ends (its closing brace). A pointer to the local
  /// may be used anywhere up to there, so the emitter declares it in a block that reaches so far;
  /// unknown: in the outermost block.
  Location scopeEnd;

  /// Fortran: the index of an array constructor or DO CONCURRENT. Its scope is the construct alone,
  /// so it may have the name of another variable of its type.
  bool constructScope = false;

  /// Made by Costate (a hoisted call's result, an exit flag). The emitters may fold it away.
  bool temporary = false;

  /// The value of a named constant, or a variable's initial value.
  const Expr *initial = nullptr;

  std::optional<Overlay> overlay;

  /// C name for linking (`bind(c, name=...)`, or C's own); empty: the language's default.
  std::string bindingName;

  // Procedures
  /// The definition or the interface this name stands for: a Procedure with a body where the
  /// source is given, a body-less one for an interface block or C prototype, null for an external
  /// procedure with an implicit interface and no source, or a dummy procedure without interface.
  Procedure *procedure = nullptr;
  bool isExternalProcedure = false; ///< declared here as a name of something elsewhere
  bool hasImplicitInterface = false; ///< Fortran: only `external`, no interface in scope
  bool isIntrinsicProcedure = false; ///< an intrinsic subroutine, or an intrinsic passed as value

  bool isDummyProcedure() const {
    return kind == SymbolKind::Procedure && storage == Storage::Argument;
  }
};

} // namespace costate::ir
