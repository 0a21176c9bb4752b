#include "transform/Tangent.h"

#include "analysis/ParallelPromises.h"
#include "rules/Marks.h"
#include "transform/ArrayResults.h"
#include "transform/Casts.h"
#include "transform/Compressed.h"
#include "transform/DerivativeParts.h"
#include "transform/ExpandIntents.h"
#include "transform/ExpandReductions.h"
#include "transform/Finalisers.h"
#include "transform/FlattenCalls.h"
#include "transform/ForeignCalls.h"
#include "transform/Jacobian.h"
#include "transform/NeededVariants.h"
#include "transform/ParallelDerivatives.h"
#include "transform/NonzeroRoots.h"
#include "transform/Preaccumulation.h"
#include "transform/ProcedureValues.h"
#include "transform/PruneProcedures.h"
#include "transform/PruneShadows.h"
#include "transform/PureDerivatives.h"
#include "transform/Purity.h"
#include "transform/ReadBack.h"
#include "transform/SeparableTerms.h"
#include "transform/TangentBody.h"
#include "transform/TangentInterfaces.h"
#include "transform/ZeroValues.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Head;
using analysis::Varied;
using analysis::Variant;

namespace {

class TangentProgram : public TangentCallees {
public:
  TangentProgram(Program &program, const std::vector<Head> &heads,
                 const analysis::Externals &externals, const TangentOptions &options,
                 Diagnostics &diagnostics)
      : program(program), externals(externals), options(options), diagnostics(diagnostics), b(program),
        varied(program, heads, externals, !options.activity), needed(neededVariants(varied)),
        dummies(varied, [this](const Variant &v) { return needed.count(&v) != 0; }),
        generated(program, options.procedureSuffix(), options.variableSuffix(), options.vector, diagnostics,
                  options.sparsity),
        made(program, varied, dummies, generated, options, diagnostics),
        helpers(program, heads.front().procedure->name + "_linear_algebra_d"),
        foreign(program),
        fromOutside(functionsFromOutside(program, heads)) {
    generated.isNeverWritten = [this](const Symbol *s) { return !varied.mayWrite().mayChange(s); };
    generated.ownHidden(options.hidden);
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        differentiated.push_back(v.get());
  }

  std::vector<DerivativeHead> run() {
    std::vector<DerivativeHead> derivatives = make();
    generated.finish(release());
    return derivatives;
  }

  /// All procedures, which are nowhere yet.
  std::vector<DerivativeHead> make() {
    checkState();
    checkCasts(program, varied, diagnostics);
    warnOfReadBack(varied, diagnostics);
    for (const Variant *v : differentiated)
      made.declare(*v);
    for (const Variant *v : differentiated)
      made.showDummies(*v);
    for (const Variant *v : differentiated)
      fill(*v);
    pruneShadows(tangents(), prunable());
    if (!diagnostics.hasErrors()) // what loses a derivative has been said
      warnOfZeros(differentiated, diagnostics);
    std::vector<DerivativeHead> derivatives = headInterfaces();
    if (options.pure && !diagnostics.hasErrors())
      dropValues(derivatives);
    adjustPurity(tangents());
    nameUnused(derivatives);
    return derivatives;
  }

  std::vector<std::unique_ptr<Procedure>> release() {
    std::vector<std::unique_ptr<Procedure>> all;
    for (const Variant *v : differentiated)
      all.push_back(std::move(made[*v].procedure));
    helpers.finish(all);
    return all;
  }

  Generated &result() { return generated; }
  OperationCounts operations() const { return countOperations(varied, differentiated); }

  /// Terms of sums go to the library.
  void tellTerms(const SeparableTerms &sums, SparseLibrary &calls) {
    terms = &sums;
    library = &calls;
  }

  Symbol *tangentOf(const Variant &v) override {
    return needed.count(&v) ? made[v].procedure->symbol : nullptr;
  }

  bool hasShadow(const Variant &v, int parameter) override {
    Procedure &p = *v.procedure;
    const Symbol *s = parameter < 0 ? p.result : p.parameters[parameter];
    return s && made.needsShadow(v, s);
  }

  bool isDropped(const Variant &v, int parameter) override {
    return dummies.isDropped(v, v.procedure->parameters[parameter]);
  }
  bool mayRunOthers() override { return fromOutside; }

