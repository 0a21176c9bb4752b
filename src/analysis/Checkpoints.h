// Time loops whose adjoints run from snapshots: which, and how many.
//
// Asked for on the command line by the line of the loop, or on the lines before it:
//   !$costate checkpoint(50)     #pragma costate checkpoint(50)     $AD BINOMIAL-CKP nstep+1 50 1
// The last is Tapenade's: one more than the last step, the snapshots, the first step. The loop itself says where it
// begins and ends.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

#include <map>
#include <optional>

namespace costate::analysis {

struct CheckpointRequest {
  std::string file; ///< as the user names it; empty: the one file with a loop there
  uint32_t line = 0;
  unsigned snapshots = 0;
};

/// `LINE:SNAPSHOTS` or `FILE:LINE:SNAPSHOTS`; nothing where it is neither.
std::optional<CheckpointRequest> parseCheckpoint(const std::string &);

/// Loops, by where they are in the source: copies of a loop are the same one.
class Checkpoints {
public:
  /// How many snapshots the loop may keep; 0: it is none of these.
  unsigned of(const ir::Stmt &loop) const;
  bool empty() const { return loops.empty(); }
  void add(Location at, unsigned snapshots) { loops[key(at)] = snapshots; }

private:
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  static Key key(Location at) { return {at.file, at.line, at.column}; }
  std::map<Key, unsigned> loops;
};

/// What is asked for and cannot be is in the diagnostics.
Checkpoints findCheckpoints(ir::Program &, const std::vector<CheckpointRequest> &, Diagnostics &);

} // namespace costate::analysis
