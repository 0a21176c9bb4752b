#include "transform/ArgumentBinding.h"

#include "ir/Constants.h"
#include "ir/MapExpressions.h"
#include "transform/DerivativeParts.h"
#include "transform/PointerTargets.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

bool isConstantData(const Symbol &s, const Procedure &owner) {
  auto isConst = [](const Type *type) {
    auto *q = llvm::dyn_cast<QualifiedType>(type);
    return q && q->isConst;
  };
  return (isConst(s.type) || isConst(s.type->scalar())) && s.initial && !changesParameter(owner, &s);
}

namespace {

bool mentions(const Expr *e, const Symbol *s) {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    found |= v && v->symbol == s;
  });
  return found;
}

std::optional<int64_t> lowerOf(const Dimension &d) {
  if (d.form == Dimension::Form::Deferred || d.form == Dimension::Form::AssumedRank)
    return std::nullopt;
  return d.lower ? constantValue(d.lower) : 1;
}

std::optional<int64_t> extentOf(const Dimension &d) {
  auto lower = lowerOf(d), upper = d.form == Dimension::Form::Explicit ? constantValue(d.upper) : std::nullopt;
  return lower && upper ? std::optional(*upper - *lower + 1) : std::nullopt;
}

} // namespace

CallerFacts callerFacts(const Procedure &p) {
  CallerFacts out;
  out.addressed = addressTaken(p.body);
  for (auto &s : p.scope.symbols)
    if (auto *array = s->type ? llvm::dyn_cast<ArrayType>(s->type->strip()) : nullptr)
      for (const Dimension &d : array->dimensions)
        if (auto *end = llvm::dyn_cast_or_null<Variable>(d.upper);
            end && end->symbol->storage == Storage::Argument && end->symbol->owner == &p)
          out.settled.insert(end->symbol);
  std::erase_if(out.settled, [&](const Symbol *s) { return changesParameter(p, s); });
  return out;
}

ArgumentBinding::ArgumentBinding(Program &program, Procedure &caller, const Procedure &callee, const Call &call,
                                 const CallerFacts &facts)
    : program(program), caller(caller), callee(callee), call(call), facts(facts), b(program), renaming(program) {}

std::string ArgumentBinding::bindArguments(Block &out) {
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (!call.arguments[i].value)
      return "an argument is left out";
    if (!bind(callee.parameters[i], call.arguments[i].value, out))
      return problem;
  }
  return {};
}

const Expr *ArgumentBinding::inCaller(const Expr *place) {
  const Expr *found = rewritten(renaming(place));
  return problem.empty() ? found : nullptr;
}

std::string ArgumentBinding::flatten(Block &out) {
  Block made;
  if (std::string why = bindArguments(made); !why.empty())
    return why;
  bindResult();
  declareLocals();
  Block body = clone(callee.body);
  renaming.apply(body);
  ranges = loopRanges(body, [&](const Expr *e) { return rewritten(e); });
  forEachStmt(body, [&](Stmt &s) {
    mapExpressions(s, [&](const Expr *e) { return e ? rewritten(e) : nullptr; });
    if (auto *loop = llvm::dyn_cast<For>(&s))
      if (auto value = values.find(loop->variable); value != values.end()) {
        auto *v = llvm::dyn_cast<Variable>(value->second);
        v ? (void)(loop->variable = v->symbol) : (void)fail("a loop counts by its argument");
      }
    if (auto *branch = llvm::dyn_cast<If>(&s))
      branch->thenReturned = false;
  });
  if (!problem.empty())
    return problem;
  std::move(body.begin(), body.end(), std::back_inserter(made));
  if (storesResult)
    made.push_back(std::make_unique<Assign>(call.result, b.variable(renaming.of(callee.result)), call.location));
  std::move(made.begin(), made.end(), std::back_inserter(out));
  return {};
}

// ---- Variables of the body -------------------------------------------------------------------------------

Symbol *ArgumentBinding::own(const Symbol &s, const std::string &name) {
  Symbol *made = caller.makeTemporary(name, s.type);
  std::string unique = made->name;
  *made = s;
  made->name = unique;
  made->owner = &caller;
  made->unit = nullptr;
  made->storage = s.storage == Storage::Saved ? Storage::Saved : Storage::Local;
  made->byValue = made->optional = made->temporary = made->contiguous = false;
  made->intent = Intent::Unknown;
  made->scopeEnd = {};
  made->writtenArray = nullptr;
  if (auto *q = llvm::dyn_cast<QualifiedType>(s.type); q && !s.initial)
    made->type = q->underlying; // it is assigned now
  return made;
}

