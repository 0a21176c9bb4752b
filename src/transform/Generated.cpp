#include "transform/Generated.h"

#include "analysis/SavedState.h"
#include "ir/Link.h"
#include "rules/Marks.h"
#include "transform/Statics.h"
#include "transform/UnitOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

/// Of globals and records, which no argument reaches: a constant.
Directions constantDirections(Program &program, Language language,
                              std::optional<unsigned> directions, bool sets) {
  Directions out;
  out.sets = sets;
  Builder b(program);
  if (directions)
    out.count = b.constant(b.integer(language), *directions);
  return out;
}

} // namespace

Generated::Generated(Program &program, std::string procedureSuffix, std::string variableSuffix,
                     std::optional<unsigned> directions, Diagnostics &diagnostics, bool sets)
    : program(program), cDirections(constantDirections(program, Language::C, directions, sets)),
      fortranDirections(constantDirections(program, Language::Fortran, directions, sets)),
      cTypes(program, Language::C, cDirections, *this),
      fortranTypes(program, Language::Fortran, fortranDirections, *this),
      directions(directions), procedureSuffix(std::move(procedureSuffix)),
      variableSuffix(std::move(variableSuffix)), diagnostics(diagnostics),
      adoption([this](Unit &unit) { return moduleFor(unit); }, isOriginal, diagnostics) {
  for (auto &unit : program.units) {
    originals.push_back(unit.get());
    isOriginal.insert(unit.get());
    globalNames.insert(unit->name);
    for (auto &p : unit->procedures)
      globalNames.insert(p->name);
    for (auto &s : unit->scope.symbols)
      globalNames.insert(s->name);
  }
}

void Generated::own(const std::vector<const Symbol *> &variables) {
  ownState.insert(variables.begin(), variables.end());
  for (const Symbol *s : variables) {
    if (s->unit->kind != UnitKind::FortranModule)
      continue;
    isOriginal.erase(s->unit); // a module made for them
    std::erase(originals, s->unit);
  }
}

void Generated::ownHidden(const HiddenVariables &hidden) {
  own(hidden.all);
  ownHere = hidden.written;
}

std::string Generated::uniqueGlobal(const std::string &base) {
  if (globalNames.insert(base).second)
    return base;
  // Counting goes on where it stopped: thousands of modules may have a procedure of one name.
  std::string name;
  do
    name = base + std::to_string(nextSuffix[base]++);
  while (!globalNames.insert(name).second);
  return name;
}

/// A module's names are its own; its derivative's module avoids them all the same, because its
/// procedures use them.
std::string Generated::uniqueIn(const Unit &unit, const std::string &base) {
  auto names = namesInModule.find(&unit);
  if (names == namesInModule.end())
    return uniqueGlobal(base);
  std::string name = base;
  for (unsigned n = 0; !names->second.insert(name).second; ++n)
    name = base + std::to_string(n);
  return name;
}

// ---- Units ------------------------------------------------------------------------------------

/// C derivatives stay in their file's unit, beside its types; Fortran ones get a module `m_d`, or one
/// file of external procedures.
Unit *Generated::unitFor(const Procedure &original) {
  if (original.language == Language::C)
    return original.unit;
  bool inModule = original.unit->kind == UnitKind::FortranModule;
  return original.host && !inModule ? moduleForInternal(original) : moduleFor(*original.unit);
}

/// Internal procedures of external ones go to a module, where everyone sees their interfaces.
Unit *Generated::moduleForInternal(const Procedure &original) {
  const Procedure *host = &original;
  while (host->host)
    host = host->host;
  Unit *&unit = internalUnits[host];
  if (unit)
    return unit;
  program.units.push_back(std::make_unique<Unit>());
  unit = program.units.back().get();
  unit->kind = UnitKind::FortranModule;
  unit->file = original.unit->file;
  unit->location = host->location;
  unit->name = uniqueGlobal(host->name + "_internal" + procedureSuffix);
  unit->comments = {"Derivatives of what " + host->name + " contains."};
  return unit;
}

