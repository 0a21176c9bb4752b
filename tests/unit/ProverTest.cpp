// What is proven of forms, against all points of small ranges.
#include "symbolic/Condition.h"

#include <gtest/gtest.h>

#include <random>

using namespace costate::symbolic;

namespace {

constexpr LoopId I = 1, J = 2;

/// Two counters in their ranges, two symbols, and what is assumed of them.
class Proofs : public ::testing::Test {
protected:
  AtomTable table;
  Form i = table.counter(I, "i"), j = table.counter(J, "j");
  Form n = table.symbol("n"), m = table.symbol("m");
  std::mt19937 random{11};

  int number(int low, int high) { return std::uniform_int_distribution<>(low, high)(random); }
  template <typename T> T oneOf(const std::vector<T> &list) { return list[number(0, (int)list.size() - 1)]; }

  struct Point {
    int64_t i, j, n, m;
  };
  int64_t value(AtomId id, const Point &at) {
    return id == *i.asAtom() ? at.i : id == *j.asAtom() ? at.j : id == *n.asAtom() ? at.n : at.m;
  }
  /// Of a polynomial with integer factors.
  bool holds(const Form &f, const Point &at) {
    int64_t sum = 0;
    for (const Term &t : f.terms()) {
      int64_t product = t.factor.numerator();
      for (auto &[atom, exponent] : t.monomial)
        for (unsigned k = 0; k < exponent; ++k)
          product *= value(atom, at);
      sum += product;
    }
    return sum >= 0;
  }
  bool holds(const Conjunction &all, const Point &at) {
    return std::all_of(all.begin(), all.end(), [&](const Form &f) { return holds(f, at); });
  }

  struct Question {
    Form lastI, lastJ;
    Conjunction assumed;
    Form asked;
  };
  Question question() {
    Question q{oneOf<Form>({n - Form(1), n, m + Form(2), Form(9)}),
               oneOf<Form>({i, n - Form(1) - i, i - Form(4), m, i + m, Form(3)}),
               {},
               {}};
    for (int facts = number(0, 3); facts > 0; --facts)
      q.assumed.push_back(oneOf<Form>({i - Form(number(1, 8)), i - m, n - i * Form(2), j - Form(number(1, 5)), m - j,
                                       i - j, j + i - n, n - m, m, i * i - n, m - Form(number(2, 9)) + j * Form(2)}));
    for (const Form &power : {i * i, i * j, j * j, i, j, i * m, j * n, m * n, m, n})
      if (number(0, 2) == 0)
        q.asked = q.asked + power * Form(number(-2, 3));
    q.asked = q.asked + Form(number(-20, 40));
    return q;
  }
  void pose(const Question &q, Prover &prover) {
    prover.counter(I, q.lastI);
    prover.assume(q.lastI);
    prover.counter(J, q.lastJ);
    prover.assume(q.lastJ);
    for (const Form &f : q.assumed)
      prover.assume(f);
  }
  /// A small point where the question's assumptions hold and something does not.
  template <typename Wrong> std::optional<Point> find(const Question &q, Wrong &&isWrong) {
    constexpr int64_t largest = 11;
    Point at;
    for (at.n = -2; at.n <= largest; ++at.n)
      for (at.m = -2; at.m <= largest; ++at.m)
        for (at.i = 0; at.i <= largest && holds(q.lastI - i, at); ++at.i)
          for (at.j = 0; at.j <= largest && holds(q.lastJ - j, at); ++at.j)
            if (isWrong(at) && holds(q.assumed, at))
              return at;
    return std::nullopt;
  }
  std::string text(const Question &q, const Point &at) {
    std::string out = table.text(q.asked) + " with i <= " + table.text(q.lastI) + ", j <= " + table.text(q.lastJ);
    for (const Form &f : q.assumed)
      out += ", " + table.text(f) + " >= 0";
    for (auto [name, number] : {std::pair("i", at.i), {"j", at.j}, {"n", at.n}, {"m", at.m}})
      out += std::string(name == std::string("i") ? " at " : ", ") + name + " = " + std::to_string(number);
    return out;
  }
};

} // namespace

/// (i - 20)^2 rises where i >= 20, but is not least at i = 0.
TEST_F(Proofs, WhatIsAssumedOfACounterNeedNotHoldAtItsEnds) {
  Prover prover(table);
  prover.counter(I, n - Form(1));
  prover.assume(i - Form(20));
  Form square = (i - Form(20)) * (i - Form(20));
  EXPECT_FALSE(prover.nonnegative(square - Form(5)));
  EXPECT_TRUE(prover.nonnegative(i * i - Form(400)));
  EXPECT_FALSE(prover.leastAtFirst(square, I));
  EXPECT_TRUE(prover.leastAtLast(-square, I));
}

TEST_F(Proofs, HoldWhereverTheirAssumptionsDo) {
  int proven = 0;
  for (int round = 0; round < 2500; ++round) {
    Question q = question();
    Prover prover(table);
    pose(q, prover);
    if (!prover.nonnegative(q.asked))
      continue;
    ++proven;
    auto wrong = find(q, [&](const Point &at) { return !holds(q.asked, at); });
    ASSERT_FALSE(wrong) << text(q, *wrong);
  }
  EXPECT_GT(proven, 250);
}

TEST_F(Proofs, ConditionsAreEnough) {
  int found = 0;
  for (int round = 0; round < 600; ++round) {
    Question q = question();
    Prover prover(table);
    pose(q, prover);
    Alternatives ways = prover.conditions(q.asked);
    found += !ways.empty();
    for (const Conjunction &way : ways) {
      auto wrong = find(q, [&](const Point &at) { return holds(way, at) && !holds(q.asked, at); });
      ASSERT_FALSE(wrong) << text(q, *wrong);
    }
  }
  EXPECT_GT(found, 200);
}
