// COMMON blocks of handles.
//
// A handle is shorter than the number it belongs to, so what follows a number in a block moves up in the block's
// shadow. All declarations of the block must say so alike: where two of them see a number at the same place, its
// handle has to be at one place, too.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

class CommonLayout {
public:
  /// Takes one more declaration of a block; a member that does not fit to the others, or null.
  const ir::Symbol *add(const ir::CommonDeclaration &);

private:
  /// Numbers of one kind, one after the other.
  struct Numbers {
    uint64_t begin, end; ///< bytes in the block
    uint64_t handles;    ///< where the first one's handle is
    unsigned bytes;      ///< of each
  };
  bool fits(const Numbers &, const Numbers &other) const;

  std::map<const ir::CommonBlock *, std::vector<Numbers>> blocks;
};

} // namespace costate::transform
