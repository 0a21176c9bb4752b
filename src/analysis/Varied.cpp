#include "analysis/Varied.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"
#include "analysis/SavedState.h"
#include "rules/Rules.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

Varied::Varied(Program &program, const std::vector<Head> &heads, const Externals &externals,
               bool everything)
    : program(program), classes(program, externals), writes(program, classes),
      everything(everything) {
  for (const Head &head : heads) {
    list.push_back(std::make_unique<Variant>());
    Variant &v = *list.back();
    v.procedure = head.procedure;
    v.head = &head;
    for (const Symbol *p : head.procedure->parameters)
      v.entry.push_back(std::any_of(head.independents.begin(), head.independents.end(),
                                    [&](const HeadVariable &x) { return x.symbol == p; }));
    for (const HeadVariable &x : head.independents)
      if (!x.symbol->owner || x.symbol->storage == Storage::Common)
        globals.insert(classes.of(x.symbol));
    seed(v);
  }
  iterate();
  for (auto &v : list)
    if (v->head)
      v->constant = std::none_of(v->head->dependents.begin(), v->head->dependents.end(),
                                 [&](const HeadVariable &x) { return varies(*v, x.symbol); });
  seedState();
  iterate();
  dropUnreached();
  if (!everything)
    needs = std::make_unique<ShadowNeeds>(program, heads, externals, [&](const Head &head, const Symbol *s) {
      return s->storage == Storage::Result || head.names(s) || writes(*head.procedure, s);
    });
}

/// Callers stand before what they call: one way carries what goes in, the other what comes out, so
/// that a long chain of calls needs few rounds.
void Varied::iterate() {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < list.size(); ++i) // propagation may add variants
      changed |= propagate(*list[i]);
    for (size_t i = list.size(); i-- > 0;)
      changed |= propagate(*list[i]);
  }
}

/// Every argument of a head that has a derivative by contract brings one in and leaves one, named as
/// independent or not: a state that is read and updated, an output that is overwritten by a constant.
void Varied::seedState() {
  for (auto &v : list)
    for (const Symbol *s : v->procedure->parameters)
      if (v->head && carriesDerivative(s->type) &&
          (v->head->names(s) || writes(*v->procedure, s)))
        v->varied.insert(classes.of(s));
}

/// Early rounds saw calls with fewer varied arguments; only what the last round calls remains.
void Varied::dropUnreached() {
  std::set<const Variant *> reached;
  std::vector<const Variant *> open;
  for (auto &v : list)
    if (v->head)
      open.push_back(v.get());
  while (!open.empty()) {
    const Variant *v = open.back();
    open.pop_back();
    if (!reached.insert(v).second)
      continue;
    for (auto &[call, called] : v->calls)
      open.push_back(called);
  }
  std::erase_if(known, [&](auto &entry) { return !reached.count(entry.second); });
  std::erase_if(list, [&](auto &v) { return !reached.count(v.get()); });
}

void Varied::seed(Variant &v) {
  auto &parameters = v.procedure->parameters;
  for (size_t i = 0; i < parameters.size() && i < v.entry.size(); ++i)
    if (v.entry[i])
      v.varied.insert(classes.of(parameters[i]));
  if (v.entry.size() > parameters.size() && v.entry.back())
    v.varied.insert(classes.of(v.procedure->result));
  if (everything)
    seedEverything(v);
}

/// Numbers that the language does not let change, or pointers to such: what is there to begin with varies only where
/// the propagation says so.
static bool isConstant(const Type *t) {
  for (;;) {
    if (auto *qualified = llvm::dyn_cast<QualifiedType>(t); qualified && qualified->isConst && !t->isPointer())
      return true;
    if (auto *q = llvm::dyn_cast<QualifiedType>(t))
      t = q->underlying;
    else if (auto *alias = llvm::dyn_cast<AliasType>(t))
      t = alias->underlying;
    else if (auto *array = llvm::dyn_cast<ArrayType>(t))
      t = array->element;
    else if (auto *pointer = llvm::dyn_cast<PointerType>(t))
      t = pointer->pointee;
    else
      return false;
  }
}

