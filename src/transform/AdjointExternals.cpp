// Calls of procedures without source whose adjoint is known: somebody wrote it (--external), or its
// specification says it as calls, as those of BLAS and LAPACK do.
//
// The forward sweep runs the original and keeps what it overwrites. The backward sweep puts that back, so
// that the adjoint finds the arguments as they were, and calls the adjoint: each active argument is
// followed by its adjoint, the seed of a function's result comes last.
#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "transform/ExternalSteps.h"

namespace costate::transform {

using namespace ir;
using analysis::External;
using analysis::ExternalUse;

namespace {

bool isActive(const ExternalUse &use, size_t argument) {
  size_t number = argument - use.firstArgument;
  return argument >= use.firstArgument && number < use.spec->arguments.size() &&
         use.spec->arguments[number].active;
}

} // namespace

void AdjointBody::callExternal(const Call &s, const ExternalUse &use, Sweeps &out) {
  const External &spec = *use.spec;
  bool active = spec.isFunction && s.result && c.varied.varies(c.variant, s.result);
  for (size_t i = 0; i < s.arguments.size(); ++i)
    active |= isActive(use, i) && s.arguments[i].value &&
              c.varied.varies(c.variant, s.arguments[i].value);
  if (active && refusesExternal(s, use))
    return;
  recordArguments(s, out, &use);
  out.forward.push_back(copy(s));
  if (active && spec.adjoint.steps.empty())
    callAdjoint(s, use, out.backward);
  else if (active)
    callSteps(s, use, out.backward);
  clearConstants(s, use, out.backward);
}

namespace {

/// Our own adjoints are written in Fortran, for real numbers.
bool hasAdjoint(const ExternalUse &use) {
  bool isReal = use.precision == 's' || use.precision == 'd';
  bool usable = use.style == ExternalUse::Style::AsWritten ||
                (use.style == ExternalUse::Style::Fortran && isReal);
  return use.spec->adjoint.given() && usable;
}

} // namespace

bool AdjointBody::refusesExternal(const Call &s, const ExternalUse &use) {
  bool ours = use.style != ExternalUse::Style::AsWritten;
  if (hasAdjoint(use))
    return false;
  c.diagnostics.error(s.location,
                      "cannot differentiate through a call to '" + s.callee->name + "': " +
                          (ours ? "its adjoint is not known" : "its specification gives no adjoint"),
                      ours ? "add its source to the command line (reference BLAS or LAPACK), or give a "
                             "specification with --external"
                           : "add adjoint = \"NAME\" to its specification");
  return true;
}

/// The adjoint as the calls that the specification lists. What is passive has none, and what only names
/// that is left out.
void AdjointBody::callSteps(const Call &s, const ExternalUse &use, Block &out) {
  ExternalSite site{s, use, out};
  Block after;
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const Expr *argument = s.arguments[i].value;
    const Symbol *root = argument ? rootVariable(argument) : nullptr;
    bool isConstant = c.variant.head && root && root->storage == Storage::Argument && !c.shadows.of(root);
    bool varies = argument && isActive(use, i) && c.varied.varies(c.variant, argument) && !isConstant;
    Symbol parameter;
    parameter.name = isActive(use, i) ? use.spec->arguments[i - use.firstArgument].name : "";
    parameter.type = argument ? argument->type : nullptr;
    site.values.push_back(c.renaming(argument));
    site.derivatives.push_back(varies ? backwardShadow(argument, parameter, out, after) : nullptr);
  }
  if (const Expr *adjoint = use.spec->isFunction ? shadowPlace(s.result) : nullptr) {
    Symbol *seed = variable("resultb", adjoint->type->strip());
    out.push_back(b.assign(seed, adjoint, s.location));
    terms.clear(adjoint, out);
    site.resultDerivative = b.variable(seed, s.location);
  }
  ExternalSteps(c, site).runAdjoint(use.spec->adjoint.steps);
  append(out, std::move(after));
}

