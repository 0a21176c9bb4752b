// IF, GOTO in all its forms, EXIT and CYCLE, SELECT CASE.
#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

using ir::BinaryOp;

void StatementReader::ifStatement(const parser::IfStmt &s, Location at) {
  auto &[condition, then] = s.t;
  const ir::Expr *test = expr.read(condition);
  ir::Block body;
  ir::Block *outer = expr.sink;
  expr.sink = &body;
  action(then.statement, t.locate(then.source));
  expr.sink = outer;
  emit(std::make_unique<ir::If>(test, std::move(body), ir::Block(), at));
}

void StatementReader::ifConstruct(const parser::IfConstruct &x) {
  auto &[begin, thenBlock, elseIfs, elseBlock, end] = x.t;
  auto &[name, condition] = begin.statement.t;
  auto branch = [&](const parser::ScalarLogicalExpr &test, const parser::Block &body,
                    Location at) -> ir::If * {
    const ir::Expr *value = expr.read(test);
    auto out = std::make_unique<ir::If>(value, nested(body), ir::Block(), at);
    ir::If *raw = out.get();
    emit(std::move(out));
    return raw;
  };
  statement(begin.source, begin.label, [&](Location at) {
    named(name, at, [&] {
      ir::Block *outer = expr.sink;
      ir::If *last = branch(condition, thenBlock, at);
      for (const auto &elseIf : elseIfs) {
        auto &[stmt, body] = elseIf.t;
        expr.sink = &last->elseBlock;
        statement(stmt.source, std::nullopt, [&](Location here) {
          last = branch(std::get<parser::ScalarLogicalExpr>(stmt.statement.t), body, here);
        });
      }
      if (elseBlock) {
        expr.sink = &last->elseBlock;
        last->elseBlock = nested(std::get<parser::Block>(elseBlock->t));
      }
      expr.sink = outer;
    });
  });
  placeLabel(end.label, t.locate(end.source));
}

// Equal labels leave fewer comparisons, in the way that treats NaN as compilers do: as positive,
// unless the first label is the third.
void StatementReader::arithmeticIf(const parser::ArithmeticIfStmt &s, Location at) {
  auto &[value, negative, zero, positive] = s.t;
  auto jump = [&](parser::Label label) {
    return std::make_unique<ir::Goto>(static_cast<unsigned>(label), at);
  };
  const ir::Expr *e = expr.read(value);
  if (negative == zero && zero == positive) {
    emit(jump(negative));
    return;
  }
  bool threeWays = negative != zero && zero != positive && negative != positive;
  if (threeWays && !e->isPlace())
    e = expr.saved(e, "t");
  const ir::Type *scalar = e->type->scalar();
  const ir::Expr *nothing =
      scalar->isInteger()
          ? t.build.constant(scalar, 0, at)
          : expr.make<ir::RealConstant>(scalar->strip(), "0.0", 0.0, at);
  auto test = [&](BinaryOp op, parser::Label label) {
    ir::Block body;
    body.push_back(jump(label));
    emit(std::make_unique<ir::If>(t.build.compare(op, e, nothing, ir::Language::Fortran),
                                  std::move(body), ir::Block(), at));
  };
  if (threeWays) {
    test(BinaryOp::Less, negative);
    test(BinaryOp::Equal, zero);
  } else if (negative == zero) {
    test(BinaryOp::LessEqual, negative);
  } else if (zero == positive) {
    test(BinaryOp::Less, negative);
  } else {
    test(BinaryOp::Equal, zero);
  }
  emit(jump(positive));
}

void StatementReader::computedGoto(const parser::ComputedGotoStmt &s, Location at) {
  auto &[labels, selector] = s.t;
  const ir::Expr *value = expr.read(selector);
  std::vector<ir::MultiwayGoto::Case> cases;
  int64_t number = 0;
  for (parser::Label label : labels) {
    const ir::Expr *constant = t.build.constant(value->type, ++number, at);
    cases.push_back({constant, constant, static_cast<unsigned>(label)});
  }
  emit(std::make_unique<ir::MultiwayGoto>(value, std::move(cases), 0, at));
}

// An assigned variable holds the label's number.
void StatementReader::assignLabel(const parser::AssignStmt &s, Location at) {
  auto &[label, name] = s.t;
  const ir::Expr *place = expr.dereferenced(expr.raw(name));
  emit(std::make_unique<ir::Assign>(
      place, t.build.constant(place->type->scalar(), static_cast<int64_t>(label), at), at));
}

void StatementReader::assignedGoto(const parser::AssignedGotoStmt &s, Location at) {
  auto &[name, listed] = s.t;
  const ir::Expr *value = expr.dereferenced(expr.raw(name));
  std::vector<parser::Label> labels(listed.begin(), listed.end());
  if (labels.empty())
    for (const AssignedLabel &assigned : declared.assigned)
      if (assigned.variable == &name.symbol->GetUltimate() &&
          std::find(labels.begin(), labels.end(), assigned.label) == labels.end())
        labels.push_back(assigned.label);
  if (labels.empty())
    t.refuse(at, "no label is ever assigned to '" + name.ToString() + "'");
  std::vector<ir::MultiwayGoto::Case> cases;
  for (parser::Label label : labels) {
    const ir::Expr *constant = t.build.constant(value->type, static_cast<int64_t>(label), at);
    cases.push_back({constant, constant, static_cast<unsigned>(label)});
  }
  emit(std::make_unique<ir::MultiwayGoto>(value, std::move(cases), 0, at));
}

