#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

using ir::BinaryOp;

ir::Block StatementReader::loopBody(const parser::DoConstruct &x, Construct &self) {
  auto &[begin, block, end] = x.t;
  if (auto &name = std::get<std::optional<parser::Name>>(begin.statement.t))
    self.name = name->ToString();
  self.isLoop = true;
  constructs.push_back(&self);
  ir::Block body;
  ir::Block *outer = expr.sink;
  expr.sink = &body;
  read(block);
  placeLabel(end.label, t.locate(end.source));
  expr.sink = outer;
  constructs.pop_back();
  return body;
}

void StatementReader::doConstruct(const parser::DoConstruct &x) {
  auto &begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(x.t);
  statement(begin.source, begin.label, [&](Location at) {
    const std::optional<parser::LoopControl> &control = x.GetLoopControl();
    if (!control)
      return whileLoop(x, nullptr, at);
    common::visit(common::visitors{
                      [&](const parser::LoopControl::Bounds &b) { countedLoop(x, b, at); },
                      [&](const parser::ScalarLogicalExpr &c) { whileLoop(x, &c, at); },
                      [&](const parser::LoopControl::Concurrent &c) { concurrentLoop(x, c, at); },
                  },
                  control->u);
  });
}

namespace {

/// The sign of a step where it is a literal, else 0.
int signOf(const ir::Expr *step) {
  if (!step)
    return 1;
  if (auto *convert = llvm::dyn_cast<ir::Convert>(step))
    return signOf(convert->operand);
  if (auto *constant = llvm::dyn_cast<ir::IntegerConstant>(step))
    return constant->value > 0 ? 1 : -1;
  if (auto *unary = llvm::dyn_cast<ir::Unary>(step); unary && unary->op == ir::UnaryOp::Negate)
    return -signOf(unary->operand);
  return 0;
}

ir::For::Direction directionOf(const ir::Expr *step) {
  int sign = signOf(step);
  return sign > 0   ? ir::For::Direction::Up
         : sign < 0 ? ir::For::Direction::Down
                    : ir::For::Direction::BySignOfStep;
}

} // namespace

void StatementReader::countedLoop(const parser::DoConstruct &x,
                                  const parser::LoopControl::Bounds &bounds, Location at) {
  const ir::Expr *place = expr.dereferenced(expr.raw(bounds.name.thing));
  if (place->type->isReal())
    return realLoop(x, bounds, place, at);
  auto *variable = llvm::dyn_cast<ir::Variable>(place);
  if (!variable) {
    t.refuse(at, "the variable of this loop is not a plain variable", "loop over a local integer");
    return;
  }
  const ir::Type *type = place->type;
  const ir::Expr *lower = expr.convert(expr.read(bounds.lower), type);
  const ir::Expr *upper = expr.convert(expr.read(bounds.upper), type);
  const ir::Expr *step = bounds.step ? expr.convert(expr.read(*bounds.step), type) : nullptr;
  Construct self;
  self.exitId = self.cycleId = newLoop();
  ir::Block body = loopBody(x, self);
  auto loop =
      std::make_unique<ir::For>(variable->symbol, lower, upper, step, std::move(body), at);
  loop->id = self.exitId;
  loop->direction = directionOf(step);
  emit(std::move(loop));
}

// do x = a, b, s with a real x: the trip count is fixed on entry, x is updated by hand.
void StatementReader::realLoop(const parser::DoConstruct &x,
                               const parser::LoopControl::Bounds &bounds,
                               const ir::Expr *variable, Location at) {
  const ir::Type *type = variable->type;
  const ir::Type *integer = t.build.integer(ir::Language::Fortran);
  const ir::Expr *lower = expr.saved(expr.convert(expr.read(bounds.lower), type), "lower");
  const ir::Expr *upper = expr.convert(expr.read(bounds.upper), type);
  const ir::Expr *step =
      bounds.step ? expr.saved(expr.convert(expr.read(*bounds.step), type), "step")
                  : expr.make<ir::RealConstant>(type, "1.0", 1.0, at);
  auto binary = [&](BinaryOp op, const ir::Expr *a, const ir::Expr *b) -> const ir::Expr * {
    return expr.make<ir::Binary>(a->type, op, a, b, at);
  };
  const ir::Expr *quotient = binary(
      BinaryOp::Divide, binary(BinaryOp::Add, binary(BinaryOp::Subtract, upper, lower), step),
      step);
  const ir::Expr *trips = expr.make<ir::Convert>(integer, quotient, true, at);
  ir::Symbol *count = t.makeVariable(procedure, "trip", integer);
  emit(std::make_unique<ir::Assign>(variable, lower, at));
  Construct self;
  self.exitId = newLoop();
  self.cycleId = newLoop();
  self.cycleExits = true;
  ir::Block body = loopBody(x, self);
  ir::Block whole;
  if (self.cycleUsed) {
    auto once = std::make_unique<ir::Loop>(self.cycleId, ir::Block(), nullptr, std::move(body),
                                           ir::Block(), at);
    once->once = true;
    whole.push_back(std::move(once));
  } else {
    whole = std::move(body);
  }
  whole.push_back(
      std::make_unique<ir::Assign>(variable, binary(BinaryOp::Add, variable, step), at));
  auto loop = std::make_unique<ir::For>(count, t.build.constant(integer, 1, at), trips, nullptr,
                                        std::move(whole), at);
  loop->id = self.exitId;
  loop->direction = ir::For::Direction::Up;
  emit(std::move(loop));
}

