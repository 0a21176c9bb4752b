// The structurer: small cases by their shape, and random programs by what they do.

#include "frontend/structure/Structure.h"

#include "emit/RestoreExits.h"

#include "Interpreter.h"
#include "ir/Builder.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"

#include <gtest/gtest.h>
#include <random>

using namespace costate;
using namespace costate::ir;

namespace {

/// A procedure under construction.
struct Fixture {
  SourceManager sources;
  Diagnostics diagnostics{sources};
  Program program{sources};
  Builder b{program};
  Procedure *p;
  const Type *integer;

  explicit Fixture(Language language = Language::Fortran) {
    program.units.push_back(std::make_unique<Unit>());
    Unit &unit = *program.units.back();
    unit.kind = language == Language::C ? UnitKind::CFile : UnitKind::FortranFile;
    unit.procedures.push_back(std::make_unique<Procedure>());
    p = unit.procedures.back().get();
    p->name = "work";
    p->unit = &unit;
    p->language = language;
    p->hasBody = true;
    integer = b.integer(language);
  }

  Symbol *variable(const std::string &name) {
    Symbol *s = addSymbol(p->scope, name, SymbolKind::Variable, integer);
    s->owner = p;
    return s;
  }
  const Expr *read(Symbol *s) { return b.variable(s); }
  const Expr *number(int64_t n) { return b.constant(integer, n); }
  const Expr *less(Symbol *s, int64_t n) {
    return b.compare(BinaryOp::Less, read(s), number(n), p->language);
  }
  StmtPtr say(const std::string &text) {
    return std::make_unique<Opaque>(std::vector<OpaquePiece>{{text, nullptr, {}}});
  }
  StmtPtr branch(const Expr *c, Block then, Block otherwise = {}) {
    return std::make_unique<If>(c, std::move(then), std::move(otherwise));
  }
  StmtPtr jump(unsigned label) { return std::make_unique<Goto>(label); }
  StmtPtr label(unsigned n) { return std::make_unique<Label>(n); }

  std::string structured() {
    structure::structure(program, diagnostics);
    EXPECT_FALSE(diagnostics.hasErrors()) << diagnostics.render();
    for (const std::string &fault : verify(program))
      ADD_FAILURE() << fault << "\n" << print(p->body);
    return print(p->body);
  }
};

template <typename... S> Block list(S... s) {
  Block out;
  (out.push_back(std::move(s)), ...);
  return out;
}

TEST(Structure, ForwardGotoIsAnIf) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.branch(f.less(x, 1), list(f.jump(10))), f.say("a"), f.say("b"), f.label(10),
                   f.say("c"));
  EXPECT_EQ(f.structured(), "if (x >= 1)\n"
                            "  opaque a\n"
                            "  opaque b\n"
                            "opaque c\n");
}

TEST(Structure, GotosAroundAnAlternativeAreAnIfElse) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.branch(f.less(x, 1), list(f.jump(10))), f.say("a"), f.say("b"), f.say("c"),
                   f.jump(20), f.label(10), f.say("d"), f.label(20), f.say("e"));
  EXPECT_EQ(f.structured(), "if (x < 1)\n"
                            "  opaque d\n"
                            "else\n"
                            "  opaque a\n"
                            "  opaque b\n"
                            "  opaque c\n"
                            "opaque e\n");
}

TEST(Structure, BackwardGotoIsALoopThatTestsAtItsEnd) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.label(10), f.say("a"), f.branch(f.less(x, 1), list(f.jump(10))), f.say("b"));
  EXPECT_EQ(f.structured(), "while\n"
                            "  opaque a\n"
                            "test (x < 1)\n"
                            "opaque b\n");
}

TEST(Structure, GotoLoopWithATestOnTopIsAWhile) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.label(10), f.branch(f.less(x, 1), list(f.jump(20))), f.say("a"), f.jump(10),
                   f.label(20), f.say("b"));
  EXPECT_EQ(f.structured(), "while\n"
                            "test (x >= 1)\n"
                            "  opaque a\n"
                            "opaque b\n");
}

