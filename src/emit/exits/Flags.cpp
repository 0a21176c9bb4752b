#include "emit/exits/Flags.h"

namespace costate::emit::exits {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool sameLocation(Location a, Location b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

namespace {

/// Variables that Costate makes have the location of their procedure.
bool isLocalOfCostate(const Symbol &s, const Procedure &p) {
  return s.type && s.kind == SymbolKind::Variable && s.storage == Storage::Local && !s.temporary &&
         s.owner == &p && sameLocation(s.location, p.location) && !s.initial && !s.overlay;
}

const Symbol *variableOf(const Expr *e) {
  auto *v = e ? dyn_cast<Variable>(e) : nullptr;
  return v ? v->symbol : nullptr;
}

} // namespace

Flags::Flags(const Procedure &p, size_t firstMade) {
  for (size_t i = firstMade; i < p.scope.symbols.size(); ++i)
    if (const Symbol &s = *p.scope.symbols[i]; isLocalOfCostate(s, p)) {
      made.insert(&s);
      if (s.type->strip()->kind() == TypeKind::Logical)
        symbols.insert(&s);
    }
  if (symbols.empty())
    return;
  rejectMisused(p.body, true);
  for (const auto &inner : p.internal)
    rejectMisused(inner->body, false);
}

std::optional<Flags::Setting> Flags::setting(const Stmt &s) const {
  auto *assign = dyn_cast<Assign>(&s);
  const Symbol *flag = assign && !assign->mask ? variableOf(assign->place) : nullptr;
  auto *constant = flag ? dyn_cast<LogicalConstant>(assign->value) : nullptr;
  if (!constant || !contains(flag))
    return std::nullopt;
  return Setting{flag, constant->value};
}

void Flags::rejectMisused(const Block &block, bool own) {
  forEachStmt(block, [&](const Stmt &s) {
    if (own && (isa<If, While, Loop>(s) || setting(s)))
      return;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) { symbols.erase(variableOf(x)); });
  });
}

bool Flags::assume(const Expr *condition, bool value, Known &known) const {
  if (const Symbol *s = variableOf(condition); s && contains(s))
    return known.emplace(s, value).first->second == value;
  if (auto *unary = dyn_cast<Unary>(condition); unary && unary->op == UnaryOp::Not)
    return assume(unary->operand, !value, known);
  auto *binary = dyn_cast<Binary>(condition);
  if (binary && binary->op == (value ? BinaryOp::And : BinaryOp::Or)) {
    bool left = assume(binary->left, value, known);
    return assume(binary->right, value, known) && left;
  }
  return true;
}

std::optional<bool> evaluate(const Expr *condition, const Known &known) {
  if (auto *constant = dyn_cast<LogicalConstant>(condition))
    return constant->value;
  if (const Symbol *s = variableOf(condition)) {
    auto found = known.find(s);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  if (auto *unary = dyn_cast<Unary>(condition); unary && unary->op == UnaryOp::Not) {
    auto value = evaluate(unary->operand, known);
    return value ? std::optional(!*value) : std::nullopt;
  }
  auto *binary = dyn_cast<Binary>(condition);
  if (!binary || (binary->op != BinaryOp::And && binary->op != BinaryOp::Or))
    return std::nullopt;
  bool decisive = binary->op == BinaryOp::Or; // one such operand decides
  auto left = evaluate(binary->left, known), right = evaluate(binary->right, known);
  if (left == decisive || right == decisive)
    return decisive;
  return left && right ? std::optional(!decisive) : std::nullopt;
}

} // namespace costate::emit::exits
