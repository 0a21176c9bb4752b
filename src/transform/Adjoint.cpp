#include "transform/Adjoint.h"

#include "analysis/Differentiable.h"
#include "analysis/ParallelPromises.h"
#include "analysis/StraightLine.h"
#include "rules/Marks.h"
#include "transform/AdjointBody.h"
#include "transform/AdjointInterfaces.h"
#include "transform/Casts.h"
#include "transform/DerivativeParts.h"
#include "transform/ElementSums.h"
#include "transform/ExpandElemental.h"
#include "transform/ExpandIntents.h"
#include "transform/ExpandMoves.h"
#include "transform/ExpandReductions.h"
#include "transform/Finalisers.h"
#include "transform/FlattenCalls.h"
#include "transform/HeapLocals.h"
#include "transform/HiddenVariables.h"
#include "transform/LiftStatics.h"
#include "transform/LoopLoads.h"
#include "transform/LoopSums.h"
#include "transform/LoopWork.h"
#include "transform/NamedValues.h"
#include "transform/NeededVariants.h"
#include "transform/ParallelDerivatives.h"
#include "transform/NonzeroRoots.h"
#include "transform/Preaccumulation.h"
#include "transform/PointerTargets.h"
#include "transform/ProcedureValues.h"
#include "transform/PruneProcedures.h"
#include "transform/ReadBack.h"
#include "transform/ResultsByReference.h"
#include "transform/Reversible.h"
#include "transform/SeededMemory.h"
#include "transform/UnrollShortLoops.h"
#include "transform/SpecializeProcedures.h"
#include "transform/SettledShapes.h"
#include "transform/TidyAdjoints.h"

#include <algorithm>
#include <functional>

namespace costate::transform {

using namespace ir;
using analysis::Head;
using Results = analysis::RecordingOptions::Results;
using analysis::LoopReplay;
using analysis::Varied;
using analysis::Variant;

namespace {

/// The memory of a program and what its procedures do to it.
struct MemoryEffects {
  /// `inParts`: arrays that are cut from one block of memory are told apart, where that can be proven.
  MemoryEffects(Program &program, const std::vector<Head> &heads, bool inParts = false)
      : calls(program),
        memory(program, calls, roots(heads),
               inParts ? analysis::findBlockParts(program, calls, roots(heads)) : analysis::BlockParts()),
        effects(memory) {}
  static std::vector<Procedure *> roots(const std::vector<Head> &heads) {
    std::vector<Procedure *> out;
    for (const Head &head : heads)
      out.push_back(head.procedure);
    return out;
  }
  analysis::CallGraph calls;
  analysis::Memory memory;
  analysis::EffectSummaries effects;
};

/// What the way to an adjoint has made of the program.
struct Prepared {
  analysis::Externals externals;
  std::vector<const Symbol *> statics; ///< what procedures keep between calls
  HiddenVariables hidden;              ///< of the user's files, of which the derivative has its own
  std::map<const Procedure *, Procedure *> originals; ///< of copies for dummy procedures
  analysis::Checkpoints checkpoints;
};

class AdjointProgram : public AdjointCallees {
public:
  AdjointProgram(Program &program, const std::vector<Head> &heads, const Prepared &prepared,
                 const AdjointOptions &options, Diagnostics &diagnostics)
      : program(program), statics(prepared.statics), originals(prepared.originals),
        checkpoints(prepared.checkpoints), diagnostics(diagnostics), b(program),
        varied(program, heads, prepared.externals, !options.activity), needed(neededVariants(varied)),
        state(program, heads, seesParts(prepared, options)), generated(program, "_b", "b", std::nullopt, diagnostics),
        made(program, varied, generated, diagnostics),
        helpers(program, heads.front().procedure->name + "_linear_algebra_b"),
        tape(program, heads.front().procedure->name + "_tape", diagnostics),
        fromOutside(functionsFromOutside(program, heads)), markSweeps(options.markSweeps),
        onDisk(options.checkpointsOnDisk), sumsElements(options.preaccumulation), threads(options.openmp) {
    generated.isNeverWritten = [this](const Symbol *s) { return !varied.mayWrite().mayChange(s); };
    freeing = analysis::reaching(state.calls, state.memory.bottomUp(),
                                 [](const Procedure &, const Stmt &s) { return llvm::isa<Free>(&s); });
    for (auto &v : varied.variants())
      if (needed.count(v.get()) || changesMemory(*v->procedure))
        reversed.push_back(v.get());
    isReversed.insert(reversed.begin(), reversed.end());
    generated.own(statics);
    generated.ownHidden(prepared.hidden);
    analyse(options);
  }

  std::vector<analysis::RecordedProcedure> report() {
    return analysis::reportRecording(*recording, state.memory, state.effects, varied, reversed);
  }

