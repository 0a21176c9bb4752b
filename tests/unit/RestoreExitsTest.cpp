// Exits as they are printed: each step of emit/RestoreExits.h by a small program, and what must stay.

#include "emit/RestoreExits.h"

#include "frontend/structure/Structure.h"
#include "ir/Builder.h"
#include "ir/Printer.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;

namespace {

template <typename... S> Block list(S... statements) {
  Block out;
  (out.push_back(std::move(statements)), ...);
  return out;
}

class RestoreExits : public ::testing::Test {
protected:
  RestoreExits() { start(Language::Fortran); }

  void start(Language language) {
    program.units.push_back(std::make_unique<Unit>());
    Unit &unit = *program.units.back();
    unit.kind = language == Language::C ? UnitKind::CFile : UnitKind::FortranFile;
    unit.procedures.push_back(std::make_unique<Procedure>());
    p = unit.procedures.back().get();
    p->name = "work";
    p->unit = &unit;
    p->language = language;
    p->hasBody = true;
    p->location = {1, 1, 1};
  }

  Symbol *variable(const std::string &name, const Type *type = nullptr) {
    Symbol *s = addSymbol(p->scope, name, SymbolKind::Variable,
                          type ? type : b.integer(p->language), Location{1, 2, 1});
    s->owner = p;
    return s;
  }
  const Expr *number(int64_t n) { return b.constant(b.integer(p->language), n); }
  const Expr *less(Symbol *s, int64_t n) {
    return b.compare(BinaryOp::Less, b.variable(s), number(n), p->language);
  }
  StmtPtr say(const std::string &text) {
    return std::make_unique<Opaque>(std::vector<OpaquePiece>{{text, nullptr, {}}});
  }
  StmtPtr when(const Expr *c, Block then, Block otherwise = {}) {
    return std::make_unique<If>(c, std::move(then), std::move(otherwise));
  }
  StmtPtr exit(unsigned loop) { return std::make_unique<Exit>(loop); }
  StmtPtr cycle(unsigned loop) { return std::make_unique<Cycle>(loop); }
  StmtPtr count(Symbol *i, const Expr *bound, Block body, unsigned id, unsigned line) {
    auto loop = std::make_unique<For>(i, number(1), bound, nullptr, std::move(body),
                                      Location{1, line, 1});
    loop->id = id;
    p->loopIds = std::max(p->loopIds, id);
    return loop;
  }

  /// What is printed for the procedure, as IR.
  std::string printed() {
    Diagnostics diagnostics(sources);
    structure::structure(program, diagnostics);
    emit::RestoredExits restored(program);
    return print(p->body);
  }