Unit *Generated::moduleFor(Unit &original) {
  Unit *&unit = units[&original];
  if (unit)
    return unit;
  program.units.push_back(std::make_unique<Unit>());
  unit = program.units.back().get();
  unit->kind = original.kind;
  unit->file = original.file;
  unit->location = original.location;
  if (original.kind == UnitKind::FortranModule) {
    unit->name = uniqueGlobal(original.name + procedureSuffix);
    unit->comments = {(cDirections.sets ? "Index sets of module " : "Derivatives of module ") + original.name + "."};
    auto &names = namesInModule[unit];
    names.insert(original.name);
    names.insert(unit->name);
    for (auto &s : original.scope.symbols)
      names.insert(s->name);
    for (auto &p : original.procedures)
      names.insert(p->name);
    for (const RecordType *r : original.scope.records)
      names.insert(r->name);
  }
  return unit;
}

/// The type of a derivative's name; whatever interface the original was declared with is not its.
const Type *Generated::typeOf(const Procedure &original) {
  const Type *type = original.symbol ? original.symbol->type : nullptr;
  auto *procedure = type ? llvm::dyn_cast<ProcedureType>(type->strip()) : nullptr;
  if (!procedure || !procedure->interface)
    return type;
  return program.types.procedure(procedure->result, procedure->parameters, procedure->variadic);
}

void Generated::nameProcedure(const Procedure &original, Procedure &derivative,
                              const std::string &suffix) {
  originalOf[&derivative] = &original;
  derivative.unit = unitFor(original);
  derivative.name =
      uniqueIn(*derivative.unit, original.name + (suffix.empty() ? procedureSuffix : suffix));
  derivative.host = nullptr;
  derivative.isPrivate = false;
  derivative.internalLinkage = original.internalLinkage || original.fromHeader;
  derivative.fromHeader = false;
  derivative.bindC = original.bindC && !directions; // directions need shapes that C does not pass
  derivative.bindingName = derivative.bindC ? uniqueGlobal(linkName(original) + procedureSuffix) : "";
  derivative.elemental = original.elemental;
  Symbol *symbol = addSymbol(derivative.unit->scope, derivative.name, SymbolKind::Procedure,
                             typeOf(original));
  symbol->unit = derivative.unit;
  symbol->procedure = &derivative;
  symbol->internalLinkage = derivative.internalLinkage;
  derivative.symbol = symbol;
}

// ---- What the user's file hides -----------------------------------------------------------------

void Generated::renameHidden(Procedure &derivative) {
  checkHiddenState(derivative);
  checkOriginals(derivative);
  if (derivative.language == Language::Fortran)
    adoption.procedure(derivative);
  Renaming values(program); // procedures passed on
  forEachStmt(derivative.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *reference = llvm::dyn_cast<ProcedureReference>(x);
        Procedure *target = reference ? reference->symbol->procedure : nullptr;
        if (target && target->hasBody && isHidden(*target))
          values.add(reference->symbol, copyOf(*target)->symbol);
      });
  });
  values.apply(derivative.body);
  forEachStmt(derivative.body, [&](Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
    if (target && target->hasBody && isHidden(*target)) {
      call->callee = copyOf(*target)->symbol;
      call->written.clear();
      call->generic = nullptr;
    }
  });
}

/// Fortran procedures that no other program unit can name. (C's static functions are emitted again
/// as they are: their names cannot clash.)
bool Generated::isHidden(const Procedure &p) const {
  return isOriginal.count(p.unit) && p.language == Language::Fortran &&
         (p.host || p.isPrivate || adoption.showsPrivateType(p));
}

Procedure *Generated::copyOf(Procedure &hidden) {
  Procedure *&copy = copies[&hidden];
  if (copy)
    return copy;
  if (analysis::keepsState(hidden))
    diagnostics.error(hidden.location,
                      "the derivative needs a copy of '" + hidden.name +
                          "', which keeps state from call to call and is hidden from other files",
                      "make it public in its module");
  Renaming renaming(program);
  copied.push_back(cloneProcedure(program, hidden, renaming));
  copy = copied.back().get();
  nameProcedure(hidden, *copy);
  copy->host = nullptr;
  copy->name = copy->symbol->name = uniqueIn(*copy->unit, hidden.name + "_nodiff");
  copy->comments = {"A copy of " + hidden.name + ", which its own program unit hides."};
  renameHidden(*copy);
  return copy;
}

