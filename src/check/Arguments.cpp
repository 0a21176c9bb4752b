#include "check/DriverParts.h"

#include <algorithm>

namespace costate::check {

using namespace ir;

namespace {

/// Without `const`, so that the driver can fill it.
const Type *unqualified(const Type *type) {
  while (auto *q = llvm::dyn_cast<QualifiedType>(type))
    type = q->underlying;
  return type;
}

constexpr unsigned runTimeDirections = 3; ///< where the tangent takes any number

/// Of one direction there is no dimension.
transform::Directions directionsFor(Program &program, Language language,
                                    std::optional<unsigned> asked) {
  if (!asked)
    return {};
  Builder b(program);
  return {b.constant(b.integer(language), *asked ? *asked : runTimeDirections), nullptr};
}

} // namespace

Arguments::Arguments(Program &program, const transform::DerivativeHead &derivative,
                     std::optional<unsigned> asked, Procedure &driver, const Choices &choices,
                     Diagnostics &diagnostics)
    : program(program), derivative(derivative), head(*derivative.head->procedure), driver(driver),
      choices(choices), diagnostics(diagnostics), b(program), asked(asked),
      directions(directionsFor(program, head.language, asked)),
      types(program, head.language, directions, *this), renaming(program) {
  list.head = derivative.head;
  list.adjoint = derivative.adjoint;
  list.hasOtherState = derivative.hasOtherState;
  list.single = derivative.single;
  if (asked)
    list.vector = *asked ? *asked : runTimeDirections;
  list.language = head.language;
  declareParameters();
  addGlobals();
}

// ---- Variables ----------------------------------------------------------------------------------

/// Symbols first, types after: an extent may name any of them.
void Arguments::declareParameters() {
  std::vector<const Symbol *> all(head.parameters.begin(), head.parameters.end());
  if (head.result)
    all.push_back(head.result);
  for (const Symbol *s : all)
    if (s->kind == SymbolKind::Variable)
      renaming.add(s, declareAs(s == head.result ? "costate_result" : s->name, s, s->type));
  for (const Symbol *s : all) {
    auto *pointer = llvm::dyn_cast_or_null<PointerType>(s->type ? s->type->strip() : nullptr);
    bool procedure = s->kind != SymbolKind::Variable || (pointer && pointer->pointee->isProcedure());
    Variable v = procedure ? procedureArgument(s) : declare(s);
    (s == head.result ? result : parameters.emplace_back()) = v;
  }
}

Symbol *Arguments::declareAs(const std::string &name, const Symbol *of, const Type *type) {
  Symbol *s = driver.makeTemporary(name, type);
  s->temporary = false;
  s->polymorphic = false;
  s->allocatable = of->allocatable;
  return s;
}

Arguments::Variable Arguments::declare(const Symbol *original) {
  Symbol *value = renaming.of(const_cast<Symbol *>(original));
  const Type *declared = original->type;
  importConstants(declared);
  if (original->writtenArray)
    importConstants(original->writtenArray);
  value->type = driverType(*original);
  bool array = !isC() && declared->isArray();
  value->allocatable |= array;
  Symbol *shadow = nullptr;
  if (derivative.shadows.count(original)) {
    shadow = declareAs(value->name + "d", value, value->type);
    shadow->allocatable = value->allocatable;
    shadow->type = shadow->allocatable ? types.ofAllocatable(value->type) : types.of(value->type);
  }
  Piece piece;
  piece.name = original == head.result ? head.name : original->name;
  piece.root = original;
  piece.read = original != head.result;
  piece.place = b.variable(value);
  piece.shadow = shadow ? b.variable(shadow) : nullptr;
  Variable v{original, piece.place, piece.shadow};
  if (auto *record = llvm::dyn_cast<RecordType>(declared->scalar()->strip());
      record && record->attributes == "abstract")
    refuse(piece, "its type is abstract");
  piece.late = original->allocatable && (original->intent == Intent::Out || !piece.read);
  piece.read &= !piece.late;
  if (array)
    expandArray(piece, original);
  else if (original->allocatable && !piece.late) {
    piece.buffer = addBuffer(piece, piece.place->type, {}, false);
    expand(piece);
  } else
    expand(piece);
  return v;
}

const Type *Arguments::driverType(const Symbol &s) {
  const Type *type = renaming(unqualified(s.type));
  if (auto *text = llvm::dyn_cast<CharacterType>(type->scalar()->strip()); text && !text->length) {
    auto found = choices.lengths.find(s.name);
    unsigned length = found == choices.lengths.end() ? 1 : found->second;
    const Type *element = program.types.character(
        text->charKind, b.constant(b.integer(Language::Fortran), length));
    if (!type->isArray())
      return element;
    type = program.types.array(element, llvm::cast<ArrayType>(type->strip())->dimensions, false);
  }
  if (auto *array = llvm::dyn_cast<ArrayType>(type->strip()); array && !isC()) {
    std::vector<Dimension> deferred(array->dimensions.size());
    for (Dimension &d : deferred)
      d.form = Dimension::Form::Deferred;
    return program.types.array(array->element, deferred, false);
  }
  if (auto *pointer = llvm::dyn_cast<PointerType>(type->strip()); pointer && isC()) {
    const Type *pointee = unqualified(pointer->pointee);
    if (auto *array = llvm::dyn_cast<ArrayType>(pointee->strip()))
      pointee = program.types.array(unqualified(array->element), array->dimensions, true);
    return program.types.pointer(pointee);
  }
  return type;
}

/// Named constants of the head that its declarations use come along.
void Arguments::importConstants(const Type *type) {
  type = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return importConstants(pointer->pointee);
  if (auto *text = llvm::dyn_cast<CharacterType>(type->scalar()->strip()))
    importConstants(text->length);
  if (auto *array = llvm::dyn_cast<ArrayType>(type))
    for (const Dimension &d : array->dimensions)
      for (const Expr *e : {d.lower, d.upper, d.extent})
        importConstants(e);
}

void Arguments::importConstants(const Expr *e) {
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<ir::Variable>(x);
    bool local = v && v->symbol->owner && v->symbol->kind == SymbolKind::NamedConstant;
    if (!local || renaming.of(v->symbol) != v->symbol)
      return;
    importConstants(v->symbol->initial);
    Symbol *copy = driver.makeTemporary(v->symbol->name, v->symbol->type);
    std::string name = copy->name;
    *copy = *v->symbol;
    copy->name = name;
    copy->owner = &driver;
    copy->initial = renaming(v->symbol->initial);
    renaming.add(v->symbol, copy);
  });
}