void StatementReader::exitStatement(const parser::ExitStmt &s, Location at) {
  for (auto it = constructs.rbegin(); it != constructs.rend(); ++it) {
    Construct &c = **it;
    if (s.v ? c.name == s.v->ToString() : c.isLoop) {
      c.exitUsed = true;
      emit(std::make_unique<ir::Exit>(c.exitId, at));
      return;
    }
  }
  t.refuse(at, "EXIT leaves no construct here");
}

void StatementReader::cycleStatement(const parser::CycleStmt &s, Location at) {
  for (auto it = constructs.rbegin(); it != constructs.rend(); ++it) {
    Construct &c = **it;
    if (!c.isLoop || (s.v && c.name != s.v->ToString()))
      continue;
    c.cycleUsed = true;
    if (c.cycleExits)
      emit(std::make_unique<ir::Exit>(c.cycleId, at));
    else
      emit(std::make_unique<ir::Cycle>(c.cycleId, at));
    return;
  }
  t.refuse(at, "CYCLE belongs to no loop here");
}

// ---- SELECT CASE --------------------------------------------------------------------------------

const ir::Expr *StatementReader::caseMatches(const ir::Expr *selector,
                                             const parser::CaseSelector &cases, Location at) {
  const ir::Type *logical = t.build.defaultLogical();
  auto compare = [&](BinaryOp op, const parser::CaseValue &value) -> const ir::Expr * {
    const ir::Expr *constant = expr.convert(expr.read(value), selector->type);
    if (selector->type->isLogical())
      op = BinaryOp::Equivalent;
    return expr.make<ir::Binary>(logical, op, selector, constant, at);
  };
  const ir::Expr *out = nullptr;
  for (const parser::CaseValueRange &range : std::get<std::list<parser::CaseValueRange>>(cases.u)) {
    const ir::Expr *match = nullptr;
    if (auto *value = std::get_if<parser::CaseValue>(&range.u)) {
      match = compare(BinaryOp::Equal, *value);
    } else {
      auto &[lower, upper] = std::get<parser::CaseValueRange::Range>(range.u).t;
      const ir::Expr *above = lower ? compare(BinaryOp::GreaterEqual, *lower) : nullptr;
      const ir::Expr *below = upper ? compare(BinaryOp::LessEqual, *upper) : nullptr;
      match = above && below ? expr.make<ir::Binary>(logical, BinaryOp::And, above, below, at)
              : above        ? above
                             : below;
    }
    out = out ? expr.make<ir::Binary>(logical, BinaryOp::Or, out, match, at) : match;
  }
  return out ? out : t.build.truth(logical, false, at);
}

// SELECT CASE of a logical value is one If.
void StatementReader::selectLogical(const parser::CaseConstruct &x, const ir::Expr *selector,
                                    Location at) {
  const parser::Block *branches[2] = {nullptr, nullptr}, *otherwise = nullptr;
  for (const auto &c : std::get<std::list<parser::CaseConstruct::Case>>(x.t)) {
    auto &[stmt, body] = c.t;
    auto &which = std::get<parser::CaseSelector>(stmt.statement.t);
    if (std::holds_alternative<parser::Default>(which.u)) {
      otherwise = &body;
      continue;
    }
    for (const parser::CaseValueRange &range :
         std::get<std::list<parser::CaseValueRange>>(which.u)) {
      auto *value = std::get_if<parser::CaseValue>(&range.u);
      const SomeExpr *typed = value ? typedExpr(value->thing.thing.value()) : nullptr;
      bool isTrue = typed && typed->AsFortran().find("true") != std::string::npos;
      branches[isTrue] = &body;
    }
  }
  for (const parser::Block *&branch : branches)
    branch = branch ? branch : otherwise;
  ir::Block whenTrue = branches[1] ? nested(*branches[1]) : ir::Block();
  ir::Block whenFalse = branches[0] ? nested(*branches[0]) : ir::Block();
  if (whenTrue.empty()) {
    selector = t.build.negate(selector);
    std::swap(whenTrue, whenFalse);
  }
  emit(std::make_unique<ir::If>(selector, std::move(whenTrue), std::move(whenFalse), at));
}

// A chain of Ifs. All tests come before any branch runs, so a selector that is a place need not be
// copied. The default branch is last, wherever it was written.
void StatementReader::selectCase(const parser::CaseConstruct &x) {
  auto &[begin, cases, end] = x.t;
  auto &[name, selectorExpr] = begin.statement.t;
  statement(begin.source, begin.label, [&](Location at) {
    named(name, at, [&] {
      const ir::Expr *selector = expr.read(selectorExpr);
      if (selector->type->isLogical())
        return selectLogical(x, selector, at);
      if (!selector->isPlace())
        selector = expr.saved(selector, "selector");
      ir::Block *outer = expr.sink;
      ir::Block *next = expr.sink;
      const parser::Block *otherwise = nullptr;
      for (const auto &c : cases) {
        auto &[stmt, body] = c.t;
        auto &which = std::get<parser::CaseSelector>(stmt.statement.t);
        if (std::holds_alternative<parser::Default>(which.u)) {
          otherwise = &body;
          continue;
        }
        expr.sink = next;
        auto out = std::make_unique<ir::If>(caseMatches(selector, which, t.locate(stmt.source)),
                                            nested(body), ir::Block(), t.locate(stmt.source));
        out->comments = t.commentsAbove(t.locate(stmt.source));
        next = &out->elseBlock;
        emit(std::move(out));
      }
      expr.sink = next;
      if (otherwise)
        read(*otherwise);
      expr.sink = outer;
    });
  });
  placeLabel(end.label, t.locate(end.source));
}

} // namespace costate::frontend::fortran
