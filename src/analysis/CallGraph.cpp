#include "analysis/CallGraph.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

/// Whether an argument of one type may meet a parameter of the other, casts of pointers included.
bool mayMatch(const Type *a, const Type *b) {
  a = a->strip();
  b = b->strip();
  if (a->kind() != b->kind())
    return false;
  auto *real = llvm::dyn_cast<RealType>(a);
  return !real || real->realKind == llvm::cast<RealType>(b)->realKind;
}

/// Whether a call through a C function pointer of this type may run the function.
bool mayRun(const Expr *pointer, const Procedure &function) {
  auto *type = llvm::dyn_cast<PointerType>(pointer->type->strip());
  auto *called = type ? llvm::dyn_cast<ProcedureType>(type->pointee->strip()) : nullptr;
  if (!called || called->parameters.size() != function.parameters.size())
    return true;
  for (size_t i = 0; i < called->parameters.size(); ++i)
    if (!mayMatch(called->parameters[i], function.parameters[i]->type))
      return false;
  return !called->result || !function.resultType || mayMatch(called->result, function.resultType);
}

/// A call of a procedure without source.
bool leavesProgram(const Stmt &s) {
  auto *call = llvm::dyn_cast<Call>(&s);
  if (!call || !call->callee || call->callee->isDummyProcedure())
    return false;
  return !call->callee->procedure || !call->callee->procedure->hasBody;
}

bool isIndirect(const Call &call) {
  return call.pointer || (call.callee && call.callee->isDummyProcedure());
}

} // namespace

CallGraph::CallGraph(Program &program) {
  std::vector<Procedure *> values = valuesOf(program);
  for (Procedure *p : procedures(program)) {
    llvm::DenseSet<Procedure *> seen;
    auto &callees = calleesOf[p];
    auto &calls = callsOf[p];
    forEachStmt(p->body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (!call)
        return;
      calls.push_back(call);
      std::vector<Procedure *> targets;
      if (!isIndirect(*call)) {
        if (call->callee && call->callee->procedure && call->callee->procedure->hasBody)
          targets.push_back(call->callee->procedure);
      } else {
        for (Procedure *value : values)
          if (value->parameters.size() == call->arguments.size() &&
              value->language == p->language && (!call->pointer || mayRun(call->pointer, *value)))
            targets.push_back(value);
      }
      for (Procedure *target : targets)
        if (seen.insert(target).second)
          callees.push_back(target);
      targetsOf[call] = std::move(targets);
    });
  }
}

std::vector<Procedure *> CallGraph::valuesOf(Program &program) {
  std::vector<Procedure *> values;
  llvm::DenseSet<Procedure *> seen;
  auto note = [&](const Expr *e) {
    forEach(e, [&](const Expr *x) {
      auto *reference = llvm::dyn_cast<ProcedureReference>(x);
      Procedure *p = reference ? reference->symbol->procedure : nullptr;
      if (p && p->hasBody && seen.insert(p).second)
        values.push_back(p);
      if (reference && !(p && p->hasBody) && !reference->symbol->isDummyProcedure() &&
          !unknownValue)
        unknownValue = reference->symbol;
    });
  };
  auto noteScope = [&](const Scope &scope) {
    for (auto &s : scope.symbols)
      if (s->initial)
        note(s->initial);
    for (const RecordType *record : scope.records)
      for (const Component &c : record->components)
        if (c.initial)
          note(c.initial);
  };
  for (auto &unit : program.units) {
    noteScope(unit->scope);
    for (Procedure *p : procedures(*unit)) {
      noteScope(p->scope);
      forEachStmt(p->body, [&](const Stmt &s) {
        const Symbol *before = unknownValue;
        for (const Expr *e : expressions(s))
          note(e);
        if (leavesProgram(s)) // what a procedure without source is given is not called here
          unknownValue = before;
      });
      for (const Symbol *s : p->parameters)
        if (p->isHead && s->isDummyProcedure())
          unknownValue = s;
    }
  }
  return values;
}

const std::vector<Procedure *> &CallGraph::targets(const Call &call) const {
  static const std::vector<Procedure *> none; // of a call made after the graph
  auto found = targetsOf.find(&call);
  return found == targetsOf.end() ? none : found->second;
}

const Symbol *CallGraph::unknownTarget(const Call &call) const {
  return isIndirect(call) ? unknownValue : nullptr;
}

bool CallGraph::isKnown(const Call &call) const {
  return !targets(call).empty() && !unknownTarget(call);
}

const std::vector<Procedure *> &CallGraph::callees(const Procedure *p) const {
  return calleesOf.find(p)->second;
}

const std::vector<const Call *> &CallGraph::calls(const Procedure *p) const {
  return callsOf.find(p)->second;
}

namespace {

/// Tarjan's algorithm with its own stack: call chains are as deep as programs are long.
struct Components {
  explicit Components(const CallGraph &graph) : graph(graph) {}
  const CallGraph &graph;
  struct Frame {
    Procedure *procedure;
    size_t next;
  };
  llvm::DenseMap<Procedure *, unsigned> index, low;
  llvm::DenseSet<Procedure *> onStack;
  std::vector<Procedure *> stack;
  std::vector<Frame> frames;
  std::vector<std::vector<Procedure *>> out;

  void open(Procedure *p) {
    unsigned number = index.size();
    index[p] = low[p] = number;
    stack.push_back(p);
    onStack.insert(p);
    frames.push_back({p, 0});
  }

  void close(Procedure *p) {
    if (low[p] != index[p])
      return;
    out.emplace_back();
    Procedure *member;
    do {
      member = stack.back();
      stack.pop_back();
      onStack.erase(member);
      out.back().push_back(member);
    } while (member != p);
    std::reverse(out.back().begin(), out.back().end());
  }

  void visit(Procedure *root) {
    if (index.count(root))
      return;
    open(root);
    while (!frames.empty()) {
      Procedure *p = frames.back().procedure;
      auto &callees = graph.callees(p);
      if (frames.back().next < callees.size()) {
        Procedure *callee = callees[frames.back().next++];
        if (!index.count(callee))
          open(callee);
        else if (onStack.count(callee))
          low[p] = std::min(low[p], index[callee]);
        continue;
      }
      frames.pop_back();
      close(p);
      if (!frames.empty()) {
        Procedure *caller = frames.back().procedure;
        low[caller] = std::min(low[caller], low[p]);
      }
    }
  }
};

} // namespace

std::vector<std::vector<Procedure *>>
CallGraph::bottomUp(const std::vector<Procedure *> &roots) const {
  Components components(*this);
  for (Procedure *root : roots)
    components.visit(root);
  return std::move(components.out);
}

} // namespace costate::analysis
