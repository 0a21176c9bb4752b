#include "emit/c/Layout.h"

#include "emit/TestedLoop.h"

#include <algorithm>

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool isTerminated(const Braces &braces) {
  if (braces.nodes.empty())
    return false;
  const Node &last = braces.nodes.back();
  switch (last.kind) {
  case Node::Kind::Return:
  case Node::Kind::ReturnValue:
  case Node::Kind::Break:
  case Node::Kind::Continue:
    return true;
  case Node::Kind::If:
    return isTerminated(last.body) && isTerminated(last.otherwise);
  case Node::Kind::Plain:
    return isa<Opaque>(last.stmt) && cast<Opaque>(last.stmt)->noReturn;
  default:
    return false;
  }
}

namespace {

class LayoutMaker {
public:
  LayoutMaker(const Procedure &procedure, const Unhoisted &unhoisted)
      : unhoisted(unhoisted), result(procedure.result) {}

  Braces make(const Block &body) {
    Braces braces;
    layOutTail(body, braces);
    // A path that falls off the end returns what was assigned on the way, if anything was.
    if (result && !resultIsVariable(braces))
      dropFinalReturn(braces);
    return braces;
  }

private:
  /// Without `x = x`, which structuring may leave behind.
  std::vector<const Stmt *> printed(const Block &block) const {
    std::vector<const Stmt *> list = unhoisted.printed(block);
    std::erase_if(list, [](const Stmt *s) {
      auto *assign = dyn_cast<Assign>(s);
      auto *place = assign ? dyn_cast<Variable>(assign->place) : nullptr;
      return place && !place->symbol->isVolatile && equal(place, assign->value);
    });
    return list;
  }

  void layOut(const Block &block, Braces &out) {
    for (const Stmt *s : printed(block))
      add(*s, out);
  }

  /// `result = value; return` is `return value`.
  void add(const Stmt &s, Braces &out) {
    Node *last = out.nodes.empty() ? nullptr : &out.nodes.back();
    if (isa<Return>(s) && last && last->kind == Node::Kind::Plain && assignsResult(*last->stmt) &&
        s.comments.empty())
      last->kind = Node::Kind::ReturnValue;
    else
      out.nodes.push_back(node(s));
  }

  /// A block after which the function ends.
  void layOutTail(const Block &block, Braces &out) {
    std::vector<const Stmt *> statements = printed(block);
    for (size_t i = 0; i < statements.size(); ++i) {
      const Stmt &s = *statements[i];
      bool last = i + 1 == statements.size();
      if (last && isa<If>(s) && endsFunction(cast<If>(s)))
        layOutTailIf(cast<If>(s), out);
      else if (last && assignsResult(s))
        out.nodes.push_back(leaf(Node::Kind::ReturnValue, &s));
      else
        add(s, out);
    }
    if (result && !isTerminated(out))
      out.nodes.push_back(leaf(Node::Kind::Return, nullptr));
  }

  /// An If whose branches can return: each way through it then ends the function.
  bool endsFunction(const If &s) const {
    return !result || s.thenReturned || endsWithResult(s.thenBlock) || endsWithResult(s.elseBlock);
  }

  bool endsWithResult(const Block &block) const {
    std::vector<const Stmt *> statements = printed(block);
    if (statements.empty())
      return false;
    if (auto *branch = dyn_cast<If>(statements.back()))
      return endsWithResult(branch->thenBlock) || endsWithResult(branch->elseBlock);
    return assignsResult(*statements.back());
  }

  bool assignsResult(const Stmt &s) const {
    const Expr *place = nullptr;
    if (auto *assign = dyn_cast<Assign>(&s))
      place = assign->place;
    else if (auto *call = dyn_cast<Call>(&s))
      place = call->result;
    auto *v = place ? dyn_cast<Variable>(place) : nullptr;
    return v && result && v->symbol == result;
  }

