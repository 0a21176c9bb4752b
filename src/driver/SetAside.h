// Procedures with something in them that no front end of ours understands are set aside where loops are only
// looked at: what is strange in one of them says nothing of the others.
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

} // namespace costate::driver
