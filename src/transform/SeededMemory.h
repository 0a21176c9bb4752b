// Heads whose seeds would have no place (adjoints only).
//
// The caller puts the seeds into the adjoints of the dependents before the head runs. Memory that the head
// itself allocates has no adjoint then: the forward sweep would make one, all zero, and the seeds would be
// lost. So a head is refused
//   - where it may allocate, deallocate or reshape an allocatable argument that has an adjoint, or an
//     allocatable variable or component that is a dependent (itself or through what it calls);
//   - where a dependent may lead, by pointers, to real numbers that the head allocates.
#pragma once

#include "analysis/Memory.h"
#include "analysis/Varied.h"

namespace costate::transform {

void checkSeeds(const std::vector<const analysis::Variant *> &heads, const analysis::Varied &, analysis::Memory &,
                Diagnostics &);

} // namespace costate::transform
