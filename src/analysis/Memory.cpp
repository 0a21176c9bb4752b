#include "analysis/Memory.h"

#include "analysis/PointsTo.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

bool insert(CellSet &set, CellId id) {
  auto at = std::lower_bound(set.begin(), set.end(), id);
  if (at != set.end() && *at == id)
    return false;
  set.insert(at, id);
  return true;
}

namespace {

void insertAll(CellSet &set, llvm::ArrayRef<CellId> more) {
  for (CellId id : more)
    insert(set, id);
}

const Type *elementOf(const Type *type) { return type ? type->scalar()->strip() : nullptr; }

bool outlivesCalls(const Symbol *s) {
  return s->storage == Storage::Global || s->storage == Storage::Common ||
         s->storage == Storage::Saved || !s->owner;
}

} // namespace

Memory::Memory(Program &program, const CallGraph &graph, const std::vector<Procedure *> &heads)
    : program(program), graph(graph), order(graph.bottomUp(heads)) {
  cells.emplace_back(); // Unknown
  cells[0].many = true;
  overlayStorage(program);
  findShared(program);
  solvePointsTo(*this);
  findEscaped();
}

/// Memory that a procedure allocates and nobody can reach after it returns is its own: no pointer
/// its callers see leads there, directly or through other memory.
void Memory::findEscaped() {
  std::vector<bool> escaped(cells.size());
  for (auto &[p, pointers] : pointersOf) {
    std::vector<CellId> open;
    llvm::DenseMap<CellId, bool> seen;
    auto follow = [&](CellId pointer) {
      if (auto found = pointsTo.find({p, pointer}); found != pointsTo.end())
        for (CellId id : found->second)
          if (seen.try_emplace(id, true).second)
            open.push_back(id);
    };
    llvm::DenseMap<CellId, std::vector<CellId>> inside; ///< pointers by the memory they are part of
    for (CellId pointer : pointers) {
      if (cells[root(pointer)].kind != Cell::Kind::Heap && isInterface(p, pointer))
        follow(pointer);
      for (CellId id = pointer; id;
           id = cells[id].kind == Cell::Kind::Component ? cells[id].base : 0)
        inside[id].push_back(pointer);
    }
    while (!open.empty()) {
      CellId id = open.back();
      open.pop_back();
      escaped[root(id)] = true;
      auto found = inside.find(root(id));
      if (found != inside.end())
        for (CellId pointer : found->second)
          follow(pointer);
    }
  }
  for (CellId id = 0; id < escaped.size(); ++id)
    if (escaped[id] && cells[id].kind == Cell::Kind::Heap)
      cells[id].procedure = nullptr;
}

/// A variable that another procedure than its own uses (an internal procedure, its host's) is shared
/// by them like a global.
void Memory::findShared(Program &program) {
  for (Procedure *p : procedures(program)) {
    if (!p->host)
      continue;
    auto note = [&](const Symbol *s) {
      if (s->owner && s->owner != p && s->kind == SymbolKind::Variable)
        hostAssociated[s] = true;
    };
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *loop = llvm::dyn_cast<For>(&s))
        note(loop->variable);
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *variable = llvm::dyn_cast<Variable>(x))
            note(variable->symbol);
        });
    });
  }
}

CellId Memory::add(Cell cell) {
  cells.push_back(cell);
  return cells.size() - 1;
}

CellId Memory::variable(const Symbol *s) {
  if (auto found = representative.find(s); found != representative.end())
    s = found->second;
  auto [at, fresh] = variables.try_emplace(s, 0);
  if (!fresh)
    return at->second;
  Cell l;
  l.kind = Cell::Kind::Variable;
  l.type = elementOf(s->type);
  l.symbol = s;
  l.many = s->type && s->type->isArray();
  l.overlaid = overlaidSymbols.count(s);
  l.procedure = outlivesCalls(s) || hostAssociated.count(s) ? nullptr : s->owner;
  CellId id = add(l);
  variables[s] = id;
  return id;
}

const RecordType *Memory::recordAt(CellId id) const {
  const Type *type = cells[id].type;
  auto *record = type ? llvm::dyn_cast<RecordType>(type) : nullptr;
  return record && !record->components.empty() ? record : nullptr;
}