  /// Procedures that run in each sweep, with what the backward sweep needs on the tape; but those that the user speaks of.
  std::set<const Procedure *> pairs(const AdjointOptions &options) {
    std::set<const Procedure *> out;
    for (const Variant *v : reversed)
      for (auto &[site, callee] : v->calls) {
        const std::string &name = site.second->name;
        if (isReversed.count(callee) && isPaired(*callee) && recording->runs(*v, *site.first) &&
            !options.calls.join.count(name) && !options.calls.split.count(name))
          out.insert(site.second);
      }
    return out;
  }

  /// The originals of procedures that are run backwards, each once.
  std::vector<Procedure *> differentiated() const {
    std::vector<Procedure *> out;
    for (const Variant *v : reversed)
      if (needed.count(v) && !llvm::is_contained(out, v->procedure))
        out.push_back(v->procedure);
    return out;
  }

  /// Gives names to sums over arrays that both sweeps would compute; whether there are any. Likewise.
  bool nameValues() {
    std::map<Procedure *, ValuesToName> all;
    for (const Variant *v : reversed)
      if (needed.count(v))
        findValues(*v, v->procedure->body, false, all[v->procedure]);
    std::erase_if(all, [](auto &x) { return x.second.empty(); });
    for (auto &[procedure, values] : all)
      transform::nameValues(program, *procedure, values);
    return !all.empty();
  }

  /// Local Jacobians where they save records; whether there are any. What is analysed here does not hold any more, then.
  bool preaccumulate(const AdjointOptions &options) {
    SweepsOfStatements found;
    for (const Variant *v : reversed)
      if (!recording->isJoined(*v) || needed.count(v))
        sortStatements(*v, v->procedure->body, isPaired(*v) ? Around::Records : Around::Nothing, found);
    PreaccumulationWish wish{options.accumulateAll, std::nullopt, [&](const Stmt &s) { return found.kept.count(&s) > 0; },
                             [&](const Stmt &s) { return !found.apart.count(&s); },
                             [&](const Stmt &s) { return found.running.count(&s) > 0; }, statics};
    return transform::preaccumulate(program, varied, needed, state.memory, state.effects, wish);
  }

  std::vector<DerivativeHead> run() {
    warnOfPromises();
    checkState();
    checkTargets();
    checkShapes();
    checkCasts(program, varied, diagnostics);
    warnOfReadBack(varied, diagnostics);
    std::erase_if(reversed, [&](const Variant *v) { return recording->isJoined(*v) && !needed.count(v); });
    sharing.emplace(state.memory, state.effects);
    for (const Variant *v : reversed)
      made.declare(*v, isPaired(*v), *sharing);
    for (const Variant *v : reversed)
      checkExtents(*v);
    for (const Variant *v : reversed)
      fill(*v);
    if (!diagnostics.hasErrors()) // what loses a derivative has been said
      warnOfZeros(reversed, diagnostics);
    std::vector<DerivativeHead> derivatives = headInterfaces();
    PrunedProcedures pruned;
    std::vector<std::unique_ptr<Procedure>> all;
    for (const Variant *v : reversed) {
      AdjointProcedure &adjoint = made[*v];
      if (v->head)
        pruned.heads.push_back(adjoint.procedure.get());
      else
        for (std::unique_ptr<Procedure> *p : procedures(*v))
          pruned.others.push_back(p->get());
    }
    pruneProcedures(program, pruned);
    for (const Variant *v : reversed) {
      for (std::unique_ptr<Procedure> *p : procedures(*v))
        if (v->head || !(*p)->body.empty())
          all.push_back(std::move(*p));
        else
          program.detached.push_back(std::move(*p)); // their names are still in the scope
    }
    tape.finish(all);
    helpers.finish(all);
    generated.finish(std::move(all));
    return derivatives;
  }

  std::optional<AdjointPair> pairOf(const Variant &v) override {
    if (!isReversed.count(&v))
      return std::nullopt;
    AdjointProcedure &adjoint = made[v];
    return AdjointPair{adjoint.forward->symbol, adjoint.backward->symbol};
  }

  Symbol *joinedOf(const Variant &v) override {
    return needed.count(&v) ? made[v].procedure->symbol : nullptr;
  }

  bool hasShadow(const Variant &v, int parameter) override {
    Procedure &p = *v.procedure;
    const Symbol *s = parameter < 0 ? p.result : p.parameters[parameter];
    return s && made.needsShadow(v, s);
  }