void ArgumentBinding::bindResult() {
  if (!callee.result)
    return;
  auto *v = call.result ? llvm::dyn_cast<Variable>(call.result) : nullptr;
  bool direct = v && v->symbol->storage == Storage::Local && !v->symbol->target && !v->symbol->overlay &&
                v->symbol->type->strip() == callee.result->type->strip() && !v->type->isArray();
  for (const Argument &a : call.arguments)
    direct = direct && !mentions(a.value, v->symbol);
  if (direct) {
    renaming.add(callee.result, v->symbol);
    return;
  }
  renaming.add(callee.result, own(*callee.result, callee.name));
  storesResult = call.result != nullptr;
}

void ArgumentBinding::declareLocals() {
  std::vector<Symbol *> locals;
  for (auto &s : callee.scope.symbols) {
    bool isLocal = s->kind == SymbolKind::Variable && (s->storage == Storage::Local || s->storage == Storage::Saved);
    if (!isLocal && s->kind != SymbolKind::NamedConstant)
      continue;
    Symbol *copy = own(*s, s->name);
    copy->kind = s->kind;
    if (s->kind == SymbolKind::NamedConstant)
      copy->storage = s->storage;
    renaming.add(s.get(), copy);
    locals.push_back(copy);
  }
  for (Symbol *s : locals) {
    s->initial = renaming(s->initial);
    const Type *type = renaming(s->type);
    if (auto *array = llvm::dyn_cast<ArrayType>(type->strip())) { // extents that arguments give
      std::vector<Dimension> dimensions = array->dimensions;
      for (Dimension &d : dimensions) {
        d.lower = d.lower ? rewritten(d.lower) : nullptr;
        d.upper = d.upper ? rewritten(d.upper) : nullptr;
        if (d.form != Dimension::Form::Explicit || (d.upper && !constantValue(d.upper)) ||
            (d.extent && !constantValue(d.extent)))
          fail("the extents of its array '" + s->name + "' are not constants");
      }
      if (array->dimensions.size() && type == type->strip())
        type = program.types.array(array->element, dimensions, array->rowMajor);
    }
    s->type = type;
  }
}

// ---- Arguments -------------------------------------------------------------------------------------------

bool ArgumentBinding::bind(const Symbol *dummy, const Expr *actual, Block &out) {
  bool changes = changesParameter(callee, dummy);
  if (dummy->byValue && dummy->type->isPointer()) {
    const Expr *pointer = changes ? nullptr : frozenPointer(actual, out);
    if (pointer)
      values[dummy] = pointer;
    else
      copyIn(dummy, actual, out);
    return true;
  }
  if (dummy->type->isRecord() && dummy->byValue)
    return copyIn(dummy, actual, out), true;
  if (dummy->type->isArray() && !dummy->byValue)
    return bindArray(dummy, actual, out);
  if (dummy->type->isPointer() || actual->type->isArray())
    return fail("its argument '" + dummy->name + "' is a pointer, or elemental");
  if (!dummy->byValue && actual->isPlace()) {
    if (dummy->type->strip() != actual->type->strip())
      return fail("its argument '" + dummy->name + "' has another type");
    values[dummy] = frozen(actual, out);
    return true;
  }
  if (!changes && standsForItself(actual))
    values[dummy] = actual;
  else
    copyIn(dummy, actual, out);
  return true;
}

/// A constant, or a variable that the body cannot name or reach.
bool ArgumentBinding::standsForItself(const Expr *actual) const {
  if (constantValue(actual) || llvm::isa<RealConstant>(actual))
    return true;
  auto *v = llvm::dyn_cast<Variable>(actual);
  if (!v || !isOutOfReach(v->symbol))
    return false;
  bool passedToo = false; // by reference, under another name
  for (const Argument &a : call.arguments)
    passedToo |= a.value != actual && a.value && caller.language == Language::Fortran && mentions(a.value, v->symbol);
  return !passedToo;
}

bool ArgumentBinding::isOutOfReach(const Symbol *variable) const {
  if (variable->target || variable->overlay || !variable->owner || variable->storage == Storage::Common ||
      variable->storage == Storage::Saved || (call.result && rootVariable(call.result) == variable))
    return false;
  if (variable->storage == Storage::Argument && !variable->byValue)
    return false;
  return !facts.addressed.count(variable);
}