Arguments::Variable Arguments::procedureArgument(const Symbol *s) {
  auto found = choices.procedures.find(s->name);
  if (found != choices.procedures.end())
    return {s, program.exprs.make<ProcedureReference>(s->type, found->second), nullptr};
  diagnostics.error(s->location, "cannot make up the procedure argument '" + s->name + "'",
                    "name a procedure of the program in the file of --at: {\"" + s->name +
                        "\": \"procedure\"}");
  return {s, nullptr, nullptr};
}

/// Globals that the head names are set and read where they are.
void Arguments::addGlobals() {
  std::set<const Symbol *> seen(head.parameters.begin(), head.parameters.end());
  seen.insert(head.result);
  for (auto *variables : {&derivative.head->independents, &derivative.head->dependents})
    for (const analysis::HeadVariable &v : *variables) {
      if (!seen.insert(v.symbol).second)
        continue;
      bool common = v.symbol->storage == Storage::Common;
      auto shadow = derivative.shadows.find(v.symbol);
      Symbol *value = common ? importCommon(v.symbol) : v.symbol;
      Symbol *derived = shadow == derivative.shadows.end() ? nullptr : shadow->second;
      if (common && derived)
        derived = importCommon(derived);
      Piece piece;
      piece.name = v.components.empty() ? v.text : v.symbol->name;
      piece.root = v.symbol;
      piece.place = b.variable(value);
      piece.shadow = derived ? b.variable(derived) : nullptr;
      // What is only a result keeps the value the program starts with.
      piece.read = variables == &derivative.head->independents;
      piece.late = value->allocatable && !piece.read;
      if (value->allocatable && piece.read) {
        auto *array = llvm::dyn_cast<ArrayType>(value->type->strip());
        piece.buffer = addBuffer(piece, value->type->scalar(),
                                 array ? array->dimensions : std::vector<Dimension>(), false);
      }
      expand(piece);
    }
}

