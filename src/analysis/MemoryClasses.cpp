#include "analysis/MemoryClasses.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"

#include <algorithm>
#include <set>

namespace costate::analysis {

using namespace ir;

MemoryClasses::MemoryClasses(Program &program, const Externals &externals) : graph(program) {
  uniteStorage(program);
  findExternals(program, externals);
  std::vector<Procedure *> all = procedures(program);
  for (Procedure *p : all)
    uniteStatements(*p);
  for (bool changed = true; changed;) {
    changed = false;
    std::reverse(all.begin(), all.end()); // whichever way the calls go in the source, few rounds do
    for (Procedure *p : all)
      changed |= uniteCalls(*p);
  }
}

const Symbol *MemoryClasses::of(const Symbol *s) const {
  auto found = parent.find(s);
  if (found == parent.end() || found->second == s)
    return s;
  return found->second = of(found->second);
}

bool MemoryClasses::unite(const Symbol *a, const Symbol *b) {
  a = of(a);
  b = of(b);
  if (a == b)
    return false;
  auto isGlobal = [](const Symbol *s) { return !s->owner || s->storage == Storage::Common; };
  if (!isGlobal(a) && isGlobal(b)) // a global stands for its class
    std::swap(a, b);
  parent[b] = a;
  return true;
}

bool MemoryClasses::uniteAll(const std::vector<const Symbol *> &symbols) {
  bool changed = false;
  for (size_t i = 1; i < symbols.size(); ++i)
    changed |= unite(symbols[0], symbols[i]);
  return changed;
}

std::vector<const Symbol *> MemoryClasses::reached(const Expr *e) const {
  std::vector<const Symbol *> out;
  auto add = [&](const Expr *part) {
    for (const Symbol *s : reached(part))
      if (std::find(out.begin(), out.end(), s) == out.end())
        out.push_back(s);
  };
  switch (e->kind()) {
  case ExprKind::Variable:
    if (llvm::cast<Variable>(e)->symbol->kind == SymbolKind::Variable)
      out.push_back(of(llvm::cast<Variable>(e)->symbol));
    break;
  case ExprKind::Element:
    add(llvm::cast<Element>(e)->base);
    break;
  case ExprKind::Field:
    add(llvm::cast<Field>(e)->base);
    break;
  case ExprKind::Substring:
    add(llvm::cast<Substring>(e)->base);
    break;
  case ExprKind::ComplexPart:
    add(llvm::cast<ComplexPart>(e)->base);
    break;
  case ExprKind::Dereference:
    add(llvm::cast<Dereference>(e)->pointer);
    break;
  case ExprKind::AddressOf:
    add(llvm::cast<AddressOf>(e)->place);
    break;
  case ExprKind::PointerAdd:
    add(llvm::cast<PointerAdd>(e)->pointer);
    break;
  case ExprKind::Convert:
    add(llvm::cast<Convert>(e)->operand);
    break;
  case ExprKind::Conditional:
    add(llvm::cast<Conditional>(e)->whenTrue);
    add(llvm::cast<Conditional>(e)->whenFalse);
    break;
  case ExprKind::RecordConstructor:
    for (const Expr *value : llvm::cast<RecordConstructor>(e)->values)
      if (value)
        add(value);
    break;
  case ExprKind::ArrayConstructor:
    for (const Expr *item : llvm::cast<ArrayConstructor>(e)->items)
      add(item);
    break;
  default:
    break;
  }
  return out;
}

const ExternalUse &MemoryClasses::external(const Call &call) const {
  static const ExternalUse unknown;
  auto found = externalCalls.find(&call);
  return found == externalCalls.end() ? unknown : found->second;
}

namespace {

/// memcpy or memmove of memory that may hold pointers: they are copied with it.
bool copiesPointers(const Call &call) {
  if (libraryEffect(call) != LibraryEffect::CopiesBytes)
    return false;
  for (unsigned i : {0, 1}) {
    const Type *type = pointedTo(call.arguments[i].value);
    if (!type || type->isVoid() || holdsPointer(type))
      return true;
  }
  return false;
}

/// The bytes a member of a COMMON block covers in its own declaration.
struct Member {
  const Symbol *symbol;
  uint64_t begin, end;
};

std::vector<Member> membersOf(const CommonDeclaration &common) {
  std::vector<Member> out;
  for (const Symbol *s : common.members)
    if (s->overlay)
      out.push_back({s, s->overlay->offset, UINT64_MAX});
  for (size_t i = 0; i + 1 < out.size(); ++i)
    out[i].end = std::max(out[i + 1].begin, out[i].begin + 1);
  return out;
}

} // namespace

void MemoryClasses::uniteStorage(Program &program) {
  std::map<const CommonBlock *, std::vector<Member>> blocks;
  std::map<std::string, const Symbol *> external;
  auto addScope = [&](Scope &scope) {
    std::set<const Symbol *> declared;
    for (CommonDeclaration &c : scope.commons)
      for (const Member &m : membersOf(c)) {
        blocks[c.block].push_back(m);
        declared.insert(m.symbol);
      }
    std::map<std::pair<const CommonBlock *, unsigned>, const Symbol *> groups;
    for (auto &s : scope.symbols) {
      if (!s->overlay)
        continue;
      if (CommonBlock *block = s->overlay->block; block && !declared.count(s.get()))
        blocks[block].push_back({s.get(), s->overlay->offset, UINT64_MAX}); // by EQUIVALENCE
      auto [at, fresh] = groups.try_emplace({s->overlay->block, s->overlay->group}, s.get());
      if (!fresh && !(s->overlay->block && s->overlay->group == 0))
        unite(at->second, s.get());
    }
  };
  for (auto &unit : program.units) {
    addScope(unit->scope);
    for (auto &s : unit->scope.symbols)
      uniteInitial(s.get(), s->initial);
    for (auto &s : unit->scope.symbols)
      if (unit->kind == UnitKind::CFile && s->kind == SymbolKind::Variable && !s->internalLinkage) {
        auto [at, fresh] = external.try_emplace(s->name, s.get());
        if (!fresh)
          unite(at->second, s.get());
      }
    for (Procedure *p : procedures(*unit))
      addScope(p->scope);
  }
  for (auto &[block, members] : blocks) {
    std::sort(members.begin(), members.end(),
              [](const Member &a, const Member &b) { return a.begin < b.begin; });
    for (size_t i = 0; i < members.size(); ++i)
      for (size_t j = i + 1; j < members.size() && members[j].begin < members[i].end; ++j)
        unite(members[i].symbol, members[j].symbol);
  }
}

/// What specifications say of the calls whose procedure has no source.
void MemoryClasses::findExternals(Program &program, const Externals &externals) {
  for (Procedure *p : procedures(program))
    for (const Call *call : graph.calls(p))
      if (call->callee && !call->callee->isDummyProcedure() && graph.targets(*call).empty())
        if (ExternalUse use = externals.of(*call, p->language))
          externalCalls[call] = use;
}

/// Every way a pointer gets its value, but by calls.
void MemoryClasses::uniteStatements(Procedure &p) {
  auto flows = [&](const Expr *from, const Expr *to) {
    std::vector<const Symbol *> all = reached(to);
    for (const Symbol *x : reached(from))
      all.push_back(x);
    uniteAll(all);
  };
  forEachStmt(p.body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (holdsPointer(assign->place->type))
        flows(assign->value, assign->place);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s); allocate && allocate->old) {
      flows(allocate->old, allocate->objects[0].place);
    } else if (auto *loop = llvm::dyn_cast<For>(&s); loop && holdsPointer(loop->variable->type)) {
      uniteInitial(loop->variable, loop->lower);
    } else if (auto *call = llvm::dyn_cast<Call>(&s); call && movesAllocation(*call)) {
      flows(call->arguments[0].value, call->arguments[1].value);
    } else if (auto *call = llvm::dyn_cast<Call>(&s); call && copiesPointers(*call)) {
      flows(call->arguments[1].value, call->arguments[0].value);
    }
  });
  for (auto &s : p.scope.symbols)
    uniteInitial(s.get(), s->initial);
}

