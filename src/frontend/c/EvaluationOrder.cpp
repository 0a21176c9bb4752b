// Which operand is evaluated first, where it makes a difference: `2*s + f(&s)`.
//
// The language leaves it open, and programs are what their compilers make of them. gcc and clang compute the left
// operand first, whose value a call in the right one can no longer change. gcc alone reads a variable that is an
// operand itself (`s + f(&s)`) after the call, and so does this reader.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

bool pointsToWritable(clang::QualType q) { return q->isPointerType() && !q->getPointeeType().isConstQualified(); }

/// Of an assignment or a step: the place that changes. Null for others.
const clang::Expr *changedPlace(const clang::Stmt *s) {
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(s); binary && binary->isAssignmentOp())
    return binary->getLHS();
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(s); unary && unary->isIncrementDecrementOp())
    return unary->getSubExpr();
  return nullptr;
}

template <typename Holds> bool anyPart(const clang::Stmt *s, Holds &holds) {
  return s && (holds(s) || llvm::any_of(s->children(), [&](const clang::Stmt *child) { return anyPart(child, holds); }));
}

} // namespace

/// Whether a call of it may change what its caller reads. (A function whose answer is still being looked for may.)
bool UnitReader::mayWrite(const clang::FunctionDecl *f) {
  if (!f)
    return true;
  auto [known, isNew] = writers.try_emplace(f->getCanonicalDecl(), true);
  if (!isNew)
    return known->second;
  const clang::FunctionDecl *definition = nullptr;
  bool writes = !isLibrary(f);
  if (f->hasBody(definition)) {
    auto isChange = [&](const clang::Stmt *s) {
      if (auto *call = llvm::dyn_cast<clang::CallExpr>(s))
        return mayWrite(call->getDirectCallee());
      const clang::Expr *place = changedPlace(s);
      const clang::VarDecl *root = place ? rootDeclaration(place) : nullptr;
      return place && !(root && root->hasLocalStorage());
    };
    writes = anyPart(definition->getBody(), isChange);
  } else if (isLibrary(f)) {
    writes = llvm::any_of(f->parameters(), [](const clang::ParmVarDecl *p) { return pointsToWritable(p->getType()); });
  }
  return writers[f->getCanonicalDecl()] = writes;
}

bool BodyReader::mayChange(const clang::Expr *right, const clang::Expr *left) {
  left = left->IgnoreParens();
  auto isElsewhere = [&](const clang::Stmt *s) { // memory that others reach, too
    auto *cast = llvm::dyn_cast<clang::CastExpr>(s);
    if (!cast || cast->getCastKind() != clang::CK_LValueToRValue)
      return false;
    const clang::VarDecl *root = rootDeclaration(cast->getSubExpr());
    return !(root && (facts.onlyByName(root) || root->getType().isConstQualified()));
  };
  auto isWriter = [&](const clang::Stmt *s) {
    auto *call = llvm::dyn_cast<clang::CallExpr>(s);
    return call && unit.mayWrite(call->getDirectCallee());
  };
  auto *read = llvm::dyn_cast<clang::ImplicitCastExpr>(left);
  bool isVariable = read && llvm::isa<clang::DeclRefExpr>(read->getSubExpr()->IgnoreParens());
  return !isVariable && anyPart(right, isWriter) && anyPart(left, isElsewhere);
}

const Expr *BodyReader::leftOperand(const clang::BinaryOperator *e) {
  const Expr *left = value(e->getLHS());
  return mayChange(e->getRHS(), e->getLHS()) ? keep(left, e->getLHS()->getBeginLoc()) : left;
}

} // namespace costate::frontend::c
