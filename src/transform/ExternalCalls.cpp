#include "transform/ExternalCalls.h"

#include "analysis/Differentiable.h"
#include "transform/ExternalSteps.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::External;
using analysis::ExternalUse;

namespace {

/// The interface a caller sees; null where it is implicit.
const Symbol *parameterOf(const Call &call, unsigned argument) {
  const Procedure *p = call.callee->hasImplicitInterface ? nullptr : call.callee->procedure;
  return p && argument < p->parameters.size() ? p->parameters[argument] : nullptr;
}

std::string rootName(const Expr *e) {
  std::string name;
  forEach(e, [&](const Expr *x) {
    if (auto *v = llvm::dyn_cast<Variable>(x); v && name.empty())
      name = v->symbol->name;
  });
  return name;
}

/// C programs may declare complex numbers for the libraries as records or as `void *`.
const Expr *ofUnknownType(const ExternalSite &site) {
  for (size_t i = site.first(); i < site.values.size(); ++i) {
    bool active = i - site.first() < site.spec().arguments.size() &&
                  site.spec().arguments[i - site.first()].active;
    const Type *type = site.values[i] ? site.values[i]->type->strip() : nullptr;
    if (auto *pointer = type ? llvm::dyn_cast<PointerType>(type) : nullptr)
      type = pointer->pointee->scalar()->strip();
    if (active && type && site.use.style == ExternalUse::Style::Linked &&
        !analysis::isDifferentiableScalar(type))
      return site.values[i];
  }
  return nullptr;
}

} // namespace

void ExternalCalls::tangent(const Call &call, const ExternalUse &use, Block &out) {
  ExternalSite site = examine(call, use, out);
  auto &d = site.derivatives;
  bool active = site.resultDerivative || std::any_of(d.begin(), d.end(), [](auto *e) { return e; });
  if (active && refuses(site))
    return;
  if (!active)
    callOriginal(site);
  else if (!use.spec->tangent.procedure.empty())
    callDerivative(site);
  else
    ExternalSteps(c, site).run(use.spec->tangent.steps);
  clearWritten(site);
}

/// Reports a call that carries derivatives but cannot be differentiated.
bool ExternalCalls::refuses(const ExternalSite &site) {
  auto refuse = [&](std::string why, std::string hint) {
    c.diagnostics.error(site.call.location,
                        "cannot differentiate through a call to '" + site.call.callee->name +
                            "': " + std::move(why),
                        std::move(hint));
    return true;
  };
  const External &spec = site.spec();
  bool ours = site.use.style != ExternalUse::Style::AsWritten;
  if (!spec.tangent.given())
    return refuse("its specification gives no tangent",
                  ours ? "write a specification with a tangent, and give it with --external"
                       : "add tangent = \"...\" to " + where(spec.location));
  if (c.directions.several())
    return refuse("its tangent takes one direction at a time",
                  "leave out --vector, or add its source to the command line");
  if (const Expr *argument = ofUnknownType(site))
    return refuse("'" + rootName(argument) + "' is of a type that is not a number of C",
                  "declare it with the types double complex or float complex");
  for (size_t i = 0; i < spec.arguments.size() && i + site.first() < site.values.size(); ++i)
    if (const Expr *argument = site.call.arguments[i + site.first()].value;
        spec.arguments[i].active && argument && !analysis::carriesDerivative(argument->type))
      return refuse("its argument '" + spec.arguments[i].name + "' is active, but what is passed "
                    "cannot carry a derivative",
                    ours ? "give its source, or a specification with --external"
                         : "look at " + where(spec.location));
  return false;
}

std::string ExternalCalls::where(Location at) const {
  return c.diagnostics.sources.path(at.file) + ":" + std::to_string(at.line);
}

ExternalSite ExternalCalls::examine(const Call &call, const ExternalUse &use, Block &out) {
  ExternalSite site{call, use, out};
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Expr *argument = call.arguments[i].value, *value = c.renaming(argument);
    bool described = i >= use.firstArgument && i - use.firstArgument < use.spec->arguments.size();
    bool active = described && use.spec->arguments[i - use.firstArgument].active;
    const Expr *derivative = active && argument ? derivativeOf(argument, value, out) : nullptr;
    site.values.push_back(value);
    site.derivatives.push_back(derivative);
  }
  site.result = c.renaming(call.result);
  if (use.spec->isFunction && call.result && c.varied.varies(c.variant, call.result))
    site.resultDerivative = duals.shadow(call.result);
  return site;
}

