// The state of one translation: which IR object stands for which Flang symbol, scope and type.
//
// Flang's symbols are translated on demand, each once: `symbol()` makes the IR symbol (in its own
// scope's order where the scope was declared before) and completes its type when first asked. So
// declarations may refer to each other in any order.
#pragma once

#include "frontend/Comments.h"
#include "frontend/fortran/DeclaredForms.h"
#include "frontend/fortran/Session.h"
#include "ir/Builder.h"

#include <set>

namespace costate::frontend::fortran {

class ExpressionReader;
struct EntryGroup;

/// What a scope of the IR belongs to: exactly one is set.
struct Owner {
  ir::Unit *unit = nullptr;
  ir::Procedure *procedure = nullptr;
  ir::Scope &scope() const { return procedure ? procedure->scope : unit->scope; }
};

class Translation {
public:
  Translation(ir::Program &, Session &, Diagnostics &);

  /// Everything: declarations of all units first, then bodies.
  void run();

  // ---- Types (Types.cpp) ---------------------------------------------------------------------
  /// Type and kind of an expression's element; lengths of CHARACTER only where constant.
  const ir::Type *elementType(const evaluate::DynamicType &, Location);
  /// The same as an array of deferred shape where rank is not 0.
  const ir::Type *valueType(const evaluate::DynamicType &, int rank, Location);
  const ir::Type *arrayOf(const ir::Type *element, unsigned rank);
  const ir::CharacterType *characterOfLength(unsigned kind, int64_t length);
  /// The type a declaration gives an entity: element type, shape, pointer.
  const ir::Type *declaredType(const SemSymbol &, Owner);
  ir::RecordType *record(const semantics::DerivedTypeSpec &, Location);
  /// The shape the source gave in an ALLOCATE or declaration.
  ir::Dimension dimension(const std::optional<parser::SpecificationExpr> &lower,
                          const parser::SpecificationExpr &upper, ExpressionReader &);

  // ---- Symbols (Symbols.cpp) -----------------------------------------------------------------
  ir::Symbol *symbol(const SemSymbol &);
  /// Lets one more Flang symbol stand for an IR symbol.
  void alias(const SemSymbol &other, ir::Symbol *same) { symbols[&other] = same; }
  /// The same between Flang symbols, before either is translated.
  void alias(const SemSymbol &other, const SemSymbol &same) { sameAs[&other] = &same; }
  /// A name for an external procedure as `caller` declares it.
  ir::Symbol *externalProcedure(ir::Procedure *caller, const SemSymbol &);
  ir::Symbol *intrinsicProcedure(ir::Procedure *caller, const std::string &name,
                                 const ir::Type *type);
  /// The generic interface's own symbol.
  ir::Symbol *genericSymbol(const SemSymbol &);
  Owner ownerOf(const SemScope &);
  /// A fresh variable with a name nobody in the procedure uses.
  ir::Symbol *makeTemporary(ir::Procedure &, const std::string &base, const ir::Type *);
  ir::Symbol *makeVariable(ir::Procedure &, const std::string &base, const ir::Type *);
  /// Takes back the most recent temporary, unused after all.
  void dropTemporary(ir::Procedure &, ir::Symbol *);

  // ---- Procedures and units (Units.cpp, Interfaces.cpp) ----------------------------------------
  /// The procedure a subprogram symbol defines or describes; null where there is none.
  ir::Procedure *procedure(const SemSymbol &);
  /// The interface (a Procedure without body) of an interface body or abstract interface.
  ir::Procedure *interface(const SemSymbol &);
  ir::Unit *externalUnit(const SemScope &module);

  // ---- Help --------------------------------------------------------------------------------------
  Location locate(parser::CharBlock source) const { return session.locate(source); }
  std::vector<std::string> commentsAbove(Location);
  /// Reports what cannot be represented; the caller goes on with any placeholder.
  void refuse(Location, std::string what, std::string hint = {});

  ir::Program &program;
  Session &session;
  Diagnostics &diagnostics;
  ir::Builder build;
  DeclaredForms forms;