TEST(Structure, EarlyReturnIsRemembered) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.branch(f.less(x, 1), list(f.say("bad"), std::make_unique<Return>())),
                   f.say("a"), f.say("b"), f.say("c"));
  EXPECT_EQ(f.structured(), "if (x < 1) (returned)\n"
                            "  opaque bad\n"
                            "else\n"
                            "  opaque a\n"
                            "  opaque b\n"
                            "  opaque c\n");
}

TEST(Structure, ExitInTheMiddleNeedsNoFlag) {
  Fixture f;
  Symbol *x = f.variable("x");
  unsigned id = f.p->newLoopId();
  f.p->body = list(std::make_unique<Loop>(
      id, Block(), nullptr,
      list(f.say("a"), f.branch(f.less(x, 1), list(std::make_unique<Exit>(id))), f.say("b")),
      Block()));
  EXPECT_EQ(f.structured(), "while\n"
                            "  opaque a\n"
                            "test (x >= 1)\n"
                            "  opaque b\n");
}

TEST(Structure, CycleIsAnIf) {
  Fixture f;
  Symbol *x = f.variable("x"), *i = f.variable("i");
  unsigned id = f.p->newLoopId();
  auto loop = std::make_unique<For>(
      i, f.number(1), f.number(3), nullptr,
      list(f.branch(f.less(x, 1), list(std::make_unique<Cycle>(id))), f.say("b"), f.say("c"),
           f.say("d")));
  loop->id = id;
  f.p->body = list(std::move(loop));
  EXPECT_EQ(f.structured(), "for i := 1 to 3\n"
                            "  if (x >= 1)\n"
                            "    opaque b\n"
                            "    opaque c\n"
                            "    opaque d\n");
}

TEST(Structure, ReturnFromALoopIsOneFlag) {
  Fixture f;
  Symbol *x = f.variable("x"), *i = f.variable("i");
  auto loop = std::make_unique<For>(
      i, f.number(1), f.number(3), nullptr,
      list(f.branch(f.less(x, 1), list(f.say("found"), std::make_unique<Return>())), f.say("b")));
  loop->id = f.p->newLoopId();
  f.p->body = list(std::move(loop), f.say("none"));
  EXPECT_EQ(f.structured(), "returned := false\n"
                            "i := 1\n"
                            "while\n"
                            "test ((i <= 3) && !(returned))\n"
                            "  if (x < 1)\n"
                            "    opaque found\n"
                            "    returned := true\n"
                            "  else\n"
                            "    opaque b\n"
                            "    i := (i + 1)\n"
                            "if !(returned)\n"
                            "  opaque none\n");
}

/// `for (start; test; step) body` of C.
struct CLoop {
  Fixture f{Language::C};
  Symbol *i = f.variable("i"), *n = f.variable("n");

  std::string run(BinaryOp relation, const Expr *bound, int64_t step, Block body) {
    unsigned id = f.p->newLoopId();
    Block advance =
        list(f.b.assign(i, f.b.binary(BinaryOp::Add, f.read(i), f.number(step))));
    f.p->body = list(f.b.assign(i, f.number(0)),
                     std::make_unique<Loop>(
                         id, Block(), f.b.compare(relation, f.read(i), bound, Language::C),
                         std::move(body), std::move(advance)));
    return f.structured();
  }
};

TEST(CountedLoops, UpwardLoopIsCounted) {
  CLoop c;
  EXPECT_EQ(c.run(BinaryOp::Less, c.f.read(c.n), 1, list(c.f.say("a"))),
            "for i := 0 until n up\n  opaque a\n");
}

TEST(CountedLoops, DownwardLoopIsCounted) {
  CLoop c;
  EXPECT_EQ(c.run(BinaryOp::GreaterEqual, c.f.read(c.n), -2, list(c.f.say("a"))),
            "for i := 0 to n by -2 down\n  opaque a\n");
}

TEST(CountedLoops, ChangedBoundIsNotCounted) {
  CLoop c;
  Block body = list(c.f.b.assign(c.n, c.f.number(7)));
  EXPECT_NE(c.run(BinaryOp::Less, c.f.read(c.n), 1, std::move(body)).find("while"),
            std::string::npos);
}

