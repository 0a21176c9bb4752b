// From arguments to leaves: records by their components, arrays of records by their elements, pointers
// by what they point to.
#include "check/DriverParts.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace costate::check {

using namespace ir;

void Arguments::refuse(const Piece &p, const std::string &what) {
  diagnostics.error(p.root->location, "cannot make up '" + p.name + "': " + what,
                    "call the head from a procedure with simpler arguments, and check that");
}

bool Arguments::names(const std::vector<analysis::HeadVariable> &variables,
                      const Piece &p) const {
  return std::any_of(variables.begin(), variables.end(), [&](const analysis::HeadVariable &v) {
    if (v.symbol != p.root || v.components.size() > p.components.size())
      return false;
    for (size_t i = 0; i < v.components.size(); ++i)
      if (isC() ? v.components[i] != p.components[i]
                : !llvm::StringRef(v.components[i]).equals_insensitive(p.components[i]))
        return false;
    return true;
  });
}

void Arguments::expand(Piece p) {
  const Type *type = p.place->type->strip();
  if (type->isPointer())
    return expandPointer(p);
  const Type *scalar = type->scalar()->strip();
  if (type->isArray() && (scalar->isRecord() || scalar->isPointer()))
    return expandElements(p);
  if (auto *record = llvm::dyn_cast<RecordType>(scalar))
    return expandRecord(p, *record);
  if (scalar->isVoid() || scalar->isProcedure())
    return refuse(p, "nothing is known of what it holds");
  addLeaf(p, type);
}

void Arguments::expandArray(Piece p, const Symbol *declared) {
  auto *array = llvm::cast<ArrayType>(renaming(declared->type)->strip());
  if (array->dimensions.front().form == Dimension::Form::AssumedRank)
    return refuse(p, "its rank is not declared");
  bool growable = !declared->allocatable && array->dimensions.back().form == Dimension::Form::Star;
  if (!p.late)
    p.buffer = addBuffer(p, p.place->type->scalar(), array->dimensions, growable);
  else if (p.place->type->scalar()->isRecord())
    return refuse(p, "it is an array of records that the head allocates");
  expand(p);
}

Symbol *Arguments::newIndex() {
  const Type *type = isC() ? program.types.integer(8, true, "long") : b.integer(Language::Fortran);
  Symbol *index = driver.makeTemporary("costate_i", type);
  index->temporary = false;
  return index;
}

/// Element by element, in loops.
void Arguments::expandElements(const Piece &p) {
  auto *array = llvm::cast<ArrayType>(p.place->type->strip());
  Piece element = p;
  std::vector<const Expr *> subscripts;
  for (unsigned d = 0; d < array->dimensions.size(); ++d) {
    Loop loop{newIndex(), p.place, d, -1};
    subscripts.push_back(b.variable(loop.index));
    element.loops.push_back(loop);
  }
  element.place = program.exprs.make<ir::Element>(array->element, p.place, subscripts);
  if (p.shadow)
    element.shadow =
        program.exprs.make<ir::Element>(types.of(array->element), p.shadow, subscripts);
  expand(element);
}

namespace {

/// The first dimension of what a C pointer points to, as a parameter may declare it (`double a[3]`).
Dimension firstDimension(const Type *writtenArray) {
  auto *written = writtenArray ? llvm::dyn_cast<ArrayType>(writtenArray->strip()) : nullptr;
  if (written && written->dimensions.front().form == Dimension::Form::Explicit)
    return written->dimensions.front();
  Dimension free;
  free.form = Dimension::Form::Star;
  return free;
}

} // namespace

void Arguments::expandPointer(Piece p) {
  auto *pointer = llvm::cast<PointerType>(p.place->type->strip());
  const Type *pointee = pointer->pointee, *element = pointee->scalar();
  if (pointee->isVoid() || pointee->isProcedure())
    return refuse(p, "nothing is known of what it points to");
  if (std::count(p.within.begin(), p.within.end(), element->strip()))
    return; // a list or a tree: it ends here
  std::vector<Dimension> dimensions;
  if (isC()) {
    const Type *written = p.components.empty() ? p.root->writtenArray : nullptr;
    dimensions.push_back(firstDimension(written ? renaming(written) : nullptr));
  }
  bool growable = isC() && dimensions[0].form == Dimension::Form::Star;
  if (auto *array = llvm::dyn_cast<ArrayType>(pointee->strip()))
    dimensions.insert(dimensions.end(), array->dimensions.begin(), array->dimensions.end());
  p.buffer = addBuffer(p, element, dimensions, growable);
  if (isC() && (element->isRecord() || element->isPointer()))
    return expandPointers(p, element);
  if (isC())
    return addLeaf(p, pointee);
  p.place = program.exprs.make<Dereference>(pointee, p.place);
  if (p.shadow)
    p.shadow = program.exprs.make<Dereference>(types.of(pointee), p.shadow);
  expand(p);
}

