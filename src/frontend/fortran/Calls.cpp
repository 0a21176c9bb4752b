// References of user procedures.
#include "frontend/fortran/Expressions.h"

namespace costate::frontend::fortran {

bool ExpressionReader::isUserProcedure(const evaluate::ProcedureRef *ref) const {
  return ref && !ref->proc().GetSpecificIntrinsic();
}

namespace {

bool isIntrinsicModuleMember(const SemSymbol &symbol) {
  const SemSymbol &canonical = canonicalSymbol(symbol);
  return canonical.owner().kind() == SemScope::Kind::Module &&
         canonical.owner().parent().IsIntrinsicModules();
}

/// Past bindings to the procedure that is bound.
const SemSymbol &boundTarget(const SemSymbol &symbol) {
  const SemSymbol &ultimate = symbol.GetUltimate();
  if (auto *binding = ultimate.detailsIf<semantics::ProcBindingDetails>())
    return boundTarget(binding->symbol());
  return ultimate;
}

/// The subprogram symbol whose dummy arguments describe a call; null for implicit interfaces.
const SemSymbol *interfaceOf(const SemSymbol &symbol) {
  const SemSymbol &target = boundTarget(symbol);
  if (target.has<semantics::SubprogramDetails>())
    return &target;
  if (auto *entity = target.detailsIf<semantics::ProcEntityDetails>())
    if (entity->procInterface())
      return interfaceOf(*entity->procInterface());
  return nullptr;
}

bool overriddenBelow(const SemScope &scope, const SemSymbol &binding) {
  for (const SemScope &child : scope.children()) {
    if (child.IsDerivedType() && child.symbol() && child.symbol() != binding.owner().symbol()) {
      auto it = child.find(binding.name());
      if (it != child.end() && it->second->has<semantics::ProcBindingDetails>())
        for (const SemScope *base = child.GetDerivedTypeParent(); base;
             base = base->GetDerivedTypeParent())
          if (base == &binding.owner())
            return true;
    }
    if (overriddenBelow(child, binding))
      return true;
  }
  return false;
}

} // namespace

// Flang puts the specific procedure into the parse tree; the scope still knows the generic.
const SemSymbol *ExpressionReader::genericBehind(const parser::Name &name) {
  const SemSymbol *found = name.symbol;
  if (!found->GetUltimate().has<semantics::GenericDetails>())
    found = t.session.context().FindScope(name.source).FindSymbol(name.source);
  return found && found->GetUltimate().has<semantics::GenericDetails>() ? found : nullptr;
}

ir::Symbol *ExpressionReader::procedureSymbol(const SemSymbol &symbol, Location at) {
  const SemSymbol &target = boundTarget(symbol);
  if (isIntrinsicModuleMember(symbol))
    return t.symbol(symbol);
  if (target.owner().IsGlobal())
    return t.externalProcedure(procedure, target);
  return t.symbol(target);
}

Callee ExpressionReader::callee(const parser::ProcedureDesignator &designator,
                                const evaluate::ProcedureRef *ref, Location at) {
  if (auto *component = std::get_if<parser::ProcComponentRef>(&designator.u))
    return boundCallee(*component, ref, at);
  const parser::Name &name = std::get<parser::Name>(designator.u);
  Callee out;
  const SemSymbol *symbol = name.symbol;
  if (!symbol) {
    t.refuse(at, "'" + name.ToString() + "' could not be resolved");
    return out;
  }
  if (auto it = substitutions.find(symbol); it != substitutions.end())
    if (auto *value = llvm::dyn_cast<ir::ProcedureReference>(it->second)) {
      out.symbol = value->symbol;
      return out;
    }
  if (const SemSymbol *generic = genericBehind(name)) {
    if (isIntrinsicModuleMember(*generic)) { // its specifics are Flang's own affair
      out.symbol = t.symbol(*generic);
      return out;
    }
    const SemSymbol *specific = ref ? ref->proc().GetSymbol() : nullptr;
    if (!specific)
      specific = generic->GetUltimate().get<semantics::GenericDetails>().specific();
    if (specific && specific->name() != generic->GetUltimate().name()) {
      out.written = name.ToString();
      out.generic = t.genericSymbol(*generic);
    }
    if (specific)
      symbol = specific;
  }
  const SemSymbol &ultimate = symbol->GetUltimate();
  out.interface = interfaceOf(ultimate);
  if (ultimate.attrs().test(Attr::POINTER) && !ultimate.has<semantics::SubprogramDetails>())
    out.pointer = t.build.variable(t.symbol(ultimate), at);
  else
    out.symbol = procedureSymbol(*symbol, at);
  return out;
}

Callee ExpressionReader::boundCallee(const parser::ProcComponentRef &reference,
                                     const evaluate::ProcedureRef *ref, Location at) {
  const parser::StructureComponent &x = reference.v.thing;
  Callee out;
  // The component or binding has PASS and NOPASS; what it resolves to need not be bound elsewhere.
  const SemSymbol *symbol = x.component.symbol;
  if (!symbol) {
    t.refuse(at, "'" + x.component.ToString() + "' could not be resolved");
    return out;
  }
  const ir::Expr *object = dereferenced(raw(x.base));
  bool passes = !symbol->attrs().test(Attr::NOPASS);
  std::optional<semantics::SourceName> passName;
  if (auto *component = symbol->detailsIf<semantics::ProcEntityDetails>()) {
    out.pointer = field(object, *symbol, at);
    passName = component->passName();
  } else {
    if (auto *binding = symbol->detailsIf<semantics::ProcBindingDetails>())
      passName = binding->passName();
    if (const SemSymbol *resolved = ref ? ref->proc().GetSymbol() : nullptr)
      symbol = resolved;
    out.symbol = procedureSymbol(*symbol, at);
    out.written = "%" + x.component.ToString();
    refuseOverridden(*symbol, x.component.ToString(), at);
  }
  out.interface = interfaceOf(*symbol);
  if (!passes) {
    out.written.clear(); // no object among the arguments: name the procedure itself
    return out;
  }
  out.passed = object;
  if (passName && out.interface) {
    auto &dummies = out.interface->get<semantics::SubprogramDetails>().dummyArgs();
    for (unsigned i = 0; i < dummies.size(); ++i)
      if (dummies[i] && dummies[i]->name() == *passName)
        out.passedIndex = i;
  }
  if (out.passedIndex != 0)
    out.written.clear(); // `%name` promises the object as argument 0
  return out;
}

/// A binding stands for one procedure where Flang resolves it, or where no extension binds another to its name.
void ExpressionReader::refuseOverridden(const SemSymbol &called, const std::string &written, Location at) {
  if (called.has<semantics::ProcBindingDetails>() &&
      overriddenBelow(t.session.context().globalScope(), called))
    t.refuse(at, "which '" + written + "' is called depends on the object's dynamic type",
             "call the procedure itself");
}

Callee ExpressionReader::operatorCallee(const evaluate::ProcedureRef &ref,
                                        const std::string &generic, const SemScope &scope,
                                        Location at) {
  Callee out;
  const SemSymbol *symbol = ref.proc().GetSymbol();
  if (!symbol) {
    t.refuse(at, "the procedure behind this operator could not be found");
    return out;
  }
  refuseOverridden(*symbol, generic, at);
  out.interface = interfaceOf(*symbol);
  out.symbol = procedureSymbol(*symbol, at);
  for (const SemScope *s = &scope; s && !s->IsTopLevel(); s = &s->parent())
    for (const auto &[name, candidate] : *s)
      if (candidate->GetUltimate().has<semantics::GenericDetails>() &&
          genericName(*candidate) == generic) {
        out.generic = t.genericSymbol(*candidate);
        out.written = generic;
        return out;
      }
  out.written = generic; // bound to the operands' type
  return out;
}

void ExpressionReader::emitCall(Callee target, std::vector<ir::Argument> arguments,
                                const ir::Expr *result, Location at) {
  if (!sink) {
    t.refuse(at, "a user function cannot be called in this declaration",
             "compute its result before");
    return;
  }
  auto call = std::make_unique<ir::Call>(target.symbol, std::move(arguments), result, at);
  call->pointer = target.pointer;
  call->written = target.written;
  call->generic = target.generic;
  emit(std::move(call));
}

const ir::Expr *ExpressionReader::callValue(Callee target, std::vector<ir::Argument> arguments,
                                            const ir::Type *type, Location at) {
  if (!sink) {
    emitCall(std::move(target), {}, nullptr, at);
    return nullptr;
  }
  bool isPointer = false;
  const semantics::ProcEntityDetails *procedurePointer = nullptr;
  if (target.interface)
    if (auto *details = target.interface->detailsIf<semantics::SubprogramDetails>();
        details && details->isFunction() && details->result().attrs().test(Attr::POINTER)) {
      procedurePointer = details->result().detailsIf<semantics::ProcEntityDetails>();
      isPointer = !procedurePointer;
    }
  if (procedurePointer) {
    const SemSymbol *described = procedurePointer->procInterface();
    ir::Procedure *shape = described ? t.interface(*described) : nullptr;
    type = t.program.types.pointer(
        t.program.types.procedure(shape ? shape->resultType : nullptr, {}, false, shape), true);
  }
  if (!impliedLoops.empty()) {
    const ir::Expr *place = isPointer ? nullptr : resultPerIndex(type, at);
    emitCall(std::move(target), std::move(arguments), place, at);
    return place;
  }
  ir::Symbol *result = nullptr;
  if (isPointer) {
    result = t.makeTemporary(*procedure, "t", t.program.types.pointer(type, true));
    result->location = at;
  } else {
    result = temporary("t", type, at);
  }
  const ir::Expr *value = t.build.variable(result, at);
  emitCall(std::move(target), std::move(arguments), value, at);
  return procedurePointer ? value : dereferenced(value);
}

const ir::Expr *ExpressionReader::statementFunction(const parser::StmtFunctionStmt &definition,
                                                    const parser::Call &call, Location at) {
  auto &[name, names, body] = definition.t;
  const auto &details = name.symbol->GetUltimate().get<semantics::SubprogramDetails>();
  auto saved = substitutions;
  auto actual = std::get<1>(call.t).begin();
  std::map<const SemSymbol *, const ir::Expr *> own;
  for (const SemSymbol *dummy : details.dummyArgs()) {
    auto *expr = std::get_if<common::Indirection<parser::Expr>>(
        &std::get<parser::ActualArg>(actual->t).u);
    if (expr && dummy) {
      auto type = evaluate::DynamicType::From(*dummy);
      const ir::Expr *value = read(expr->value());
      own[dummy] = type ? convert(value, t.elementType(*type, at)) : value;
    }
    ++actual;
  }
  for (auto &[symbol, value] : own)
    substitutions[symbol] = value;
  const ir::Expr *value = read(body);
  substitutions = std::move(saved);
  // Nothing in the expression around it asks for this conversion any more: it is written out.
  auto type = evaluate::DynamicType::From(name.symbol->GetUltimate());
  const ir::Type *result = type ? t.elementType(*type, at) : value->type;
  return sameElement(result, value->type) ? value : convert(value, result, true);
}

const ir::Expr *ExpressionReader::function(const parser::FunctionReference &f,
                                           const SomeExpr *typed) {
  Location at = t.locate(f.source);
  auto &[designator, actuals] = f.v.t;
  const evaluate::ProcedureRef *ref = typed ? evaluate::UnwrapProcedureRef(*typed) : nullptr;
  if (auto *name = std::get_if<parser::Name>(&designator.u); name && name->symbol) {
    if (auto *definition = t.forms.statementFunction(*name->symbol))
      return statementFunction(*definition, f.v, at);
    if (!isUserProcedure(ref) && !isIntrinsicModuleMember(*name->symbol))
      return intrinsic(name->ToString(), actuals, typed, at);
  }
  auto dynamic = typed ? typed->GetType() : std::nullopt;
  const ir::Type *type =
      dynamic ? t.valueType(*dynamic, typed->Rank(), at) : t.program.types.voidType();
  Callee target = callee(designator, ref, at);
  std::vector<ir::Argument> arguments = this->arguments(actuals, target, at);
  return callValue(std::move(target), std::move(arguments), type, at);
}

bool ExpressionReader::callInto(const ir::Expr *place, const parser::Expr &e) {
  auto *reference = std::get_if<common::Indirection<parser::FunctionReference>>(&e.u);
  const SomeExpr *typed = typedExpr(e);
  const evaluate::ProcedureRef *ref = typed ? evaluate::UnwrapProcedureRef(*typed) : nullptr;
  if (!reference || !isUserProcedure(ref))
    return false;
  auto &[designator, actuals] = reference->value().v.t;
  if (auto *name = std::get_if<parser::Name>(&designator.u))
    if (!name->symbol || t.forms.statementFunction(*name->symbol))
      return false;
  const ir::Type *type = typeOf(e);
  if (!sameElement(type, place->type) || type->rank() != place->type->rank())
    return false;
  Location at = t.locate(e.source);
  Callee target = callee(designator, ref, at);
  if (target.interface) { // a pointer result is a pointer first
    auto *details = target.interface->detailsIf<semantics::SubprogramDetails>();
    if (details && details->isFunction() && details->result().attrs().test(Attr::POINTER))
      return false;
  }
  std::vector<ir::Argument> arguments = this->arguments(actuals, target, at);
  emitCall(std::move(target), std::move(arguments), place, at);
  return true;
}

} // namespace costate::frontend::fortran
