#include "analysis/LoopValues.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

// ---- Arithmetic of what is known -------------------------------------------------------------------

Known operator+(const Known &a, const Known &b) {
  if (a.value && b.value)
    return Known::exactly(*a.value + *b.value);
  Known out;
  if (a.low() && b.low())
    out.lower = *a.low() + *b.low();
  if (a.high() && b.high())
    out.upper = *a.high() + *b.high();
  return out;
}

Known operator-(const Known &a) {
  Known out;
  if (a.value)
    out.value = -*a.value;
  if (a.upper)
    out.lower = -*a.upper;
  if (a.lower)
    out.upper = -*a.lower;
  return out;
}

Known operator*(const Known &a, const Known &b) {
  if (a.value && b.value)
    return Known::exactly(*a.value * *b.value);
  const Known &factor = a.value ? a : b, &range = a.value ? b : a;
  auto number = factor.value ? factor.value->constant() : std::nullopt;
  if (!number)
    return {};
  Known out;
  if (range.lower)
    (number->sign() >= 0 ? out.lower : out.upper) = *range.lower * *number;
  if (range.upper)
    (number->sign() >= 0 ? out.upper : out.lower) = *range.upper * *number;
  return out;
}

// ---- Variables -------------------------------------------------------------------------------------

const Symbol *variableOf(const Expr *e) {
  auto *variable = llvm::dyn_cast_or_null<Variable>(e);
  return variable && variable->symbol->kind == SymbolKind::Variable ? variable->symbol : nullptr;
}

bool isIntegerOrPointer(const Type *type) {
  return type && (type->isInteger() || type->isPointer());
}

bool isWholeNumber(const Type *type) {
  auto *integer = llvm::dyn_cast<IntegerType>(type->strip());
  return !integer || integer->isSigned || integer->bytes >= 8;
}

LoopValues::LoopValues(symbolic::AtomTable &table, Memory &memory, EffectSummaries &effects,
                       const Procedure *p)
    : table(table), memory(memory), effects(effects), p(p) {
  findAddressTaken();
  for (const Symbol *v : assignedIn({&p->body}))
    changes.insert(v);
}

bool LoopValues::isTracked(const Symbol *s) const {
  return s->kind == SymbolKind::Variable && isIntegerOrPointer(s->type) && !s->isVolatile &&
         !s->overlay && !addressTaken.count(s) && !memory.isShared(memory.variable(s));
}

void LoopValues::findAddressTaken() {
  forEachStmt(p->body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *address = llvm::dyn_cast<AddressOf>(x))
          if (const Symbol *v = variableOf(address->place))
            addressTaken.insert(v);
      });
  });
}

/// Whether a call may write a variable that it is given.
bool LoopValues::mayWrite(const Call &call, const Symbol *v) const {
  if (!memory.calls().isKnown(call))
    return true;
  CellBits written;
  for (const Procedure *target : memory.calls().targets(call))
    written |= effects.bound(p, call, target, effects.of(target).writes);
  bool found = false;
  memory.forEachLeaf(memory.variable(v), [&](CellId id) { found |= written.test(id); });
  return found;
}

const Symbol *pointerWithNewBounds(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  return element && place->type->isPointer() && element->base->type->isPointer() ? variableOf(element->base) : nullptr;
}

std::vector<const Symbol *> LoopValues::assignedBy(const Stmt &s) const {
  std::vector<const Symbol *> found;
  auto add = [&](const Expr *place) {
    if (const Symbol *v = variableOf(place))
      found.push_back(v);
    else if (const Symbol *pointer = place ? pointerWithNewBounds(place) : nullptr)
      found.push_back(pointer);
  };
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    add(assign->place);
  else if (auto *call = llvm::dyn_cast<Call>(&s)) {
    add(call->result);
    if (p->language == Language::Fortran) // by reference
      for (const Argument &a : call->arguments)
        if (const Symbol *v = variableOf(a.value); v && mayWrite(*call, v))
          found.push_back(v);
  } else if (auto *loop = llvm::dyn_cast<For>(&s))
    found.push_back(loop->variable);
  for (const Expr *e : namedAndWritten(s))
    add(e);
  return found;
}

std::vector<const Symbol *>
LoopValues::assignedIn(const std::vector<const Block *> &inside) const {
  std::set<const Symbol *> seen;
  std::vector<const Symbol *> out;
  for (const Block *b : inside)
    forEachStmt(*b, [&](const Stmt &s) {
      for (const Symbol *v : assignedBy(s))
        if (isTracked(v) && seen.insert(v).second)
          out.push_back(v);
    });
  return out;
}

