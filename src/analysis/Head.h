// Heads: what to differentiate, with respect to what.
//
//   proc(x, y)>(f, g)      independents, then dependents (also written `\` for `>`)
//   proc(f, g)/(x, y)      dependents, then independents, as older tools write it
//   module%proc(...)       a procedure of a module
//   proc                   the lists stand in the source as directives
//
// A variable is an argument, the function's own name (its result), a global by its name
// (`module%name`, `/common/name`), or a component (`p%x`, `p.x`, `p->x`).
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::analysis {

/// A variable of a head: a whole variable, or a component of one.
struct HeadVariable {
  std::string text; ///< as the user wrote it
  ir::Symbol *symbol = nullptr;
  std::vector<std::string> components; ///< from the outside in; empty: the whole variable
};

struct Head {
  std::string text;
  ir::Procedure *procedure = nullptr;
  std::vector<HeadVariable> independents, dependents;

  bool names(const ir::Symbol *) const;
};

/// Finds the procedure and variables of every head; problems are in the diagnostics.
std::vector<Head> resolveHeads(ir::Program &, const std::vector<std::string> &texts, Diagnostics &);

// ---- Syntax only, for tests -----------------------------------------------------------------

struct HeadSyntax {
  std::string module, procedure;
  bool hasLists = false;
  std::vector<std::string> independents, dependents;
};

/// Nothing where the text is not a head; `problem` says why.
std::optional<HeadSyntax> parseHead(const std::string &text, std::string &problem);

} // namespace costate::analysis
