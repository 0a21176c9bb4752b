// Negation must not change what a comparison of reals says about NaN.

#include "ir/Builder.h"

#include "ir/Printer.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;

namespace {

struct BuilderTest : testing::Test {
  SourceManager sources;
  Program program{sources};
  Builder b{program};

  const Expr *compare(const Type *type, BinaryOp op) {
    Symbol *x = addSymbol(scope, "x", SymbolKind::Variable, type);
    Symbol *y = addSymbol(scope, "y", SymbolKind::Variable, type);
    return b.compare(op, b.variable(x), b.variable(y), Language::Fortran);
  }
  Scope scope;
};

TEST_F(BuilderTest, IntegerComparisonTurnsRound) {
  EXPECT_EQ(print(b.negate(compare(program.types.integer(4), BinaryOp::Less))), "(x >= y)");
}

TEST_F(BuilderTest, RealOrderDoesNotTurnRound) {
  EXPECT_EQ(print(b.negate(compare(program.types.real(8), BinaryOp::Less))), "!((x < y))");
}

TEST_F(BuilderTest, RealEqualityTurnsRound) {
  EXPECT_EQ(print(b.negate(compare(program.types.real(8), BinaryOp::Equal))), "(x != y)");
}

TEST_F(BuilderTest, DoubleNegationVanishes) {
  const Expr *c = compare(program.types.real(8), BinaryOp::Less);
  EXPECT_EQ(b.negate(b.negate(c)), c);
}

TEST_F(BuilderTest, EqualComparesStructure) {
  const Type *integer = program.types.integer(4);
  Symbol *x = addSymbol(scope, "x", SymbolKind::Variable, integer);
  const Expr *one = b.binary(BinaryOp::Add, b.variable(x), b.constant(integer, 1));
  const Expr *same = b.binary(BinaryOp::Add, b.variable(x), b.constant(integer, 1));
  const Expr *other = b.binary(BinaryOp::Add, b.variable(x), b.constant(integer, 2));
  EXPECT_TRUE(equal(one, same));
  EXPECT_FALSE(equal(one, other));
}

TEST_F(BuilderTest, EqualTellsMissingBoundsApart) {
  const Expr *one = b.constant(program.types.integer(4), 1);
  const Expr *from = program.exprs.make<Range>(one, nullptr, nullptr);
  const Expr *upTo = program.exprs.make<Range>(nullptr, one, nullptr);
  EXPECT_FALSE(equal(from, upTo));
}

} // namespace
