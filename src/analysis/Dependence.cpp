#include "analysis/Dependence.h"

#include "analysis/LoopScalars.h"
#include "analysis/Overlap.h"
#include "analysis/ParallelPromises.h"
#include "analysis/Privatisation.h"
#include "analysis/Updates.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;
using symbolic::Condition;

/// One loop, looked at.
class LoopJudge {
public:
  LoopJudge(Dependences &all, const Loop &loop)
      : all(all), nests(all.nests), loop(loop), p(loop.procedure), promise(ParallelPromise::of(*loop.statement)) {
    report.loop = &loop;
  }

  LoopReport run() {
    if (!isUnderstood())
      return std::move(report);
    collect();
    LoopScalars uses(all.memory, all.effects, loop);
    scalars(uses);
    reducePlaces();
    Condition condition = memory();
    symbolic::Prover prover(nests.atoms());
    unsigned effort = 2000;
    prover.share(effort);
    all.tests.assumeAround(prover, loop);
    report.condition = simplified(prover, condition);
    if (report.condition.isTrue()) // where the loop runs, what dependences need to vanish is so
      std::erase_if(report.dependences,
                    [](const Dependence &d) { return !d.vanishes.isFalse(); });
    bool carried = std::any_of(report.dependences.begin(), report.dependences.end(),
                               [](const Dependence &d) { return d.vanishes.isFalse(); });
    if (!carried && report.condition.isFalse())
      refuse("the conditions under which its accesses are apart exclude each other",
             loop.statement->location);
    report.verdict = carried                      ? LoopReport::Verdict::Serial
                     : report.condition.isTrue()  ? LoopReport::Verdict::Parallel
                     : report.condition.isFalse() ? LoopReport::Verdict::Serial
                                                  : LoopReport::Verdict::Conditional;
    return std::move(report);
  }

private:
  // ---- What a loop must be ---------------------------------------------------------------------

  bool refuse(const std::string &reason, Location at) {
    report.reason = reason;
    report.reasonAt = at;
    return false;
  }

  bool isUnderstood() {
    if (loop.incomplete)
      return refuse("numbers in it are too large to be followed", loop.statement->location);
    if (!llvm::isa<For>(loop.statement) && !loop.trips)
      return refuse("the number of iterations is not known when the loop begins",
                    loop.statement->location);
    bool ok = true;
    for (const Block *b : blocks(*loop.statement))
      forEachStmt(*b, [&](const Stmt &s) {
        if (ok)
          ok = isUnderstood(s);
      });
    return ok;
  }

  bool isUnderstood(const Stmt &s) {
    if (llvm::isa<Opaque>(s))
      return refuse("input, output or a stop in the loop", s.location);
    if (llvm::isa<Allocate>(s) || llvm::isa<Free>(s))
      return refuse("memory is allocated or freed in the loop", s.location);
    auto *call = llvm::dyn_cast<Call>(&s);
    if (call && !all.memory.calls().isKnown(*call))
      return refuse("a call of '" + (call->callee ? call->callee->name : "a procedure pointer") +
                        "', whose source is not given",
                    s.location);
    if (call)
      for (const Procedure *target : all.memory.calls().targets(*call))
        if (auto found = all.disturbing.find(target); found != all.disturbing.end())
          return refuse("a call of '" + target->name + "', in which there is " + found->second, s.location);
    for (const Expr *e : expressions(s)) {
      bool fine = true;
      forEach(e, [&](const Expr *x) {
        const Symbol *v = variableOf(x);
        fine &= !(v && v->isVolatile);
      });
      if (!fine)
        return refuse("a volatile variable", s.location);
    }
    return true;
  }

  // ---- Scalars (D1) ----------------------------------------------------------------------------

  void scalars(const LoopScalars &uses) {
    for (const Symbol *v : uses.written())
      scalar(uses, v);
    moving.insert(uses.written().begin(), uses.written().end());
    if (auto *counted = llvm::dyn_cast<For>(loop.statement))
      moving.insert(counted->variable);
    for (const Reduction &r : report.reductions)
      moving.erase(r.variable);
  }

