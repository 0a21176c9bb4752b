// Loops, and the ways C counts down in a condition.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

/// Whether a break or continue in this statement, outside inner loops, would leave it.
bool hasJump(const clang::Stmt *s, bool insideSwitch = false) {
  if (!s)
    return false;
  if (llvm::isa<clang::ContinueStmt>(s) || (llvm::isa<clang::BreakStmt>(s) && !insideSwitch))
    return true;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(s))
    return false;
  insideSwitch |= llvm::isa<clang::SwitchStmt>(s);
  for (const clang::Stmt *child : s->children())
    if (hasJump(child, insideSwitch))
      return true;
  return false;
}

std::optional<bool> constantTruth(const clang::Expr *e, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (e->HasSideEffects(ast) || !e->EvaluateAsInt(result, ast))
    return std::nullopt;
  return result.Val.getInt() != 0;
}

/// `v--` or `v++` of an integer variable at least as wide as int, where the old value is the new
/// one plus or minus 1 in its own type.
const clang::UnaryOperator *postfixStep(const clang::Expr *e, const clang::ASTContext &ast) {
  auto *u = llvm::dyn_cast<clang::UnaryOperator>(e->IgnoreParenImpCasts());
  if (!u || !u->isPostfix() || !u->getType()->isIntegerType() ||
      !llvm::isa<clang::DeclRefExpr>(u->getSubExpr()->IgnoreParens()) ||
      ast.getTypeSize(u->getType()) < ast.getTypeSize(ast.IntTy) ||
      u->getType().isVolatileQualified())
    return nullptr;
  return u;
}

} // namespace

void BodyReader::whileLoop(const clang::WhileStmt *s) {
  loop({s->getCond(), s->getBody(), nullptr, s->getBeginLoc()});
}

void BodyReader::forLoop(const clang::ForStmt *s) {
  SourceLocation outerEnd = scopeEnd;
  scopeEnd = s->getEndLoc();
  if (s->getInit())
    statementParts(s->getInit());
  scopeEnd = outerEnd;
  loop({s->getCond(), s->getBody(), s->getInc(), s->getBeginLoc()});
}

void BodyReader::loop(const LoopParts &parts) {
  if (parts.condition && guardedCountdownLoop(parts))
    return;
  Block head;
  const Expr *c = nullptr;
  if (parts.condition && constantTruth(parts.condition, unit.ast) != true) {
    BlockScope scope(*this, head);
    c = sequencedCondition(parts.condition);
  }
  // `while (n-- > 0)` is `n = n - 1; while (n >= 0) { body; n = n - 1 }`: a counted loop.
  Block step;
  if (head.size() == 1 && stepOf(*head.front())) {
    auto *counting = llvm::cast<Assign>(head.front().get());
    stepBeforeLoop(counting->place, counting->value, parts.at);
    step = std::move(head);
    head.clear();
  }
  emitLoop(parts, std::move(head), c, {}, std::move(step));
}

/// The loop itself, with statements before its body's and after its increment's own.
void BodyReader::emitLoop(const LoopParts &parts, Block head, const Expr *condition,
                          Block bodyFirst, Block stepLast) {
  unsigned id = procedure->newLoopId();
  Jump saved = jump;
  jump = {id, id, false};
  Block step;
  into(bodyFirst, parts.body);
  if (parts.increment) {
    BlockScope scope(*this, step);
    discard(parts.increment);
    flush();
  }
  for (StmtPtr &s : stepLast)
    step.push_back(std::move(s));
  jump = saved;
  append(std::make_unique<Loop>(id, std::move(head), condition, std::move(bodyFirst),
                                std::move(step), location(parts.at)));
}

/// The first step of a counted condition, joined with the initial value where that stands directly
/// before the loop: `i = n; i = i - 1` is `i = n - 1`.
void BodyReader::stepBeforeLoop(const Expr *variable, const Expr *next, SourceLocation at) {
  Assign *before = block->empty() ? nullptr : llvm::dyn_cast<Assign>(block->back().get());
  auto *step = llvm::dyn_cast<Binary>(next);
  if (!before || !step || !equal(before->place, variable) ||
      before->value->type->strip() != variable->type->strip())
    return append(std::make_unique<Assign>(variable, next, location(at)));
  const Expr *start = before->value;
  if (auto *widened = llvm::dyn_cast<Convert>(start); widened && !widened->written)
    start = widened->operand;
  auto *number = llvm::dyn_cast<IntegerConstant>(start);
  if (number && number->value > 0)
    before->value = unit.builder.constant(step->type, number->value - 1, start->location);
  else
    before->value = make<Binary>(step->type, step->op, before->value, step->right, location(at));
}

/// `for (i = n; i > 0 && i--;)`: the second operand is true whenever it is reached, so it is the
/// first statement of the body.
bool BodyReader::guardedCountdownLoop(const LoopParts &parts) {
  auto *both = llvm::dyn_cast<clang::BinaryOperator>(parts.condition->IgnoreParens());
  if (!both || both->getOpcode() != clang::BO_LAnd)
    return false;
  auto *guard = llvm::dyn_cast<clang::BinaryOperator>(both->getLHS()->IgnoreParens());
  const clang::UnaryOperator *stepping = postfixStep(both->getRHS(), unit.ast);
  if (!guard || !stepping || !stepping->isDecrementOp() ||
      !llvm::isa<clang::UnaryOperator>(both->getRHS()->IgnoreParens()))
    return false;
  auto *guarded = llvm::dyn_cast<clang::DeclRefExpr>(guard->getLHS()->IgnoreParenImpCasts());
  auto *stepped = llvm::cast<clang::DeclRefExpr>(stepping->getSubExpr()->IgnoreParens());
  if (!guarded || guarded->getDecl() != stepped->getDecl() ||
      (guard->getOpcode() != clang::BO_GT && guard->getOpcode() != clang::BO_NE) ||
      constantTruth(guard->getRHS()->IgnoreParenImpCasts(), unit.ast) != false)
    return false;
  const Expr *test = condition(guard);
  Block first;
  {
    BlockScope scope(*this, first);
    discard(stepping);
    flush();
  }
  emitLoop(parts, {}, test, std::move(first), {});
  return true;
}

void BodyReader::doLoop(const clang::DoStmt *s) {
  if (constantTruth(s->getCond(), unit.ast) == false)
    return oneTrip(s->getBody(), s->getBeginLoc());
  unsigned id = procedure->newLoopId();
  Jump saved = jump;
  jump = {id, id, false};
  Block head, body;
  into(body, s->getBody());
  jump = saved;
  const Expr *c = nullptr;
  if (constantTruth(s->getCond(), unit.ast) != true) {
    BlockScope scope(*this, head);
    c = sequencedCondition(s->getCond());
  }
  auto result = std::make_unique<Loop>(id, std::move(head), c, std::move(body), Block{},
                                       location(s->getBeginLoc()));
  result->testAtEnd = true;
  append(std::move(result));
}

/// `do { } while (0)` is a block; only where something jumps to its end does it need a name.
void BodyReader::oneTrip(const clang::Stmt *body, SourceLocation at) {
  if (!hasJump(body))
    return statement(body);
  unsigned id = procedure->newLoopId();
  Jump saved = jump;
  jump = {id, id, true};
  Block inner;
  into(inner, body);
  jump = saved;
  auto result =
      std::make_unique<Loop>(id, Block{}, nullptr, std::move(inner), Block{}, location(at));
  result->once = true;
  append(std::move(result));
}

} // namespace costate::frontend::c
