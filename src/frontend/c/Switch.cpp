// switch: a chain of Ifs where no case falls into the next, else a multiway goto.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

/// The statements under one run of `case` labels.
struct BodyReader::SwitchGroup {
  std::vector<const clang::CaseStmt *> cases;
  bool isDefault = false;
  SourceLocation at;
  std::vector<const clang::Stmt *> statements;
};

namespace {

/// Whether control never reaches the end of a statement. Sees what people write: a jump at the end
/// of a block, or at the end of both branches.
bool leaves(const clang::Stmt *s) {
  if (!s)
    return false;
  if (llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt, clang::ContinueStmt>(s))
    return true;
  if (auto *c = llvm::dyn_cast<clang::CompoundStmt>(s))
    return !c->body_empty() && leaves(c->body_back());
  if (auto *i = llvm::dyn_cast<clang::IfStmt>(s))
    return i->getElse() && leaves(i->getThen()) && leaves(i->getElse());
  if (auto *l = llvm::dyn_cast<clang::LabelStmt>(s))
    return leaves(l->getSubStmt());
  if (auto *d = llvm::dyn_cast<clang::DoStmt>(s)) { // a macro's do { ...; return x; } while (0)
    auto *body = llvm::dyn_cast<clang::CompoundStmt>(d->getBody());
    return body && !body->body_empty() &&
           llvm::isa<clang::ReturnStmt, clang::GotoStmt>(body->body_back());
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(s))
    return call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
  return false;
}

/// Whether a case of the same switch hides inside (as in Duff's device).
bool hasInnerCase(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::SwitchStmt>(s))
    return false;
  if (llvm::isa<clang::SwitchCase>(s))
    return true;
  return llvm::any_of(s->children(), hasInnerCase);
}

bool hasLabel(const clang::Stmt *s) {
  return s && (llvm::isa<clang::LabelStmt>(s) || llvm::any_of(s->children(), hasLabel));
}

/// Removes an Exit of this loop from the end of a block, where it does nothing.
void dropLastExit(Block &block, unsigned id) {
  if (block.empty())
    return;
  if (auto *exit = llvm::dyn_cast<Exit>(block.back().get()); exit && exit->loop == id) {
    block.pop_back();
  } else if (auto *i = llvm::dyn_cast<If>(block.back().get())) {
    dropLastExit(i->thenBlock, id);
    dropLastExit(i->elseBlock, id);
  }
}

bool exits(const Block &block, unsigned id) {
  bool found = false;
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *exit = llvm::dyn_cast<Exit>(&s))
      found |= exit->loop == id;
  });
  return found;
}

/// Cheap enough to write down once for each case.
bool isSimple(const Expr *e) {
  if (auto *c = llvm::dyn_cast<Convert>(e))
    return isSimple(c->operand);
  if (auto *f = llvm::dyn_cast<Field>(e))
    return isSimple(f->base);
  if (auto *d = llvm::dyn_cast<Dereference>(e))
    return !d->offset && isSimple(d->pointer);
  return llvm::isa<Variable>(e);
}

} // namespace

void BodyReader::switchStatement(const clang::SwitchStmt *s) {
  const Expr *selector;
  {
    SequenceScope sequence(*this);
    selector = value(s->getCond());
    if (!postponed.empty() || !isSimple(selector))
      selector = keep(selector, s->getCond()->getBeginLoc());
    flush();
  }
  std::vector<SwitchGroup> groups;
  if (splitSwitch(s, groups))
    switchAsIfs(s, groups, selector);
  else
    switchAsGotos(s, selector);
}

/// False where some group falls into the next, or a case or label stands inside a statement.
bool BodyReader::splitSwitch(const clang::SwitchStmt *s, std::vector<SwitchGroup> &groups) {
  auto *body = llvm::dyn_cast<clang::CompoundStmt>(s->getBody());
  if (!body)
    return false;
  bool left = true;
  std::vector<const clang::Stmt *> before;
  for (const clang::Stmt *child : body->body()) {
    if (llvm::isa<clang::SwitchCase>(child)) {
      if (!left)
        return false;
      groups.emplace_back();
      groups.back().at = child->getBeginLoc();
    }
    while (auto *label = llvm::dyn_cast<clang::SwitchCase>(child)) {
      if (auto *c = llvm::dyn_cast<clang::CaseStmt>(label))
        groups.back().cases.push_back(c);
      else
        groups.back().isDefault = true;
      child = label->getSubStmt();
    }
    if (llvm::isa<clang::AttributedStmt>(child))
      continue; // [[fallthrough]]: the next case label decides
    if (hasInnerCase(child) || hasLabel(child))
      return false;
    if (groups.empty()) {
      if (!llvm::isa<clang::DeclStmt>(child))
        return false;
      for (const clang::Decl *d : llvm::cast<clang::DeclStmt>(child)->decls())
        if (auto *v = llvm::dyn_cast<clang::VarDecl>(d); v && v->hasInit())
          return false;
      before.push_back(child);
      continue;
    }
    groups.back().statements.push_back(child);
    left = leaves(child);
  }
  for (const clang::Stmt *declarations : before)
    statement(declarations);
  return true;
}

