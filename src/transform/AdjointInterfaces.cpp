#include "transform/AdjointInterfaces.h"

#include "analysis/Differentiable.h"
#include "transform/AdjointBody.h"
#include "transform/DerivativeParts.h"
#include "transform/ArrayElements.h"

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::Variant;

bool movesShadow(const Symbol &parameter) {
  return analysis::holdsPointer(parameter.type) || holdsAllocatable(parameter.type) || parameter.target ||
         parameter.allocatable;
}

bool AdjointInterfaces::needsShadow(const Variant &v, const Symbol *s) const {
  return transform::needsShadow(varied, v, s);
}

void AdjointInterfaces::declare(const Variant &v, bool paired, const SharedAdjoints &shared) {
  Procedure &original = *v.procedure;
  auto adjoint = std::make_unique<AdjointProcedure>(program, original.language, generated);
  adjoint->procedure = cloneProcedure(program, original, adjoint->renaming);
  Procedure &p = *adjoint->procedure;
  p.body.clear();
  p.comments = describe(v);
  p.isInline = false;
  for (auto &s : original.scope.symbols)
    if (needsShadow(v, s.get()) && s->storage != Storage::Common) {
      Symbol *shadow = shadowSymbol(*adjoint, *adjoint->renaming.of(s.get()));
      shadow->target |= !v.head && shared.mayOverlap(s.get()); // heads are called from outside, with different ones
      adjoint->shadows.add(s.get(), shadow);
    }
  if (!paired) {
    generated.nameProcedure(original, p);
    if (v.head)
      p.internalLinkage = p.symbol->internalLinkage = false; // the user calls it
    p.elemental = p.pure = p.impure = false;
  } else {
    auto shell = [&](const char *suffix) {
      auto out = std::make_unique<Procedure>();
      generated.nameProcedure(original, *out, suffix);
      out->elemental = out->pure = out->impure = false; // they keep values in memory of their own
      return out;
    };
    adjoint->forward = shell("_fwd");
    adjoint->backward = shell("_bwd");
    p.unit = adjoint->forward->unit;
  }
  shareStorage(original, *adjoint);
  parameters(v, *adjoint);
  if (original.result)
    result(original, *adjoint);
  for (Symbol *s : original.parameters) // a variable of its own that the caller never sees again
    if (v.head && s->byValue && !adjoint->shadows.of(s) && carriesDerivative(s->type) &&
        !s->type->isPointer() && varied.varies(v, s)) {
      Symbol *own = p.makeTemporary(s->name + "b", withoutConst(s->type, program)->strip());
      own->temporary = false;
      adjoint->shadows.add(s, own);
      adjoint->hidden.insert(s);
    }
  for (auto &s : original.scope.symbols)
    if (Symbol *shadow = adjoint->shadows.of(s.get());
        shadow && !shadow->allocatable &&
        (shadow->storage == Storage::Local || (!paired && shadow->storage == Storage::Saved)))
      adjoint->startAsZero.push_back(shadow);
  if (!paired)
    p.parameters = adjoint->backwardParameters;
  made[&v] = std::move(adjoint);
}

Symbol *AdjointInterfaces::shadowSymbol(AdjointProcedure &adjoint, const Symbol &of) {
  Procedure &p = *adjoint.procedure;
  std::string base = of.storage == Storage::Result ? p.name : of.name;
  Symbol *shadow = p.makeTemporary(base + "b", of.type);
  std::string name = shadow->name;
  *shadow = of;
  shadow->name = name;
  shadow->owner = &p;
  // Static storage starts as zero, but for pointers.
  shadow->initial = of.storage == Storage::Saved ? generated.startingPointers(of) : nullptr;
  shadow->temporary = false;
  bool staysWhereItIs = shadow->type->isPointer() && shadow->intent == Intent::In; // the argument may be a target
  if (shadow->storage == Storage::Argument && shadow->intent != Intent::Unknown && !staysWhereItIs)
    shadow->intent = Intent::InOut;
  adjoint.types.shape(*shadow);
  shadow->type = withoutConst(shadow->type, program);
  if (shadow->writtenArray)
    shadow->writtenArray = withoutConst(shadow->writtenArray, program);
  return shadow;
}

/// EQUIVALENCE of local shadows, as of their originals.
void AdjointInterfaces::shareStorage(const Procedure &original, AdjointProcedure &adjoint) {
  for (const auto &set : original.scope.equivalences) {
    std::vector<const Expr *> shared;
    for (const Expr *place : set)
      if (const Expr *shadow = adjoint.shadows.first(place))
        shared.push_back(shadow);
    if (!shared.empty() && generated.mayShare(set, true))
      adjoint.procedure->scope.equivalences.push_back(std::move(shared));
  }
}

/// Whether a scalar is named in a loop: its adjoint is a sum over iterations, which a compiler can keep in a
/// register only where no pointer leads to it.
static bool isSummedInLoop(const Procedure &p, const Symbol *s) {
  if (!analysis::isDifferentiableScalar(s->type->strip()))
    return false;
  bool found = false;
  forEachStmt(p.body, [&](const Stmt &x) {
    if (!llvm::isa<For, While>(&x))
      return;
    std::set<const Symbol *> named;
    for (const Block *inner : blocks(x))
      for (const StmtPtr &y : *inner)
        collectVariables(*y, named);
    found |= named.count(s) > 0;
  });
  return found;
}

