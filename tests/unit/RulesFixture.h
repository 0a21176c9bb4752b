// What the tests of the derivative table share: variables with values, and the comparison of a rule
// with differences of the operation itself.
#pragma once

#include "ExprEvaluator.h"

#include "ir/Builder.h"
#include "ir/Printer.h"
#include "rules/Rules.h"

#include <gtest/gtest.h>

#include <random>

namespace costate::test {

struct RulesFixture : testing::Test {
  SourceManager sources;
  ir::Program program{sources};
  ir::Builder b{program};
  ir::Scope scope;
  Bindings values;
  std::mt19937 random{20240607};

  const ir::Type *real(unsigned kind = 8) { return program.types.real(kind); }
  const ir::Type *complex(unsigned kind = 8) { return program.types.complex(kind); }
  const ir::Type *integer() { return b.integer(ir::Language::Fortran); }
  const ir::Type *arrayOf(const ir::Type *, unsigned rank);

  /// A new variable; without a value it has random elements, of the given shape.
  const ir::Expr *variable(const std::string &name, const ir::Type *, Value);
  const ir::Expr *variable(const std::string &name, const ir::Type *);
  const ir::Expr *randomLike(const std::string &name, const ir::Type *, std::vector<size_t> shape);

  const ir::Expr *binary(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *c) {
    return program.exprs.make<ir::Binary>(a->type, op, a, c);
  }
  const ir::Expr *intrinsic(const std::string &name, std::vector<const ir::Expr *> arguments,
                            const ir::Type *type = nullptr,
                            std::vector<std::string> keywords = {}) {
    return program.exprs.make<ir::Intrinsic>(type ? type : arguments[0]->type, name, arguments,
                                             Location{}, keywords);
  }
  const ir::Expr *constant(double v, const ir::Type *type);

  long double uniform(long double low, long double high) {
    return std::uniform_real_distribution<double>(double(low), double(high))(random);
  }

  Value evaluated(const ir::Expr *e) { return evaluate(e, values); }

  /// Compares tangent, adjoint and partial of an operation of variables with extrapolated central
  /// differences, argument by argument, the result given and not given.
  void check(const ir::Expr *node, ir::Language, long double tolerance = 1e-11L);

  /// Parts of `check`, for one argument; the first returns the tangent it has compared.
  Value checkTangent(const rules::Operation &, unsigned argument, const ir::Expr *direction,
                     const rules::Values &given, const Value &expected, long double tolerance,
                     const std::string &what);
  void checkAdjoint(const rules::Operation &, unsigned argument, const ir::Expr *direction,
                    const ir::Expr *seed, const rules::Values &given, const Value &moved,
                    const std::string &what);

  /// The derivative of the node's value along a direction of one variable.
  Value differences(const ir::Expr *node, const ir::Symbol *, const Value &direction);
};

/// Re(sum(conjg(u)*v)); a scalar stands for all elements of the other.
long double inner(const Value &u, const Value &v);

} // namespace costate::test
