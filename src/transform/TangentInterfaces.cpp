#include "transform/TangentInterfaces.h"

#include "analysis/Differentiable.h"
#include "transform/DerivativeParts.h"
#include "transform/ZeroValues.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::Variant;

namespace {

/// `f_d(x, xd, f) result(fd)`, not after one of the functions that f may be.
void nameResult(Procedure &interface, const Symbol &dummy, const Procedure &target, const char *suffix) {
  std::string value = dummy.name, derivative = dummy.name + suffix;
  for (auto &s : interface.scope.symbols)
    if (s->name == value || s->name == derivative)
      return;
  if (!interface.result || interface.parameters.empty())
    return;
  Symbol *last = interface.parameters.back();
  if (target.result && last->name == target.result->name)
    last->name = value;
  interface.result->name = derivative;
}

} // namespace

bool TangentInterfaces::needsShadow(const Variant &v, const Symbol *s) const {
  if (s->isDummyProcedure())
    return dummies.standsForSeveral(v, s) != nullptr;
  return transform::needsShadow(varied, v, s);
}

void TangentInterfaces::declare(const Variant &v) {
  Procedure &original = *v.procedure;
  auto tangent = std::make_unique<TangentProcedure>(program, original.language, generated);
  tangent->procedure = cloneProcedure(program, original, tangent->renaming);
  Procedure &p = *tangent->procedure;
  p.body.clear();
  p.comments = describe(v);
  generated.nameProcedure(original, p);
  if (v.head)
    p.internalLinkage = p.symbol->internalLinkage = false; // the user calls it
  tangent->directions.sets = options.sparsity;
  if (options.vector)
    addDirections(*tangent);
  for (auto &s : original.scope.symbols)
    if (s->isDummyProcedure() && needsShadow(v, s.get()))
      tangent->shadows.add(s.get(), procedureSymbol(p, *s));
    else if (needsShadow(v, s.get()) && s->storage != Storage::Common)
      tangent->shadows.add(s.get(), shadowSymbol(*tangent, *tangent->renaming.of(s.get())));
  shareStorage(original, *tangent);
  interleaveParameters(v, *tangent);
  shadowCopies(v, *tangent);
  if (original.result && tangent->shadows.of(original.result)) {
    if (options.vector)
      resultAsArguments(original, *tangent);
    else
      returnDerivative(original, *tangent);
  }
  passNumber(*tangent);
  made[&v] = std::move(tangent);
}

/// `nd` to count the directions, and their number.
void TangentInterfaces::addDirections(TangentProcedure &tangent) {
  Procedure &p = *tangent.procedure;
  p.elemental = false; // shadows of scalars are arrays
  const Type *integer = b.integer(p.language);
  auto add = [&](const char *name) {
    Symbol *s = p.makeTemporary(name, integer);
    s->temporary = false;
    return s;
  };
  tangent.directions.index = add("nd");
  if (*options.vector) {
    tangent.directions.count = b.constant(integer, *options.vector);
    return;
  }
  Symbol *number = add("nbdirs");
  number->storage = Storage::Argument;
  number->byValue = p.language == Language::C;
  number->intent = Intent::In;
  tangent.directions.count = b.variable(number);
}

/// A number of directions that is an argument: last, as users of `_dv` know it, but in C before the
/// arrays that have it in their types.
void TangentInterfaces::passNumber(TangentProcedure &tangent) {
  auto *count = tangent.directions.several() ? llvm::dyn_cast<Variable>(tangent.directions.count)
                                             : nullptr;
  if (!count)
    return;
  auto &parameters = tangent.procedure->parameters;
  bool first = tangent.procedure->language == Language::C;
  parameters.insert(first ? parameters.begin() : parameters.end(), count->symbol);
}