/// The pointer as it is when the call is made; null where variables would have to tell that the body may change.
const Expr *ArgumentBinding::frozenPointer(const Expr *e, Block &out) {
  if (auto *v = llvm::dyn_cast<Variable>(e))
    return isOutOfReach(v->symbol) ? e : nullptr;
  if (auto *sum = llvm::dyn_cast<PointerAdd>(e)) {
    const Expr *pointer = frozenPointer(sum->pointer, out);
    return pointer ? program.exprs.make<PointerAdd>(e->type, pointer, frozenValue(sum->offset, out), sum->negative) : nullptr;
  }
  if (auto *cast = llvm::dyn_cast<Convert>(e)) {
    const Expr *pointer = frozenPointer(cast->operand, out);
    return pointer ? program.exprs.make<Convert>(e->type, pointer, cast->written, e->location) : nullptr;
  }
  auto *address = llvm::dyn_cast<AddressOf>(e);
  auto place = [&](auto &self, const Expr *x) -> const Expr * {
    if (llvm::isa<Variable>(x))
      return x;
    if (auto *element = llvm::dyn_cast<Element>(x)) {
      const Expr *base = self(self, element->base);
      std::vector<const Expr *> subscripts;
      for (const Expr *s : element->subscripts)
        subscripts.push_back(frozenValue(s, out));
      return base ? program.exprs.make<Element>(x->type, base, subscripts, x->location) : nullptr;
    }
    if (auto *field = llvm::dyn_cast<Field>(x)) {
      const Expr *base = self(self, field->base);
      return base ? program.exprs.make<Field>(x->type, base, field->record, field->component, x->location) : nullptr;
    }
    auto *target = llvm::dyn_cast<Dereference>(x);
    const Expr *pointer = target ? frozenPointer(target->pointer, out) : nullptr;
    return pointer ? program.exprs.make<Dereference>(x->type, pointer, frozenValue(target->offset, out), x->location)
                   : nullptr;
  };
  const Expr *fixed = address ? place(place, address->place) : nullptr;
  return fixed ? program.exprs.make<AddressOf>(e->type, fixed, address->decayed, e->location) : nullptr;
}

void ArgumentBinding::copyIn(const Symbol *dummy, const Expr *value, Block &out) {
  Symbol *copy = own(*dummy, dummy->name);
  copy->type = copy->type->strip()->isPointer() ? copy->type : copy->type->strip();
  renaming.add(dummy, copy);
  out.push_back(b.assign(copy, value, call.location));
}

/// A place with subscripts that keep their values.
const Expr *ArgumentBinding::frozen(const Expr *place, Block &out) {
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    std::vector<const Expr *> subscripts;
    for (const Expr *s : element->subscripts)
      subscripts.push_back(frozenValue(s, out));
    return program.exprs.make<Element>(element->type, frozen(element->base, out), subscripts, place->location);
  }
  if (auto *field = llvm::dyn_cast<Field>(place))
    return program.exprs.make<Field>(field->type, frozen(field->base, out), field->record, field->component, place->location);
  if (llvm::isa<Dereference>(place))
    fail("a pointer is passed by reference");
  return place;
}

const Expr *ArgumentBinding::frozenValue(const Expr *value, Block &out) {
  if (!value || value->isConstant() || constantValue(value))
    return value;
  if (auto *range = llvm::dyn_cast<Range>(value))
    return program.exprs.make<Range>(frozenValue(range->lower, out), frozenValue(range->upper, out),
                                     frozenValue(range->stride, out), range->location);
  if (value->type->isArray()) {
    fail("it is passed elements by a list of subscripts");
    return value;
  }
  Symbol *held = caller.makeTemporary("subscript", value->type->strip());
  held->temporary = false;
  out.push_back(b.assign(held, value, call.location));
  return b.variable(held, value->location);
}

// ---- Arrays of Fortran -----------------------------------------------------------------------------------

bool ArgumentBinding::bindArray(const Symbol *dummy, const Expr *actual, Block &out) {
  auto refuse = [&] { return fail("its array argument '" + dummy->name + "' is not a plain part of the caller's"); };
  if (!actual->isPlace() || dummy->type->scalar()->strip() != actual->type->scalar()->strip())
    return refuse();
  const Expr *place = frozen(actual, out);
  Array bound;
  auto *element = llvm::dyn_cast<Element>(place);
  bool done = !element                       ? bindWhole(dummy, place, bound)
              : element->type->isArray()     ? bindSection(dummy, *element, bound)
                                             : bindFrom(dummy, *element, bound);
  if (!done || !problem.empty())
    return refuse();
  arrays[dummy] = std::move(bound);
  return true;
}

bool ArgumentBinding::hasSameExtents(const ArrayType &x, const ArrayType &y, bool butLast) const {
  if (x.dimensions.size() != y.dimensions.size())
    return false;
  for (size_t i = 0; i + (butLast ? 1 : 0) < x.dimensions.size(); ++i) {
    auto mine = extentOf(x.dimensions[i]), other = extentOf(y.dimensions[i]);
    if (!mine || mine != other)
      return false;
  }
  return true;
}

