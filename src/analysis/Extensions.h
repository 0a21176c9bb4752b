// Which types a CLASS may be of besides its own: what the given files extend it to.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

/// All records that the program declares.
std::vector<const ir::RecordType *> recordTypes(ir::Program &);

/// The types that extend this one, directly or not.
std::vector<const ir::RecordType *> extensionsOf(ir::Program &, const ir::RecordType &);

} // namespace costate::analysis