CellId Memory::component(CellId base, const RecordType *record, unsigned index) {
  // An extended type begins with its parent; a pointer to the parent may lead here.
  const RecordType *here = recordAt(base);
  while (here && here != record && here->parent)
    base = component(base, here, 0), here = recordAt(base);
  if (here != record)
    return base; // seen as another type than declared: the whole of it
  auto [at, fresh] = components.try_emplace({base, index}, 0);
  if (!fresh)
    return at->second;
  const Component &c = record->components[index];
  Cell l;
  l.kind = Cell::Kind::Component;
  l.type = elementOf(c.type);
  l.base = base;
  l.component = index;
  l.many = cells[base].many || c.type->isArray();
  l.overlaid = cells[base].overlaid;
  CellId id = add(l);
  components[{base, index}] = id;
  return id;
}

CellId Memory::heap(const Procedure *p, const Stmt &site, const Type *type) {
  auto [at, fresh] = heaps.try_emplace(&site, 0);
  if (!fresh)
    return at->second;
  Cell l;
  l.kind = Cell::Kind::Heap;
  l.type = elementOf(type);
  l.site = &site;
  l.procedure = p; // until it is known to escape
  l.many = true;
  CellId id = add(l);
  heaps[&site] = id;
  return id;
}

CellId Memory::root(CellId id) const {
  while (cells[id].kind == Cell::Kind::Component)
    id = cells[id].base;
  return id;
}

bool Memory::isShared(CellId id) const {
  const Cell &l = cells[root(id)];
  return l.kind != Cell::Kind::Pointee && !l.procedure;
}

bool Memory::isInterface(const Procedure *p, CellId id) const {
  const Cell &l = cells[root(id)];
  if (l.kind == Cell::Kind::Pointee || isShared(id))
    return true;
  if (l.kind == Cell::Kind::Heap)
    return false;
  const Symbol *s = l.symbol;
  return s->storage == Storage::Result || (s->storage == Storage::Argument && !s->byValue);
}

// ---- Pointers -----------------------------------------------------------------------------------

/// Whether the pointer may still hold what it held when the procedure was entered.
bool Memory::startsWithPointee(const Procedure *p, CellId pointer) const {
  const Cell &l = cells[root(pointer)];
  switch (l.kind) {
  case Cell::Kind::Pointee:
    return true;
  case Cell::Kind::Variable:
    return !l.procedure || l.symbol->storage == Storage::Argument;
  case Cell::Kind::Heap: // new in the procedure or a callee, or seen as somebody's pointee
  case Cell::Kind::Unknown:
    return false;
  case Cell::Kind::Component:
    break;
  }
  return false;
}

/// Lists and trees: what a pointer in a record reaches is one location together with an enclosing
/// record of the same type, so that there are finitely many.
const CellId *Memory::collapsed(CellId pointer, const Type *pointee) const {
  static thread_local CellId found;
  unsigned depth = 0;
  for (CellId id = pointer; id;) {
    const Cell &l = cells[id];
    bool isPointee = l.kind == Cell::Kind::Pointee;
    if (isPointee && ((l.type == pointee && pointee && pointee->isRecord()) || ++depth > 6)) {
      found = id;
      return &found;
    }
    id = l.kind == Cell::Kind::Component || isPointee ? l.base : 0;
  }
  return nullptr;
}

CellId Memory::pointee(const Procedure *p, CellId pointer) {
  auto [at, fresh] = pointeesOf.try_emplace({p, pointer}, 0);
  if (!fresh)
    return at->second;
  auto *type = llvm::dyn_cast_or_null<PointerType>(cells[pointer].type);
  const Type *element = type ? elementOf(type->pointee) : nullptr;
  CellId id;
  if (const CellId *same = collapsed(pointer, element)) {
    id = *same;
    cells[id].many = true;
  } else {
    Cell l;
    l.kind = Cell::Kind::Pointee;
    l.type = element;
    l.base = pointer;
    l.procedure = p;
    const Symbol *s = cells[pointer].symbol;
    // An array of pointers leads to as many objects.
    l.many = cells[pointer].many || (type && type->pointee->isArray()) ||
             (s && s->writtenArray);
    id = add(l);
  }
  pointeesOf[{p, pointer}] = id;
  return id;
}

llvm::ArrayRef<CellId> Memory::pointedTo(const Procedure *p, CellId pointer) {
  if (pointer == unknown())
    return llvm::ArrayRef<CellId>();
  auto found = pointsTo.find({p, pointer});
  if (found == pointsTo.end()) {
    CellSet initial;
    if (startsWithPointee(p, pointer))
      initial.push_back(pointee(p, pointer));
    found = pointsTo.try_emplace({p, pointer}, std::move(initial)).first;
    pointersOf[p].push_back(pointer);
  }
  return found->second;
}