  bool mayRunOthers() override { return fromOutside; }
  const SharedAdjoints &shared() override { return *sharing; }

private:
  Program &program;
  const std::vector<const Symbol *> &statics; ///< that functions keep between calls
  const std::map<const Procedure *, Procedure *> &originals;
  const analysis::Checkpoints &checkpoints;
  Diagnostics &diagnostics;
  Builder b;
  Varied varied;
  std::set<const Variant *> needed;
  MemoryEffects state;
  analysis::ProcedureSet freeing; ///< memory, that the backward sweep still needs
  std::vector<const Variant *> reversed; ///< in order
  std::set<const Variant *> isReversed;
  std::optional<LoopReplay> replay;
  analysis::RecordingOptions results; ///< as they were chosen
  std::optional<analysis::Recording> recording;
  std::optional<SharedAdjoints> sharing;
  Generated generated;
  AdjointInterfaces made;
  LibraryHelpers helpers;
  Tape tape;
  bool fromOutside;
  bool markSweeps;
  bool onDisk; ///< snapshots of loops
  bool sumsElements; ///< ElementSums
  std::optional<analysis::StraightLine> lines; ///< where elements are summed
  bool threads;      ///< there may be some
  unsigned places = 0; ///< marked so far
  std::map<const Variant *, std::map<const For *, analysis::IndependentLoop>> independent; ///< --openmp
  bool hasOtherState = false; ///< globals have adjoints that no head names

  /// Snapshots of loops and memory of threads are made of whole blocks.
  static bool seesParts(const Prepared &prepared, const AdjointOptions &options) {
    return options.recurrence && options.tbr && !options.openmp && prepared.checkpoints.empty();
  }

  void analyse(const AdjointOptions &given) {
    if (sumsElements)
      lines.emplace(program, state.memory, state.effects);
    if (given.fusion && given.liveness)
      replay.emplace(program, state.memory, state.effects);
    LoopReplay *loops = replay ? &*replay : nullptr;
    analysis::RecordingOptions options{given.liveness,     given.tbr,     given.fusion, given.recurrence,
                                       given.adjointWrite, given.slicing, Results::Lost, {}, statics, {},
                                       checkpoints};
    analysis::JoinedCalls calls(varied, state.memory, state.effects, reversed, needed);
    auto record = [&] {
      options.joined = calls.choose(loops, options, given.calls);
      recording.emplace(varied, state.memory, state.effects, reversed, needed, loops, options);
    };
    options.results = given.primal ? Results::Live : Results::Lost;
    record();
    while (given.primal && addRunAgain(options))
      record();
    if (given.primal && given.fusion)
      weighResults(options, record);
    results = std::move(options);
    if (given.openmp && replay)
      findIndependent(given.threadsEverywhere);
  }

  // ---- Loops that run in parallel ---------------------------------------------------------------

  /// The outermost ones, callers before what they call: one level of threads.
  void findIndependent(bool everywhere) {
    std::set<const Procedure *> inside;
    LoopWork works(program, state.calls);
    for (auto component = state.memory.bottomUp().rbegin(); component != state.memory.bottomUp().rend(); ++component)
      for (const Procedure *p : *component)
        for (const Variant *v : reversed)
          if (v->procedure == p && !inside.count(p))
            findIndependent(*v, p->body, everywhere, works, inside);
  }

  void findIndependent(const Variant &v, const Block &block, bool everywhere, LoopWork &works,
                       std::set<const Procedure *> &inside) {
    for (const StmtPtr &s : block) {
      auto *loop = llvm::dyn_cast<For>(s.get());
      if (loop && (everywhere || works.of(*loop, *v.procedure).ever))
        if (auto found = analysis::IndependentLoops(*recording, v).of(*loop)) {
          independent[&v][loop] = std::move(*found);
          noteCalls(loop->body, inside);
          continue;
        }
      for (const Block *inner : blocks(*s))
        findIndependent(v, *inner, everywhere, works, inside);
    }
  }

  void noteCalls(const Block &block, std::set<const Procedure *> &inside) {
    forEachStmt(block, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        for (Procedure *target : state.calls.targets(*call))
          if (inside.insert(target).second)
            noteCalls(target->body, inside);
    });
  }

  /// What the sweeps keep to leave the results behind may cost more than to run the original once more: of a loop that
  /// can be fused where its results are not wanted, say. To write a value and to read it again counts as eight
  /// statements.
  void weighResults(analysis::RecordingOptions &options, const std::function<void()> &record) {
    constexpr double perKept = 8;
    std::map<const Variant *, analysis::Recording::Work> live;
    for (const Variant *v : reversed)
      if (v->head && !recording->hasOutsideEffect(v->procedure) && options.runAgain.insert(v).second)
        live[v] = recording->work(*v);
    if (live.empty())
      return;
    record();
    size_t before = options.runAgain.size();
    for (auto &[v, work] : live)
      if (perKept * (work.kept - recording->work(*v).kept) < work.statements)
        options.runAgain.erase(v);
    if (options.runAgain.size() != before)
      record();
  }