/// Without activity analysis all that can carry a derivative does, but for constants and what a parameter brings
/// in without one: its caller has no shadow to give.
void Varied::seedEverything(Variant &v) {
  std::set<const Symbol *> passive;
  for (const Symbol *p : v.procedure->parameters)
    passive.insert(classes.of(p));
  // Memory that is also integer (a table of machine constants) holds derivatives only where the
  // propagation brings one, and then it is refused.
  for (auto &set : v.procedure->scope.equivalences)
    if (std::any_of(set.begin(), set.end(), [](const Expr *e) { return !carriesDerivative(e->type); }))
      for (const Expr *e : set)
        for (const Symbol *c : classes.reached(e))
          passive.insert(c);
  auto add = [&](const Symbol *s, std::set<const Symbol *> &to) {
    if (s->kind == SymbolKind::Variable && carriesDerivative(s->type) && !isConstant(s->type) &&
        !passive.count(classes.of(s)))
      to.insert(classes.of(s));
  };
  for (auto &s : v.procedure->scope.symbols)
    add(s.get(), s->storage == Storage::Common ? globals : v.varied);
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      add(s.get(), globals);
}

Variant *Varied::variant(Procedure *procedure, std::vector<bool> entry) {
  Variant *&found = known[{procedure, entry}];
  if (found)
    return found;
  list.push_back(std::make_unique<Variant>());
  Variant &v = *list.back();
  v.procedure = procedure;
  v.entry = std::move(entry);
  seed(v);
  return found = &v;
}

bool Varied::varies(const Variant &v, const Symbol *s) const {
  return variesAtAll(v, s) && (!needs || (*needs)(v.procedure, s));
}

bool Varied::isVariedClass(const Variant &v, const Symbol *c) const {
  return v.varied.count(c) || globals.count(c);
}

bool Varied::variesAtAll(const Variant &v, const Symbol *s) const {
  return carriesDerivative(s->type) && s->kind == SymbolKind::Variable &&
         isVariedClass(v, classes.of(s));
}

bool Varied::variesAtAll(const Variant &v, const Expr *e) const { return varies(v, e, false); }

bool Varied::varies(const Variant &v, const Expr *e) const { return varies(v, e, needs != nullptr); }

bool Varied::varies(const Variant &v, const Expr *e, bool onlyNeeded) const {
  if (e->isPlace() || llvm::isa<AddressOf>(e) || llvm::isa<PointerAdd>(e)) {
    if (!carriesDerivative(e->type))
      return false;
    for (const Symbol *c : classes.reached(e))
      if (isVariedClass(v, c))
        return !onlyNeeded || (*needs)(v.procedure, e);
    return false;
  }
  if (rules::Operation::isOperation(e) && isDifferentiableScalar(e->type)) {
    rules::Operation operation(e, v.procedure->language);
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (const Expr *argument = operation.arguments()[i];
          argument && operation.treatment(i) != rules::Treatment::Zero && varies(v, argument, onlyNeeded))
        return true;
    return false;
  }
  if (!carriesDerivative(e->type))
    return false;
  for (const Expr *operand : operands(e))
    if (varies(v, operand, onlyNeeded))
      return true;
  return false;
}

bool Varied::markSymbol(Variant &v, const Symbol *c) {
  bool shared = !c->owner || c->storage == Storage::Common;
  return (shared ? globals : v.varied).insert(c).second;
}

bool Varied::mark(Variant &v, const Expr *place) {
  bool changed = false;
  for (const Symbol *c : classes.reached(place))
    changed |= markSymbol(v, c);
  return changed;
}

bool Varied::propagate(Variant &v) {
  bool changed = false;
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (carriesDerivative(assign->place->type) && varies(v, assign->value))
        changed |= mark(v, assign->place);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      changed |= propagateCall(v, *call);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      if (allocate->source && varies(v, allocate->source))
        for (const Allocation &a : allocate->objects)
          changed |= mark(v, a.place);
    }
  });
  return changed;
}

bool Varied::isShared(const Call &call) const {
  return call.callee && call.callee->isDummyProcedure() && classes.targets(call).size() > 1;
}

const Variant *Varied::passed(Procedure *p) const {
  auto entry = shared.find(p);
  if (entry == shared.end())
    return nullptr;
  auto found = known.find({p, entry->second});
  return found == known.end() ? nullptr : found->second;
}

bool Varied::isStateful(const Procedure *p) {
  auto [found, fresh] = stateful.try_emplace(p, false);
  if (fresh)
    found->second = keepsState(*p);
  return found->second;
}

