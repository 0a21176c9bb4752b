// Units, procedures and what their scopes declare.
#pragma once

#include "frontend/fortran/Entries.h"

namespace costate::frontend::fortran {

/// A procedure whose body is still to be read.
struct PendingBody {
  ir::Procedure *procedure = nullptr;
  const SemSymbol *symbol = nullptr; ///< its own; null for main programs and block data
  const SemScope *scope = nullptr;
  const void *node = nullptr; ///< the parse tree's program unit, as DeclaredForms knows it
  const parser::SpecificationPart *specification = nullptr;
  const parser::ExecutionPart *execution = nullptr;
  Location end; ///< of its END statement
};

/// Declares every program unit. Scopes are filled by declareScopes once all units are known.
class UnitReader {
public:
  explicit UnitReader(Translation &t) : t(t) {}
  void declare(const parser::ProgramUnit &);
  void declareScopes();
  const std::vector<PendingBody> &bodies() const { return pending; }
  /// DATA statements of modules and procedures.
  void readInitialValues();
  /// Connects external names with their definitions among the files, and puts modules first.
  void finish();

private:
  struct PendingModule {
    ir::Unit *unit;
    const SemScope *scope;
    const void *node;
  };
  ir::Unit *fileUnit(uint32_t file);
  ir::Unit *moduleUnit(const parser::Name &, const void *node, Location);
  void declare(const parser::MainProgram &, ir::Unit *);
  void declare(const parser::BlockData &, ir::Unit *);
  void declare(const parser::Module &);
  void declare(const parser::Submodule &);
  template <typename Subprogram, typename Begin, typename End>
  void subprogram(const Subprogram &, ir::Unit *, ir::Procedure *host);
  void separate(const parser::SeparateModuleSubprogram &, ir::Unit *);
  void internals(const std::optional<parser::InternalSubprogramPart> &, ir::Procedure *host);
  void members(const std::optional<parser::ModuleSubprogramPart> &, ir::Unit *);
  ir::Procedure *add(const SemSymbol *, std::string name, ir::ProcedureKind, ir::Unit *,
                     ir::Procedure *host, Location);
  const SemScope *scopeAround(parser::CharBlock, SemScope::Kind);
  void reexports(const PendingModule &);
  ir::Unit *ownerOf(const SemScope &module);
  ir::Procedure *withEntries(const SemSymbol &, const std::vector<WrittenEntry> &, ir::Unit *,
                             ir::ProcedureKind, Location);
  void ownNames();
  void implements(const SemSymbol &, ir::Procedure *);
  void hide(ir::Unit &, size_t from);

  Translation &t;
  uint32_t currentFile = 0;
  std::map<uint32_t, ir::Unit *> files;
  std::vector<PendingModule> modules;
  std::vector<PendingBody> pending;
  std::list<EntryGroup> entryGroups;
};

void setProcedureAttributes(ir::Procedure &, const SemSymbol &);

/// Declares what a scope holds, in the source's order: arguments and result first, then variables
/// and procedures, COMMON, EQUIVALENCE, NAMELIST, generics and types.
void declareScope(Translation &, Owner, const SemScope &);

} // namespace costate::frontend::fortran
