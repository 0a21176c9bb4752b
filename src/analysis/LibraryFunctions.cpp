#include "analysis/LibraryFunctions.h"

namespace costate::analysis {

using namespace ir;

namespace {

struct Entry {
  const char *name;
  LibraryEffect effect;
  unsigned firstStored = 0;
};

const Entry table[] = {
    {"printf", LibraryEffect::Output},       {"fprintf", LibraryEffect::Output},
    {"sprintf", LibraryEffect::Output},      {"snprintf", LibraryEffect::Output},
    {"fwrite", LibraryEffect::Output},       {"memcmp", LibraryEffect::Output},
    {"scanf", LibraryEffect::Input, 1},      {"fscanf", LibraryEffect::Input, 2},
    {"sscanf", LibraryEffect::Input, 2},     {"fread", LibraryEffect::Input, 0},
    {"memcpy", LibraryEffect::CopiesBytes},  {"memmove", LibraryEffect::CopiesBytes},
    {"memset", LibraryEffect::SetsBytes},    {"frexp", LibraryEffect::SplitsNumber},
    {"frexpf", LibraryEffect::SplitsNumber}, {"frexpl", LibraryEffect::SplitsNumber},
    {"modf", LibraryEffect::SplitsNumber},   {"modff", LibraryEffect::SplitsNumber},
    {"modfl", LibraryEffect::SplitsNumber},
};

/// The line of a library function that the program does not define itself.
const Entry *entryOf(const Call &call) {
  const Symbol *callee = call.callee;
  if (!callee || !callee->unit || callee->unit->language() != Language::C ||
      (callee->procedure && callee->procedure->hasBody))
    return nullptr;
  std::string name = callee->name.starts_with("__builtin_") ? callee->name.substr(10) : callee->name;
  for (const Entry &entry : table)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

} // namespace

LibraryEffect libraryEffect(const Call &call) {
  const Entry *entry = entryOf(call);
  return entry ? entry->effect : LibraryEffect::Unknown;
}

unsigned firstStored(const Call &call) { return entryOf(call)->firstStored; }

bool movesAllocation(const Call &call) {
  return call.callee && call.callee->isIntrinsicProcedure && call.callee->name == "move_alloc" &&
         call.arguments.size() >= 2;
}

const Type *pointedTo(const Expr *pointer) {
  while (auto *convert = llvm::dyn_cast<Convert>(pointer))
    if (convert->operand->type->isPointer())
      pointer = convert->operand;
    else
      break;
  auto *type = llvm::dyn_cast<PointerType>(pointer->type->strip());
  return type ? type->pointee : nullptr;
}

} // namespace costate::analysis
