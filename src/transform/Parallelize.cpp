#include "transform/Parallelize.h"

#include "analysis/LoopScalars.h"
#include "analysis/ParallelPromises.h"
#include "analysis/Updates.h"
#include "ir/Constants.h"
#include "ir/LoopMarks.h"
#include "transform/AtomicUpdates.h"
#include "transform/InductionSubstitution.h"
#include "transform/LoopEntry.h"
#include "transform/LoopWork.h"
#include "transform/OwnMemory.h"
#include "transform/PointerTargets.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using namespace analysis;
using analysis::Loop; // not the raw statement
using symbolic::AtomId;

namespace {

bool isDirective(const std::string &comment) {
  return comment.rfind("$omp", 0) == 0 || comment.rfind("$acc", 0) == 0;
}

/// One of those that Costate writes.
bool isOwnDirective(const std::string &comment) {
  return comment.starts_with("#pragma omp ") || comment.starts_with("$omp ");
}

bool isPure(const Procedure &p) { return (p.pure || p.elemental) && !p.impure; }

/// The author has decided, or Fortran forbids them.
bool isLeftAlone(const Procedure &p) {
  bool found = isPure(p);
  forEachStmt(p.body, [&](const Stmt &s) {
    found |= std::any_of(s.comments.begin(), s.comments.end(), isDirective);
  });
  return found;
}

class Parallelizer {
public:
  Parallelizer(Program &program, const ParallelOptions &options)
      : program(program), options(options), build(program), calls(program), works(program, calls),
        memory(program, calls, procedures(program)), effects(memory), nests(memory, effects),
        // The arguments of a derivative's head do not overlap, as those of its original.
        dependences(program, nests, memory, effects, options.derivative ? Callers::AsSeen : Callers::Any),
        ownMemory(program, memory, effects) {
    for (auto &loop : nests.loops())
      loops[loop->statement] = loop.get();
    if (options.derivative)
      dependences.isOwn = [this](const Loop &loop, CellId id) { return ownMemory.isOwn(loop, id); };
  }

  unsigned run() {
    for (Procedure *p : callersFirst())
      if (!(options.derivative ? isPure(*p) : isLeftAlone(*p)) && !inside.count(p))
        decide(*p, p->body);
    if (options.derivative) // plans have them
      for (Procedure *p : procedures(program))
        forEachStmt(p->body, dropOthers);
    for (Procedure *p : procedures(program))
      forEachStmt(p->body, [&](Stmt &s) {
        if (atomics.count(&s))
          s.comments.push_back(p->language == Language::C ? "#pragma omp atomic" : "$omp atomic");
      });
    for (Procedure *p : procedures(program)) {
      carryOut(p->body);
      dropUnread(p->body, replaced[p]);
    }
    return count;
  }

private:
  /// What becomes of a loop. All loops are decided before the first is changed: the analyses speak of the
  /// program as it was.
  struct Plan {
    SubstitutedLoop replacement; ///< the loop itself where nothing is substituted
    std::string directive;       ///< but for the `if` clause
    const Expr *test = nullptr;  ///< null: always
    Symbol *flag = nullptr;      ///< holds the test for the `if` clause
    bool substituted = false;
    std::vector<const Symbol *> own; ///< pointers of C to what every iteration has for itself
  };

  std::vector<Procedure *> callersFirst() {
    std::vector<Procedure *> all = procedures(program);
    if (!options.oneLevel)
      return all;
    std::vector<Procedure *> out;
    for (auto &component : calls.bottomUp(all))
      out.insert(out.begin(), component.begin(), component.end());
    return out;
  }

  /// One level of threads, through calls, too.
  void noteCalls(const Block &b) {
    forEachStmt(b, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        for (Procedure *target : calls.targets(*call))
          if (inside.insert(target).second)
            noteCalls(target->body);
    });
  }

  /// How many loops run around a procedure, at most; in a recursion, as far as that was seen.
  void noteDepth(const Procedure &p, const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return;
    const Loop *around = nests.at(call).loop;
    unsigned here = depths[&p] + (around ? around->depth + 1 : 0);
    for (const Procedure *target : calls.targets(*call))
      depths[target] = std::max(depths[target], here);
  }

  void decide(Procedure &p, const Block &b) {
    for (const StmtPtr &s : b) {
      auto found = loops.find(s.get());
      if (found != loops.end() && plan(p, *s, *found->second)) {
        if (options.oneLevel)
          for (const Block *inner : blocks(*s))
            noteCalls(*inner);
        continue; // one level of threads
      }
      noteDepth(p, *s);
      for (const Block *inner : blocks(*s))
        decide(p, *inner);
    }
  }

