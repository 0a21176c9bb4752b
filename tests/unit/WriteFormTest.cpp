// Forms written as expressions, against the forms' own values: the same numbers, no overflow in the types the
// expressions have, and no division that leaves a remainder.
#include "transform/WriteForm.h"

#include <gtest/gtest.h>

#include <random>

using namespace costate;
using namespace costate::ir;
using symbolic::Atom;
using symbolic::AtomId;
using symbolic::Form;
using symbolic::Rational;

namespace {

constexpr symbolic::LoopId I = 1;

class WriteForm : public ::testing::TestWithParam<Language> {
protected:
  SourceManager sources;
  Program program{sources};
  symbolic::AtomTable table;
  Scope scope;
  std::map<AtomId, Symbol *> symbols;
  std::map<const Symbol *, int64_t> values;
  std::mt19937 random{11};
  Builder build{program};
  const Type *narrow = build.integer(GetParam());
  Form i = variable("i"), k = variable("k"), m = variable("m"), n = variable("n");

  Form variable(const std::string &name) {
    Form f = table.symbol(name);
    symbols[*f.asAtom()] = addSymbol(scope, name, SymbolKind::Variable, narrow);
    return f;
  }

  transform::FormWriter writer() {
    return {program, table, GetParam(), [this](AtomId id) -> const Expr * {
              auto found = symbols.find(id);
              return found == symbols.end() ? nullptr : build.variable(found->second);
            }};
  }

  int number(int low, int high) { return std::uniform_int_distribution<>(low, high)(random); }

  void draw(int range) {
    for (auto &[id, symbol] : symbols)
      values[symbol] = number(-range, range);
    values[symbols[*i.asAtom()]] = number(0, range);
  }

  int64_t expected(const Form &f) {
    Rational value = table.evaluate(f, [&](AtomId id) { return Rational(values.at(symbols.at(id))); });
    EXPECT_TRUE(value.isInteger());
    return value.numerator();
  }

  /// As the languages compute it: in the type of each operation, which must hold the result.
  int64_t run(const Expr *e) {
    __int128 result = 0;
    if (auto *constant = llvm::dyn_cast<IntegerConstant>(e))
      result = constant->value;
    else if (auto *place = llvm::dyn_cast<Variable>(e))
      result = values.at(place->symbol);
    else if (auto *convert = llvm::dyn_cast<Convert>(e))
      result = run(convert->operand);
    else if (auto *unary = llvm::dyn_cast<Unary>(e))
      result = -(__int128)run(unary->operand);
    else if (auto *choice = llvm::dyn_cast<Conditional>(e))
      result = run(choice->condition) ? run(choice->whenTrue) : run(choice->whenFalse);
    else if (auto *call = llvm::dyn_cast<Intrinsic>(e))
      result = intrinsic(*call);
    else
      result = binary(*llvm::cast<Binary>(e));
    if (auto *type = llvm::dyn_cast<IntegerType>(e->type->strip())) {
      __int128 limit = (__int128)1 << (8 * type->bytes - 1);
      EXPECT_TRUE(result >= -limit && result < limit) << "overflow";
    }
    return result;
  }

  int64_t intrinsic(const Intrinsic &e) {
    int64_t a = run(e.arguments[0]), b = run(e.arguments[1]);
    return e.name == "max" ? std::max(a, b) : e.name == "min" ? std::min(a, b)
           : e.name == "mod" ? a % b : run(e.arguments[2]) ? a : b;
  }

  __int128 binary(const Binary &e) {
    __int128 a = run(e.left), b = run(e.right);
    switch (e.op) {
    case BinaryOp::Add: return a + b;
    case BinaryOp::Subtract: return a - b;
    case BinaryOp::Multiply: return a * b;
    case BinaryOp::Divide: return a / b;
    case BinaryOp::Remainder: return a % b;
    case BinaryOp::ShiftLeft: EXPECT_TRUE(b >= 0 && b < 63); return a << b;
    case BinaryOp::Power: {
      __int128 power = 1;
      for (__int128 count = b; count > 0; --count)
        power *= a;
      return power;
    }
    case BinaryOp::Equal: return a == b;
    case BinaryOp::NotEqual: return a != b;
    case BinaryOp::Less: return a < b;
    case BinaryOp::LessEqual: return a <= b;
    case BinaryOp::Greater: return a > b;
    case BinaryOp::GreaterEqual: return a >= b;
    case BinaryOp::And: return a && b;
    case BinaryOp::Or: return a || b;
    default: ADD_FAILURE(); return 0;
    }
  }

  Form binomial(const Form &x, int order) {
    Form out(1);
    for (int d = 0; d < order; ++d)
      out = out * (x - Form(d)) * Rational::of(1, d + 1);
    return out;
  }

