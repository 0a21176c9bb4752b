// FORALL: every right side is computed before any left side is written.
#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

/// Turns each assignment of a FORALL into loops of its own; where the right side may read what the
/// left side writes, values go through a temporary array over the index space.
class ForallReader {
public:
  explicit ForallReader(StatementReader &s) : s(s), t(s.t), expr(s.expr) {}

  void header(const parser::ConcurrentHeader &x, Location at) {
    auto &[typeSpec, controls, mask] = x.t;
    for (const parser::ConcurrentControl &c : controls) {
      auto &[name, lower, upper, step] = c.t;
      ir::Symbol *variable = t.symbol(*name.symbol);
      const ir::Type *type = variable->type;
      levels.push_back({variable, expr.saved(expr.convert(expr.read(lower), type), "lower"),
                        expr.saved(expr.convert(expr.read(upper), type), "upper"),
                        step ? expr.saved(expr.convert(expr.read(*step), type), "step") : nullptr});
    }
    if (mask)
      masks.push_back(&*mask);
  }

  void body(const parser::ForallConstruct &x) {
    auto &[begin, constructs, end] = x.t;
    header(std::get<common::Indirection<parser::ConcurrentHeader>>(begin.statement.t).value(),
           t.locate(begin.source));
    for (const parser::ForallBodyConstruct &c : constructs)
      common::visit(
          common::visitors{
              [&](const parser::Statement<parser::ForallAssignmentStmt> &a) {
                s.statement(a.source, std::nullopt,
                            [&](Location at) { assignment(a.statement, at); });
              },
              [&](const common::Indirection<parser::ForallConstruct> &inner) {
                ForallReader reader(*this);
                reader.body(inner.value());
              },
              [&](const parser::Statement<parser::ForallStmt> &inner) {
                ForallReader reader(*this);
                reader.simple(inner.statement, t.locate(inner.source));
              },
              [&](const auto &) {
                t.refuse(t.locate(begin.source), "WHERE inside FORALL is not supported",
                         "write a DO loop instead");
              },
          },
          c.u);
  }

  void simple(const parser::ForallStmt &x, Location at) {
    auto &[control, stmt] = x.t;
    header(control.value(), at);
    assignment(stmt.statement, at);
  }

private:
  struct Level {
    ir::Symbol *variable;
    const ir::Expr *lower, *upper, *step;
  };

  void assignment(const parser::ForallAssignmentStmt &a, Location at) {
    ir::Block body;
    ir::Block *outer = expr.sink;
    expr.sink = &body;
    if (auto *pointer = std::get_if<parser::PointerAssignmentStmt>(&a.u)) {
      s.pointerAssignment(*pointer, at);
      expr.sink = outer;
      s.emit(nest(masked(std::move(body), at), at));
      return;
    }
    auto &stmt = std::get<parser::AssignmentStmt>(a.u);
    auto &[variable, value] = stmt.t;
    const ir::Expr *place = expr.read(variable);
    const ir::Expr *result = expr.convert(expr.read(value), place->type);
    expr.sink = outer;
    if (independent(place, result)) {
      body.push_back(std::make_unique<ir::Assign>(place, result, at));
      s.emit(nest(masked(std::move(body), at), at));
      return;
    }
    if (place->type->isArray()) {
      t.refuse(at, "this FORALL reads sections of the array it writes",
               "write DO loops with a temporary array");
      return;
    }
    throughTemporary(place, result, std::move(body), at);
  }

  /// Whether no iteration can read what another one writes.
  bool independent(const ir::Expr *place, const ir::Expr *value) {
    ir::Symbol *root = ir::rootVariable(place);
    if (!root || root->target || root->overlay || root->type->isPointer())
      return false;
    for (const parser::ScalarLogicalExpr *mask : masks) {
      ir::Block calls;
      ir::Block *outer = expr.sink;
      expr.sink = &calls;
      const ir::Expr *test = expr.read(*mask);
      expr.sink = outer;
      if (!calls.empty() || readsOther(test, place, root))
        return false;
    }
    return !readsOther(value, place, root) && !subscriptsRead(place, root);
  }
  static bool readsOther(const ir::Expr *e, const ir::Expr *place, const ir::Symbol *root) {
    if (!e || ir::equal(e, place))
      return false;
    if (auto *v = llvm::dyn_cast<ir::Variable>(e))
      return v->symbol == root || v->symbol->overlay;
    if (llvm::isa<ir::Dereference>(e))
      return true;
    for (const ir::Expr *operand : ir::operands(e))
      if (readsOther(operand, place, root))
        return true;
    return false;
  }
  static bool subscriptsRead(const ir::Expr *place, const ir::Symbol *root) {
    auto *element = llvm::dyn_cast<ir::Element>(place);
    if (!element)
      return false;
    for (const ir::Expr *subscript : element->subscripts)
      if (readsOther(subscript, nullptr, root))
        return true;
    return false;
  }

