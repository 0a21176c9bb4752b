#include "frontend/c/FunctionFacts.h"

namespace costate::frontend::c {

namespace {

/// The array under a decay, looking through parentheses; null where this is no decay.
const clang::Expr *decayedArray(const clang::Expr *e) {
  auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr()
                                                                      : nullptr;
}

bool pointsToConst(clang::QualType q) {
  return q->isPointerType() && q->getPointeeType().isConstQualified();
}

class Walk {
public:
  explicit Walk(FunctionFacts &facts) : facts(facts) {}

  void visit(const clang::Stmt *s) {
    if (!s)
      return;
    if (auto *unevaluated = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(s);
        unevaluated && !unevaluated->getTypeOfArgument()->isVariablyModifiedType())
      return;
    auto *unary = llvm::dyn_cast<clang::UnaryOperator>(s);
    if (unary && unary->getOpcode() == clang::UO_Deref)
      if (const clang::Expr *array = decayedArray(unary->getSubExpr()))
        return visit(array); // like a subscript of 0
    if (unary)
      visitUnary(unary);
    else if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(s))
      visitBinary(binary);
    else if (auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(s))
      return visitSubscript(subscript);
    else if (auto *cast = llvm::dyn_cast<clang::CastExpr>(s))
      return visitCast(cast);
    else if (auto *declaration = llvm::dyn_cast<clang::DeclStmt>(s))
      return visitDeclarations(declaration);
    for (const clang::Stmt *child : s->children())
      visit(child);
  }

private:
  void visitUnary(const clang::UnaryOperator *u) {
    const clang::VarDecl *root = rootDeclaration(u->getSubExpr());
    if (!root)
      return;
    if (u->isIncrementDecrementOp())
      facts.modified.insert(root);
    if (u->getOpcode() == clang::UO_AddrOf) {
      facts.addressTaken.insert(root);
      if (!u->getSubExpr()->getType().isConstQualified())
        facts.writableElsewhere.insert(root);
    }
  }

  void visitBinary(const clang::BinaryOperator *b) {
    if (b->isAssignmentOp())
      if (const clang::VarDecl *root = rootDeclaration(b->getLHS()))
        facts.modified.insert(root);
  }

  /// A subscripted array is read or written in place: its address goes nowhere.
  void visitSubscript(const clang::ArraySubscriptExpr *s) {
    const clang::Expr *array = decayedArray(s->getBase());
    visit(array ? array : s->getBase());
    visit(s->getIdx());
  }

  void visitCast(const clang::CastExpr *c) {
    const clang::Expr *array = decayedArray(c);
    bool toConst = pointsToConst(c->getType());
    if (!array && toConst)
      array = decayedArray(c->getSubExpr());
    const clang::VarDecl *root = array ? rootDeclaration(array) : nullptr;
    if (root) {
      facts.addressTaken.insert(root);
      if (!toConst)
        facts.writableElsewhere.insert(root);
    }
    visit(array ? array : c->getSubExpr());
  }

  void visitDeclarations(const clang::DeclStmt *s) {
    for (const clang::Decl *d : s->decls())
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(d))
        visit(v->getInit());
  }

  FunctionFacts &facts;
};

} // namespace

const clang::VarDecl *rootDeclaration(const clang::Expr *place) {
  place = place->IgnoreParens();
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(place))
    return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (auto *member = llvm::dyn_cast<clang::MemberExpr>(place))
    return member->isArrow() ? nullptr : rootDeclaration(member->getBase());
  if (auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
    const clang::Expr *array = decayedArray(subscript->getBase());
    return array ? rootDeclaration(array) : nullptr;
  }
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(place)) {
    if (unary->getOpcode() == clang::UO_Real || unary->getOpcode() == clang::UO_Imag ||
        unary->getOpcode() == clang::UO_Extension)
      return rootDeclaration(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Deref)
      if (const clang::Expr *array = decayedArray(unary->getSubExpr()))
        return rootDeclaration(array);
  }
  return nullptr;
}

FunctionFacts findFacts(const clang::Stmt *body) {
  FunctionFacts facts;
  Walk(facts).visit(body);
  return facts;
}

} // namespace costate::frontend::c
