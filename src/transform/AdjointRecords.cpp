// What the forward sweep keeps and the backward sweep puts back: in a variable, an array indexed by iteration,
// or on the tape; and what goes from one procedure of a pair to the other.
#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "ir/Constants.h"
#include "transform/ArrayElements.h"
#include "transform/PointerTargets.h"

namespace costate::transform {

using namespace ir;
using analysis::isWholeAllocatable;

/// A local variable that no statement so far has mentioned holds nothing yet.
bool AdjointBody::isFresh(const Expr *place) const {
  const Symbol *root = rootVariable(place);
  return loops == 0 && root && !seen.count(root) &&
         (root->storage == Storage::Local || root->storage == Storage::Result) &&
         !root->overlay;
}

void AdjointBody::record(const Stmt &s, const Expr *place, Sweeps &out) {
  if (!place->isPlace() || (!keeps(s) && !isWholeAllocatable(place)) || isFresh(place))
    return;
  if (isWholeAllocatable(place))
    recordAllocatable(c.renaming(place), out);
  else
    recordPlace(c.renaming(place), out);
}

/// The shadow of a pointer is kept where the pointer is.
void AdjointBody::recordShadow(const Stmt &s, const Expr *place, const Expr *shadow, Sweeps &out) {
  if (keeps(s) && !isFresh(place))
    recordPlace(shadow, out);
}

static bool hasConstantExtents(const Type *type) {
  auto *array = llvm::dyn_cast<ArrayType>(type->strip());
  return array && llvm::all_of(array->dimensions, [](const Dimension &d) { return d.extent && constantValue(d.extent); });
}

/// Outside loops a variable of its own keeps a scalar; elsewhere the tape does.
bool AdjointBody::recordPlace(const Expr *place, Sweeps &out) {
  const Type *type = place->type->strip();
  if (auto *bounds = llvm::dyn_cast<Element>(place);
      bounds && type->isPointer() && c.procedure.language == Language::Fortran)
    return recordPlace(bounds->base, out); // `p(0:) => t` sets p
  if (Symbol *root = rootVariable(place); root && root->storage == Storage::Local) {
    const Type *written = assignable(root->type, c.program);
    if (root->initial && written != root->type)
      return false; // a constant of its declaration, in both sweeps
    root->type = written; // what is put back is no constant any more
  }
  if (auto *element = llvm::dyn_cast<Element>(place); element && c.procedure.language == Language::C)
    if (auto *array = llvm::dyn_cast<Variable>(element->base);
        array && array->symbol->storage == Storage::Local && !array->symbol->initial && hasConstantExtents(array->type))
      taped.insert(array->symbol); // the element may have no value yet
  Block forward, backward;
  bool onTape = false;
  bool isScalar = !type->isArray() && !type->isRecord() && !type->isCharacter();
  if (isScalar && survives()) {
    Symbol *root = rootVariable(place);
    bool isShadow = root && c.shadows.isShadow(root); // whose pointers are never const
    Symbol *kept = variable(((root ? root->name : "value") + "0").c_str(),
                            isShadow ? withoutConst(type, c.program) : type);
    if (ways.size() > 1)
      taped.insert(kept); // compilers do not see that what sets it has run wherever it is read
    out.forward.push_back(b.assign(kept, place, place->location));
    backward.push_back(std::make_unique<Assign>(place, b.variable(kept), place->location));
  } else {
    if (auto *v = llvm::dyn_cast<Variable>(place);
        v && isScalar && (v->symbol->storage == Storage::Local || v->symbol->storage == Storage::Result))
      taped.insert(v->symbol);
    if (const Expr *element = isScalar ? keptElement(place) : nullptr) {
      out.forward.push_back(std::make_unique<Assign>(element, place, place->location));
      backward.push_back(std::make_unique<Assign>(place, element, place->location));
    } else if (hasVectorSubscript(place)) {
      tape.push(place, c.procedure, out.forward);
      const Expr *values = terms.temporary(place, backward, "kept");
      tape.pop(values, c.procedure, backward);
      backward.push_back(std::make_unique<Assign>(place, values, place->location));
    } else {
      tape.push(place, c.procedure, out.forward);
      tape.pop(place, c.procedure, backward);
      onTape = true;
    }
  }
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
  return onTape;
}

/// A scalar that lives in one iteration of a counted loop, or in one way of a branch in a loop (BlockLocals.h). By TBR analysis the statement would keep what the
/// iteration before has left in it, for that one's adjoint. Instead, each iteration keeps its own value, and its
/// backward sweep begins by reading that. This is the same to all that read the variable there: they are adjoints of
/// statements in the iteration, at or after this one, and nothing else writes it. What it holds before and after
/// the loop is read by nobody.
bool AdjointBody::keepsNew(const Assign &s) {
  if (!keeps(s) || !runs(s) || nest.empty() || !recording.keepsNewValues() || survives())
    return false;
  const Type *type = s.place->type->strip();
  if ((!type->isReal() && !type->isInteger() && !type->isLogical()) ||
      recording.writers(c.variant.procedure, s.place) != 1)
    return false;
  if (nest.back())
    return blockLocals.isSetBy(s, nest.back()->body) && hasElements(type);
  return !ways.empty() && blockLocals.isSetBy(s, *ways.back().block);
}

void AdjointBody::recordNew(const Assign &s, Sweeps &out) {
  const Expr *place = c.renaming(s.place);
  Symbol *symbol = llvm::cast<Variable>(place)->symbol;
  symbol->type = assignable(symbol->type, c.program);
  if (!nest.back()) { // the way's forward piece ends by keeping them all, its backward piece begins by reading them
    ways.back().kept.push_back(place);
    loaded.insert(symbol);
    return;
  }
  const Expr *element = keptElement(place);
  out.forward.push_back(std::make_unique<Assign>(element, place, s.location));
  loads.back().push_back(std::make_unique<Assign>(place, element, s.location));
  loaded.insert(symbol);
}

AdjointBody::Stored AdjointBody::store(const Expr *place) {
  Sweeps one;
  Stored out;
  if (recordPlace(place, one))
    out.again = clone(one.forward);
  out.save = std::move(one.forward);
  out.restore = std::move(one.backward);
  return out;
}

/// Of the variable or the pointer that leads to a place.
static std::string nameOf(const Expr *place) {
  if (auto *v = llvm::dyn_cast<Variable>(place))
    return v->symbol->name;
  if (auto *element = llvm::dyn_cast<Element>(place))
    return nameOf(element->base);
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return nameOf(target->pointer);
  if (auto *field = llvm::dyn_cast<Field>(place))
    return field->name();
  return "value";
}

/// Where every iteration of loops keeps one value and their number is known: an array holds them.
const Expr *AdjointBody::keptElement(const Expr *place) {
  const Type *type = place->type->strip();
  if (!hasElements(type))
    return nullptr;
  std::vector<KeptArrays::Loop> loops;
  std::vector<const For *> counted = countedAround();
  bool onTape = paired || inFused || counted.size() < nest.size();
  for (const For *x : counted)
    loops.push_back({c.renaming.of(x->variable), c.renaming(x->lower), c.renaming(x->bound), *constantStep(*x),
                     x->inclusive});
  return kept.element(nameOf(place), type, loops, *counted.front(), onTape);
}

bool AdjointBody::hasElements(const Type *type) const {
  std::vector<const For *> counted = countedAround();
  bool onTape = paired || inFused || counted.size() < nest.size();
  return !counted.empty() && !type->isPointer() && (!onTape || Tape::hasRoomFor(type, c.procedure.language));
}

/// The loops around, outermost first, whose trips are known before the first of them begins and that run all
/// that is inside once in an iteration.
std::vector<const For *> AdjointBody::countedAround() const {
  std::vector<const For *> out;
  for (auto i = nest.rbegin(); i != nest.rend() && *i; ++i) {
    const For &x = **i;
    auto isFixed = [&](const For *inner) { return recording.isFixed(c.variant, *inner, x); };
    if (!constantStep(x) || !x.variable->type->isInteger() || !std::all_of(out.begin(), out.end(), isFixed))
      break;
    out.insert(out.begin(), &x);
  }
  return out;
}

/// What a variable holds here is needed at this point of the backward sweep.
void AdjointBody::keep(Symbol *s, Sweeps &out) {
  if (survives())
    return;
  const Expr *place = b.variable(s);
  Block backward;
  tape.push(place, c.procedure, out.forward);
  tape.pop(place, c.procedure, backward);
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

const Expr *AdjointBody::inquiry(const char *name, const Expr *of, const Type *type,
                                 const Expr *dimension) {
  std::vector<const Expr *> arguments{of};
  if (dimension)
    arguments.push_back(dimension);
  return c.program.exprs.make<Intrinsic>(type, name, arguments, of->location);
}

void AdjointBody::recordAllocatable(const Expr *place, Sweeps &out) {
  Block backward;
  tape.pushAllocatable(place, c.procedure, out.forward);
  tape.popAllocatable(place, c.procedure, backward);
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

/// Gives the adjoint of an allocatable the shape the variable has now, and zeros.
void AdjointBody::shapeLike(const Expr *shadow, const Expr *place, Block &out) {
  const Type *logical = b.logical(Language::Fortran);
  Location at = place->location;
  Block drop, make;
  drop.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  out.push_back(
      std::make_unique<If>(inquiry("allocated", shadow, logical), std::move(drop), Block{}, at));
  auto allocate = std::make_unique<Allocate>(Allocate::How::Fortran,
                                             std::vector{Allocation{shadow, {}, nullptr}}, at);
  allocate->mold = place;
  make.push_back(std::move(allocate));
  terms.clear(shadow, make);
  shapeParts(shadow, place, make);
  out.push_back(
      std::make_unique<If>(inquiry("allocated", place, logical), std::move(make), Block{}, at));
}

/// Assigned to, an allocatable number stays where it is: so does its adjoint, with what a caller has put into it.
void AdjointBody::allocateNumber(const Expr *shadow, Block &out) {
  Location at = shadow->location;
  const Type *logical = b.logical(Language::Fortran);
  Block make;
  make.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{Allocation{shadow, {}, nullptr}}, at));
  terms.clear(shadow, make);
  const Expr *isMissing =
      c.program.exprs.make<Unary>(logical, UnaryOp::Not, inquiry("allocated", shadow, logical), at);
  out.push_back(std::make_unique<If>(isMissing, std::move(make), Block{}, at));
}

/// Back before the assignment the number may not have been there.
void AdjointBody::clearNumber(const Expr *shadow, const Expr *place, Block &out) {
  Block zero, drop;
  terms.clear(shadow, zero);
  drop.push_back(std::make_unique<Free>(std::vector{shadow}, place->location));
  out.push_back(std::make_unique<If>(inquiry("allocated", place, b.logical(Language::Fortran)), std::move(zero),
                                     std::move(drop), place->location));
}

void AdjointBody::clearKept(Symbol *kept, Symbol *shadow, Block &out) {
  if (kept->allocatable)
    return shapeLike(b.variable(shadow), b.variable(kept), out);
  terms.clear(b.variable(shadow), out);
  shapeParts(b.variable(shadow), b.variable(kept), out);
}

/// The same for the allocatable components of a record's adjoint.
void AdjointBody::shapeParts(const Expr *shadow, const Expr *place, Block &out) {
  auto *record = llvm::dyn_cast<RecordType>(place->type->scalar()->strip());
  if (!record || !holdsAllocatable(record) || holdsItself(record) || c.procedure.language == Language::C)
    return; // what holds itself is not moved whole: its parts are shaped where they are allocated
  if (place->type->isArray())
    return ArrayElements(c.program, c.procedure).forEach({shadow, place}, out, [&](auto &e, Block &inner) {
      shapeParts(e[0], e[1], inner);
    });
  for (unsigned i = 0; i < record->components.size(); ++i) {
    const Component &component = record->components[i];
    auto part = [&](const Expr *of) {
      return c.program.exprs.make<Field>(component.type, of, record, i, place->location);
    };
    if (!analysis::carriesDerivative(component.type) || component.type->isPointer())
      continue;
    if (component.allocatable)
      shapeLike(part(shadow), part(place), out);
    else
      shapeParts(part(shadow), part(place), out);
  }
}

// ---- From one procedure to the other ----------------------------------------------------------------------

namespace {

/// Variables that a block may change.
std::set<const Symbol *> changed(const Block &block) {
  std::set<const Symbol *> out = addressTaken(block);
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      out.insert(rootVariable(assign->place));
    if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
      out.insert(rootVariable(call->result));
    if (auto *loop = llvm::dyn_cast<For>(&s))
      out.insert(loop->variable);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      for (const Allocation &a : allocate->objects)
        out.insert(rootVariable(a.place));
  });
  return out;
}

} // namespace