  /// Heads that cannot leave their results in both sweeps; all of them where a callee changes what it is given.
  bool addRunAgain(analysis::RecordingOptions &options) {
    std::set<const Variant *> changing = recording->changingResults(reversed);
    bool inCallees = std::any_of(changing.begin(), changing.end(), [](const Variant *v) { return !v->head; });
    size_t before = options.runAgain.size();
    for (const Variant *v : reversed)
      if (v->head && (inCallees || changing.count(v)))
        options.runAgain.insert(v);
    return options.runAgain.size() != before;
  }

  /// Loops that are said to be independent and are not taken to be so.
  void warnOfPromises() {
    std::set<const For *> said;
    for (const LoopReplay::Broken &x : replay ? replay->broken() : std::vector<LoopReplay::Broken>()) {
      if (!said.insert(x.loop).second)
        continue;
      const Symbol *s = state.memory[state.memory.root(x.cell)].symbol;
      std::string name = s ? "'" + s->name + "'" : "memory";
      diagnostics.warning(x.loop->location,
                          x.distance.empty()
                              ? name + " may carry a value from one iteration to the next: that the loop "
                                       "is independent is not believed"
                              : "the loop is not independent: an iteration reads of " + name +
                                    " what the one " + x.distance + " before it wrote",
                          "take the directive away, or give every iteration its own");
    }
  }

  /// With --primal, where the backward sweep undoes what the forward sweep computed: all that the
  /// original reads is as it was, and it is run once more.
  void runOriginal(const Variant &v, Procedure &p, Symbol *result) {
    std::vector<Argument> arguments;
    for (Symbol *s : v.procedure->parameters)
      arguments.push_back({b.variable(made[v].renaming.of(s)), {}});
    p.body.push_back(std::make_unique<Call>(v.procedure->symbol, std::move(arguments),
                                            result ? b.variable(result) : nullptr, p.location));
    p.body.back()->comments = {"The original results."};
  }

  struct SweepsOfStatements {
    std::set<const Stmt *> kept;  ///< whose old values go into arrays or on the tape
    std::set<const Stmt *> apart; ///< whose two sweeps are in different loops or procedures, or run forwards
    std::set<const Stmt *> running; ///< in the forward sweep
  };
  enum class Around { Nothing, BothSweeps, Records };
  void findValues(const Variant &v, const Block &block, bool inLoop, ValuesToName &out) {
    for (const StmtPtr &s : block) {
      for (const Block *inner : blocks(*s))
        findValues(v, *inner, inLoop || llvm::isa<For, While>(s.get()), out);
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      if (!assign || !recording->runs(v, *s))
        continue;
      for (const Expr *e : valuesToName(varied, v, *assign, recording->readsResult(v, *assign), inLoop))
        if (auto &values = out[s.get()]; !llvm::is_contained(values, e))
          values.push_back(e);
    }
  }

  void sortStatements(const Variant &v, const Block &block, Around around, SweepsOfStatements &out) {
    for (const StmtPtr &s : block) {
      if (recording->runs(v, *s))
        out.running.insert(s.get());
      if (around == Around::Records) {
        out.apart.insert(s.get());
        if (recording->keeps(v, *s))
          out.kept.insert(s.get());
      }
      auto *counted = llvm::dyn_cast<For>(s.get());
      bool bothSweeps = (counted && (recording->isFused(v, *counted) || recording->isForward(v, *counted))) ||
                        (checkpoints.of(*s) && recording->isCheckpointed(v, *s));
      bool isLoop = counted || llvm::isa<While>(s.get());
      Around inner = bothSweeps ? Around::BothSweeps : isLoop ? Around::Records : around;
      for (const Block *b : blocks(*s))
        sortStatements(v, *b, inner, out);
      if (counted && recording->isForward(v, *counted)) // what it keeps from the forward sweep would end that
        forEachStmt(counted->body, [&](const Stmt &x) { out.apart.insert(&x); });
    }
  }

  bool isPaired(const Variant &v) const { return !v.head && !recording->isJoined(v); }

  /// Those of a variant: both sweeps in one, or a pair.
  std::vector<std::unique_ptr<Procedure> *> procedures(const Variant &v) {
    AdjointProcedure &adjoint = made[v];
    if (isPaired(v))
      return {&adjoint.forward, &adjoint.backward};
    return {&adjoint.procedure};
  }

  /// Whether a call leaves anything behind but its result.
  bool changesMemory(const Procedure &p) {
    if (freeing.count(&p))
      return true;
    for (analysis::CellId id : state.effects.of(&p).writes)
      if (!p.result || state.memory[state.memory.root(id)].symbol != p.result)
        return true;
    return false;
  }

