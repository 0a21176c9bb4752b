// Rules of emit/Unhoist.h, cited by number.
#include "emit/Unhoist.h"

#include "ir/Builder.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;
using costate::emit::Folded;
using costate::emit::Unhoisted;

namespace {

class UnhoistTest : public ::testing::Test {
protected:
  UnhoistTest() : program(sources), build(program) { procedure.language = Language::C; }

  Symbol *callee(const std::string &name) {
    return addSymbol(unit.scope, name, SymbolKind::Procedure, nullptr);
  }
  Symbol *local(const std::string &name) {
    return addSymbol(procedure.scope, name, SymbolKind::Variable, real());
  }
  Symbol *temp(const Type *type) { return procedure.makeTemporary("t", type); }

  const Type *real() { return program.types.real(8); }
  const Type *truth() { return program.types.logical(1); }
  const Expr *v(Symbol *s) { return build.variable(s); }
  const Expr *add(const Expr *a, const Expr *b) { return build.binary(BinaryOp::Add, a, b); }
  const Expr *positive(Symbol *s) {
    return build.compare(BinaryOp::Greater, v(s), v(x), Language::C);
  }

  Stmt *put(StmtPtr s) { return put(procedure.body, std::move(s)); }
  Stmt *put(Block &block, StmtPtr s) {
    block.push_back(std::move(s));
    return block.back().get();
  }
  StmtPtr call(Symbol *f, Symbol *result, std::vector<const Expr *> values = {}) {
    std::vector<Argument> arguments;
    for (const Expr *e : values)
      arguments.push_back({e, {}});
    return std::make_unique<Call>(f, arguments, v(result));
  }
  StmtPtr assign(Symbol *s, const Expr *value) { return build.assign(s, value); }

  SourceManager sources;
  Program program;
  Builder build;
  Unit unit;
  Procedure procedure;
  Symbol *f = callee("f"), *g = callee("g");
  Symbol *x = local("x"), *y = local("y");
};

TEST_F(UnhoistTest, CallReadByTheNextStatement) { // (2)
  Symbol *t = temp(real());
  Stmt *hoisted = put(call(f, t, {v(x)}));
  Stmt *target = put(assign(y, add(v(t), v(x))));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*hoisted));
  EXPECT_TRUE(unhoisted.vanished(t));
  const Folded *folded = unhoisted.replacement(t, target);
  ASSERT_NE(folded, nullptr);
  EXPECT_EQ(folded->kind, Folded::Kind::Call);
  EXPECT_EQ(folded->call, hoisted);
}

TEST_F(UnhoistTest, VariablesOfTheUserStay) { // (1)
  Stmt *kept = put(call(f, y, {v(x)}));
  put(assign(x, add(v(y), v(y))));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, ReadTwiceStays) { // (1)
  Symbol *t = temp(real());
  Stmt *kept = put(call(f, t));
  put(assign(y, add(v(t), v(t))));
  Unhoisted unhoisted(procedure);
  EXPECT_FALSE(unhoisted.skipped(*kept));
  EXPECT_FALSE(unhoisted.vanished(t));
}

TEST_F(UnhoistTest, StatementBetweenKeepsTheCall) { // (2)
  Symbol *t = temp(real());
  Stmt *kept = put(call(f, t));
  put(assign(x, v(y)));
  put(assign(y, v(t)));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, TwoCallsInOrder) { // (2)
  Symbol *t = temp(real()), *u = temp(real());
  Stmt *first = put(call(f, t)), *second = put(call(g, u));
  put(assign(y, add(v(t), v(u))));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*first));
  EXPECT_TRUE(unhoisted.skipped(*second));
}

TEST_F(UnhoistTest, CallsNeverOvertakeEachOther) { // (2)
  Symbol *t = temp(real()), *u = temp(real());
  Stmt *first = put(call(f, t)), *second = put(call(g, u));
  put(assign(y, add(v(u), v(t))));
  Unhoisted unhoisted(procedure);
  EXPECT_FALSE(unhoisted.skipped(*first));
  EXPECT_TRUE(unhoisted.skipped(*second));
}

TEST_F(UnhoistTest, NestedCalls) { // (2)
  Symbol *t = temp(real()), *u = temp(real());
  Stmt *inner = put(call(g, t, {v(x)}));
  Stmt *outer = put(call(f, u, {v(t)}));
  Stmt *target = put(assign(y, v(u)));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*inner));
  EXPECT_TRUE(unhoisted.skipped(*outer));
  EXPECT_EQ(unhoisted.replacement(t, outer)->call, inner);
  EXPECT_EQ(unhoisted.replacement(u, target)->call, outer);
}

TEST_F(UnhoistTest, ConditionalReadKeepsTheCall) { // (3)
  Symbol *t = temp(truth());
  Stmt *kept = put(call(f, t));
  const Expr *both = build.both(positive(y), v(t));
  put(std::make_unique<If>(both, Block(), Block()));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, LeftOperandOfAndFolds) { // (3)
  Symbol *t = temp(truth());
  Stmt *hoisted = put(call(f, t));
  put(std::make_unique<If>(build.both(v(t), positive(y)), Block(), Block()));
  EXPECT_TRUE(Unhoisted(procedure).skipped(*hoisted));
}

