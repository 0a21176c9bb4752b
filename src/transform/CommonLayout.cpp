#include "transform/CommonLayout.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

constexpr unsigned handleBytes = 4;

/// Bytes of a number that has a handle; 0: it is none.
unsigned bytesOf(const Symbol &s) {
  const Type *scalar = s.type->scalar()->strip();
  if (auto *real = llvm::dyn_cast<RealType>(scalar))
    return real->realKind == 10 ? 16 : real->realKind;
  auto *complex = llvm::dyn_cast<ComplexType>(scalar);
  return complex ? 2 * (complex->realKind == 10 ? 16 : complex->realKind) : 0;
}

} // namespace

/// Where both see a number at a place, its handle is at one place.
bool CommonLayout::fits(const Numbers &a, const Numbers &b) const {
  uint64_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
  if (begin >= end)
    return true;
  auto handle = [&](const Numbers &x) { return x.handles + (begin - x.begin) / x.bytes * handleBytes; };
  return a.bytes == b.bytes && (begin - a.begin) % a.bytes == 0 && (begin - b.begin) % b.bytes == 0 &&
         handle(a) == handle(b);
}

const Symbol *CommonLayout::add(const CommonDeclaration &declaration) {
  auto &known = blocks[declaration.block];
  std::vector<Numbers> own;
  uint64_t moved = 0; // by how much less the shadow has had so far
  auto &members = declaration.members;
  for (size_t i = 0; i < members.size(); ++i) {
    uint64_t begin = members[i]->overlay->offset;
    uint64_t end = i + 1 < members.size() ? members[i + 1]->overlay->offset : declaration.block->size;
    unsigned bytes = bytesOf(*members[i]);
    if (!bytes || end <= begin)
      continue;
    Numbers numbers{begin, end, begin - moved, bytes};
    moved += (end - begin) / bytes * (bytes - handleBytes);
    for (const Numbers &other : known)
      if (!fits(numbers, other))
        return members[i];
    own.push_back(numbers);
  }
  known.insert(known.end(), own.begin(), own.end());
  return nullptr;
}

} // namespace costate::transform
