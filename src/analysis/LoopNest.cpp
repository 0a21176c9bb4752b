#include "analysis/LoopNest.h"

#include "analysis/Recurrences.h"
#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

/// The symbolic execution of one procedure.
class LoopReader {
public:
  LoopReader(LoopNests &out, Memory &memory, EffectSummaries &effects, const Procedure *p)
      : out(out), table(out.table), memory(memory), values(table, memory, effects, p), p(p), prover(table) {}

  void run() {
    State state;
    block(p->body, state);
    out.lasting.insert(values.lasting().begin(), values.lasting().end());
    out.shapes.insert(values.allocated().begin(), values.allocated().end());
  }

  void run(const Stmt &loop, LoopState state) {
    statement(loop, state);
    out.lasting.insert(values.lasting().begin(), values.lasting().end());
  }

private:
  using State = LoopState;

  Known evaluate(const Expr *e, const State &state) { return values.evaluate(e, state); }

  /// A value nothing is known of: a function of the iteration numbers where it was made.
  Known fresh(const Symbol *s, const Loop *around) {
    std::string name = s->name + "?" + std::to_string(++out.unknowns);
    if (!around)
      return Known::exactly(table.symbol(name, nullptr));
    return Known::exactly(table.apply(name, nullptr, countersAround(table, around)));
  }

  // ---- Statements --------------------------------------------------------------------------------

  void block(const Block &b, State &state) {
    for (const StmtPtr &s : b)
      statement(*s, state);
  }

