// What moves or copies memory as a whole, as statements that run backwards one by one.
//
//   call move_alloc(a, b)          if (allocated(b)) deallocate(b)
//                                  if (allocated(a)) allocate(b, source=a); deallocate(a)
//   copy = list                    copy%count = list%count; allocate(copy%values, source=list%values)
//   memcpy(&a, &b, sizeof a)       a = b
//   f((struct view){2, work})      v.n = 2; v.data = work; f(v)
//   p = realloc(p, size)           resized = malloc(size); copied by element; free(p); p = resized
//
// Records are taken apart only where they hold pointers or allocatables: a shadow goes where its pointer
// goes, and has the shape of its original.
#pragma once

#include "analysis/Head.h"

namespace costate::transform {

/// In all procedures that the heads reach.
void expandMoves(ir::Program &, const std::vector<analysis::Head> &);

} // namespace costate::transform
