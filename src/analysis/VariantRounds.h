// In which order the summaries of variants are made, until none changes any more.
//
// Knowledge goes both ways: what is live after a call goes to what is called, and what that needs goes to its
// callers. So rounds go from callers to callees and back, in turn: a chain of calls takes as many rounds as a
// single one. What a fold reads is its own summary, and what the folds of callees have found. Where none of that has
// changed since it last began it would change nothing, and is left out. All summaries only ever grow, so the order
// does not matter to what is found.
#pragma once

#include "analysis/Varied.h"

#include "llvm/ADT/DenseMap.h"

namespace costate::analysis {

class VariantRounds {
public:
  explicit VariantRounds(const std::vector<const Variant *> &);

  /// A caller's fold has added to the summary of a variant.
  void told(const Variant *v) { changes[index.find(v)->second].told = ++clock; }

  /// One of the folds: when it last began, for each variant.
  using Begun = std::vector<unsigned>;

  /// Runs a fold until no summary changes; true where one did. `fold` says whether its variant's own has.
  template <typename Fold> bool untilStable(Begun &begun, bool fromCallers, Fold &&fold) {
    begun.resize(variants.size());
    bool any = false;
    for (bool ran = true; ran; fromCallers = !fromCallers) {
      ran = false;
      for (unsigned i = 0; i < order.size(); ++i) {
        unsigned v = order[fromCallers ? order.size() - 1 - i : i];
        if (!isDue(v, begun[v]))
          continue;
        ran = true;
        begun[v] = ++clock;
        if (fold(*variants[v])) {
          changes[v].found = ++clock;
          any = true;
        }
      }
    }
    return any;
  }

private:
  struct Changes {
    unsigned told = 0, found = 0; ///< last, by the clock
  };
  void findOrder();
  bool isDue(unsigned v, unsigned begun) const;

  const std::vector<const Variant *> &variants;
  std::vector<std::vector<unsigned>> callees;
  std::vector<Changes> changes;
  llvm::DenseMap<const Variant *, unsigned> index;
  std::vector<unsigned> order; ///< callees first
  unsigned clock = 0;
};

} // namespace costate::analysis
