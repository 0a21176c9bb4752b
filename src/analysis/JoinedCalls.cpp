#include "analysis/JoinedCalls.h"

#include "analysis/Differentiable.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

// In operations. Elements of an array are kept together, which costs less for each.
constexpr double iterations = 10, keeping = 4, keepingElement = 2, function = 15;

/// Operations to compute a value.
double operations(const Expr *e) {
  double out = 0;
  forEach(e, [&](const Expr *x) {
    double one = llvm::isa<Binary, Unary>(x) ? 1 : llvm::isa<Intrinsic>(x) ? function : 0;
    out += x->type && x->type->isArray() ? one * iterations : one;
  });
  return out;
}

/// Elements, as far as the declaration says.
double size(const Type *type) {
  auto *array = llvm::dyn_cast<ArrayType>(type->strip());
  double out = 1;
  for (size_t i = 0; array && i < array->dimensions.size(); ++i) {
    const Dimension &d = array->dimensions[i];
    auto extent = llvm::dyn_cast_or_null<IntegerConstant>(d.extent ? d.extent : d.lower ? nullptr : d.upper);
    out *= extent ? double(extent->value) : iterations;
  }
  return out;
}

double kept(const Type *type) { return type->isArray() ? keepingElement * size(type) : keeping; }

/// How often the body of a loop runs.
double trips(const Stmt &s) {
  auto *loop = llvm::dyn_cast<For>(&s);
  auto *first = loop ? llvm::dyn_cast<IntegerConstant>(loop->lower) : nullptr;
  auto *last = loop ? llvm::dyn_cast<IntegerConstant>(loop->bound) : nullptr;
  if (!first || !last || loop->step)
    return iterations;
  return std::max<double>(0, last->value - first->value + loop->inclusive);
}

bool pointsToOwnVariables(const Procedure &p) {
  bool found = false;
  if (p.language == Language::Fortran)
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) { found |= addressedLocal(x) != nullptr; });
    });
  return found;
}

/// Does nothing, or ends the program: `(void)x;`, assert, STOP, abort(). What has run once will not end it later.
bool isQuiet(const Opaque &s) {
  std::string begin = s.pieces.empty() ? "" : s.pieces.front().text;
  return s.noReturn || begin == "(void)" || begin == "assert(";
}

} // namespace

const Symbol *addressedLocal(const Expr *e) {
  auto *address = llvm::dyn_cast<AddressOf>(e);
  const Symbol *root = address ? rootVariable(address->place) : nullptr;
  return root && root->storage == Storage::Local ? root : nullptr;
}

CellBits changedShapes(const Procedure &p, const Varied &varied, Memory &memory, EffectSummaries &effects) {
  CellBits out, changed = effects.of(&p).writes;
  changed &= effects.of(&p).shapes;
  // Effects take every integer that a library gets for written; what is known of the library says more.
  for (CellId id : changed) {
    const Symbol *s = memory[memory.root(id)].symbol;
    bool isDummy = s && s->storage == Storage::Argument && s->owner == &p;
    if (!isDummy || (s->intent != Intent::In && varied.mayWrite()(p, s)))
      out.set(id);
  }
  return out;
}

/// Adds up over a block; what is in loops counts more.
template <typename Cost> double JoinedCalls::sum(const Block &b, Cost cost) {
  double out = 0;
  for (const StmtPtr &s : b) {
    out += cost(*s);
    double inside = 0;
    for (const Block *inner : blocks(*s))
      inside += sum(*inner, cost);
    out += llvm::isa<For, While>(s.get()) ? trips(*s) * inside : inside;
  }
  return out;
}

JoinedCalls::JoinedCalls(const Varied &varied, Memory &memory, EffectSummaries &effects,
                         const std::vector<const Variant *> &variants, const std::set<const Variant *> &needed)
    : varied(varied), memory(memory), effects(effects), variants(variants), needed(needed) {
  for (const Variant *caller : variants)
    for (auto &[site, callee] : caller->calls)
      sites[callee].push_back({caller, site.first});
  obstructed = reaching(memory.calls(), memory.bottomUp(),
                        [&](const Procedure &p, const Stmt &s) { return obstructs(p, s); });
}

bool JoinedCalls::obstructs(const Procedure &p, const Stmt &s) const { return !obstacleAt(p, s, memory).empty(); }

std::string obstacleAt(const Procedure &p, const Stmt &s, Memory &memory) {
  // A variable, or an allocatable part of one, which ends with it.
  auto isOwn = [&](const Expr *place) {
    const Symbol *root = llvm::isa<Variable>(place) || isAllocatablePart(place) ? rootVariable(place) : nullptr;
    return root && root->storage == Storage::Local && root->owner == &p;
  };
  auto isOthers = [&](const Expr *freed) {
    bool mine = isOwn(freed);
    if (freed->type->isPointer())
      for (CellId id : memory.pointees(&p, freed))
        mine = mine && memory[memory.root(id)].kind == Cell::Kind::Heap && !memory.isInterface(&p, id);
    return !mine;
  };
  auto *allocate = llvm::dyn_cast<Allocate>(&s);
  if (allocate && llvm::any_of(allocate->objects, [&](const Allocation &a) { return !isOwn(a.place); }))
    return "it allocates memory that outlives it";
  // The seeds are there when both sweeps run: a new shape for them would throw them away.
  if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !assign->mask && isWholeAllocatable(assign->place) && !isOwn(assign->place))
    return "it may give an allocatable another shape";
  if (auto *free = llvm::dyn_cast<Free>(&s); free && llvm::any_of(free->places, isOthers))
    return "it frees memory that is not its own";
  if (auto *opaque = llvm::dyn_cast<Opaque>(&s); opaque && !isQuiet(*opaque))
    return "it reads or writes files";
  auto *call = llvm::dyn_cast<Call>(&s);
  return call && !memory.calls().isKnown(*call) ? "it calls a procedure without source" : "";
}

