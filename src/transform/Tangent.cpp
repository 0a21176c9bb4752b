#include "transform/Tangent.h"

#include "analysis/Differentiable.h"
#include "analysis/Varied.h"
#include "transform/Casts.h"
#include "transform/ConformArguments.h"
#include "transform/DummyProcedures.h"
#include "transform/ExpandReductions.h"
#include "transform/Generated.h"
#include "transform/LiftInternal.h"
#include "transform/ProcedureValues.h"
#include "transform/PruneShadows.h"
#include "transform/Purity.h"
#include "transform/ReadBack.h"
#include "transform/TangentBody.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::Head;
using analysis::Varied;
using analysis::Variant;

namespace {

/// One tangent procedure in the making.
struct TangentProcedure {
  TangentProcedure(Program &program, Language language, RecordShadows &records)
      : renaming(program), types(program, language, directions, records),
        shadows(program, renaming, types, directions) {}
  std::vector<Symbol *> startAsZero; ///< shadows of parameters that are not in the interface
  std::unique_ptr<Procedure> procedure;
  Renaming renaming;
  Directions directions;
  ShadowTypes types;
  Shadows shadows;
  /// Shadows of parameters passed by value that the procedure changes: the copy, the parameter.
  std::vector<std::pair<Symbol *, Symbol *>> copies;
};

class TangentProgram : public TangentCallees {
public:
  TangentProgram(Program &program, const std::vector<Head> &heads,
                 const analysis::Externals &externals, const TangentOptions &options,
                 Diagnostics &diagnostics)
      : program(program), options(options), diagnostics(diagnostics), b(program),
        varied(program, heads, externals, !options.activity), mayWrite(varied.mayWrite()),
        generated(program, options.vector ? "_dv" : "_d", "d", options.vector, diagnostics),
        helpers(program, heads.front().procedure->name + "_linear_algebra_d"),
        fromOutside(functionsFromOutside(program, heads)) {}

  std::vector<DerivativeHead> run() {
    findNeeded();
    checkState();
    checkCasts(varied, diagnostics);
    warnOfReadBack(varied, diagnostics);
    dummies.emplace(varied, [this](const Variant &v) { return needed.count(&v) != 0; });
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        declare(*v);
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        showInterfaces(*v);
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        fill(*v);
    std::set<const Symbol *> prunable;
    for (auto &v : varied.variants())
      if (needed.count(v.get()) && !v->head)
        for (const Symbol *s : v->procedure->parameters)
          if (const Symbol *shadow = made.at(v.get())->shadows.of(s))
            prunable.insert(shadow);
    pruneShadows(tangents(), prunable);
    if (!diagnostics.hasErrors()) // what loses a derivative has been said
      warnOfZeros();
    std::vector<DerivativeHead> derivatives = headInterfaces();
    adjustPurity(tangents());
    std::vector<std::unique_ptr<Procedure>> all;
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        all.push_back(std::move(made.at(v.get())->procedure));
    helpers.finish(all);
    generated.finish(std::move(all));
    return derivatives;
  }

  std::vector<Procedure *> tangents() {
    std::vector<Procedure *> out;
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        out.push_back(made.at(v.get())->procedure.get());
    return out;
  }

  Symbol *tangentOf(const Variant &v) override {
    return needed.count(&v) ? made.at(&v)->procedure->symbol : nullptr;
  }

  bool hasShadow(const Variant &v, int parameter) override {
    Procedure &p = *v.procedure;
    const Symbol *s = parameter < 0 ? p.result : p.parameters[parameter];
    return s && needsShadow(v, s);
  }

  bool isDropped(const Variant &v, int parameter) override {
    return dummies->isDropped(v, v.procedure->parameters[parameter]);
  }
  bool mayRunOthers() override { return fromOutside; }

private:
  Program &program;
  const TangentOptions &options;
  Diagnostics &diagnostics;
  Builder b;
  Varied varied;
  const analysis::MayWrite &mayWrite;
  Generated generated;
  LibraryHelpers helpers;
  bool fromOutside;
  std::set<const Variant *> needed;
  std::optional<DummyProcedures> dummies;
  std::map<const Variant *, std::unique_ptr<TangentProcedure>> made;

