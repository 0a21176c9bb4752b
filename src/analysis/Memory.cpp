#include "analysis/Memory.h"

#include "analysis/Accesses.h"
#include "analysis/PointsTo.h"
#include "ir/Constants.h"

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

void insertAll(CellSet &set, llvm::ArrayRef<CellId> more) {
  for (CellId id : more)
    insert(set, id);
}

namespace {

const Type *elementOf(const Type *type) { return type ? type->scalar()->strip() : nullptr; }

bool outlivesCalls(const Symbol *s) {
  return s->storage == Storage::Global || s->storage == Storage::Common ||
         s->storage == Storage::Saved || !s->owner;
}

} // namespace

Memory::Memory(Program &program, const CallGraph &graph, const std::vector<Procedure *> &heads, BlockParts parts)
    : theProgram(program), graph(graph), parts(std::move(parts)), order(graph.bottomUp(heads)) {
  cells.emplace_back(); // Unknown
  cells[0].many = true;
  overlayStorage(program);
  findShared(program);
  findViews(program);
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

/// What is behind a `void *` is taken apart as the type the pointer is first converted to. Any choice
/// is right, since other views see the memory as a whole; this one keeps a context's parts apart.
void Memory::findViews(Program &program) {
  auto note = [&](const Expr *e) {
    auto *convert = llvm::dyn_cast<Convert>(e);
    auto *from = convert ? llvm::dyn_cast<Variable>(convert->operand) : nullptr;
    auto *type = from ? llvm::dyn_cast<PointerType>(from->type->strip()) : nullptr;
    auto *to = type ? llvm::dyn_cast<PointerType>(convert->type->strip()) : nullptr;
    if (to && type->pointee->strip()->isVoid() && !to->pointee->strip()->isVoid())
      views.try_emplace(from->symbol, elementOf(to->pointee));
  };
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, note);
    });
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
  CellId whole = base;
  const RecordType *here = recordAt(base);
  while (here && here != record && here->parent)
    base = component(base, here, 0), here = recordAt(base);
  if (here != record)
    return whole; // seen as another type than declared
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
  // A record with allocatable parts of its own type: all of them are one cell, of no type.
  for (CellId outer = base; l.type && l.type->isRecord(); outer = cells[outer].base) {
    if (cells[outer].type == l.type)
      l.type = nullptr, l.many = true;
    if (cells[outer].kind != Cell::Kind::Component)
      break;
  }
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