  Symbol *foreignTangent(const Call &call, const Variant &v, Procedure &caller) override {
    ForeignCalls::Shape shape;
    auto &parameters = v.procedure->parameters;
    for (size_t i = 0; i < parameters.size(); ++i) {
      shape.shadows.push_back(hasShadow(v, i));
      if (parameters[i]->isDummyProcedure() && shape.shadows.back())
        return nullptr;
    }
    shape.result = hasShadow(v, -1);
    if (!call.callee)
      return nullptr;
    return foreign.view(caller, *call.callee, *made[v].procedure, shape);
  }

private:
  Program &program;
  const analysis::Externals &externals;
  const TangentOptions &options;
  Diagnostics &diagnostics;
  Builder b;
  Varied varied;
  std::set<const Variant *> needed;
  std::vector<const Variant *> differentiated; ///< the needed ones, in order
  DummyProcedures dummies;
  Generated generated;
  TangentInterfaces made;
  LibraryHelpers helpers;
  ForeignCalls foreign;
  bool fromOutside;
  const SeparableTerms *terms = nullptr;
  SparseLibrary *library = nullptr;

  std::vector<Procedure *> tangents() {
    std::vector<Procedure *> out;
    for (const Variant *v : differentiated)
      out.push_back(made[*v].procedure.get());
    return out;
  }

  void nameUnused(const std::vector<DerivativeHead> &heads) {
    for (const DerivativeHead &d : heads) {
      std::set<const Symbol *> shadows;
      for (auto &[original, shadow] : d.shadows)
        shadows.insert(shadow);
      nameUnusedShadows(program, *d.derivative, shadows);
    }
    for (const Variant *v : differentiated) // what is passed on has the interface of all that may be
      if (Procedure &p = *made[*v].procedure; !v->head && varied.passed(v->procedure) == v)
        nameUnusedShadows(program, p, {p.parameters.begin(), p.parameters.end()});
  }

  /// What no derivative needs goes, and the parameters that nothing names then.
  void dropValues(const std::vector<DerivativeHead> &heads) {
    std::map<const Procedure *, std::vector<const Symbol *>> wanted;
    for (const DerivativeHead &d : heads) {
      std::vector<const Symbol *> &symbols = wanted[d.derivative];
      for (auto &[original, shadow] : d.shadows)
        symbols.push_back(shadow);
      if (d.derivative->result)
        symbols.push_back(d.derivative->result);
      const Procedure &original = *d.head->procedure;
      if (options.vector && original.result && original.language == Language::C)
        symbols.push_back(d.derivative->parameters.back());
    }
    keepDerivatives(program, externals, tangents(), generated.copiesOfHidden(), wanted);
    std::set<const Variant *> fixed = calledFromElsewhere();
    PrunedProcedures pruned;
    for (const Variant *v : differentiated)
      (v->head || fixed.count(v) ? pruned.heads : pruned.others).push_back(made[*v].procedure.get());
    pruneProcedures(program, pruned);
  }

  /// Procedures that the other language calls: it has declared them.
  std::set<const Variant *> calledFromElsewhere() {
    std::set<const Variant *> out;
    for (const Variant *v : differentiated)
      for (auto &[call, called] : v->calls)
        if (called->procedure->language != v->procedure->language)
          out.insert(called);
    return out;
  }

  /// Shadows of parameters that go again where no body uses them. A head's are promised.
  std::set<const Symbol *> prunable() {
    std::set<const Variant *> fixed = calledFromElsewhere();
    std::set<const Symbol *> out;
    for (const Variant *v : differentiated)
      for (const Symbol *s : v->procedure->parameters)
        if (const Symbol *shadow = v->head || fixed.count(v) ? nullptr : made[*v].shadows.of(s))
          out.insert(shadow);
    return out;
  }

  // ---- State the generated file cannot share ----------------------------------------------------

  /// A procedure runs as derivatives and as it is, or as several derivatives: each would keep a
  /// state of its own.
  void checkState() {
    std::set<const Procedure *> original; // that the derivatives call as they are
    std::map<const Procedure *, int> copies;
    for (auto &v : varied.variants()) {
      if (!needed.count(v.get()))
        original.insert(v->procedure);
      copies[v->procedure] += needed.count(v.get()) ? 1 : 0;
    }
    checkStaticFunctions(program, original, diagnostics);
    for (const Procedure *p : procedures(program))
      if (copies[p] + int(original.count(p)) > 1)
        for (auto &s : p->scope.symbols)
          if (s->storage == Storage::Saved && varied.mayWrite()(*p, s.get()))
            return diagnostics.error(
                s->location,
                "'" + p->name + "' keeps '" + s->name +
                    "' between calls and is called both with and without derivatives",
                "make '" + s->name + "' a global variable");
  }