/// The driver's view of the COMMON block that a procedure declares this member of.
Symbol *Arguments::importCommon(const Symbol *member) {
  for (CommonDeclaration &declaration : member->owner->scope.commons) {
    auto &members = declaration.members;
    if (std::find(members.begin(), members.end(), member) == members.end())
      continue;
    if (renaming.of(const_cast<Symbol *>(member)) != member)
      break; // came along before
    CommonDeclaration copy{declaration.block, {}};
    for (Symbol *s : members) {
      importConstants(s->type);
      Symbol *mine = driver.makeTemporary(s->name, nullptr);
      std::string name = mine->name;
      *mine = *s;
      mine->name = name;
      mine->owner = &driver;
      mine->type = renaming(s->type);
      mine->initial = nullptr;
      renaming.add(s, mine);
      copy.members.push_back(mine);
    }
    driver.scope.commons.push_back(copy);
    break;
  }
  return renaming.of(const_cast<Symbol *>(member));
}

// ---- Calls ----------------------------------------------------------------------------------------

std::vector<Argument> Arguments::passed(bool shadows) const {
  std::vector<Argument> out;
  for (const Variable &v : parameters) {
    out.push_back({v.value, {}});
    if (shadows && derivative.shadows.count(v.original))
      out.push_back({shadowArgument(v.shadow, v.original->type), {}});
  }
  return out;
}

StmtPtr Arguments::callOriginal() const {
  return std::make_unique<Call>(head.symbol, passed(false), result.value);
}

const Expr *Arguments::address(const Expr *place) const {
  return program.exprs.make<AddressOf>(program.types.pointer(place->type), place);
}

/// C passes the directions of a scalar as an array, and adjoints by address.
const Expr *Arguments::shadowArgument(const Expr *shadow, const Type *original) const {
  if (isC() && derivative.adjoint && !original->isPointer())
    return address(shadow);
  bool scalar = transform::hasDirections(original) && !original->isArray();
  if (!isC() || !directions.several() || !scalar)
    return shadow;
  std::vector<const Expr *> zero{program.exprs.make<IntegerConstant>(directions.count->type, 0)};
  const Type *real = shadow->type->scalar();
  return program.exprs.make<AddressOf>(program.types.pointer(real),
                                       program.exprs.make<ir::Element>(real, shadow, zero), true);
}

const RecordType *Arguments::shadowOf(const RecordType &record, Location) {
  auto found = derivative.records.find(&record);
  return found == derivative.records.end() ? &record : found->second;
}

/// The value of a function, and with several directions its derivative, as arguments.
void Arguments::addResult(std::vector<Argument> &arguments) const {
  arguments.push_back({isC() ? address(result.value) : result.value, {}});
  if (!directions.several())
    return;
  bool array = !isC() || transform::hasDirections(head.result->type);
  arguments.push_back({array ? shadowArgument(result.shadow, head.result->type)
                             : address(result.shadow), {}});
}

StmtPtr Arguments::callDerivative() const {
  if (!derivative.derivative)
    return callOriginal();
  std::vector<Argument> arguments = passed(true);
  bool derived = head.result && derivative.shadows.count(head.result);
  if (derivative.adjoint) {
    if (derived)
      arguments.push_back({result.shadow, {}});
    return std::make_unique<Call>(derivative.derivative->symbol, std::move(arguments), nullptr);
  }
  if (derived)
    addResult(arguments);
  if (asked == 0u)
    arguments.insert(isC() ? arguments.begin() : arguments.end(), {directions.count, {}});
  const Expr *returned = !derived ? result.value : directions.several() ? nullptr : result.shadow;
  return std::make_unique<Call>(derivative.derivative->symbol, std::move(arguments), returned);
}

} // namespace costate::check
