// What the user asks of a check.
#pragma once

#include "frontend/Frontend.h"

#include <string>
#include <vector>

namespace costate::check {

struct Options {
  std::vector<std::string> files;
  frontend::Options frontend;
  std::string cc = "cc", fc = "gfortran";
  std::string cflags, fflags, ldflags;
  std::vector<std::string> with; ///< sources to compile and objects to link, not read by Costate
  std::string at;                 ///< a JSON file with the point; empty: made up
  std::vector<std::string> sizes; ///< NAME=N[,N...]
  bool json = false;
  std::string tangent; ///< a tangent program to check instead of the generated one
  std::string adjoint; ///< the same for the adjoint
  bool hasTangent = true, hasAdjoint = true; ///< what is checked
  bool pure = false;   ///< the tangent computes derivatives alone
  bool primal = false; ///< the adjoint leaves the original results behind
  bool openmp = false; ///< derivatives have OpenMP directives
  std::string keep; ///< leave the work directory here
  double tolerance = 0; ///< 0: by the precision of the numbers that carry derivatives
  unsigned directions = 2;
  bool complexStep = false; ///< compare with the complex step, too
  bool derivatives = false; ///< --json lists them all
  unsigned timeout = 60; ///< seconds for one run of the program
};

} // namespace costate::check
