// Each fault the verifier names, once.

#include "ir/Verifier.h"

#include "ir/Builder.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;

namespace {

struct VerifierTest : testing::Test {
  SourceManager sources;
  Program program{sources};
  Builder b{program};
  Procedure *p, *other;
  const Type *integer = program.types.integer(4);

  VerifierTest() {
    program.units.push_back(std::make_unique<Unit>());
    for (const char *name : {"one", "two"}) {
      auto procedure = std::make_unique<Procedure>();
      procedure->name = name;
      procedure->hasBody = true;
      program.units.back()->procedures.push_back(std::move(procedure));
    }
    p = program.units.back()->procedures[0].get();
    other = program.units.back()->procedures[1].get();
  }

  Symbol *variable(Procedure *owner, const Type *type) {
    Symbol *s = addSymbol(owner->scope, "v", SymbolKind::Variable, type);
    s->owner = owner;
    return s;
  }

  void expectFault(const std::string &what) {
    auto faults = verify(program);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_NE(faults[0].find(what), std::string::npos) << faults[0];
  }
};

TEST_F(VerifierTest, RawStatement) {
  p->body.push_back(std::make_unique<Goto>(10));
  expectFault("raw statement: goto 10");
}

TEST_F(VerifierTest, ForeignSymbol) {
  Symbol *mine = variable(p, integer), *theirs = variable(other, integer);
  p->body.push_back(b.assign(mine, b.variable(theirs)));
  expectFault("foreign symbol");
}

TEST_F(VerifierTest, InternalProcedureSeesItsHost) {
  Symbol *theirs = variable(other, integer);
  p->host = other;
  p->body.push_back(b.assign(theirs, b.constant(integer, 1)));
  EXPECT_TRUE(verify(program).empty());
}

TEST_F(VerifierTest, BadPlace) {
  p->body.push_back(std::make_unique<Assign>(b.constant(integer, 1), b.constant(integer, 2)));
  expectFault("bad place");
}

TEST_F(VerifierTest, AssignedCounter) {
  Symbol *i = variable(p, integer);
  Block body;
  body.push_back(b.assign(i, b.constant(integer, 2)));
  p->body.push_back(std::make_unique<For>(i, b.constant(integer, 1), b.constant(integer, 9),
                                          nullptr, std::move(body)));
  expectFault("assigned counter");
}

TEST_F(VerifierTest, TypeMismatch) {
  Symbol *x = variable(p, program.types.real(8));
  p->body.push_back(b.assign(x, b.constant(integer, 2)));
  expectFault("type mismatch");
}

TEST_F(VerifierTest, BadCondition) {
  p->body.push_back(std::make_unique<If>(b.constant(integer, 2), Block(), Block()));
  expectFault("bad condition");
}

} // namespace
