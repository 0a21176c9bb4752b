#include "rules/Marks.h"

#include "ir/Rewrite.h"

namespace costate::rules {

using namespace ir;

namespace {

const Expr *marked(const char *name, std::vector<const Expr *> arguments, Program &program) {
  const Expr *value = arguments.front();
  return program.exprs.make<Intrinsic>(value->type->strip(), name, std::move(arguments), value->location);
}

const Expr *unmarked(const Expr *e, Program &program) {
  if (isMark(e))
    return unmarked(llvm::cast<Intrinsic>(e)->arguments.front(), program);
  return mapOperands(program.exprs, e, [&](const Expr *operand) { return unmarked(operand, program); });
}

} // namespace

const Expr *passive(const Expr *value, Program &program) { return marked("costate_passive", {value}, program); }

const Expr *carry(const Expr *value, const Expr *derivative, Program &program) {
  return marked("costate_carry", {value, derivative}, program);
}

bool isMark(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return function && (function->name == "costate_passive" || function->name == "costate_carry");
}

void unmark(Block &block, Program &program) {
  forEachStmt(block, [&](Stmt &s) { // they are values of assignments
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      assign->value = unmarked(assign->value, program);
  });
}

} // namespace costate::rules