Form LoopValues::entryValue(const Symbol *s) {
  return table.symbol(changes.count(s) ? s->name + "0" : s->name, s);
}

Known LoopValues::current(const Symbol *s, const LoopState &state) {
  if (const Known *found = state.find(s))
    return *found;
  return isTracked(s) ? Known::exactly(entryValue(s)) : Known();
}

// ---- Expressions -----------------------------------------------------------------------------------

namespace {

/// Pointers to one type count in the same elements.
bool samePointee(const Type *from, const Type *to) {
  auto *a = llvm::dyn_cast<PointerType>(from->strip());
  auto *b = llvm::dyn_cast<PointerType>(to->strip());
  return a && b && a->pointee->strip() == b->pointee->strip();
}

bool keepsValue(const Type *from, const Type *to) {
  auto *a = llvm::dyn_cast<IntegerType>(from->strip());
  auto *b = llvm::dyn_cast<IntegerType>(to->strip());
  if (!a || !b)
    return samePointee(from, to);
  return a->bytes < b->bytes ? a->isSigned == b->isSigned || b->isSigned || b->bytes >= 8
                             : a->bytes == b->bytes && (a->isSigned == b->isSigned || a->bytes >= 8);
}

/// x & 2^k - 1 are the last bits of x: x less the largest multiple of 2^k that is not above it, also
/// of negative numbers.
Known masked(symbolic::AtomTable &table, const Known &a, const Known &b) {
  auto mask = b.value ? b.value->integer() : std::nullopt;
  if (!a.value || !mask || *mask < 1 || *mask >= 1 << 30 || (*mask & (*mask + 1)))
    return {};
  Form size = *mask + 1;
  return Known::exactly(*a.value - table.quotient(*a.value, size) * size);
}

} // namespace

Known LoopValues::evaluate(const Expr *e, const LoopState &state) {
  if (!e || !isIntegerOrPointer(e->type))
    return {};
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
    return Known::exactly(Form(llvm::cast<IntegerConstant>(e)->value));
  case ExprKind::Variable: {
    const Symbol *s = llvm::cast<Variable>(e)->symbol;
    if (s->kind == SymbolKind::NamedConstant)
      return s->initial && s->type->isInteger() ? evaluate(s->initial, state) : Known();
    Known known = current(s, state);
    return known.isNothing() ? memoryValue(e, state) : known;
  }
  case ExprKind::Unary: {
    auto *unary = llvm::cast<Unary>(e);
    if (unary->op == UnaryOp::Parentheses)
      return evaluate(unary->operand, state);
    return unary->op == UnaryOp::Negate && isWholeNumber(e->type)
               ? -evaluate(unary->operand, state)
               : Known();
  }
  case ExprKind::Binary:
    return isWholeNumber(e->type) ? binary(*llvm::cast<Binary>(e), state) : Known();
  case ExprKind::Convert: {
    const Expr *operand = llvm::cast<Convert>(e)->operand;
    return isIntegerOrPointer(operand->type) && keepsValue(operand->type, e->type)
               ? evaluate(operand, state)
               : Known();
  }
  case ExprKind::AddressOf:
    return addressOf(llvm::cast<AddressOf>(e)->place, state);
  case ExprKind::PointerAdd: {
    auto *add = llvm::cast<PointerAdd>(e);
    Known offset = evaluate(add->offset, state);
    return evaluate(add->pointer, state) + (add->negative ? -offset : offset);
  }
  case ExprKind::Element:
  case ExprKind::Dereference:
  case ExprKind::Field:
    return memoryValue(e, state);
  case ExprKind::Intrinsic:
    return intrinsic(*llvm::cast<Intrinsic>(e), state);
  default:
    return {};
  }
}

Known LoopValues::binary(const Binary &e, const LoopState &state) {
  Known left = evaluate(e.left, state), right = evaluate(e.right, state);
  switch (e.op) {
  case BinaryOp::Add:
    return left + right;
  case BinaryOp::Subtract:
    return left + -right;
  case BinaryOp::Multiply:
    return left * right;
  case BinaryOp::ShiftLeft:
    if (left.value && right.value)
      return Known::exactly(*left.value * table.power(2, *right.value));
    return {};
  case BinaryOp::Power:
    if (left.value && right.value)
      if (auto exponent = right.value->integer(); exponent && *exponent >= 0 && *exponent <= 8)
        return Known::exactly(left.value->power(*exponent));
    return {};
  case BinaryOp::Divide:
    return quotient(left, right);
  case BinaryOp::BitAnd:
    return masked(table, left, right);
  case BinaryOp::Remainder:
    return remainder(left, right);
  default:
    return {};
  }
}

