#include "transform/SweepMarks.h"

namespace costate::transform {

using namespace ir;

void SweepMarks::add(Symbol *s) {
  bool own = s->storage == Storage::Local || s->storage == Storage::Result ||
             s->storage == Storage::Global || (s->storage == Storage::Argument && s->byValue);
  if (s->kind != SymbolKind::Variable || !own || s->allocatable || s->polymorphic)
    return;
  note(b.variable(s));
}

/// Numbers, truth values and C pointers; records by their components.
void SweepMarks::note(const Expr *place) {
  const Type *type = place->type->strip(), *scalar = type->scalar()->strip();
  bool inC = procedure.language == Language::C;
  if (auto *record = llvm::dyn_cast<RecordType>(type)) {
    for (unsigned i = 0; i < record->components.size(); ++i)
      if (!record->components[i].allocatable)
        note(b.program.exprs.make<Field>(record->components[i].type, place, record, i));
    return;
  }
  Kind kind;
  if (scalar->isReal() || scalar->isComplex())
    kind = Kind::Real;
  else if (scalar->isInteger())
    kind = Kind::Integer;
  else if (scalar->isLogical())
    kind = Kind::Truth;
  else if (scalar->isPointer() && inC)
    kind = Kind::Pointer;
  else
    return;
  auto hole = [&] { return OpaquePiece{"", place, OpaquePiece::Effect::ReadsAndWrites}; };
  std::string last = ", " + std::to_string(static_cast<int>(kind)) + ")";
  if (inC)
    notes.push_back({{"sweep_note((void *)&"}, hole(), {", sizeof "}, hole(), {last}});
  else if (type->isArray())
    notes.push_back({{"call sweep_note("}, hole(), {", size("}, hole(), {")*storage_size("}, hole(),
                     {")/8" + last}});
  else
    notes.push_back({{"call sweep_note("}, hole(), {", storage_size("}, hole(), {")/8" + last}});
}

void SweepMarks::mark(const char *sweep, Block &out) {
  auto say = [&](std::vector<OpaquePiece> pieces) {
    out.push_back(std::make_unique<Opaque>(std::move(pieces)));
  };
  for (auto &pieces : notes)
    say(pieces);
  std::string call = procedure.language == Language::C ? "" : "call ";
  say({{call + "sweep_" + sweep + "(" + std::to_string(places) + ")"}});
}

void SweepMarks::between(Block &forward, Block &backward) {
  ++places;
  mark("forward", forward);
  Block marked;
  mark("backward", marked);
  for (StmtPtr &s : backward)
    marked.push_back(std::move(s));
  backward = std::move(marked);
}

} // namespace costate::transform
