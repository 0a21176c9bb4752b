// Symbolic integers and chains of recurrences, against numbers.
#include "symbolic/Chain.h"

#include <gtest/gtest.h>

#include <random>

using namespace costate::symbolic;

namespace {

constexpr LoopId I = 1, J = 2;

class Symbolic : public ::testing::Test {
protected:
  AtomTable table;
  Form i = table.counter(I, "i"), j = table.counter(J, "j");
  Form k0 = table.symbol("k0"), j0 = table.symbol("j0"), n = table.symbol("n");
  std::vector<LoopName> nest{{J, "j"}, {I, "i"}};
  std::mt19937 random{7};

  std::string chain(const Form &f) { return text(table, toChain(table, f, nest)); }
  int number(int low, int high) { return std::uniform_int_distribution<>(low, high)(random); }

  /// k0 = 3, j0 = -2, n = 5, m[x] = x*x - 4, counters as given.
  Rational value(const Form &f, int64_t atI, int64_t atJ = 0) {
    return table.evaluate(f, [&](AtomId id) -> Rational {
      const Atom a = table[id];
      if (a.kind == Atom::Kind::Counter)
        return a.loop == I ? atI : atJ;
      if (a.kind == Atom::Kind::Apply) {
        Rational x = value(a.arguments[0], atI, atJ);
        return x * x - Rational(4);
      }
      return a.name == "k0" ? 3 : a.name == "j0" ? -2 : 5;
    });
  }

  Form polynomial(const Form &variable, int degree) {
    Form out;
    for (int d = 0; d <= degree; ++d)
      out = out + variable.power(d) * Form(number(-4, 4));
    return out;
  }

  /// Runs the chain as a loop would: section 2.2 of the paper.
  std::vector<Rational> run(const Chain &c, int count) {
    std::vector<Rational> registers, out;
    for (const Chain &coefficient : c.coefficients)
      registers.push_back(value(closed(table, coefficient), 0));
    for (int step = 0; step < count; ++step) {
      if (table.dependsOn(closed(table, c.coefficients.back()), *c.loop))
        registers.back() = value(closed(table, c.coefficients.back()), step);
      out.push_back(registers[0]);
      for (size_t k = 0; k < c.operators.size(); ++k)
        registers[k] = c.operators[k] == Chain::Operator::Add ? registers[k] + registers[k + 1]
                                                              : registers[k] * registers[k + 1];
    }
    return out;
  }
};

TEST_F(Symbolic, RationalsAreExactAndSayWhenTheyCannotBe) {
  EXPECT_EQ((Rational::of(1, 3) + Rational::of(1, 6)).text(), "1/2");
  EXPECT_EQ(Rational::of(-7, 2).floor(), -4);
  EXPECT_EQ(Rational::of(-7, 2).ceil(), -3);
  EXPECT_LT(Rational::of(1, 3), Rational::of(1, 2));
  Rational big(INT64_MAX);
  EXPECT_THROW(big * big, Overflow);
  EXPECT_THROW(Rational(1) / Rational(0), Overflow);
}

TEST_F(Symbolic, SumsAndProductsAreNormalForms) {
  EXPECT_EQ((i + Form(1)) * (i - Form(1)), i * i - Form(1));
  EXPECT_EQ((i + j0).power(3) - (i + j0) * (i + j0) * (i + j0), Form());
  EXPECT_EQ(table.power(2, i + Form(1)), Form(2) * table.power(2, i));
  EXPECT_EQ(table.maximum(i + Form(3), i - Form(1)), i + Form(3));
  EXPECT_EQ(table.quotient(Form(6) * i + k0, 3), Form(2) * i + table.quotient(k0, 3));
  EXPECT_EQ(*AtomTable::divide((i + j0) * (i - k0 + Form(2)), i - k0 + Form(2)), i + j0);
  EXPECT_FALSE(AtomTable::divide(i * i + Form(1), i + Form(1)));
}

// Section 2.4 of the recurrence paper, and Figures 6, 7, 10 and 11.
TEST_F(Symbolic, ChainsOfThePaper) {
  Form k = i * (i - Form(1)) * Rational::of(1, 2);
  EXPECT_EQ(chain(n * j + i + Form(2) * k + Form(1)), "{{1,+,1,+,2}_i,+,n}_j");
  Form six = *solveRecurrence(table, I, k0, 2, i);
  EXPECT_EQ(chain(six), "{k0,+,k0,+,k0+1,*,2}_i");
  EXPECT_EQ(chain(solveProduct(table, I, k0, i + Form(1))), "{k0,*,1,+,1}_i");
  Form step = *solveRecurrence(table, I, j0, 1, 2);
  EXPECT_EQ(chain(step), "{j0,+,2}_i");
  EXPECT_EQ(chain(*solveRecurrence(table, I, k0, 1, step + Form(1))), "{k0,+,j0+1,+,2}_i");
  Form m = table.apply("m", nullptr, {i});
  Form ten = *solveRecurrence(table, I, k0, 1, table.maximum(0, m + Form(1)));
  EXPECT_EQ(chain(ten + j), "{{k0,+,max(0,m[i]+1)}_i,+,1}_j");
  EXPECT_FALSE(isClosed(table, ten));
  Form eleven = *solveRecurrence(table, I, k0, 1, *solveRecurrence(table, I, 0, 1, i));
  EXPECT_EQ(chain(eleven), "{k0,+,0,+,0,+,1}_i");
  EXPECT_TRUE(isClosed(table, eleven));
}

TEST_F(Symbolic, ChainsComputeWhatTheirFormsSay) {
  for (int trial = 0; trial < 300; ++trial) {
    Form f = polynomial(i, number(0, 4)) + polynomial(i, 1) * j0;
    if (trial % 3 == 0)
      f = f + Form(number(-3, 3)) * table.power(number(2, 3), i);
    if (trial % 5 == 0)
      f = f + table.sum(I, table.apply("m", nullptr, {i}), i);
    Chain c = toChain(table, f, {{I, "i"}});
    EXPECT_EQ(closed(table, c), f) << table.text(f);
    if (c.isConstant())
      continue;
    std::vector<Rational> steps = run(c, 7);
    for (int at = 0; at < 7; ++at)
      EXPECT_EQ(steps[at], value(f, at)) << text(table, c) << " at " << at;
  }
}

// Lemma 1: V = c*V + p(i), run and solved.
TEST_F(Symbolic, RecurrencesAreSolved) {
  for (int trial = 0; trial < 300; ++trial) {
    Form c = number(-2, 3), p = polynomial(i, number(0, 3)) + Form(number(0, 1)) * j0;
    auto solution = solveRecurrence(table, I, k0, c, p);
    ASSERT_TRUE(solution);
    Rational v = value(k0, 0);
    for (int at = 0; at < 7; ++at) {
      EXPECT_EQ(value(*solution, at), v) << table.text(*solution) << " at " << at;
      v = value(c, 0) * v + value(p, at);
    }
  }
}

TEST_F(Symbolic, PartialSumsAreClosedWhereTheyCanBe) {
  for (int trial = 0; trial < 200; ++trial) {
    Form body = polynomial(i, number(0, 3)) * table.power(number(1, 3), i) + n;
    Form sum = partialSum(table, I, body);
    EXPECT_TRUE(isClosed(table, sum));
    Rational total;
    for (int at = 0; at < 6; ++at) {
      EXPECT_EQ(value(sum, at), total) << table.text(sum) << " at " << at;
      total = total + value(body, at);
    }
  }
}

} // namespace