  void scalar(const LoopScalars &uses, const Symbol *v) {
    if (!uses.isExposed(v)) {
      bool needed = uses.isNeededOutside(v);
      if (!needed || uses.isAlwaysWritten(v)) {
        report.privates.push_back(v);
        if (needed)
          report.lasts.push_back(v);
        return;
      }
      return depends(Dependence::Kind::Output, v, uses.firstWrite(v), uses.firstWrite(v),
                     "its value is needed after the loop, and not every iteration writes it");
    }
    if (std::string operation = uses.reduction(v); !operation.empty()) {
      report.reductions.push_back({v, operation});
      return;
    }
    for (const Induction &induction : loop.inductions)
      if (induction.variable == v && induction.start.value) {
        if (isComputable(*induction.start.value)) {
          report.inductions.push_back(v);
          return;
        }
        return depends(Dependence::Kind::Flow, v, uses.firstWrite(v), uses.firstRead(v),
                       "a recurrence without a closed form");
      }
    depends(Dependence::Kind::Flow, v, uses.firstWrite(v), uses.firstRead(v),
            "an iteration needs its value from the one before");
  }

  /// Where they are the only accesses of their numbers, which pairs with others tell (D2).
  void reducePlaces() {
    auto *counted = llvm::dyn_cast<For>(loop.statement);
    if (!counted || p->language != Language::C)
      return;
    for (const Update &update : fixedUpdates(*counted))
      report.reductions.push_back({fixedElement(update.place)->first, update.operation, update.place});
  }

  /// Each thread has a copy of it, so that nothing else may be the same number, not even in the same iteration: the
  /// tests, which are about two iterations, do not tell.
  bool isReduction(const Access &a) const {
    const Symbol *scalar = variableOf(a.place);
    return isReduced(a) || (scalar && std::any_of(report.reductions.begin(), report.reductions.end(),
                                                  [&](const Reduction &r) { return !r.place && r.variable == scalar; }));
  }

  bool isReduced(const Access &a) const {
    return std::any_of(report.reductions.begin(), report.reductions.end(), [&](const Reduction &r) {
      return r.place && a.place && equal(r.place, a.place);
    });
  }

  /// From the counter, and from what the variable holds when the loop begins.
  bool isComputable(const Form &start) {
    symbolic::AtomTable &table = nests.atoms();
    Form moved = start - table.initial(start, loop.id);
    return symbolic::isClosed(table, moved) && !mentionsUnknown(moved);
  }

  /// A value that only running the iterations gives.
  bool mentionsUnknown(const Form &f) {
    const symbolic::AtomTable &table = nests.atoms();
    bool found = false;
    for (const symbolic::Term &t : f.terms())
      for (auto &[atom, exponent] : t.monomial) {
        const symbolic::Atom &a = table[atom];
        bool own =
            a.kind == symbolic::Atom::Kind::Apply && table.dependsOn(Form::atom(atom), loop.id);
        found |= own && (table.sequenceOf(atom) || a.name.find('?') != std::string::npos);
        for (const Form &argument : a.arguments)
          found |= mentionsUnknown(argument);
      }
    return found;
  }

  void depends(Dependence::Kind kind, const Symbol *v, Location from, Location to,
               const std::string &reason) {
    Dependence d{kind, v->name, from, to, std::vector<std::string>(loop.depth, "="),
                 "1",  reason,  {}};
    d.direction.push_back("<");
    if (loop.depth)
      d.distance = std::nullopt;
    d.vanishes.clauses = {{}};
    report.dependences.push_back(std::move(d));
  }

  // ---- Arrays and pointers (D2) ----------------------------------------------------------------