/// An object of its own that the assignment's pointer points to; 0 where it begins none.
CellId Memory::partOfBlock(const Procedure *p, const Assign &s) {
  auto part = parts.find(&s);
  if (part == parts.end())
    return 0;
  CellId id = heap(p, s, llvm::cast<PointerType>(s.place->type->strip())->pointee);
  cells[id].site = part->second;
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

bool Memory::isConstant(CellId id) const {
  const Symbol *s = cells[root(id)].kind == Cell::Kind::Pointee ? nullptr : cells[root(id)].symbol;
  auto isConst = [](const Type *type) {
    auto *qualified = llvm::dyn_cast<QualifiedType>(type);
    return qualified && qualified->isConst;
  };
  bool isStatic = s && (s->storage == Storage::Global || s->storage == Storage::Saved);
  return isStatic && (isConst(s->type) || isConst(s->type->scalar()));
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
/// record of the same type, so that there are finitely many. So is what memory of no type leads to.
std::optional<CellId> Memory::collapsed(CellId pointer, const Type *pointee) const {
  unsigned depth = 0;
  for (CellId id = pointer; id;) {
    const Cell &l = cells[id];
    bool isPointee = l.kind == Cell::Kind::Pointee;
    bool same = pointee ? l.type == pointee && pointee->isRecord() : !l.type;
    if (isPointee && (same || ++depth > 6))
      return id;
    id = l.kind == Cell::Kind::Component || isPointee ? l.base : 0;
  }
  return std::nullopt;
}

bool Memory::makeMany(CellId id) {
  if (cells[id].many)
    return false;
  cells[id].many = true;
  ++manyMade;
  if (const RecordType *record = recordAt(id)) // what was taken apart before
    for (unsigned i = 0; i < record->components.size(); ++i)
      if (auto part = components.find({id, i}); part != components.end())
        makeMany(part->second);
  return true;
}

CellId Memory::pointee(const Procedure *p, CellId pointer) {
  auto [at, fresh] = pointeesOf.try_emplace({p, pointer}, 0);
  if (!fresh)
    return at->second;
  auto *type = llvm::dyn_cast_or_null<PointerType>(cells[pointer].type);
  const Symbol *s = cells[pointer].symbol;
  const Type *element = type ? elementOf(type->pointee) : nullptr;
  if (auto view = views.find(s); s && view != views.end())
    element = view->second;
  CellId id;
  if (std::optional<CellId> same = collapsed(pointer, element)) {
    id = *same;
    insert(leadBack[id], pointer);
    makeMany(id);
  } else {
    Cell l;
    l.kind = Cell::Kind::Pointee;
    l.type = element;
    l.base = pointer;
    l.procedure = p;
    // An array of pointers leads to as many objects.
    l.many = cells[pointer].many || (type && type->pointee->isArray()) ||
             (s && s->writtenArray);
    id = add(l);
  }
  pointeesOf[{p, pointer}] = id;
  return id;
}

const CellSet &Memory::pointsToSet(const Procedure *p, CellId leaf) {
  auto found = pointsTo.find({p, leaf});
  if (found == pointsTo.end()) {
    CellSet initial;
    if (startsWithPointee(p, leaf))
      initial.push_back(pointee(p, leaf));
    found = pointsTo.try_emplace({p, leaf}, std::move(initial)).first;
    pointersOf[p].push_back(leaf);
  }
  return found->second;
}

bool Memory::mayHoldPointer(const Procedure *p, CellId leaf) const {
  const Type *type = cells[leaf].type;
  return !type || type->isPointer() || type->isVoid() || pointsTo.count({p, leaf});
}

/// The parts that hold the pointers of a location. Those of a record without any by its type hold
/// pointers all the same where it is seen as another.
CellSet Memory::pointerParts(const Procedure *p, CellId id) {
  CellSet all, holders;
  forEachLeaf(id, [&](CellId leaf) {
    insert(all, leaf);
    if (mayHoldPointer(p, leaf))
      insert(holders, leaf);
  });
  return holders.empty() ? all : holders;
}

CellSet Memory::pointedTo(const Procedure *p, CellId pointer) {
  CellSet out;
  if (pointer == unknown())
    return out;
  if (!recordAt(pointer))
    return pointsToSet(p, pointer);
  for (CellId part : pointerParts(p, pointer))
    insertAll(out, pointsToSet(p, part));
  return out;
}

std::vector<CellId> Memory::ambiguousPointers(const Procedure *p) const {
  std::vector<CellId> out;
  if (auto found = pointersOf.find(p); found != pointersOf.end())
    for (CellId pointer : found->second)
      if (pointsTo.find({p, pointer})->second.size() > 1)
        out.push_back(pointer);
  return out;
}

std::vector<CellId> Memory::sharedPointers(const Procedure *p) const {
  std::vector<CellId> out;
  if (auto found = pointersOf.find(p); found != pointersOf.end())
    for (CellId pointer : found->second)
      if (isShared(pointer))
        out.push_back(pointer);
  return out;
}

bool Memory::addPointedTo(const Procedure *p, CellId pointer, llvm::ArrayRef<CellId> more) {
  bool changed = false;
  for (CellId part : pointerParts(p, pointer)) {
    (void)pointsToSet(p, part); // makes the entry
    CellSet &set = pointsTo[{p, part}];
    for (CellId id : more)
      changed |= insert(set, id);
  }
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
  case ExprKind::Dereference: {
    auto *dereference = llvm::cast<Dereference>(e);
    out = pointees(p, dereference->pointer);
    if (dereference->offset && constantValue(dereference->offset) != 0)
      walk(out);
    break;
  }
  default: // a value: constructors and string constants can be passed by reference, too
    break;
  }
  return out;
}

CellSet Memory::referredTo(const Procedure *p, const Expr *argument) {
  return argument->type->isPointer() ? pointees(p, argument) : places(p, argument);
}

/// What a pointer that moves along may point to: from a component that is no array, the components
/// beside it.
void Memory::walk(CellSet &cells) const {
  CellSet out;
  for (CellId id : cells) {
    const Cell &l = this->cells[id];
    bool alone = l.kind == Cell::Kind::Component &&
                 !recordAt(l.base)->components[l.component].type->isArray();
    insert(out, alone ? l.base : id);
  }
  cells = std::move(out);
}

CellSet Memory::pointees(const Procedure *p, const Expr *e) {
  CellSet out;
  if (e->isPlace()) {
    for (CellId pointer : places(p, e))
      insertAll(out, pointedTo(p, pointer));
    return out;
  }
  switch (e->kind()) {
  case ExprKind::AddressOf:
    return places(p, llvm::cast<AddressOf>(e)->place);
  case ExprKind::PointerAdd:
    out = pointees(p, llvm::cast<PointerAdd>(e)->pointer);
    walk(out);
    break;
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
  place = withoutFullRanges(place);
  CellSet at = places(p, place);
  if (at.size() != 1)
    return false;
  const Cell &l = cells[at[0]];
  if (l.overlaid || l.kind == Cell::Kind::Unknown)
    return false;
  if (l.type != elementOf(place->type) || l.type->isVoid()) // seen as another type: some part of it
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
