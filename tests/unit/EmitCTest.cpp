// The C emitter on programs built by hand: precedence, conversions, declarators, placement of
// declarations, shapes of loops and returns.
#include "emit/Emit.h"

#include "emit/c/Conversions.h"
#include "emit/c/Expressions.h"
#include "ir/Builder.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;
using namespace costate::emit::c;

namespace {

class EmitCTest : public ::testing::Test {
protected:
  EmitCTest() : program(sources), build(program), printer(names), unit(addUnit()) {}

  Unit *addUnit() {
    program.units.push_back(std::make_unique<Unit>());
    program.units.back()->kind = UnitKind::CFile;
    return program.units.back().get();
  }

  // Types
  const Type *intType() { return build.integer(Language::C); }
  const Type *longType() { return program.types.integer(8, true, "long"); }
  const Type *sizeType() { return program.types.integer(8, false, "long"); }
  const Type *shortType() { return program.types.integer(2, true, "short"); }
  const Type *floatType() { return program.types.real(4); }
  const Type *doubleType() { return program.types.real(8); }
  const Type *truthType() { return program.types.logical(1); }
  const Type *pointerTo(const Type *t) { return program.types.pointer(t); }

  // Symbols
  Procedure *function(const std::string &name, const Type *result) {
    auto owned = std::make_unique<Procedure>();
    Procedure *p = owned.get();
    unit->procedures.push_back(std::move(owned));
    p->name = name;
    p->language = Language::C;
    p->unit = unit;
    p->hasBody = true;
    p->resultType = result;
    p->symbol = addSymbol(unit->scope, name, SymbolKind::Procedure, nullptr);
    p->symbol->storage = Storage::Global;
    p->symbol->procedure = p;
    if (!result->isVoid()) {
      p->kind = ProcedureKind::Function;
      p->result = add(*p, "result", result, Storage::Result);
    }
    return p;
  }
  Symbol *add(Procedure &p, const std::string &name, const Type *type,
              Storage storage = Storage::Local) {
    Symbol *s = addSymbol(p.scope, name, SymbolKind::Variable, type);
    s->storage = storage;
    s->owner = &p;
    if (storage == Storage::Argument)
      p.parameters.push_back(s);
    return s;
  }
  Symbol *global(const std::string &name, const Type *type) {
    Symbol *s = addSymbol(unit->scope, name, SymbolKind::Variable, type);
    s->storage = Storage::Global;
    s->unit = unit;
    return s;
  }

  // Expressions
  const Expr *v(Symbol *s) { return build.variable(s); }
  const Expr *number(int64_t n) { return build.constant(intType(), n); }
  const Expr *real(const char *digits) {
    return program.exprs.make<RealConstant>(doubleType(), digits, 0.0);
  }
  const Expr *op(BinaryOp o, const Expr *a, const Expr *b) { return build.binary(o, a, b); }
  const Expr *compare(BinaryOp o, const Expr *a, const Expr *b) {
    return build.compare(o, a, b, Language::C);
  }
  const Expr *convert(const Type *t, const Expr *e, bool written = false) {
    return program.exprs.make<Convert>(t, e, written);
  }
  const Expr *negative(const Expr *e) {
    return program.exprs.make<Unary>(e->type, UnaryOp::Negate, e);
  }
  std::string text(const Expr *e) { return printer.value(e); }

  // Statements
  static Block block() { return {}; }
  template <typename... Rest> static Block block(StmtPtr first, Rest... rest) {
    Block b;
    b.push_back(std::move(first));
    (b.push_back(std::move(rest)), ...);
    return b;
  }
  StmtPtr assign(Symbol *s, const Expr *value) { return build.assign(s, value); }