TEST_F(UnhoistTest, CallBeforeAWhileStays) { // (3)
  Symbol *t = temp(real());
  Stmt *kept = put(call(f, t));
  put(std::make_unique<While>(Block(), positive(t), Block()));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, CallInWhileHeadFolds) { // (3)
  Symbol *t = temp(real());
  auto loop = std::make_unique<While>(Block(), positive(t), Block());
  Stmt *hoisted = put(loop->head, call(f, t));
  const Stmt *target = put(std::move(loop));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*hoisted));
  EXPECT_NE(unhoisted.replacement(t, target), nullptr);
}

TEST_F(UnhoistTest, ForBoundFoldsInFortranOnly) { // (3)
  Symbol *t = temp(real()), *i = local("i");
  Stmt *hoisted = put(call(f, t));
  put(std::make_unique<For>(i, v(x), v(t), nullptr, Block()));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*hoisted));
  procedure.language = Language::Fortran;
  EXPECT_TRUE(Unhoisted(procedure).skipped(*hoisted));
}

TEST_F(UnhoistTest, ShortCircuitAnd) { // (4)
  Symbol *t = temp(truth()), *u = temp(real());
  put(assign(t, positive(y)));
  auto branch = std::make_unique<If>(v(t), Block(), Block());
  put(branch->thenBlock, call(f, u));
  put(branch->thenBlock, assign(t, positive(u)));
  const Stmt *folded = put(std::move(branch));
  const Stmt *target = put(std::make_unique<If>(v(t), Block(), Block()));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*folded));
  EXPECT_TRUE(unhoisted.vanished(t));
  EXPECT_TRUE(unhoisted.vanished(u));
  const Folded *both = unhoisted.replacement(t, target);
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->kind, Folded::Kind::And);
  EXPECT_EQ(both->left->kind, Folded::Kind::Value);
  EXPECT_NE(unhoisted.replacement(u, both->right->at), nullptr);
}

TEST_F(UnhoistTest, ShortCircuitOrOfCalls) { // (4)
  Symbol *t = temp(truth());
  put(call(f, t));
  auto branch = std::make_unique<If>(build.negate(v(t)), Block(), Block());
  put(branch->thenBlock, call(g, t));
  put(std::move(branch));
  const Stmt *target = put(std::make_unique<If>(v(t), Block(), Block()));
  Unhoisted unhoisted(procedure);
  const Folded *either = unhoisted.replacement(t, target);
  ASSERT_NE(either, nullptr);
  EXPECT_EQ(either->kind, Folded::Kind::Or);
  EXPECT_EQ(either->left->kind, Folded::Kind::Call);
  EXPECT_EQ(either->right->kind, Folded::Kind::Call);
}

TEST_F(UnhoistTest, BranchWithAnEffectStays) { // (4)
  Symbol *t = temp(truth());
  put(assign(t, positive(y)));
  auto branch = std::make_unique<If>(v(t), Block(), Block());
  put(branch->thenBlock, assign(x, v(y)));
  put(branch->thenBlock, call(f, t));
  Stmt *kept = put(std::move(branch));
  put(std::make_unique<If>(v(t), Block(), Block()));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, ConditionalInC) { // (5)
  Symbol *t = temp(real()), *u = temp(real());
  auto branch = std::make_unique<If>(positive(y), Block(), Block());
  put(branch->thenBlock, call(f, u));
  put(branch->thenBlock, assign(t, add(v(u), v(x))));
  put(branch->elseBlock, assign(t, v(x)));
  const Stmt *folded = put(std::move(branch));
  const Stmt *target = put(assign(y, add(v(t), v(x))));
  {
    Unhoisted unhoisted(procedure);
    EXPECT_TRUE(unhoisted.skipped(*folded));
    ASSERT_NE(unhoisted.replacement(t, target), nullptr);
    EXPECT_EQ(unhoisted.replacement(t, target)->kind, Folded::Kind::Conditional);
  }
  procedure.language = Language::Fortran;
  Unhoisted unhoisted(procedure);
  EXPECT_FALSE(unhoisted.skipped(*folded));
  EXPECT_TRUE(unhoisted.vanished(u)) << "inner folds stand on their own";
}

TEST_F(UnhoistTest, NoAddressOfACall) { // (6)
  Symbol *t = temp(real());
  Stmt *kept = put(call(f, t));
  const Expr *address = program.exprs.make<AddressOf>(program.types.pointer(real()), v(t));
  put(call(g, y, {address}));
  EXPECT_FALSE(Unhoisted(procedure).skipped(*kept));
}

TEST_F(UnhoistTest, CopiesOfAStatementFoldEach) { // (1): the structurer may have copied both
  Symbol *t = temp(real());
  Stmt *first = put(call(f, t));
  put(assign(y, v(t)));
  Stmt *second = put(clone(*first));
  put(assign(x, v(t)));
  Unhoisted unhoisted(procedure);
  EXPECT_TRUE(unhoisted.skipped(*first));
  EXPECT_TRUE(unhoisted.skipped(*second));
}

TEST_F(UnhoistTest, OneMisfitKeepsAllCopies) { // (1)
  Symbol *t = temp(real());
  Stmt *first = put(call(f, t));
  put(assign(y, v(t)));
  put(assign(x, v(t)));
  Unhoisted unhoisted(procedure);
  EXPECT_FALSE(unhoisted.skipped(*first));
}

TEST_F(UnhoistTest, CommentsMoveToTheTarget) {
  Symbol *t = temp(real());
  put(call(f, t))->comments = {"why"};
  Stmt *target = put(assign(y, add(v(t), v(x))));
  target->comments = {"more"};
  EXPECT_EQ(Unhoisted(procedure).comments(*target), (std::vector<std::string>{"why", "more"}));
}

} // namespace
