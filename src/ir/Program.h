// Programs, their units and their procedures.
//
// A Program is what one run of Costate reads: units in the order of the command line. A Unit is a
// C file, a Fortran file's external procedures, or a Fortran module. A Procedure is a subroutine,
// function, main program or BLOCK DATA; internal procedures hang below their host.
#pragma once

#include "ir/Stmt.h"

#include <map>
#include <set>

namespace costate::ir {

enum class Language { C, Fortran };

/// A COMMON block, one for the whole program; symbols of every procedure that declares it overlay
/// the same bytes.
struct CommonBlock {
  std::string name; ///< empty: blank COMMON
  uint64_t size = 0;
  std::string bindingName;
  bool saved = false;
};

/// The members of a COMMON block as one scope lists them.
struct CommonDeclaration {
  CommonBlock *block = nullptr;
  std::vector<Symbol *> members;
};

/// What a Fortran scope makes available under one name: `interface name` with its specifics.
struct GenericInterface {
  std::string name;              ///< `solve`, `operator(+)`, `assignment(=)`
  std::vector<Symbol *> specifics;
  bool isPrivate = false;
  Symbol *symbol = nullptr; ///< stands for the name where a Call says `generic`
  Location location;
};

/// Declarations a scope (a unit or a procedure) owns.
struct Scope {
  std::vector<std::unique_ptr<Symbol>> symbols; ///< in the order of declaration
  std::vector<RecordType *> records;            ///< in the order of declaration
  std::vector<CommonDeclaration> commons;
  /// EQUIVALENCE as written: each set lists places that share their first storage unit.
  std::vector<std::vector<const Expr *>> equivalences;
  std::vector<GenericInterface> generics;
  /// Fortran: NAMELIST groups.
  std::vector<std::pair<std::string, std::vector<Symbol *>>> namelists;
};

enum class ProcedureKind { Subroutine, Function, MainProgram, BlockData };

struct Procedure {
  std::string name;
  ProcedureKind kind = ProcedureKind::Subroutine; ///< a C function returning void is a Subroutine
  Language language = Language::Fortran;
  Unit *unit = nullptr;
  Procedure *host = nullptr; ///< of an internal procedure
  Symbol *symbol = nullptr;  ///< its own name, in the enclosing scope
  Location location;
  std::vector<std::string> comments; ///< before its first line

  Scope scope;
  std::vector<Symbol *> parameters;   ///< Argument symbols in order, in scope.symbols
  Symbol *result = nullptr;           ///< of a Function: storage Result, in scope.symbols
  const Type *resultType = nullptr;   ///< Void for subroutines
  bool hasBody = false;               ///< false: an interface or prototype only
  Block body;

  /// FORMAT statements by label, with their text `(...)`.
  std::vector<std::pair<unsigned, std::string>> formats;

  std::vector<std::unique_ptr<Procedure>> internal;
  /// Bodies of interface blocks declared in this scope, and abstract interfaces.
  std::vector<std::unique_ptr<Procedure>> interfaces;

  // Attributes
  bool elemental = false, pure = false, recursive = false, impure = false;
  bool nonRecursive = false;
  bool isAbstract = false;       ///< an ABSTRACT INTERFACE
  bool separateModule = false;   ///< MODULE prefix: its interface and its body stand apart
  bool bindC = false;
  std::string bindingName;
  bool internalLinkage = false;  ///< C `static`
  bool isInline = false;         ///< C `inline`
  bool fromHeader = false;       ///< C: defined in an included file; analysed but never emitted
  bool variadic = false;
  bool isPrivate = false;        ///< private to its module
  bool isHead = false;           ///< users call its derivative, with any procedure for its dummies

  unsigned newLoopId() { return ++loopIds; }
  unsigned loopIds = 0;
  unsigned newLabel() { return ++labels; }
  unsigned labels = 100000; ///< beyond Fortran's five digits

  /// A fresh variable of this procedure; the name is made unique in it.
  Symbol *makeTemporary(const std::string &base, const Type *type);

private:
  bool isTaken(const std::string &candidate);

  std::set<std::string> names; ///< of the first `indexedSymbols` symbols of the scope
  size_t indexedSymbols = 0;
  std::map<std::string, unsigned> nextSuffix;
};

enum class UnitKind { CFile, FortranFile, FortranModule, FortranSubmodule };

struct Unit {
  UnitKind kind = UnitKind::FortranFile;
  std::string name; ///< of a module; empty otherwise
  uint32_t file = 0;
  Location location;
  std::vector<std::string> comments;
  Scope scope;
  std::vector<std::unique_ptr<Procedure>> procedures; ///< with bodies, in source order
  std::vector<std::unique_ptr<Procedure>> interfaces; ///< prototypes, interface blocks
  bool defaultPrivate = false;

  /// Fortran: a module or submodule whose source is not given (an intrinsic module, or a .mod
  /// file). Its symbols may be referred to; it is never emitted.
  bool external = false;
  bool intrinsicModule = false; ///< emitted as `use, intrinsic ::`
  std::string parent;           ///< of a submodule: `ancestor` or `ancestor:parent`
  /// Fortran: modules whose public names are all public in this one too: `use m` at module level.
  std::vector<Unit *> reexports;
  /// Fortran: single names of other modules that are public in this one: `use m, only: local => name`.
  struct Reexport {
    Unit *module = nullptr;
    std::string name, local;
  };
  std::vector<Reexport> reexportedNames;

  /// C: #include lines, and the #define, #undef, #pragma lines that precede an #include, in order.
  std::vector<std::string> preamble;
  /// C: typedefs and enums the file itself declares, as complete declarations, in source order
  /// relative to `records` by location.
  struct TypeDeclaration {
    Location location;
    const AliasType *alias = nullptr; ///< a typedef, or the name of an enum that has one
    std::string enumText;             ///< of an enum: its definition, `enum colour { red = 0, ... }`
  };
  std::vector<TypeDeclaration> typeDeclarations;

  Language language() const {
    return kind == UnitKind::CFile ? Language::C : Language::Fortran;
  }
};

struct Program {
  explicit Program(SourceManager &sources) : sources(sources) {}
  SourceManager &sources;
  TypeTable types;
  ExprArena exprs;
  std::vector<std::unique_ptr<Unit>> units; ///< modules before what uses them
  std::vector<std::unique_ptr<CommonBlock>> commons;
  /// Interfaces and symbols that belong to no unit.
  std::vector<std::unique_ptr<Procedure>> detached;
  std::vector<std::unique_ptr<Symbol>> detachedSymbols;

  /// Fortran default kinds in bytes, by --real8 and the like.
  unsigned defaultReal = 4, defaultInteger = 4, defaultDouble = 8;

  CommonBlock *common(const std::string &name); ///< found or made
};

/// Every procedure of a unit or program that has a body, hosts before their internal procedures.
std::vector<Procedure *> procedures(Unit &);
std::vector<Procedure *> procedures(Program &);

/// A new symbol in a scope, owned by it.
Symbol *addSymbol(Scope &, std::string name, SymbolKind, const Type *, Location = {});

} // namespace costate::ir