void AdjointBody::callAdjoint(const Call &s, const ExternalUse &use, Block &out) {
  std::vector<Argument> arguments;
  std::vector<bool> written;
  Block after;
  auto add = [&](const Expr *value, bool isWritten) {
    arguments.push_back({value, {}});
    written.push_back(isWritten);
  };
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const Expr *argument = s.arguments[i].value;
    add(c.renaming(argument), argument && use.spec->mayWrite(s, i));
    if (isActive(use, i) && argument)
      add(externalAdjoint(argument, use.spec->arguments[i].name, out, after), true);
  }
  if (use.spec->isFunction) {
    auto *type = llvm::cast<ProcedureType>(s.callee->type->strip());
    Symbol *seed = variable("resultb", type->result->strip());
    const Expr *value = b.variable(seed, s.location);
    const Expr *adjoint = shadowPlace(s.result);
    out.push_back(b.assign(seed, adjoint ? adjoint : terms.zero(seed->type, s.location), s.location));
    if (adjoint)
      terms.clear(adjoint, out);
    add(value, true);
  }
  ExternalSite site{s, use, out};
  Symbol *adjoint = ExternalSymbols(c).adjoint(site, arguments, written);
  out.push_back(std::make_unique<Call>(adjoint, std::move(arguments), nullptr, s.location));
  for (StmtPtr &statement : after)
    out.push_back(std::move(statement));
}

/// The adjoint of an active argument; one of its own, zero, where it has none.
const Expr *AdjointBody::externalAdjoint(const Expr *argument, const std::string &name, Block &before,
                                         Block &after) {
  auto *address = llvm::dyn_cast<AddressOf>(argument);
  const Expr *place = address ? address->place : argument;
  Symbol parameter;
  parameter.name = name;
  parameter.type = argument->type;
  const Symbol *root = rootVariable(place);
  bool isConstant = c.variant.head && root && root->storage == Storage::Argument && !c.shadows.of(root);
  if (isConstant && argument->isPlace() && c.procedure.language == Language::Fortran)
    return zeroLike(argument, parameter, before); // an argument of the head without a derivative
  if ((c.varied.varies(c.variant, argument) && !isConstant) || !argument->type->isPointer())
    return backwardShadow(argument, parameter, before, after);
  auto *array = llvm::dyn_cast<ArrayType>(place->type->strip());
  bool isKnown = address && llvm::isa<Variable>(place) &&
                 (!array || array->dimensions.front().form == Dimension::Form::Explicit);
  if (!isKnown) {
    c.diagnostics.error(argument->location,
                        "'" + name + "' has no adjoint to give to the procedure that takes one",
                        "name it among the independents of the head, or copy it into a variable first");
    return argument;
  }
  Symbol *own = variable((name + "b").c_str(), withoutConst(place->type, c.program));
  const Expr *zero = b.variable(own, argument->location);
  terms.clear(zero, before);
  return c.program.exprs.make<AddressOf>(withoutConst(argument->type, c.program), zero,
                                         address->decayed, argument->location);
}

/// What is overwritten without being active is a constant afterwards: what its adjoint had gathered
/// belongs to nobody.
void AdjointBody::clearConstants(const Call &s, const ExternalUse &use, Block &out) {
  const External &spec = *use.spec;
  for (size_t i = use.firstArgument; i < s.arguments.size(); ++i) {
    const Expr *argument = s.arguments[i].value;
    size_t number = i - use.firstArgument;
    bool writable = argument && (argument->isPlace() || argument->type->isPointer());
    if (isActive(use, i) || !writable || !spec.mayWrite(s, number) ||
        !c.varied.varies(c.variant, argument))
      continue;
    auto *address = llvm::dyn_cast<AddressOf>(argument);
    const Expr *place = address ? address->place : argument;
    auto *array = llvm::dyn_cast<ArrayType>(place->type->strip());
    bool isWhole = llvm::isa<Variable>(place) && !place->type->isPointer() &&
                   (!array || array->dimensions.back().form != Dimension::Form::Star);
    bool overwrites = spec.argumentsKnown && !spec.arguments[number].reads;
    if (const Expr *shadow = overwrites && isWhole ? shadowPlace(place) : nullptr)
      terms.clear(shadow, out);
    else
      c.diagnostics.error(s.location,
                          "'" + s.callee->name + "' may overwrite a part of what carries derivatives, "
                          "without a derivative",
                          "pass a variable of its own, or declare the argument active with an adjoint");
  }
  if (const Expr *shadow = s.result && !spec.isFunction ? shadowPlace(s.result) : nullptr)
    terms.clear(shadow, out);
}

} // namespace costate::transform