  void layOutTailIf(const If &s, Braces &out) {
    Node branch = leaf(Node::Kind::If, &s);
    layOutTail(s.thenBlock, branch.body);
    bool elseIsEmpty = printed(s.elseBlock).empty();
    bool flat = result ? s.thenReturned || elseIsEmpty || endsInBranches(branch.body)
                       : s.thenReturned && !elseIsEmpty;
    if (!flat) {
      layOutTail(s.elseBlock, branch.otherwise);
      out.nodes.push_back(std::move(branch));
      return;
    }
    if (!isTerminated(branch.body))
      branch.body.nodes.push_back(leaf(Node::Kind::Return, nullptr));
    out.nodes.push_back(std::move(branch));
    layOutTail(s.elseBlock, out);
  }

  /// A branch whose returns are all deeper inside is not followed by `else` either.
  static bool endsInBranches(const Braces &braces) {
    return isTerminated(braces) && braces.nodes.back().kind == Node::Kind::If;
  }

  static Node leaf(Node::Kind kind, const Stmt *s) {
    Node n;
    n.kind = kind;
    n.stmt = s;
    return n;
  }

  Node node(const Stmt &s) {
    Node n = leaf(Node::Kind::Plain, &s);
    if (auto *branch = dyn_cast<If>(&s)) {
      n.kind = Node::Kind::If;
      layOut(branch->thenBlock, n.body);
      layOut(branch->elseBlock, n.otherwise);
      n.mayJump = hasJump(n.body) || hasJump(n.otherwise);
    } else if (auto *loop = dyn_cast<For>(&s)) {
      n.kind = Node::Kind::For;
      layOut(loop->body, n.body);
    } else if (TestedLoop loop(s); loop) {
      layOutTested(s, loop, n);
    } else if (isa<Exit, Cycle>(s)) {
      n.kind = isa<Exit>(s) ? Node::Kind::Break : Node::Kind::Continue;
    } else if (isa<Return>(s)) {
      n.kind = Node::Kind::Return;
    }
    return n;
  }

  static bool hasJump(const Braces &braces) {
    return std::any_of(braces.nodes.begin(), braces.nodes.end(), [](const Node &n) {
      return n.kind == Node::Kind::Break || n.kind == Node::Kind::Continue || n.mayJump;
    });
  }

  void layOutTested(const Stmt &s, const TestedLoop &loop, Node &n) {
    layOut(*loop.head, n.body);
    bool headIsEmpty = n.body.nodes.empty();
    bool bodyIsEmpty = printed(*loop.body).empty();
    bool endless = loop.isEndless();
    n.kind = headIsEmpty && !endless   ? Node::Kind::While
             : bodyIsEmpty && !endless ? Node::Kind::DoWhile
                                       : Node::Kind::Forever;
    if (n.kind == Node::Kind::Forever && !endless)
      n.body.nodes.push_back(leaf(Node::Kind::BreakUnless, &s));
    layOut(*loop.body, n.body);
  }

  /// Whether the result lives in a variable somewhere: it is named by more than the statements
  /// that became `return value`.
  bool resultIsVariable(const Braces &braces) const {
    for (const Node &n : braces.nodes)
      if ((n.kind == Node::Kind::Plain && namesResult(*n.stmt)) || resultIsVariable(n.body) ||
          resultIsVariable(n.otherwise))
        return true;
    return false;
  }

  bool namesResult(const Stmt &s) const {
    bool found = false;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *v = dyn_cast<Variable>(x);
        found |= v && v->symbol == result;
      });
    return found;
  }

  /// At the end of the function only: a return that something follows must stay.
  static void dropFinalReturn(Braces &braces) {
    if (braces.nodes.empty())
      return;
    Node &last = braces.nodes.back();
    if (last.kind == Node::Kind::Return) {
      braces.nodes.pop_back();
    } else if (last.kind == Node::Kind::If) {
      dropFinalReturn(last.body);
      dropFinalReturn(last.otherwise);
    }
  }

  const Unhoisted &unhoisted;
  const Symbol *result;
};

} // namespace

Braces layOut(const Procedure &procedure, const Unhoisted &unhoisted) {
  return LayoutMaker(procedure, unhoisted).make(procedure.body);
}

} // namespace costate::emit::c
