// Directives in the source that say what to differentiate:
//   !$costate independent(x, y)     !$costate dependent(f)
//   #pragma costate independent(x)
//   c$openad INDEPENDENT(x)         !$openad DEPENDENT(y)
// They belong to the procedure whose lines they stand in.
#pragma once

#include "ir/Program.h"

#include <optional>

namespace costate::analysis {

struct Directives {
  std::vector<std::string> independents, dependents;
};

Directives directivesOf(const ir::Program &, const ir::Procedure &);

/// Whether the lines before a loop say that its iterations are independent: Tapenade's `$AD II-LOOP`.
bool promisesIndependence(const ir::Program &, const ir::Stmt &loop);

/// Of a line that wants the loop after it checkpointed (Checkpoints.h): what it says the number of snapshots is.
std::optional<std::string> checkpointDirective(std::string_view line);
/// The next line that is neither blank nor a comment.
uint32_t lineAfterDirectives(const ir::Program &, uint32_t file, uint32_t line);

} // namespace costate::analysis