  std::vector<DerivativeHead> headInterfaces() {
    std::vector<DerivativeHead> out;
    for (const Variant *v : differentiated) {
      if (!v->head)
        continue;
      TangentProcedure &tangent = made[*v];
      DerivativeHead d{v->head, tangent.procedure.get(), {}, generated.recordShadows()};
      d.single = computesInSingle(varied, differentiated);
      auto add = [&](const Symbol *s) {
        if (Symbol *shadow = s ? tangent.shadows.of(s) : nullptr;
            shadow && !llvm::is_contained(tangent.startAsZero, shadow))
          d.shadows[s] = shadow;
      };
      for (const Symbol *s : v->procedure->parameters)
        add(s);
      add(v->procedure->result);
      for (auto *list : {&v->head->independents, &v->head->dependents})
        for (const analysis::HeadVariable &x : *list)
          add(x.symbol);
      out.push_back(std::move(d));
    }
    return out;
  }

  // ---- Bodies ---------------------------------------------------------------------------------

  void fill(const Variant &v) {
    TangentProcedure &tangent = made[v];
    Procedure &p = *tangent.procedure;
    shadowGlobals(varied, v, p, tangent.renaming, tangent.shadows, generated);
    Duals::Context context{program,          varied,          v,
                           p,                tangent.renaming, tangent.shadows,
                           tangent.types,    tangent.directions, helpers,
                           diagnostics,      options.observer,
                           terms && v.head && terms->isSum(*v.head) ? terms : nullptr, library};
    TangentBody body(context, *this);
    p.body = body.transform(v.procedure->body);
    Block born;
    for (auto &s : v.procedure->scope.symbols)
      if (Symbol *shadow = tangent.shadows.of(s.get());
          shadow && !tangent.directions.haveTypes() && isBornNonzeroInCalls(*s))
        born.push_back(body.startAsZero(shadow));
    p.body.insert(p.body.begin(), std::make_move_iterator(born.begin()),
                  std::make_move_iterator(born.end()));
    const Symbol *function = v.procedure->result; // which nothing assigns a derivative to where it does not vary
    if (Symbol *shadow = function ? tangent.shadows.of(function) : nullptr; shadow && !varied.varies(v, function))
      p.body.insert(p.body.begin(), body.startAsZero(shadow));
    for (Symbol *shadow : tangent.startAsZero)
      p.body.insert(p.body.begin(), body.startAsZero(shadow));
    for (auto &[copy, parameter] : tangent.copies)
      p.body.insert(p.body.begin(), body.copyDirections(copy, parameter));
    Symbol *result = v.procedure->result;
    if (result && tangent.shadows.of(result) && p.language == Language::C)
      storeResult(tangent, *v.procedure);
    rules::unmark(p.body, program);
    generated.renameHidden(p);
  }

  /// C: `*f = value` at the end; a vector tangent does the same for a derivative that is no array.
  /// The argument gives way to a function of its name that the body calls.
  void storeResult(TangentProcedure &tangent, const Procedure &original) {
    Procedure &p = *tangent.procedure;
    Symbol *out = p.parameters[p.parameters.size() - (options.vector ? 2 : 1)];
    if (callsName(p.body, out->name))
      out->name = p.makeTemporary("value", out->type)->name;
    Symbol *value = tangent.renaming.of(original.result);
    Symbol *derivative = tangent.shadows.of(original.result);
    auto store = [&](Symbol *pointer, Symbol *from) {
      const Expr *place = program.exprs.make<Dereference>(from->type, b.variable(pointer));
      p.body.push_back(std::make_unique<Assign>(place, b.variable(from)));
    };
    clearReturned(p.body);
    if (!options.vector)
      return store(p.parameters.back(), value);
    store(p.parameters[p.parameters.size() - 2], value);
    if (!hasDirections(original.result->type))
      store(p.parameters.back(), derivative);
  }

  static bool callsName(const Block &body, const std::string &name) {
    bool found = false;
    forEachStmt(body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      found |= call && call->callee && call->callee->name == name;
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *function = llvm::dyn_cast<Intrinsic>(x);
          auto *reference = llvm::dyn_cast<ProcedureReference>(x);
          found |= (function && function->name == name) ||
                   (reference && reference->symbol->name == name);
        });
    });
    return found;
  }
};

