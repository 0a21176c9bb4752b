// File-scope declarations: typedefs, enums, variables, functions.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

void UnitReader::read(const Preamble &preamble) {
  findPastedFiles(preamble);
  keepPreamble(preamble);
  for (const clang::Decl *d : ast.getTranslationUnitDecl()->decls()) {
    if (!fromHeader(d->getLocation())) {
      declare(d);
    } else if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(d);
               f && f->isThisDeclarationADefinition() && !f->isInlined() &&
               f->isExternallyVisible() && !fromSystem(f->getLocation())) {
      function(f); // an included file's own procedure: part of the program
    }
  }
  sortProcedures();
  readBodies();
}

/// A prototype makes its procedure before the definition is reached; the order is the definitions'.
void UnitReader::sortProcedures() {
  std::map<const Procedure *, size_t> position;
  for (size_t i = 0; i < mainBodies.size(); ++i)
    position[function(mainBodies[i])->procedure] = i;
  llvm::stable_sort(unit.procedures, [&](const auto &a, const auto &b) {
    return position[a.get()] < position[b.get()];
  });
}

void UnitReader::declare(const clang::Decl *d) {
  if (d->isImplicit())
    return;
  refused.clear();
  if (auto *alias = llvm::dyn_cast<clang::TypedefDecl>(d))
    declareTypedef(alias);
  else if (auto *e = llvm::dyn_cast<clang::EnumDecl>(d))
    declareEnum(e);
  else if (auto *r = llvm::dyn_cast<clang::RecordDecl>(d)) {
    if (!r->isUnion() && !r->getDeclName().isEmpty())
      record(r);
  } else if (auto *v = llvm::dyn_cast<clang::VarDecl>(d))
    declareVariable(v);
  else if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(d))
    declareFunction(f);
  else if (llvm::isa<clang::FileScopeAsmDecl>(d))
    refuse(d->getLocation(), "inline assembly is not supported");
}

void UnitReader::declareTypedef(const clang::TypedefDecl *decl) {
  QualType named = decl->getUnderlyingType();
  while (named->isPointerType())
    named = named->getPointeeType();
  if (named->isUnionType() || named->isVectorType() || named->isAtomicType())
    return; // refused where it is used
  nameAnonymous(decl->getUnderlyingType(), decl->getNameAsString());
  const Type *t = aliasOf(decl);
  if (auto *alias = llvm::dyn_cast<AliasType>(t))
    unit.typeDeclarations.push_back({orderLocation(decl->getLocation()), alias, {}});
}

void UnitReader::declareEnum(const clang::EnumDecl *decl) {
  if (!decl->isThisDeclarationADefinition())
    return;
  const Type *t = enumType(decl);
  auto *alias = llvm::dyn_cast<AliasType>(t);
  std::string text = (alias ? alias->name : std::string("enum")) + " {";
  llvm::APSInt expected(32, false);
  const char *separator = " ";
  for (const clang::EnumConstantDecl *e : decl->enumerators()) {
    enumerator(e);
    text += separator + e->getNameAsString();
    if (e->getInitExpr() || llvm::APSInt::compareValues(expected, e->getInitVal()) != 0)
      text += " = " + llvm::toString(e->getInitVal(), 10);
    expected = e->getInitVal();
    ++expected;
    separator = ", ";
  }
  unit.typeDeclarations.push_back({orderLocation(decl->getLocation()), alias, text + " }"});
}

// ---- Variables --------------------------------------------------------------------------------

Symbol *UnitReader::global(const clang::VarDecl *decl) {
  auto &slot = globals[decl->getCanonicalDecl()];
  if (slot)
    return slot;
  const clang::VarDecl *best = decl->getDefinition();
  if (!best)
    best = decl->getActingDefinition();
  bool defined = best != nullptr;
  if (!best)
    best = decl->getMostRecentDecl();
  Symbol *s = addSymbol(unit.scope, decl->getNameAsString(), SymbolKind::Variable,
                        type(best->getType()), location(best->getLocation()));
  globals[decl->getCanonicalDecl()] = s;
  s->storage = Storage::Global;
  s->unit = &unit;
  s->internalLinkage = best->getFormalLinkage() == clang::Linkage::Internal;
  s->external = !defined;
  s->isVolatile = best->getType().isVolatileQualified();
  s->fromHeader = fromHeader(best->getLocation());
  for (const clang::VarDecl *redeclaration : decl->redecls())
    (defined ? s->declaredInHeader : s->fromHeader) |= fromHeader(redeclaration->getLocation());
  if (best->hasInit())
    initials.push_back(best);
  return s;
}