/// What varies in any call through a dummy varies in all: entries only ever grow.
std::vector<bool> Varied::sharedEntry(const std::vector<Procedure *> &targets,
                                      std::vector<bool> entry) {
  for (Procedure *t : targets) {
    shared[t].resize(entry.size());
    for (size_t i = 0; i < entry.size(); ++i)
      entry[i] = entry[i] || shared[t][i];
  }
  for (Procedure *t : targets)
    shared[t] = entry;
  return entry;
}

/// A parameter or result that varies in one target does so in all.
bool Varied::alignTargets(Variant &v, const Call &call) {
  bool changed = false;
  auto &targets = classes.targets(call);
  size_t count = targets[0]->parameters.size();
  auto symbol = [&](Procedure *t, size_t i) { return i < count ? t->parameters[i] : t->result; };
  for (size_t i = 0; i <= count; ++i) {
    bool any = false;
    for (Procedure *t : targets)
      any |= symbol(t, i) && varies(*v.calls.at({&call, t}), symbol(t, i));
    for (Procedure *t : targets)
      if (any && symbol(t, i) && carriesDerivative(symbol(t, i)->type))
        changed |= markSymbol(*v.calls.at({&call, t}), classes.of(symbol(t, i)));
  }
  return changed;
}

bool Varied::propagateCall(Variant &v, const Call &call) {
  bool changed = false;
  for (Procedure *target : classes.targets(call)) {
    std::vector<bool> entry;
    for (size_t i = 0; i < target->parameters.size(); ++i) {
      const Expr *argument = i < call.arguments.size() ? call.arguments[i].value : nullptr;
      entry.push_back(argument && carriesDerivative(target->parameters[i]->type) &&
                      varies(v, argument));
    }
    if (isShared(call))
      entry = sharedEntry(classes.targets(call), entry);
    else if (isStateful(target))
      entry = sharedEntry({target}, entry);
    if (target->result && holdsPointer(target->result->type))
      entry.push_back(call.result && varies(v, call.result));
    Variant *&called = v.calls[{&call, target}];
    Variant *now = variant(target, entry);
    changed |= called != now;
    called = now;
    for (size_t i = 0; i < target->parameters.size() && i < call.arguments.size(); ++i) {
      const Symbol *parameter = target->parameters[i];
      bool byReference = !parameter->byValue || holdsPointer(parameter->type);
      if (byReference && call.arguments[i].value && varies(*now, parameter))
        changed |= mark(v, call.arguments[i].value);
    }
    if (target->result && call.result && varies(*now, target->result))
      changed |= mark(v, call.result);
  }
  if (isShared(call))
    changed |= alignTargets(v, call);
  if (!classes.targets(call).empty())
    return changed;
  if (const ExternalUse &use = classes.external(call))
    return propagateExternal(v, call, use);
  return propagateUnknown(v, call);
}

/// A call without source: of a function of the library we know what it does; else what goes in may
/// come out anywhere.
bool Varied::propagateUnknown(Variant &v, const Call &call) {
  bool changed = false;
  auto varying = [&](unsigned i) { return varies(v, call.arguments[i].value); };
  switch (libraryEffect(call)) {
  case LibraryEffect::Output:
  case LibraryEffect::Input:
  case LibraryEffect::SetsBytes:
    return false;
  case LibraryEffect::CopiesBytes:
    return varying(1) && mark(v, call.arguments[0].value);
  case LibraryEffect::SplitsNumber:
    return varying(0) && call.result && mark(v, call.result);
  case LibraryEffect::Unknown:
    break;
  }
  bool goesIn = std::any_of(call.arguments.begin(), call.arguments.end(), [&](const Argument &a) {
    return a.value && varies(v, a.value);
  });
  if (!goesIn)
    return changed;
  for (const Argument &a : call.arguments)
    if (a.value && (a.value->isPlace() || a.value->type->isPointer()))
      changed |= mark(v, a.value);
  if (call.result)
    changed |= mark(v, call.result);
  return changed;
}