  bool isScalarAccess(const Access &a) const {
    if (!a.path.empty() || !a.place)
      return false;
    const Expr *e = a.place;
    while (e && !llvm::isa<Variable>(e)) {
      auto *field = llvm::dyn_cast<Field>(e);
      auto *part = llvm::dyn_cast<ComplexPart>(e);
      auto *text = llvm::dyn_cast<Substring>(e);
      e = field ? field->base : part ? part->base : text ? text->base : nullptr;
    }
    const Symbol *v = variableOf(e);
    return v && LoopScalars::isScalar(v) && !a.place->type->isArray();
  }

  /// One access for all that are alike.
  void collect() {
    for (size_t i = loop.firstAccess; i < loop.endAccess; ++i) {
      const Access &a = nests.accesses()[i];
      bool seen = std::any_of(accesses.begin(), accesses.end(), [&](const Access *b) {
        return b->writes == a.writes && b->loop == a.loop && b->path == a.path &&
               b->facts == a.facts && equal(a.place, b->place);
      });
      if (!seen && !(isScalarAccess(a) && isOwn(a)))
        accesses.push_back(&a);
    }
    std::vector<Access> ofCalls = all.callAccesses(loop);
    if (ofCalls.empty())
      return;
    for (const Access &a : ofCalls)
      accesses.push_back(&a);
    together = all.sections.linearised(p, accesses);
    for (size_t i = 0; i < together.size(); ++i)
      accesses[i] = &together[i];
  }

  /// A scalar that nothing but its name leads to was looked at as such.
  bool isOwn(const Access &a) {
    const Symbol *v = rootVariable(a.place);
    return v && !all.memory.isShared(all.memory.variable(v)) && !all.isAddressTaken(v) && !v->overlay;
  }

  /// Two names that may be one number: EQUIVALENCE, or COMMON.
  static bool areOverlaid(const Access &a, const Access &b) {
    const Symbol *one = rootVariable(a.place), *other = rootVariable(b.place);
    return one != other && one->overlay && other->overlay;
  }

  /// Enough is known to see that the loop stays serial; more dependences would only make its report
  /// longer.
  bool isHopeless() const {
    constexpr size_t enough = 200;
    return candidates.size() > enough && candidates.back().overlap != Overlap::Comparable &&
           !isPrivatisable(*candidates.back().earlier);
  }

  Condition memory() {
    findKinds();
    Condition condition;
    for (size_t i = 0; i < accesses.size(); ++i)
      for (size_t j = i; j < accesses.size(); ++j) {
        const Access &a = *accesses[i], &b = *accesses[j];
        if (!a.writes && !b.writes)
          continue;
        if (isScalarAccess(a) && isScalarAccess(b) && !areOverlaid(a, b))
          continue; // by their names
        if (isReduced(a) && equal(a.place, b.place))
          continue;
        Overlap overlap = all.overlaps.of(p, a, b);
        if (overlap == Overlap::Never)
          continue;
        bool byAddress = overlap == Overlap::Addresses && addressed(i) && addressed(j);
        if (overlap == Overlap::Addresses)
          overlap = byAddress ? Overlap::Comparable : Overlap::Unknown;
        pair(side(i, byAddress), side(j, byAddress), overlap);
        if (i != j)
          pair(side(j, byAddress), side(i, byAddress), overlap);
        if (isHopeless())
          i = j = accesses.size();
      }
    privatise();
    findConditions();
    for (Found &found : candidates) {
      count(found.answer);
      condition.add(found.answer.vanishes);
      report.dependences.push_back(describe(found));
    }
    return condition;
  }

  /// Two accesses that may meet.
  struct Found {
    const Access *earlier, *later;
    std::pair<size_t, size_t> kinds;
    Overlap overlap;
    DependenceAnswer answer;
    bool byAddress = false; ///< of the numbers, not by subscripts
    bool isTooLong = false; ///< the condition under which they do not

    const Symbol *array() const { ///< null: reached through a pointer
      return earlier->place ? rootVariable(earlier->place) : nullptr;
    }
  };