void UnitReader::declareVariable(const clang::VarDecl *decl) {
  nameAnonymous(decl->getType(), decl->getNameAsString());
  refuseUnsupported(decl->getType(), decl->getLocation());
  if (decl->getTLSKind() != clang::VarDecl::TLS_None)
    refuse(decl->getLocation(), "thread-local variables are not supported");
  refuseAttributes(decl);
  global(decl);
}

void UnitReader::readInitial(const clang::VarDecl *decl) {
  Symbol *s = global(decl);
  bool header = fromHeader(decl->getLocation());
  quiet = header;
  quietRefusal = false;
  refused.clear();
  size_t before = unit.scope.symbols.size();
  const Expr *initial = BodyReader(*this, nullptr).constantInitialiser(decl->getInit());
  if (!quietRefusal)
    s->initial = initial;
  quiet = false;
  // What the initial value made (compound literals) is declared before what it initialises.
  auto own = llvm::find_if(unit.scope.symbols, [&](auto &other) { return other.get() == s; });
  auto made = unit.scope.symbols.begin() + before;
  if (own < made)
    std::rotate(own, made, unit.scope.symbols.end());
}

Symbol *UnitReader::madeGlobal(const std::string &base, const Type *t, SourceLocation at) {
  std::string name = base;
  auto taken = [&](const std::string &candidate) {
    return !nameIsFree(candidate) ||
           llvm::any_of(unit.scope.symbols, [&](auto &s) { return s->name == candidate; });
  };
  for (unsigned n = 1; taken(name); ++n)
    name = base + std::to_string(n);
  Symbol *s = addSymbol(unit.scope, name, SymbolKind::Variable, t, location(at));
  s->storage = Storage::Global;
  s->unit = &unit;
  s->internalLinkage = true;
  return s;
}

// ---- Functions --------------------------------------------------------------------------------

Symbol *UnitReader::function(const clang::FunctionDecl *decl) {
  const clang::FunctionDecl *key = decl->getCanonicalDecl();
  if (auto found = functions.find(key); found != functions.end())
    return found->second;
  const clang::FunctionDecl *definition = decl->getDefinition();
  const clang::FunctionDecl *best = definition ? definition : decl->getMostRecentDecl();
  Symbol *s = addSymbol(unit.scope, decl->getNameAsString(), SymbolKind::Procedure,
                        type(best->getType()), location(best->getLocation()));
  functions[key] = s;
  s->storage = Storage::Global;
  s->unit = &unit;
  s->internalLinkage = best->getFormalLinkage() == clang::Linkage::Internal;
  s->fromHeader = best->isImplicit() || fromHeader(best->getLocation());
  s->external = s->isExternalProcedure = !definition;
  for (const clang::FunctionDecl *redeclaration : decl->redecls())
    (definition ? s->declaredInHeader : s->fromHeader) |= fromHeader(redeclaration->getLocation());
  s->procedure = makeProcedure(best, s);
  if (definition && fromHeader(definition->getLocation()) &&
      !fromSystem(definition->getLocation()) && !definition->isVariadic())
    headerBodies.push_back(definition);
  return s;
}

