#include "transform/ProcedureValues.h"

#include "ir/Builder.h"
#include "rules/Rules.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

bool isProcedurePointer(const Expr *e) {
  auto *pointer = e->type ? llvm::dyn_cast<PointerType>(e->type->strip()) : nullptr;
  return pointer && pointer->pointee->strip()->isProcedure();
}

/// The functions a C program uses as values, once each, with where.
template <typename Visit> void forEachReference(const Expr *e, Visit &&visit) {
  forEach(e, [&](const Expr *x) {
    if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
      visit(*reference);
  });
}

template <typename Visit> void forEachReference(const Procedure &p, Visit &&visit) {
  for (auto &s : p.scope.symbols)
    forEachReference(s->initial, visit);
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEachReference(e, visit);
  });
}

/// The call of a math.h function, where the derivative table knows it; tables name functions for
/// double, `tanhf` and `tanhl` are `tanh` of other types.
const Expr *mathCall(Program &program, const std::string &name, const Type *type,
                     const std::vector<const Expr *> &arguments) {
  auto known = [&](const std::string &name) -> const Expr * {
    const Expr *call = program.exprs.make<Intrinsic>(type, name, arguments);
    rules::Operation operation(call, Language::C);
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (operation.treatment(i) == rules::Treatment::Refused)
        return nullptr;
    return call;
  };
  if (const Expr *call = known(name))
    return call;
  bool suffixed = name.size() > 1 && (name.back() == 'f' || name.back() == 'l');
  return suffixed ? known(name.substr(0, name.size() - 1)) : nullptr;
}

/// A body `result = name(x, ...)` where the derivative table has a line for that.
std::unique_ptr<Procedure> mathBody(Program &program, Symbol &symbol) {
  auto *type = symbol.type ? llvm::dyn_cast<ProcedureType>(symbol.type->strip()) : nullptr;
  if (!type || !type->result || !(type->result->isReal() || type->result->isComplex()))
    return nullptr;
  auto p = std::make_unique<Procedure>();
  p->name = symbol.name;
  p->kind = ProcedureKind::Function;
  p->language = Language::C;
  p->symbol = &symbol;
  p->resultType = type->result;
  std::vector<const Expr *> arguments;
  for (const Type *t : type->parameters) {
    Symbol *x = p->makeTemporary("x", t->strip());
    x->temporary = false;
    x->storage = Storage::Argument;
    x->byValue = true;
    p->parameters.push_back(x);
    arguments.push_back(program.exprs.make<Variable>(x));
  }
  const Expr *value = mathCall(program, symbol.name, type->result->strip(), arguments);
  if (!value)
    return nullptr;
  p->result = p->makeTemporary("result", type->result->strip());
  p->result->temporary = false;
  p->result->storage = Storage::Result;
  p->body.push_back(Builder(program).assign(p->result, value));
  p->hasBody = true;
  p->fromHeader = true; // the library has it
  return p;
}

bool holdsFunction(const Type *type, std::set<const Type *> &open) {
  type = type->scalar()->strip();
  if (!open.insert(type).second)
    return false;
  if (type->isProcedure() || type->isVoid()) // behind a `void *` may be anything
    return true;
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return holdsFunction(pointer->pointee, open);
  auto *record = llvm::dyn_cast<RecordType>(type);
  for (const Component &c : record ? record->components : std::vector<Component>())
    if (holdsFunction(c.type, open))
      return true;
  return false;
}

bool holdsFunction(const Symbol &s) {
  std::set<const Type *> open;
  return s.kind == SymbolKind::Variable && s.type && holdsFunction(s.type, open);
}

} // namespace

std::set<const Procedure *> usedAsValues(const Program &program) {
  std::set<const Procedure *> out;
  auto note = [&](const ProcedureReference &r) { out.insert(r.symbol->procedure); };
  for (auto &unit : program.units) {
    for (auto &s : unit->scope.symbols)
      forEachReference(s->initial, note);
    for (const RecordType *record : unit->scope.records)
      for (const Component &c : record->components)
        forEachReference(c.initial, note);
    for (const Procedure *p : procedures(*unit))
      forEachReference(*p, note);
  }
  return out;
}

void giveMathBodies(Program &program) {
  std::map<std::string, Procedure *> made;
  auto give = [&](Unit &unit, Symbol &s) {
    if (!s.fromHeader || (s.procedure && s.procedure->hasBody))
      return;
    Procedure *&p = made[s.name];
    if (!p) {
      auto body = mathBody(program, s);
      if (!body)
        return;
      p = body.get();
      p->unit = &unit;
      unit.procedures.push_back(std::move(body));
    }
    s.procedure = p;
  };
  for (auto &unit : program.units) {
    if (unit->kind != UnitKind::CFile)
      continue;
    std::vector<Symbol *> used;
    auto note = [&](const ProcedureReference &r) { used.push_back(r.symbol); };
    for (auto &s : unit->scope.symbols)
      forEachReference(s->initial, note);
    for (auto &p : unit->procedures)
      forEachReference(*p, note);
    for (Symbol *s : used)
      give(*unit, *s);
  }
}