bool ArgumentBinding::bindWhole(const Symbol *dummy, const Expr *actual, Array &out) {
  auto *mine = llvm::cast<ArrayType>(dummy->type->strip());
  auto *other = llvm::dyn_cast<ArrayType>(actual->type->strip());
  Symbol *root = rootVariable(actual);
  if (!other || !root || root->allocatable || root->type->isPointer())
    return false;
  bool assumed = mine->dimensions.front().form == Dimension::Form::Assumed;
  if (mine->dimensions.size() != other->dimensions.size() || (!assumed && !hasSameExtents(*mine, *other, true)))
    return false;
  out.whole = assumed || hasSameExtents(*mine, *other, false) ? actual : nullptr;
  out.base = actual;
  for (size_t i = 0; i < mine->dimensions.size(); ++i) {
    auto from = lowerOf(mine->dimensions[i]), to = lowerOf(other->dimensions[i]);
    if (!from || !to)
      return false;
    out.axes.push_back({nullptr, *from, b.constant(b.integer(Language::Fortran), *to), nullptr});
  }
  return true;
}

bool ArgumentBinding::bindSection(const Symbol *dummy, const Element &actual, Array &out) {
  auto *mine = llvm::cast<ArrayType>(dummy->type->strip());
  auto *base = llvm::dyn_cast<ArrayType>(actual.base->type->strip());
  bool assumed = mine->dimensions.front().form == Dimension::Form::Assumed;
  if (!base || (!assumed && mine->dimensions.size() != 1))
    return false;
  size_t next = 0;
  for (size_t i = 0; i < actual.subscripts.size(); ++i) {
    auto *range = llvm::dyn_cast<Range>(actual.subscripts[i]);
    if (!range) {
      out.axes.push_back({actual.subscripts[i], 0, nullptr, nullptr});
      continue;
    }
    auto from = next < mine->dimensions.size() ? lowerOf(mine->dimensions[next++]) : std::nullopt;
    auto first = range->lower ? std::optional<int64_t>(0) : lowerOf(base->dimensions[i]);
    if (!from || !first)
      return false;
    const Expr *lower = range->lower ? range->lower : b.constant(b.integer(Language::Fortran), *first);
    out.axes.push_back({nullptr, *from, lower, range->stride});
  }
  out.base = actual.base;
  out.whole = assumed ? &actual : nullptr;
  return next == mine->dimensions.size();
}

/// Whether a dummy that begins at an element of a column has no more elements than that has from there on.
bool ArgumentBinding::endsWithin(const Dimension &mine, const Dimension &column, const Expr *first) {
  auto start = constantValue(first), lower = lowerOf(column);
  if (auto length = extentOf(mine), whole = extentOf(column); length && whole && start && lower)
    return *start >= *lower && *start - *lower + *length <= *whole;
  if (!start || start != lower || lowerOf(mine) != lower || mine.form != Dimension::Form::Explicit ||
      column.form != Dimension::Form::Explicit)
    return false;
  // `x(n)` for a column of a(n, m), with the same n
  auto *end = llvm::dyn_cast<Variable>(column.upper), *last = llvm::dyn_cast<Variable>(mine.upper);
  return end && last && facts.settled.count(end->symbol) && !changesParameter(callee, last->symbol) &&
         equal(rewritten(renaming(mine.upper)), column.upper);
}

/// Whether a subscript of the body stays in a dimension.
bool ArgumentBinding::isWithin(const Dimension &column, const Expr *subscript) const {
  auto range = rangeOf(subscript, ranges);
  auto lower = lowerOf(column), length = extentOf(column);
  return range && lower && length && range->first >= *lower && range->second < *lower + *length;
}

/// From an element on, along the first dimension. The elements that follow a column's last are those of the next: where
/// there is one, the dummy must end with the column.
bool ArgumentBinding::bindFrom(const Symbol *dummy, const Element &actual, Array &out) {
  auto *mine = llvm::cast<ArrayType>(dummy->type->strip());
  auto *base = llvm::dyn_cast<ArrayType>(actual.base->type->strip());
  auto from = lowerOf(mine->dimensions.front());
  if (mine->dimensions.size() != 1 || !from || mine->dimensions.front().form == Dimension::Form::Assumed || !base)
    return false;
  bool mayLeave = base->dimensions.size() > 1 && !endsWithin(mine->dimensions.front(), base->dimensions.front(), actual.subscripts[0]);
  out.base = actual.base;
  for (size_t i = 0; i < actual.subscripts.size(); ++i)
    out.axes.push_back(i ? Array::Axis{actual.subscripts[i], 0, nullptr, nullptr}
                         : Array::Axis{nullptr, *from, actual.subscripts[0], nullptr, mayLeave ? &base->dimensions[0] : nullptr});
  return true;
}

