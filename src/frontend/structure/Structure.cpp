#include "frontend/structure/Structure.h"

#include "frontend/structure/CountedLoops.h"
#include "frontend/structure/Exits.h"
#include "frontend/structure/Gotos.h"

namespace costate::structure {

using namespace ir;

namespace {

bool isAlwaysTrue(const Expr *condition) {
  while (auto *convert = llvm::dyn_cast<Convert>(condition))
    condition = convert->operand;
  if (auto *truth = llvm::dyn_cast<LogicalConstant>(condition))
    return truth->value;
  auto *number = llvm::dyn_cast<IntegerConstant>(condition);
  return number && number->value != 0;
}

/// `while (1)` is a loop without a test.
void dropTrueTests(Block &block) {
  forEachStmt(block, [](Stmt &s) {
    if (auto *loop = llvm::dyn_cast<Loop>(&s); loop && loop->condition && loop->head.empty())
      if (isAlwaysTrue(loop->condition)) {
        loop->condition = nullptr;
        loop->testAtEnd = false;
      }
  });
}

} // namespace

void structure(Program &program, Diagnostics &diagnostics) {
  EffectsOfCalls calls(program);
  for (Procedure *p : procedures(program)) {
    if (!p->hasBody)
      continue;
    dropTrueTests(p->body);
    // Labels and gotos become loops, blocks that run once, Exit and Cycle.
    removeGotos(program, *p, diagnostics);
    // C's counted loops become For.
    recogniseCountedLoops(program, *p, calls);
    // Exit, Cycle, Return and Loop become If and While: the procedure is canonical.
    if (!diagnostics.hasErrors())
      removeExits(program, *p);
  }
}

} // namespace costate::structure
