#include "analysis/VariantRounds.h"

#include <algorithm>

namespace costate::analysis {

VariantRounds::VariantRounds(const std::vector<const Variant *> &given)
    : variants(given), callees(given.size()), changes(given.size()) {
  for (unsigned v = 0; v < variants.size(); ++v)
    index[variants[v]] = v;
  for (unsigned v = 0; v < variants.size(); ++v) {
    for (auto &[site, callee] : variants[v]->calls)
      if (auto found = index.find(callee); found != index.end())
        callees[v].push_back(found->second);
    llvm::sort(callees[v]);
    callees[v].erase(std::unique(callees[v].begin(), callees[v].end()), callees[v].end());
  }
  findOrder();
}

/// Depth first. Chains of calls may be as long as the program: no recursion.
void VariantRounds::findOrder() {
  std::vector<bool> entered(variants.size());
  std::vector<std::pair<unsigned, unsigned>> open; // with the next callee to look at
  auto enter = [&](unsigned v) {
    if (!entered[v])
      open.push_back({v, 0});
    entered[v] = true;
  };
  for (unsigned root = 0; root < variants.size(); ++root)
    for (enter(root); !open.empty();) {
      auto &[v, next] = open.back();
      if (next < callees[v].size()) {
        enter(callees[v][next++]);
        continue;
      }
      order.push_back(v);
      open.pop_back();
    }
}

bool VariantRounds::isDue(unsigned v, unsigned begun) const {
  if (!begun || changes[v].told > begun || changes[v].found > begun)
    return true;
  return llvm::any_of(callees[v], [&](unsigned callee) { return changes[callee].found > begun; });
}

} // namespace costate::analysis