  /// OpenMP wants bounds that do not name the variable; and in C a test of the variable itself, not of it converted.
  static bool hasForm(const For &s) {
    bool found = true;
    for (const Expr *e : {s.lower, s.bound, s.step})
      if (e)
        forEach(e, [&](const Expr *x) { found &= variableOf(x) != s.variable; });
    return found && (!s.variable->type->isInteger() || s.bound->type->strip() == s.variable->type->strip());
  }

  /// What a loop's original has said of it.
  static void dropOthers(Stmt &s) {
    std::erase_if(s.comments, isOwnDirective);
    std::erase_if(s.comments, isParallelPromise);
  }

  bool plan(Procedure &p, const Stmt &s, const Loop &loop) {
    auto *counted = llvm::dyn_cast<For>(&s);
    if (counted && options.derivative && !hasForm(*counted))
      return false;
    if (counted && isOwnDirective(derivedDirective(s)) && planDerived(p, *counted, loop))
      return true;
    const LoopReport &report = dependences.of(loop);
    if (report.verdict == LoopReport::Verdict::Serial || (counted && counted->concurrent) || isMarked(s, eachDirection) ||
        isUseless(loop, report.condition))
      return false;
    LoopWork::Worth worth = worthOf(p, counted, loop);
    if (!worth.ever)
      return false;
    Plan out;
    LoopScalars uses(memory, effects, loop);
    bool plain = counted && counted->variable->type->isInteger() && report.inductions.empty();
    bool needed = counted && uses.isNeededOutside(counted->variable);
    if (!plain || needed) {
      out.substituted = !plain;
      if (!substitute(p, s, report, uses, out))
        return false;
    }
    if (!report.condition.isTrue() && !addTest(loop, report.condition, out))
      return false;
    if (out.replacement.loop && options.derivative) {
      dropOthers(*out.replacement.loop);
      forEachStmt(out.replacement.loop->body, dropOthers);
    }
    const Block &body = out.replacement.loop ? out.replacement.loop->body : counted->body;
    if (options.derivative && isStrange(p, report, body))
      return false;
    if (!clauses(loop, report, out, body) || !keepOriginal(report, counted, out) || !giveOwn(p, loop, report, out))
      return false;
    if (worth.test)
      out.test = out.test ? build.both(worth.test, out.test) : worth.test;
    if (out.test && !out.substituted) {
      out.flag = p.makeTemporary(worth.test ? "parallel" : "independent", build.logical(p.language));
      out.flag->temporary = false; // only the directive reads it
    }
    plans[&s] = std::move(out);
    ++count;
    return true;
  }

  /// Work arrays of which every iteration gets its own (OwnMemory.h).
  bool giveOwn(Procedure &p, const Loop &loop, const LoopReport &report, Plan &out) {
    std::vector<std::string> copied, made; // with what they hold before the loop, or without
    for (CellId id : report.own) {
      const Symbol *v = ownMemory.variableOf(p, id);
      if (!v || !llvm::isa<For>(loop.statement))
        return false;
      if (!v->type->isPointer()) {
        (ownMemory.isCovered(loop, id) ? made : copied).push_back(token(loop, v));
        continue;
      }
      ownMemory.prepare(p, v);
      out.own.push_back(v);
      made.push_back(token(loop, ownMemory.copyOf(v)));
    }
    out.directive += clause("firstprivate", copied) + clause("private", made);
    return true;
  }

  /// Of a derivative's loop that its original's proof makes independent: the directive, without scalars. (Those of the
  /// user are not in derivatives.)
  static std::string derivedDirective(const Stmt &s) {
    bool found = !s.comments.empty() && isOwnDirective(s.comments.back());
    return found ? s.comments.back() : "";
  }

  /// Iterations have more or less to do as the variable says: they are dealt out in turn. (Not by who comes first: sums
  /// would be other ones every time.)
  static bool isUneven(const For &s) {
    bool found = false;
    forEachStmt(s.body, [&](const Stmt &inner) {
      if (auto *loop = llvm::dyn_cast<For>(&inner))
        for (const Expr *e : {loop->lower, loop->bound})
          forEach(e, [&](const Expr *x) { found |= variableOf(x) == s.variable; });
    });
    return found;
  }

