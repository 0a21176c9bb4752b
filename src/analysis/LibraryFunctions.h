// What functions of the C library do to derivatives, where they are calls and not intrinsics.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

enum class LibraryEffect {
  Unknown,       ///< not of the library, or nothing is known of it
  Output,        ///< prints or compares: reads its arguments, writes nothing that carries derivatives
  Input,         ///< scanf and fread: what its pointers point to becomes constant
  CopiesBytes,   ///< memcpy, memmove: derivatives go where the bytes go
  SetsBytes,     ///< memset: leaves constants
  SplitsNumber,  ///< frexp, modf: one part is returned, the other stored through the second argument
};

LibraryEffect libraryEffect(const ir::Call &);

/// Of an Input call: the first argument through which it stores.
unsigned firstStored(const ir::Call &);

/// Fortran's MOVE_ALLOC: what the first argument held, the second holds afterwards.
bool movesAllocation(const ir::Call &);

/// What a pointer points to, looking through casts to and from `void *`; null where it is no pointer.
const ir::Type *pointedTo(const ir::Expr *pointer);

} // namespace costate::analysis
