#include "transform/FlattenCalls.h"

#include "ir/Constants.h"
#include "transform/ArgumentBinding.h"
#include "transform/DerivativeParts.h"
#include "transform/PointerTargets.h"

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

/// A loop that the arguments leave without an iteration only sets its variable: compilers would warn of it.
void dropEmptyLoops(Builder &b, Block &block) {
  for (StmtPtr &s : block) {
    for (Block *inner : blocks(*s))
      dropEmptyLoops(b, *inner);
    auto *loop = llvm::dyn_cast<For>(s.get());
    auto step = !loop || loop->direction == For::Direction::Down ? 0 : loop->step ? constantValue(loop->step).value_or(0) : 1;
    auto lower = step > 0 ? constantValue(loop->lower) : std::nullopt;
    auto bound = lower ? constantValue(loop->bound) : std::nullopt;
    if (bound && (loop->inclusive ? *lower > *bound : *lower >= *bound))
      s = b.assign(loop->variable, loop->lower);
  }
}

class Flattening {
public:
  using Wanted = std::function<bool(const Call &, const Procedure &)>;
  Flattening(Program &program, Procedure &caller, size_t limit, const Wanted &wanted)
      : program(program), caller(caller), limit(limit), wanted(wanted), b(program), size(countStatements(caller.body)), facts(callerFacts(caller)) {}

  LeftCalls run() {
    open.push_back(&caller);
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
    if (wanted && !wanted(call, *target))
      return "it is not asked for";
    if (std::string why = whyNotMoved(*target); !why.empty())
      return why;
    if (call.arguments.size() != target->parameters.size())
      return "it has another number of arguments";
    if (size += countStatements(target->body); size > limit)
      return "the procedure would have more than " + std::to_string(limit) + " statements";
    ArgumentBinding binding(program, caller, *target, call, facts);
    std::string why = binding.flatten(out);
    if (!why.empty())
      return why;
    dropEmptyLoops(b, out);
    open.push_back(target);
    facts.addressed.merge(addressTaken(out));
    block(out);
    open.pop_back();
    return {};
  }

  Program &program;
  Procedure &caller;
  size_t limit;
  const Wanted &wanted;
  Builder b;
  size_t size;
  std::vector<const Procedure *> open; ///< whose bodies are being flattened
  CallerFacts facts; ///< addresses also of the bodies that have come in
  LeftCalls left;
};

bool isNumber(const Type *type) { return type->isReal() || type->isInteger() || type->isLogical() || type->isComplex(); }

bool isNumberOrPointer(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type);
  return isNumber(type) || (pointer && !pointer->fortran);
}

/// Numbers, arrays of them, and C's pointers to them; an array of its own has constant bounds.
bool holdsNumbers(const Symbol &s) {
  const Type *type = s.type->strip();
  auto *pointer = llvm::dyn_cast<PointerType>(type);
  if (pointer)
    return !pointer->fortran && isNumber(pointer->pointee->scalar()->strip());
  auto *array = llvm::dyn_cast<ArrayType>(type);
  if (array && s.storage != Storage::Argument)
    for (const Dimension &d : array->dimensions) {
      const Expr *end = d.upper ? d.upper : d.extent;
      if ((d.lower && !d.lower->isConstant()) || !end || !end->isConstant())
        return false;
    }
  return isNumber(type->scalar()->strip());
}

/// Pointers are followed, or moved and then followed; nothing asks where they lead.
bool followsPointers(const Expr *e) {
  bool follows = true;
  forEach(e, [&](const Expr *x) {
    if (!llvm::isa<Dereference, PointerAdd>(x))
      for (const Expr *operand : operands(x))
        follows = follows && !(operand->type && operand->type->isPointer());
  });
  return follows;
}

/// Whether a pointer leads to a variable, not to what another pointer leads to.
bool leadsToOwn(const Expr *pointer) {
  bool found = false;
  forEach(pointer, [&](const Expr *x) {
    auto *address = llvm::dyn_cast<AddressOf>(x);
    const Symbol *root = address ? rootVariable(address->place) : nullptr;
    found |= root != nullptr; // none: reached through a pointer
  });
  return found;
}

/// Assignments alone, and branches and counted loops of them, of numbers in variables of its own. A pointer gets its value
/// once, outside of branches and loops, and leads to nothing of the procedure's own.
bool isSimple(const Procedure &p, const Block &block, std::set<const Symbol *> &pointers, bool isOutermost = true) {
  bool simple = true;
  for (const StmtPtr &s : block) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    if (assign ? assign->mask || !isNumberOrPointer(assign->place->type->strip()) : !llvm::isa<If, For>(s.get()))
      return false;
    if (assign && assign->place->type->isPointer()) {
      auto *variable = llvm::dyn_cast<Variable>(assign->place);
      if (!isOutermost || !variable || variable->symbol->storage != Storage::Local ||
          !pointers.insert(variable->symbol).second || leadsToOwn(assign->value))
        return false;
    }
    for (const Expr *e : expressions(*s)) {
      simple = simple && followsPointers(e) && (assign || !e->type->isPointer());
      forEach(e, [&](const Expr *x) {
        if (auto *variable = llvm::dyn_cast<Variable>(x))
          simple = simple && variable->symbol->owner == &p && variable->symbol->kind == SymbolKind::Variable &&
                   holdsNumbers(*variable->symbol);
      });
    }
    for (const Block *inner : blocks(*s))
      simple = simple && isSimple(p, *inner, pointers, false);
  }
  return simple;
}

bool isSimple(const Procedure &p) {
  std::set<const Symbol *> pointers;
  return isSimple(p, p.body, pointers);
}

/// How often it is called in the text of the program.
std::map<const Procedure *, size_t> countCalls(Program &program) {
  std::map<const Procedure *, size_t> out;
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        ++out[call->callee->procedure];
    });
  return out;
}

bool hasDirective(const Call &call) {
  return std::any_of(call.comments.begin(), call.comments.end(),
                     [](const std::string &comment) { return comment.find('$') != std::string::npos; });
}

} // namespace

LeftCalls flattenCalls(Program &program, Procedure &procedure, size_t limit, const Flattening::Wanted &wanted) {
  return Flattening(program, procedure, limit, wanted).run();
}

bool flattenShortCalls(Program &program, const std::set<const Procedure *> &wanted) {
  constexpr size_t longest = 120, most = 2000, deepest = 8; // statements, of one and of a procedure; calls in calls
  bool any = false, found = true;
  for (size_t depth = 0; found && depth < deepest; ++depth) {
    found = false;
    std::map<const Procedure *, bool> isShort;
    std::map<const Procedure *, size_t> calls = countCalls(program);
    for (Procedure *p : procedures(program)) {
      size_t size = countStatements(p->body), copies = size == p->body.size() ? 1 : calls[p];
      isShort[p] = wanted.count(p) && p->hasBody && size * copies <= longest && isSimple(*p);
    }
    for (Procedure *p : procedures(program))
      if (p->hasBody && !isShort[p])
        flattenCalls(program, *p, most, [&](const Call &call, const Procedure &target) {
          bool isAsked = isShort[&target] && target.unit == p->unit && !hasDirective(call);
          found |= isAsked;
          return isAsked;
        });
    any |= found;
  }
  return any;
}

} // namespace costate::transform
