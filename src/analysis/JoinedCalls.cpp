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

} // namespace

const Symbol *addressedLocal(const Expr *e) {
  auto *address = llvm::dyn_cast<AddressOf>(e);
  const Symbol *root = address ? rootVariable(address->place) : nullptr;
  return root && root->storage == Storage::Local ? root : nullptr;
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

/// What the original, with all it calls, does to the world outside and to the life of memory: the original
/// runs, and frees what it frees.
std::string JoinedCalls::obstacleInside(const Procedure &p) const {
  std::string found;
  std::set<const Procedure *> seen{&p};
  std::vector<const Procedure *> open{&p};
  while (!open.empty() && found.empty()) {
    const Procedure *next = open.back();
    open.pop_back();
    forEachStmt(next->body, [&](const Stmt &s) {
      if (llvm::isa<Opaque>(&s))
        found = "it reads or writes files";
      auto isOwn = [&](const Expr *place) {
        const Symbol *root = llvm::isa<Variable>(place) ? rootVariable(place) : nullptr;
        return root && root->storage == Storage::Local && root->owner == next;
      };
      if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
        for (const Allocation &a : allocate->objects)
          if (!isOwn(a.place))
            found = "it allocates memory that outlives it";
      if (auto *free = llvm::dyn_cast<Free>(&s))
        for (const Expr *place : free->places) {
          bool mine = isOwn(place);
          if (place->type->isPointer())
            for (CellId id : memory.pointees(next, place))
              mine = mine && memory[memory.root(id)].kind == Cell::Kind::Heap &&
                     !memory.isInterface(next, id);
          if (!mine)
            found = "it frees memory that is not its own";
        }
      auto *call = llvm::dyn_cast<Call>(&s);
      if (!call)
        return;
      if (!memory.calls().isKnown(*call))
        found = "it calls a procedure without source";
      for (Procedure *target : memory.calls().targets(*call))
        if (seen.insert(target).second)
          open.push_back(target);
    });
  }
  return found;
}

std::string JoinedCalls::obstacle(const Variant &v) const {
  const Procedure &p = *v.procedure;
  const Effects &does = effects.of(&p);
  if (p.elemental)
    return "it is elemental";
  for (CellId id : does.writes)
    if (memory.isInterface(&p, id)) {
      const Cell &root = memory[memory.root(id)];
      bool moves = memory.mayHoldPointer(&p, id) || (root.symbol && root.symbol->allocatable);
      if (moves)
        return "it changes where a pointer or an allocatable variable leads";
      if (root.kind == Cell::Kind::Heap || root.kind == Cell::Kind::Unknown)
        return "it writes memory that it reaches only through pointers";
    }
  if (p.result && (holdsPointer(p.result->type) || p.result->allocatable))
    return "its result holds pointers";
  std::string found = obstacleInside(p);
  for (const Variant *caller : variants)
    for (auto &[site, callee] : caller->calls)
      if (callee == &v && (site.first->pointer || memory.calls().targets(*site.first).size() != 1 ||
                           caller->procedure->language != p.language || varied.isShared(*site.first)))
        found = "it is called through a pointer or from another language";
  return found;
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
double JoinedCalls::runCost(const Recording &joined, const Variant &v, std::set<const Procedure *> &open) {
  if (!open.insert(v.procedure).second)
    return 0; // of a recursion, once
  bool hasAdjoint = std::find(variants.begin(), variants.end(), &v) != variants.end(); // others run as they are
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
        called = std::max(called, runCost(joined, *callee->second, open));
    return here + called;
  });
  open.erase(v.procedure);
  return out;
}

/// What callers keep for it, at the most; nothing where no call is run forward.
double JoinedCalls::snapshotCost(const Recording &joined, const Variant &v) {
  double out = 0;
  for (const Variant *caller : variants)
    for (auto &[site, callee] : caller->calls)
      if (callee == &v) {
        double here = 0;
        for (const SnapshotPlace &s : joined.snapshot(*caller, *site.first))
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
        obstacle(*v).empty())
      all.joined.insert(v);
  if (all.joined.empty())
    return {};
  Recording apart(varied, memory, effects, variants, needed, replay, options);
  Recording joined(varied, memory, effects, variants, needed, replay, all);
  std::set<const Variant *> out;
  for (const Variant *v : all.joined) {
    if (!joined.isJoined(*v))
      continue;
    bool isRun = false;
    for (const Variant *caller : variants)
      for (auto &[site, callee] : caller->calls)
        isRun |= callee == v && joined.runs(*caller, *site.first);
    std::set<const Procedure *> open;
    double cost = snapshotCost(joined, *v) + (isRun && needed.count(v) ? runCost(joined, *v, open) : 0);
    if (requests.join.count(v->procedure->name) || pointsToOwnVariables(*v->procedure) || cost < recordCost(apart, *v))
      out.insert(v);
  }
  return out;
}

} // namespace costate::analysis
