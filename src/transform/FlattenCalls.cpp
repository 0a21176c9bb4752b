#include "transform/FlattenCalls.h"

#include "transform/ArgumentBinding.h"
#include "transform/DerivativeParts.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

size_t countStatements(const Block &block) {
  size_t n = 0;
  forEachStmt(block, [&](const Stmt &) { ++n; });
  return n;
}

/// Why a body cannot stand elsewhere; empty: it can.
std::string whyNotMoved(const Procedure &p) {
  if (!p.scope.commons.empty() || !p.scope.equivalences.empty() || !p.scope.namelists.empty() || !p.formats.empty())
    return "it declares COMMON, EQUIVALENCE or NAMELIST";
  if (p.variadic)
    return "it takes any number of arguments";
  for (const Symbol *s : p.parameters)
    if (s->isDummyProcedure() || s->optional || s->allocatable || s->polymorphic)
      return "its argument '" + s->name + "' is " +
             (s->isDummyProcedure() ? "a procedure" : s->optional ? "optional" : s->allocatable ? "allocatable" : "polymorphic");
  for (auto &s : p.scope.symbols)
    if (s->kind == SymbolKind::Variable && s->storage == Storage::Saved && !isConstantData(*s, p))
      return "it keeps '" + s->name + "' between calls";
  return {};
}

class Flattening {
public:
  Flattening(Program &program, Procedure &caller, size_t limit)
      : program(program), caller(caller), limit(limit), b(program), size(countStatements(caller.body)) {}

  LeftCalls run() {
    open.push_back(&caller);
    noteAddresses(caller.body);
    block(caller.body);
    return std::move(left);
  }

private:
  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      auto *call = llvm::dyn_cast<Call>(s.get());
      Block body;
      std::string why = call ? flatten(*call, body) : "";
      if (!call || !why.empty()) {
        if (call)
          left[call->callee] = why;
        out.push_back(std::move(s));
        continue;
      }
      if (!body.empty())
        body.front()->comments.insert(body.front()->comments.begin(), call->comments.begin(), call->comments.end());
      std::move(body.begin(), body.end(), std::back_inserter(out));
    }
    statements = std::move(out);
  }

  void noteAddresses(const Block &statements) {
    forEachStmt(statements, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            addressed.insert(rootVariable(address->place));
        });
    });
  }

  /// Empty, and the statements in `out`, where it could be done.
  std::string flatten(const Call &call, Block &out) {
    Procedure *target = call.callee ? call.callee->procedure : nullptr;
    if (!target)
      return call.callee ? "its source is not given" : "it is called through a pointer";
    if (!target->hasBody)
      return "its source is not given";
    if (target->language != caller.language)
      return "it is of another language";
    if (std::find(open.begin(), open.end(), target) != open.end())
      return "it calls itself";
    if (std::string why = whyNotMoved(*target); !why.empty())
      return why;
    if (call.arguments.size() != target->parameters.size())
      return "it has another number of arguments";
    if (size += countStatements(target->body); size > limit)
      return "the procedure would have more than " + std::to_string(limit) + " statements";
    ArgumentBinding binding(program, caller, *target, call, addressed);
    std::string why = binding.flatten(out);
    if (!why.empty())
      return why;
    open.push_back(target);
    noteAddresses(out);
    block(out);
    open.pop_back();
    return {};
  }

  Program &program;
  Procedure &caller;
  size_t limit;
  Builder b;
  size_t size;
  std::vector<const Procedure *> open; ///< whose bodies are being flattened
  std::set<const Symbol *> addressed; ///< variables that pointers may lead to
  LeftCalls left;
};

} // namespace

LeftCalls flattenCalls(Program &program, Procedure &procedure, size_t limit) {
  return Flattening(program, procedure, limit).run();
}

} // namespace costate::transform