  void check(const Form &f, const Type *type = nullptr, int range = 40, int times = 30) {
    const Expr *e = writer().value(f, type);
    ASSERT_TRUE(e) << table.text(f);
    for (int time = 0; time < times; ++time) {
      draw(range);
      EXPECT_EQ(run(e), expected(f)) << table.text(f);
    }
  }
};

TEST_P(WriteForm, NewtonSeriesDivideExactly) {
  for (int time = 0; time < 200; ++time) {
    Form f = k * Form(number(-3, 3)) + Form(number(-9, 9));
    for (int order = 1; order <= 4; ++order)
      f = f + binomial(i, order) * (number(0, 1) ? Form(number(-5, 5)) : m * Form(number(-2, 2)) + n);
    check(f);
  }
}

TEST_P(WriteForm, StridesOtherThanOneDivideExactly) {
  // A loop from k by 3: its counter is (i - k)/3.
  Form counter = (i - k) * Rational::of(1, 3);
  Form f = m + counter * n + binomial(counter, 2);
  const Expr *e = writer().value(f);
  ASSERT_TRUE(e);
  for (int start = -5; start < 5; ++start)
    for (int count = 0; count < 12; ++count) {
      draw(20);
      values[symbols[*k.asAtom()]] = start;
      values[symbols[*i.asAtom()]] = start + 3 * count;
      EXPECT_EQ(run(e), expected(f));
    }
}

TEST_P(WriteForm, ProductsOfLargeIntegersAreWide) {
  check(i * k + m, nullptr, INT32_MAX);
  check(Form(2) * i + k, nullptr, INT32_MAX);
  check(binomial(i, 2), nullptr, INT32_MAX);
}

TEST_P(WriteForm, OneOperationStaysInItsType) {
  for (const Form &f : {i, i + k, i - k, i + Form(1), Form(3) * i, k - Form(2), Form(7)}) {
    const Expr *e = writer().value(f, narrow);
    ASSERT_TRUE(e);
    EXPECT_EQ(e->type->strip(), narrow);
    check(f, narrow);
  }
  EXPECT_NE(writer().value(Form(2) * i + k, narrow)->type->strip(), narrow);
  EXPECT_EQ(writer().value(table.maximum(n, 0), narrow)->type->strip(), narrow);
  EXPECT_NE(writer().value(table.maximum(n - m, 0), narrow)->type->strip(), narrow);
}

TEST_P(WriteForm, TripCountsAreExtremesOfQuotients) {
  check(table.maximum(n, 0));
  check(table.maximum(n - k + Form(1), 0) * m);
  check(table.maximum(table.quotient(n + Form(2), 3), 0));
  check(table.minimum(n, m - Form(3)));
  EXPECT_FALSE(writer().value(table.quotient(n, 3))); // may be negative
}

TEST_P(WriteForm, PowersNeedAFactorThatIsNotZero) {
  auto write = writer();
  const Expr *e = write.value(table.power(2, i) * (k + Form(1)) - i);
  ASSERT_TRUE(e);
  ASSERT_EQ(write.needed().size(), 1u);
  EXPECT_EQ(write.needed()[0], k + Form(1));
  for (int at = 0; at < 25; ++at) {
    draw(30);
    values[symbols[*i.asAtom()]] = at;
    EXPECT_EQ(run(e), expected(table.power(2, i) * (k + Form(1)) - i));
  }
  auto plain = writer();
  EXPECT_TRUE(plain.value(table.power(2, i) * Form(3) + k));
  EXPECT_TRUE(plain.needed().empty());
}

TEST_P(WriteForm, WrapAroundVariablesHaveAnotherFirstValue) {
  Form f = i - Form(1) + (n + Form(1)) * table.power(0, i);
  const Expr *e = writer().value(f, narrow);
  ASSERT_TRUE(e);
  for (int at = 0; at < 4; ++at) {
    draw(30);
    values[symbols[*i.asAtom()]] = at;
    EXPECT_EQ(run(e), at ? at - 1 : values[symbols[*n.asAtom()]]);
  }
}

TEST_P(WriteForm, WhatHasNoPlaceIsNotWritten) {
  EXPECT_FALSE(writer().value(table.symbol("nobody") + i));
  EXPECT_FALSE(writer().value(table.counter(I, "c") + i));
  EXPECT_FALSE(writer().value(i.power(6)));
  EXPECT_FALSE(writer().value(table.sum(I, table.apply("a", nullptr, {table.counter(I)}), n)));
}

TEST_P(WriteForm, ConditionsHoldWhereTheirFormsDo) {
  for (int time = 0; time < 100; ++time) {
    symbolic::Condition condition;
    for (int clause = 0; clause < 2; ++clause) {
      symbolic::Alternatives either;
      for (int c = 0; c < 2; ++c)
        either.push_back({i * Form(number(-2, 2)) + k * Form(number(-1, 1)) + Form(number(-4, 4)) + n,
                          m * n + k * Form(number(-3, 3)) - Form(number(-4, 4))});
      condition.clauses.push_back(either);
    }
    Form apart = k * Form(number(-1, 2)) + i;
    condition.clauses.push_back({{apart - Form(1)}, {-apart - Form(1)}});
    const Expr *test = writer().condition(condition);
    ASSERT_TRUE(test);
    for (int point = 0; point < 20; ++point) {
      draw(6);
      bool holds = true;
      for (auto &clause : condition.clauses)
        holds &= std::any_of(clause.begin(), clause.end(), [&](const symbolic::Conjunction &c) {
          return std::all_of(c.begin(), c.end(), [&](const Form &f) { return expected(f) >= 0; });
        });
      EXPECT_EQ(run(test) != 0, holds);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, WriteForm, ::testing::Values(Language::C, Language::Fortran),
                         [](auto &info) { return info.param == Language::C ? "C" : "Fortran"; });

} // namespace