  SourceManager sources;
  Program program;
  Builder build;
  Names names;
  Expressions printer;
  Unit *unit;
  Symbol *a = global("a", doubleType()), *b = global("b", doubleType()),
         *c = global("c", doubleType()), *i = global("i", intType()), *j = global("j", intType()),
         *n = global("n", sizeType()), *f = global("f", floatType()), *s = global("s", shortType());
};

// ---- Expressions --------------------------------------------------------------------------------

TEST_F(EmitCTest, TheTreeIsKept) {
  const Expr *sum = op(BinaryOp::Add, v(b), v(c));
  EXPECT_EQ(text(op(BinaryOp::Add, v(a), sum)), "a + (b + c)");
  EXPECT_EQ(text(op(BinaryOp::Add, sum, v(a))), "b + c + a");
  EXPECT_EQ(text(op(BinaryOp::Multiply, sum, v(a))), "(b + c) * a");
  EXPECT_EQ(text(op(BinaryOp::Subtract, v(a), negative(v(b)))), "a - -b");
  EXPECT_EQ(text(negative(negative(v(b)))), "-(-b)");
  EXPECT_EQ(text(negative(sum)), "-(b + c)");
  EXPECT_EQ(text(op(BinaryOp::Multiply, negative(v(a)), v(b))), "-a * b");
}

TEST_F(EmitCTest, ParenthesesThatCompilersAskFor) {
  const Expr *less = compare(BinaryOp::Less, v(i), v(j)),
             *more = compare(BinaryOp::Less, v(j), v(i));
  const Type *t = truthType();
  const Expr *both = program.exprs.make<Binary>(t, BinaryOp::And, less, more);
  EXPECT_EQ(text(program.exprs.make<Binary>(t, BinaryOp::Or, both, less)),
            "(i < j && j < i) || i < j");
  EXPECT_EQ(text(compare(BinaryOp::Equal, less, more)), "(i < j) == (j < i)");
  EXPECT_EQ(text(op(BinaryOp::ShiftLeft, v(i), op(BinaryOp::Add, v(j), number(1)))),
            "i << (j + 1)");
  EXPECT_EQ(text(op(BinaryOp::BitAnd, v(i), op(BinaryOp::Add, v(j), number(1)))), "i & (j + 1)");
}

TEST_F(EmitCTest, ConversionsThatCMakesItself) {
  EXPECT_EQ(text(op(BinaryOp::Multiply, v(a), convert(doubleType(), v(i)))), "a * i");
  EXPECT_EQ(text(op(BinaryOp::Divide, convert(doubleType(), v(i)), convert(doubleType(), v(j)))),
            "(double)i / j");
  EXPECT_EQ(text(op(BinaryOp::Add, convert(intType(), v(s)), convert(intType(), v(s)))), "s + s");
  EXPECT_EQ(text(op(BinaryOp::Add, v(n), convert(sizeType(), v(i)))), "n + i");
  EXPECT_EQ(text(op(BinaryOp::Add, v(n), build.constant(sizeType(), 1))), "n + 1");
  EXPECT_EQ(text(op(BinaryOp::Multiply, build.constant(longType(), 2), convert(longType(), v(i)))),
            "2L * i");
  EXPECT_EQ(text(op(BinaryOp::Multiply, v(a), convert(doubleType(), v(i), true))), "a * (double)i");
  EXPECT_EQ(text(op(BinaryOp::Add, convert(doubleType(), v(f)), v(a))), "f + a");
}

TEST_F(EmitCTest, TruthValues) {
  const Expr *asCondition = convert(truthType(), v(i));
  EXPECT_EQ(printer.condition(asCondition), "i");
  EXPECT_EQ(printer.assigned(convert(intType(), asCondition)), "i != 0");
  const Expr *less = compare(BinaryOp::Less, v(a), v(b));
  EXPECT_EQ(printer.assigned(convert(intType(), less)), "a < b");
  EXPECT_EQ(printer.negated(less), "!(a < b)");
  EXPECT_EQ(printer.negated(compare(BinaryOp::Less, v(i), v(j))), "i >= j");
  EXPECT_EQ(text(op(BinaryOp::Add, v(i), convert(intType(), less))), "i + (a < b)");
}

TEST_F(EmitCTest, Constants) {
  EXPECT_EQ(text(number(-5)), "-5");
  EXPECT_EQ(text(number(-2147483648LL)), "(-2147483647 - 1)");
  EXPECT_EQ(text(build.constant(sizeType(), -1)), "18446744073709551615UL");
  EXPECT_EQ(text(program.exprs.make<RealConstant>(floatType(), "1.5", 1.5)), "1.5f");
  EXPECT_EQ(text(program.exprs.make<RealConstant>(program.types.real(10), "1e5", 1e5)), "1e5L");
}

TEST_F(EmitCTest, PlacesAndPointers) {
  Symbol *p = global("p", pointerTo(doubleType()));
  const Expr *at = program.exprs.make<Dereference>(doubleType(), v(p), v(i));
  EXPECT_EQ(text(at), "p[i]");
  EXPECT_EQ(text(program.exprs.make<Dereference>(doubleType(), v(p))), "*p");
  EXPECT_EQ(text(program.exprs.make<AddressOf>(p->type, at)), "&p[i]");
  RecordType *record = program.types.record("point", unit);
  record->components.emplace_back();
  record->components[0].name = "x";
  Symbol *q = global("q", pointerTo(record));
  const Expr *whole = program.exprs.make<Dereference>(record, v(q));
  EXPECT_EQ(text(program.exprs.make<Field>(doubleType(), whole, record, 0)), "q->x");
}

TEST_F(EmitCTest, CompoundAssignment) {
  auto compound = [&](Symbol *place, const Expr *value) {
    auto found = printer.compound(v(place), value);
    return found ? found->op + " " + found->right : "";
  };
  EXPECT_EQ(compound(i, op(BinaryOp::Add, v(i), number(1))), "++ ");
  EXPECT_EQ(compound(a, op(BinaryOp::Multiply, v(a), v(b))), "*= b");
  EXPECT_EQ(compound(a, op(BinaryOp::Subtract, v(a), op(BinaryOp::Add, v(b), v(c)))), "-= b + c");
  EXPECT_EQ(compound(a, op(BinaryOp::Add, v(b), v(a))), "");
  const Expr *wide = op(BinaryOp::Add, convert(doubleType(), v(f)), v(a));
  EXPECT_EQ(compound(f, convert(floatType(), wide)), "+= a");
  EXPECT_EQ(
      compound(s, convert(shortType(), op(BinaryOp::Add, convert(intType(), v(s)), number(1)))),
      "++ ");
  // i = (int)(i + a) is i += a, but a written cast stays.
  const Expr *mixed = op(BinaryOp::Add, convert(doubleType(), v(i)), v(a));
  EXPECT_EQ(compound(i, convert(intType(), mixed)), "+= a");
  EXPECT_EQ(compound(i, convert(intType(), mixed, true)), "");
}

// ---- Declarators --------------------------------------------------------------------------------

TEST_F(EmitCTest, Declarators) {
  const Declarators &types = printer.types();
  const Type *constDouble = program.types.qualified(doubleType(), true);
  EXPECT_EQ(types.declare(pointerTo(constDouble), "p"), "const double *p");
  EXPECT_EQ(types.declare(program.types.qualified(pointerTo(doubleType()), true), "p"),
            "double *const p");
  Dimension four;
  four.extent = number(4);
  const Type *row = program.types.array(doubleType(), {four}, true);
  EXPECT_EQ(types.declare(pointerTo(row), "p"), "double (*p)[4]");
  EXPECT_EQ(types.declare(program.types.array(pointerTo(doubleType()), {four}, true), "p"),
            "double *p[4]");
  const Type *function =
      program.types.procedure(doubleType(), {doubleType(), pointerTo(program.types.voidType())});
  EXPECT_EQ(types.declare(pointerTo(function), "g"), "double (*g)(double, void *)");
  EXPECT_EQ(types.typeName(pointerTo(pointerTo(function))), "double (**)(double, void *)");
  EXPECT_EQ(types.typeName(program.types.integer(1, false, "char")), "unsigned char");
}

// ---- Functions ----------------------------------------------------------------------------------

/// The text of the function `name` of the emitted file.
std::string definition(const std::string &file, const std::string &name) {
  size_t at = file.rfind(name + "(");
  at = file.rfind('\n', at);
  return file.substr(at + 1);
}

TEST_F(EmitCTest, DeclaredWhereAssigned) {
  Procedure *p = function("g", doubleType());
  Symbol *x = add(*p, "x", doubleType(), Storage::Argument), *t = add(*p, "t", doubleType());
  p->body = block(assign(t, op(BinaryOp::Multiply, v(x), v(x))),
                  assign(p->result, op(BinaryOp::Add, v(t), v(t))));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "double g(double x) {\n"
                                                   "  double t = x * x;\n"
                                                   "  return t + t;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, LoopVariablesAndCarriedValues) {
  Procedure *p = function("g", doubleType());
  Symbol *k = add(*p, "k", intType()), *sum = add(*p, "sum", doubleType());
  Symbol *last = add(*p, "last", doubleType()), *square = add(*p, "square", doubleType());
  auto loop = std::make_unique<For>(
      k, number(0), number(10), nullptr,
      block(assign(square, op(BinaryOp::Multiply, v(a), v(a))),
            assign(sum, op(BinaryOp::Add, v(sum), op(BinaryOp::Add, v(square), v(last)))),
            assign(last, v(square))));
  loop->inclusive = false;
  loop->direction = For::Direction::Up;
  p->body = block(assign(sum, real("0.0")), std::move(loop), assign(p->result, v(sum)));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "double g(void) {\n"
                                                   "  double last;\n"
                                                   "\n"
                                                   "  double sum = 0.0;\n"
                                                   "  for (int k = 0; k < 10; k++) {\n"
                                                   "    double square = a * a;\n"
                                                   "    sum += square + last;\n"
                                                   "    last = square;\n"
                                                   "  }\n"
                                                   "  return sum;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, EarlyReturns) {
  Procedure *p = function("g", intType());
  auto branch = std::make_unique<If>(compare(BinaryOp::Less, v(i), number(0)),
                                     block(assign(p->result, number(-1))),
                                     block(assign(i, v(j)), assign(p->result, number(0))));
  branch->thenReturned = true;
  p->body = block(std::move(branch));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "int g(void) {\n"
                                                   "  if (i < 0)\n"
                                                   "    return -1;\n"
                                                   "  i = j;\n"
                                                   "  return 0;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, ElseIfChain) {
  Procedure *p = function("g", program.types.voidType());
  auto inner = std::make_unique<If>(compare(BinaryOp::Equal, v(i), number(2)),
                                    block(assign(j, number(20))), block(assign(j, number(30))));
  p->body = block(std::make_unique<If>(compare(BinaryOp::Equal, v(i), number(1)),
                                       block(assign(j, number(10))), block(std::move(inner))),
                  assign(i, v(j)));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  if (i == 1)\n"
                                                   "    j = 10;\n"
                                                   "  else if (i == 2)\n"
                                                   "    j = 20;\n"
                                                   "  else\n"
                                                   "    j = 30;\n"
                                                   "  i = j;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, LoopsThatExitInTheMiddle) {
  Procedure *p = function("g", program.types.voidType());
  Symbol *x = add(*p, "x", intType());
  p->body =
      block(std::make_unique<While>(block(assign(x, v(i))), compare(BinaryOp::Less, v(x), v(j)),
                                    block(assign(i, op(BinaryOp::Add, v(x), number(2))))));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  for (;;) {\n"
                                                   "    int x = i;\n"
                                                   "    if (x >= j)\n"
                                                   "      break;\n"
                                                   "    i = x + 2;\n"
                                                   "  }\n"
                                                   "}\n");
}

TEST_F(EmitCTest, DoWhileKeepsItsVariableOutside) {
  Procedure *p = function("g", program.types.voidType());
  Symbol *x = add(*p, "x", intType());
  p->body = block(std::make_unique<While>(block(assign(x, v(i))),
                                          compare(BinaryOp::Less, v(x), v(j)), block()));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  int x;\n"
                                                   "\n"
                                                   "  do {\n"
                                                   "    x = i;\n"
                                                   "  } while (x < j);\n"
                                                   "}\n");
}