/// What goes on the tape before the original gave it a value has one all the same.
void AdjointBody::defineTaped(Sweeps &sweeps) {
  Block defined;
  std::vector<Symbol *> symbols; // clearing an array makes counters
  for (auto &s : c.procedure.scope.symbols)
    symbols.push_back(s.get());
  for (Symbol *s : symbols) {
    const Type *type = s->type ? s->type->strip() : nullptr;
    auto *first = sweeps.forward.empty() ? nullptr : llvm::dyn_cast<Assign>(sweeps.forward.front().get());
    auto *qualified = s->type ? llvm::dyn_cast<QualifiedType>(s->type) : nullptr;
    if (!taped.count(s) || analysis::hasLocalExtent(type) || (qualified && qualified->isConst) || (first && !type->isArray() && rootVariable(first->place) == s))
      continue;
    const Expr *zero = nullptr;
    if (type->isArray() && (type->scalar()->strip()->isReal() || type->scalar()->strip()->isComplex()))
      terms.clear(b.variable(s), defined);
    else if (type->isReal() || type->isComplex())
      zero = terms.zero(type, {});
    else if (type->isInteger())
      zero = b.constant(type, 0);
    else if (type->isLogical())
      zero = b.truth(type, false);
    else if (type->isPointer())
      zero = c.program.exprs.make<NullPointer>(type);
    if (zero)
      defined.push_back(b.assign(s, zero));
  }
  append(defined, std::move(sweeps.forward));
  sweeps.forward = std::move(defined);
}

