// Whether a derivative program leaves the results of the original behind.
#pragma once

#include "check/Evaluation.h"
#include "check/Plan.h"
#include "check/Report.h"

namespace costate::check {

void compareOriginals(const Plan &, const Evaluation &original, const Evaluation &found, Number epsilon,
                      Number tolerance, Line &);

} // namespace costate::check
