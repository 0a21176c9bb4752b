// Calls of the C library that carry derivatives, or end them.
#include "transform/TangentBody.h"

#include "analysis/Differentiable.h"
#include "transform/ReadBack.h"

#include <utility>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::LibraryEffect;
using analysis::pointedTo;

namespace {

/// The symbol of a function of the C library, in the unit of another one.
Symbol *libraryFunction(const std::string &name, Unit &unit) {
  for (auto &s : unit.scope.symbols)
    if (s->kind == SymbolKind::Procedure && s->name == name)
      return s.get();
  Symbol *s = addSymbol(unit.scope, name, SymbolKind::Procedure, nullptr);
  s->storage = Storage::Global;
  s->unit = &unit;
  s->external = s->isExternalProcedure = s->fromHeader = true;
  return s;
}

} // namespace

void TangentBody::callLibrary(const Call &s, LibraryEffect effect, Block &out) {
  switch (effect) {
  case LibraryEffect::CopiesBytes:
  case LibraryEffect::SetsBytes:
    return copyShadows(s, out);
  case LibraryEffect::SplitsNumber:
    return splitNumber(s, out);
  case LibraryEffect::Input:
    return input(s, out);
  default:
    return out.push_back(copy(s));
  }
}

/// memcpy and memmove move shadows as they move values; memset to any bytes leaves constants.
void TangentBody::copyShadows(const Call &s, Block &out) {
  const Expr *to = s.arguments[0].value, *from = s.arguments[1].value;
  bool copies = s.callee->name != "memset";
  const Expr *shadow = c.varied.varies(c.variant, to) ? c.shadows.of(to) : nullptr;
  if (shadow) {
    std::vector<Argument> arguments{{shadow, {}}, {}, {bytes(s.arguments[2].value, to), {}}};
    const Expr *source = copies && c.varied.varies(c.variant, from) ? c.shadows.of(from) : nullptr;
    Symbol *callee = s.callee;
    if (!source) { // what comes from passive memory is constant
      source = b.constant(b.integer(Language::C), 0, s.location);
      callee = copies ? libraryFunction("memset", *s.callee->unit) : callee;
    }
    arguments[1].value = source;
    out.push_back(std::make_unique<Call>(callee, std::move(arguments), nullptr, s.location));
  }
  out.push_back(copy(s));
}

/// frexp: the mantissa is the number scaled by a power of two. modf: the fraction moves with the
/// number, the whole part stands still.
void TangentBody::splitNumber(const Call &s, Block &out) {
  const Expr *shadow = s.result ? shadowPlace(s.result) : nullptr;
  const Expr *stored = s.arguments[1].value;
  Location at = s.location;
  if (shadow) {
    Dual dual = duals.of(s.arguments[0].value, &out);
    move(shadow, dual.derivative ? dual.derivative : duals.zero(s.result->type, at), at, out);
  }
  if (pointedTo(stored)->isReal())
    forgetStored(stored, at, out);
  out.push_back(copy(s));
  if (!shadow || pointedTo(stored)->isReal() || c.directions.sets)
    return;
  auto &make = c.program.exprs;
  const Type *integer = pointedTo(stored);
  auto *address = llvm::dyn_cast<AddressOf>(stored);
  const Expr *exponent = c.renaming(address ? address->place : make.make<Dereference>(integer, stored));
  const Expr *power = make.make<Unary>(integer->strip(), UnaryOp::Negate, exponent, at);
  std::vector<const Expr *> arguments{shadow, power};
  move(shadow, make.make<Intrinsic>(s.result->type, "ldexp", arguments, at), at, out);
}

/// What a pointer points to is a constant now.
void TangentBody::forgetStored(const Expr *pointer, Location at, Block &out) {
  const Type *type = pointedTo(pointer);
  if (!type || !carriesDerivative(type) || !c.varied.varies(c.variant, pointer))
    return;
  auto *address = llvm::dyn_cast<AddressOf>(pointer);
  const Expr *place =
      address ? address->place : c.program.exprs.make<Dereference>(type, pointer, nullptr, at);
  if (duals.shadow(place))
    clear(place, at, out);
}

/// What is read from outside is a constant; a program that wrote it there before loses its
/// derivative.
void TangentBody::input(const Call &s, Block &out) {
  bool warned = false;
  bool block = s.callee->name == "fread";
  Block zeros;
  for (size_t i = analysis::firstStored(s); i < (block ? 1 : s.arguments.size()); ++i) {
    const Expr *pointer = s.arguments[i].value;
    size_t before = zeros.size();
    if (!block)
      forgetStored(pointer, s.location, zeros);
    else if (const Expr *shadow = c.varied.varies(c.variant, pointer) ? c.shadows.of(pointer) : nullptr)
      zeros.push_back(clearBytes(s, shadow));
    if (zeros.size() > before && !std::exchange(warned, true))
      warnOfInput(s.location, c.diagnostics);
  }
  out.push_back(copy(s));
  for (StmtPtr &x : zeros)
    out.push_back(std::move(x));
}

/// fread: `size * count` bytes.
StmtPtr TangentBody::clearBytes(const Call &s, const Expr *shadow) {
  const Expr *size =
      b.binary(BinaryOp::Multiply, s.arguments[1].value, s.arguments[2].value);
  std::vector<Argument> arguments{{shadow, {}},
                                  {b.constant(b.integer(Language::C), 0, s.location), {}},
                                  {bytes(size, s.arguments[0].value), {}}};
  return std::make_unique<Call>(libraryFunction("memset", *s.callee->unit), std::move(arguments),
                                nullptr, s.location);
}

} // namespace costate::transform
