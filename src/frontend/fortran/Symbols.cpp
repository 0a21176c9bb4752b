#include "frontend/fortran/Constants.h"
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/Translation.h"

namespace costate::frontend::fortran {

bool isForeignModule(const SemScope &scope) {
  return scope.kind() == SemScope::Kind::Module &&
         (scope.IsModuleFile() || scope.parent().IsIntrinsicModules());
}

namespace {

/// `__fortran_builtins`, `iso_fortran_env_impl`: how Flang is made, nothing a program may name.
bool isFlangOwn(const SemScope &scope) {
  if (scope.kind() != SemScope::Kind::Module || !scope.symbol())
    return false;
  std::string name = scope.symbol()->name().ToString();
  return name.rfind("__", 0) == 0 || name == "iso_fortran_env_impl";
}

/// The symbol by which one of the intrinsic modules offers what Flang's own module defines.
const SemSymbol *offeredAs(const SemSymbol &own) {
  for (const SemScope &module : own.owner().context().intrinsicModulesScope().children()) {
    if (module.kind() != SemScope::Kind::Module || isFlangOwn(module))
      continue;
    for (const auto &[name, symbol] : module)
      if (symbol->has<semantics::UseDetails>() && &symbol->GetUltimate() == &own)
        return &*symbol;
  }
  return nullptr;
}

bool isProcedureSymbol(const SemSymbol &symbol) {
  return symbol.has<semantics::SubprogramDetails>() ||
         symbol.has<semantics::ProcEntityDetails>() ||
         symbol.has<semantics::SubprogramNameDetails>();
}

/// Scopes that are no scopes of the IR: their variables belong to the procedure around them.
bool isConstruct(const SemScope &scope) {
  switch (scope.kind()) {
  case SemScope::Kind::BlockConstruct:
  case SemScope::Kind::Forall:
  case SemScope::Kind::OtherConstruct:
  case SemScope::Kind::ImpliedDos:
    return true;
  default:
    return false;
  }
}

} // namespace

const SemSymbol &canonicalSymbol(const SemSymbol &symbol) {
  const SemSymbol *s = &symbol;
  for (;;) {
    const SemSymbol *next = nullptr;
    if (auto *use = s->detailsIf<semantics::UseDetails>())
      next = &use->symbol();
    else if (auto *host = s->detailsIf<semantics::HostAssocDetails>())
      next = &host->symbol();
    if (!next) {
      const SemSymbol *offered = isFlangOwn(s->owner()) ? offeredAs(*s) : nullptr;
      return offered ? *offered : *s;
    }
    if (isFlangOwn(next->owner()) && !isFlangOwn(s->owner())) {
      if (s->owner().kind() == SemScope::Kind::Module && isForeignModule(s->owner()))
        return *s;
      // Flang shortens chains of USE: find the module a program may name.
      if (const SemSymbol *offered = offeredAs(next->GetUltimate()))
        return *offered;
    }
    s = next;
  }
}

bool isPrivate(const SemSymbol &symbol) {
  // Of a type or procedure and a generic with one name, the generic has what is said of the name.
  if (auto named = symbol.owner().find(symbol.name());
      named != symbol.owner().end() && &*named->second != &symbol && named->second->has<semantics::GenericDetails>())
    return isPrivate(*named->second);
  if (symbol.attrs().test(Attr::PRIVATE) || symbol.attrs().test(Attr::PUBLIC))
    return symbol.attrs().test(Attr::PRIVATE);
  const SemScope &scope = symbol.owner();
  return scope.kind() == SemScope::Kind::Module && scope.symbol() &&
         scope.symbol()->get<semantics::ModuleDetails>().isDefaultPrivate();
}

std::string genericName(const SemSymbol &symbol) {
  std::string name = symbol.name().ToString();
  return name[0] == '.' ? "operator(" + name + ")" : name;
}

Owner Translation::ownerOf(const SemScope &scope) {
  for (const SemScope *s = &scope;; s = &s->parent()) {
    if (auto it = procedureScopes.find(s); it != procedureScopes.end())
      return {nullptr, it->second};
    if (auto it = unitScopes.find(s); it != unitScopes.end())
      return {it->second, nullptr};
    if (isForeignModule(*s))
      return {externalUnit(*s), nullptr};
    if (s->kind() == SemScope::Kind::Subprogram && s->symbol() &&
        s->symbol()->has<semantics::SubprogramDetails>())
      if (ir::Procedure *p = interface(*s->symbol()))
        return {nullptr, p};
    if (s->IsTopLevel())
      internalError("a symbol outside all program units");
  }
}

// ---- Names of temporaries -----------------------------------------------------------------------

std::set<std::string> &Translation::namesIn(ir::Procedure &p) {
  auto [it, isNew] = takenNames.try_emplace(&p);
  std::set<std::string> &names = it->second;
  if (!isNew)
    return names;
  auto addScope = [&](const ir::Scope &scope) {
    for (const auto &s : scope.symbols)
      names.insert(s->name);
  };
  for (const ir::Procedure *q = &p; q; q = q->host) {
    names.insert(q->name);
    addScope(q->scope);
  }
  return names;
}

/// Names of the unit, and those that come by USE, which are in Flang's scopes only. They are looked
/// up, not copied: a unit has as many names as procedures.
bool Translation::isTakenAround(const ir::Procedure &p, const std::string &name) {
  if (p.unit) {
    UnitNames &unit = unitNames[p.unit];
    for (const auto &all = p.unit->scope.symbols; unit.indexed < all.size(); ++unit.indexed)
      unit.names.insert(all[unit.indexed]->name);
    if (unit.names.count(name))
      return true;
  }
  for (const SemScope *scope : scopesOf[&p])
    for (const SemScope *s = scope; !s->IsTopLevel(); s = &s->parent())
      if (s->find(parser::CharBlock(name)) != s->end())
        return true;
  return false;
}

ir::Symbol *Translation::makeVariable(ir::Procedure &p, const std::string &base,
                                      const ir::Type *type) {
  std::set<std::string> &names = namesIn(p);
  std::string unique = base;
  for (unsigned n = 1; isTakenAround(p, unique) || !names.insert(unique).second; ++n)
    unique = base + std::to_string(n);
  ir::Symbol *s = ir::addSymbol(p.scope, unique, ir::SymbolKind::Variable, type, p.location);
  s->owner = &p;
  return s;
}

ir::Symbol *Translation::makeTemporary(ir::Procedure &p, const std::string &base,
                                       const ir::Type *type) {
  ir::Symbol *s = makeVariable(p, base, type);
  s->temporary = true;
  return s;
}

void Translation::dropTemporary(ir::Procedure &p, ir::Symbol *s) {
  if (p.scope.symbols.empty() || p.scope.symbols.back().get() != s)
    return;
  takenNames[&p].erase(s->name);
  p.scope.symbols.pop_back();
}

// ---- Symbols ------------------------------------------------------------------------------------

ir::Symbol *Translation::symbol(const SemSymbol &given) {
  const SemSymbol *canonical = &canonicalSymbol(given);
  if (auto same = sameAs.find(canonical); same != sameAs.end())
    canonical = same->second;
  const SemSymbol &symbol = *canonical;
  auto it = symbols.find(&symbol);
  ir::Symbol *out = it == symbols.end() ? nullptr : it->second;
  Owner owner = out ? Owner{out->unit, out->owner} : ownerOf(symbol.owner());
  if (!out)
    out = makeSymbol(symbol, owner);
  if (incomplete.erase(&symbol))
    complete(out, symbol, owner);
  return out;
}

// The index of an implied DO, FORALL or DO CONCURRENT is a variable of the construct alone. The
// procedure's variable of that name serves where that changes nothing: where no statement of the procedure uses it.
// (A loop that is made of an implied DO, in a derivative say, changes its variable.)
ir::Symbol *Translation::sharedIndex(const SemSymbol &symbol, Owner owner) {
  const SemScope &scope = symbol.owner();
  if (!isConstruct(scope) || scope.kind() == SemScope::Kind::BlockConstruct ||
      !symbol.has<semantics::ObjectEntityDetails>())
    return nullptr;
  const SemSymbol *outer = scope.parent().FindSymbol(symbol.name());
  if (!outer || outer == &symbol || !outer->has<semantics::ObjectEntityDetails>() ||
      isConstruct(outer->owner()) || !outer->GetType() || !symbol.GetType() ||
      *outer->GetType() != *symbol.GetType() || outer->Rank() != 0)
    return nullptr;
  if (forms.isUsed(*outer))
    return nullptr;
  ir::Symbol *shared = this->symbol(*outer);
  bool plain = shared->owner == owner.procedure && shared->storage == ir::Storage::Local &&
               shared->kind == ir::SymbolKind::Variable;
  return plain ? shared : nullptr;
}

ir::Symbol *Translation::makeSymbol(const SemSymbol &symbol, Owner owner) {
  if (ir::Symbol *shared = sharedIndex(symbol, owner))
    return symbols[&symbol] = shared;
  ir::Symbol *out = nullptr;
  Location at = locate(symbol.name());
  std::string name = symbol.name().ToString();
  if (owner.procedure && isConstruct(symbol.owner())) {
    out = makeVariable(*owner.procedure, name, nullptr);
    out->location = at;
  } else {
    out = ir::addSymbol(owner.scope(), name, ir::SymbolKind::Variable, nullptr, at);
    out->unit = owner.unit;
    out->owner = owner.procedure;
    // The index of a constructor in a module: the module has a variable of its name, or needs one.
    out->constructScope = isConstruct(symbol.owner());
    if (owner.procedure)
      if (auto names = takenNames.find(owner.procedure); names != takenNames.end())
        names->second.insert(name);
  }
  symbols[&symbol] = out;
  incomplete.insert(&symbol);
  return out;
}

void Translation::complete(ir::Symbol *out, const SemSymbol &symbol, Owner owner) {
  const SemSymbol &ultimate = symbol.GetUltimate();
  setAttributes(out, ultimate);
  if (isProcedureSymbol(ultimate)) {
    completeProcedure(out, ultimate, owner);
  } else if (ultimate.has<semantics::GenericDetails>()) { // of an intrinsic module
    out->kind = ir::SymbolKind::Procedure;
    out->storage = ir::Storage::Global;
    out->type = program.types.procedure(nullptr);
  } else {
    completeObject(out, ultimate, owner);
  }
}

ir::Storage Translation::storageOf(const SemSymbol &symbol, Owner owner) const {
  if (semantics::IsDummy(symbol))
    return ir::Storage::Argument;
  if (semantics::IsFunctionResult(symbol))
    return ir::Storage::Result;
  if (auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>(); object && object->commonBlock())
    return ir::Storage::Common;
  if (owner.unit)
    return ir::Storage::Global;
  bool saved = symbol.attrs().test(Attr::SAVE) || symbol.owner().hasSAVE();
  if (owner.procedure->kind != ir::ProcedureKind::MainProgram)
    saved = saved || (semantics::IsSaved(symbol) && !symbol.attrs().test(Attr::PARAMETER));
  return saved && !symbol.attrs().test(Attr::PARAMETER) ? ir::Storage::Saved : ir::Storage::Local;
}

void Translation::setAttributes(ir::Symbol *out, const SemSymbol &symbol) {
  const semantics::Attrs &attrs = symbol.attrs();
  out->byValue = attrs.test(Attr::VALUE);
  out->intent = attrs.test(Attr::INTENT_IN)      ? ir::Intent::In
                : attrs.test(Attr::INTENT_OUT)   ? ir::Intent::Out
                : attrs.test(Attr::INTENT_INOUT) ? ir::Intent::InOut
                                                 : ir::Intent::Unknown;
  out->optional = attrs.test(Attr::OPTIONAL);
  out->allocatable = attrs.test(Attr::ALLOCATABLE);
  out->target = attrs.test(Attr::TARGET);
  out->contiguous = attrs.test(Attr::CONTIGUOUS);
  out->isVolatile = attrs.test(Attr::VOLATILE);
  out->asynchronous = attrs.test(Attr::ASYNCHRONOUS);
  out->isProtected = attrs.test(Attr::PROTECTED);
  out->isPrivate = isPrivate(symbol);
  if (attrs.test(Attr::BIND_C) && symbol.GetBindName())
    out->bindingName = *symbol.GetBindName();
}

void Translation::completeObject(ir::Symbol *out, const SemSymbol &symbol, Owner owner) {
  if (symbol.test(SemSymbol::Flag::CrayPointee) || symbol.test(SemSymbol::Flag::CrayPointer))
    refuse(out->location, "Cray pointers are not supported");
  if (symbol.Corank() > 0)
    refuse(out->location, "coarrays are not supported");
  bool isVariable = owner.procedure && owner.procedure->hasBody && !semantics::IsDummy(symbol) &&
                    !semantics::IsFunctionResult(symbol) && !symbol.attrs().test(Attr::PARAMETER);
  ir::Block calls;
  ir::Block *outer = specificationCalls;
  specificationCalls = isVariable ? &calls : nullptr;
  out->type = declaredType(symbol, owner);
  specificationCalls = outer;
  if (!calls.empty())
    allocateOnEntry(out, std::move(calls));
  out->kind = symbol.attrs().test(Attr::PARAMETER) ? ir::SymbolKind::NamedConstant
                                                   : ir::SymbolKind::Variable;
  out->storage = isConstruct(symbol.owner()) && symbol.owner().kind() != SemScope::Kind::BlockConstruct
                     ? ir::Storage::Local
                     : storageOf(symbol, owner);
  out->polymorphic = symbol.GetType() && symbol.GetType()->IsPolymorphic();
  if (auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>()) {
    if (!semantics::IsDummy(symbol))
      out->initial = declaredInitial(*this, symbol, *object, out->type, owner);
    if (object->commonBlock())
      setOverlay(out, symbol);
  }
}

// real :: b(twice(n)): the call comes first, then the array is allocated.
void Translation::allocateOnEntry(ir::Symbol *s, ir::Block calls) {
  ir::Block &prologue = prologues[s->owner];
  for (ir::StmtPtr &call : calls)
    prologue.push_back(std::move(call));
  auto *array = llvm::dyn_cast<ir::ArrayType>(s->type->strip());
  if (!array) {
    refuse(s->location, "a length that a function computes is not supported",
           "declare it with len=: and allocate it");
    return;
  }
  std::vector<ir::Dimension> shape = array->dimensions;
  s->type = arrayOf(array->element, shape.size());
  s->allocatable = true;
  std::vector<ir::Allocation> objects{{build.variable(s, s->location), shape, nullptr}};
  prologue.push_back(std::make_unique<ir::Allocate>(ir::Allocate::How::Fortran,
                                                    std::move(objects), s->location));
}

void Translation::setOverlay(ir::Symbol *out, const SemSymbol &symbol) {
  const SemSymbol &block = *symbol.get<semantics::ObjectEntityDetails>().commonBlock();
  ir::Overlay overlay;
  overlay.block = program.common(block.name().ToString());
  overlay.offset = symbol.offset();
  out->overlay = overlay;
}

void Translation::completeProcedure(ir::Symbol *out, const SemSymbol &symbol, Owner owner) {
  out->kind = ir::SymbolKind::Procedure;
  bool dummy = semantics::IsDummy(symbol);
  out->storage = dummy ? ir::Storage::Argument
                       : owner.unit ? ir::Storage::Global : ir::Storage::Local;
  const ir::Type *result = nullptr;
  ir::Procedure *shape = nullptr;
  if (auto *entity = symbol.detailsIf<semantics::ProcEntityDetails>()) {
    if (const SemSymbol *described = entity->procInterface())
      shape = interface(*described);
    else if (symbol.test(SemSymbol::Flag::Subroutine))
      result = program.types.voidType();
    else if (entity->type() && (symbol.test(SemSymbol::Flag::Function) ||
                                !symbol.test(SemSymbol::Flag::Implicit)))
      result = declaredElement(symbol, owner);
    bool isPointer = symbol.attrs().test(Attr::POINTER);
    out->isExternalProcedure = !dummy && !isPointer && !symbol.attrs().test(Attr::INTRINSIC);
    out->isIntrinsicProcedure = symbol.attrs().test(Attr::INTRINSIC);
    out->hasImplicitInterface = !shape && !isPointer;
    out->procedure = isPointer ? nullptr : shape;
    out->type = program.types.procedure(shape ? shape->resultType : result, {}, false, shape);
    if (isPointer) {
      out->kind = ir::SymbolKind::Variable;
      out->type = program.types.pointer(out->type, true);
      out->storage = dummy ? ir::Storage::Argument : storageOf(symbol, owner);
      if (entity->init() && !*entity->init())
        out->initial = program.exprs.make<ir::NullPointer>(out->type, out->location);
      else if (entity->init() && (*entity->init())->GetUltimate().attrs().test(Attr::INTRINSIC))
        refuse(out->location, "a procedure pointer initialised with an intrinsic procedure is not supported",
               "assign it where the program begins");
      else if (entity->init())
        out->initial = program.exprs.make<ir::ProcedureReference>(out->type, this->symbol(**entity->init()), out->location);
    }
    return;
  }
  auto *details = symbol.detailsIf<semantics::SubprogramDetails>();
  out->procedure = procedure(symbol);
  if (!out->procedure && details) {
    out->procedure = interface(symbol);
    out->isExternalProcedure = !dummy && details->isInterface();
  }
  shape = out->procedure;
  out->type = program.types.procedure(shape ? shape->resultType : nullptr, {}, false, shape);
  if (symbol.attrs().test(Attr::POINTER)) {
    out->kind = ir::SymbolKind::Variable;
    out->type = program.types.pointer(out->type, true);
    out->procedure = nullptr;
    out->isExternalProcedure = false;
  }
}

ir::Symbol *Translation::externalProcedure(ir::Procedure *caller, const SemSymbol &target) {
  std::string name = target.name().ToString();
  ir::Symbol *&out = externals[{caller, name}];
  if (out)
    return out;
  for (const auto &s : caller->scope.symbols) // declared by an EXTERNAL statement of the caller
    if (s->name == name && s->kind == ir::SymbolKind::Procedure)
      return out = s.get();
  out = ir::addSymbol(caller->scope, name, ir::SymbolKind::Procedure, nullptr, caller->location);
  out->owner = caller;
  out->isExternalProcedure = true;
  out->hasImplicitInterface = true;
  const ir::Type *result = nullptr;
  if (target.test(SemSymbol::Flag::Subroutine))
    result = program.types.voidType();
  else if (auto type = evaluate::DynamicType::From(target))
    result = elementType(*type, out->location);
  out->type = program.types.procedure(result);
  return out;
}

ir::Symbol *Translation::intrinsicProcedure(ir::Procedure *caller, const std::string &name,
                                            const ir::Type *type) {
  ir::Symbol *&out = externals[{caller, name}];
  if (out)
    return out;
  out = ir::addSymbol(caller->scope, name, ir::SymbolKind::Procedure, type, caller->location);
  out->owner = caller;
  out->isIntrinsicProcedure = true;
  return out;
}

ir::Symbol *Translation::genericSymbol(const SemSymbol &given) {
  const SemSymbol &symbol = canonicalSymbol(given);
  ir::Symbol *&out = generics[&symbol];
  if (out)
    return out;
  program.detachedSymbols.push_back(std::make_unique<ir::Symbol>());
  out = program.detachedSymbols.back().get();
  out->name = genericName(symbol);
  out->kind = ir::SymbolKind::Procedure;
  out->location = locate(symbol.name());
  out->isPrivate = isPrivate(symbol);
  Owner owner = ownerOf(symbol.owner());
  out->unit = owner.unit;
  out->owner = owner.procedure;
  return out;
}

// ---- Help ---------------------------------------------------------------------------------------

std::vector<std::string> Translation::commentsAbove(Location at) {
  if (!at.known())
    return {};
  std::unique_ptr<CommentReader> &reader = comments[at.file];
  if (!reader)
    reader = std::make_unique<CommentReader>(program.sources, at.file, ir::Language::Fortran,
                                             isFixedForm(program.sources.path(at.file)));
  return reader->above(at.line);
}

void Translation::refuse(Location at, std::string what, std::string hint) {
  diagnostics.error(at, std::move(what), std::move(hint));
}

} // namespace costate::frontend::fortran