Procedure *UnitReader::makeProcedure(const clang::FunctionDecl *decl, Symbol *symbol) {
  bool isMain = decl->isThisDeclarationADefinition() && !fromHeader(decl->getLocation());
  auto owned = std::make_unique<Procedure>();
  Procedure *p = owned.get();
  (isMain ? unit.procedures : unit.interfaces).push_back(std::move(owned));
  p->name = symbol->name;
  p->language = Language::C;
  p->unit = &unit;
  p->symbol = symbol;
  p->location = location(decl->getLocation());
  p->resultType = type(decl->getReturnType());
  p->kind = p->resultType->isVoid() ? ProcedureKind::Subroutine : ProcedureKind::Function;
  p->internalLinkage = symbol->internalLinkage;
  p->fromHeader = fromHeader(decl->getLocation());
  p->variadic =
      decl->isVariadic() || (!decl->hasPrototype() && !decl->isThisDeclarationADefinition());
  // Where this file also provides the external definition, `inline` says nothing.
  p->isInline = decl->isInlined() && !(isMain && decl->isExternallyVisible() &&
                                       decl->isInlineDefinitionExternallyVisible());
  // An inline definition that is not external is for this file alone, whether or not a compiler uses it.
  if (p->isInline && isMain)
    p->internalLinkage = symbol->internalLinkage = true;
  BodyReader reader(*this, p);
  for (const clang::ParmVarDecl *parameter : decl->parameters())
    reader.declareParameter(parameter);
  return p;
}

void UnitReader::declareFunction(const clang::FunctionDecl *decl) {
  refuseUnsupported(decl->getReturnType(), decl->getLocation());
  for (const clang::ParmVarDecl *parameter : decl->parameters())
    refuseUnsupported(parameter->getType(), parameter->getLocation());
  refuseAttributes(decl);
  Symbol *s = function(decl);
  if (!decl->isThisDeclarationADefinition())
    return;
  if (!decl->hasPrototype())
    for (const clang::ParmVarDecl *parameter : decl->parameters())
      if (parameter->getType()->isSpecificBuiltinType(clang::BuiltinType::Float))
        refuse(parameter->getLocation(),
               "an old-style function with a parameter of type float is not supported",
               "write its parameters between the parentheses");
  if (decl->isVariadic())
    refuse(decl->getLocation(), "functions with a variable number of arguments are not supported",
           "give '" + decl->getNameAsString() + "' a fixed list of parameters");
  s->procedure->comments = commentsAbove(decl->getBeginLoc());
  mainBodies.push_back(decl);
}

void UnitReader::refuseAttributes(const clang::Decl *decl) {
  for (const clang::Attr *a : decl->attrs()) {
    switch (a->getKind()) {
    case clang::attr::Packed:
    case clang::attr::MaxFieldAlignment:
    case clang::attr::Aligned:
    case clang::attr::Alias:
    case clang::attr::IFunc:
    case clang::attr::Cleanup:
    case clang::attr::Constructor:
    case clang::attr::Destructor:
      refuse(a->getLocation().isValid() ? a->getLocation() : decl->getLocation(),
             std::string("the attribute '") + a->getSpelling() + "' is not supported");
      break;
    default:
      break; // about warnings, optimisation and linking: the meaning stays
    }
  }
}

// ---- Bodies -----------------------------------------------------------------------------------

void UnitReader::readBodies() {
  for (const clang::FunctionDecl *f : mainBodies) {
    refused.clear();
    BodyReader(*this, function(f)->procedure).readBody(f);
  }
  while (!initials.empty() || !headerBodies.empty()) {
    auto nextInitials = std::move(initials);
    auto nextBodies = std::move(headerBodies);
    initials.clear();
    headerBodies.clear();
    for (const clang::VarDecl *v : nextInitials)
      readInitial(v);
    for (const clang::FunctionDecl *f : nextBodies)
      readHeaderBody(f);
  }
}

/// A header's function is part of the program where Costate understands it, and something external
/// where it does not: its text is included again either way.
void UnitReader::readHeaderBody(const clang::FunctionDecl *decl) {
  Procedure *p = function(decl)->procedure;
  quiet = true;
  quietRefusal = false;
  BodyReader(*this, p).readBody(decl);
  quiet = false;
  if (quietRefusal) {
    p->body.clear();
    p->hasBody = false;
    return;
  }
  auto owner = llvm::find_if(unit.interfaces, [&](auto &q) { return q.get() == p; });
  unit.procedures.push_back(std::move(*owner));
  unit.interfaces.erase(owner);
}

} // namespace costate::frontend::c
