// COMMON, EQUIVALENCE and C's external names: variables that are the same memory become one cell.
#include "analysis/Memory.h"
#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

struct Member {
  const Symbol *symbol;
  uint64_t begin, end;
};

/// Joins members whose bytes meet; `join` is told of each pair of neighbours in a joined run, and
/// whether they cover exactly the same bytes in the same type.
template <typename Join> void joinOverlapping(std::vector<Member> &members, Join &&join) {
  std::stable_sort(members.begin(), members.end(),
                   [](const Member &a, const Member &b) { return a.begin < b.begin; });
  size_t first = 0;
  uint64_t end = 0; // of the run that begins with `first`
  for (size_t i = 0; i < members.size(); ++i) {
    bool apart = i == 0 || members[i].begin >= end;
    end = std::max(end, members[i].end);
    if (apart) {
      first = i;
      continue;
    }
    const Member &a = members[first], &b = members[i];
    bool exact = a.begin == b.begin && a.end == b.end &&
                 a.symbol->type->scalar()->strip() == b.symbol->type->scalar()->strip();
    join(a.symbol, b.symbol, exact);
  }
}

} // namespace

void Memory::overlayStorage(Program &program) {
  std::map<std::pair<const CommonBlock *, std::pair<const void *, unsigned>>, std::vector<Member>>
      groups;
  std::map<std::string, const Symbol *> external;
  auto join = [&](const Symbol *a, const Symbol *b, bool exact) {
    if (auto found = representative.find(a); found != representative.end())
      a = found->second;
    representative[b] = a;
    if (!exact)
      overlaidSymbols[a] = true;
  };
  // A block is one storage for the whole program, an EQUIVALENCE class one of its scope.
  auto addScope = [&](const Scope &scope) {
    for (auto &s : scope.symbols)
      if (s->overlay && s->kind == SymbolKind::Variable) {
        const CommonBlock *block = s->overlay->block;
        std::pair<const void *, unsigned> local =
            block ? std::pair<const void *, unsigned>{} : std::pair{(const void *)&scope,
                                                                    s->overlay->group};
        uint64_t begin = s->overlay->offset;
        auto bytes = bytesOf(s->type);
        groups[{block, local}].push_back({s.get(), begin, bytes ? begin + *bytes : UINT64_MAX});
      }
  };
  for (auto &unit : program.units) {
    addScope(unit->scope);
    if (unit->kind == UnitKind::CFile)
      for (auto &s : unit->scope.symbols)
        if (s->kind == SymbolKind::Variable && !s->internalLinkage) {
          auto [at, fresh] = external.try_emplace(s->name, s.get());
          if (!fresh)
            join(at->second, s.get(), true);
        }
    for (Procedure *p : procedures(*unit))
      addScope(p->scope);
  }
  for (auto &[key, members] : groups)
    joinOverlapping(members, join);
}

} // namespace costate::analysis