TEST_F(EmitCTest, NamesThatMeetAreChanged) {
  Procedure *p = function("g", doubleType());
  Symbol *x = add(*p, "x", doubleType()), *x2 = add(*p, "x", doubleType());
  p->body = block(assign(x, real("1.0")), assign(x2, real("2.0")),
                  assign(p->result, op(BinaryOp::Add, v(x), v(x2))));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "double g(void) {\n"
                                                   "  double x = 1.0;\n"
                                                   "  double x2 = 2.0;\n"
                                                   "  return x + x2;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, EqualNamesOneAfterTheOtherShare) {
  Procedure *p = function("g", program.types.voidType());
  Symbol *x = add(*p, "x", doubleType()), *x2 = add(*p, "x", doubleType());
  p->body =
      block(assign(x, real("1.0")), assign(a, v(x)), assign(x2, real("2.0")), assign(b, v(x2)));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  double x = 1.0;\n"
                                                   "  a = x;\n"
                                                   "  x = 2.0;\n"
                                                   "  b = x;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, InitialisersAreGathered) {
  Procedure *p = function("g", program.types.voidType());
  Dimension three;
  three.extent = number(3);
  Symbol *x = add(*p, "x", program.types.array(doubleType(), {three}, true));
  auto element = [&](int k) {
    return program.exprs.make<Element>(doubleType(), v(x), std::vector<const Expr *>{number(k)});
  };
  for (int k = 0; k < 3; ++k)
    p->body.push_back(std::make_unique<Assign>(element(k), op(BinaryOp::Add, v(a), v(b))));
  p->body.push_back(assign(c, element(1)));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  double x[3] = {a + b, a + b, a + b};\n"
                                                   "  c = x[1];\n"
                                                   "}\n");
}

