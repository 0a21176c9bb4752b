#include "emit/exits/KnownFlags.h"

#include "emit/exits/FlagValues.h"
#include "ir/Builder.h"

#include <algorithm>
#include <iterator>

namespace costate::emit::exits {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Simplifier {
public:
  Simplifier(Program &program, const FlagValues &values) : b(program), values(values) {}

  bool changed = false;

  void block(Block &list) {
    Block out;
    for (StmtPtr &s : list) {
      for (Block *inner : blocks(*s))
        block(*inner);
      if (auto *branch = dyn_cast<If>(s.get()); branch && decided(*branch)) {
        Block &taken = cast<LogicalConstant>(branch->condition)->value ? branch->thenBlock
                                                                       : branch->elseBlock;
        if (!taken.empty())
          taken.front()->comments.insert(taken.front()->comments.begin(), s->comments.begin(),
                                         s->comments.end());
        std::move(taken.begin(), taken.end(), std::back_inserter(out));
        continue;
      }
      if (auto *loop = dyn_cast<Loop>(s.get()); loop && loop->condition)
        loop->condition = simplified(loop->condition, values.knownAt(*s));
      out.push_back(std::move(s));
    }
    list = std::move(out);
  }

private:
  Builder b;
  const FlagValues &values;

  /// Simplifies the condition; whether that has made it a constant.
  bool decided(If &branch) {
    const Expr *before = branch.condition;
    branch.condition = simplified(before, values.knownAt(branch));
    return branch.condition != before && isa<LogicalConstant>(branch.condition);
  }

  const Expr *simplified(const Expr *e, const Known &known) {
    if (isa<LogicalConstant>(e))
      return e;
    if (auto value = evaluate(e, known)) {
      changed = true;
      return b.truth(e->type, *value, e->location);
    }
    auto *binary = dyn_cast<Binary>(e);
    if (!binary || (binary->op != BinaryOp::And && binary->op != BinaryOp::Or))
      return e;
    // Neither operand decides, so one that is known is neutral.
    if (evaluate(binary->left, known))
      return dropped(binary->right, known);
    if (evaluate(binary->right, known))
      return dropped(binary->left, known);
    const Expr *left = simplified(binary->left, known), *right = simplified(binary->right, known);
    if (left == binary->left && right == binary->right)
      return e;
    return b.program.exprs.make<Binary>(e->type, binary->op, left, right, e->location);
  }

  const Expr *dropped(const Expr *remaining, const Known &known) {
    changed = true;
    return simplified(remaining, known);
  }
};

/// Flags that no condition reads.
std::set<const Symbol *> unreadFlags(const Procedure &procedure, const Flags &flags) {
  std::set<const Symbol *> unread = flags.all();
  forEachStmt(procedure.body, [&](const Stmt &s) {
    if (flags.setting(s))
      return;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *v = dyn_cast<Variable>(x))
          unread.erase(v->symbol);
      });
  });
  return unread;
}

/// Removes the settings of unread flags; their comments go to what follows.
void removeSettings(Block &list, const Flags &flags, const std::set<const Symbol *> &unread) {
  Block out;
  std::vector<std::string> comments;
  for (StmtPtr &s : list) {
    for (Block *inner : blocks(*s))
      removeSettings(*inner, flags, unread);
    comments.insert(comments.end(), s->comments.begin(), s->comments.end());
    if (auto set = flags.setting(*s); set && unread.count(set->flag))
      continue;
    s->comments = std::move(comments);
    comments.clear();
    out.push_back(std::move(s));
  }
  list = std::move(out);
}

} // namespace

bool foldKnownFlags(Program &program, Procedure &procedure, const Flags &flags) {
  FlagValues values(procedure, flags);
  Simplifier simplifier(program, values);
  simplifier.block(procedure.body);
  removeSettings(procedure.body, flags, unreadFlags(procedure, flags));
  return simplifier.changed;
}

} // namespace costate::emit::exits
