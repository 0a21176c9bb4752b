// Shadows of globals, of COMMON blocks and of record types, which live in the generated program.
#include "transform/Generated.h"

#include "analysis/Differentiable.h"
#include "transform/ZeroValues.h"

namespace costate::transform {

using namespace ir;

// ---- Globals ----------------------------------------------------------------------------------

/// C's globals have no module to tell the shadows of tangents with one and several directions apart.
std::string Generated::globalSuffix(const Unit &unit) const {
  return variableSuffix + (directions && unit.language() == Language::C ? "v" : "");
}

namespace {

/// Globals whose address an initial value takes and that carry derivatives.
std::vector<Symbol *> pointedAt(const Expr *initial) {
  std::vector<Symbol *> out;
  forEach(initial, [&](const Expr *e) {
    auto *variable = llvm::dyn_cast<Variable>(e);
    if (variable && variable->symbol->kind == SymbolKind::Variable &&
        analysis::carriesDerivative(variable->symbol->type))
      out.push_back(variable->symbol);
  });
  return out;
}

} // namespace

const Expr *Generated::startingPointers(const Symbol &s) {
  if (!s.initial || !analysis::holdsPointer(s.type) || pointedAt(s.initial).empty())
    return nullptr;
  bool fresh = starting.insert(&s).second;
  const Expr *out = fresh && !cDirections.haveTypes() ? pointersIn(s.initial) : nullptr;
  starting.erase(&s);
  if (!out && fresh)
    diagnostics.error(s.location,
                      std::string(directions ? "in a vector tangent " : cDirections.sets ? "in a pattern " : "") + "the derivatives of '" +
                          s.name + "' cannot start at those of what it points to",
                      "let a procedure set its pointers");
  return out;
}

/// Null where a variable would start at itself, or the value is no list of components.
const Expr *Generated::pointersIn(const Expr *initial) {
  if (auto *list = llvm::dyn_cast<RecordConstructor>(initial)) {
    std::vector<const Expr *> values;
    for (const Expr *value : list->values) {
      bool points = value && !pointedAt(value).empty();
      const Expr *zero = value ? zeroOf(program, value->type, value->location) : nullptr;
      if (value && llvm::isa<ArrayConstructor>(value)) // C writes braces there
        zero = program.exprs.make<ArrayConstructor>(value->type, std::vector{zero}, value->location);
      values.push_back(points ? pointersIn(value) : zero);
      if (points && !values.back())
        return nullptr;
    }
    return program.exprs.make<RecordConstructor>(initial->type, values, initial->location);
  }
  if (!initial->type->isPointer())
    return nullptr;
  Renaming renaming(program);
  for (Symbol *target : pointedAt(initial)) {
    if (starting.count(target) || target->owner)
      return nullptr;
    renaming.add(target, shadowOfGlobal(target));
  }
  return renaming(initial);
}

Symbol *Generated::shadowOfGlobal(Symbol *global) {
  if (auto known = globalShadows.find(global); known != globalShadows.end() && known->second)
    return known->second;
  const Expr *pointers = startingPointers(*global); // what it names stands before it
  Symbol *&shadow = globalShadows[global];
  Unit *unit = global->unit->kind == UnitKind::CFile ? global->unit : moduleFor(*global->unit);
  shadow = addSymbol(unit->scope, "", SymbolKind::Variable, global->type, global->location);
  *shadow = *global;
  shadow->name = uniqueIn(*unit, global->name + globalSuffix(*unit));
  shadow->unit = unit;
  shadow->initial = pointers;
  // What Fortran gives no value has none, and adjoints of globals that no head names are nobody's to clear.
  bool isAdjoint = variableSuffix == "b" && unit->language() == Language::Fortran && !global->overlay;
  if (!cDirections.haveTypes() && !global->allocatable && !global->type->isPointer() &&
      (isBornNonzero(global->type) || (isAdjoint && !analysis::holdsPointer(global->type))))
    shadow->initial = zeroOf(program, global->type, global->location);
  shadow->external = false;
  shadow->fromHeader = false;
  shadow->isPrivate = false;
  shadow->isProtected = false;
  shadow->writtenArray = nullptr;
  if (directions == 0u && hasFixedSize(*shadow))
    refuseFixedSize("'" + global->name + "'", global->location);
  if (auto *array = llvm::dyn_cast<ArrayType>(global->type->strip());
      array && unit->language() == Language::C && array->dimensions.front().form == Dimension::Form::Star)
    diagnostics.error(global->location,
                      "the derivative of '" + global->name + "' has no known extent: it is defined elsewhere",
                      "add the file that defines '" + global->name + "'");
  (unit->language() == Language::C ? cTypes : fortranTypes).shape(*shadow);
  if (variableSuffix == "b" && unit->language() == Language::C)
    shadow->type = withoutConst(shadow->type, program);
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

/// Blocks share their names with the program's procedures and modules, and with what it only declares.
CommonBlock *Generated::shadowOf(const CommonBlock &block) {
  if (commonNames.empty()) {
    commonNames = globalNames;
    for (auto &known : program.commons)
      commonNames.insert({known->name, known->bindingName});
    for (Procedure *p : procedures(program))
      for (auto &s : p->scope.symbols)
        if (s->kind == SymbolKind::Procedure && s->isExternalProcedure)
          commonNames.insert(s->name);
  }
  CommonBlock *&shadow = commonBlocks[&block];
  if (shadow)
    return shadow;
  std::string base = (block.name.empty() ? "blank" : block.name) + procedureSuffix, name = base;
  for (unsigned n = 0; !commonNames.insert(name).second || globalNames.count(name); ++n)
    name = base + std::to_string(n);
  globalNames.insert(name);
  return shadow = program.common(name);
}

/// Shadows of all that one scope sees in a COMMON block, in the block's shadow: its members and what
/// EQUIVALENCE adds to them.
void Generated::shadowBlock(const Scope &from, CommonBlock *block, Scope &to,
                            std::map<const Symbol *, Symbol *> &known,
                            const std::function<Symbol *(const Symbol &)> &make) {
  CommonBlock *shadowBlock = shadowOf(*block);
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
    if (const Symbol *other = cDirections.sets ? layout.add(original) : nullptr)
      diagnostics.error(other->location,
                        "a pattern cannot have a shadow of COMMON block '" + block->name +
                            "', which is declared with other types elsewhere",
                        "declare it alike everywhere");
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
  if (!directions) // handles take the places of numbers, the others stay
    return fortranTypes.shape(member);
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
    with.initial = component.initial ? zeroOf(program, with.type, component.location) : nullptr;
    with.isPrivate = false;
    if (record.parent && &component == &record.components.front())
      with.name = shadow.parent->name;
    if (component.polymorphic)
      diagnostics.error(use.known() ? use : record.location,
                        "a vector tangent or pattern cannot have a shadow of the polymorphic component '" +
                            component.name + "'",
                        "use TYPE in place of CLASS, or one direction at a time");
    shadow.components.push_back(with);
  }
}

/// A Fortran type that one procedure declares goes to a module, where its users find it.
Unit *Generated::unitForType(const RecordType &record) {
  return record.procedure ? moduleForInternal(*record.procedure) : moduleFor(*record.unit);
}

} // namespace costate::transform