const Expr *BodyReader::caseTest(const clang::CaseStmt *c, const Expr *selector) {
  Location at = location(c->getBeginLoc());
  auto compare = [&](BinaryOp op, const clang::Expr *bound) -> const Expr * {
    return make<Binary>(unit.logical(), op, selector, value(bound), at);
  };
  if (!c->getRHS())
    return compare(BinaryOp::Equal, c->getLHS());
  return make<Binary>(unit.logical(), BinaryOp::And, compare(BinaryOp::GreaterEqual, c->getLHS()),
                      compare(BinaryOp::LessEqual, c->getRHS()), at);
}

void BodyReader::switchAsIfs(const clang::SwitchStmt *s, std::vector<SwitchGroup> &groups,
                             const Expr *selector) {
  unsigned id = procedure->newLoopId();
  Jump saved = jump;
  jump.breakLoop = id;
  struct Branch {
    const Expr *test;
    Block body;
    Location at;
  };
  std::vector<Branch> branches;
  Block chain; // the default first, then wrapped in the tests from the last to the first
  for (SwitchGroup &g : groups) {
    Block body;
    {
      BlockScope scope(*this, body);
      for (const clang::Stmt *inner : g.statements)
        statement(inner);
    }
    dropLastExit(body, id);
    if (g.isDefault) {
      chain = std::move(body);
      continue;
    }
    const Expr *test = nullptr;
    for (const clang::CaseStmt *c : g.cases) {
      const Expr *one = caseTest(c, selector);
      test = test ? make<Binary>(unit.logical(), BinaryOp::Or, test, one, one->location) : one;
    }
    branches.push_back({test, std::move(body), location(g.at)});
  }
  jump = saved;
  for (size_t i = branches.size(); i-- > 0;) {
    Block outer;
    outer.push_back(std::make_unique<If>(branches[i].test, std::move(branches[i].body),
                                         std::move(chain), branches[i].at));
    chain = std::move(outer);
  }
  if (!exits(chain, id)) {
    for (StmtPtr &stmt : chain)
      append(std::move(stmt));
    return;
  }
  auto once = std::make_unique<Loop>(id, Block{}, nullptr, std::move(chain), Block{},
                                     location(s->getBeginLoc()));
  once->once = true;
  append(std::move(once));
}

void BodyReader::switchAsGotos(const clang::SwitchStmt *s, const Expr *selector) {
  unsigned id = procedure->newLoopId();
  Location at = location(s->getBeginLoc());
  Jump saved = jump;
  jump.breakLoop = id;
  std::vector<MultiwayGoto::Case> cases;
  unsigned otherwise = 0;
  std::vector<const clang::SwitchCase *> inOrder;
  for (const clang::SwitchCase *c = s->getSwitchCaseList(); c; c = c->getNextSwitchCase())
    inOrder.insert(inOrder.begin(), c); // Clang lists the last one first
  for (const clang::SwitchCase *c : inOrder) {
    unsigned label = caseLabels[c] = procedure->newLabel();
    if (auto *one = llvm::dyn_cast<clang::CaseStmt>(c)) {
      const Expr *lower = value(one->getLHS());
      const Expr *upper = one->getRHS() ? value(one->getRHS()) : lower;
      cases.push_back({lower, upper, label});
    } else {
      otherwise = label;
    }
  }
  unsigned end = otherwise ? 0 : procedure->newLabel();
  Block body;
  {
    BlockScope scope(*this, body);
    append(std::make_unique<MultiwayGoto>(selector, std::move(cases), otherwise ? otherwise : end,
                                          at));
    statement(s->getBody());
    if (end)
      append(std::make_unique<Label>(end, at));
  }
  jump = saved;
  dropLastExit(body, id);
  auto once = std::make_unique<Loop>(id, Block{}, nullptr, std::move(body), Block{}, at);
  once->once = true;
  append(std::move(once));
}

void BodyReader::switchLabel(const clang::SwitchCase *c) {
  append(std::make_unique<Label>(caseLabels[c], location(c->getBeginLoc())));
  statement(c->getSubStmt());
}

} // namespace costate::frontend::c