/// Both languages round towards zero; only where the division is exact does that not matter.
Known LoopValues::quotient(const Known &a, const Known &b) {
  if (!a.value || !b.value || b.value->isZero())
    return {};
  if (auto divisor = b.value->integer(); divisor && isMultiple(*a.value, *divisor))
    return Known::exactly(*a.value * symbolic::Rational::of(1, *divisor));
  return Known::exactly(table.apply("quotient", nullptr, {*a.value, *b.value}));
}

/// The remainder has the sign of the left operand, and is a function of both.
Known LoopValues::remainder(const Known &a, const Known &b) {
  if (!a.value || !b.value || b.value->isZero())
    return {};
  if (auto divisor = b.value->integer(); divisor && isMultiple(*a.value, *divisor))
    return Known::exactly(Form(0));
  return Known::exactly(table.apply("remainder", nullptr, {*a.value, *b.value}));
}

/// A polynomial whose values at all integers the divisor divides: so it is where each atom takes one
/// more value than its degree (Newton's coefficients are then multiples).
bool LoopValues::isMultiple(const Form &f, int64_t divisor) {
  AtomId atom = 0;
  bool found = false;
  for (const symbolic::Term &t : f.terms())
    if (!t.monomial.empty() && !found) {
      atom = t.monomial[0].first;
      found = true;
    }
  if (!found) {
    auto value = f.integer();
    return value && *value % divisor == 0;
  }
  unsigned degree = f.degree(atom);
  if (degree > 6 || f.terms().size() > 12)
    return false;
  // Every coefficient a multiple is the simple case, and the only one with many atoms.
  bool each = true;
  for (const symbolic::Term &t : f.terms())
    each &= (t.factor / symbolic::Rational(divisor)).isInteger();
  if (each)
    return true;
  for (unsigned x = 0; x <= degree; ++x)
    if (!isMultiple(table.replace(f, atom, Form(x)), divisor))
      return false;
  return true;
}

Known LoopValues::intrinsic(const Intrinsic &e, const LoopState &state) {
  if (e.name == "mod" && e.arguments.size() == 2 && e.type->isInteger())
    return remainder(evaluate(e.arguments[0], state), evaluate(e.arguments[1], state));
  if ((e.name != "max" && e.name != "min") || e.arguments.size() < 2)
    return {};
  std::optional<Form> out;
  for (const Expr *argument : e.arguments) {
    Known k = evaluate(argument, state);
    if (!k.value)
      return {};
    out = !out              ? *k.value
          : e.name == "max" ? table.maximum(*out, *k.value)
                            : table.minimum(*out, *k.value);
  }
  return {out, {}, {}};
}

// ---- Places ----------------------------------------------------------------------------------------

Known LoopValues::addressOf(const Expr *place, const LoopState &state) {
  if (auto *element = llvm::dyn_cast<Element>(place))
    if (const Symbol *array = variableOf(element->base); array && element->subscripts.size() == 1)
      return Known::exactly(table.symbol(array->name, array)) +
             evaluate(element->subscripts[0], state);
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return evaluate(target->pointer, state) +
           (target->offset ? evaluate(target->offset, state) : Known::exactly(Form(0)));
  if (const Symbol *s = variableOf(place)) // of a scalar, `s` is its value
    return Known::exactly(table.symbol(s->type->isArray() ? s->name : "&" + s->name, s));
  return {};
}

std::vector<Known> LoopValues::path(const Expr *place, const LoopState &state) {
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    // One-dimensional arrays of C are addressed like what pointers lead to: both may be one memory.
    auto *array = llvm::dyn_cast<ArrayType>(element->base->type->strip());
    if (variableOf(element->base) && array && array->rowMajor && element->subscripts.size() == 1)
      return {addressOf(place, state)};
    std::vector<Known> out = pathTo(element->base, state);
    for (size_t i = 0; i < element->subscripts.size(); ++i) {
      auto *range = llvm::dyn_cast<Range>(element->subscripts[i]);
      out.push_back(range ? rangeOf(*range, element->base, i, state) : evaluate(element->subscripts[i], state));
    }
    return out;
  }
  std::vector<Known> out = pathTo(place, state);
  for (const Bounds &b : boundsOf(place))
    out.push_back({{}, b.lower, b.upper});
  return out;
}