/// A variable that the user's file and this one have one of each, and that a procedure of the user's file touches.
const Symbol *Generated::ownTouchedBy(Procedure &original) {
  auto [known, isNew] = touched.emplace(&original, nullptr);
  if (!isNew)
    return known->second; // in a cycle of calls: the others tell
  const Symbol *found = nullptr;
  forEachStmt(original.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *v = llvm::dyn_cast<Variable>(x); v && ownHere.count(v->symbol))
          found = v->symbol;
      });
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call || found)
      return;
    Procedure *target = call->callee ? call->callee->procedure : nullptr;
    if (target && target->hasBody)
      found = ownTouchedBy(*target);
    else if (call->pointer || call->callee->isDummyProcedure())
      found = *ownHere.begin(); // it may be any
  });
  return touched[&original] = found;
}

static std::vector<const Procedure *> directCallees(const Procedure &p) {
  std::vector<const Procedure *> out;
  forEachStmt(p.body, [&](const Stmt &s) {
    if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
      out.push_back(call->callee->procedure);
  });
  return out;
}

/// What stays in the user's file and touches such a variable would touch the user's.
void Generated::checkOriginals(const Procedure &derivative) {
  if (ownHere.empty())
    return;
  forEachStmt(derivative.body, [&](const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
    if (!target || !target->hasBody || !isOriginal.count(target->unit) || target->internalLinkage || isHidden(*target))
      return;
    if (originalOf[&derivative] == target && !llvm::is_contained(directCallees(*target), target))
      return; // all of it runs once more, for its results
    if (const Symbol *variable = ownTouchedBy(*target))
      diagnostics.error(s.location,
                        "the derivative needs '" + variable->name + "', which '" + target->name +
                            "' shares with it and only the file that declares it can reach",
                        target->language == Language::C ? "remove 'static' from its declaration"
                                                        : "make it public in its module");
  });
}

/// State that only the user's own file can reach cannot be shared with the generated file.
void Generated::checkHiddenState(const Procedure &derivative) {
  std::set<const Symbol *> seen;
  forEachStmt(derivative.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        if (!v || v->symbol->kind != SymbolKind::Variable || v->symbol->owner || !v->symbol->unit)
          return;
        const Symbol *g = v->symbol;
        bool constant = false;
        if (auto *q = llvm::dyn_cast<QualifiedType>(g->type->scalar()))
          constant = q->isConst;
        if (auto *q = llvm::dyn_cast<QualifiedType>(g->type))
          constant |= q->isConst;
        // `static`: only its own file could write it, and all of that has been seen.
        constant |= g->internalLinkage && isNeverWritten && isNeverWritten(g);
        bool hidden = (g->internalLinkage && !constant) || g->isPrivate;
        if (!hidden || isGlobalShadow.count(g) || ownState.count(g) || !seen.insert(g).second)
          return;
        diagnostics.error(s.location.known() ? s.location : g->location,
                          "the derivative needs '" + g->name +
                              "', which only the file that declares it can reach",
                          g->isPrivate ? "make it public in its module"
                                       : "remove 'static' from its declaration");
      });
  });
}

void Generated::keepOnlyDeclarations(Unit &unit, const std::set<const Procedure *> &kept) {
  std::vector<std::unique_ptr<Procedure>> procedures;
  for (auto &p : unit.procedures) {
    if (kept.count(p.get()) || p->fromHeader) {
      procedures.push_back(std::move(p));
      continue;
    }
    p->hasBody = false;
    p->body.clear();
    unit.interfaces.push_back(std::move(p));
  }
  unit.procedures = std::move(procedures);
  for (auto &s : unit.scope.symbols) {
    if (s->kind == SymbolKind::Variable && !isGlobalShadow.count(s.get()) && !s->internalLinkage) {
      s->external = true;
      s->initial = nullptr;
    }
  }
}

/// Static variables that no derivative names.
void Generated::dropStatics(Unit &unit, const std::set<const Symbol *> &kept) {
  auto &symbols = unit.scope.symbols;
  auto dropped = std::stable_partition(symbols.begin(), symbols.end(), [&](auto &s) {
    return !s->internalLinkage || s->kind != SymbolKind::Variable || kept.count(s.get());
  });
  std::move(dropped, symbols.end(), std::back_inserter(program.detachedSymbols));
  symbols.erase(dropped, symbols.end());
}