/// The pattern, the vector tangent and what runs both, in one file.
std::vector<DerivativeHead> makeCompressed(Program &program, const std::vector<Head> &heads,
                                           const analysis::Externals &externals, const TangentOptions &options,
                                           Diagnostics &diagnostics) {
  for (const Head &head : heads)
    canCompress(head, diagnostics);
  if (diagnostics.hasErrors())
    return {};
  TangentOptions ofSets = options, ofDirections = options;
  ofSets.sparsity = true;
  ofSets.vector.reset();
  ofDirections.vector = options.vector.value_or(0);
  TangentProgram sets(program, heads, externals, ofSets, diagnostics);
  TangentProgram directions(program, heads, externals, ofDirections, diagnostics);
  SparseLibrary library(program);
  SeparableTerms terms(program, heads, externals);
  sets.tellTerms(terms, library);
  directions.tellTerms(terms, library);
  std::vector<DerivativeHead> patterns = sets.make();
  for (const DerivativeHead &pattern : patterns)
    canCompress(pattern, diagnostics);
  if (diagnostics.hasErrors())
    return {};
  std::vector<DerivativeHead> vectors = directions.make();
  for (auto *list : {&patterns, &vectors})
    for (DerivativeHead &d : *list)
      if (terms.isSum(*d.head))
        d.derivative->comments.push_back("The terms of the sum go to libcostate_sparse, which has rows for them.");
  std::vector<std::unique_ptr<Procedure>> all = sets.release(), drivers;
  for (size_t i = 0; i < patterns.size(); ++i)
    for (auto &p : compressedProcedures(program, patterns[i], vectors[i], *ofDirections.vector, terms.isSum(*patterns[i].head),
                                        directions.result(), library))
      drivers.push_back(std::move(p));
  for (auto &p : directions.release())
    all.push_back(std::move(p));
  for (auto &p : drivers)
    all.push_back(std::move(p));
  for (const Head &head : heads)
    if (!diagnostics.hasErrors())
      remarkOnCosts(head, terms, directions.operations(), diagnostics);
  directions.result().join(sets.result());
  directions.result().finish(std::move(all));
  return vectors;
}

/// Of what whole Jacobians call: with a direction for each number that goes in.
class CalledVectorTangents : public CalledTangents {
public:
  CalledVectorTangents(Program &program, const analysis::Externals &externals, const TangentOptions &from,
                       Diagnostics &diagnostics)
      : program(program), externals(externals), options(from), diagnostics(diagnostics) {
    options.jacobian = false;
    options.vector = 0;
  }

  std::vector<DerivativeHead> make(const std::vector<Head> &heads) override {
    tangents = std::make_unique<TangentProgram>(program, heads, externals, options, diagnostics);
    std::vector<DerivativeHead> out = tangents->make();
    for (DerivativeHead &d : out) // nobody else calls them
      if (d.derivative->language == Language::C)
        d.derivative->internalLinkage = d.derivative->symbol->internalLinkage = true;
    return out;
  }

  void join(Generated &generated, std::vector<std::unique_ptr<Procedure>> &all) override {
    if (!tangents)
      return;
    for (auto &p : tangents->release())
      all.push_back(std::move(p));
    generated.join(tangents->result());
  }

private:
  Program &program;
  const analysis::Externals &externals;
  TangentOptions options;
  Diagnostics &diagnostics;
  std::unique_ptr<TangentProgram> tangents;
};

/// Every entry of a local Jacobian is computed once, for all directions.
void accumulateForDirections(Program &program, const std::vector<Head> &heads, const analysis::Externals &externals,
                             const TangentOptions &options) {
  std::vector<Procedure *> all = procedures(program);
  flattenShortCalls(program, {all.begin(), all.end()});
  std::vector<Procedure *> roots;
  for (const Head &head : heads)
    roots.push_back(head.procedure);
  Varied varied(program, heads, externals, false);
  analysis::CallGraph calls(program);
  analysis::Memory memory(program, calls, roots);
  analysis::EffectSummaries effects(memory);
  preaccumulate(program, varied, neededVariants(varied), memory, effects, {options.accumulateAll, options.vector, {}, {}, {}, {}});
}

} // namespace

std::vector<DerivativeHead> makeTangent(Program &program, const std::vector<Head> &heads,
                                        TangentOptions options, Diagnostics &diagnostics) {
  analysis::Externals externals;
  if (options.openmp)
    analysis::notePromises(program, diagnostics);
  if (!prepare(program, options.externals, externals, diagnostics))
    return {};
  refuseFinalisers(program, heads, false, diagnostics);
  warnOfExtensions(program, heads, diagnostics);
  expandDefaults(program, heads, diagnostics);
  if (options.vector || options.compressed)
    separateArrayResults(program);
  if (hasReductions(program))
    expandReductions(program, Varied(program, heads, externals, !options.activity), diagnostics);
  markNonzeroRoots(program);
  if (diagnostics.hasErrors())
    return {};
  if (!options.jacobian)
    options.hidden = ownHiddenVariables(program, heads);
  if (options.compressed)
    return makeCompressed(program, heads, externals, options, diagnostics);
  if (options.jacobian) {
    CalledVectorTangents called(program, externals, options, diagnostics);
    return makeJacobians(program, heads, externals, called, diagnostics);
  }
  if (options.vector && options.preaccumulation && options.activity && !options.sparsity)
    accumulateForDirections(program, heads, externals, options);
  std::vector<DerivativeHead> made = TangentProgram(program, heads, externals, options, diagnostics).run();
  if (options.openmp && !diagnostics.hasErrors())
    addThreads(program, options.threadsEverywhere);
  return made;
}

} // namespace costate::transform