TEST(CountedLoops, ChangedCounterIsNotCounted) {
  CLoop c;
  Block body = list(c.f.b.assign(c.i, c.f.number(7)));
  EXPECT_NE(c.run(BinaryOp::Less, c.f.read(c.n), 1, std::move(body)).find("while"),
            std::string::npos);
}

TEST(CountedLoops, StepAwayFromTheBoundIsNotCounted) {
  CLoop c;
  EXPECT_NE(c.run(BinaryOp::Less, c.f.read(c.n), -1, list(c.f.say("a"))).find("while"),
            std::string::npos);
}

TEST(CountedLoops, UnequalNeedsAStepOfOne) {
  CLoop c;
  EXPECT_NE(c.run(BinaryOp::NotEqual, c.f.read(c.n), 2, list(c.f.say("a"))).find("while"),
            std::string::npos);
}

TEST(CountedLoops, UnequalWithKnownNumbersMustMeetTheBound) {
  CLoop even, odd;
  EXPECT_EQ(even.run(BinaryOp::NotEqual, even.f.number(6), 2, list(even.f.say("a"))),
            "for i := 0 until 6 by 2 up\n  opaque a\n");
  EXPECT_NE(odd.run(BinaryOp::NotEqual, odd.f.number(7), 2, list(odd.f.say("a"))).find("while"),
            std::string::npos);
}

TEST(CountedLoops, UnsignedCounterDownToMinusOneIsNotCounted) {
  // for (u = 4; u != (unsigned)-1; u--): no order describes the last step.
  CLoop c;
  const Type *natural = c.f.program.types.integer(4, false, "int");
  Symbol *u = addSymbol(c.f.p->scope, "u", SymbolKind::Variable, natural);
  u->owner = c.f.p;
  auto constant = [&](int64_t n) { return c.f.b.constant(natural, n); };
  Block step = list(c.f.b.assign(u, c.f.b.binary(BinaryOp::Subtract, c.f.read(u), constant(1))));
  const Expr *test = c.f.b.compare(BinaryOp::NotEqual, c.f.read(u), constant(-1), Language::C);
  c.f.p->body = list(c.f.b.assign(u, constant(4)),
                     std::make_unique<Loop>(c.f.p->newLoopId(), Block(), test,
                                            list(c.f.say("a")), std::move(step)));
  EXPECT_NE(c.f.structured().find("while"), std::string::npos);
}

TEST(CountedLoops, BoundReadThroughAPointerSurvivesStoresOfAnotherType) {
  CLoop c;
  const Type *toInt = c.f.program.types.pointer(c.f.integer);
  const Type *real = c.f.program.types.real(8);
  Symbol *p = addSymbol(c.f.p->scope, "p", SymbolKind::Variable, toInt);
  Symbol *x = addSymbol(c.f.p->scope, "x", SymbolKind::Variable, c.f.program.types.pointer(real));
  p->owner = x->owner = c.f.p;
  auto &exprs = c.f.program.exprs;
  const Expr *bound = exprs.make<Dereference>(c.f.integer, c.f.read(p));
  const Expr *place = exprs.make<Dereference>(real, c.f.read(x), c.f.read(c.i));
  Block body = list(std::make_unique<Assign>(place, exprs.make<RealConstant>(real, "1.0", 1.0)));
  EXPECT_NE(c.run(BinaryOp::Less, bound, 1, std::move(body)).find("for i"), std::string::npos);
}

TEST(CountedLoops, BoundReadThroughAPointerDoesNotSurviveStoresOfItsType) {
  CLoop c;
  const Type *toInt = c.f.program.types.pointer(c.f.integer);
  Symbol *p = addSymbol(c.f.p->scope, "p", SymbolKind::Variable, toInt);
  Symbol *q = addSymbol(c.f.p->scope, "q", SymbolKind::Variable, toInt);
  p->owner = q->owner = c.f.p;
  auto &exprs = c.f.program.exprs;
  const Expr *bound = exprs.make<Dereference>(c.f.integer, c.f.read(p));
  Block body = list(std::make_unique<Assign>(
      exprs.make<Dereference>(c.f.integer, c.f.read(q)), c.f.number(3)));
  EXPECT_NE(c.run(BinaryOp::Less, bound, 1, std::move(body)).find("while"), std::string::npos);
}

