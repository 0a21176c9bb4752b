// What Recording found, for people: statement by statement, and why.
#pragma once

#include "analysis/Recording.h"

namespace costate::analysis {

struct RecordedStatement {
  Location location;
  bool live = false;                ///< the forward sweep (or a joined call's original) runs it
  bool fused = false;               ///< of a loop: both sweeps of an iteration run together
  std::vector<std::string> records; ///< what it keeps
  std::vector<std::string> why;     ///< sentences
};

struct RecordedSnapshot {
  Location location;
  std::string callee;
  std::vector<std::string> stores;
};

struct RecordedProcedure {
  std::string name;
  bool head = false, joined = false;
  std::vector<RecordedStatement> statements; ///< in the order of the source, one for each line
  std::vector<RecordedSnapshot> snapshots;   ///< joined calls
};

/// Of every variant with an adjoint, heads first.
std::vector<RecordedProcedure> reportRecording(const Recording &, Memory &, EffectSummaries &,
                                               const Varied &,
                                               const std::vector<const Variant *> &);

} // namespace costate::analysis