Symbol *TangentInterfaces::shadowSymbol(TangentProcedure &tangent, const Symbol &of) {
  Procedure &p = *tangent.procedure;
  Symbol *shadow = p.makeTemporary(of.name + options.variableSuffix(), of.type);
  std::string name = shadow->name;
  *shadow = of;
  shadow->name = name;
  shadow->owner = &p;
  // Static storage starts as zero, but for pointers.
  shadow->initial = of.storage == Storage::Saved ? generated.startingPointers(of) : nullptr;
  if (of.storage == Storage::Saved && !tangent.directions.haveTypes() && isBornNonzero(of.type))
    shadow->initial = zeroOf(program, of.type, of.location);
  // A constant of a C function gets its value where it is declared; its derivative is zero for ever.
  if (of.storage == Storage::Local && of.initial && p.language == Language::C) {
    shadow->storage = Storage::Saved;
    shadow->initial = generated.startingPointers(of);
  }
  // A tangent call gives the value through an argument too, so it must not be folded into an
  // expression that reads that value.
  shadow->temporary = false;
  if (options.vector == 0u && shadow->storage == Storage::Saved && !of.allocatable)
    diagnostics.error(of.location,
                      "the shadow of '" + of.name +
                          "' needs the number of directions when it is compiled",
                      "give it: --vector N");
  if (tangent.directions.haveTypes() && of.polymorphic && (of.allocatable || of.type->isPointer()))
    diagnostics.error(of.location,
                      std::string(options.vector ? "a vector tangent" : "a pattern") +
                          " cannot have a shadow of the polymorphic '" + of.name + "'",
                      "use TYPE in place of CLASS, or one direction at a time");
  tangent.types.shape(*shadow);
  return shadow;
}

/// EQUIVALENCE of local shadows, as of their originals.
void TangentInterfaces::shareStorage(const Procedure &original, TangentProcedure &tangent) {
  for (const auto &set : original.scope.equivalences) {
    std::vector<const Expr *> shared;
    for (const Expr *place : set)
      if (const Expr *shadow = tangent.shadows.first(place))
        shared.push_back(shadow);
    if (shared.empty())
      continue;
    if (options.vector == 0u)
      diagnostics.error(original.location,
                        "the shadows of variables in EQUIVALENCE need the number of directions "
                        "when they are compiled",
                        "give it: --vector N");
    if (generated.mayShare(set, true))
      tangent.procedure->scope.equivalences.push_back(std::move(shared));
  }
}

/// The tangent that goes with a dummy procedure.
Symbol *TangentInterfaces::procedureSymbol(Procedure &p, const Symbol &of) {
  Symbol *shadow = p.makeTemporary(of.name + options.procedureSuffix(), of.type);
  std::string name = shadow->name;
  *shadow = of;
  shadow->name = name;
  shadow->owner = &p;
  shadow->procedure = nullptr;
  return shadow;
}

void TangentInterfaces::showDummies(const Variant &v) {
  for (const Symbol *s : v.procedure->parameters) {
    const Variant *target = s->isDummyProcedure() ? dummies.standsForSeveral(v, s) : nullptr;
    Symbol *shadow = target ? made.at(&v)->shadows.of(s) : nullptr;
    if (!shadow)
      continue;
    shadow->type = generated.externalType(*made.at(target)->procedure, shadow->name,
                                          !s->hasImplicitInterface);
    Procedure *interface = llvm::cast<ProcedureType>(shadow->type)->interface;
    shadow->hasImplicitInterface = !interface;
    if (interface && !options.vector)
      nameResult(*interface, *s, *target->procedure, options.variableSuffix());
  }
}

/// A parameter by value is the head's own variable. One that the head does not name but overwrites
/// with what varies has a shadow inside, which starts as zero, and none in the interface.
void TangentInterfaces::shadowCopies(const Variant &v, TangentProcedure &tangent) {
  if (!v.head)
    return;
  for (Symbol *s : v.procedure->parameters) {
    if (!s->byValue || !analysis::isDifferentiableScalar(s->type) || tangent.shadows.of(s) ||
        !varied.varies(v, s))
      continue;
    if (options.vector) {
      diagnostics.error(s->location,
                        "a vector tangent cannot have a derivative of '" + s->name +
                            "', which the head overwrites and does not name",
                        "name it in the head, or copy it to another variable first");
      continue;
    }
    Symbol *shadow = shadowSymbol(tangent, *tangent.renaming.of(s));
    shadow->storage = Storage::Local;
    shadow->byValue = false;
    tangent.shadows.add(s, shadow);
    tangent.startAsZero.push_back(shadow);
  }
}

void TangentInterfaces::interleaveParameters(const Variant &v, TangentProcedure &tangent) {
  const Procedure &original = *v.procedure;
  Procedure &p = *tangent.procedure;
  p.parameters.clear();
  for (Symbol *s : original.parameters) {
    if (!dummies.isDropped(v, s))
      p.parameters.push_back(tangent.renaming.of(s));
    Symbol *shadow = tangent.shadows.of(s);
    if (shadow)
      p.parameters.push_back(shadow);
    bool scalar = hasDirections(s->type) && !s->type->isArray();
    if (shadow && options.vector && s->byValue && scalar && changesParameter(original, s))
      copyParameter(s, shadow, tangent);
  }
}