  void warnOfZeros() {
    for (auto &v : varied.variants()) {
      if (!v->head)
        continue;
      if (v->constant)
        diagnostics.warning(v->procedure->location, "no dependent of '" + v->head->text +
                                                        "' depends on its independents: the "
                                                        "derivative is zero");
    }
  }

  // ---- Which variants have a tangent ----------------------------------------------------------

  /// Heads, and every variant that leaves a derivative behind, itself or through what it calls.
  /// Others (a search for the largest element, a test for NaN) have no effect on derivatives: all
  /// varied memory that outlives them is as it was, so the original is their tangent. Callers
  /// stand before what they call, so backwards one round mostly does.
  void findNeeded() {
    auto &variants = varied.variants();
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = variants.size(); i-- > 0;)
        if (!needed.count(variants[i].get()) && isNeeded(*variants[i]))
          changed = needed.insert(variants[i].get()).second;
    }
  }

  /// Only where derivatives leave the procedure again: through its result, through memory of its
  /// caller that it writes, or by freeing that memory. What it does with its own variables alone (it
  /// prints them, say) needs none.
  bool isNeeded(const Variant &v) {
    Procedure &p = *v.procedure;
    if (v.head || (p.result && varied.varies(v, p.result)))
      return true;
    for (const Symbol *s : p.parameters)
      if (varied.varies(v, s) && mayWrite(p, s))
        return true;
    for (auto &[call, called] : v.calls)
      if (needed.count(called))
        return true;
    bool found = false;
    forEachStmt(p.body, [&](const Stmt &s) { found |= leavesDerivative(v, s); });
    return found;
  }

  /// Whether a statement writes varied memory that does not belong to the call alone, or makes or
  /// ends shadow memory. (Parameters are asked for above, with what calls do to them.)
  bool leavesDerivative(const Variant &v, const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return outlives(v, assign->place);
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      bool known = !varied.memory().targets(*call).empty();
      bool found = call->result && outlives(v, call->result);
      for (const Argument &a : call->arguments)
        found |= a.value && !known && varied.varies(v, a.value);
      return found;
    }
    if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
      bool found = false;
      for (const OpaquePiece &piece : opaque->pieces)
        found |= piece.value && piece.effect != OpaquePiece::Effect::Reads &&
                 outlives(v, piece.value);
      return found;
    }
    bool found = false;
    if (llvm::isa<Allocate>(&s) || llvm::isa<Free>(&s))
      for (const Expr *e : expressions(s))
        found |= varied.varies(v, e);
    return found;
  }

  /// Whether a place is not of the procedure's own variables: globals, SAVE, what pointers reach.
  bool outlives(const Variant &v, const Expr *place) {
    if (!carriesDerivative(place->type) || !varied.varies(v, place))
      return false;
    const Expr *root = place;
    while (true) {
      if (auto *element = llvm::dyn_cast<Element>(root))
        root = element->base;
      else if (auto *field = llvm::dyn_cast<Field>(root))
        root = field->base;
      else
        break;
    }
    auto *variable = llvm::dyn_cast<Variable>(root);
    if (!variable || !variable->symbol->owner)
      return true;
    const Symbol *s = variable->symbol;
    return s->storage != Storage::Local && !(s->storage == Storage::Argument && s->byValue);
  }

  // ---- State the generated file cannot share ----------------------------------------------------

  /// Procedures that the derivatives call as they are.
  void checkState() {
    std::set<const Procedure *> original, differentiated;
    for (auto &v : varied.variants())
      (needed.count(v.get()) ? differentiated : original).insert(v->procedure);
    checkStaticFunctions(program, original, diagnostics);
    std::map<const Procedure *, int> copies;
    for (auto &v : varied.variants())
      copies[v->procedure] += needed.count(v.get()) ? 1 : 0;
    for (auto &[p, count] : copies)
      if (count + int(original.count(p)) > 1)
        for (auto &s : p->scope.symbols)
          if (s->storage == Storage::Saved && mayWrite(*p, s.get()))
            return diagnostics.error(
                s->location,
                "'" + p->name + "' keeps '" + s->name +
                    "' between calls and is called both with and without derivatives",
                "make '" + s->name + "' a global variable");
  }

  /// A head's interface is fixed by the contract: what it names, and what of real type it may
  /// write. Elsewhere the analysis decides.
  bool needsShadow(const Variant &v, const Symbol *s) {
    if (s->isDummyProcedure())
      return dummies->standsForSeveral(v, s) != nullptr;
    if (s->kind != SymbolKind::Variable || !carriesDerivative(s->type))
      return false;
    if (v.head && (s->storage == Storage::Argument || s->storage == Storage::Result))
      return v.head->names(s) || mayWrite(*v.procedure, s) ||
             (s->storage == Storage::Result && varied.varies(v, s));
    return varied.varies(v, s);
  }

  std::vector<DerivativeHead> headInterfaces() {
    std::vector<DerivativeHead> out;
    for (auto &v : varied.variants()) {
      if (!v->head)
        continue;
      TangentProcedure &tangent = *made.at(v.get());
      DerivativeHead d{v->head, tangent.procedure.get(), {}, generated.recordShadows()};
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

  // ---- Declarations ---------------------------------------------------------------------------

  void declare(Variant &v) {
    Procedure &original = *v.procedure;
    auto tangent = std::make_unique<TangentProcedure>(program, original.language, generated);
    tangent->procedure = cloneProcedure(program, original, tangent->renaming);
    Procedure &p = *tangent->procedure;
    p.body.clear();
    p.comments = describe(v);
    generated.nameProcedure(original, p);
    if (options.vector)
      addDirections(*tangent);
    for (auto &s : original.scope.symbols)
      if (s->isDummyProcedure() && needsShadow(v, s.get()))
        tangent->shadows.add(s.get(), procedureSymbol(p, *s));
      else if (needsShadow(v, s.get()) && s->storage != Storage::Common)
        tangent->shadows.add(s.get(), shadowSymbol(*tangent, *tangent->renaming.of(s.get())));
    shareStorage(original, *tangent);
    interleaveParameters(v, *tangent);
    shadowCopies(v, *tangent);
    if (original.result && tangent->shadows.of(original.result)) {
      if (options.vector)
        resultAsArguments(original, *tangent);
      else
        returnDerivative(original, *tangent);
    }
    passNumber(*tangent);
    made[&v] = std::move(tangent);
  }

  /// `nd` to count the directions, and their number.
  void addDirections(TangentProcedure &tangent) {
    Procedure &p = *tangent.procedure;
    p.elemental = false; // shadows of scalars are arrays
    const Type *integer = b.integer(p.language);
    auto add = [&](const char *name) {
      Symbol *s = p.makeTemporary(name, integer);
      s->temporary = false;
      return s;
    };
    tangent.directions.index = add("nd");
    if (*options.vector) {
      tangent.directions.count = b.constant(integer, *options.vector);
      return;
    }
    Symbol *number = add("nbdirs");
    number->storage = Storage::Argument;
    number->byValue = p.language == Language::C;
    number->intent = Intent::In;
    tangent.directions.count = b.variable(number);
  }

  /// A number of directions that is an argument: last, as users of `_dv` know it, but in C before the
  /// arrays that have it in their types.
  void passNumber(TangentProcedure &tangent) {
    auto *count = tangent.directions.several() ? llvm::dyn_cast<Variable>(tangent.directions.count)
                                               : nullptr;
    if (!count)
      return;
    auto &parameters = tangent.procedure->parameters;
    bool first = tangent.procedure->language == Language::C;
    parameters.insert(first ? parameters.begin() : parameters.end(), count->symbol);
  }

  Symbol *shadowSymbol(TangentProcedure &tangent, const Symbol &of) {
    Procedure &p = *tangent.procedure;
    Symbol *shadow = p.makeTemporary(of.name + "d", of.type);
    std::string name = shadow->name;
    *shadow = of;
    shadow->name = name;
    shadow->owner = &p;
    shadow->initial = nullptr; // static storage starts as zero
    // A tangent call gives the value through an argument too, so it must not be folded into an
    // expression that reads that value.
    shadow->temporary = false;
    if (options.vector == 0u && of.storage == Storage::Saved && !of.allocatable)
      diagnostics.error(of.location,
                        "the shadow of '" + of.name +
                            "' needs the number of directions when it is compiled",
                        "give it: --vector N");
    if (options.vector && of.polymorphic && (of.allocatable || of.type->isPointer()))
      diagnostics.error(of.location,
                        "a vector tangent cannot have a shadow of the polymorphic '" + of.name + "'",
                        "use TYPE in place of CLASS, or one direction at a time");
    tangent.types.shape(*shadow);
    return shadow;
  }

  /// EQUIVALENCE of local shadows, as of their originals.
  void shareStorage(const Procedure &original, TangentProcedure &tangent) {
    for (const auto &set : original.scope.equivalences) {
      std::vector<const Expr *> shared;
      for (const Expr *place : set)
        if (const Expr *shadow = tangent.shadows.first(place))
          shared.push_back(shadow);
      if (shared.empty())
        continue;
      if (options.vector == 0u)
        diagnostics.error(original.location,
                          "the shadows of variables in EQUIVALENCE need the number of directions "
                          "when they are compiled",
                          "give it: --vector N");
      if (generated.mayShare(set, true))
        tangent.procedure->scope.equivalences.push_back(std::move(shared));
    }
  }

  /// The tangent that goes with a dummy procedure.
  Symbol *procedureSymbol(Procedure &p, const Symbol &of) {
    Symbol *shadow = p.makeTemporary(of.name + (options.vector ? "_dv" : "_d"), of.type);
    std::string name = shadow->name;
    *shadow = of;
    shadow->name = name;
    shadow->owner = &p;
    shadow->procedure = nullptr;
    return shadow;
  }

  /// Now that all tangents have their parameters: what dummy tangents look like.
  void showInterfaces(Variant &v) {
    for (const Symbol *s : v.procedure->parameters) {
      const Variant *target = s->isDummyProcedure() ? dummies->standsForSeveral(v, s) : nullptr;
      Symbol *shadow = target ? made.at(&v)->shadows.of(s) : nullptr;
      if (!shadow)
        continue;
      shadow->type = generated.externalType(*made.at(target)->procedure, shadow->name,
                                            !s->hasImplicitInterface);
      Procedure *interface = llvm::cast<ProcedureType>(shadow->type)->interface;
      shadow->hasImplicitInterface = !interface;
      if (interface && !options.vector)
        nameResult(*interface, *s, *target->procedure);
    }
  }

  /// `f_d(x, xd, f) result(fd)`, not after one of the functions that f may be.
  static void nameResult(Procedure &interface, const Symbol &dummy, const Procedure &target) {
    std::string value = dummy.name, derivative = dummy.name + "d";
    for (auto &s : interface.scope.symbols)
      if (s->name == value || s->name == derivative)
        return;
    if (!interface.result || interface.parameters.empty())
      return;
    Symbol *last = interface.parameters.back();
    if (target.result && last->name == target.result->name)
      last->name = value;
    interface.result->name = derivative;
  }

  /// A parameter by value is the head's own variable. One that the head does not name but overwrites
  /// with what varies has a shadow inside, which starts as zero, and none in the interface.
  void shadowCopies(const Variant &v, TangentProcedure &tangent) {
    if (!v.head)
      return;
    for (Symbol *s : v.procedure->parameters) {
      if (!s->byValue || !analysis::isDifferentiableScalar(s->type) || tangent.shadows.of(s) ||
          !varied.varies(v, s))
        continue;
      if (options.vector) {
        diagnostics.error(s->location,
                          "a vector tangent cannot have a derivative of '" + s->name +
                              "', which the head overwrites and does not name",
                          "name it in the head, or copy it to another variable first");
        continue;
      }
      Symbol *shadow = shadowSymbol(tangent, *tangent.renaming.of(s));
      shadow->storage = Storage::Local;
      shadow->byValue = false;
      tangent.shadows.add(s, shadow);
      tangent.startAsZero.push_back(shadow);
    }
  }

  void interleaveParameters(const Variant &v, TangentProcedure &tangent) {
    const Procedure &original = *v.procedure;
    Procedure &p = *tangent.procedure;
    p.parameters.clear();
    for (Symbol *s : original.parameters) {
      if (!dummies->isDropped(v, s))
        p.parameters.push_back(tangent.renaming.of(s));
      Symbol *shadow = tangent.shadows.of(s);
      if (shadow)
        p.parameters.push_back(shadow);
      bool scalar = hasDirections(s->type) && !s->type->isArray();
      if (shadow && options.vector && s->byValue && scalar && changes(original, s))
        copyParameter(s, shadow, tangent);
    }
  }

  /// Whether the procedure changes a parameter passed by value, or lets others do so.
  static bool changes(const Procedure &p, const Symbol *parameter) {
    auto names = [&](const Expr *place) { return place && rootVariable(place) == parameter; };
    bool found = false;
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *assign = llvm::dyn_cast<Assign>(&s))
        found |= names(assign->place);
      else if (auto *call = llvm::dyn_cast<Call>(&s))
        found |= names(call->result) || (p.language == Language::Fortran && passes(*call, names));
      else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
        for (const OpaquePiece &piece : opaque->pieces)
          found |= piece.effect >= OpaquePiece::Effect::Writes && names(piece.value);
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *address = llvm::dyn_cast<AddressOf>(x);
          found |= address && names(address->place);
        });
    });
    return found;
  }

  template <typename Names> static bool passes(const Call &call, Names names) {
    return std::any_of(call.arguments.begin(), call.arguments.end(),
                       [&](const Argument &a) { return names(a.value); });
  }

  /// The caller keeps its derivatives: the procedure works on a copy.
  void copyParameter(const Symbol *original, Symbol *parameter, TangentProcedure &tangent) {
    Symbol *copy = tangent.procedure->makeTemporary(parameter->name,
                                                    tangent.types.of(original->type->strip()));
    copy->temporary = false;
    tangent.shadows.add(original, copy);
    tangent.copies.push_back({copy, parameter});
  }

  /// The vector tangent of a function is a procedure; value and derivative of the result are its
  /// last arguments.
  void resultAsArguments(const Procedure &original, TangentProcedure &tangent) {
    Procedure &p = *tangent.procedure;
    Symbol *value = tangent.renaming.of(original.result);
    Symbol *derivative = tangent.shadows.of(original.result);
    p.kind = ProcedureKind::Subroutine;
    p.result = nullptr;
    p.resultType = program.types.voidType();
    if (p.language == Language::Fortran) {
      for (Symbol *s : {value, derivative}) {
        s->storage = Storage::Argument;
        s->intent = Intent::Out;
        p.parameters.push_back(s);
      }
      return;
    }
    value->storage = derivative->storage = Storage::Local;
    p.parameters.push_back(resultPointer(p, original.name, value->type));
    if (!hasDirections(original.result->type)) {
      p.parameters.push_back(resultPointer(p, original.name + "d", derivative->type));
      return;
    }
    derivative->name = p.makeTemporary(original.name + "d", derivative->type)->name;
    derivative->storage = Storage::Argument;
    derivative->byValue = true;
    derivative->type = original.result->type;
    tangent.types.shape(*derivative);
    p.parameters.push_back(derivative);
  }

  Symbol *resultPointer(Procedure &p, const std::string &name, const Type *type) {
    Symbol *out = p.makeTemporary(name, program.types.pointer(type));
    out->temporary = false;
    out->storage = Storage::Argument;
    out->byValue = true;
    return out;
  }

  /// The tangent of a function returns the derivative; the value leaves through one more argument
  /// that has the function's name.
  void returnDerivative(const Procedure &original, TangentProcedure &tangent) {
    Procedure &p = *tangent.procedure;
    Symbol *value = tangent.renaming.of(original.result);
    Symbol *derivative = tangent.shadows.of(original.result);
    derivative->storage = Storage::Result;
    p.result = derivative;
    value->storage = p.language == Language::C ? Storage::Local : Storage::Argument;
    if (p.language == Language::Fortran) {
      value->intent = Intent::Out;
      p.parameters.push_back(value);
      return;
    }
    p.parameters.push_back(resultPointer(p, original.name, value->type));
  }

  std::vector<std::string> describe(const Variant &v) {
    auto list = [](const std::vector<analysis::HeadVariable> &variables) {
      std::string out;
      for (auto &x : variables)
        out += (out.empty() ? "" : ", ") + x.text;
      return out;
    };
    const Procedure &p = *v.procedure;
    if (v.head)
      return {"Tangent of " + p.name + ": derivatives of " + list(v.head->dependents) +
                  " with respect to " + list(v.head->independents) + ".",
              std::string("Expects the direction") + (options.vector ? "s" : "") +
                  " in the derivatives of the independents; leaves the original",
              "results and the derivatives of what it writes."};
    std::string names;
    for (const Symbol *s : p.parameters)
      if (varied.varies(v, s))
        names += (names.empty() ? "" : ", ") + s->name;
    return {"Tangent of " + p.name +
            (names.empty() ? "." : ": derivatives go through " + names + ".")};
  }

  // ---- Bodies ---------------------------------------------------------------------------------

  void fill(Variant &v) {
    TangentProcedure &tangent = *made.at(&v);
    Procedure &p = *tangent.procedure;
    shadowGlobals(v, tangent);
    Duals::Context context{program,          varied,          v,
                           p,                tangent.renaming, tangent.shadows,
                           tangent.types,    tangent.directions, helpers,
                           diagnostics,      options.observer};
    TangentBody body(context, *this);
    p.body = body.transform(v.procedure->body);
    for (Symbol *shadow : tangent.startAsZero)
      p.body.insert(p.body.begin(), body.startAsZero(shadow));
    for (auto &[copy, parameter] : tangent.copies)
      p.body.insert(p.body.begin(), body.copyDirections(copy, parameter));
    Symbol *result = v.procedure->result;
    if (result && tangent.shadows.of(result) && p.language == Language::C)
      storeResult(tangent, *v.procedure);
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

  /// Something follows every way out now.
  static void clearReturned(Block &block) {
    forEachStmt(block, [](Stmt &s) {
      if (auto *branch = llvm::dyn_cast<If>(&s))
        branch->thenReturned = false;
    });
  }

  void shadowGlobals(const Variant &v, TangentProcedure &tangent) {
    forEachStmt(v.procedure->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *variable = llvm::dyn_cast<Variable>(x);
          if (!variable || tangent.shadows.of(variable->symbol))
            return;
          const Symbol *g = variable->symbol;
          bool shared = !g->owner || g->storage == Storage::Common;
          if (!shared || !varied.varies(v, g))
            return;
          Symbol *shadow = g->storage == Storage::Common
                               ? generated.shadowOfCommon(*tangent.procedure,
                                                          tangent.renaming.of(variable->symbol))
                               : generated.shadowOfGlobal(variable->symbol);
          tangent.shadows.add(g, shadow);
        });
    });
  }
};

/// What EQUIVALENCE puts into a COMMON block is in it like a member.
void placeInCommon(Program &program) {
  auto place = [](Scope &scope) {
    for (auto &s : scope.symbols)
      if (s->overlay && s->overlay->block)
        s->storage = Storage::Common;
  };
  for (auto &unit : program.units)
    place(unit->scope);
  for (Procedure *p : procedures(program))
    place(p->scope);
}

} // namespace

std::vector<DerivativeHead> makeTangent(Program &program, const std::vector<Head> &heads,
                                        const TangentOptions &options, Diagnostics &diagnostics) {
  placeInCommon(program);
  analysis::Externals externals;
  for (const std::string &path : options.externals)
    externals.read(path, diagnostics);
  externals.check(program, diagnostics);
  if (diagnostics.hasErrors())
    return {};
  conformArguments(program);
  liftInternalProcedures(program, diagnostics);
  giveMathBodies(program);
  if (hasReductions(program))
    expandReductions(program, Varied(program, heads, externals, !options.activity), diagnostics);
  if (diagnostics.hasErrors())
    return {};
  return TangentProgram(program, heads, externals, options, diagnostics).run();
}

} // namespace costate::transform