  void statement(const Stmt &s, State &state) {
    if (out.keepsStates)
      out.states[&s] = state;
    if (auto *branch = llvm::dyn_cast<If>(&s)) {
      reads(s, branch->condition, state);
      State otherwise = state;
      size_t known = facts.size();
      learn(branch->condition, true, state);
      block(branch->thenBlock, state);
      facts.resize(known);
      learn(branch->condition, false, otherwise);
      block(branch->elseBlock, otherwise);
      facts.resize(known);
      return merge(state, otherwise);
    }
    if (auto *loop = llvm::dyn_cast<For>(&s))
      return forLoop(*loop, state);
    if (auto *loop = llvm::dyn_cast<While>(&s))
      return whileLoop(*loop, state);
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      // `a[i] += x` may have one node for both places.
      reads(s, assign->value, state);
      reads(s, assign->mask, state);
      readsBelow(s, assign->place, state);
      return assignment(*assign, state);
    }
    for (const Expr *e : expressions(s))
      isByReference(s, e) ? readsBelow(s, e, state) : reads(s, e, state);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s); allocate && !innermost)
      values.allocate(*allocate, state);
    for (const Expr *e : namedAndWritten(s))
      note(s, e, true, state);
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      out.callStates[call] = {p, state, innermost, facts};
      if (call->result)
        note(s, call->result, true, state);
    }
    forget(s, state);
  }

  /// An argument of Fortran whose callees say themselves what they read of it (Sections).
  bool isByReference(const Stmt &s, const Expr *e) {
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call || p->language != Language::Fortran || !e->isPlace() || !memory.calls().isKnown(*call))
      return false;
    bool found = false;
    for (const Procedure *target : memory.calls().targets(*call))
      for (const Symbol *parameter : target->parameters)
        if (Memory::argument(*call, target, parameter) == e) {
          found = true;
          if (parameter->byValue || target->language != Language::Fortran)
            return false;
        }
    return found;
  }

  /// What a condition says of integers, where it holds (or does not).
  void learn(const Expr *condition, bool holds, const State &state) {
    if (auto *unary = llvm::dyn_cast<Unary>(condition)) {
      if (unary->op == UnaryOp::Not)
        learn(unary->operand, !holds, state);
      else if (unary->op == UnaryOp::Parentheses)
        learn(unary->operand, holds, state);
      return;
    }
    auto *e = llvm::dyn_cast<Binary>(condition);
    if (!e)
      return;
    if (e->op == (holds ? BinaryOp::And : BinaryOp::Or)) {
      learn(e->left, holds, state);
      learn(e->right, holds, state);
      return;
    }
    Known left = evaluate(e->left, state), right = evaluate(e->right, state);
    if (!left.value || !right.value || !isWholeNumber(e->left->type))
      return;
    Form less = *right.value - *left.value; // left < right: less >= 1
    switch (e->op) {
    case BinaryOp::Less:
      facts.push_back({holds ? less - Form(1) : -less, false});
      break;
    case BinaryOp::LessEqual:
      facts.push_back({holds ? less : -less - Form(1), false});
      break;
    case BinaryOp::Greater:
      facts.push_back({holds ? -less - Form(1) : less, false});
      break;
    case BinaryOp::GreaterEqual:
      facts.push_back({holds ? -less : less - Form(1), false});
      break;
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
      if (holds == (e->op == BinaryOp::Equal))
        facts.push_back({less, true});
      break;
    default:
      break;
    }
  }

  void assignment(const Assign &s, State &state) {
    note(s, s.place, true, state, !s.mask && values.isAllOfPath(s.place, state));
    const Symbol *v = variableOf(s.place);
    if (v && values.isTracked(v))
      state[v] = settled(v, evaluate(s.value, state));
    if (const Symbol *pointer = pointerWithNewBounds(s.place); pointer && values.isTracked(pointer))
      state[pointer] = fresh(pointer, innermost);
  }

  /// No one can say anything of a form that fills pages.
  bool isTooLarge(const Known &k) const {
    constexpr unsigned heaviest = 150;
    for (const std::optional<Form> *f : {&k.value, &k.lower, &k.upper})
      if (*f && table.weight(**f) > heaviest)
        return true;
    return false;
  }

  /// Nothing known is an unknown of its own, so that uses of one value agree with each other.
  Known settled(const Symbol *v, Known k) {
    if (k.value && v->type->isInteger() && !isWholeNumber(v->type))
      k = {};
    return k.isNothing() || isTooLarge(k) ? fresh(v, innermost) : k;
  }

  /// What a call, input statement or allocation may change is unknown afterwards.
  void forget(const Stmt &s, State &state) {
    for (const Symbol *v : values.assignedBy(s))
      if (values.isTracked(v))
        state[v] = fresh(v, innermost);
  }

  /// What both have in one place is the same in both, and stays.
  void merge(State &state, const State &other) {
    State one = state;
    other.forEachUnlike(one, [&](const State::Entry &x) {
      if (!one.count(x.variable))
        state[x.variable] = Known::exactly(values.entryValue(x.variable));
    });
    one = state;
    one.forEachUnlike(other, [&](const State::Entry &x) {
      Known second = values.current(x.variable, other);
      if (!(x.known == second))
        state[x.variable] = between(x.variable, x.known, second);
    });
  }

  Known between(const Symbol *v, const Known &a, const Known &b) {
    Known out;
    if (a.low() && b.low())
      out.lower = table.minimum(*a.low(), *b.low());
    if (a.high() && b.high())
      out.upper = table.maximum(*a.high(), *b.high());
    if (out.lower && out.upper && *out.lower == *out.upper)
      return Known::exactly(*out.lower);
    return out.isNothing() || isTooLarge(out) ? fresh(v, innermost) : out;
  }

  // ---- Accesses ----------------------------------------------------------------------------------

  /// Every place that is read in an expression; not the parts a larger place is made of.
  void reads(const Stmt &s, const Expr *e, const State &state) {
    if (!e)
      return;
    if (auto *address = llvm::dyn_cast<AddressOf>(e))
      return readsBelow(s, address->place, state);
    if (auto *list = llvm::dyn_cast<ImpliedDo>(e))
      return readsInList(s, *list, state);
    if (!e->isPlace()) {
      for (const Expr *operand : operands(e))
        reads(s, operand, state);
      return;
    }
    note(s, e, false, state);
    readsBelow(s, e, state);
  }

  /// In the items of an implied DO its variable is anything between the bounds.
  void readsInList(const Stmt &s, const ImpliedDo &list, const State &state) {
    for (const Expr *bound : {list.lower, list.upper, list.step})
      reads(s, bound, state);
    Known lower = evaluate(list.lower, state), upper = evaluate(list.upper, state), variable;
    std::optional<int64_t> step = list.step ? constantValue(list.step) : 1;
    if (step && *step > 0)
      variable.lower = lower.low(), variable.upper = upper.high();
    else if (step && *step < 0)
      variable.lower = upper.low(), variable.upper = lower.high();
    State inside = state;
    inside[list.variable] = variable;
    for (const Expr *item : list.items)
      reads(s, item, inside);
  }

  /// What must be read to know where a place is: subscripts and pointers.
  void readsBelow(const Stmt &s, const Expr *place, const State &state) {
    if (auto *element = llvm::dyn_cast<Element>(place)) {
      readsBelow(s, element->base, state);
      for (const Expr *subscript : element->subscripts)
        reads(s, subscript, state);
    } else if (auto *target = llvm::dyn_cast<Dereference>(place)) {
      reads(s, target->pointer, state);
      reads(s, target->offset, state);
    } else {
      for (const Expr *operand : operands(place))
        if (operand->isPlace() && operand != operands(place).back())
          reads(s, operand, state);
        else if (operand->isPlace())
          readsBelow(s, operand, state);
        else
          reads(s, operand, state);
    }
  }

  void note(const Stmt &s, const Expr *place, bool writes, const State &state, bool must = false) {
    std::vector<Known> path = values.path(place, state);
    if (leavesExtents(place, path))
      path.assign(path.size(), Known());
    out.places.push_back({place, &s, writes, innermost, std::move(path), facts, {}, must});
  }

  /// Subscripts tell rows apart while they stay in their extents. The languages demand that, but programs
  /// that read b[i][-1] for b[i-1][m-1] are compiled all the same: where the first or last iteration of the
  /// loop around is seen to do so, or a number outside of all loops, the path says nothing.
  bool leavesExtents(const Expr *place, const std::vector<Known> &path) {
    auto *element = llvm::dyn_cast<Element>(place);
    auto *array = element ? llvm::dyn_cast<ArrayType>(element->base->type->strip()) : nullptr;
    if (!array || facts.size() != (innermost ? innermost->facts.size() : 0) ||
        path.size() < element->subscripts.size())
      return false;
    size_t first = path.size() - element->subscripts.size(); // of the subscripts, in the path
    size_t outermost = array->rowMajor ? 0 : array->dimensions.size() - 1;
    for (size_t k = 0; k < array->dimensions.size() && k < element->subscripts.size(); ++k)
      if ((k != outermost || first > 0) && path[first + k].value &&
          leavesExtent(*path[first + k].value, array->dimensions[k], array->rowMajor))
        return true;
    return false;
  }

  bool leavesExtent(const Form &subscript, const Dimension &d, bool rowMajor) {
    auto number = [](const Expr *e) { return e ? constantValue(e) : std::optional<int64_t>(); };
    std::optional<int64_t> lowest = d.lower ? number(d.lower) : rowMajor ? 0 : 1;
    std::optional<int64_t> highest = number(rowMajor ? d.extent : d.upper);
    if (rowMajor && highest)
      --*highest;
    if (d.form != Dimension::Form::Explicit)
      return false;
    auto isOutside = [&](const Form &value) {
      std::optional<int64_t> at = value.integer();
      return at && ((lowest && *at < *lowest) || (highest && *at > *highest));
    };
    if (!innermost)
      return isOutside(subscript);
    std::optional<Form> last = innermost->last(table);
    return isOutside(table.initial(subscript, innermost->id)) ||
           (last && isOutside(table.substitute(subscript, innermost->id, *last)));
  }

  // ---- Loops ---------------------------------------------------------------------------------------

  void forLoop(const For &s, State &state) {
    reads(s, s.lower, state);
    reads(s, s.bound, state);
    reads(s, s.step, state);
    Known lower = evaluate(s.lower, state), bound = evaluate(s.bound, state);
    Known step = s.step ? evaluate(s.step, state) : Known::exactly(Form(1));
    Loop &loop = enter(s, s.variable->name, state);
    loop.lower = lower.value;
    loop.step = step.value;
    if (lower.value && bound.value && step.value)
      loop.trips = tripsOf(s, *lower.value, *bound.value, *step.value);
    Known variable;
    if (lower.value && step.value)
      variable = Known::exactly(*lower.value + *step.value * table.counter(loop.id));
    size_t assumed = prover.assumed();
    std::optional<Form> last = loop.last(table);
    if (last)
      prover.assume(*last);
    prover.counter(loop.id, last);
    body(loop, {&s.body}, state, [&](State &inside) {
      inside[s.variable] = variable.isNothing() ? fresh(s.variable, &loop) : variable;
    });
    prover.drop(assumed);
    prover.forget(loop.id);
    innermost = loop.outer;
    if (values.isTracked(s.variable))
      state[s.variable] = variable.value && loop.trips
                              ? Known::exactly(*lower.value + *step.value * *loop.trips)
                              : fresh(s.variable, innermost);
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
    Loop &loop = enter(s, "w" + std::to_string(out.all.size()), state);
    prover.counter(loop.id, std::nullopt);
    body(loop, {&s.head, &s.body}, state, [](State &) {}, &s);
    prover.forget(loop.id);
    innermost = loop.outer;
  }

  /// A value of which only bounds are known is one value all the same while a loop runs.
  void nameIntervals(State &state) {
    state.restateIntervals([&](const State::Entry &x) {
      symbolic::Sequence facts;
      for (const Loop *l = innermost; l; l = l->outer)
        facts.loops.insert(facts.loops.begin(), l->id);
      facts.lower = x.known.lower;
      facts.upper = x.known.upper;
      return Known::exactly(table.sequence(x.variable->name + "?" + std::to_string(++out.unknowns), facts));
    });
  }

  Loop &enter(const Stmt &s, const std::string &name, State &state) {
    nameIntervals(state);
    out.all.push_back(std::make_unique<Loop>());
    Loop &loop = *out.all.back();
    loop.id = out.all.size();
    loop.statement = &s;
    loop.procedure = p;
    loop.outer = innermost;
    loop.depth = innermost ? innermost->depth + 1 : 0;
    loop.name = name;
    loop.facts = facts;
    loop.entry = state;
    table.counter(loop.id, name);
    innermost = &loop;
    return loop;
  }

  /// One pass over the body with unknowns for what it assigns, then the recurrences are solved and the
  /// unknowns replaced in everything that was noted inside.
  template <typename Start>
  void body(Loop &loop, const std::vector<const Block *> &inside, State &state, Start &&start,
            const While *exits = nullptr) {
    Recurrences::Unknowns unknowns;
    State within = state;
    for (const Symbol *v : values.assignedIn(inside)) {
      Form atom = table.symbol(v->name + "@" + std::to_string(loop.id), v);
      unknowns[v] = *atom.asAtom();
      within[v] = Known::exactly(atom);
    }
    Recurrences solver(table, loop, unknowns);
    start(within);
    size_t firstAccess = out.places.size(), firstLoop = loop.id, known = facts.size();
    size_t firstSequence = table.sequenceCount();
    State atExit = within;
    for (size_t i = 0; i < inside.size(); ++i) {
      block(*inside[i], within);
      if (exits && i == 0) { // the head of a while loop, and its test
        reads(*exits, exits->condition, within);
        atExit = within;
        learn(exits->condition, true, within);
      }
    }
    loop.firstAccess = firstAccess;
    loop.endAccess = out.places.size();
    std::vector<Fact> test(facts.begin() + known, facts.end());
    facts.resize(known);
    std::map<const Symbol *, std::pair<Known, Known>> ends;
    for (auto &[v, atom] : unknowns)
      ends[v] = {values.current(v, state), values.current(v, within)};
    solver.solve(ends);
    replaceUnknowns(solver, firstAccess, firstLoop, inside);
    // Those that inner loops made, too: an unknown that stays would be one number in all iterations.
    table.restateSequences(firstSequence, [&](const Form &f) { return solver.substituted(f); });
    if (exits && exits->head.empty() && test.size() == 1 && isComparison(exits->condition))
      loop.trips = tripsWhile(loop, solver.substituted(test[0].form));
    leave(loop, state, exits ? &atExit : nullptr, solver);
  }

  static bool isComparison(const Expr *condition) {
    auto *e = llvm::dyn_cast<Binary>(condition);
    return e && e->op >= BinaryOp::Less && e->op <= BinaryOp::GreaterEqual;
  }

  /// A loop that runs while a + b*counter is not negative, b a negative number.
  std::optional<Form> tripsWhile(const Loop &loop, const Form &test) {
    AtomId counter = *table.counter(loop.id).asAtom();
    std::vector<Form> parts = test.coefficients(counter);
    if (parts.size() != 2 || table.dependsOn(parts[0], loop.id))
      return std::nullopt;
    auto slope = parts[1].integer();
    if (!slope || *slope >= 0)
      return std::nullopt;
    return table.maximum(table.quotient(parts[0] + Form(-*slope), Form(-*slope)), 0);
  }

  void replaceUnknowns(const Recurrences &solver, size_t firstAccess, size_t firstLoop,
                       const std::vector<const Block *> &inside) {
    auto replace = [&](std::vector<Fact> &list) {
      for (Fact &fact : list)
        fact.form = solver.substituted(fact.form);
    };
    if (solver.all().empty())
      return;
    AtomId oldest = solver.all().front().second;
    for (auto &[v, atom] : solver.all())
      oldest = std::min(oldest, atom);
    State::Restated done;
    auto restate = [&](State &state) {
      state.restate(oldest, [&](const State::Entry &x) { return solver.substituted(x.known); }, done);
    };
    for (size_t i = firstAccess; i < out.places.size(); ++i) {
      for (Known &k : out.places[i].path)
        k = solver.substituted(k);
      replace(out.places[i].facts);
    }
    for (size_t i = firstLoop; i < out.all.size(); ++i) {
      Loop &inner = *out.all[i];
      for (std::optional<Form> *f : {&inner.trips, &inner.lower, &inner.step})
        if (*f)
          *f = solver.substituted(**f);
      for (Induction &induction : inner.inductions)
        induction.start = solver.substituted(induction.start);
      restate(inner.entry);
      replace(inner.facts);
    }
    for (const Block *b : inside)
      forEachStmt(*b, [&](const Stmt &s) {
        if (auto kept = out.states.find(&s); kept != out.states.end())
          restate(kept->second);
        auto *call = llvm::dyn_cast<Call>(&s);
        if (!call)
          return;
        CallState &at = out.callStates[call];
        restate(at.state);
        replace(at.facts);
      });
  }

  /// After the loop: the value at the start of the iteration that does not take place.
  void leave(Loop &loop, State &state, const State *atExit, const Recurrences &solver) {
    for (auto &[v, atom] : solver.all()) {
      Known start = solver.start(v), end;
      bool simple = !atExit || values.current(v, *atExit) == Known::exactly(Form::atom(atom));
      if (loop.trips && simple) {
        auto at = [&](const std::optional<Form> &f) -> std::optional<Form> {
          return f ? std::optional(table.substitute(*f, loop.id, *loop.trips)) : std::nullopt;
        };
        end = {at(start.value), at(start.lower), at(start.upper)};
      }
      state[v] = end.isNothing() || isTooLarge(end) ? fresh(v, loop.outer) : end;
    }
  }

  LoopNests &out;
  symbolic::AtomTable &table;
  Memory &memory;
  LoopValues values;
  const Procedure *p;
  symbolic::Prover prover;
  Loop *innermost = nullptr;
  std::vector<Fact> facts; ///< that hold where the reader is
};

