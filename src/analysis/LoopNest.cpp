#include "analysis/LoopNest.h"

#include "symbolic/Prover.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Casting.h"

#include <algorithm>
#include <set>

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

namespace {

bool isIntegerOrPointer(const Type *type) {
  return type && (type->isInteger() || type->isPointer());
}

/// Integers that keep their value when they are computed as whole numbers: signed ones, because the
/// languages forbid overflow, and those as wide as addresses, where wrapping is what addressing does.
bool isWhole(const Type *type) {
  auto *integer = llvm::dyn_cast<IntegerType>(type->strip());
  return !integer || integer->isSigned || integer->bytes >= 8;
}

const Symbol *variableOf(const Expr *e) {
  auto *variable = llvm::dyn_cast<Variable>(e);
  return variable && variable->symbol->kind == SymbolKind::Variable ? variable->symbol : nullptr;
}

} // namespace

/// The symbolic execution of one procedure.
class LoopReader {
public:
  LoopReader(LoopNests &out, Memory &memory, EffectSummaries &effects, const Procedure *p)
      : out(out), table(out.table), memory(memory), effects(effects), p(p), prover(table) {
    findAddressTaken();
    for (const Symbol *v : assignedIn({&p->body}))
      changes.insert(v);
  }

  void run() {
    State state;
    block(p->body, state);
  }

private:
  /// Values of variables where they differ from those at entry.
  using State = llvm::MapVector<const Symbol *, Known>;

  // ---- Variables -------------------------------------------------------------------------------

  /// A variable that only its own name and calls can change.
  bool isTracked(const Symbol *s) const {
    return s->kind == SymbolKind::Variable && isIntegerOrPointer(s->type) && !s->isVolatile &&
           !s->overlay && !addressTaken.count(s) && !memory.isShared(memory.variable(s));
  }