std::string obstacleInside(const Procedure &p, Memory &memory) {
  std::string found;
  std::set<const Procedure *> seen{&p};
  std::vector<const Procedure *> open{&p};
  while (!open.empty() && found.empty()) {
    const Procedure *next = open.back();
    open.pop_back();
    forEachStmt(next->body, [&](const Stmt &s) { found = found.empty() ? obstacleAt(*next, s, memory) : found; });
    for (const Procedure *callee : memory.calls().callees(next))
      if (seen.insert(callee).second)
        open.push_back(callee);
  }
  return found;
}

bool JoinedCalls::mayJoin(const Variant &v) const {
  const Procedure &p = *v.procedure;
  if (p.elemental || obstructed.count(&p))
    return false;
  // It changes where a pointer or an allocatable variable leads, or memory that it reaches only through pointers.
  for (CellId id : effects.of(&p).writes)
    if (memory.isInterface(&p, id)) {
      const Cell &root = memory[memory.root(id)];
      if (memory.mayHoldPointer(&p, id) || (root.symbol && root.symbol->allocatable) ||
          root.kind == Cell::Kind::Heap || root.kind == Cell::Kind::Unknown)
        return false;
    }
  if (p.result && (holdsPointer(p.result->type) || p.result->allocatable))
    return false;
  auto found = sites.find(&v);
  return found == sites.end() || llvm::none_of(found->second, [&](const Site &site) {
           return site.call->pointer || memory.calls().targets(*site.call).size() != 1 ||
                  site.caller->procedure->language != p.language || varied.isShared(*site.call);
         });
}

/// What a pair keeps.
double JoinedCalls::recordCost(const Recording &apart, const Variant &v) {
  double out = sum(v.procedure->body, [&](const Stmt &s) {
    if (!apart.keeps(v, s))
      return 0.0;
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return kept(assign->place->type);
    return keeping;
  });
  for (auto &s : v.procedure->scope.symbols)
    if (s->kind == SymbolKind::Variable && s->storage == Storage::Local && apart.carries(v, s.get()))
      out += kept(s->type);
  return out;
}

/// What the forward sweep of the callee computes where it is run again, with all it calls.
double JoinedCalls::runCost(const Recording &joined, const Variant &v) {
  if (auto known = runCosts.find(&v); known != runCosts.end())
    return known->second;
  if (!open.insert(v.procedure).second) {
    isCut = true;
    return 0; // of a recursion, once
  }
  bool outerCut = std::exchange(isCut, false);
  bool hasAdjoint = joined.knows(v); // others run as they are
  double out = sum(v.procedure->body, [&](const Stmt &s) {
    if (hasAdjoint && !joined.runs(v, s))
      return 0.0;
    double here = 0;
    for (const Expr *e : expressions(s))
      here += operations(e);
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return here;
    double called = function; // of the library
    for (Procedure *target : memory.calls().targets(*call))
      if (auto callee = v.calls.find({call, target}); callee != v.calls.end())
        called = std::max(called, runCost(joined, *callee->second));
    return here + called;
  });
  open.erase(v.procedure);
  if (!isCut) // it is the same whoever asks
    runCosts[&v] = out;
  isCut |= outerCut;
  return out;
}

/// What callers keep for it, at the most; nothing where no call is run forward.
double JoinedCalls::snapshotCost(const Recording &joined, const Variant &v) {
  double out = 0;
  for (const Site &site : sites.lookup(&v)) {
    double here = 0;
    for (const SnapshotPlace &s : joined.snapshot(*site.caller, *site.call))
      here += kept(s.place->type);
    out = std::max(out, here);
  }
  return out;
}

/// Procedures with a call that Tapenade's directive wants split.
static std::set<const Variant *> splitByDirective(const std::vector<const Variant *> &variants) {
  std::set<const Variant *> out;
  for (const Variant *caller : variants)
    for (auto &[site, callee] : caller->calls)
      for (std::string comment : site.first->comments) {
        std::transform(comment.begin(), comment.end(), comment.begin(), ::toupper);
        if (comment.find("$AD NOCHECKPOINT") != std::string::npos)
          out.insert(callee);
      }
  return out;
}

std::set<const Variant *> JoinedCalls::choose(LoopReplay *replay, const RecordingOptions &options,
                                              const JoinRequests &requests) {
  RecordingOptions all = options;
  std::set<const Variant *> split = splitByDirective(variants);
  for (const Variant *v : variants)
    if (!v->head && !requests.split.count(v->procedure->name) && !split.count(v) &&
        mayJoin(*v))
      all.joined.insert(v);
  if (all.joined.empty())
    return {};
  Recording apart(varied, memory, effects, variants, needed, replay, options);
  Recording joined(varied, memory, effects, variants, needed, replay, all);
  runCosts.clear();
  std::set<const Variant *> out;
  for (const Variant *v : all.joined) {
    if (!joined.isJoined(*v))
      continue;
    bool isRun = llvm::any_of(sites.lookup(v), [&](const Site &site) { return joined.runs(*site.caller, *site.call); });
    double cost = snapshotCost(joined, *v) + (isRun && needed.count(v) ? runCost(joined, *v) : 0);
    bool mustBe = pointsToOwnVariables(*v->procedure) || !changedShapes(*v->procedure, varied, memory, effects).empty();
    if (requests.join.count(v->procedure->name) || mustBe || cost < recordCost(apart, *v))
      out.insert(v);
  }
  return out;
}

} // namespace costate::analysis
