// Procedures with something in them that no front end of ours understands are set aside: where loops are only looked
// at, and where heads do not reach them. What is strange in one of them says nothing of the others.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::driver {

/// A loop of a procedure that was set aside: serial, and why.
struct StrangeLoop {
  Location at;
  std::string procedure, variable, reason;
  Location reasonAt;
};

/// Takes the bodies of procedures with errors, and of all that call them, out of the raw program (before its
/// procedures are linked and structured). Nothing where an error lies outside of procedures: what it is about may
/// concern them all.
std::optional<std::vector<StrangeLoop>> setAside(ir::Program &, const Diagnostics &);

/// A procedure that was not understood, and why.
struct Unread {
  ir::Procedure *procedure = nullptr;
  std::vector<Diagnostic> why;
};

/// Takes the bodies of procedures with errors out of the program; nothing where an error lies outside of procedures. What
/// stays of a body in C writes every variable that only its file can reach.
std::optional<std::vector<Unread>> setUnreadAside(ir::Program &, const Diagnostics &);

/// Reports why the procedures that the heads need, or may need, were not understood.
void refuseUnread(ir::Program &, const std::vector<std::string> &heads, const std::vector<Unread> &, Diagnostics &);

} // namespace costate::driver