  void findAddressTaken() {
    forEachStmt(p->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            if (const Symbol *v = variableOf(address->place))
              addressTaken.insert(v);
        });
    });
  }

  /// `k0`: what a variable that changes held at first; `n` of one that does not.
  Form entryValue(const Symbol *s) {
    return table.symbol(changes.count(s) ? s->name + "0" : s->name, s);
  }

  Known fresh(const Symbol *s) {
    return {table.symbol(s->name + "?" + std::to_string(++unknowns), nullptr), {}, {}};
  }

  Known current(const Symbol *s, const State &state) {
    auto found = state.find(s);
    if (found != state.end())
      return found->second;
    if (!isTracked(s))
      return {};
    return {entryValue(s), {}, {}};
  }

  // ---- Expressions -------------------------------------------------------------------------------

  Known evaluate(const Expr *e, const State &state) {
    if (!e || !isIntegerOrPointer(e->type))
      return {};
    switch (e->kind()) {
    case ExprKind::IntegerConstant:
      return {Form(llvm::cast<IntegerConstant>(e)->value), {}, {}};
    case ExprKind::Variable: {
      const Symbol *s = llvm::cast<Variable>(e)->symbol;
      if (s->kind == SymbolKind::NamedConstant)
        return s->initial && s->type->isInteger() ? evaluate(s->initial, state) : Known();
      return current(s, state);
    }
    case ExprKind::Unary: {
      auto *unary = llvm::cast<Unary>(e);
      if (unary->op == UnaryOp::Parentheses)
        return evaluate(unary->operand, state);
      return unary->op == UnaryOp::Negate ? negate(evaluate(unary->operand, state)) : Known();
    }
    case ExprKind::Binary:
      return isWhole(e->type) ? binary(*llvm::cast<Binary>(e), state) : Known();
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
      return plus(evaluate(add->pointer, state), add->negative ? negate(offset) : offset);
    }
    case ExprKind::Element:
      return arrayValue(llvm::cast<Element>(e)->base, llvm::cast<Element>(e)->subscripts, state);
    case ExprKind::Dereference: {
      auto *target = llvm::cast<Dereference>(e);
      if (!target->offset)
        return {};
      return arrayValue(target->pointer, {target->offset}, state);
    }
    case ExprKind::Intrinsic:
      return intrinsic(*llvm::cast<Intrinsic>(e), state);
    default:
      return {};
    }
  }

  static bool keepsValue(const Type *from, const Type *to) {
    auto *a = llvm::dyn_cast<IntegerType>(from->strip());
    auto *b = llvm::dyn_cast<IntegerType>(to->strip());
    if (!a || !b)
      return from->isPointer() && to->isPointer();
    return a->bytes < b->bytes ? a->isSigned == b->isSigned || b->isSigned
                               : a->bytes == b->bytes && (a->isSigned == b->isSigned || a->bytes >= 8);
  }

  static Known plus(const Known &a, const Known &b) {
    if (a.value && b.value)
      return {*a.value + *b.value, {}, {}};
    auto low = [](const Known &k) { return k.value ? k.value : k.lower; };
    auto high = [](const Known &k) { return k.value ? k.value : k.upper; };
    Known out;
    if (low(a) && low(b))
      out.lower = *low(a) + *low(b);
    if (high(a) && high(b))
      out.upper = *high(a) + *high(b);
    return out;
  }

  static Known negate(const Known &a) {
    Known out;
    if (a.value)
      out.value = -*a.value;
    if (a.upper)
      out.lower = -*a.upper;
    if (a.lower)
      out.upper = -*a.lower;
    return out;
  }

  Known binary(const Binary &e, const State &state) {
    Known left = evaluate(e.left, state), right = evaluate(e.right, state);
    switch (e.op) {
    case BinaryOp::Add:
      return plus(left, right);
    case BinaryOp::Subtract:
      return plus(left, negate(right));
    case BinaryOp::Multiply:
      return product(left, right);
    case BinaryOp::ShiftLeft:
      if (left.value && right.value)
        return {*left.value * table.power(2, *right.value), {}, {}};
      return {};
    case BinaryOp::Power:
      if (left.value && right.value)
        if (auto exponent = right.value->integer(); exponent && *exponent >= 0 && *exponent <= 8)
          return {left.value->power(*exponent), {}, {}};
      return {};
    case BinaryOp::Divide:
      return quotient(left, right);
    default:
      return {};
    }
  }

  static Known product(const Known &a, const Known &b) {
    if (a.value && b.value)
      return {*a.value * *b.value, {}, {}};
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

  /// Both languages round towards zero; only where the division is exact does that not matter.
  Known quotient(const Known &a, const Known &b) {
    if (!a.value || !b.value || b.value->isZero())
      return {};
    if (auto divisor = b.value->integer(); divisor && isMultiple(*a.value, *divisor))
      return {*a.value * symbolic::Rational::of(1, *divisor), {}, {}};
    return {table.apply("quotient", nullptr, {*a.value, *b.value}), {}, {}};
  }

  /// A polynomial whose values at all integers the divisor divides: its Newton coefficients are
  /// multiples. Over one atom; enough for i*(i-1)/2.
  bool isMultiple(const Form &f, int64_t divisor) {
    std::set<AtomId> inside;
    for (const symbolic::Term &t : f.terms())
      for (auto &[atom, exponent] : t.monomial)
        inside.insert(atom);
    if (inside.size() > 1)
      return allDivisible(f, divisor);
    unsigned degree = inside.empty() ? 0 : f.degree(*inside.begin());
    for (unsigned x = 0; x <= degree; ++x) { // degree+1 neighbouring values decide
      auto value = (inside.empty() ? f : table.replace(f, *inside.begin(), Form(x))).integer();
      if (!value || *value % divisor != 0)
        return false;
    }
    return true;
  }

  static bool allDivisible(const Form &f, int64_t divisor) {
    for (const symbolic::Term &t : f.terms())
      if (!(t.factor / symbolic::Rational(divisor)).isInteger())
        return false;
    return true;
  }

  /// The address of a place, counted in elements from the start of its array or pointer.
  Known addressOf(const Expr *place, const State &state) {
    if (auto *element = llvm::dyn_cast<Element>(place))
      if (const Symbol *array = variableOf(element->base); array && element->subscripts.size() == 1) {
        Known base{table.symbol(array->name, array), {}, {}};
        return plus(base, evaluate(element->subscripts[0], state));
      }
    if (auto *target = llvm::dyn_cast<Dereference>(place))
      return plus(evaluate(target->pointer, state),
                  target->offset ? evaluate(target->offset, state) : Known{Form(0), {}, {}});
    if (const Symbol *s = variableOf(place))
      return {table.symbol(s->name, s), {}, {}};
    return {};
  }

  /// A value from an integer array that nothing in the procedure changes.
  Known arrayValue(const Expr *base, const std::vector<const Expr *> &subscripts,
                   const State &state) {
    const Symbol *array = variableOf(base);
    if (!array || !base->type || changes.count(array) || isWritten(base))
      return {};
    std::vector<Form> arguments;
    for (const Expr *subscript : subscripts) {
      Known k = evaluate(subscript, state);
      if (!k.value)
        return {};
      arguments.push_back(*k.value);
    }
    return {table.apply(array->name, array, std::move(arguments)), {}, {}};
  }

  /// Whether the procedure, or something it calls, may write the memory of an array or pointer.
  bool isWritten(const Expr *base) {
    if (!writtenKnown) {
      writtenKnown = true;
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *assign = llvm::dyn_cast<Assign>(&s))
          for (CellId id : memory.places(p, assign->place))
            writtenCells.set(id);
        else if (auto *call = llvm::dyn_cast<Call>(&s))
          for (const Argument &a : call->arguments)
            if (a.value)
              for (CellId id : a.value->type && a.value->type->isPointer()
                                   ? memory.pointees(p, a.value)
                                   : memory.places(p, a.value))
                writtenCells.set(id);
      });
    }
    CellSet cells = base->type->isPointer() ? memory.pointees(p, base) : memory.places(p, base);
    for (CellId id : cells)
      if (memory.isShared(id) || writtenCells.test(id) || effects.of(p).writes.test(id) ||
          !memory.aliases(p, id).empty())
        return true;
    return cells.empty();
  }

  Known intrinsic(const Intrinsic &e, const State &state) {
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

  // ---- Statements --------------------------------------------------------------------------------

  void block(const Block &b, State &state) {
    for (const StmtPtr &s : b)
      statement(*s, state);
  }

  void statement(const Stmt &s, State &state) {
    if (auto *branch = llvm::dyn_cast<If>(&s)) {
      reads(s, branch->condition, state);
      State otherwise = state;
      block(branch->thenBlock, state);
      block(branch->elseBlock, otherwise);
      return merge(state, otherwise);
    }
    if (auto *loop = llvm::dyn_cast<For>(&s))
      return forLoop(*loop, state);
    if (auto *loop = llvm::dyn_cast<While>(&s))
      return whileLoop(*loop, state);
    for (const Expr *e : expressions(s))
      reads(s, e, state);
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return assignment(*assign, state);
    forget(s, state);
  }

  void assignment(const Assign &s, State &state) {
    note(s, s.place, true, state);
    const Symbol *v = variableOf(s.place);
    if (v && isTracked(v))
      state[v] = settled(v, evaluate(s.value, state));
  }

  /// Nothing known is an unknown of its own, so that uses of one value agree with each other.
  Known settled(const Symbol *v, Known k) {
    if (k.value && v->type->isInteger() && !isWhole(v->type))
      k = {};
    return k.isNothing() ? fresh(v) : k;
  }

  /// What a call, input statement or allocation may change is unknown afterwards.
  void forget(const Stmt &s, State &state) {
    for (const Symbol *v : assignedBy(s))
      if (isTracked(v))
        state[v] = fresh(v);
  }

  void merge(State &state, const State &other) {
    for (auto &[v, known] : other)
      if (!state.count(v))
        state[v] = {entryValue(v), {}, {}};
    for (auto &[v, known] : state) {
      Known second = current(v, other);
      if (!(known == second))
        known = between(v, known, second);
    }
  }

  Known between(const Symbol *v, const Known &a, const Known &b) {
    auto low = [](const Known &k) { return k.value ? k.value : k.lower; };
    auto high = [](const Known &k) { return k.value ? k.value : k.upper; };
    Known out;
    if (low(a) && low(b))
      out.lower = table.minimum(*low(a), *low(b));
    if (high(a) && high(b))
      out.upper = table.maximum(*high(a), *high(b));
    if (out.lower && out.upper && *out.lower == *out.upper)
      return {out.lower, {}, {}};
    return out.isNothing() ? fresh(v) : out;
  }

  // ---- Accesses ----------------------------------------------------------------------------------

  void reads(const Stmt &s, const Expr *e, const State &state) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    forEach(e, [&](const Expr *x) {
      if (x->isPlace() && !(assign && x == assign->place))
        note(s, x, false, state);
    });
  }

  void note(const Stmt &s, const Expr *place, bool writes, const State &state) {
    Access access{place, &s, writes, innermost, {}};
    if (auto *element = llvm::dyn_cast<Element>(place)) {
      for (const Expr *subscript : element->subscripts)
        access.subscripts.push_back(evaluate(subscript, state));
    } else if (llvm::isa<Dereference>(place)) {
      access.subscripts.push_back(addressOf(place, state));
    } else {
      return;
    }
    out.places.push_back(std::move(access));
  }

  // ---- Loops ---------------------------------------------------------------------------------------

  std::vector<const Symbol *> assignedBy(const Stmt &s) {
    std::vector<const Symbol *> found;
    auto add = [&](const Expr *place) {
      if (place)
        if (const Symbol *v = variableOf(place))
          found.push_back(v);
    };
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      add(assign->place);
    else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      add(call->result);
      for (const Argument &a : call->arguments)
        add(a.value); // by reference, in Fortran
    } else if (auto *loop = llvm::dyn_cast<For>(&s))
      found.push_back(loop->variable);
    else if (!llvm::isa<If>(s) && !llvm::isa<While>(s))
      for (const Expr *e : expressions(s))
        add(e);
    return found;
  }

  std::vector<const Symbol *> assignedIn(const std::vector<const Block *> &inside) {
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

  void forLoop(const For &s, State &state) {
    reads(s, s.lower, state);
    reads(s, s.bound, state);
    reads(s, s.step, state);
    Known lower = evaluate(s.lower, state), bound = evaluate(s.bound, state);
    Known step = s.step ? evaluate(s.step, state) : Known{Form(1), {}, {}};
    Loop &loop = enter(s, s.variable->name);
    if (lower.value && bound.value && step.value)
      loop.trips = tripsOf(s, *lower.value, *bound.value, *step.value);
    Known variable;
    if (lower.value && step.value)
      variable = {*lower.value + *step.value * table.counter(loop.id), {}, {}};
    // In the body the loop has iterations: its count is what it is without the maximum, and the
    // counter stays below.
    size_t assumed = prover.assumed();
    std::optional<Form> last;
    if (loop.trips) {
      Form count = withoutMaximum(*loop.trips);
      last = count - Form(1);
      prover.assume(*last);
    }
    prover.counter(loop.id, last);
    body(loop, {&s.body}, state, [&](State &inside) {
      inside[s.variable] = variable.isNothing() ? fresh(s.variable) : variable;
    });
    prover.drop(assumed);
    prover.forget(loop.id);
    if (isTracked(s.variable))
      state[s.variable] = variable.value && loop.trips
                              ? Known{*lower.value + *step.value * *loop.trips, {}, {}}
                              : fresh(s.variable);
    innermost = loop.outer;
  }

  Form withoutMaximum(const Form &trips) {
    auto atom = trips.asAtom();
    if (!atom || table[*atom].kind != symbolic::Atom::Kind::Max)
      return trips;
    const std::vector<Form> sides = table[*atom].arguments;
    return sides[0].isZero() ? sides[1] : sides[1].isZero() ? sides[0] : trips;
  }

  /// max(0, ...) stays where the number may be negative.
  std::optional<Form> tripsOf(const For &s, const Form &lower, const Form &bound, const Form &step) {
    auto by = step.integer();
    if (!by || *by == 0)
      return std::nullopt;
    Form distance = *by > 0 ? bound - lower : lower - bound;
    int64_t width = *by > 0 ? *by : -*by;
    Form count = table.quotient(distance + Form(s.inclusive ? width : width - 1), Form(width));
    return prover.nonnegative(count) ? count : table.maximum(count, 0);
  }

  void whileLoop(const While &s, State &state) {
    Loop &loop = enter(s, "w" + std::to_string(out.all.size()));
    prover.counter(loop.id, std::nullopt);
    body(loop, {&s.head, &s.body}, state, [](State &) {}, &s);
    prover.forget(loop.id);
    innermost = loop.outer;
  }

  Loop &enter(const Stmt &s, const std::string &name) {
    out.all.push_back(std::make_unique<Loop>());
    Loop &loop = *out.all.back();
    loop.id = out.all.size();
    loop.statement = &s;
    loop.procedure = p;
    loop.outer = innermost;
    loop.depth = innermost ? innermost->depth + 1 : 0;
    loop.name = name;
    table.counter(loop.id, name);
    innermost = &loop;
    return loop;
  }

  /// One pass over the body with unknowns for what it assigns, then the recurrences are solved and the
  /// unknowns replaced in everything that was noted inside.
  template <typename Start>
  void body(Loop &loop, const std::vector<const Block *> &inside, State &state, Start &&start,
            const While *exits = nullptr) {
    std::vector<const Symbol *> assigned = assignedIn(inside);
    llvm::MapVector<const Symbol *, AtomId> unknown;
    State within = state;
    for (const Symbol *v : assigned) {
      Form atom = table.symbol(v->name + "@" + std::to_string(loop.id), v);
      unknown[v] = *atom.asAtom();
      within[v] = {atom, {}, {}};
    }
    start(within);
    size_t firstAccess = out.places.size(), firstLoop = loop.id;
    State atExit = within;
    for (size_t i = 0; i < inside.size(); ++i) {
      block(*inside[i], within);
      if (exits && i == 0) { // the head of a while loop, and its test
        reads(*exits, exits->condition, within);
        atExit = within;
      }
    }
    solve(loop, state, within, unknown);
    replaceUnknowns(loop, unknown, firstAccess, firstLoop);
    leave(loop, state, exits ? &atExit : nullptr, unknown);
  }

  /// Variables in an order in which each depends on solved ones only.
  void solve(Loop &loop, const State &before, const State &after,
             const llvm::MapVector<const Symbol *, AtomId> &unknown) {
    std::set<const Symbol *> open;
    for (auto &[v, atom] : unknown)
      open.insert(v);
    solutions.clear();
    for (bool progress = true; progress;) {
      progress = false;
      for (auto &[v, atom] : unknown)
        if (open.count(v)) {
          Known end = substituted(current(v, after));
          if (mentionsOpen(end, v, open, unknown))
            continue;
          solutions[atom] = settledStart(loop, v, atom, current(v, before), end);
          open.erase(v);
          progress = true;
        }
    }
    for (auto &[v, atom] : unknown) {
      if (open.count(v))
        solutions[atom] = {}; // cyclic, or beyond us
      loop.inductions.push_back({v, solutions[atom]});
    }
  }

  bool mentionsOpen(const Known &k, const Symbol *self, const std::set<const Symbol *> &open,
                    const llvm::MapVector<const Symbol *, AtomId> &unknown) {
    for (const Symbol *v : open)
      if (v != self)
        for (const std::optional<Form> *f : {&k.value, &k.lower, &k.upper})
          if (*f && table.contains(**f, unknown.find(v)->second))
            return true;
    return false;
  }

  Known settledStart(Loop &loop, const Symbol *v, AtomId self, const Known &first,
                     const Known &end) {
    auto low = [](const Known &k) { return k.value ? k.value : k.lower; };
    auto high = [](const Known &k) { return k.value ? k.value : k.upper; };
    if (end.value && first.value)
      return {solution(loop, self, *first.value, *end.value), {}, {}};
    Known out;
    if (low(end) && low(first))
      out.lower = bound(loop, self, *low(first), *low(end));
    if (high(end) && high(first))
      out.upper = bound(loop, self, *high(first), *high(end));
    if (out.lower && out.upper && *out.lower == *out.upper) // all ways lead to the same value
      return {out.lower, {}, {}};
    return out;
  }

  std::optional<Form> solution(Loop &loop, AtomId self, const Form &first, const Form &end) {
    if (end.degree(self) > 1 || containsInside(end, self))
      return std::nullopt;
    std::vector<Form> parts = end.coefficients(self);
    Form p = parts[0], c = parts.size() > 1 ? parts[1] : Form();
    if (c.isZero())
      return wrapAround(loop, first, p);
    if (table.dependsOn(c, loop.id))
      return p.isZero() ? std::optional(solveProduct(table, loop.id, first, c)) : std::nullopt;
    return solveRecurrence(table, loop.id, first, c, p);
  }

  /// Assigned without regard to its old value: that of the iteration before, or the first.
  std::optional<Form> wrapAround(Loop &loop, const Form &first, const Form &value) {
    Form counter = table.counter(loop.id);
    Form before = table.substitute(value, loop.id, counter - Form(1));
    if (isFragile(before))
      return std::nullopt;
    return before + (first - table.initial(before, loop.id)) * table.power(0, counter);
  }

  /// Has no value in the iteration before the first: array values, and what wraps around itself.
  bool isFragile(const Form &f) {
    for (const symbolic::Term &t : f.terms())
      for (auto &[atom, exponent] : t.monomial) {
        const symbolic::Atom &a = table[atom];
        if (a.kind == symbolic::Atom::Kind::Apply ||
            (a.kind == symbolic::Atom::Kind::Power && a.arguments[0].isZero()))
          return true;
        for (const Form &argument : std::vector<Form>(table[atom].arguments))
          if (isFragile(argument))
            return true;
      }
    return false;
  }

  /// A bound of V = V + p from bounds of p; the factor of V must be one.
  std::optional<Form> bound(Loop &loop, AtomId self, const Form &first, const Form &end) {
    std::optional<Form> step = boundedStep(self, end);
    return step ? std::optional(first + partialSum(table, loop.id, *step)) : std::nullopt;
  }

  /// end - V, where V is in the end with factor one, alone or in both operands of max and min.
  std::optional<Form> boundedStep(AtomId self, const Form &end) {
    Form rest = end - Form::atom(self);
    if (!table.contains(rest, self))
      return rest;
    return std::nullopt;
  }

  bool containsInside(const Form &f, AtomId wanted) {
    for (const symbolic::Term &t : f.terms())
      for (auto &[atom, exponent] : t.monomial)
        if (atom != wanted && table.contains(Form::atom(atom), wanted))
          return true;
    return false;
  }

  Known substituted(const Known &k) {
    Known out;
    auto each = [&](const std::optional<Form> &f, bool upper) -> std::optional<Form> {
      return f ? substitutedForm(*f, upper) : std::nullopt;
    };
    out.value = each(k.value, false);
    if (k.value && !out.value) {
      // The exact value is gone, but bounds of what it is made of may bound it.
      out.lower = boundOf(*k.value, false);
      out.upper = boundOf(*k.value, true);
    }
    if (k.lower)
      out.lower = boundOf(*k.lower, false);
    if (k.upper)
      out.upper = boundOf(*k.upper, true);
    return out;
  }

  std::optional<Form> substitutedForm(const Form &f, bool) {
    Form out = f;
    for (auto &[atom, known] : solutions)
      if (table.contains(out, atom)) {
        if (!known.value)
          return std::nullopt;
        out = table.replace(out, atom, *known.value);
      }
    return out;
  }

  /// Of a form with unknowns that have bounds only: term by term, each a constant times one unknown,
  /// or times a max or min of such forms.
  std::optional<Form> boundOf(const Form &f, bool upper) {
    Form out;
    for (const symbolic::Term &t : f.terms()) {
      Form term = Form::of({t});
      if (auto exact = substitutedForm(term, false)) {
        out = out + *exact;
        continue;
      }
      if (t.monomial.size() != 1 || t.monomial[0].second != 1)
        return std::nullopt;
      auto side = boundOf(t.monomial[0].first, (t.factor.sign() > 0) == upper);
      if (!side)
        return std::nullopt;
      out = out + *side * t.factor;
    }
    return out;
  }

  std::optional<Form> boundOf(AtomId id, bool upper) {
    if (auto found = solutions.find(id); found != solutions.end())
      return upper ? found->second.upper : found->second.lower;
    const symbolic::Atom a = table[id];
    if (a.kind != symbolic::Atom::Kind::Max && a.kind != symbolic::Atom::Kind::Min)
      return std::nullopt;
    auto left = boundOf(a.arguments[0], upper), right = boundOf(a.arguments[1], upper);
    if (!left || !right)
      return std::nullopt;
    return a.kind == symbolic::Atom::Kind::Max ? table.maximum(*left, *right)
                                               : table.minimum(*left, *right);
  }

  void replaceUnknowns(Loop &loop, const llvm::MapVector<const Symbol *, AtomId> &unknown,
                       size_t firstAccess, size_t firstLoop) {
    for (size_t i = firstAccess; i < out.places.size(); ++i)
      for (Known &k : out.places[i].subscripts)
        k = substituted(k);
    for (size_t i = firstLoop; i < out.all.size(); ++i) {
      Loop &inner = *out.all[i];
      if (inner.trips)
        inner.trips = substitutedForm(*inner.trips, false);
      for (Induction &induction : inner.inductions)
        induction.start = substituted(induction.start);
    }
  }

  /// After the loop: the value at the start of the iteration that does not take place.
  void leave(Loop &loop, State &state, const State *atExit,
             const llvm::MapVector<const Symbol *, AtomId> &unknown) {
    for (auto &[v, atom] : unknown) {
      Known start = solutions[atom];
      Known end;
      bool simple = !atExit || current(v, *atExit) == Known{Form::atom(atom), {}, {}};
      if (loop.trips && simple) {
        auto at = [&](const std::optional<Form> &f) -> std::optional<Form> {
          return f ? std::optional(table.substitute(*f, loop.id, *loop.trips)) : std::nullopt;
        };
        end = {at(start.value), at(start.lower), at(start.upper)};
      }
      state[v] = end.isNothing() ? fresh(v) : end;
    }
  }

  LoopNests &out;
  symbolic::AtomTable &table;
  Memory &memory;
  EffectSummaries &effects;
  const Procedure *p;
  symbolic::Prover prover;
  std::set<const Symbol *> changes; ///< tracked variables that the procedure assigns
  std::set<const Symbol *> addressTaken;
  bool writtenKnown = false;
  CellBits writtenCells;
  Loop *innermost = nullptr;
  unsigned unknowns = 0;
  std::map<AtomId, Known> solutions; ///< of the loop being solved
};

LoopNests::LoopNests(Memory &memory, EffectSummaries &effects) {
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component) {
      size_t loops = all.size(), accesses = places.size();
      try {
        LoopReader(*this, memory, effects, p).run();
      } catch (const symbolic::Overflow &) {
        // Numbers beyond 64 bits: the loops stay, without forms.
        for (size_t i = loops; i < all.size(); ++i) {
          all[i]->trips.reset();
          for (Induction &induction : all[i]->inductions)
            induction.start = {};
        }
        for (size_t i = accesses; i < places.size(); ++i)
          for (Known &k : places[i].subscripts)
            k = {};
      }
    }
}

std::vector<symbolic::LoopName> LoopNests::around(const Loop *loop) const {
  std::vector<symbolic::LoopName> out;
  for (; loop; loop = loop->outer)
    out.push_back({loop->id, loop->name});
  return out;
}

std::string LoopNests::chain(const Form &f, const Loop *loop) {
  return symbolic::text(table, symbolic::toChain(table, f, around(loop)));
}

} // namespace costate::analysis