namespace {

/// Whether others can give procedures to a procedure.
bool takesFunction(const Procedure &p) {
  bool isOpen = !p.internalLinkage && !p.isPrivate && !p.host;
  return isOpen && std::any_of(p.parameters.begin(), p.parameters.end(),
                               [](const Symbol *s) { return s->isDummyProcedure() || holdsFunction(*s); });
}

/// Whether a statement keeps a procedure pointer or dummy procedure that its procedure is given.
bool keepsGiven(const Stmt &s) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (!assign || !isProcedurePointer(assign->place))
    return false;
  const Symbol *root = rootVariable(assign->place); // null: what a pointer leads to
  bool isKept = !root || (root->storage != Storage::Local && root->storage != Storage::Result);
  bool isGiven = false;
  forEach(assign->value, [&](const Expr *x) {
    auto *reference = llvm::dyn_cast<ProcedureReference>(x);
    auto *variable = llvm::dyn_cast<Variable>(x);
    isGiven |= (reference && reference->symbol->isDummyProcedure()) ||
               (variable && variable->symbol->storage == Storage::Argument);
  });
  return isKept && isGiven;
}

} // namespace

bool functionsFromOutside(Program &program, const std::vector<analysis::Head> &heads) {
  for (const analysis::Head &head : heads)
    for (const Symbol *parameter : head.procedure->parameters)
      if (holdsFunction(*parameter))
        return true;
  bool isKept = false; // from call to call
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols) {
      bool holds = holdsFunction(*s) && !s->fromHeader;
      if (holds && !s->internalLinkage && !s->isPrivate && !s->isProtected)
        return true;
      isKept |= holds;
    }
  bool isTaken = false, isGiven = false;
  for (const Procedure *p : procedures(program)) {
    isTaken |= takesFunction(*p);
    for (auto &s : p->scope.symbols)
      isKept |= s->storage == Storage::Saved && holdsFunction(*s);
    forEachStmt(p->body, [&](const Stmt &s) { isGiven = isGiven || keepsGiven(s); });
  }
  return isKept && isTaken && isGiven;
}

const Expr *passedPointer(const Call &call, const Procedure &target) {
  for (size_t i = 0; i < std::min(call.arguments.size(), target.parameters.size()); ++i)
    if (const Expr *e = call.arguments[i].value;
        e && e->isPlace() && target.parameters[i]->isDummyProcedure() && isProcedurePointer(e))
      return e;
  return nullptr;
}

void refuseUnknownPassed(const Call &call, const std::vector<Procedure *> &targets, Diagnostics &diagnostics) {
  for (const Procedure *target : targets)
    if (const Expr *pointer = passedPointer(call, *target)) {
      diagnostics.error(pointer->location,
                        "cannot differentiate a call that passes this procedure pointer: it may hold a procedure "
                        "whose source is not given",
                        "pass a procedure by its name");
      return;
    }
}

const Expr *pointsTo(Program &program, const Call &call, const Expr *pointer, const Procedure &target,
                     Language language, Diagnostics &diagnostics) {
  Builder b(program);
  const Expr *name = program.exprs.make<ProcedureReference>(call.pointer->type, target.symbol, call.location);
  if (language == Language::C) {
    auto *type = llvm::dyn_cast<PointerType>(call.pointer->type->strip());
    if (!type || type->pointee->strip() != target.symbol->type->strip())
      name = program.exprs.make<Convert>(call.pointer->type, name, true, call.location);
    return b.compare(BinaryOp::Equal, pointer, name, Language::C);
  }
  if (target.host || target.isPrivate)
    diagnostics.error(call.location,
                      "cannot tell whether this pointer points to '" + target.name +
                          "', which its program unit hides",
                      "make it a public module procedure");
  std::vector<const Expr *> arguments{pointer, name};
  return program.exprs.make<Intrinsic>(b.defaultLogical(), "associated", arguments, call.location);
}

StmtPtr stopUndifferentiated(Language language, Location at) {
  const char *text = language == Language::C ? "abort()" : "error stop 'a procedure that was not differentiated'";
  auto stop =
      std::make_unique<Opaque>(std::vector<OpaquePiece>{{text, nullptr, OpaquePiece::Effect::None}}, at);
  stop->noReturn = true;
  if (language == Language::C)
    stop->comments = {"A function that was not differentiated."};
  return stop;
}

void checkStaticFunctions(Program &program, const std::set<const Procedure *> &original,
                          Diagnostics &diagnostics) {
  std::set<const Procedure *> reported;
  auto refuse = [&](const ProcedureReference &r) {
    const Procedure *p = r.symbol->procedure;
    if (p && p->hasBody && p->internalLinkage && reported.insert(p).second)
      diagnostics.error(r.location,
                        "the address of '" + p->name +
                            "' reaches the derivative from its own file, which calls another copy "
                            "of this static function",
                        "remove 'static' from its definition");
  };
  for (auto &unit : program.units) {
    for (auto &s : unit->scope.symbols)
      if (!s->internalLinkage)
        forEachReference(s->initial, refuse);
    for (auto &p : unit->procedures)
      if (!p->internalLinkage && original.count(p.get()))
        forEachReference(*p, refuse);
  }
}

} // namespace costate::transform