/// The adjoint of a parameter by value is where the pointer says. A procedure that changes the
/// parameter changes its own copy: that has an adjoint of its own.
void AdjointInterfaces::valueParameter(const Procedure &original, Symbol *s,
                                       AdjointProcedure &adjoint) {
  Symbol *shadow = adjoint.shadows.of(s);
  const Type *type = shadow->type->strip();
  shadow->byValue = original.language == Language::C;
  shadow->type = shadow->byValue ? program.types.pointer(type) : type;
  shadow->writtenArray = nullptr;
  shadow->intent = shadow->byValue ? Intent::Unknown : Intent::InOut;
  if (!changesParameter(original, s) && !isSummedInLoop(original, s))
    return;
  Symbol *own = adjoint.procedure->makeTemporary(s->name + "b", type);
  own->temporary = false;
  adjoint.shadows.add(s, own);
  adjoint.copies.push_back({own, shadow});
}

void AdjointInterfaces::parameters(const Variant &v, AdjointProcedure &adjoint) {
  const Procedure &original = *v.procedure;
  for (Symbol *s : original.parameters) {
    Symbol *own = adjoint.renaming.of(s);
    // What was there before is kept and put back.
    if (own->intent == Intent::Out)
      own->intent = Intent::InOut;
    adjoint.forwardParameters.push_back(own);
    adjoint.backwardParameters.push_back(own);
    Symbol *shadow = adjoint.shadows.of(s);
    if (!shadow)
      continue;
    adjoint.backwardParameters.push_back(shadow);
    if (movesShadow(*s))
      adjoint.forwardParameters.push_back(shadow);
    if (s->byValue && !s->type->isPointer())
      valueParameter(original, s, adjoint);
  }
}

void AdjointInterfaces::result(const Procedure &original, AdjointProcedure &adjoint) {
  Symbol *shadow = adjoint.shadows.of(original.result);
  if (!shadow || shadow->type->isPointer())
    return;
  Procedure &p = *adjoint.procedure;
  shadow->storage = Storage::Local;
  if (original.language == Language::C) { // the parameter is a variable of its own
    shadow->storage = Storage::Argument;
    shadow->byValue = true;
    adjoint.seed = shadow;
  } else {
    adjoint.seed = p.makeTemporary(original.name + "b", shadow->type);
    std::swap(adjoint.seed->name, shadow->name);
    adjoint.seed->temporary = false;
    adjoint.seed->storage = Storage::Argument;
    adjoint.seed->intent = Intent::In;
  }
  adjoint.backwardParameters.push_back(adjoint.seed);
}

std::vector<std::string> AdjointInterfaces::describe(const Variant &v) const {
  auto list = [](const std::vector<analysis::HeadVariable> &variables) {
    std::string out;
    for (auto &x : variables)
      out += (out.empty() ? "" : ", ") + x.text;
    return out;
  };
  const Procedure &p = *v.procedure;
  if (v.head) {
    std::vector<std::string> out = {
        "Adjoint of " + p.name + ": derivatives of " + list(v.head->dependents) +
        " with respect to " + list(v.head->independents) + ".",
        "Expects the seeds in the adjoints of the dependents; adds to the adjoints of the",
        "independents, and leaves those of what it overwrites as zero."};
    if (takesExtensions(p))
      out.insert(out.begin() + 1, "CLASS arguments are of the types in the files that were differentiated.");
    return out;
  }
  return {"The adjoint of " + p.name + ": both its sweeps."};
}

// ---- Pairs ------------------------------------------------------------------------------------------

void AdjointInterfaces::fill(Procedure &shell, AdjointProcedure &adjoint,
                             const std::vector<Symbol *> &parameters, Block body) {
  Procedure &both = *adjoint.procedure;
  both.body = std::move(body);
  Renaming renaming(program);
  std::unique_ptr<Procedure> own = cloneProcedure(program, both, renaming);
  shell.language = both.language;
  shell.kind = both.kind;
  shell.location = both.location;
  shell.recursive = both.recursive;
  shell.hasBody = true;
  shell.scope = std::move(own->scope);
  for (auto &s : shell.scope.symbols)
    if (s->owner == own.get())
      s->owner = &shell;
  shell.interfaces = std::move(own->interfaces);
  shell.formats = own->formats;
  shell.result = own->result;
  shell.resultType = own->resultType;
  shell.body = std::move(own->body);
  shell.parameters.clear();
  for (Symbol *s : parameters)
    shell.parameters.push_back(renaming.of(s));
  program.detached.push_back(std::move(own));
}

namespace {

/// Parameters of the other procedure of a pair are no part of this one.
void dropUnused(Procedure &p) {
  std::set<const Symbol *> used(p.parameters.begin(), p.parameters.end());
  for (auto &s : p.scope.symbols)
    if (s->storage == Storage::Argument && !used.count(s.get()))
      s->storage = Storage::Local;
}

} // namespace

void AdjointInterfaces::split(AdjointProcedure &adjoint, Block forward, Block backward) {
  fill(*adjoint.forward, adjoint, adjoint.forwardParameters, std::move(forward));
  fill(*adjoint.backward, adjoint, adjoint.backwardParameters, std::move(backward));
  adjoint.forward->comments = {"The forward sweep of " + adjoint.procedure->name +
                               ": keeps what the backward sweep needs."};
  adjoint.backward->comments = {"The backward sweep of " + adjoint.procedure->name +
                                ": takes it back, and moves the adjoints."};
  Procedure &back = *adjoint.backward;
  if (back.result) {
    back.result->storage = Storage::Local;
    back.result = nullptr;
  }
  back.kind = ProcedureKind::Subroutine;
  back.resultType = program.types.voidType();
  dropUnused(*adjoint.forward);
  dropUnused(back);
}

} // namespace costate::transform
