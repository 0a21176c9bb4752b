// What a graph costs where its Jacobian is not accumulated, to compare with what it costs accumulated.
//
// Derivatives are numbers that nobody knows: a product of one with a Constant or a Value is a multiplication, with a
// unit it is none. Vertices on no path from an independent to a dependent cost nothing.
#pragma once

#include "graph/Elimination.h"

namespace costate::graph {

Operations sweepForward(const ComputationalGraph &); ///< a tangent: one direction
Operations sweepReverse(const ComputationalGraph &); ///< an adjoint: one vector of seeds

Operations multiply(const Accumulation &);           ///< the Jacobian, once accumulated, with one direction
Operations multiplyTransposed(const Accumulation &); ///< with one vector of seeds

/// How many numbers must be kept from where labels are computed to where they are used: Values, each once, whatever
/// their signs.
size_t storedLabels(const ComputationalGraph &);
size_t storedLabels(const Accumulation &);

} // namespace costate::graph
