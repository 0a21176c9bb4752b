// Adjoint programs: a forward sweep that keeps what the backward sweep needs, then the backward sweep,
// which runs the statements' adjoints in the opposite order.
#pragma once

#include "analysis/JoinedCalls.h"
#include "analysis/RecordingReport.h"
#include "transform/Tangent.h"

namespace costate::transform {

struct AdjointOptions {
  std::vector<std::string> externals; ///< specifications of procedures without source, files
  bool activity = true;               ///< --no-activity
  bool liveness = true;               ///< --no-liveness
  bool tbr = true;                    ///< --no-tbr
  bool fusion = true;                 ///< --no-fusion
  bool recurrence = true;             ///< --no-recurrence
  bool adjointWrite = true;           ///< --no-adjoint-write
  bool slicing = true;                ///< --no-slicing
  bool preaccumulation = true;        ///< --no-preaccumulation
  bool accumulateAll = false;         ///< every local Jacobian that can be: for tests
  bool primal = false;                ///< --primal
  bool openmp = false;                ///< --openmp
  bool threadsEverywhere = false;     ///< whether that pays or not: for tests
  bool markSweeps = false;            ///< --mark-sweeps
  analysis::JoinRequests calls;       ///< --join, --split
  std::vector<analysis::CheckpointRequest> checkpoints; ///< --checkpoint
  bool checkpointsOnDisk = false;     ///< --checkpoint-disk
};

/// Turns the program into the adjoint of the heads: `foo_b` for a head, a pair `foo_fwd` and
/// `foo_bwd` for what it calls; the originals are no longer emitted. Problems are in the diagnostics.
std::vector<DerivativeHead> makeAdjoint(ir::Program &, const std::vector<analysis::Head> &,
                                        const AdjointOptions &, Diagnostics &);

/// What the adjoint would run and keep; the program is made ready for it, no more.
std::vector<analysis::RecordedProcedure> describeRecording(ir::Program &,
                                                           const std::vector<analysis::Head> &,
                                                           const AdjointOptions &, Diagnostics &);

} // namespace costate::transform