/// Shared variables get their atoms before any procedure is read, by their names: the order of atoms
/// must not depend on which procedure came first.
void LoopNests::nameShared(Memory &memory) {
  std::set<std::pair<std::string, const Symbol *>> shared;
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component)
      forEachStmt(p->body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            const Symbol *v = variableOf(x);
            if (v && memory.isShared(memory.variable(v)))
              shared.insert({v->name, v});
          });
      });
  for (auto &[name, v] : shared)
    table.symbol(name, v);
}

LoopNests::LoopNests(Memory &memory, EffectSummaries &effects, bool keepsStates) : keepsStates(keepsStates) {
  nameShared(memory);
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component) {
      size_t loops = all.size(), accesses = places.size();
      try {
        LoopReader(*this, memory, effects, p).run();
        ranges[p] = {accesses, places.size() - accesses};
      } catch (const symbolic::Overflow &) {
        // Numbers beyond 64 bits: the loops seen so far stay, without forms and marked so.
        places.resize(accesses);
        for (size_t i = loops; i < all.size(); ++i) {
          Loop &loop = *all[i];
          loop.trips.reset();
          loop.facts.clear();
          loop.entry.clear();
          loop.incomplete = true;
          loop.firstAccess = loop.endAccess = accesses;
          for (Induction &induction : loop.inductions)
            induction.start = {};
        }
      }
    }
}

LoopNests::LoopNests(Memory &memory, EffectSummaries &effects, const Procedure *p, const Stmt &loop,
                     const LoopState &known)
    : keepsStates(true) {
  try {
    LoopReader(*this, memory, effects, p).run(loop, known);
  } catch (const symbolic::Overflow &) {
    all.clear();
    places.clear();
    states.clear();
  }
}

} // namespace costate::analysis