  void checkShapes() {
    for (const Variant *v : reversed) {
      analysis::CellBits changed = analysis::changedShapes(*v->procedure, varied, state.memory, state.effects);
      if (!isPaired(*v) || changed.empty())
        continue;
      std::string name = state.memory.name(changed.find_first());
      diagnostics.error(v->procedure->location,
                        "cannot run '" + v->procedure->name + "' backwards: it changes '" + name +
                            "', by which it declares an array",
                        "change a copy of '" + name + "' instead");
    }
  }

  /// The adjoint of a local array is declared where the backward sweep begins: by what its extents are then. So they
  /// must be what they were where the original declares it: assigned before, in statements that run once.
  void checkExtents(const Variant &v) {
    const Procedure *p = v.procedure;
    analysis::Accesses accesses(state.memory, state.effects);
    for (auto &s : p->scope.symbols) {
      analysis::CellBits extents;
      if (s->kind == SymbolKind::Variable && s->storage == Storage::Local && made[v].shadows.of(s.get()))
        analysis::forEachLocalExtent(s->type, [&](const Expr *e) { extents |= accesses.reads(p, e); });
      if (extents.empty())
        continue;
      bool isNamed = false;
      for (const StmtPtr &x : p->body) {
        std::set<const Symbol *> named;
        collectVariables(*x, named);
        isNamed |= named.count(s.get()) > 0;
        if (!isNamed || !accesses.writes(p, *x).intersects(extents))
          continue;
        diagnostics.error(s->location, "cannot make an adjoint of '" + s->name + "': its extent changes",
                          "allocate it with malloc, or declare it in a function of its own");
        break;
      }
    }
  }

  /// The two procedures of a pair would each have a state of its own.
  void checkState() {
    std::set<const Procedure *> original;
    for (auto &v : varied.variants())
      if (!isReversed.count(v.get()))
        original.insert(v->procedure);
    checkStaticFunctions(program, original, diagnostics);
    checkSeeds(reversed, varied, state.memory, diagnostics);
    for (const Variant *v : reversed)
      for (auto &s : v->procedure->scope.symbols)
        if (!v->head && s->storage == Storage::Saved &&
            varied.mayWrite()(*v->procedure, s.get()))
          return diagnostics.error(s->location,
                                   "'" + v->procedure->name + "' keeps '" + s->name +
                                       "' between calls, which its adjoint cannot share",
                                   "make '" + s->name + "' a global variable");
  }

