#include "transform/ArrayResults.h"

#include "analysis/Accesses.h"
#include "ir/Builder.h"
#include "ir/Rewrite.h"

namespace costate::transform {

using namespace ir;

/// Functions whose results are allocatable say the shape themselves; temporaries are allocated nowhere else.
bool mayAllocateResult(const Call &call) {
  const Procedure *target = call.callee ? call.callee->procedure : nullptr;
  if (!target || !target->result || target->result->allocatable || !call.result || !call.result->type->isArray() ||
      !analysis::isWholeAllocatable(call.result))
    return false;
  auto *variable = llvm::dyn_cast<Variable>(call.result);
  return !variable || !variable->symbol->temporary;
}

namespace {

StmtPtr separateResult(Program &program, Procedure &caller, Call &call) {
  std::vector<Dimension> shape(call.result->type->rank());
  for (Dimension &d : shape)
    d.form = Dimension::Form::Deferred;
  Symbol *own = caller.makeTemporary("result", program.types.array(call.result->type->scalar()->strip(), shape, false));
  own->temporary = true;
  own->allocatable = true;
  const Expr *value = Builder(program).variable(own, call.location);
  return std::make_unique<Assign>(std::exchange(call.result, value), value, call.location);
}

void separate(Program &program, Procedure &p, Block &statements) {
  Block out;
  for (StmtPtr &s : statements) {
    for (Block *inner : blocks(*s))
      separate(program, p, *inner);
    auto *call = llvm::dyn_cast<Call>(s.get());
    StmtPtr after = call && mayAllocateResult(*call) ? separateResult(program, p, *call) : nullptr;
    out.push_back(std::move(s));
    if (after)
      out.push_back(std::move(after));
  }
  statements = std::move(out);
}

} // namespace

void separateArrayResults(Program &program) {
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      separate(program, *p, p->body);
}

} // namespace costate::transform