TEST(Structure, JumpIntoALoopIsRefused) {
  Fixture f;
  Symbol *i = f.variable("i");
  auto loop = std::make_unique<For>(i, f.number(1), f.number(3), nullptr,
                                    list(f.label(10), f.say("a")));
  f.p->body = list(f.jump(10), std::move(loop));
  structure::structure(f.program, f.diagnostics);
  EXPECT_TRUE(f.diagnostics.hasErrors());
  EXPECT_NE(f.diagnostics.render().find("jump into a loop"), std::string::npos);
}

// ---- Random programs -------------------------------------------------------------------------

/// Raw procedures with every kind of jump. The state is one integer that every statement stirs, and
/// every decision looks at it, so that runs take many different paths.
class RandomProgram {
public:
  RandomProgram(Fixture &f, unsigned seed) : f(f), random(seed) {
    x = f.variable("x");
    f.p->body = block(3, 8);
  }

  Symbol *x;

private:
  Fixture &f;
  std::mt19937 random;
  std::vector<unsigned> loops;  ///< around the current place
  std::vector<unsigned> labels; ///< of blocks around it; of their Ifs too
  unsigned said = 0;

  unsigned pick(unsigned n) { return random() % n; }

  StmtPtr stir() {
    const Expr *e = f.b.binary(BinaryOp::Multiply, f.read(x), f.number(5 + pick(7)));
    e = f.b.binary(BinaryOp::Add, e, f.number(pick(11)));
    return f.b.assign(x, f.b.binary(BinaryOp::Remainder, e, f.number(37)));
  }

  const Expr *decision() { return f.less(x, 3 + pick(31)); }

  StmtPtr anyJump() {
    unsigned choice = pick(6);
    if (choice == 0)
      return std::make_unique<Return>();
    if (choice <= 2 && !loops.empty()) {
      unsigned id = loops[pick(loops.size())];
      if (pick(2) || onceIds.count(id))
        return std::make_unique<Exit>(id);
      return std::make_unique<Cycle>(id);
    }
    if (!labels.empty())
      return f.jump(labels[pick(labels.size())]);
    return std::make_unique<Return>();
  }

  std::set<unsigned> onceIds;

  Block block(unsigned depth, unsigned most) {
    size_t outer = labels.size();
    unsigned count = 1 + pick(most);
    std::vector<std::vector<unsigned>> at(count + 1);
    for (unsigned n = pick(3); n-- > 0;) {
      labels.push_back(f.p->newLabel());
      at[pick(count + 1)].push_back(labels.back());
    }
    Block out;
    for (unsigned i = 0; i <= count; ++i) {
      for (unsigned n : at[i])
        out.push_back(f.label(n));
      if (i == count)
        break;
      out.push_back(f.say(std::to_string(++said)));
      out.push_back(stir());
      statement(out, depth);
    }
    labels.resize(outer);
    return out;
  }

  void statement(Block &out, unsigned depth) {
    unsigned choice = pick(10);
    if (choice <= 3)
      out.push_back(f.branch(decision(), list(f.say(std::to_string(++said)), anyJump())));
    else if (choice == 4)
      out.push_back(f.branch(decision(), list(anyJump()), list(anyJump())));
    else if (choice == 5 && labels.size() > 1)
      out.push_back(multiway());
    else if (depth > 0 && choice <= 7)
      out.push_back(f.branch(decision(), block(depth - 1, 4), pick(2) ? block(depth - 1, 4) : Block()));
    else if (depth > 0)
      out.push_back(loop(depth - 1));
  }