TEST_F(EmitCTest, InitialisersThatReadTheArrayAreNotGathered) {
  Procedure *p = function("g", program.types.voidType());
  Dimension two;
  two.extent = number(2);
  Symbol *x = add(*p, "x", program.types.array(doubleType(), {two}, true));
  auto element = [&](int k) {
    return program.exprs.make<Element>(doubleType(), v(x), std::vector<const Expr *>{number(k)});
  };
  p->body.push_back(std::make_unique<Assign>(element(0), v(a)));
  p->body.push_back(std::make_unique<Assign>(element(1), element(0)));
  p->body.push_back(assign(c, element(1)));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  double x[2];\n"
                                                   "\n"
                                                   "  x[0] = a;\n"
                                                   "  x[1] = x[0];\n"
                                                   "  c = x[1];\n"
                                                   "}\n");
}

TEST_F(EmitCTest, UnsignedLoopsDownToZeroEnd) {
  Procedure *p = function("g", program.types.voidType());
  Symbol *k = add(*p, "k", sizeType());
  auto loop = std::make_unique<For>(k, op(BinaryOp::Subtract, v(n), build.constant(sizeType(), 1)),
                                    build.constant(sizeType(), 0), number(-1),
                                    block(assign(a, convert(doubleType(), v(k)))));
  loop->direction = For::Direction::Down;
  p->body = block(std::move(loop));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  for (unsigned long k = n; k-- > 0;)\n"
                                                   "    a = k;\n"
                                                   "}\n");
}

TEST_F(EmitCTest, AddressesReachAsFarAsTheirBlock) { // Scoping rule (2)
  Procedure *p = function("g", program.types.voidType());
  Symbol *x = add(*p, "x", doubleType()), *q = add(*p, "q", pointerTo(doubleType()));
  const Expr *address = program.exprs.make<AddressOf>(q->type, v(x));
  auto inner = std::make_unique<If>(compare(BinaryOp::Less, v(i), v(j)),
                                    block(assign(x, v(a)), assign(q, address)), block());
  const Expr *value = program.exprs.make<Dereference>(doubleType(), v(q));
  p->body = block(assign(q, program.exprs.make<NullPointer>(q->type)), std::move(inner),
                  assign(b, value));
  EXPECT_EQ(definition(emit::emitC(program), "g"), "void g(void) {\n"
                                                   "  double x;\n"
                                                   "\n"
                                                   "  double *q = 0;\n"
                                                   "  if (i < j) {\n"
                                                   "    x = a;\n"
                                                   "    q = &x;\n"
                                                   "  }\n"
                                                   "  b = *q;\n"
                                                   "}\n");
}

} // namespace