/// A variable that starts as a pointer to others.
void MemoryClasses::uniteInitial(const Symbol *s, const Expr *initial) {
  if (!initial || s->kind != SymbolKind::Variable || !holdsPointer(s->type))
    return;
  for (const Symbol *x : reached(initial))
    unite(s, x);
}

/// What a callee does to its parameters' classes happens to the arguments' classes.
bool MemoryClasses::uniteCalls(Procedure &p) {
  bool changed = false;
  forEachStmt(p.body, [&](const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return;
    for (Procedure *target : targets(*call)) {
      std::map<const Symbol *, std::vector<const Symbol *>> together;
      auto note = [&](const Symbol *parameter, const Expr *argument) {
        if (!argument)
          return;
        for (const Symbol *x : reached(argument))
          together[of(parameter)].push_back(x);
      };
      for (size_t i = 0; i < target->parameters.size() && i < call->arguments.size(); ++i)
        note(target->parameters[i], call->arguments[i].value);
      if (target->result && call->result && holdsPointer(target->result->type))
        note(target->result, call->result);
      for (auto &[parameterClass, arguments] : together) {
        changed |= uniteAll(arguments);
        // A parameter that met a global.
        if (!parameterClass->owner && !arguments.empty())
          changed |= unite(parameterClass, arguments[0]);
      }
    }
  });
  return changed;
}

} // namespace costate::analysis