  SourceManager sources;
  Program program{sources};
  Builder b{program};
  Procedure *p = nullptr;
};

TEST_F(RestoreExits, CountedLoopWithAnExitIsCountedAgain) {
  Symbol *i = variable("i"), *n = variable("n"), *x = variable("x");
  p->body = list(count(i, b.variable(n), list(when(less(x, 3), list(exit(1))), say("rest")), 1, 5),
                 say("after"));
  std::string text = printed();
  EXPECT_EQ(text.find("done"), std::string::npos) << text;
  EXPECT_NE(text.find("for i"), std::string::npos) << text;
  EXPECT_NE(text.find("exit loop"), std::string::npos) << text;
}

TEST_F(RestoreExits, TheCanonicalBodyComesBack) {
  Symbol *i = variable("i"), *x = variable("x");
  p->body = list(count(i, number(9), list(when(less(x, 3), list(exit(1))), say("rest")), 1, 5),
                 say("after"));
  Diagnostics diagnostics(sources);
  structure::structure(program, diagnostics);
  std::string canonical = print(p->body);
  { emit::RestoredExits restored(program); }
  EXPECT_EQ(print(p->body), canonical);
}

TEST_F(RestoreExits, ABoundTheLoopChangesIsTakenOnce) {
  Symbol *i = variable("i"), *n = variable("n"), *x = variable("x");
  Block body = list(when(less(x, 3), list(exit(1))), b.assign(n, number(0)), say("rest"));
  p->body = list(count(i, b.variable(n), std::move(body), 1, 5), say("after"));
  std::string text = printed();
  // DO takes the bound on entry, as the copy did.
  EXPECT_EQ(text.find("last"), std::string::npos) << text;
  EXPECT_NE(text.find("for i"), std::string::npos) << text;
}

TEST_F(RestoreExits, AWhileLoopOfTheSourceStaysOne) {
  Symbol *i = variable("i"), *x = variable("x");
  auto step = b.assign(i, b.binary(BinaryOp::Add, b.variable(i), number(1)));
  step->location = {1, 9, 1};
  auto loop = std::make_unique<Loop>(1, Block(), less(i, 10),
                                     list(when(less(x, 3), list(exit(1))), std::move(step)),
                                     Block(), Location{1, 6, 1});
  p->loopIds = 1;
  auto first = b.assign(i, number(1), Location{1, 5, 1});
  p->body = list(std::move(first), std::move(loop), say("after"));
  std::string text = printed();
  EXPECT_EQ(text.find("for i"), std::string::npos) << text;
  EXPECT_EQ(text.find("done"), std::string::npos) << text;
}

TEST_F(RestoreExits, AFlagOfTheSourceStays) {
  Symbol *x = variable("x"), *found = variable("found", b.logical(Language::Fortran));
  Block body = list(say("look"), when(less(x, 3), list(b.assign(found, b.truth(found->type, true)))));
  auto off = b.assign(found, b.truth(found->type, false));
  p->body = list(std::move(off),
                 std::make_unique<While>(Block(), b.negate(b.variable(found)), std::move(body)));
  std::string text = printed();
  EXPECT_NE(text.find("found := true"), std::string::npos) << text;
}

TEST_F(RestoreExits, ReturnFromNestedLoopsIsAReturn) {
  Symbol *i = variable("i"), *j = variable("j"), *x = variable("x");
  Block inner = list(when(less(x, 3), list(say("found"), std::make_unique<Return>())), say("in"));
  Block outer = list(count(j, number(5), std::move(inner), 2, 6), say("out"));
  p->body = list(count(i, number(9), std::move(outer), 1, 5), say("after"));
  std::string text = printed();
  EXPECT_EQ(text.find("returned"), std::string::npos) << text;
  EXPECT_NE(text.find("return"), std::string::npos) << text;
  EXPECT_NE(text.find("for i"), std::string::npos) << text;
  EXPECT_NE(text.find("for j"), std::string::npos) << text;
}

TEST_F(RestoreExits, FortranLeavesOuterLoopsByName) {
  Symbol *i = variable("i"), *j = variable("j"), *x = variable("x");
  Block inner = list(when(less(x, 3), list(exit(1))), when(less(x, 7), list(cycle(1))), say("in"));
  Block outer = list(count(j, number(5), std::move(inner), 2, 6), say("out"));
  p->body = list(count(i, number(9), std::move(outer), 1, 5), say("after"));
  std::string text = printed();
  EXPECT_EQ(text.find("done"), std::string::npos) << text;
  EXPECT_EQ(text.find("skip"), std::string::npos) << text;
  EXPECT_NE(text.find("exit loop 1"), std::string::npos) << text;
  EXPECT_NE(text.find("cycle loop 1"), std::string::npos) << text;
}

TEST_F(RestoreExits, CLeavesTheInnermostLoopOnly) {
  start(Language::C);
  Symbol *i = variable("i"), *j = variable("j"), *x = variable("x");
  Block inner = list(when(less(x, 3), list(exit(1))), say("in"));
  Block outer = list(count(j, number(5), std::move(inner), 2, 6), say("out"));
  p->body = list(count(i, number(9), std::move(outer), 1, 5), say("after"));
  std::string text = printed();
  EXPECT_NE(text.find("done := true\n      exit loop 2"), std::string::npos) << text;
  EXPECT_NE(text.find("for i"), std::string::npos) << text;
}

} // namespace