  /// Exact conditions first: where one says that a dependence stays, no other makes the loop
  /// parallel, and none is looked for. Neither is more of a condition that fills a page: no one
  /// reads or tests it.
  void findConditions() {
    constexpr size_t mostComparisons = 64;
    Condition together;
    bool hopeless = std::any_of(candidates.begin(), candidates.end(), [](const Found &found) {
      return found.overlap != Overlap::Comparable;
    });
    for (bool exact : {true, false})
      for (Found &found : candidates) {
        if (found.overlap != Overlap::Comparable || found.answer.exact != exact || hopeless)
          continue;
        if (isReduction(*found.earlier) || isReduction(*found.later)) {
          preferExtents(found, found.answer);
          together.add(found.answer.vanishes);
          hopeless |= found.answer.vanishes.isFalse();
          continue;
        }
        auto [known, fresh] = conditions.try_emplace(found.kinds, found.answer);
        if (fresh)
          all.tests.findCondition(*found.earlier, *found.later, loop, known->second);
        const Condition &exactly = known->second.vanishes;
        if (fresh && found.byAddress && (exactly.isFalse() || exactly.comparisons() > shortest))
          preferExtents(found, known->second);
        found.answer = known->second;
        together.add(found.answer.vanishes);
        found.isTooLong = together.comparisons() > mostComparisons;
        if (found.isTooLong)
          found.answer.vanishes.clauses = {{}};
        hopeless |= found.answer.vanishes.isFalse();
      }
    bool byAddress = std::any_of(candidates.begin(), candidates.end(), [](const Found &f) { return f.byAddress; });
    if (byAddress && together.comparisons() > mostTested && !hopeless)
      for (Found &found : candidates)
        preferExtents(found, found.answer);
  }

  /// Where accesses come from two pointers, "one ends before the other begins" is what people test, and is the same for
  /// all pairs of two arrays. What is more exact stays where it is as short, and where there is not too much of it.
  static constexpr size_t shortest = 2, mostTested = 16;

  void preferExtents(const Found &found, DependenceAnswer &answer) {
    Condition extents = all.tests.findExtents(*found.earlier, *found.later, loop);
    if (!extents.isFalse())
      answer.vanishes = std::move(extents);
  }

  /// The tests see no difference between accesses of one kind.
  void findKinds() {
    std::vector<const Access *> first; // of each kind
    for (const Access *a : accesses) {
      auto same = std::find_if(first.begin(), first.end(), [&](const Access *b) {
        return a->loop == b->loop && a->path == b->path && a->facts == b->facts;
      });
      kinds.push_back(same - first.begin());
      if (same == first.end())
        first.push_back(a);
    }
  }

  void count(const DependenceAnswer &answer) {
    bool decided = !answer.vanishes.isFalse() || answer.certain;
    ++report.decidedBy[decided ? answer.test : "none"];
  }

  /// One of two accesses, and what the tests see of it.
  struct Side {
    const Access *access;
    size_t kind;
  };

  bool isAddressed(size_t kind) const { return kind >= accesses.size(); }

  /// Those by address are of other kinds.
  Side side(size_t i, bool byAddress) {
    return byAddress ? Side{addressed(i), accesses.size() + i} : Side{accesses[i], kinds[i]};
  }

  /// Null where its address cannot be said.
  const Access *addressed(size_t i) {
    auto [at, fresh] = addresses.try_emplace(i);
    const Symbol *scalar = variableOf(accesses[i]->place);
    // A scalar that each iteration may have for itself is elsewhere then.
    if (fresh && !(scalar && (moving.count(scalar) || !all.memory.isShared(all.memory.variable(scalar)))))
      at->second = all.sections.addressed(p, *accesses[i]);
    return at->second ? &*at->second : nullptr;
  }

