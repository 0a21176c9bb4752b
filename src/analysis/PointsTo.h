// What pointers may point to: solves the inclusion constraints of every procedure.
#pragma once

namespace costate::analysis {

class Memory;

void solvePointsTo(Memory &);

} // namespace costate::analysis