std::vector<CellId> Memory::ambiguousPointers(const Procedure *p) const {
  std::vector<CellId> out;
  if (auto found = pointersOf.find(p); found != pointersOf.end())
    for (CellId pointer : found->second)
      if (pointsTo.find({p, pointer})->second.size() > 1)
        out.push_back(pointer);
  return out;
}

bool Memory::addPointedTo(const Procedure *p, CellId pointer,
                          llvm::ArrayRef<CellId> more) {
  (void)pointedTo(p, pointer); // makes the entry
  CellSet &set = pointsTo[{p, pointer}];
  bool changed = false;
  for (CellId id : more)
    changed |= insert(set, id);
  return changed;
}

// ---- Expressions --------------------------------------------------------------------------------

CellSet Memory::places(const Procedure *p, const Expr *e) {
  CellSet out;
  switch (e->kind()) {
  case ExprKind::Variable:
    out.push_back(variable(llvm::cast<Variable>(e)->symbol));
    break;
  case ExprKind::Element:
    return places(p, llvm::cast<Element>(e)->base);
  case ExprKind::Substring:
    return places(p, llvm::cast<Substring>(e)->base);
  case ExprKind::ComplexPart:
    return places(p, llvm::cast<ComplexPart>(e)->base);
  case ExprKind::Field: {
    auto *field = llvm::cast<Field>(e);
    for (CellId base : places(p, field->base))
      insert(out, component(base, field->record, field->component));
    break;
  }
  case ExprKind::Dereference:
    return pointees(p, llvm::cast<Dereference>(e)->pointer);
  default: // a value: constructors and string constants can be passed by reference, too
    break;
  }
  return out;
}

CellSet Memory::pointees(const Procedure *p, const Expr *e) {
  CellSet out;
  if (e->isPlace()) {
    for (CellId pointer : places(p, e))
      insertAll(out, CellSet(pointedTo(p, pointer)));
    return out;
  }
  switch (e->kind()) {
  case ExprKind::AddressOf:
    return places(p, llvm::cast<AddressOf>(e)->place);
  case ExprKind::PointerAdd:
    return pointees(p, llvm::cast<PointerAdd>(e)->pointer);
  case ExprKind::Convert: {
    const Expr *operand = llvm::cast<Convert>(e)->operand;
    if (operand->type->isPointer())
      return pointees(p, operand);
    out.push_back(unknown());
    break;
  }
  default: // ?:, constructors, functions of pointers: any of the operands; constants: nowhere
    for (const Expr *operand : operands(e))
      if (operand->type && operand->type->scalar()->strip()->isPointer())
        insertAll(out, pointees(p, operand));
    break;
  }
  return out;
}

bool Memory::isWhole(const Procedure *p, const Expr *place) {
  CellSet at = places(p, place);
  if (at.size() != 1)
    return false;
  const Cell &l = cells[at[0]];
  if (l.overlaid || l.kind == Cell::Kind::Unknown)
    return false;
  if (llvm::isa<ComplexPart>(place) || llvm::isa<Substring>(place))
    return false;
  if (!l.many)
    return true;
  // A whole array by its name, of one object.
  if (auto *v = llvm::dyn_cast<Variable>(place))
    return l.kind == Cell::Kind::Variable && v->type->isArray();
  if (auto *field = llvm::dyn_cast<Field>(place))
    return l.kind == Cell::Kind::Component && !cells[l.base].many &&
           field->record->components[field->component].type->isArray();
  return false;
}

// ---- Calls ----------------------------------------------------------------------------------------

const Expr *Memory::argument(const Call &call, const Procedure *target, const Symbol *parameter) {
  for (size_t i = 0; i < target->parameters.size() && i < call.arguments.size(); ++i)
    if (target->parameters[i] == parameter)
      return call.arguments[i].value;
  return nullptr;
}

