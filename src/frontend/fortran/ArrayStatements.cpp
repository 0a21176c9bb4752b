// WHERE: array assignments under a mask.
#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

using ir::BinaryOp;

void StatementReader::maskedAssignment(const parser::AssignmentStmt &s, const ir::Expr *mask,
                                       Location at) {
  auto &[variable, value] = s.t;
  if (s.typedAssignment && s.typedAssignment->v &&
      std::holds_alternative<evaluate::ProcedureRef>(s.typedAssignment->v->u)) {
    t.refuse(at, "a defined assignment inside WHERE is not supported");
    return;
  }
  const ir::Expr *place = expr.read(variable);
  const ir::Expr *result = expr.convert(expr.read(value), place->type);
  emit(std::make_unique<ir::Assign>(place, result, at, mask));
}

void StatementReader::where(const parser::WhereStmt &s, Location at) {
  auto &[mask, assignment] = s.t;
  maskedAssignment(assignment, expr.read(mask), at);
}

namespace {

size_t assignments(const std::list<parser::WhereBodyConstruct> &body) {
  size_t n = 0;
  for (const parser::WhereBodyConstruct &c : body)
    n += std::holds_alternative<parser::Statement<parser::AssignmentStmt>>(c.u) ? 1 : 2;
  return n;
}

} // namespace

// Each mask is evaluated once, before anything it controls: with more than one assignment, into a
// temporary. `pending` is where no branch so far has applied.
void StatementReader::where(const parser::WhereConstruct &x, const ir::Expr *outer) {
  auto &[begin, body, maskedElsewheres, elsewhere, end] = x.t;
  Location at = t.locate(begin.source);
  auto both = [&](const ir::Expr *a, const ir::Expr *b) -> const ir::Expr * {
    return a ? expr.make<ir::Binary>(b->type, BinaryOp::And, a, b, at) : b;
  };
  auto invert = [&](const ir::Expr *m) -> const ir::Expr * {
    return expr.make<ir::Unary>(m->type, ir::UnaryOp::Not, m, at);
  };
  const ir::Expr *mask = expr.read(std::get<parser::LogicalExpr>(begin.statement.t));
  bool branches = !maskedElsewheres.empty() || elsewhere;
  if (!branches && assignments(body) == 1 && !outer) {
    whereBody(body, mask);
    return;
  }
  mask = expr.saved(mask, "mask");
  const ir::Expr *control = outer ? expr.saved(both(outer, mask), "mask") : mask;
  const ir::Expr *pending = branches ? both(outer, invert(mask)) : nullptr;
  whereBody(body, control);
  for (const auto &branch : maskedElsewheres) {
    auto &[stmt, inner] = branch.t;
    statement(stmt.source, std::nullopt, [&](Location) {
      pending = expr.saved(pending, "mask");
      const ir::Expr *own =
          expr.saved(expr.read(std::get<parser::LogicalExpr>(stmt.statement.t)), "mask");
      whereBody(inner, both(pending, own));
      pending = both(pending, invert(own));
    });
  }
  if (elsewhere) {
    auto &inner = std::get<std::list<parser::WhereBodyConstruct>>(elsewhere->t);
    if (assignments(inner) > 1)
      pending = expr.saved(pending, "mask");
    whereBody(inner, pending);
  }
}

void StatementReader::whereBody(const std::list<parser::WhereBodyConstruct> &body,
                                const ir::Expr *mask) {
  for (const parser::WhereBodyConstruct &c : body)
    common::visit(
        common::visitors{
            [&](const parser::Statement<parser::AssignmentStmt> &s) {
              statement(s.source, std::nullopt,
                        [&](Location at) { maskedAssignment(s.statement, mask, at); });
            },
            [&](const parser::Statement<parser::WhereStmt> &s) {
              statement(s.source, std::nullopt, [&](Location at) {
                auto &[inner, assignment] = s.statement.t;
                const ir::Expr *own = expr.read(inner);
                maskedAssignment(
                    assignment, expr.make<ir::Binary>(own->type, BinaryOp::And, mask, own, at),
                    at);
              });
            },
            [&](const common::Indirection<parser::WhereConstruct> &x) { where(x.value(), mask); },
        },
        c.u);
}

} // namespace costate::frontend::fortran