  /// What Flang keeps in this scope belongs to p.
  void bindScope(const SemScope *scope, ir::Procedure *p) {
    procedureScopes[scope] = p;
    scopesOf[p].push_back(scope);
  }
  std::map<const SemScope *, ir::Procedure *> procedureScopes;
  std::map<const ir::Procedure *, std::vector<const SemScope *>> scopesOf;
  std::map<const SemScope *, ir::Unit *> unitScopes;
  std::map<const SemSymbol *, ir::Procedure *> procedures; ///< by the subprogram's own symbol
  std::map<const ir::Procedure *, EntryGroup *> entries;   ///< by the procedure with the body
  /// What runs before a procedure's first statement: calls that bounds of its variables need.
  std::map<const ir::Procedure *, ir::Block> prologues;
  /// Names taken in a procedure, for temporaries.
  std::map<const ir::Procedure *, std::set<std::string>> takenNames;

private:
  friend class UnitReader;
  ir::Symbol *makeSymbol(const SemSymbol &, Owner);
  ir::Symbol *sharedIndex(const SemSymbol &, Owner);
  void complete(ir::Symbol *, const SemSymbol &, Owner);
  void completeObject(ir::Symbol *, const SemSymbol &, Owner);
  void completeProcedure(ir::Symbol *, const SemSymbol &, Owner);
  void allocateOnEntry(ir::Symbol *, ir::Block calls);
  void setAttributes(ir::Symbol *, const SemSymbol &);
  void setInitial(ir::Symbol *, const SemSymbol &, Owner);
  void setOverlay(ir::Symbol *, const SemSymbol &);
  ir::Storage storageOf(const SemSymbol &, Owner) const;

  const ir::Type *declaredElement(const SemSymbol &, Owner);
  const ir::Type *declaredCharacter(const SemSymbol &, unsigned kind, Owner);
  std::vector<ir::Dimension> declaredShape(const SemSymbol &, Owner);
  std::vector<ir::Dimension> foldedShape(const semantics::ArraySpec &, bool deferred, Location);
  void fillRecord(ir::RecordType *, const semantics::DerivedTypeSpec &);
  void addBindings(ir::RecordType *, const SemSymbol &typeSymbol);
  std::set<std::string> &namesIn(ir::Procedure &);
  bool isTakenAround(const ir::Procedure &, const std::string &name);

  struct UnitNames {
    std::set<std::string> names; ///< of the first `indexed` symbols of the unit
    size_t indexed = 0;
  };
  std::map<const ir::Unit *, UnitNames> unitNames;

  std::map<const SemSymbol *, ir::Symbol *> symbols;
  std::map<const SemSymbol *, const SemSymbol *> sameAs;
  std::set<const SemSymbol *> incomplete;
  std::map<std::pair<const ir::Procedure *, std::string>, ir::Symbol *> externals;
  std::map<const SemSymbol *, ir::Symbol *> generics;
  std::map<const SemSymbol *, ir::Procedure *> interfaces;
  std::map<const SemSymbol *, ir::RecordType *> records;
  ir::Block *specificationCalls = nullptr; ///< where calls in the current declaration go
  std::map<std::pair<unsigned, int64_t>, const ir::CharacterType *> characterTypes;
  std::map<std::pair<const ir::Type *, unsigned>, const ir::Type *> arrayTypes;
  std::map<uint32_t, std::unique_ptr<CommentReader>> comments;
};

/// Follows USE and host association to the entity itself, but never into the modules that Flang
/// implements its intrinsic modules with.
const SemSymbol &canonicalSymbol(const SemSymbol &);

/// Private to its module, by attribute or by the module's default.
bool isPrivate(const SemSymbol &);

/// `solve`, `operator(+)`, `operator(.cross.)`, `assignment(=)`.
std::string genericName(const SemSymbol &);

/// Whether the scope is a module whose source is not among the files.
bool isForeignModule(const SemScope &);

} // namespace costate::frontend::fortran
