#include "transform/Generated.h"

#include "analysis/Differentiable.h"
#include "analysis/SavedState.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

/// Of globals and records, which no argument reaches: a constant.
Directions constantDirections(Program &program, Language language,
                              std::optional<unsigned> directions) {
  if (!directions)
    return {};
  Builder b(program);
  return {b.constant(b.integer(language), *directions), nullptr};
}

} // namespace

Generated::Generated(Program &program, std::string procedureSuffix, std::string variableSuffix,
                     std::optional<unsigned> directions, Diagnostics &diagnostics)
    : program(program), cDirections(constantDirections(program, Language::C, directions)),
      fortranDirections(constantDirections(program, Language::Fortran, directions)),
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
    unit->comments = {"Derivatives of module " + original.name + "."};
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

void Generated::nameProcedure(const Procedure &original, Procedure &derivative) {
  derivative.unit = unitFor(original);
  derivative.name = uniqueIn(*derivative.unit, original.name + procedureSuffix);
  derivative.host = nullptr;
  derivative.isPrivate = false;
  derivative.internalLinkage = original.internalLinkage || original.fromHeader;
  derivative.fromHeader = false;
  derivative.bindC = false;
  derivative.elemental = original.elemental;
  Symbol *symbol = addSymbol(derivative.unit->scope, derivative.name, SymbolKind::Procedure,
                             typeOf(original));
  symbol->unit = derivative.unit;
  symbol->procedure = &derivative;
  symbol->internalLinkage = derivative.internalLinkage;
  derivative.symbol = symbol;
}

// ---- Globals ----------------------------------------------------------------------------------

/// C's globals have no module to tell the shadows of tangents with one and several directions apart.
std::string Generated::globalSuffix(const Unit &unit) const {
  return variableSuffix + (directions && unit.language() == Language::C ? "v" : "");
}

Symbol *Generated::shadowOfGlobal(Symbol *global) {
  Symbol *&shadow = globalShadows[global];
  if (shadow)
    return shadow;
  Unit *unit = global->unit->kind == UnitKind::CFile ? global->unit : moduleFor(*global->unit);
  shadow = addSymbol(unit->scope, "", SymbolKind::Variable, global->type, global->location);
  *shadow = *global;
  shadow->name = uniqueIn(*unit, global->name + globalSuffix(*unit));
  shadow->unit = unit;
  shadow->initial = nullptr;
  shadow->external = false;
  shadow->fromHeader = false;
  shadow->isPrivate = false;
  shadow->isProtected = false;
  shadow->writtenArray = nullptr;
  if (directions == 0u && hasFixedSize(*shadow))
    refuseFixedSize("'" + global->name + "'", global->location);
  (unit->language() == Language::C ? cTypes : fortranTypes).shape(*shadow);
  isGlobalShadow.insert(shadow);
  Symbol *made = shadow; // the map may grow below
  if (global->overlay)
    shadowEquivalences(global);
  return made;
}

Symbol *Generated::shadowOfCommon(Procedure &derivative, Symbol *member) {
  CommonBlock *block = member->overlay->block;
  if (!member->owner) {
    if (!globalShadows[member]) {
      Unit *unit = moduleFor(*member->unit);
      shadowBlock(member->unit->scope, block, unit->scope, globalShadows, [&](const Symbol &s) {
        std::string name = uniqueIn(*unit, s.name + variableSuffix);
        Symbol *shadow = addSymbol(unit->scope, name, SymbolKind::Variable, s.type, s.location);
        *shadow = s;
        shadow->name = name;
        shadow->unit = unit;
        shadow->isPrivate = false;
        isGlobalShadow.insert(shadow);
        return shadow;
      });
    }
    return globalShadows.at(member);
  }
  auto &known = commonShadows[&derivative];
  if (!known[member])
    shadowBlock(derivative.scope, block, derivative.scope, known, [&](const Symbol &s) {
      Symbol *shadow = derivative.makeTemporary(s.name + variableSuffix, s.type);
      std::string name = shadow->name;
      *shadow = s;
      shadow->name = name;
      return shadow;
    });
  if (!known[member])
    internalError("a COMMON variable without a block");
  return known[member];
}

