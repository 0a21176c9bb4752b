#include "analysis/SlowFunctions.h"

#include <set>

namespace costate::analysis {

using namespace ir;

bool isSlowFunction(const Expr *e) {
  static const std::set<std::string> names = {
      "exp",  "exp2",  "exp10", "expm1", "log",  "log2",  "log10", "log1p", "sin",   "cos",   "tan",  "asin",
      "acos", "atan",  "atan2", "sinh",  "cosh", "tanh",  "asinh", "acosh", "atanh", "erf",   "erfc", "pow",
      "gamma", "lgamma", "tgamma", "log_gamma"};
  if (auto *power = llvm::dyn_cast<Binary>(e))
    return power->op == BinaryOp::Power && !power->right->type->isInteger();
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return function && names.count(function->name);
}

} // namespace costate::analysis