  void pair(const Side &first, const Side &second, Overlap overlap) {
    const Access &earlier = *first.access, &later = *second.access;
    std::pair<size_t, size_t> both{first.kind, second.kind};
    DependenceAnswer answer;
    if (overlap == Overlap::Comparable && !isReduction(earlier) && !isReduction(later)) {
      auto [known, fresh] = answers.try_emplace(both);
      if (fresh)
        known->second = all.tests.test(earlier, later, loop);
      answer = known->second;
    } else {
      answer.vanishes.clauses = {{}};
      answer.direction.assign(loop.depth, "=");
      answer.direction.push_back("<");
    }
    if (answer.vanishes.isTrue() || isPromised(earlier, later, overlap, answer))
      count(answer);
    else
      candidates.push_back({&earlier, &later, both, overlap, std::move(answer), isAddressed(first.kind), false});
  }

  bool isPromised(const Access &earlier, const Access &later, Overlap overlap, const DependenceAnswer &answer) {
    auto isCovered = [&](const Access &a) {
      CellSet cells = all.overlaps.leaves(p, a);
      return !isReduction(a) && !cells.empty() && llvm::all_of(cells, [&](CellId id) { return promise->covers(all.memory, id); });
    };
    if (!promise || !isCovered(earlier) || !isCovered(later))
      return false;
    auto isAlways = [&](const Access &a) { // every iteration makes it
      auto &body = llvm::cast<For>(loop.statement)->body;
      return std::any_of(body.begin(), body.end(), [&](const StmtPtr &s) { return s.get() == a.statement; });
    };
    auto isNumber = [](const std::string &text) { return text.find_first_not_of("0123456789-") == std::string::npos; };
    bool isProven = overlap == Overlap::Comparable && answer.certain && answer.distance && !answer.distance->empty() &&
                    isNumber(*answer.distance) && isAlways(earlier) && isAlways(later);
    if (isProven && !report.broken)
      report.broken = describe({&earlier, &later, {}, overlap, answer});
    return !isProven;
  }

  Dependence describe(const Found &found) {
    const Access &earlier = *found.earlier, &later = *found.later;
    Dependence d{earlier.writes ? (later.writes ? Dependence::Kind::Output : Dependence::Kind::Flow)
                                : Dependence::Kind::Anti,
                 nameOf(earlier),
                 earlier.statement->location,
                 later.statement->location,
                 found.answer.direction,
                 found.answer.distance,
                 "",
                 found.answer.vanishes};
    d.reason = found.isTooLong
                   ? "the condition under which these accesses are apart is too long to be tested"
                   : reasonFor(earlier, later, found.overlap, found.answer);
    return d;
  }

  std::string nameOf(const Access &a) {
    CellSet cells = all.overlaps.leaves(p, a);
    if (cells.size() == 1) {
      std::string name = all.memory.headName(cells[0]);
      if (!name.empty())
        return name;
    }
    const Symbol *v = a.place ? rootVariable(a.place) : nullptr;
    return v ? v->name : cells.empty() ? "memory" : all.memory.name(cells[0]);
  }

  std::string reasonFor(const Access &earlier, const Access &later, Overlap overlap,
                        const DependenceAnswer &answer) {
    if (overlap == Overlap::Unknown)
      return "nothing tells these accesses apart";
    if (answer.certain)
      return answer.distance && answer.vanishes.isFalse()
                 ? "the same element at distance " + *answer.distance
                 : "the same element in some iterations";
    for (const Access *a : {&earlier, &later})
      for (const Known &k : a->path)
        if (k.isNothing())
          return "a subscript is not understood";
    if (!answer.vanishes.isFalse())
      return "these accesses are apart under a condition";
    return all.tests.isSpent() ? "not proven: the effort for this loop is spent"
                               : "no test could tell these accesses apart";
  }

  static bool isPrivatisable(const Access &a) {
    const Symbol *array = a.place ? rootVariable(a.place) : nullptr;
    return array && array->type->isArray();
  }