/// Shadows of all that one scope sees in a COMMON block, in the block's shadow: its members and what
/// EQUIVALENCE adds to them.
void Generated::shadowBlock(const Scope &from, CommonBlock *block, Scope &to,
                            std::map<const Symbol *, Symbol *> &known,
                            const std::function<Symbol *(const Symbol &)> &make) {
  CommonBlock *shadowBlock =
      program.common((block->name.empty() ? "blank" : block->name) + procedureSuffix);
  Renaming renaming(program);
  auto add = [&](Symbol *s) {
    Symbol *shadow = known[s] = make(*s);
    shadow->initial = nullptr;
    shadow->temporary = false;
    shadow->overlay->block = shadowBlock;
    expandCommon(*shadow, s->name);
    renaming.add(s, shadow);
    return shadow;
  };
  std::vector<CommonDeclaration> declarations = from.commons;
  std::set<const Symbol *> done;
  for (const CommonDeclaration &original : declarations) {
    if (original.block != block)
      continue;
    CommonDeclaration shadow{shadowBlock, {}};
    for (Symbol *s : original.members) {
      shadow.members.push_back(add(s));
      done.insert(s);
    }
    to.commons.push_back(std::move(shadow));
  }
  std::vector<Symbol *> others;
  for (auto &s : from.symbols)
    if (s->overlay && s->overlay->block == block && !done.count(s.get()))
      others.push_back(s.get());
  for (Symbol *s : others)
    add(s);
  std::vector<std::vector<const Expr *>> sets = from.equivalences;
  for (const auto &set : sets) {
    const Symbol *root = rootVariable(set[0]);
    if (!root->overlay || root->overlay->block != block || !mayShare(set))
      continue;
    to.equivalences.emplace_back();
    for (const Expr *place : set)
      to.equivalences.back().push_back(renaming(place));
  }
}

bool Generated::mayShare(const std::vector<const Expr *> &set, bool inProcedure) {
  Location at = rootVariable(set[0])->location;
  if (directions && !inProcedure)
    diagnostics.error(at,
                      "a vector tangent cannot give EQUIVALENCE to shadows, whose directions come "
                      "first",
                      "differentiate in one direction at a time, or use separate variables");
  for (const Expr *place : set)
    if (place->type->scalar()->strip() != set[0]->type->scalar()->strip()) {
      diagnostics.error(at,
                        "cannot differentiate '" + rootVariable(place)->name +
                            "': EQUIVALENCE gives its memory two types, and it may hold a "
                            "derivative",
                        "use separate variables, or TRANSFER where bits are wanted");
      return false;
    }
  return !directions || inProcedure;
}

/// EQUIVALENCE in modules, among shadows too.
void Generated::shadowEquivalences(Symbol *global) {
  for (const auto &set : global->unit->scope.equivalences) {
    bool mine = false;
    for (const Expr *place : set)
      mine |= rootVariable(place) == global;
    if (!mine || !sharedSets.insert(&set).second || !mayShare(set))
      continue;
    Renaming renaming(program);
    std::vector<const Expr *> shared;
    for (const Expr *place : set) {
      Symbol *root = rootVariable(place);
      renaming.add(root, shadowOfGlobal(root));
      shared.push_back(renaming(place));
    }
    moduleFor(*global->unit)->scope.equivalences.push_back(std::move(shared));
  }
}

/// Every member of a COMMON block gets the dimension, whatever its type, so that different views of
/// the block still agree.
void Generated::expandCommon(Symbol &member, const std::string &name) {
  if (!directions)
    return;
  if (directions == 0u)
    return refuseFixedSize("COMMON variable '" + name + "'", member.location);
  fortranTypes.shape(member);
  if (!hasDirections(member.type)) {
    auto *array = llvm::dyn_cast<ArrayType>(member.type->strip());
    std::vector<Dimension> dimensions = array ? array->dimensions : std::vector<Dimension>{};
    Dimension first;
    first.upper = fortranDirections.count;
    dimensions.insert(dimensions.begin(), first);
    member.type = program.types.array(member.type->scalar(), dimensions, false);
  }
  member.overlay->offset *= *directions;
}

// ---- Records ------------------------------------------------------------------------------------

/// Whether the number of directions would be part of the shadow's own size, and not only of what is
/// allocated for it.
bool Generated::hasFixedSize(const Symbol &shadow) const {
  if (shadow.allocatable)
    return false;
  auto *pointer = llvm::dyn_cast<PointerType>(shadow.type->strip());
  return !pointer || !pointer->fortran;
}

void Generated::refuseFixedSize(const std::string &what, Location at) {
  diagnostics.error(at,
                    "the shadow of " + what + " needs the number of directions when it is compiled",
                    "give it: --vector N");
}

const RecordType *Generated::shadowOf(const RecordType &record, Location use) {
  RecordType *&shadow = records[&record];
  if (shadow)
    return shadow;
  bool inC = !record.unit || record.unit->language() == Language::C;
  Unit *unit = inC ? record.unit : unitForType(record);
  shadow = program.types.record(uniqueIn(*unit, record.name + procedureSuffix), unit);
  shadow->sequence = record.sequence;
  shadow->complete = record.complete;
  shadow->location = record.location;
  RecordType *made = shadow; // `records` may grow below
  if (record.parent && analysis::carriesDerivative(record.parent))
    made->parent = shadowOf(*record.parent, use);
  fillShadow(record, *made, use);
  unit->scope.records.push_back(made);
  return made;
}

