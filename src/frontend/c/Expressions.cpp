// Expressions: what kind each is, casts, references.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

const Expr *BodyReader::refusedValue(const clang::Expr *e, const std::string &message,
                                     const std::string &hint) {
  unit.refuse(e->getExprLoc(), message, hint);
  return make<Text>(type(e->getType()), "0", location(e->getExprLoc()));
}

const clang::Expr *withoutParentheses(const clang::Expr *e) {
  e = e->IgnoreParens();
  while (auto *full = llvm::dyn_cast<clang::FullExpr>(e))
    e = full->getSubExpr()->IgnoreParens();
  return e;
}

const Expr *BodyReader::value(const clang::Expr *e) {
  if (e->isLValue() && !llvm::isa<clang::ParenExpr>(e))
    return place(e);
  switch (e->getStmtClass()) {
  case clang::Stmt::ParenExprClass:
    return value(llvm::cast<clang::ParenExpr>(e)->getSubExpr());
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
    return value(llvm::cast<clang::FullExpr>(e)->getSubExpr());
  case clang::Stmt::IntegerLiteralClass:
    return integerLiteral(llvm::cast<clang::IntegerLiteral>(e));
  case clang::Stmt::CharacterLiteralClass:
    return characterLiteral(llvm::cast<clang::CharacterLiteral>(e));
  case clang::Stmt::FloatingLiteralClass:
    return realLiteral(llvm::cast<clang::FloatingLiteral>(e));
  case clang::Stmt::ImaginaryLiteralClass:
    return imaginaryLiteral(llvm::cast<clang::ImaginaryLiteral>(e));
  case clang::Stmt::DeclRefExprClass:
    return reference(llvm::cast<clang::DeclRefExpr>(e));
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
    return cast(llvm::cast<clang::CastExpr>(e));
  case clang::Stmt::UnaryOperatorClass:
    return unary(llvm::cast<clang::UnaryOperator>(e));
  case clang::Stmt::BinaryOperatorClass:
    return binary(llvm::cast<clang::BinaryOperator>(e));
  case clang::Stmt::CompoundAssignOperatorClass:
    return compoundAssignment(llvm::cast<clang::CompoundAssignOperator>(e), true);
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return conditional(llvm::cast<clang::AbstractConditionalOperator>(e), true);
  case clang::Stmt::OpaqueValueExprClass:
    return opaqueValues.at(e);
  case clang::Stmt::MaterializeTemporaryExprClass:
    return place(e);
  case clang::Stmt::CallExprClass:
    return call(llvm::cast<clang::CallExpr>(e), true);
  case clang::Stmt::MemberExprClass:
    return member(llvm::cast<clang::MemberExpr>(e));
  case clang::Stmt::InitListExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
    return initialValue(e);
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    return sizeOf(llvm::cast<clang::UnaryExprOrTypeTraitExpr>(e));
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::SourceLocExprClass:
    return foldedInteger(e);
  case clang::Stmt::StmtExprClass:
    return statementExpression(llvm::cast<clang::StmtExpr>(e));
  case clang::Stmt::GenericSelectionExprClass:
    return value(llvm::cast<clang::GenericSelectionExpr>(e)->getResultExpr());
  case clang::Stmt::ChooseExprClass:
    return value(llvm::cast<clang::ChooseExpr>(e)->getChosenSubExpr());
  case clang::Stmt::VAArgExprClass:
    return refusedValue(e, "variable argument lists are not supported",
                        "give the function a fixed list of parameters");
  case clang::Stmt::AddrLabelExprClass:
    return refusedValue(e, "the address of a label is not supported",
                        "use a switch over an integer");
  default:
    return refusedValue(e, std::string("the expression '") + e->getStmtClassName() +
                               "' is not supported");
  }
}

/// The left side of a comma: its effects, complete, but not what was postponed around it.
void BodyReader::sequencedDiscard(const clang::Expr *e) {
  SequenceScope sequence(*this);
  discard(e);
  flush();
}

/// `(void)x;` tells compilers and readers that the parameter x is not used on purpose: it stays.
/// (Local variables that nobody reads are the emitter's business.)
bool BodyReader::unusedOnPurpose(const clang::CastExpr *e) {
  auto *named = llvm::dyn_cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParenImpCasts());
  if (e->getCastKind() != clang::CK_ToVoid || !named ||
      !llvm::isa<clang::ParmVarDecl>(named->getDecl()))
    return false;
  append(std::make_unique<Opaque>(
      std::vector<OpaquePiece>{{"(void)", nullptr, OpaquePiece::Effect::None},
                               {{}, place(named), OpaquePiece::Effect::Reads}},
      location(e->getBeginLoc())));
  return true;
}

/// Only the effects. For an expression statement, say.
void BodyReader::discard(const clang::Expr *e) {
  e = withoutParentheses(e);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(e)) {
    if (!unusedOnPurpose(c))
      discard(c->getSubExpr());
    return;
  }
  if (auto *c = llvm::dyn_cast<clang::CallExpr>(e)) {
    call(c, false);
    return;
  }
  if (auto *b = llvm::dyn_cast<clang::CompoundAssignOperator>(e)) {
    compoundAssignment(b, false);
    return;
  }
  if (auto *b = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (b->getOpcode() == clang::BO_Assign) {
      assignment(b, false);
      return;
    }
    if (b->getOpcode() == clang::BO_Comma) {
      sequencedDiscard(b->getLHS());
      return discard(b->getRHS());
    }
  }
  if (auto *u = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (u->isIncrementDecrementOp()) {
      increment(u, false);
      return;
    }
    if (u->getOpcode() == clang::UO_Extension)
      return discard(u->getSubExpr());
  }
  if (auto *c = llvm::dyn_cast<clang::AbstractConditionalOperator>(e)) {
    conditional(c, false);
    return;
  }
  if (auto *g = llvm::dyn_cast<clang::GenericSelectionExpr>(e))
    return discard(g->getResultExpr());
  if (auto *s = llvm::dyn_cast<clang::StmtExpr>(e)) {
    statement(s->getSubStmt());
    return;
  }
  if (e->HasSideEffects(unit.ast))
    value(e);
}