/// The path of a variable, component or pointer's target, without its own dimensions.
std::vector<Known> LoopValues::pathTo(const Expr *place, const LoopState &state) {
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return {addressOf(target, state)};
  if (auto *field = llvm::dyn_cast<Field>(place))
    return path(field->base, state);
  if (auto *part = llvm::dyn_cast<ComplexPart>(place))
    return path(part->base, state);
  if (auto *part = llvm::dyn_cast<Substring>(place))
    return path(part->base, state);
  return {};
}

Known LoopValues::memoryValue(const Expr *place, const LoopState &state) {
  if (!place->type || place->type->isArray() || !isWholeNumber(place->type) || isWritten(place))
    return {};
  CellSet cells = memory.places(p, place);
  if (cells.size() != 1 || memory[cells[0]].overlaid)
    return {};
  std::vector<Form> arguments;
  for (const Known &k : path(place, state)) {
    if (!k.value)
      return {};
    arguments.push_back(*k.value);
  }
  if (const Symbol *s = variableOf(place))
    return Known::exactly(table.symbol(s->name, s));
  Known known = memoryAtom(place, cells[0], std::move(arguments), state);
  if (isLasting(place))
    places.try_emplace(*known.value->asAtom(), place);
  return known;
}

/// Nothing on the way to it changes, but for the subscript of a whole array.
bool LoopValues::isLasting(const Expr *place) const {
  if (auto *element = llvm::dyn_cast<Element>(place))
    return element->subscripts.size() == 1 && variableOf(element->base);
  bool whole = !llvm::isa<Field>(place);
  while (auto *field = llvm::dyn_cast<Field>(place))
    place = field->base;
  if (auto *target = llvm::dyn_cast<Dereference>(place)) {
    const Symbol *pointer = variableOf(target->pointer);
    return pointer && isTracked(pointer) && !changes.count(pointer) && (whole || !target->offset);
  }
  return variableOf(place);
}

Known LoopValues::memoryAtom(const Expr *place, CellId cell, std::vector<Form> arguments,
                             const LoopState &state) {
  auto *element = llvm::dyn_cast<Element>(place);
  auto *target = llvm::dyn_cast<Dereference>(place);
  const Symbol *array = element  ? variableOf(element->base)
                        : target ? variableOf(target->pointer)
                                 : nullptr;
  if (!array)
    return Known::exactly(table.apply(memory.name(cell), reinterpret_cast<void *>((uintptr_t)cell),
                                      std::move(arguments)));
  // As the program writes it: `m[i]`, not an address.
  if (target || arguments.size() == 1) {
    Form base = target && !state.find(array) ? entryValue(array)
                                                           : table.symbol(array->name, array);
    if (!target && !llvm::cast<ArrayType>(element->base->type->strip())->rowMajor)
      base = Form();
    arguments[0] = arguments[0] - base;
  }
  return Known::exactly(table.apply(array->name, array, std::move(arguments)));
}

/// Whether the procedure, or something it calls, may write the memory of a place.
bool LoopValues::isWritten(const Expr *place) {
  findWritten();
  CellSet cells = memory.places(p, place);
  for (CellId id : cells)
    if (id == Memory::unknown() || writtenCells.test(id) || effects.of(p).writes.test(id) ||
        (callsUnknown && memory.isShared(id)) || // which may know the program's variables
        !memory.aliases(p, id).empty())
      return true;
  return cells.empty();
}

void LoopValues::findWritten() {
  if (writtenKnown)
    return;
  writtenKnown = true;
  auto note = [&](CellId id) {
    memory.forEachLeaf(id, [&](CellId leaf) { writtenCells.set(leaf); });
    writtenCells.set(id);
  };
  forEachStmt(p->body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      for (CellId id : memory.places(p, assign->place))
        note(id);
    else if (auto *loop = llvm::dyn_cast<For>(&s))
      note(memory.variable(loop->variable));
    else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      if (call->result)
        for (CellId id : memory.places(p, call->result))
          note(id);
      if (memory.calls().isKnown(*call)) {
        for (const Procedure *target : memory.calls().targets(*call))
          for (CellId id : effects.bound(p, *call, target, effects.of(target).writes))
            note(id);
        return;
      }
      callsUnknown = true;
      for (const Argument &a : call->arguments)
        if (a.value && a.value->type)
          for (CellId id : a.value->type->isPointer() ? memory.pointees(p, a.value)
                                                      : memory.places(p, a.value))
            note(id);
    }
    for (const Expr *e : namedAndWritten(s))
      for (CellId id : memory.places(p, e))
        note(id);
  });
}

} // namespace costate::analysis
