// Which ways of calling a procedure need a derivative of it.
#pragma once

#include "analysis/Varied.h"

#include <set>

namespace costate::transform {

/// Heads, and every variant that leaves a derivative behind, itself or through what it calls.
/// Others (a search for the largest element, a test for NaN) have no effect on derivatives: all
/// varied memory that outlives them is as it was, so the original is their tangent.
std::set<const analysis::Variant *> neededVariants(const analysis::Varied &);

} // namespace costate::transform