  /// A pointer that is kept must find its target again where it was. The local variables of a pair
  /// are elsewhere in its backward procedure, and so is what is deallocated and then put back.
  void checkTargets() {
    for (const Variant *v : reversed) {
      if (v->procedure->language != Language::Fortran)
        continue;
      std::set<const Symbol *> moving;
      forEachStmt(v->procedure->body, [&](const Stmt &s) {
        auto *assign = llvm::dyn_cast<Assign>(&s);
        auto *free = llvm::dyn_cast<Free>(&s);
        if (assign && analysis::isWholeAllocatable(assign->place))
          moving.insert(rootVariable(assign->place));
        for (const Expr *place : free ? free->places : std::vector<const Expr *>())
          if (!place->type->isPointer())
            moving.insert(rootVariable(place));
      });
      forEachStmt(v->procedure->body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            auto *address = llvm::dyn_cast<AddressOf>(x);
            const Symbol *root = address ? rootVariable(address->place) : nullptr;
            if (!root || (!moving.count(root) && (!isPaired(*v) || !analysis::addressedLocal(x))))
              return;
            diagnostics.error(e->location,
                              "cannot keep a pointer to '" + root->name + "': " +
                                  (moving.count(root) ? "it is allocated anew in the backward sweep"
                                                      : "it is a local variable of a called procedure"),
                              "point to a variable of a module, or to memory allocated for a pointer");
          });
      });
    }
  }

  /// Whether the original leaves values for its next call in memory that the head does not name.
  bool keepsValues(const Variant &v) {
    analysis::CellBits kept = state.effects.of(v.procedure).writes;
    kept &= state.effects.of(v.procedure).reads;
    for (analysis::CellId id : kept) {
      const Symbol *s = state.memory[state.memory.root(id)].symbol;
      bool isState = s && (s->storage == Storage::Global || s->storage == Storage::Saved || s->storage == Storage::Common);
      if (isState && !v.head->names(s))
        return true;
    }
    return false;
  }

  std::vector<DerivativeHead> headInterfaces() {
    std::vector<DerivativeHead> out;
    for (const Variant *v : reversed) {
      if (!v->head)
        continue;
      AdjointProcedure &adjoint = made[*v];
      DerivativeHead d{v->head, adjoint.procedure.get(), {}, generated.recordShadows(), true,
                       hasOtherState || keepsValues(*v), computesInSingle(varied, reversed)};
      auto add = [&](const Symbol *s) {
        if (Symbol *shadow = s && !adjoint.hidden.count(s) ? adjoint.shadows.of(s) : nullptr)
          d.shadows[s] = shadow;
      };
      for (const Symbol *s : v->procedure->parameters)
        add(s);
      add(v->procedure->result);
      for (auto *list : {&v->head->independents, &v->head->dependents})
        for (const analysis::HeadVariable &x : *list)
          add(x.symbol);
      for (auto &[own, parameter] : adjoint.copies)
        for (auto &[s, shadow] : d.shadows)
          if (shadow == own)
            shadow = parameter;
      if (adjoint.seed && v->procedure->result)
        d.shadows[v->procedure->result] = adjoint.seed;
      out.push_back(std::move(d));
    }
    return out;
  }

  void fill(const Variant &v) {
    AdjointProcedure &adjoint = made[v];
    Procedure &p = *adjoint.procedure;
    shadowGlobals(varied, v, p, adjoint.renaming, adjoint.shadows, generated, [&](const Symbol *g) {
      hasOtherState |= !llvm::is_contained(statics, g) && (!v.head || !v.head->names(g));
    });
    Duals::Context context{program,           varied,
                           v,                 p,
                           adjoint.renaming,  adjoint.shadows,
                           adjoint.types,     adjoint.directions,
                           helpers,           diagnostics,
                           nullptr};
    AdjointBody body(context, *this, *recording, tape, isPaired(v));
    if (onDisk)
      body.putSnapshotsOnDisk();
    if (markSweeps && !isPaired(v))
      body.tellOfStatements(places);
    if (auto found = independent.find(&v); found != independent.end())
      body.runInParallel(found->second, state.memory, *replay);
    Sweeps sweeps = body.transform(v.procedure->body);
    auto isDeclaredLater = [](const Symbol *s) { return analysis::hasLocalExtent(s->type); };
    Block later;
    for (Symbol *shadow : adjoint.startAsZero)
      if (isDeclaredLater(shadow))
        body.startAsZero(b.variable(shadow), later);
    sweeps.backward.insert(sweeps.backward.begin(), std::make_move_iterator(later.begin()),
                           std::make_move_iterator(later.end()));
    if (isPaired(v))
      body.carry(sweeps);
    body.defineTaped(sweeps);
    clearReturned(sweeps.forward);
    clearReturned(sweeps.backward);
    Block start, end;
    if (v.head) // nobody else can clear the adjoints of what functions keep
      for (const Symbol *kept : statics)
        if (variesAnywhere(kept))
          body.clearKept(const_cast<Symbol *>(kept), generated.shadowOfGlobal(const_cast<Symbol *>(kept)), start);
    Symbol *result = v.procedure->result ? adjoint.shadows.of(v.procedure->result) : nullptr;
    for (Symbol *shadow : adjoint.startAsZero)
      if ((shadow != result || !adjoint.seed) && !isDeclaredLater(shadow))
        body.startAsZero(b.variable(shadow), start);
    if (adjoint.seed && adjoint.seed != result)
      start.push_back(b.assign(result, b.variable(adjoint.seed)));
    for (auto &[own, parameter] : adjoint.copies) {
      body.startAsZero(b.variable(own), start);
      const Expr *outside = b.variable(parameter);
      if (p.language == Language::C)
        outside = program.exprs.make<Dereference>(own->type, outside);
      body.add(outside, b.variable(own), end);
      if (!analysis::holdsPointer(own->type))
        continue;
      sweeps.forward.insert(sweeps.forward.begin(), b.assign(own, outside)); // its pointers lead where the caller's do
      if (isPaired(v)) // the backward sweep has one of its own; where the forward one changes it, it comes along
        start.insert(start.begin(), b.assign(own, outside));
    }
    for (StmtPtr &s : sweeps.backward)
      start.push_back(std::move(s));
    for (StmtPtr &s : end)
      start.push_back(std::move(s));
    p.body = std::move(start);
    std::set<const Symbol *> scalars = scalarAdjoints(p, sweeps.forward, adjoint);
    for (const Symbol *s : addressTaken(p.body)) // pointers that only the backward sweep sets
      scalars.erase(s);
    tidyAdjoints(program, p, scalars);
    if (sumsElements) {
      AdjointRoots roots = adjointRoots(v, scalars, body);
      sumElements(program, p, roots);
      sumInLoops(program, p, roots);
      readFromVariables(program, p, roots);
    }
    start = std::move(p.body);
    if (!isPaired(v)) {
      p.body = std::move(sweeps.forward);
      for (StmtPtr &s : start)
        p.body.push_back(std::move(s));
      bool isHead = v.head && results.resultsOf(v) != Results::Lost;
      if (isHead && !p.comments.empty())
        p.comments.back() += " The original results are left behind, too.";
      bool returns = isHead && p.language == Language::C && p.result;
      if (isHead && p.result && !returns)
        diagnostics.warning(v.procedure->location,
                            "the adjoint of '" + v.procedure->name +
                                "' is a subroutine: it does not return the function's value",
                            "make '" + v.procedure->name + "' a subroutine with one more argument");
      if (isHead && results.resultsOf(v) == Results::RunAgain && (!p.result || returns))
        runOriginal(v, p, p.result);
      if (p.result && !returns) {
        p.result->storage = Storage::Local;
        p.result = nullptr;
        p.kind = ProcedureKind::Subroutine;
        p.resultType = program.types.voidType();
      }
      finish(p);
      return;
    }
    made.split(adjoint, std::move(sweeps.forward), std::move(start));
    finish(*adjoint.forward);
    finish(*adjoint.backward);
  }

  /// Values without marks, calls of copies that only the analyses know, and of what the user's file hides.
  void finish(Procedure &p) {
    rules::unmark(p.body, program);
    forEachStmt(p.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      auto copy = originals.find(call && call->callee ? call->callee->procedure : nullptr);
      if (copy != originals.end())
        call->callee = copy->second->symbol;
    });
    generated.renameHidden(p);
  }

  /// What an adjoint's variables may lead to, by what its original's may. With threads there are pointers into
  /// adjoints that are nobody's shadow.
  /// Places of a stretch are the adjoints of what is read or written in one iteration of the loops around, where
  /// integers and pointers are what they were: the adjoints are apart where those are.
  AdjointRoots adjointRoots(const Variant &v, const std::set<const Symbol *> &scalars, const AdjointBody &body) {
    AdjointProcedure &adjoint = made[v];
    auto originals = std::make_shared<std::map<const Symbol *, const Symbol *>>(); // of shadows
    auto own = std::make_shared<std::set<const Symbol *>>(scalars);
    auto add = [&](const Scope &scope) {
      for (auto &s : scope.symbols) {
        // (The adjoint of a parameter by value is the caller's: it may be any.)
        if (Symbol *shadow = adjoint.shadows.of(s.get()); shadow && shadow->type->isPointer() == s->type->isPointer())
          originals->emplace(shadow, s.get());
        if (threads)
          own->insert(adjoint.renaming.of(s.get()));
      }
    };
    add(v.procedure->scope);
    for (auto &unit : program.units)
      add(unit->scope);
    auto reached = std::make_shared<std::map<const Symbol *, analysis::CellBits>>();
    auto cells = [this, &v, originals, reached](const Symbol *shadow) -> const analysis::CellBits & {
      auto [known, isNew] = reached->try_emplace(shadow);
      if (isNew) {
        analysis::Memory &memory = state.memory;
        memory.forEachReached(v.procedure, {memory.variable(originals->at(shadow))}, [&](analysis::CellId id) {
          known->second.set(id);
          for (analysis::CellId other : memory.aliases(v.procedure, id))
            known->second.set(other);
          return true;
        });
      }
      return known->second;
    };
    AdjointRoots out;
    out.isHarmless = [this, &adjoint, own](const Symbol *s) {
      return own->count(s) || (!adjoint.shadows.isShadow(s) && !(threads && s->type->isPointer()));
    };
    out.mayMeet = [originals, cells](const Symbol *x, const Symbol *y) {
      return x == y || !originals->count(x) || !originals->count(y) || cells(x).intersects(cells(y));
    };
    out.areApart = [this, &v, &body](const Expr *x, const Expr *y) {
      auto one = body.origin(x), other = body.origin(y);
      return one && other && !lines->mayMeet(v.procedure, *one, *other);
    };
    return out;
  }

  /// Variables of the procedure alone that hold one adjoint.
  static std::set<const Symbol *> scalarAdjoints(const Procedure &p, const Block &forward,
                                                 const AdjointProcedure &adjoint) {
    std::set<const Symbol *> out;
    for (auto &s : p.scope.symbols) {
      const Type *type = s->type ? s->type->strip() : nullptr;
      bool own = s->storage == Storage::Local || s.get() == adjoint.seed;
      if (type && (type->isReal() || type->isComplex()) && own && !s->allocatable &&
          !s->overlay && !s->target && adjoint.shadows.isShadow(s.get()) &&
          s->intent != Intent::In)
        out.insert(s.get());
    }
    for (auto &set : p.scope.equivalences)
      for (const Expr *e : set)
        out.erase(rootVariable(e));
    forEachStmt(forward, [&](const Stmt &s) { // others see it through a pointer
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            out.erase(rootVariable(address->place));
        });
    });
    return out;
  }

  bool variesAnywhere(const Symbol *global) {
    return analysis::carriesDerivative(global->type) && !global->type->isPointer() &&
           std::any_of(reversed.begin(), reversed.end(),
                       [&](const Variant *v) { return varied.varies(*v, global); });
  }
};

} // namespace