const Expr *BodyReader::reference(const clang::DeclRefExpr *e) {
  Location at = location(e->getBeginLoc());
  const clang::ValueDecl *decl = e->getDecl();
  if (auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
    // An enum declared in a function: its names mean nothing outside.
    if (llvm::cast<clang::EnumDecl>(constant->getDeclContext())->getParentFunctionOrMethod())
      return unit.builder.constant(type(e->getType()), constant->getInitVal().getExtValue(), at);
    return unit.builder.variable(unit.enumerator(constant), at);
  }
  if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
    return make<ProcedureReference>(unit.program.types.pointer(type(function->getType())),
                                    unit.function(function), at);
  if (auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    if (Symbol *s = local(variable))
      return unit.builder.variable(s, at);
    return unit.builder.variable(unit.global(variable), at);
  }
  return refusedValue(e, "'" + decl->getNameAsString() + "' is not supported here");
}

const Expr *BodyReader::convert(const clang::Expr *e, const Expr *operand, bool written) {
  const Type *t = type(e->getType().getUnqualifiedType());
  if (t->strip() == operand->type->strip())
    return operand;
  return make<Convert>(t, operand, written, location(e->getExprLoc()));
}

const Expr *BodyReader::cast(const clang::CastExpr *e) {
  const clang::Expr *sub = e->getSubExpr();
  bool written = llvm::isa<clang::CStyleCastExpr>(e);
  if (written)
    unit.refuseUnsupported(e->getType(), e->getBeginLoc());
  switch (e->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(sub->IgnoreParens());
        literal && !literal->HasSideEffects(unit.ast))
      return initialValue(literal->getInitializer());
    return place(sub);
  case clang::CK_ArrayToPointerDecay:
    return decay(place(sub), e->getType(), e->getExprLoc());
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return value(sub);
  case clang::CK_NullToPointer:
    return make<NullPointer>(type(e->getType().getUnqualifiedType()), location(e->getExprLoc()));
  case clang::CK_NoOp: // qualifiers: worth a word only where the source spent one
    return written ? convert(e, value(sub), true) : value(sub);
  case clang::CK_ToVoid:
    discard(sub);
    return nullptr;
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
  case clang::CK_PointerToBoolean:
  case clang::CK_FloatingComplexToBoolean:
    return condition(sub);
  case clang::CK_BitCast:
  case clang::CK_PointerToIntegral:
  case clang::CK_IntegralToPointer:
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexToReal:
  case clang::CK_FloatingComplexCast: {
    const Expr *allocated = allocationValue(e);
    return allocated ? allocated : convert(e, value(sub), written);
  }
  default:
    return refusedValue(e, std::string("the conversion '") + e->getCastKindName() +
                               "' is not supported");
  }
}

/// GNU's `({ ...; e; })`: the statements run here, the last expression is the value.
const Expr *BodyReader::statementExpression(const clang::StmtExpr *e) {
  const clang::CompoundStmt *body = e->getSubStmt();
  const Expr *result = nullptr;
  SequenceScope sequence(*this);
  for (const clang::Stmt *s : body->body()) {
    auto *last = s == body->body_back() ? llvm::dyn_cast<clang::Expr>(s) : nullptr;
    if (!last || e->getType()->isVoidType()) {
      statement(s);
      continue;
    }
    // Kept: the variables it reads may change before the value is used.
    result = keep(value(last), last->getBeginLoc());
    flush();
  }
  return result;
}

const Expr *BodyReader::foldedInteger(const clang::Expr *e) {
  clang::Expr::EvalResult result;
  if (!e->EvaluateAsInt(result, unit.ast))
    return refusedValue(e, "this expression has no constant value");
  return unit.builder.constant(type(e->getType()), result.Val.getInt().getExtValue(),
                               location(e->getExprLoc()));
}

const Expr *BodyReader::sizeOf(const clang::UnaryExprOrTypeTraitExpr *e) {
  if (e->getKind() != clang::UETT_SizeOf)
    return foldedInteger(e);
  return sizeOf(e->getTypeOfArgument(), e->getBeginLoc());
}

/// The size of a variable-length array is its extents' product; everything else has a constant.
const Expr *BodyReader::sizeOf(QualType q, SourceLocation at) {
  const Type *size = type(unit.ast.getSizeType());
  const clang::VariableArrayType *a = unit.ast.getAsVariableArrayType(q);
  if (!a)
    return make<SizeOf>(size, type(q.getUnqualifiedType()), location(at));
  {
    SequenceScope sequence(*this);
    captureExtents(q, at);
  }
  const Expr *extent = make<Convert>(size, extents.at(a->getSizeExpr()), false, location(at));
  return make<Binary>(size, BinaryOp::Multiply, extent, sizeOf(a->getElementType(), at),
                      location(at));
}

} // namespace costate::frontend::c