void StatementReader::whileLoop(const parser::DoConstruct &x,
                                const parser::ScalarLogicalExpr *condition, Location at) {
  Construct self;
  self.exitId = self.cycleId = newLoop();
  ir::Block head;
  const ir::Expr *test = nullptr;
  if (condition) {
    ir::Block *outer = expr.sink;
    expr.sink = &head;
    test = expr.read(*condition);
    expr.sink = outer;
  }
  ir::Block body = loopBody(x, self);
  emit(std::make_unique<ir::Loop>(self.exitId, std::move(head), test, std::move(body),
                                  ir::Block(), at));
}

// The iterations may run in any order, so also in that of nested loops.
void StatementReader::concurrentLoop(const parser::DoConstruct &x,
                                     const parser::LoopControl::Concurrent &control,
                                     Location at) {
  auto &[header, localities] = control.t;
  auto &[typeSpec, controls, mask] = header.t;
  auto saved = expr.substitutions;
  struct Level {
    ir::Symbol *variable;
    const ir::Expr *lower, *upper, *step;
  };
  std::vector<Level> levels;
  for (const parser::ConcurrentControl &c : controls) {
    auto &[name, lower, upper, step] = c.t;
    ir::Symbol *variable = t.symbol(*name.symbol);
    const ir::Type *type = variable->type;
    levels.push_back({variable, expr.convert(expr.read(lower), type),
                      expr.convert(expr.read(upper), type),
                      step ? expr.convert(expr.read(*step), type) : nullptr});
  }
  ir::Block start;
  for (const parser::LocalitySpec &spec : localities) {
    auto localise = [&](const std::list<parser::Name> &names, bool initialised) {
      for (const parser::Name &name : names) {
        const ir::Expr *outside = t.build.variable(t.symbol(name.symbol->GetUltimate()), at);
        ir::Symbol *own = t.makeVariable(procedure, name.ToString(), outside->type);
        expr.substitutions[name.symbol] = t.build.variable(own, at);
        if (initialised)
          start.push_back(t.build.assign(own, outside, at));
      }
    };
    if (auto *local = std::get_if<parser::LocalitySpec::Local>(&spec.u))
      localise(local->v, false);
    else if (auto *local = std::get_if<parser::LocalitySpec::LocalInit>(&spec.u))
      localise(local->v, true);
  }
  Construct self;
  self.exitId = self.cycleId = newLoop();
  ir::Block *outer = expr.sink;
  expr.sink = &start;
  const ir::Expr *test = mask ? expr.read(*mask) : nullptr;
  expr.sink = outer;
  ir::Block body = loopBody(x, self);
  if (test) {
    start.push_back(std::make_unique<ir::If>(test, std::move(body), ir::Block(), at));
    body = ir::Block();
  }
  for (ir::StmtPtr &s : body)
    start.push_back(std::move(s));
  body = std::move(start);
  for (size_t i = levels.size(); i-- > 0;) {
    auto loop = std::make_unique<ir::For>(levels[i].variable, levels[i].lower, levels[i].upper,
                                          levels[i].step, std::move(body), at);
    loop->id = i + 1 == levels.size() ? self.cycleId : newLoop();
    loop->direction = directionOf(levels[i].step);
    loop->concurrent = true;
    body = ir::Block();
    body.push_back(std::move(loop));
  }
  emit(std::move(body[0]));
  expr.substitutions = std::move(saved);
}

} // namespace costate::frontend::fortran