void Generated::fillShadow(const RecordType &record, RecordType &shadow, Location use) {
  bool inC = shadow.unit->language() == Language::C;
  ShadowTypes &types = inC ? cTypes : fortranTypes;
  for (const Component &component : record.components) {
    if (!analysis::carriesDerivative(component.type))
      continue;
    Component with = component;
    auto *pointer = llvm::dyn_cast<PointerType>(component.type->strip());
    bool deferred = component.allocatable || (pointer && pointer->fortran);
    if (directions == 0u && !deferred && (inC || hasDirections(component.type)))
      refuseFixedSize("type '" + record.name + "'", use.known() ? use : record.location);
    with.type = component.allocatable ? types.ofAllocatable(component.type, use)
                                      : types.of(component.type, use);
    with.initial = nullptr;
    with.isPrivate = false;
    if (record.parent && &component == &record.components.front())
      with.name = shadow.parent->name;
    if (component.polymorphic)
      diagnostics.error(use.known() ? use : record.location,
                        "a vector tangent cannot have a shadow of the polymorphic component '" +
                            component.name + "'",
                        "use TYPE in place of CLASS, or one direction at a time");
    shadow.components.push_back(with);
  }
}

/// A Fortran type that one procedure declares goes to a module, where its users find it.
Unit *Generated::unitForType(const RecordType &record) {
  return record.procedure ? moduleForInternal(*record.procedure) : moduleFor(*record.unit);
}

// ---- What the user's file hides -----------------------------------------------------------------

void Generated::renameHidden(Procedure &derivative) {
  checkHiddenState(derivative);
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
        bool hidden = (g->internalLinkage && !constant) || g->isPrivate;
        if (!hidden || isGlobalShadow.count(g) || !seen.insert(g).second)
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

/// What the derivatives need of a C file's static functions and variables, directly or through each
/// other.
class Statics {
public:
  std::set<const Procedure *> functions;
  std::set<const Symbol *> variables;

  void collect(const Procedure &p) {
    for (auto &s : p.scope.symbols)
      collect(s->initial);
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        add(call->callee);
      for (const Expr *e : expressions(s))
        collect(e);
    });
  }

private:
  void collect(const Expr *e) {
    forEach(e, [&](const Expr *x) {
      if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
        add(reference->symbol);
      auto *v = llvm::dyn_cast<Variable>(x);
      if (v && v->symbol->internalLinkage && variables.insert(v->symbol).second)
        collect(v->symbol->initial);
    });
  }

  void add(const Symbol *callee) {
    Procedure *p = callee ? callee->procedure : nullptr;
    if (p && p->internalLinkage && p->hasBody && functions.insert(p).second)
      collect(*p);
  }
};

} // namespace

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

void Generated::finish(std::vector<std::unique_ptr<Procedure>> derivatives) {
  Statics statics;
  for (auto &p : derivatives)
    statics.collect(*p);
  for (const Procedure *p : statics.functions)
    if (!p->fromHeader)
      checkHiddenState(*p);
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
  for (auto &p : derivatives)
    if (p->unit->kind == UnitKind::FortranFile)
      declareExternal(*p);
  for (auto &p : derivatives) {
    Unit *unit = p->unit;
    unit->procedures.push_back(std::move(p));
  }
  modulesFirst();
}

namespace {

const RecordType *recordIn(const Type *type) {
  type = type->scalar()->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return recordIn(pointer->pointee);
  return llvm::dyn_cast<RecordType>(type);
}

} // namespace

void Generated::addTypeUses(std::map<const Unit *, std::set<const Unit *>> &uses) {
  auto add = [&](const Unit *unit, const Type *type) {
    if (const RecordType *record = type ? recordIn(type) : nullptr; record && record->unit)
      uses[unit].insert(record->unit);
  };
  for (auto &unit : program.units) {
    for (auto &s : unit->scope.symbols)
      add(unit.get(), s->type);
    for (const RecordType *r : unit->scope.records)
      for (const Component &component : r->components)
        add(unit.get(), component.type);
    for (Procedure *p : procedures(*unit))
      for (auto &s : p->scope.symbols)
        add(unit.get(), s->type);
  }
}

/// Compilers want a module before its users.
void Generated::modulesFirst() {
  std::map<const Unit *, std::set<const Unit *>> uses;
  std::map<const Unit *, size_t> position;
  for (auto &unit : program.units) {
    position[unit.get()] = position.size();
    for (Procedure *p : procedures(*unit))
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee && call->callee->unit)
          uses[unit.get()].insert(call->callee->unit);
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            if (auto *v = llvm::dyn_cast<Variable>(x); v && v->symbol->unit)
              uses[unit.get()].insert(v->symbol->unit);
            if (auto *p = llvm::dyn_cast<ProcedureReference>(x); p && p->symbol->unit)
              uses[unit.get()].insert(p->symbol->unit);
          });
      });
  }
  addTypeUses(uses);
  std::vector<std::unique_ptr<Unit>> ordered;
  auto place = [&](auto &self, size_t at) -> void {
    if (!program.units[at])
      return;
    std::unique_ptr<Unit> unit = std::move(program.units[at]);
    std::set<size_t> before; // in program order, so that the result is always the same
    for (const Unit *used : uses[unit.get()])
      if (auto found = position.find(used); found != position.end())
        before.insert(found->second);
    for (size_t used : before)
      self(self, used);
    ordered.push_back(std::move(unit));
  };
  for (size_t at = 0; at < program.units.size(); ++at)
    place(place, at);
  program.units = std::move(ordered);
}

} // namespace costate::transform