// ---- Expressions of the body -----------------------------------------------------------------------------

const Expr *ArgumentBinding::rewritten(const Expr *e) {
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    if (auto value = values.find(v->symbol); value != values.end())
      return value->second;
    auto array = arrays.find(v->symbol);
    if (array == arrays.end())
      return e;
    if (!array->second.whole)
      fail("its array argument '" + v->symbol->name + "' is used as a whole, with another shape");
    return array->second.whole ? array->second.whole : e;
  }
  if (auto *element = llvm::dyn_cast<Element>(e)) {
    auto *v = llvm::dyn_cast<Variable>(element->base);
    if (auto array = v ? arrays.find(v->symbol) : arrays.end(); array != arrays.end())
      return this->element(array->second, *element);
    auto *row = llvm::dyn_cast<Dereference>(element->base);
    auto *p = row ? llvm::dyn_cast<Variable>(row->pointer) : nullptr;
    if (auto value = p ? values.find(p->symbol) : values.end(); value != values.end()) {
      std::vector<const Expr *> subscripts;
      for (const Expr *s : element->subscripts)
        subscripts.push_back(rewritten(s));
      const Expr *offset = row->offset ? rewritten(row->offset) : nullptr;
      const Expr *place = elementOf(program, value->second, offset, subscripts, *element, ranges);
      if (!place)
        fail("what is passed as '" + p->symbol->name + "' is no plain part of the caller's");
      return place ? place : e;
    }
  }
  if (auto *target = llvm::dyn_cast<Dereference>(e)) {
    auto *p = llvm::dyn_cast<Variable>(target->pointer);
    if (auto value = p ? values.find(p->symbol) : values.end(); value != values.end()) {
      const Expr *offset = target->offset ? rewritten(target->offset) : nullptr;
      const Expr *place = targetOf(program, value->second, offset, target->type, ranges);
      if (!place)
        fail("what is passed as '" + p->symbol->name + "' is no plain part of the caller's");
      return place ? place : e;
    }
  }
  if (auto *inquiry = llvm::dyn_cast<Intrinsic>(e); inquiry && (inquiry->name == "lbound" || inquiry->name == "ubound"))
    if (auto *v = llvm::dyn_cast<Variable>(inquiry->arguments[0]); v && arrays.count(v->symbol))
      fail("it asks for bounds of '" + v->symbol->name + "'");
  return mapOperands(program.exprs, e, [&](const Expr *x) { return rewritten(x); });
}

const Expr *ArgumentBinding::element(const Array &array, const Element &e) {
  std::vector<const Expr *> subscripts;
  size_t next = 0;
  const Type *integer = b.integer(Language::Fortran);
  auto shifted = [&](const Expr *s, const Array::Axis &axis) -> const Expr * {
    const Expr *steps = sumOf(program, rewritten(s), b.constant(integer, -axis.dummyLower), Language::Fortran);
    if (axis.stride)
      steps = b.binary(BinaryOp::Multiply, steps, axis.stride);
    return sumOf(program, steps, axis.lower, Language::Fortran);
  };
  for (const Array::Axis &axis : array.axes) {
    if (axis.fixed) {
      subscripts.push_back(axis.fixed);
      continue;
    }
    const Expr *s = e.subscripts[next++];
    auto *range = llvm::dyn_cast<Range>(s);
    if (!range && s->type->isArray())
      fail("it takes elements of its argument by a list of subscripts");
    if (axis.within && (range || !isWithin(*axis.within, shifted(s, axis))))
      fail("its argument '" + llvm::cast<Variable>(e.base)->symbol->name + "' may go on in the next column");
    if (!range) {
      subscripts.push_back(shifted(s, axis));
      continue;
    }
    if (!range->lower || !range->upper || axis.stride) {
      if (!array.whole || axis.stride || array.base != array.whole)
        fail("it uses a section of its argument");
    }
    subscripts.push_back(program.exprs.make<Range>(range->lower ? shifted(range->lower, axis) : nullptr,
                                                   range->upper ? shifted(range->upper, axis) : nullptr,
                                                   range->stride ? rewritten(range->stride) : nullptr));
  }
  return program.exprs.make<Element>(e.type, array.base, subscripts, e.location);
}

} // namespace costate::transform
