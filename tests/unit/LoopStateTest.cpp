// States of variables against a list, by random operations: copies keep what they held, the order is that in which
// variables came, and nothing is passed over that is asked for.
#include "analysis/LoopState.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <vector>

namespace costate::analysis {
namespace {

using ir::Symbol;
using List = std::vector<std::pair<const Symbol *, Known>>;

List listOf(const LoopState &state) {
  List out;
  for (auto &[v, known] : state)
    out.push_back({v, known});
  return out;
}

const Known *find(const List &list, const Symbol *v) {
  for (auto &[variable, known] : list)
    if (variable == v)
      return &known;
  return nullptr;
}

void set(List &list, const Symbol *v, const Known &known) {
  for (auto &x : list)
    if (x.first == v) {
      x.second = known;
      return;
    }
  list.push_back({v, known});
}

class RandomLoopStates : public testing::TestWithParam<unsigned> {
protected:
  std::mt19937 rng{GetParam()};

  /// An atom, a sum, bounds or nothing.
  Known value() {
    Form atom = Form::atom(1 + rng() % 50);
    switch (rng() % 4) {
    case 0:
      return Known::exactly(Form(int64_t(rng() % 5)));
    case 1:
      return {{}, atom, atom + Form::atom(1 + rng() % 50)};
    default:
      return Known::exactly(atom * Form::atom(1 + rng() % 50) + Form(1));
    }
  }

  static bool mentions(const Known &known, symbolic::AtomId oldest) {
    for (const std::optional<Form> *f : {&known.value, &known.lower, &known.upper})
      if (*f)
        for (const symbolic::Term &t : (*f)->terms())
          for (auto &[atom, exponent] : t.monomial)
            if (atom >= oldest)
              return true;
    return false;
  }
};

TEST_P(RandomLoopStates, AreLikeLists) {
  constexpr size_t many = 4;
  std::deque<Symbol> symbols(GetParam() % 2 ? 400 : 12);
  std::vector<LoopState> states(many);
  std::vector<List> lists(many);
  for (unsigned step = 0; step < 1000; ++step) {
    size_t i = rng() % many, j = rng() % many;
    LoopState &state = states[i];
    const Symbol *v = &symbols[rng() % symbols.size()];
    switch (rng() % 24) {
    case 0:
    case 1:
      state = states[j];
      lists[i] = lists[j];
      break;
    case 2: { // all that mention an atom, and those in order
      symbolic::AtomId oldest = 1 + rng() % 50;
      std::vector<const Symbol *> asked;
      LoopState::Restated done;
      state.restate(oldest, [&](const LoopState::Entry &x) {
        asked.push_back(x.variable);
        return mentions(x.known, oldest) ? Known::exactly(Form(7)) : x.known;
      }, done);
      std::vector<const Symbol *> meant;
      for (auto &[variable, known] : lists[i])
        if (mentions(known, oldest)) {
          meant.push_back(variable);
          known = Known::exactly(Form(7));
        }
      ASSERT_EQ(asked, meant);
      break;
    }
    case 3: {
      unsigned count = 0, expected = 0;
      state.restateIntervals([&](const LoopState::Entry &) { return Known::exactly(Form(int64_t(++count))); });
      for (auto &[variable, known] : lists[i])
        if (!known.value)
          known = Known::exactly(Form(int64_t(++expected)));
      ASSERT_EQ(count, expected);
      break;
    }
    default:
      Known known = value();
      state[v] = known;
      set(lists[i], v, known);
    }
    const Known *found = state.find(v), *expected = find(lists[i], v);
    ASSERT_EQ(!found, !expected);
    if (found) {
      ASSERT_EQ(*found, *expected);
    }
    // What is not shown of a state is in the other, at the same place.
    std::map<const Symbol *, Known> shown;
    state.forEachUnlike(states[j], [&](const LoopState::Entry &x) { shown[x.variable] = x.known; });
    for (size_t k = 0; k < lists[i].size(); ++k)
      if (!shown.count(lists[i][k].first)) {
        ASSERT_LT(k, lists[j].size());
        ASSERT_EQ(lists[i][k], lists[j][k]);
      }
    for (size_t k = 0; step % 16 == 0 && k < many; ++k)
      ASSERT_EQ(listOf(states[k]), lists[k]);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLoopStates, testing::Range(0u, 16u));

TEST(LoopState, CopiesShare) {
  std::deque<Symbol> symbols(1000);
  LoopState state;
  for (const Symbol &s : symbols)
    state[&s] = Known::exactly(Form::atom(1));
  LoopState copy = state;
  copy[&symbols[500]] = Known::exactly(Form::atom(2));
  unsigned shown = 0;
  copy.forEachUnlike(state, [&](const LoopState::Entry &) { ++shown; });
  EXPECT_EQ(shown, 1u);
  unsigned asked = 0;
  LoopState::Restated done;
  copy.restate(2, [&](const LoopState::Entry &x) { return ++asked, x.known; }, done);
  EXPECT_EQ(asked, 1u);
}

} // namespace
} // namespace costate::analysis
