#include "transform/Tangent.h"

#include "analysis/Differentiable.h"
#include "analysis/Varied.h"
#include "transform/Generated.h"
#include "transform/LiftInternal.h"
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
  TangentProcedure(Program &program) : renaming(program), shadows(program, renaming) {}
  std::unique_ptr<Procedure> procedure;
  Renaming renaming;
  Shadows shadows;
};

class TangentProgram : public TangentCallees {
public:
  TangentProgram(Program &program, const std::vector<Head> &heads, const TangentOptions &options,
                 Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics), b(program),
        varied(program, heads, !options.activity), mayWrite(program, varied.memory()),
        generated(program, "_d", "d", diagnostics) {}

  void run() {
    warnOfZeros();
    findNeeded();
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        declare(*v);
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        fill(*v);
    std::vector<std::unique_ptr<Procedure>> all;
    for (auto &v : varied.variants())
      if (needed.count(v.get()))
        all.push_back(std::move(made.at(v.get())->procedure));
    generated.finish(std::move(all));
  }

  Symbol *tangentOf(const Variant &v) override {
    return needed.count(&v) ? made.at(&v)->procedure->symbol : nullptr;
  }

  bool hasShadow(const Variant &v, int parameter) override {
    Procedure &p = *v.procedure;
    const Symbol *s = parameter < 0 ? p.result : p.parameters[parameter];
    return s && needsShadow(v, s);
  }

private:
  Program &program;
  Diagnostics &diagnostics;
  Builder b;
  Varied varied;
  analysis::MayWrite mayWrite;
  Generated generated;
  std::set<const Variant *> needed;
  std::map<const Variant *, std::unique_ptr<TangentProcedure>> made;

  void warnOfZeros() {
    for (auto &v : varied.variants()) {
      if (!v->head)
        continue;
      bool any = std::any_of(v->head->dependents.begin(), v->head->dependents.end(),
                             [&](const analysis::HeadVariable &x) {
                               return varied.varies(*v, x.symbol);
                             });
      if (!any)
        diagnostics.warning(v->procedure->location, "no dependent of '" + v->head->text +
                                                        "' depends on its independents: the "
                                                        "derivative is zero");
    }
  }

  // ---- Which variants have a tangent ----------------------------------------------------------

  /// Heads, and every variant in which something varies.
  void findNeeded() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &v : varied.variants())
        if (!needed.count(v.get()) && isNeeded(*v))
          changed = needed.insert(v.get()).second;
    }
  }

  bool isNeeded(const Variant &v) {
    if (v.head)
      return true;
    for (auto &s : v.procedure->scope.symbols)
      if (varied.varies(v, s.get()))
        return true;
    bool found = false;
    forEachStmt(v.procedure->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *variable = llvm::dyn_cast<Variable>(x);
          found |= variable && varied.varies(v, variable->symbol);
        });
    });
    for (auto &[call, called] : v.calls)
      found |= needed.count(called) != 0;
    return found;
  }

  /// A head's interface is fixed by the contract: what it names, and what of real type it may
  /// write. Elsewhere the analysis decides.
  bool needsShadow(const Variant &v, const Symbol *s) {
    if (s->kind != SymbolKind::Variable || !carriesDerivative(s->type))
      return false;
    if (v.head && (s->storage == Storage::Argument || s->storage == Storage::Result))
      return v.head->names(s) || mayWrite(*v.procedure, s) ||
             (s->storage == Storage::Result && varied.varies(v, s));
    return varied.varies(v, s);
  }

  // ---- Declarations ---------------------------------------------------------------------------

  void declare(Variant &v) {
    auto tangent = std::make_unique<TangentProcedure>(program);
    Procedure &original = *v.procedure;
    tangent->procedure = cloneProcedure(program, original, tangent->renaming);
    Procedure &p = *tangent->procedure;
    p.body.clear();
    p.comments = describe(v);
    generated.nameProcedure(original, p);
    for (auto &s : original.scope.symbols)
      if (needsShadow(v, s.get()) && s->storage != Storage::Common)
        tangent->shadows.add(s.get(), shadowSymbol(p, *tangent->renaming.of(s.get())));
    interleaveParameters(original, *tangent);
    if (original.result && tangent->shadows.of(original.result))
      returnDerivative(original, *tangent);
    made[&v] = std::move(tangent);
  }

  Symbol *shadowSymbol(Procedure &p, const Symbol &of) {
    Symbol *shadow = p.makeTemporary(of.name + "d", of.type);
    std::string name = shadow->name;
    *shadow = of;
    shadow->name = name;
    shadow->owner = &p;
    shadow->initial = nullptr; // static storage starts as zero
    // A tangent call gives the value through an argument too, so it must not be folded into an
    // expression that reads that value.
    shadow->temporary = false;
    return shadow;
  }

  void interleaveParameters(const Procedure &original, TangentProcedure &tangent) {
    Procedure &p = *tangent.procedure;
    p.parameters.clear();
    for (Symbol *s : original.parameters) {
      p.parameters.push_back(tangent.renaming.of(s));
      if (Symbol *shadow = tangent.shadows.of(s))
        p.parameters.push_back(shadow);
    }
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
    Symbol *out = p.makeTemporary(original.name, program.types.pointer(value->type));
    out->temporary = false;
    out->storage = Storage::Argument;
    out->byValue = true;
    p.parameters.push_back(out);
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
              "Expects the direction in the derivatives of the independents; leaves the original",
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
    Duals::Context context{program,        varied,          v,          p, tangent.renaming,
                           tangent.shadows, diagnostics};
    p.body = TangentBody(context, *this).transform(v.procedure->body);
    Symbol *result = v.procedure->result;
    if (result && tangent.shadows.of(result) && p.language == Language::C)
      storeValue(p, tangent.renaming.of(result));
    generated.renameHidden(p);
  }

  /// C: `*f = value` at the end.
  void storeValue(Procedure &p, Symbol *value) {
    const Expr *pointer = b.variable(p.parameters.back());
    const Expr *place = program.exprs.make<Dereference>(value->type, pointer);
    clearReturned(p.body);
    p.body.push_back(std::make_unique<Assign>(place, b.variable(value)));
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

} // namespace

void makeTangent(Program &program, const std::vector<Head> &heads, const TangentOptions &options,
                 Diagnostics &diagnostics) {
  liftInternalProcedures(program, diagnostics);
  if (!diagnostics.hasErrors())
    TangentProgram(program, heads, options, diagnostics).run();
}

} // namespace costate::transform