CellSet Memory::bind(const Procedure *caller, const Call &call, const Procedure *target,
                         CellId id) {
  CellSet out;
  const Cell l = cells[id]; // a copy: binding may create locations
  switch (l.kind) {
  case Cell::Kind::Unknown:
  case Cell::Kind::Heap:
    out.push_back(id);
    break;
  case Cell::Kind::Variable: {
    if (!l.procedure) {
      out.push_back(id);
      break;
    }
    if (l.symbol == target->result)
      return call.result ? places(caller, call.result) : out;
    const Expr *actual = argument(call, target, l.symbol);
    if (!actual || l.symbol->byValue)
      break;
    bool address = actual->type && actual->type->isPointer() && !l.type->isPointer();
    return address ? pointees(caller, actual) : places(caller, actual);
  }
  case Cell::Kind::Component: {
    auto *record = recordAt(l.base);
    for (CellId base : bind(caller, call, target, l.base))
      insert(out, component(base, record, l.component));
    break;
  }
  case Cell::Kind::Pointee: {
    const Cell pointer = cells[l.base];
    if (pointer.kind == Cell::Kind::Variable && pointer.procedure == target &&
        pointer.symbol->storage == Storage::Argument) {
      const Expr *actual = argument(call, target, pointer.symbol);
      if (!actual)
        break;
      bool isPointer = actual->type && actual->type->scalar()->strip()->isPointer();
      return isPointer ? pointees(caller, actual) : places(caller, actual);
    }
    for (CellId b : bind(caller, call, target, l.base))
      insertAll(out, CellSet(pointedTo(caller, b)));
    break;
  }
  }
  return out;
}

llvm::ArrayRef<CellId> Memory::aliases(const Procedure *p, CellId id) const {
  auto found = aliasSets.find({p, id});
  return found == aliasSets.end() ? llvm::ArrayRef<CellId>()
                                  : llvm::ArrayRef<CellId>(found->second);
}

void Memory::addAlias(const Procedure *p, CellId a, CellId b) {
  insert(aliasSets[{p, a}], b);
  insert(aliasSets[{p, b}], a);
  insert(aliasedCells[p], a);
  insert(aliasedCells[p], b);
}

llvm::ArrayRef<CellId> Memory::aliased(const Procedure *p) const {
  auto found = aliasedCells.find(p);
  return found == aliasedCells.end() ? llvm::ArrayRef<CellId>()
                                     : llvm::ArrayRef<CellId>(found->second);
}

// ---- Names ----------------------------------------------------------------------------------------

const Symbol *Memory::symbolOf(CellId id) const {
  for (;;) {
    const Cell &l = cells[id];
    if (l.kind == Cell::Kind::Variable)
      return l.symbol;
    if (l.kind == Cell::Kind::Heap || l.kind == Cell::Kind::Unknown)
      return nullptr;
    id = l.base;
  }
}

namespace {

std::string variableName(const Symbol *s) {
  if (s->overlay && s->overlay->block)
    return "/" + s->overlay->block->name + "/" + s->name;
  if (s->unit && s->unit->kind == UnitKind::FortranModule)
    return s->unit->name + "%" + s->name;
  return s->name;
}

} // namespace

std::string Memory::headName(CellId id) const {
  const Cell &l = cells[id];
  if (l.kind == Cell::Kind::Unknown || l.kind == Cell::Kind::Heap)
    return {};
  if (l.kind == Cell::Kind::Variable)
    return l.symbol->temporary ? std::string() : variableName(l.symbol);
  std::string base = headName(l.base);
  if (l.kind == Cell::Kind::Pointee || base.empty())
    return base;
  const RecordType *record = recordAt(l.base);
  bool isC = record->unit && record->unit->kind == UnitKind::CFile;
  bool arrow = isC && cells[l.base].kind == Cell::Kind::Pointee;
  return base + (arrow ? "->" : isC ? "." : "%") + record->components[l.component].name;
}

std::string Memory::name(CellId id) const {
  const Cell &l = cells[id];
  switch (l.kind) {
  case Cell::Kind::Unknown:
    return "?";
  case Cell::Kind::Variable:
    return variableName(l.symbol);
  case Cell::Kind::Heap:
    return "allocated at line " + std::to_string(l.site->location.line);
  case Cell::Kind::Component: {
    const RecordType *record = recordAt(l.base);
    const std::string &part = record->components[l.component].name;
    const Cell &base = cells[l.base];
    if (record->unit && record->unit->kind == UnitKind::CFile)
      return base.kind == Cell::Kind::Pointee ? name(base.base) + "->" + part
                                                  : name(l.base) + "." + part;
    return name(base.kind == Cell::Kind::Pointee ? base.base : l.base) + "%" + part;
  }
  case Cell::Kind::Pointee: {
    auto *pointer = llvm::dyn_cast_or_null<PointerType>(cells[l.base].type);
    return pointer && pointer->fortran ? name(l.base) : "*" + name(l.base);
  }
  }
  return {};
}

} // namespace costate::analysis
