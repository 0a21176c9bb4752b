#include "emit/fortran/Masks.h"

namespace costate::emit::fortran {

using namespace ir;

namespace {

/// No assignment of a construct may change what the mask reads, were it evaluated again.
bool disturbs(const Assign &s, const Expr *mask) {
  Symbol *written = rootVariable(s.place);
  bool found = false;
  forEach(mask, [&](const Expr *e) {
    if (auto *v = llvm::dyn_cast<Variable>(e))
      found = found || !written || v->symbol == written;
  });
  return found;
}

bool isNegation(const Expr *e, const Expr *of) {
  auto *n = llvm::dyn_cast<Unary>(e);
  return n && n->op == UnaryOp::Not && equal(n->operand, of);
}

const Assign *maskedAssign(const Stmt *s) {
  auto *assign = llvm::dyn_cast<Assign>(s);
  return assign && assign->mask ? assign : nullptr;
}

const Symbol *temporaryOf(const Expr *e) {
  auto *v = llvm::dyn_cast<Variable>(e);
  return v && v->symbol->temporary ? v->symbol : nullptr;
}

/// How often each temporary occurs in the text.
void countUses(const Block &block, const Unhoisted &unhoisted,
               std::map<const Symbol *, size_t> &uses) {
  for (const Stmt *s : unhoisted.printed(block)) {
    unhoisted.walk(
        *s,
        [&](const Expr *e) {
          if (const Symbol *t = temporaryOf(e))
            ++uses[t];
        },
        [](const Call &) {});
    for (const Block *inner : blocks(*s))
      countUses(*inner, unhoisted, uses);
  }
}

} // namespace

MaskedRun maskedRun(const std::vector<const Stmt *> &list, size_t first) {
  const Expr *mask = maskedAssign(list[first])->mask;
  bool disturbed = false;
  auto runEnd = [&](size_t from, bool negated) {
    size_t end = from;
    while (end < list.size() && !disturbed) {
      const Assign *next = maskedAssign(list[end]);
      if (!next || !(negated ? isNegation(next->mask, mask) : equal(next->mask, mask)))
        break;
      disturbed = disturbs(*next, mask);
      ++end;
    }
    return end;
  };
  size_t end = runEnd(first, false);
  return {first, end, runEnd(end, true)};
}

Masks::Masks(const Procedure &p, const Unhoisted &unhoisted) : unhoisted(unhoisted) {
  std::map<const Symbol *, size_t> uses;
  bool any = false;
  forEachStmt(p.body, [&](const Stmt &s) { any = any || maskedAssign(&s); });
  if (!any)
    return;
  countUses(p.body, unhoisted, uses);
  find(p.body, uses);
}

void Masks::find(const Block &block, const std::map<const Symbol *, size_t> &uses) {
  std::vector<const Stmt *> list = unhoisted.printed(block);
  for (size_t i = 0; i < list.size(); ++i) {
    for (const Block *inner : blocks(*list[i]))
      find(*inner, uses);
    auto *assign = llvm::dyn_cast<Assign>(list[i]);
    const Symbol *temporary = assign && !assign->mask ? temporaryOf(assign->place) : nullptr;
    if (!temporary || i + 1 >= list.size() || !maskedAssign(list[i + 1]) ||
        temporaryOf(maskedAssign(list[i + 1])->mask) != temporary)
      continue;
    MaskedRun run = maskedRun(list, i + 1);
    if (uses.at(temporary) != 1 + run.last - run.first)
      continue;
    definitions[temporary] = assign;
    hidden.insert(assign);
  }
}

std::vector<const Stmt *> Masks::printed(const Block &block) const {
  std::vector<const Stmt *> out;
  for (const Stmt *s : unhoisted.printed(block))
    if (!hidden.count(s))
      out.push_back(s);
  return out;
}

const Assign *Masks::definition(const Expr *mask) const {
  const Symbol *temporary = temporaryOf(mask);
  auto found = temporary ? definitions.find(temporary) : definitions.end();
  return found == definitions.end() ? nullptr : found->second;
}

} // namespace costate::emit::fortran