/// An argument of a head that has no derivative by contract: what it brings in is constant.
bool ExternalCalls::isConstantOfHead(const Expr *argument) const {
  const Symbol *root = rootVariable(argument);
  return c.variant.head && root && root->storage == Storage::Argument && !c.shadows.of(root);
}

const Expr *ExternalCalls::derivativeOf(const Expr *argument, const Expr *&value, Block &out) {
  if (!c.varied.varies(c.variant, argument))
    return nullptr;
  if (argument->isPlace() || argument->type->isPointer())
    return isConstantOfHead(argument) ? nullptr : duals.shadow(argument);
  Dual dual = duals.of(argument, &out);
  value = dual.value;
  return dual.derivative;
}

void ExternalCalls::callOriginal(ExternalSite &site) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < site.values.size(); ++i)
    arguments.push_back({site.values[i], site.call.arguments[i].keyword});
  auto call = std::make_unique<Call>(c.renaming.of(site.call.callee), std::move(arguments),
                                     site.result, site.call.location);
  call->written = site.call.written;
  call->generic = site.call.generic;
  site.out.push_back(std::move(call));
}

// ---- What is overwritten with constants ---------------------------------------------------------

/// What the procedure overwrites without a derivative is constant from now on. Only what it does not
/// read is surely overwritten; of the rest a part may stay as it was.
void ExternalCalls::clearWritten(ExternalSite &site) {
  const Call &call = site.call;
  for (size_t i = site.first(); i < call.arguments.size(); ++i) {
    const Expr *argument = call.arguments[i].value;
    unsigned number = i - site.first();
    bool active = number < site.spec().arguments.size() && site.spec().arguments[number].active;
    bool writable = argument && (argument->isPlace() || argument->type->isPointer());
    if (active || !writable || !site.spec().mayWrite(call, number) ||
        !c.varied.varies(c.variant, argument))
      continue;
    bool overwrites = site.spec().argumentsKnown && !site.spec().arguments[number].reads;
    if (!overwrites || !clear(argument, parameterOf(call, i), site.out))
      refuseToClear(site, i);
  }
  const Expr *shadow = call.result && !site.spec().isFunction &&
                               c.varied.varies(c.variant, call.result)
                           ? c.shadows.of(call.result)
                           : nullptr;
  if (shadow)
    site.out.push_back(std::make_unique<Assign>(shadow, duals.zero(call.result->type, call.location),
                                                call.location));
}

/// Only what surely is all the procedure writes: an element may be the first of many.
bool ExternalCalls::clear(const Expr *argument, const Symbol *parameter, Block &out) {
  const Expr *place = argument;
  if (auto *address = llvm::dyn_cast<AddressOf>(argument))
    place = address->place;
  else if (argument->type->isPointer())
    return false;
  auto *element = llvm::dyn_cast<Element>(place);
  bool scalarParameter = parameter && c.procedure.language == Language::Fortran &&
                         !parameter->type->isArray();
  if (element && !element->isSection() && !scalarParameter)
    return false;
  if (auto *array = llvm::dyn_cast<ArrayType>(place->type->strip()))
    if (array->rowMajor || (!array->dimensions.empty() &&
                            array->dimensions.back().form == Dimension::Form::Star))
      return false;
  if (!analysis::isDifferentiableScalar(place->type))
    return false;
  const Expr *shadow = c.shadows.of(place);
  if (shadow)
    out.push_back(std::make_unique<Assign>(shadow, duals.zero(place->type, argument->location),
                                           argument->location));
  return true;
}

void ExternalCalls::refuseToClear(const ExternalSite &site, unsigned argument) {
  std::string procedure = site.call.callee->name;
  std::string name = rootName(site.call.arguments[argument].value);
  unsigned number = argument - site.first();
  if (!site.spec().writesKnown)
    c.diagnostics.error(site.call.location,
                        "'" + procedure + "' may overwrite '" + name + "', which carries derivatives",
                        "say in its specification what it writes: writes = []");
  else if (!site.spec().argumentsKnown || site.spec().arguments[number].reads)
    c.diagnostics.error(site.call.location,
                        "'" + procedure + "' may change a part of '" + name +
                            "', which carries derivatives, without a derivative",
                        "leave it out of 'reads' if all of it is overwritten");
  else
    c.diagnostics.error(site.call.location,
                        "'" + procedure + "' overwrites an unknown part of '" + name +
                            "', which carries derivatives elsewhere",
                        "pass a variable of its own, or declare the argument active with a tangent");
}