/// By its specification. A derivative that somebody wrote takes one for every active argument, so
/// once it is needed all of them vary; the derivative is zero where nothing flows in.
bool Varied::propagateExternal(Variant &v, const Call &call, const ExternalUse &use) {
  const External &spec = *use.spec;
  if (spec.inactive)
    return false;
  auto actual = [&](int i) -> const Expr * {
    size_t at = i + use.firstArgument;
    return at < call.arguments.size() ? call.arguments[at].value : nullptr;
  };
  auto goesInto = [&](int written) {
    for (int i : spec.dependsOn(written))
      if (const Expr *argument = actual(i); argument && varies(v, argument))
        return true;
    return false;
  };
  bool changed = false, any = false;
  for (size_t i = 0; i < spec.arguments.size(); ++i)
    if (spec.arguments[i].active && spec.arguments[i].writes && actual(i) && goesInto(i)) {
      any = true;
      changed |= mark(v, actual(i));
    }
  if (spec.isFunction && goesInto(resultArgument)) {
    any = true;
    if (call.result)
      changed |= mark(v, call.result);
  }
  if (any && !spec.tangent.procedure.empty())
    for (size_t i = 0; i < spec.arguments.size(); ++i)
      if (spec.arguments[i].active && actual(i))
        changed |= mark(v, actual(i));
  return changed;
}

// ---- Writing parameters -----------------------------------------------------------------------

MayWrite::MayWrite(Program &program, const MemoryClasses &classes) : classes(classes) {
  std::vector<Procedure *> all = procedures(program);
  auto addReached = [&](Procedure *p, const Expr *e) {
    bool changed = false;
    for (const Symbol *c : classes.reached(e))
      changed |= written[p].insert(c).second;
    return changed;
  };
  auto add = [&](Procedure *p, const Expr *place) {
    bool moves = llvm::isa<Variable>(place) && place->type->isPointer();
    return !moves && addReached(p, place); // the memory a pointer reaches stays where it moves
  };
  auto addCall = [&](Procedure *p, const Call &call) {
    bool changed = call.result && add(p, call.result);
    bool known = !classes.targets(call).empty() || libraryEffect(call) == LibraryEffect::Output;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      const Expr *argument = call.arguments[i].value;
      if (!argument || !(argument->isPlace() || argument->type->isPointer()))
        continue;
      bool writes = !known;
      if (const ExternalUse &use = classes.external(call))
        writes = i >= use.firstArgument && use.spec->mayWrite(call, i - use.firstArgument);
      for (Procedure *target : classes.targets(call))
        writes |= i < target->parameters.size() &&
                  written[target].count(classes.of(target->parameters[i]));
      if (writes)
        changed |= addReached(p, argument);
    }
    return changed;
  };
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Variable && !s->internalLinkage)
        visible.insert(classes.of(s.get()));
  for (const Procedure *p : all) {
    if (p->internalLinkage)
      continue;
    for (const Symbol *s : p->parameters)
      visible.insert(classes.of(s));
    if (p->result)
      visible.insert(classes.of(p->result));
  }
  for (bool changed = true; changed;) {
    changed = false;
    std::reverse(all.begin(), all.end()); // whichever way the calls go in the source, few rounds do
    for (Procedure *p : all)
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *assign = llvm::dyn_cast<Assign>(&s))
          changed |= add(p, assign->place);
        else if (auto *call = llvm::dyn_cast<Call>(&s))
          changed |= addCall(p, *call);
        else if (auto *loop = llvm::dyn_cast<For>(&s))
          changed |= written[p].insert(classes.of(loop->variable)).second;
        else if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
          for (const Allocation &a : allocate->objects)
            changed |= add(p, a.place);
        else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
          for (const OpaquePiece &piece : opaque->pieces)
            if (piece.value && piece.value->isPlace() &&
                piece.effect != OpaquePiece::Effect::Reads)
              changed |= add(p, piece.value);
      });
  }
}

bool MayWrite::mayChange(const Symbol *hidden) const {
  const Symbol *c = classes.of(hidden);
  return visible.count(c) || std::any_of(written.begin(), written.end(),
                                         [&](auto &of) { return of.second.count(c) != 0; });
}

bool MayWrite::operator()(const Procedure &p, const Symbol *parameter) const {
  auto found = written.find(&p);
  if (found == written.end() || !found->second.count(classes.of(parameter)))
    return false;
  // A parameter passed by value is the procedure's own, but for what it points to.
  return !parameter->byValue || holdsPointer(parameter->type);
}

} // namespace costate::analysis