/// The caller keeps its derivatives: the procedure works on a copy.
void TangentInterfaces::copyParameter(const Symbol *original, Symbol *parameter, TangentProcedure &tangent) {
  Symbol *copy = tangent.procedure->makeTemporary(parameter->name,
                                                  tangent.types.of(original->type->strip()));
  copy->temporary = false;
  tangent.shadows.add(original, copy);
  tangent.copies.push_back({copy, parameter});
}

/// The vector tangent of a function is a procedure; value and derivative of the result are its
/// last arguments.
void TangentInterfaces::resultAsArguments(const Procedure &original, TangentProcedure &tangent) {
  Procedure &p = *tangent.procedure;
  Symbol *value = tangent.renaming.of(original.result);
  Symbol *derivative = tangent.shadows.of(original.result);
  p.kind = ProcedureKind::Subroutine;
  p.result = nullptr;
  p.resultType = program.types.voidType();
  if (p.language == Language::Fortran) {
    for (Symbol *s : {value, derivative}) {
      s->storage = Storage::Argument;
      s->intent = Intent::Out;
      p.parameters.push_back(s);
    }
    return;
  }
  value->storage = derivative->storage = Storage::Local;
  p.parameters.push_back(resultPointer(p, original.name, value->type));
  if (!hasDirections(original.result->type)) {
    p.parameters.push_back(resultPointer(p, original.name + "d", derivative->type));
    return;
  }
  derivative->name = p.makeTemporary(original.name + "d", derivative->type)->name;
  derivative->storage = Storage::Argument;
  derivative->byValue = true;
  derivative->type = original.result->type;
  tangent.types.shape(*derivative);
  p.parameters.push_back(derivative);
}

Symbol *TangentInterfaces::resultPointer(Procedure &p, const std::string &name, const Type *type) {
  Symbol *out = p.makeTemporary(name, program.types.pointer(type));
  out->temporary = false;
  out->storage = Storage::Argument;
  out->byValue = true;
  return out;
}

/// The tangent of a function returns the derivative; the value leaves through one more argument
/// that has the function's name.
void TangentInterfaces::returnDerivative(const Procedure &original, TangentProcedure &tangent) {
  Procedure &p = *tangent.procedure;
  Symbol *value = tangent.renaming.of(original.result);
  Symbol *derivative = tangent.shadows.of(original.result);
  derivative->storage = Storage::Result;
  p.result = derivative;
  p.resultType = derivative->type;
  value->storage = p.language == Language::C ? Storage::Local : Storage::Argument;
  if (p.language == Language::Fortran) {
    value->intent = Intent::Out;
    p.parameters.push_back(value);
    return;
  }
  p.parameters.push_back(resultPointer(p, original.name, value->type));
}

std::vector<std::string> TangentInterfaces::describe(const Variant &v) const {
  auto list = [](const std::vector<analysis::HeadVariable> &variables) {
    std::string out;
    for (auto &x : variables)
      out += (out.empty() ? "" : ", ") + x.text;
    return out;
  };
  const Procedure &p = *v.procedure;
  if (v.head && options.sparsity)
    return {"Index sets of " + p.name + ": on which elements of " + list(v.head->independents) +
                " those of " + list(v.head->dependents) + " depend",
            "in this run. Expects handles of sets with the independents; leaves the original results and",
            "handles of the sets of what it writes. Link with -lcostate_sparse."};
  if (v.head) {
    std::vector<std::string> out = {
        "Tangent of " + p.name + ": derivatives of " + list(v.head->dependents) +
        " with respect to " + list(v.head->independents) + ".",
        std::string("Expects the direction") + (options.vector ? "s" : "") +
        " in the derivatives of the independents; leaves the " + (options.pure ? "derivatives" : "original"),
        options.pure ? "of what it writes, and does not compute the original results."
        : "results and the derivatives of what it writes."};
    if (takesExtensions(p))
      out.insert(out.begin() + 1, "CLASS arguments are of the types in the files that were differentiated.");
    return out;
  }
  std::string names;
  for (const Symbol *s : p.parameters)
    if (varied.varies(v, s))
      names += (names.empty() ? "" : ", ") + s->name;
  std::string what = options.sparsity ? ": index sets go through " : ": derivatives go through ";
  return {(options.sparsity ? "Index sets of " : "Tangent of ") + p.name +
          (names.empty() ? "." : what + names + ".")};
}

} // namespace costate::transform