  /// Arrays that carry nothing from one iteration to the next once each has its own.
  void privatise() {
    std::vector<const Symbol *> done, seen;
    auto has = [](const std::vector<const Symbol *> &list, const Symbol *s) {
      return std::find(list.begin(), list.end(), s) != list.end();
    };
    for (const Found &found : candidates) {
      const Symbol *array = found.array();
      if (!array || !isPrivatisable(*found.earlier) || has(seen, array))
        continue;
      seen.push_back(array);
      if (Privatisation(nests, all.memory, all.overlaps, loop, accesses).isPrivate(array))
        done.push_back(array);
    }
    report.privates.insert(report.privates.end(), done.begin(), done.end());
    std::erase_if(candidates, [&](const Found &found) { return has(done, found.array()); });
    std::erase_if(candidates, [&](const Found &found) { return isPrivateScalar(found); });
    if (all.isOwn)
      std::erase_if(candidates, [&](const Found &found) { return isInOwnMemory(found); });
  }

  /// Of a scalar whose address calls are given, that is private by what its name and the effects of calls tell: nothing but
  /// its name leads there outside of them.
  bool isPrivateScalar(const Found &found) {
    CellSet cells = all.overlaps.leaves(p, *found.earlier);
    if (cells.size() != 1 || all.overlaps.leaves(p, *found.later) != cells)
      return false;
    const Cell &cell = all.memory[cells[0]];
    bool isPrivate = cell.kind == Cell::Kind::Variable && llvm::find(report.privates, cell.symbol) != report.privates.end() &&
                     cell.symbol->owner == p && cell.symbol->storage == Storage::Local && LoopScalars::isScalar(cell.symbol);
    if (!isPrivate || cell.overlaid || all.memory.isShared(cells[0]) || !all.memory.aliases(p, cells[0]).empty())
      return false;
    bool byName = true; // but for what calls do
    for (size_t i = loop.firstAccess; i < loop.endAccess; ++i) {
      const Access &a = nests.accesses()[i];
      bool isNamed = a.place && rootVariable(a.place) == cell.symbol;
      byName &= isNamed || !llvm::is_contained(all.overlaps.leaves(p, a), cells[0]);
    }
    return byName && llvm::none_of(p->scope.symbols, [&](const std::unique_ptr<Symbol> &s) {
      bool mayPoint = s->kind == SymbolKind::Variable && all.memory.mayHoldPointer(p, all.memory.variable(s.get()));
      return mayPoint && llvm::is_contained(all.memory.pointedTo(p, all.memory.variable(s.get())), cells[0]);
    });
  }

  bool isInOwnMemory(const Found &found) {
    CellSet cells = all.overlaps.leaves(p, *found.earlier);
    if (cells.size() != 1 || all.overlaps.leaves(p, *found.later) != cells || !all.isOwn(loop, cells[0]))
      return false;
    if (llvm::find(report.own, cells[0]) == report.own.end())
      report.own.push_back(cells[0]);
    return true;
  }

  Dependences &all;
  LoopNests &nests;
  const Loop &loop;
  const Procedure *p;
  std::optional<ParallelPromise> promise;
  LoopReport report;
  std::vector<const Access *> accesses;
  std::vector<size_t> kinds; ///< of accesses
  std::set<const Symbol *> moving; ///< scalars that iterations write, but for reductions
  std::map<std::pair<size_t, size_t>, DependenceAnswer> answers, conditions; ///< by kinds
  std::vector<Access> together; ///< where calls are among them
  std::map<size_t, std::optional<Access>> addresses; ///< of accesses
  std::vector<Found> candidates;
};

const LoopReport &Dependences::of(const Loop &loop) {
  auto [at, fresh] = reports.try_emplace(&loop);
  if (!fresh)
    return at->second;
  tests.begin();
  try {
    at->second = LoopJudge(*this, loop).run();
    text(loop, at->second.condition); // what cannot be said to anyone is no condition
    for (const Dependence &d : at->second.dependences)
      text(loop, d.vanishes);
  } catch (const symbolic::Overflow &) {
    at->second = {};
    at->second.loop = &loop;
    at->second.reason = "numbers in it are too large to be followed";
    at->second.reasonAt = loop.statement->location;
  }
  return at->second;
}

} // namespace costate::analysis