namespace {

/// Whether a caller must see the interface of an external procedure (Fortran 2018, 15.4.2.2).
bool needsInterface(const Procedure &p) {
  auto special = [](const Symbol &s) {
    if (s.kind != SymbolKind::Variable)
      return s.optional;
    if (s.allocatable || s.optional || s.byValue || s.target || s.isVolatile || s.asynchronous ||
        s.polymorphic || s.type->isPointer())
      return true;
    auto *array = llvm::dyn_cast<ArrayType>(s.type->strip());
    for (size_t i = 0; array && i < array->dimensions.size(); ++i)
      if (Dimension::Form form = array->dimensions[i].form;
          form == Dimension::Form::Assumed || form == Dimension::Form::AssumedRank)
        return true;
    return false;
  };
  bool found = p.elemental || p.bindC ||
               (p.result && (p.result->type->isArray() || special(*p.result)));
  for (const Symbol *s : p.parameters)
    found |= special(*s);
  return found;
}

} // namespace

const Type *Generated::externalType(const Procedure &p, const std::string &name,
                                    bool wantsInterface) {
  Procedure *interface = nullptr;
  if (wantsInterface || needsInterface(p)) {
    Renaming renaming(program);
    program.detached.push_back(cloneProcedure(program, p, renaming));
    interface = program.detached.back().get();
    interface->name = name;
    interface->hasBody = false;
    interface->body.clear();
    interface->comments.clear();
  }
  const Type *result = p.result ? p.result->type : program.types.voidType();
  return program.types.procedure(result, {}, false, interface);
}

/// How callers in the generated file declare an external derivative.
void Generated::declareExternal(Procedure &p) {
  const Type *type = externalType(p, p.name, false);
  Procedure *interface = llvm::cast<ProcedureType>(type)->interface;
  if (interface)
    interface->symbol = p.symbol;
  p.symbol->type = type;
  p.symbol->hasImplicitInterface = !interface;
}

std::vector<Procedure *> Generated::copiesOfHidden() const {
  std::vector<Procedure *> out;
  for (auto &p : copied)
    out.push_back(p.get());
  return out;
}

void Generated::join(Generated &other) {
  isGlobalShadow.insert(other.isGlobalShadow.begin(), other.isGlobalShadow.end());
  ownState.insert(other.ownState.begin(), other.ownState.end());
  for (auto &p : other.copied)
    copied.push_back(std::move(p));
  other.copied.clear();
}

void Generated::finish(std::vector<std::unique_ptr<Procedure>> derivatives) {
  Statics statics;
  for (auto &p : derivatives)
    statics.collect(*p);
  for (Unit *unit : originals) // in their order, as messages are
    for (auto &p : unit->procedures)
      if (statics.functions.count(p.get()) && !p->fromHeader)
        checkHiddenState(*p);
  for (Unit *unit : originals)
    for (auto &p : unit->procedures)
      if (statics.functions.count(p.get()) && p->internalLinkage && !p->symbol->internalLinkage && !p->isInline) {
        p->comments = {"A copy of " + p->name + ", with another interface."}; // the user's file has that one
        p->name = uniqueIn(*unit, p->name + "_nodiff");
        for (auto &other : program.units)
          for (auto &s : other->scope.symbols)
            if (s->procedure == p.get())
              s->name = p->name;
      }
  for (Unit *unit : originals) {
    if (unit->kind == UnitKind::CFile) {
      keepOnlyDeclarations(*unit, statics.functions);
      dropStatics(*unit, statics.variables);
    } else {
      unit->external = true;
    }
  }
  for (auto &p : copied)
    derivatives.push_back(std::move(p));
  for (auto &p : derivatives) // copies of what files hide among them
    rules::unmark(p->body, program);
  for (Unit *unit : originals) // static functions among them are still there
    for (auto &p : unit->procedures)
      rules::unmark(p->body, program);
  for (auto &p : derivatives) {
    for (auto &s : p->scope.symbols)
      if (s->storage == Storage::Common) // the user's file gives the block its values: twice would not link
        s->initial = nullptr;
    if (p->unit->kind == UnitKind::FortranFile)
      declareExternal(*p);
  }
  for (auto &p : derivatives) {
    Unit *unit = p->unit;
    unit->procedures.push_back(std::move(p));
  }
  modulesFirst(program);
}

} // namespace costate::transform