// ---- Derivatives that somebody wrote -------------------------------------------------------------

const Expr *ExternalCalls::addressInC(const Expr *place) {
  if (c.procedure.language == Language::Fortran)
    return place;
  return c.program.exprs.make<AddressOf>(c.program.types.pointer(place->type), place);
}

/// Zeros in the shape of a whole Fortran array; null where the shape is not known.
const Expr *ExternalCalls::zeroArray(const Expr *place, Block &out) {
  auto *variable = llvm::dyn_cast<Variable>(place);
  auto *array = variable ? llvm::dyn_cast<ArrayType>(place->type->strip()) : nullptr;
  if (!array || array->rowMajor || !analysis::isDifferentiableScalar(array))
    return nullptr;
  bool fixed = true;
  std::vector<Dimension> deferred;
  for (const Dimension &d : array->dimensions) {
    if (d.form == Dimension::Form::Star || d.form == Dimension::Form::AssumedRank)
      return nullptr;
    fixed &= d.form == Dimension::Form::Explicit;
    deferred.push_back({Dimension::Form::Deferred, nullptr, nullptr, nullptr});
  }
  const Type *type = fixed ? c.renaming(place->type)
                           : c.program.types.array(array->element, deferred, false);
  Symbol *zero = c.procedure.makeTemporary("zero", type);
  zero->temporary = false;
  zero->allocatable = !fixed;
  if (!fixed) // takes the shape
    out.push_back(b.assign(zero, c.renaming(place), place->location));
  out.push_back(b.assign(zero, duals.zero(place->type, place->location), place->location));
  return b.variable(zero, place->location);
}

/// For a passive argument of a derivative that takes one: zero, in a variable of its own.
const Expr *ExternalCalls::zeroFor(const ExternalSite &site, unsigned i) {
  const Expr *argument = site.call.arguments[i].value;
  if (!argument)
    return nullptr;
  Location at = argument->location;
  const Expr *place = argument;
  if (auto *address = llvm::dyn_cast<AddressOf>(argument))
    place = address->place;
  bool value = !argument->isPlace() && !argument->type->isPointer();
  const Symbol *parameter = parameterOf(site.call, i);
  bool scalarParameter = parameter && !parameter->type->isArray() && !parameter->type->isPointer();
  bool whole = llvm::isa<Variable>(place) || scalarParameter;
  if (const Expr *zeros = zeroArray(place, site.out))
    return zeros;
  if (place->type->isArray() || place->type->isPointer() || !(value || whole)) {
    c.diagnostics.error(site.call.location,
                        "'" + rootName(argument) + "' has no derivative to give to '" +
                            site.spec().tangent.procedure + "'",
                        "name it among the independents of the head, or copy it into a variable "
                        "first");
    return nullptr;
  }
  if (value && (c.procedure.language == Language::C || scalarParameter || !parameter))
    return duals.zero(argument->type, at);
  Symbol *zero = c.procedure.makeTemporary("zero", place->type->strip());
  zero->temporary = false;
  site.out.push_back(b.assign(zero, duals.zero(place->type, at), at));
  const Expr *variable = b.variable(zero, at);
  return argument->type->isPointer() ? addressInC(variable) : variable;
}

void ExternalCalls::callDerivative(ExternalSite &site) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < site.values.size(); ++i) {
    arguments.push_back({site.values[i], {}});
    bool active = i < site.spec().arguments.size() && site.spec().arguments[i].active;
    if (active && site.call.arguments[i].value)
      arguments.push_back({site.derivatives[i] ? site.derivatives[i] : zeroFor(site, i), {}});
  }
  const Expr *result = site.result;
  if (site.spec().isFunction) {
    auto ignored = [&]() -> const Expr * {
      auto *type = llvm::dyn_cast<ProcedureType>(site.call.callee->type->strip());
      Symbol *t = c.procedure.makeTemporary("ignored", type->result->strip());
      t->temporary = false;
      return b.variable(t, site.call.location);
    };
    arguments.push_back({addressInC(result ? result : ignored()), {}});
    result = site.resultDerivative ? site.resultDerivative : ignored();
  }
  Symbol *derivative = ExternalSymbols(c).derivative(site, site.spec().tangent);
  site.out.push_back(
      std::make_unique<Call>(derivative, std::move(arguments), result, site.call.location));
}

} // namespace costate::transform
