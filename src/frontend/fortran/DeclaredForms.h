// How the source wrote each declaration. Flang's symbols hold folded bounds and values; output that
// reads like the original needs `a(lda, *)`, `work(2*n)` and named constants as they were written.
#pragma once

#include "frontend/fortran/Session.h"

#include <map>
#include <set>
#include <vector>

namespace costate::frontend::fortran {

/// The parse tree's parts of one entity's declaration; null where the source did not write it.
struct DeclaredForm {
  const parser::ArraySpec *shape = nullptr;
  const parser::ComponentArraySpec *componentShape = nullptr;
  const parser::DeclarationTypeSpec *typeSpec = nullptr; ///< for CHARACTER's length
  const parser::CharLength *length = nullptr;            ///< `name*10`
  const parser::Initialization *initialization = nullptr;
  const parser::Expr *constant = nullptr; ///< of a PARAMETER statement
};

/// An assigned label: ASSIGN 10 TO i.
struct AssignedLabel {
  const SemSymbol *variable;
  parser::Label label;
};

/// An ENTRY statement; among the declarations it enters at the first executable statement.
struct WrittenEntry {
  const parser::EntryStmt *statement;
  Location at;
  bool executable;
};

/// What one procedure (or module) contains besides declarations of single entities.
struct DeclaredStatements {
  std::vector<const parser::DataStmt *> data;
  std::vector<const parser::UseStmt *> uses;
  std::vector<AssignedLabel> assigned;
  std::vector<WrittenEntry> entries;
  std::vector<std::pair<parser::Label, const parser::FormatStmt *>> formats;
};

class DeclaredForms {
public:
  /// Collects from a program that Flang has checked: names know their symbols.
  void collect(const parser::Program &, const Session &);

  /// Never null; an empty form where nothing was written.
  const DeclaredForm &form(const SemSymbol &) const;
  /// A copy of an entity that Flang made has the original's declaration.
  void share(const SemSymbol &copy, const SemSymbol &original) { forms[&copy] = form(original); }
  const parser::StmtFunctionStmt *statementFunction(const SemSymbol &) const;
  /// Whether some executable statement names the variable.
  bool isUsed(const SemSymbol &) const;
  /// Of one program unit, by the address of its parse tree node.
  const DeclaredStatements &statements(const void *programUnit) const;

private:
  friend struct FormCollector;
  std::map<const SemSymbol *, DeclaredForm> forms;
  std::map<const SemSymbol *, const parser::StmtFunctionStmt *> statementFunctions;
  std::map<const void *, DeclaredStatements> perUnit;
  std::set<const SemSymbol *> used;
};

} // namespace costate::frontend::fortran
