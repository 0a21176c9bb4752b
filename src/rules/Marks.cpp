#include "rules/Marks.h"

#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"

namespace costate::rules {

using namespace ir;

namespace {

const Expr *marked(const char *name, std::vector<const Expr *> arguments, Program &program) {
  const Expr *value = arguments.front();
  return program.exprs.make<Intrinsic>(value->type->strip(), name, std::move(arguments), value->location);
}

const Expr *renamed(const Intrinsic &e, const char *name, Program &program) {
  return program.exprs.make<Intrinsic>(e.type, name, e.arguments, e.location, e.keywords, e.specific);
}

const Expr *unmarked(const Expr *e, Program &program) {
  if (isMark(e))
    return unmarked(llvm::cast<Intrinsic>(e)->arguments.front(), program);
  const Expr *made = mapOperands(program.exprs, e, [&](const Expr *operand) { return unmarked(operand, program); });
  auto *function = llvm::dyn_cast<Intrinsic>(made);
  return function && function->name == "costate_root" ? renamed(*function, "sqrt", program) : made;
}

} // namespace

const Expr *passive(const Expr *value, Program &program) { return marked("costate_passive", {value}, program); }

const Expr *carry(const Expr *value, const Expr *derivative, Program &program) {
  return marked("costate_carry", {value, derivative}, program);
}

const Expr *nonzeroRoot(const Intrinsic &root, Program &program) { return renamed(root, "costate_root", program); }

bool isMark(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return function && (function->name == "costate_passive" || function->name == "costate_carry");
}

void unmark(Block &block, Program &program) {
  forEachStmt(block, [&](Stmt &s) { // values of assignments, mostly; conditions that were inside of them, too
    mapExpressions(s, [&](const Expr *e) { return e ? unmarked(e, program) : e; });
  });
}

} // namespace costate::rules