/// C: a record by its address, or several; pointers to rows.
void Arguments::expandPointers(Piece p, const Type *element) {
  Buffer &buffer = list.buffers[p.buffer];
  bool one = element->isRecord() && !choices.arrays.count(p.name) &&
             buffer.dimensions[0].form == Dimension::Form::Star;
  const Expr *offset = nullptr;
  if (one) {
    buffer.given = {1};
    buffer.growable = false;
  } else {
    Loop loop{newIndex(), p.place, 0, p.buffer};
    offset = b.variable(loop.index);
    p.loops.push_back(loop);
    p.name += "[]";
  }
  p.place = program.exprs.make<Dereference>(element, p.place, offset);
  if (p.shadow)
    p.shadow = program.exprs.make<Dereference>(types.of(element), p.shadow, offset);
  expand(p);
}

void Arguments::expandRecord(const Piece &p, const RecordType &record) {
  if (!record.complete)
    return refuse(p, "its type is not known");
  if (llvm::isa<ir::Variable>(p.place) && p.root->owner)
    for (const Expr *place : {p.place, p.shadow})
      if (place)
        recordPlaces.push_back(place);
  for (unsigned i = 0; i < record.components.size(); ++i)
    expandComponent(p, record, i);
}

void Arguments::expandComponent(const Piece &p, const RecordType &record, unsigned index) {
  const Component &c = record.components[index];
  Piece part = p;
  part.within.push_back(&record);
  auto *through = llvm::dyn_cast<Dereference>(p.place);
  bool arrow = isC() && through && !through->offset;
  part.name = p.name + (!isC() ? "%" : arrow ? "->" : ".") + c.name;
  part.components.push_back(c.name);
  part.place = program.exprs.make<Field>(c.type, p.place, &record, index);
  auto *shadow = llvm::cast<RecordType>(types.of(&record)->strip());
  part.shadow = nullptr;
  if (auto found = transform::ShadowTypes::component(*shadow, record, index); found && p.shadow)
    part.shadow = program.exprs.make<Field>(types.of(c.type), p.shadow, shadow, *found);
  if (!c.allocatable)
    return expand(part);
  std::vector<Dimension> dimensions;
  if (auto *array = llvm::dyn_cast<ArrayType>(c.type->strip()))
    dimensions = array->dimensions;
  part.buffer = addBuffer(part, c.type->scalar(), dimensions, false);
  expand(part);
}

int Arguments::addBuffer(const Piece &p, const Type *element, std::vector<Dimension> dimensions,
                         bool growable) {
  Buffer buffer;
  buffer.name = p.name;
  buffer.place = p.place;
  buffer.shadow = p.shadow;
  buffer.dimensions = std::move(dimensions);
  buffer.element = element;
  buffer.shadowElement = isC() ? types.of(element) : element;
  buffer.growable = growable;
  buffer.loops = p.loops;
  list.buffers.push_back(std::move(buffer));
  return list.buffers.size() - 1;
}

namespace {

bool elementOf(const Type *type, Element &out) {
  type = type->scalar()->strip();
  auto bytes = [](unsigned kind) { return kind == 10 ? 16 : kind; };
  if (auto *i = llvm::dyn_cast<IntegerType>(type)) {
    out = {Element::Kind::Integer, i->bytes, 0, i->isSigned};
  } else if (auto *l = llvm::dyn_cast<LogicalType>(type)) {
    out = {Element::Kind::Logical, l->bytes, 0, false};
  } else if (auto *r = llvm::dyn_cast<RealType>(type)) {
    out = {Element::Kind::Real, bytes(r->realKind), r->realKind, true};
  } else if (auto *z = llvm::dyn_cast<ComplexType>(type)) {
    out = {Element::Kind::Complex, 2 * bytes(z->realKind), z->realKind, true};
  } else if (auto *c = llvm::dyn_cast<CharacterType>(type)) {
    auto *length = c->length ? llvm::dyn_cast<IntegerConstant>(c->length) : nullptr;
    if (!length)
      return false;
    out = {Element::Kind::Character, static_cast<unsigned>(length->value), 0, false};
  } else {
    return false;
  }
  return true;
}

} // namespace

void Arguments::addLeaf(const Piece &p, const Type *type) {
  Leaf leaf;
  if (!elementOf(type, leaf.element))
    return refuse(p, "its length is not a constant");
  leaf.name = p.name;
  leaf.root = p.root;
  leaf.components = p.components;
  leaf.place = p.place;
  leaf.shadow = leaf.element.differentiable() ? p.shadow : nullptr;
  leaf.buffer = p.buffer;
  leaf.loops = p.loops;
  leaf.late = p.late;
  leaf.rank = p.loops.size() + type->rank();
  bool pointed = isC() && p.place->type->isPointer();
  if (pointed) // the pointer stands for all it points to
    leaf.rank = p.loops.size() + list.buffers[p.buffer].dimensions.size();
  leaf.control = !leaf.element.differentiable() && leaf.rank == 0 && p.buffer < 0 && p.read;
  leaf.read = p.read;
  leaf.independent = names(list.head->independents, p);
  leaf.dependent = names(list.head->dependents, p);
  list.leaves.push_back(std::move(leaf));
}

} // namespace costate::check