namespace {

/// `for (;;) { head; if (!condition) break; body }` of a checkpointed loop is `head; while (condition) { body; head }`:
/// its steps are bodies.
void moveHeads(Program &program, const analysis::Checkpoints &checkpoints) {
  auto inBlock = [&](auto &&self, Block &block) -> void {
    for (size_t i = 0; i < block.size(); ++i) {
      for (Block *inner : blocks(*block[i]))
        self(self, *inner);
      auto *loop = llvm::dyn_cast<While>(block[i].get());
      if (!loop || !checkpoints.of(*loop) || loop->head.empty())
        continue;
      Block first = clone(loop->head);
      size_t length = first.size();
      append(loop->body, std::exchange(loop->head, {}));
      block.insert(block.begin() + i, std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
      i += length;
    }
  };
  if (!checkpoints.empty())
    for (Procedure *p : procedures(program))
      inBlock(inBlock, p->body);
}

/// The whole way to an adjoint but for writing it; nothing where something was refused.
std::unique_ptr<AdjointProgram> analysed(Program &program, const std::vector<Head> &heads,
                                         Prepared &prepared, const AdjointOptions &options,
                                         Diagnostics &diagnostics) {
  if (options.openmp)
    analysis::notePromises(program, diagnostics);
  if (!prepare(program, options.externals, prepared.externals, diagnostics))
    return nullptr;
  refuseFinalisers(program, heads, true, diagnostics);
  warnOfExtensions(program, heads, diagnostics);
  prepared.checkpoints = analysis::findCheckpoints(program, options.checkpoints, diagnostics);
  moveHeads(program, prepared.checkpoints);
  expandIntents(program, heads, diagnostics);
  prepared.originals = specializeProcedures(program, heads);
  expandElemental(program, diagnostics);
  passResultsByReference(program, heads, diagnostics);
  moveLocalsToHeap(program, heads, diagnostics);
  expandMoves(program, heads);
  prepared.statics = liftStatics(program, heads);
  prepared.hidden = ownHiddenVariables(program, heads);
  if (hasReductions(program))
    expandReductions(program, Varied(program, heads, prepared.externals, !options.activity), diagnostics);
  markNonzeroRoots(program);
  if (diagnostics.hasErrors())
    return nullptr;
  auto analyse = [&](bool hasNewStatements) {
    if (hasNewStatements) {
      MemoryEffects state(program, heads);
      settleShapes(program, state.memory, state.effects);
      makeReversible(program, state.memory, state.effects);
    }
    return std::make_unique<AdjointProgram>(program, heads, prepared, options, diagnostics);
  };
  auto adjoint = analyse(true);
  if (options.preaccumulation) {
    bool isNew = flattenShortCalls(program, adjoint->pairs(options));
    if (prepared.checkpoints.empty())
      for (Procedure *p : adjoint->differentiated())
        isNew |= unrollShortLoops(program, *p);
    if (isNew)
      adjoint = analyse(true);
  }
  if (options.tbr && options.recurrence && adjoint->nameValues())
    adjoint = analyse(false);
  if (options.preaccumulation && options.activity && adjoint->preaccumulate(options))
    adjoint = analyse(false);
  return adjoint;
}

} // namespace

std::vector<DerivativeHead> makeAdjoint(Program &program, const std::vector<Head> &heads,
                                        const AdjointOptions &options, Diagnostics &diagnostics) {
  Prepared prepared;
  auto adjoint = analysed(program, heads, prepared, options, diagnostics);
  std::vector<DerivativeHead> made = adjoint ? adjoint->run() : std::vector<DerivativeHead>();
  if (options.openmp && !diagnostics.hasErrors())
    addThreads(program, options.threadsEverywhere);
  return made;
}

std::vector<analysis::RecordedProcedure> describeRecording(Program &program,
                                                           const std::vector<Head> &heads,
                                                           const AdjointOptions &options,
                                                           Diagnostics &diagnostics) {
  Prepared prepared;
  auto adjoint = analysed(program, heads, prepared, options, diagnostics);
  return adjoint ? adjoint->report() : std::vector<analysis::RecordedProcedure>();
}

} // namespace costate::transform