  /// The body under the FORALL's masks; tests run inside the loops.
  ir::Block masked(ir::Block body, Location at) {
    for (size_t i = masks.size(); i-- > 0;) {
      ir::Block test;
      ir::Block *outer = expr.sink;
      expr.sink = &test;
      const ir::Expr *condition = expr.read(*masks[i]);
      expr.sink = outer;
      test.push_back(std::make_unique<ir::If>(condition, std::move(body), ir::Block(), at));
      body = std::move(test);
    }
    return body;
  }

  ir::StmtPtr nest(ir::Block body, Location at) {
    ir::StmtPtr out;
    for (size_t i = levels.size(); i-- > 0;) {
      const Level &level = levels[i];
      auto loop = std::make_unique<ir::For>(level.variable, level.lower, level.upper, level.step,
                                            std::move(body), at);
      loop->id = s.newLoop();
      loop->direction =
          level.step ? ir::For::Direction::BySignOfStep : ir::For::Direction::Up;
      out = std::move(loop);
      body = ir::Block();
      if (i > 0)
        body.push_back(std::move(out));
    }
    return out;
  }

  const ir::Expr *extreme(const char *name, const Level &level, Location at) {
    return expr.make<ir::Intrinsic>(level.variable->type, name,
                                    std::vector<const ir::Expr *>{level.lower, level.upper}, at);
  }

  void throughTemporary(const ir::Expr *place, const ir::Expr *value, ir::Block calls,
                        Location at) {
    const ir::Type *element = place->type->scalar();
    ir::Symbol *values = expr.temporary("values", t.arrayOf(element, levels.size()), at);
    ir::Symbol *chosen = nullptr;
    if (!masks.empty())
      chosen = expr.temporary("mask", t.arrayOf(t.build.defaultLogical(), levels.size()), at);
    std::vector<ir::Dimension> shape;
    std::vector<const ir::Expr *> index;
    for (const Level &level : levels) {
      ir::Dimension d;
      d.lower = level.step ? extreme("min", level, at) : level.lower;
      d.upper = level.step ? extreme("max", level, at) : level.upper;
      shape.push_back(d);
      index.push_back(t.build.variable(level.variable, at));
    }
    std::vector<ir::Allocation> objects;
    objects.push_back({t.build.variable(values, at), shape, nullptr});
    if (chosen)
      objects.push_back({t.build.variable(chosen, at), shape, nullptr});
    s.emit(std::make_unique<ir::Allocate>(ir::Allocate::How::Fortran, objects, at));
    auto at1 = [&](ir::Symbol *array) {
      return expr.element(t.build.variable(array, at), index, at);
    };
    ir::Block first = std::move(calls);
    first.push_back(std::make_unique<ir::Assign>(at1(values), value, at));
    ir::Block second;
    second.push_back(std::make_unique<ir::Assign>(place, at1(values), at));
    if (chosen) {
      first.push_back(std::make_unique<ir::Assign>(at1(chosen), t.build.truth(t.build.defaultLogical(), true), at));
      first = masked(std::move(first), at);
      first.insert(first.begin(), std::make_unique<ir::Assign>(at1(chosen), t.build.truth(t.build.defaultLogical(), false), at));
      auto test = std::make_unique<ir::If>(at1(chosen), std::move(second), ir::Block(), at);
      second = ir::Block();
      second.push_back(std::move(test));
    }
    s.emit(nest(std::move(first), at));
    s.emit(nest(std::move(second), at));
    std::vector<const ir::Expr *> freed{t.build.variable(values, at)};
    if (chosen)
      freed.push_back(t.build.variable(chosen, at));
    s.emit(std::make_unique<ir::Free>(std::move(freed), at));
  }

  StatementReader &s;
  Translation &t;
  ExpressionReader &expr;
  std::vector<Level> levels;
  std::vector<const parser::ScalarLogicalExpr *> masks;
};

void StatementReader::forall(const parser::ForallStmt &x, Location at) {
  ForallReader(*this).simple(x, at);
}

void StatementReader::forall(const parser::ForallConstruct &x) { ForallReader(*this).body(x); }

} // namespace costate::frontend::fortran