  StmtPtr multiway() {
    std::vector<MultiwayGoto::Case> cases;
    for (unsigned i = 0; i < 3; ++i) {
      const Expr *value = f.number(pick(37));
      cases.push_back({value, value, labels[pick(labels.size())]});
    }
    const Expr *upper = f.number(20);
    cases.push_back({f.number(15), upper, labels[pick(labels.size())]});
    return std::make_unique<MultiwayGoto>(f.read(x), cases, pick(2) ? labels[0] : 0);
  }

  StmtPtr loop(unsigned depth) {
    unsigned id = f.p->newLoopId();
    // A label outside a loop stays reachable from inside; the generator never aims into one.
    loops.push_back(id);
    bool once = pick(4) == 0;
    if (once)
      onceIds.insert(id);
    Block body = block(depth, 4);
    loops.pop_back();
    if (!once && pick(2)) {
      Symbol *i = f.variable("i" + std::to_string(id));
      auto counted = std::make_unique<For>(i, f.number(pick(3)), f.number(pick(5)),
                                           pick(3) ? nullptr : f.number(2), std::move(body));
      counted->id = id;
      return counted;
    }
    Block step;
    if (!once && pick(2))
      step = list(f.say("step" + std::to_string(id)), stir());
    auto out = std::make_unique<Loop>(id, Block(), once || pick(4) == 0 ? nullptr : decision(),
                                      std::move(body), std::move(step));
    out->once = once;
    out->testAtEnd = !once && out->condition && pick(3) == 0;
    if (!once && out->condition && pick(3) == 0)
      out->head = list(f.say("head" + std::to_string(id)), stir());
    return out;
  }
};

testing::AssertionResult doesTheSame(const Procedure &before, const Procedure &after, Symbol *x) {
  for (int64_t start : {0, 1, 5, 17, 30}) {
    auto a = test::interpret(before, {{x, start}});
    auto b = test::interpret(after, {{x, start}});
    size_t shared = std::min(a.trace.size(), b.trace.size());
    if (!a.stopped || !b.stopped)
      shared = std::max(a.trace.size(), b.trace.size());
    a.trace.resize(shared);
    b.trace.resize(shared);
    if (a.trace != b.trace)
      return testing::AssertionFailure() << "start " << start << "\n"
                                         << print(before.body) << "----\n"
                                         << print(after.body);
  }
  return testing::AssertionSuccess();
}

class RandomStructure : public testing::TestWithParam<Language> {};

TEST_P(RandomStructure, DoesTheSame) {
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    Fixture f(GetParam());
    RandomProgram random(f, seed);
    Procedure before;
    before.body = clone(f.p->body);
    structure::structure(f.program, f.diagnostics);
    ASSERT_FALSE(f.diagnostics.hasErrors()) << "seed " << seed << f.diagnostics.render();
    auto faults = verify(f.program);
    ASSERT_TRUE(faults.empty()) << "seed " << seed << ": " << faults[0];
    ASSERT_TRUE(doesTheSame(before, *f.p, random.x)) << "seed " << seed;
  }
}

/// What is printed, with exits again.
TEST_P(RandomStructure, DoesTheSameWithItsExits) {
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    Fixture f(GetParam());
    RandomProgram random(f, seed);
    structure::structure(f.program, f.diagnostics);
    Procedure before;
    before.body = clone(f.p->body);
    emit::restoreExits(f.program, *f.p);
    ASSERT_TRUE(doesTheSame(before, *f.p, random.x)) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(BothLanguages, RandomStructure,
                         testing::Values(Language::C, Language::Fortran),
                         [](auto &info) { return info.param == Language::C ? "C" : "Fortran"; });

TEST(Structure, IrreducibleLoopIsEnteredThroughAFlag) {
  Fixture f;
  Symbol *x = f.variable("x");
  f.p->body = list(f.branch(f.less(x, 1), list(f.jump(20))), f.label(10), f.say("a"), f.label(20),
                   f.say("b"), f.branch(f.less(x, 5), list(f.jump(10))));
  std::string text = f.structured();
  EXPECT_NE(text.find("enter := true"), std::string::npos) << text;
}

} // namespace