/// Local variables that determine extents of others (C).
static std::set<const Symbol *> namedByExtents(const std::vector<Symbol *> &symbols) {
  std::set<const Symbol *> out;
  for (const Symbol *s : symbols)
    if (s->kind == SymbolKind::Variable)
      analysis::forEachLocalExtent(s->type, [&](const Expr *extent) {
        forEach(extent, [&](const Expr *x) {
          if (auto *v = llvm::dyn_cast<Variable>(x))
            out.insert(v->symbol);
        });
      });
  return out;
}

void AdjointBody::carry(Sweeps &sweeps) {
  std::set<const Symbol *> assigned = changed(sweeps.forward);
  std::set<const Symbol *> named; // in the backward sweep: only what is there needs its shape
  for (const StmtPtr &x : sweeps.backward)
    collectVariables(*x, named);
  Sweeps between;
  Block zeros;
  std::vector<Symbol *> all;
  for (auto &s : c.variant.procedure->scope.symbols)
    all.push_back(s.get());
  // What arrays are declared by comes back before them: it goes last.
  std::set<const Symbol *> extents = namedByExtents(all);
  std::stable_partition(all.begin(), all.end(), [&](const Symbol *s) { return !extents.count(s); });
  for (Symbol *s : all) {
    bool byValue = s->storage == Storage::Argument && s->byValue;
    bool own = s->storage == Storage::Local || s->storage == Storage::Result || byValue;
    Symbol *here = c.renaming.of(s), *shadow = c.shadows.of(s);
    if (s->kind != SymbolKind::Variable || !own || loaded.count(here))
      continue;
    if (byValue && !assigned.count(here))
      continue;
    if (s->type->strip()->isLogical() && !named.count(here))
      continue; // of a branch in which the backward sweep has nothing to do
    // What can be allocated must be so in the backward sweep, too, if that names it at all.
    bool isShaped = s->allocatable || (c.procedure.language == Language::Fortran && holdsAllocatable(s->type));
    if (!recording.carries(c.variant, s) &&
        (!isShaped || (!named.count(here) && !named.count(c.shadows.of(s)))))
      continue;
    if (s->allocatable)
      recordAllocatable(b.variable(here), between);
    else
      recordPlace(b.variable(here), between);
    if (shadow && !s->allocatable && holdsAllocatable(s->type))
      shapeParts(b.variable(shadow), b.variable(here), zeros);
    if (!shadow || s->allocatable || !analysis::holdsPointer(s->type))
      continue;
    recordPlace(b.variable(shadow), between);
    if (!s->type->isPointer()) // the pointers in it come along; its numbers begin as zero
      terms.clear(b.variable(shadow), zeros);
  }
  append(between.backward, std::move(zeros));
  for (size_t i = 0; i < c.procedure.scope.symbols.size(); ++i) {
    Symbol *s = c.procedure.scope.symbols[i].get();
    Symbol *original = c.shadows.originalOf(s);
    bool isSeeded = original && original->storage == Storage::Result; // it has its seed's shape
    if (s->storage == Storage::Local && s->allocatable && original && !isSeeded && named.count(s))
      shapeLike(b.variable(s), b.variable(original), between.backward);
  }
  append(sweeps.forward, std::move(between.forward));
  append(between.backward, std::move(sweeps.backward));
  sweeps.backward = std::move(between.backward);
}

} // namespace costate::transform
