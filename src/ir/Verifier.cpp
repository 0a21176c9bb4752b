#include "ir/Verifier.h"

#include "ir/Printer.h"
#include "support/Diagnostics.h"

#include <set>

namespace costate::ir {

namespace {

class ProcedureVerifier {
public:
  ProcedureVerifier(Program &program, Procedure &procedure, std::set<const Stmt *> &seen,
                    std::vector<std::string> &faults)
      : program(program), procedure(procedure), seen(seen), faults(faults) {}

  void run() { block(procedure.body); }

private:
  Program &program;
  Procedure &procedure;
  std::set<const Stmt *> &seen;
  std::vector<std::string> &faults;
  std::vector<Symbol *> counters;

  void fault(const Stmt &s, const std::string &what) {
    faults.push_back(program.sources.path(s.location.file) + ":" +
                     std::to_string(s.location.line) + ": " + procedure.name + ": " + what);
  }

  void block(const Block &b) {
    for (const StmtPtr &s : b)
      statement(*s);
  }

  void statement(const Stmt &s) {
    if (!seen.insert(&s).second)
      fault(s, "shared statement");
    if (s.isRaw())
      fault(s, "raw statement: " + print(s));
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *node) { expression(s, node); });
    switch (s.kind()) {
    case StmtKind::Assign:
      assign(llvm::cast<Assign>(s));
      break;
    case StmtKind::Call:
      call(llvm::cast<Call>(s));
      break;
    case StmtKind::If:
      condition(s, llvm::cast<If>(s).condition);
      break;
    case StmtKind::While:
      condition(s, llvm::cast<While>(s).condition);
      break;
    default:
      break;
    }
    auto *loop = llvm::dyn_cast<For>(&s);
    if (loop)
      counters.push_back(loop->variable);
    for (const Block *inner : blocks(s))
      block(*inner);
    if (loop)
      counters.pop_back();
  }

  static std::string print(const Stmt &s) {
    Block one;
    one.push_back(clone(s));
    std::string text = ir::print(one);
    return text.substr(0, text.find('\n'));
  }

  void assign(const Assign &s) {
    written(s, s.place);
    const Type *to = s.place->type, *from = s.value->type;
    if (to && from && to->scalar()->strip() != from->scalar()->strip() &&
        !compatible(to->scalar()->strip(), from->scalar()->strip()))
      fault(s, "type mismatch: " + print(s) + " of " + ir::print(to) + " from " + ir::print(from));
  }

  /// Types that differ as objects but not in meaning.
  static bool compatible(const Type *a, const Type *b) {
    if (a->isCharacter() && b->isCharacter())
      return true;
    if (a->isPointer() && b->isPointer())
      return true;
    if (a->isRecord() && b->isRecord())
      return true;
    if (a->isProcedure() || b->isProcedure())
      return true;
    auto *x = llvm::dyn_cast<IntegerType>(a), *y = llvm::dyn_cast<IntegerType>(b);
    return x && y && x->bytes == y->bytes && x->isSigned == y->isSigned;
  }

  void call(const Call &s) {
    if (s.result)
      written(s, s.result);
    if (!s.callee == !s.pointer)
      fault(s, "call without exactly one callee");
  }

  void written(const Stmt &s, const Expr *place) {
    if (!place->isPlace()) {
      fault(s, "bad place: " + print(s));
      return;
    }
    auto *variable = llvm::dyn_cast<Variable>(place);
    for (Symbol *counter : counters)
      if (variable && variable->symbol == counter)
        fault(s, "assigned counter: " + print(s));
  }

  void condition(const Stmt &s, const Expr *c) {
    if (!c || !c->type || !c->type->isLogical())
      fault(s, "bad condition: " + ir::print(c));
  }

  void expression(const Stmt &s, const Expr *e) {
    if (!e->type && !llvm::isa<Range>(e)) {
      fault(s, "missing type: " + ir::print(e));
      return;
    }
    if (auto *v = llvm::dyn_cast<Variable>(e))
      variable(s, v);
    if (auto *b = llvm::dyn_cast<Binary>(e))
      binary(s, b);
  }

  void variable(const Stmt &s, const Variable *v) {
    if (!v->symbol->owner)
      return;
    for (Procedure *p = &procedure; p; p = p->host)
      if (v->symbol->owner == p)
        return;
    fault(s, "foreign symbol: " + v->symbol->name);
  }

  void binary(const Stmt &s, const Binary *b) {
    if (b->op == BinaryOp::Power || b->op == BinaryOp::ShiftLeft || b->op == BinaryOp::ShiftRight ||
        b->op == BinaryOp::Concatenate)
      return;
    if (!b->left->type || !b->right->type)
      return;
    const Type *x = b->left->type->scalar()->strip(), *y = b->right->type->scalar()->strip();
    if (x != y && !compatible(x, y))
      fault(s, "type mismatch: " + ir::print(b) + " of " + ir::print(x) + " and " + ir::print(y));
  }
};

} // namespace

std::vector<std::string> verify(Program &program) {
  std::vector<std::string> faults;
  std::set<const Stmt *> seen;
  for (Procedure *p : procedures(program))
    if (p->hasBody)
      ProcedureVerifier(program, *p, seen, faults).run();
  return faults;
}

void verifyOrDie(Program &program, const std::string &afterWhat) {
  std::vector<std::string> faults = verify(program);
  if (faults.empty())
    return;
  std::string text = "the program is not canonical after " + afterWhat;
  for (size_t i = 0; i < faults.size() && i < 20; ++i)
    text += "\n  " + faults[i];
  internalError(text);
}

} // namespace costate::ir