  /// Names become tokens: by now every symbol has its place in the scope.
  static bool addDerivedClauses(const Loop &loop, const std::string &given, std::string &out,
                                std::set<const Symbol *> &atomic) {
    for (size_t at = given.find('@'), end = 0; at != std::string::npos; at = given.find('@', end)) {
      size_t start = given.rfind(' ', at);
      end = given.find(')', at);
      std::string name = given.substr(at + 1, end - at - 1);
      auto &symbols = loop.procedure->scope.symbols;
      auto found = std::find_if(symbols.begin(), symbols.end(), [&](auto &s) { return s->name == name; });
      if (found == symbols.end())
        return false;
      if (given.substr(start, at - start) == " atomic(") {
        atomic.insert(found->get());
        continue;
      }
      out += given.substr(start, at - start) + token(loop, found->get()) + ")";
    }
    return true;
  }

  /// A variable that is zero before the loop, and after every iteration: the adjoint of one that every iteration has for
  /// itself. All that the procedure assigns to it outside of the loop is zero, and so is what an iteration assigns last.
  static bool isZeroBetween(const Procedure &p, const For &loop, const Symbol *v) {
    if (!v->type->isReal() || v->storage != Storage::Local || v->overlay || v->isVolatile || v->initial ||
        addressTaken(p.body).count(v))
      return false;
    auto isZeroing = [&](const Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      auto *number = assign ? llvm::dyn_cast<RealConstant>(assign->value) : nullptr;
      return number && number->value == 0.0 && variableOf(assign->place) == v && !assign->mask;
    };
    auto mayAssign = [&](const Stmt &s) { // itself, not what is inside of it
      auto *assign = llvm::dyn_cast<Assign>(&s);
      bool found = assign && variableOf(assign->place) == v;
      if (!assign && blocks(s).empty())
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) { found |= variableOf(x) == v; });
      return found;
    };
    std::set<const Stmt *> inside;
    bool isZero = true, isLast = false;
    for (const StmtPtr &s : loop.body) {
      bool assigns = mayAssign(*s);
      for (const Block *inner : blocks(*s))
        forEachStmt(*inner, [&](const Stmt &x) { assigns |= mayAssign(x); });
      if (assigns)
        isLast = isZeroing(*s);
    }
    forEachStmt(loop.body, [&](const Stmt &s) { inside.insert(&s); });
    forEachStmt(p.body, [&](const Stmt &s) { isZero &= inside.count(&s) || !mayAssign(s) || isZeroing(s); });
    return isZero && isLast;
  }

  /// Of what is in memory, the proof for the loop it was made from tells (analysis/IndependentLoops.h). Scalars that
  /// every iteration writes before it reads them are private; adjoints of scalars are sums.
  bool planDerived(Procedure &p, const For &s, const Loop &loop) {
    LoopReport report;
    report.loop = &loop;
    LoopScalars uses(memory, effects, loop);
    std::vector<std::string> zeros;
    for (const Symbol *v : uses.written()) {
      std::string operation = uses.isExposed(v) ? uses.reduction(v) : "";
      if (operation == "+")
        report.reductions.push_back({v, operation});
      else if (uses.isExposed(v) && isZeroBetween(p, s, v) && isPlain(loop, v))
        zeros.push_back(token(loop, v));
      else if (uses.isExposed(v) || uses.isNeededOutside(v))
        return false;
      else
        report.privates.push_back(v);
    }
    forEachStmt(s.body, [&](const Stmt &inner) {
      auto *counted = llvm::dyn_cast<For>(&inner);
      if (counted && std::find(report.privates.begin(), report.privates.end(), counted->variable) == report.privates.end())
        report.privates.push_back(counted->variable);
    });
    LoopWork::Worth worth = worthOf(p, &s, loop);
    Plan out;
    if (!worth.ever || uses.isNeededOutside(s.variable) || isStrange(p, report, s.body) || !clauses(loop, report, out, s.body))
      return false;
    out.directive += clause("firstprivate", zeros);
    std::set<const Symbol *> shared;
    if (!addDerivedClauses(loop, derivedDirective(s), out.directive, shared))
      return false;
    if (!shared.empty() && !addAtomics(p, s.body, shared))
      return false;
    if (isUneven(s))
      out.directive += " schedule(static, 4)";
    out.test = worth.test;
    if (out.test) {
      out.flag = p.makeTemporary("parallel", build.logical(p.language));
      out.flag->temporary = false; // only the directive reads it
    }
    plans[&s] = std::move(out);
    ++count;
    return true;
  }

  /// The additions to what these lead to become atomic.
  bool addAtomics(const Procedure &p, const Block &body, const std::set<const Symbol *> &shared) {
    AtomicUpdates updates(calls);
    if (!updates.find(p, body, shared))
      return false;
    if (options.worthwhile && updates.operations() < AtomicUpdates::leastOther * updates.additions())
      return false;
    atomics.insert(updates.statements().begin(), updates.statements().end());
    return true;
  }

  /// Characters in a parallel loop end GCC's Fortran compiler; Clang asks for another library to add long numbers.
  static bool isStrange(const Procedure &p, const LoopReport &report, const Block &body) {
    bool found = false;
    if (p.language == Language::Fortran)
      forEachStmt(body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) { found |= x->type && x->type->isCharacter(); });
      });
    for (const Reduction &r : report.reductions) {
      const Type *type = r.place ? r.place->type : r.variable->type;
      found |= p.language == Language::C && bytesOf(type).value_or(16) > 8;
    }
    return found;
  }

  LoopWork::Worth worthOf(const Procedure &p, const For *counted, const Loop &loop) {
    if (!options.worthwhile || ParallelPromise::of(*loop.statement)) // the user has decided
      return {};
    bool innermost = true;
    for (const Block *body : blocks(*loop.statement))
      forEachStmt(*body, [&](const Stmt &s) { innermost &= !llvm::isa<For, While, Call>(s); });
    if (!counted || (innermost && depths[&p] + loop.depth >= 2))
      return {false, nullptr};
    return works.of(*counted, p);
  }

  /// It never holds where all loops inside have something to do: then those may better be parallel.
  bool isUseless(const Loop &loop, const symbolic::Condition &condition) {
    if (condition.isTrue())
      return false;
    symbolic::Prover prover(nests.atoms());
    for (auto &inner : nests.loops())
      if (inner->isInside(&loop))
        if (auto last = inner->last(nests.atoms())) {
          bool varies = false;
          for (const Loop *l = inner.get(); l && l->isInside(&loop); l = l->outer)
            varies |= nests.atoms().dependsOn(*last, l->id);
          if (!varies)
            prover.assume(symbolic::tightened(nests.atoms(), *last));
        }
    if (options.worthwhile)
      assumeSizes(prover, condition);
    auto never = [&](const symbolic::Conjunction &all) {
      return std::any_of(all.begin(), all.end(),
                         [&](const Form &f) { return prover.nonnegative(-f - Form(1)); });
    };
    return std::any_of(condition.clauses.begin(), condition.clauses.end(),
                       [&](const symbolic::Alternatives &clause) {
                         return std::all_of(clause.begin(), clause.end(), never);
                       });
  }

  /// Numbers that are 0 or 1 leave nothing to do in parallel.
  void assumeSizes(symbolic::Prover &prover, const symbolic::Condition &condition) {
    for (const symbolic::Alternatives &clause : condition.clauses)
      for (const symbolic::Conjunction &all : clause)
        for (const Form &f : all)
          for (const symbolic::Term &t : f.terms())
            for (auto &[atom, exponent] : t.monomial)
              prover.assume(Form::atom(atom) - Form(2));
  }

  bool substitute(Procedure &p, const Stmt &s, const LoopReport &report, const LoopScalars &uses,
                  Plan &out) {
    std::vector<const Symbol *> temporary;
    for (const Symbol *v : report.privates)
      if (LoopScalars::isScalar(v) &&
          std::find(report.lasts.begin(), report.lasts.end(), v) == report.lasts.end())
        temporary.push_back(v);
    LoopState firstValues;
    for (auto &[v, known] : report.loop->entry)
      if (known.value && known.value->constant())
        firstValues[v] = known;
    InductionSubstitution substitution(
        program, memory, effects, p, s, report.inductions,
        [&](const Symbol *v) { return uses.isNeededOutside(v); }, std::move(temporary),
        firstValues);
    auto result = substitution.run();
    if (!result)
      return false;
    out.test = result->test;
    out.replacement = std::move(*result);
    for (const Symbol *v : report.inductions)
      if (v->storage == Storage::Local && !memory.isShared(memory.variable(v)))
        replaced[&p].push_back(v);
    return true;
  }

  bool addTest(const Loop &loop, const symbolic::Condition &condition, Plan &out) {
    LoopEntry entry(program, nests, loop);
    symbolic::Condition here = condition;
    for (symbolic::Alternatives &clause : here.clauses)
      for (symbolic::Conjunction &all : clause)
        for (Form &f : all)
          f = entry.here(f);
    FormWriter writer(program, nests.atoms(), loop.procedure->language,
                      [&](AtomId id) { return entry.spelling(id); });
    const Expr *test = writer.condition(here);
    if (!test || comparisons(test) > mostComparisons)
      return false;
    out.test = out.test && !equal(test, out.test) ? build.both(test, out.test) : test;
    return true;
  }

  /// A reduction of a number that pointers may lead to has copies even where one thread runs the loop, so where the test
  /// fails there must be no directive at all. The combined value is stored even if there was no iteration: what is
  /// pointed to might not exist then.
  bool keepOriginal(const LoopReport &report, const For *counted, Plan &out) {
    bool isSeen = false, isPointedTo = false;
    for (const Reduction &r : report.reductions) {
      isSeen |= r.place || memory.isShared(memory.variable(r.variable));
      isPointedTo |= r.place != nullptr;
    }
    if (isPointedTo && !addTripTest(*counted, out))
      return false;
    if (!isSeen || !out.test)
      return true;
    if (!out.replacement.loop)
      out.replacement.loop.reset(llvm::cast<For>(clone(*counted).release()));
    out.substituted = true;
    return true;
  }

  /// The loop runs at all.
  bool addTripTest(const For &s, Plan &out) {
    auto first = constantValue(s.lower), bound = constantValue(s.bound);
    bool up = s.direction == For::Direction::Up;
    if ((!up && s.direction != For::Direction::Down) || !s.variable->type->isInteger())
      return false;
    if (first && bound)
      return up ? *first < *bound : *first > *bound;
    BinaryOp op = up ? (s.inclusive ? BinaryOp::LessEqual : BinaryOp::Less)
                     : (s.inclusive ? BinaryOp::GreaterEqual : BinaryOp::Greater);
    const Expr *runs = build.compare(op, s.lower, s.bound, Language::C);
    out.test = out.test ? build.both(runs, out.test) : runs;
    return true;
  }

  /// More than that costs more than it tells anyone.
  static constexpr unsigned mostComparisons = 16;

  static unsigned comparisons(const Expr *test) {
    auto *e = llvm::dyn_cast<Binary>(test);
    bool joins = e && (e->op == BinaryOp::And || e->op == BinaryOp::Or);
    return joins ? comparisons(e->left) + comparisons(e->right) : 1;
  }

  // ---- Clauses ---------------------------------------------------------------------------------------

  bool clauses(const Loop &loop, const LoopReport &report, Plan &plan, const Block &body) {
    bool isC = loop.procedure->language == Language::C;
    std::string out = isC ? "#pragma omp parallel for" : "$omp parallel do";
    std::vector<std::string> privates, lasts;
    auto add = [&](const Symbol *v, bool last) {
      (last ? lasts : privates).push_back(token(loop, v));
      return isPlain(loop, v);
    };
    for (const Symbol *v : report.privates)
      if (isAssigned(v, body))
        if (!add(v, std::find(report.lasts.begin(), report.lasts.end(), v) != report.lasts.end()))
          return false;
    for (const Symbol *v : plan.replacement.privates)
      if (!add(v, false))
        return false;
    out += clause("private", privates) + clause("lastprivate", lasts);
    for (const Reduction &r : report.reductions) {
      std::string name = reduced(loop, r);
      if (name.empty())
        return false;
      std::string operation = r.operation == "and" ? (isC ? "&&" : ".and.")
                              : r.operation == "or" ? (isC ? "||" : ".or.")
                                                    : r.operation;
      out += clause("reduction", {operation + ":" + name});
    }
    plan.directive = out;
    return true;
  }

  /// What a reduction clause calls it; empty: it cannot.
  std::string reduced(const Loop &loop, const Reduction &r) {
    const Symbol *v = r.variable;
    bool global = loop.procedure->language == Language::C && v->storage == Storage::Global &&
                  (!v->internalLinkage || program.units.size() == 1); // else it may get another name
    std::string name = global ? v->name : isPlain(loop, v) ? token(loop, v) : "";
    if (name.empty() || !r.place)
      return v->type->isPointer() ? "" : name;
    return name + "[" + std::to_string(fixedElement(r.place)->second) + ":1]";
  }

  /// Or made the variable of an inner loop, or given to a call.
  static bool isAssigned(const Symbol *v, const Block &body) {
    bool found = false;
    forEachStmt(body, [&](const Stmt &s) {
      auto *loop = llvm::dyn_cast<For>(&s);
      found |= loop && loop->variable == v;
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) { found |= variableOf(x) == v; });
    });
    return found;
  }

  static std::string clause(const char *name, const std::vector<std::string> &list) {
    std::string names;
    for (const std::string &entry : list)
      names += (names.empty() ? "" : ", ") + entry;
    return names.empty() ? "" : " " + std::string(name) + "(" + names + ")";
  }

  /// What the emitter turns into the variable's name (emit/Directives.h).
  static std::string token(const Loop &loop, const Symbol *v) {
    auto &symbols = loop.procedure->scope.symbols;
    for (size_t i = 0; i < symbols.size(); ++i)
      if (symbols[i].get() == v)
        return "@" + std::to_string(i);
    return {};
  }

  /// A variable of the procedure's own: the directive can name it.
  bool isPlain(const Loop &loop, const Symbol *v) {
    bool fortranPointer = v->type->isPointer() && loop.procedure->language == Language::Fortran;
    return !token(loop, v).empty() && !fortranPointer && !v->overlay;
  }

  // ---- Carrying out ------------------------------------------------------------------------------------

  void carryOut(Block &b) {
    Block out;
    for (StmtPtr &s : b) {
      for (StmtPtr &size : ownMemory.beforeAllocation(*s))
        out.push_back(std::move(size));
      auto found = plans.find(s.get());
      if (found != plans.end()) {
        replace(std::move(s), found->second, out);
        continue;
      }
      for (Block *inner : blocks(*s))
        carryOut(*inner);
      out.push_back(std::move(s));
    }
    b = std::move(out);
  }

  void replace(StmtPtr old, Plan &plan, Block &out) {
    SubstitutedLoop &made = plan.replacement;
    Location at = old->location;
    StmtPtr loop = made.loop ? std::move(made.loop) : StmtPtr();
    if (!loop)
      loop = std::move(old);
    if (!plan.own.empty())
      ownMemory.surround(llvm::cast<For>(*loop), plan.own);
    Block parallel = std::move(made.before);
    if (plan.flag)
      parallel.push_back(build.assign(plan.flag, plan.test, at));
    loop->comments.push_back(plan.directive + (plan.flag ? " if(" + tokenOf(plan.flag) + ")" : ""));
    std::vector<std::string> comments;
    if (!parallel.empty() || (plan.test && plan.substituted)) { // those of the source come first
      comments.assign(loop->comments.begin(), loop->comments.end() - 1);
      loop->comments.erase(loop->comments.begin(), loop->comments.end() - 1);
    }
    parallel.push_back(std::move(loop));
    std::move(made.after.begin(), made.after.end(), std::back_inserter(parallel));
    if (plan.test && plan.substituted) {
      Block original;
      old->comments.clear();
      original.push_back(std::move(old));
      auto either = std::make_unique<If>(plan.test, std::move(parallel), std::move(original), at);
      parallel.clear();
      parallel.push_back(std::move(either));
    }
    if (!comments.empty())
      parallel[0]->comments.insert(parallel[0]->comments.begin(), comments.begin(), comments.end());
    std::move(parallel.begin(), parallel.end(), std::back_inserter(out));
  }

  static std::string tokenOf(const Symbol *v) {
    auto &symbols = v->owner->scope.symbols;
    for (size_t i = 0; i < symbols.size(); ++i)
      if (symbols[i].get() == v)
        return "@" + std::to_string(i);
    return {};
  }

  Program &program;
  ParallelOptions options;
  Builder build;
  CallGraph calls;
  LoopWork works;
  Memory memory;
  EffectSummaries effects;
  LoopNests nests;
  Dependences dependences;
  OwnMemory ownMemory;
  std::map<const Stmt *, const Loop *> loops;
  std::map<const Stmt *, Plan> plans;
  std::set<const Procedure *> inside; ///< that parallel loops call
  std::set<const Stmt *> atomics;
  std::map<const Procedure *, unsigned> depths; ///< of loops around a procedure
  std::map<Procedure *, std::vector<const Symbol *>> replaced; ///< locals with closed forms
  unsigned count = 0;
};

} // namespace

unsigned parallelize(Program &program, const ParallelOptions &options) {
  return Parallelizer(program, options).run();
}

} // namespace costate::transform
