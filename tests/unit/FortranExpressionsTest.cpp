// Rules of emit/fortran/Expressions.h, cited by number, and the literals of Kinds.h.
#include "emit/fortran/Expressions.h"

#include "ir/Builder.h"

#include <gtest/gtest.h>

#include <cctype>
#include <random>

using namespace costate;
using namespace costate::ir;
using namespace costate::emit::fortran;

namespace {

class FortranExpressionsTest : public ::testing::Test {
protected:
  FortranExpressionsTest()
      : program(sources), build(program), homes(program), names(homes, nullptr), kinds(program),
        printer(kinds, names, nullptr) {}

  Symbol *symbol(const std::string &name, const Type *type) {
    return addSymbol(scope, name, SymbolKind::Variable, type);
  }
  const Expr *v(Symbol *s) { return build.variable(s); }
  const Expr *binary(BinaryOp op, const Expr *a, const Expr *b) { return build.binary(op, a, b); }
  const Expr *negate(const Expr *e) {
    return program.exprs.make<Unary>(e->type, UnaryOp::Negate, e);
  }
  const Expr *convert(const Type *type, const Expr *e, bool written = false) {
    return program.exprs.make<Convert>(type, e, written);
  }
  const Expr *number(const Type *type, const std::string &digits) {
    return program.exprs.make<RealConstant>(type, digits, 0.0);
  }
  std::string text(const std::string &characters) {
    return printer.print(program.exprs.make<StringConstant>(
        program.types.character(1, nullptr), characters));
  }
  std::string print(const Expr *e) { return printer.print(e); }

  SourceManager sources;
  Program program;
  Builder build;
  Scope scope;
  Homes homes;
  Names names;
  Kinds kinds;
  Expressions printer;
  const Type *integer = program.types.integer(4), *real4 = program.types.real(4),
             *real8 = program.types.real(8), *complex4 = program.types.complex(4),
             *complex8 = program.types.complex(8);
  Symbol *i = symbol("i", integer), *x = symbol("x", real8), *y = symbol("y", real4),
         *z = symbol("z", complex8), *w = symbol("w", complex4);
};

TEST_F(FortranExpressionsTest, ShapeDecidesParentheses) { // (1)
  const Expr *a = v(x);
  EXPECT_EQ(print(binary(BinaryOp::Add, binary(BinaryOp::Add, a, a), a)), "x + x + x");
  EXPECT_EQ(print(binary(BinaryOp::Add, a, binary(BinaryOp::Add, a, a))), "x + (x + x)");
  EXPECT_EQ(print(binary(BinaryOp::Divide, a, binary(BinaryOp::Multiply, a, a))), "x/(x*x)");
  EXPECT_EQ(print(binary(BinaryOp::Multiply, negate(a), negate(a))), "(-x)*(-x)");
  EXPECT_EQ(print(negate(binary(BinaryOp::Multiply, a, a))), "-x*x");
  EXPECT_EQ(print(negate(binary(BinaryOp::Power, a, a))), "-x**x");
  EXPECT_EQ(print(binary(BinaryOp::Power, negate(a), a)), "(-x)**x");
  EXPECT_EQ(print(binary(BinaryOp::Power, a, negate(a))), "x**(-x)");
  EXPECT_EQ(print(binary(BinaryOp::Power, a, binary(BinaryOp::Power, a, a))), "x**x**x");
  EXPECT_EQ(print(binary(BinaryOp::Power, binary(BinaryOp::Power, a, a), a)), "(x**x)**x");
}

TEST_F(FortranExpressionsTest, MixedArithmeticConvertsByItself) { // (2)
  EXPECT_EQ(print(binary(BinaryOp::Multiply, v(x), convert(real8, v(i)))), "x*i");
  EXPECT_EQ(print(binary(BinaryOp::Multiply, v(x), convert(real8, v(y)))), "x*y");
  EXPECT_EQ(print(binary(BinaryOp::Multiply, convert(complex8, v(w)), convert(complex8, v(x)))),
            "w*x");
  EXPECT_EQ(print(binary(BinaryOp::Power, convert(real8, v(i)), v(x))), "i**x");
}

TEST_F(FortranExpressionsTest, ConversionsTheContextDoesNotMakeArePrinted) { // (2)
  EXPECT_EQ(print(binary(BinaryOp::Multiply, convert(real8, v(y)), convert(real8, v(i)))),
            "y*dble(i)");
  EXPECT_EQ(print(binary(BinaryOp::Multiply, v(x), convert(real8, v(y), true))), "x*dble(y)");
  EXPECT_EQ(print(binary(BinaryOp::Power, convert(real8, v(y)), v(i))), "dble(y)**i");
  EXPECT_EQ(print(convert(real4, v(z))), "real(z, 4)");
  EXPECT_EQ(print(convert(real4, v(w))), "real(w)");
  EXPECT_EQ(print(convert(complex8, v(x))), "cmplx(x, kind=8)");
  EXPECT_EQ(printer.assigned(convert(real8, v(y)), real8), "y");
  EXPECT_EQ(printer.assigned(convert(real4, v(x)), real8), "real(x)");
}

TEST_F(FortranExpressionsTest, Literals) {
  EXPECT_EQ(print(number(real4, "1.")), "1.0");
  EXPECT_EQ(print(number(real8, ".5")), "0.5d0");
  EXPECT_EQ(print(number(real8, "1e-5")), "1.0d-5");
  EXPECT_EQ(print(number(program.types.real(16), "2.5e+3")), "2.5e3_16");
  EXPECT_EQ(print(build.constant(integer, -2147483648LL)), "-2147483647 - 1");
  EXPECT_EQ(print(build.constant(program.types.integer(8), 7)), "7_8");
  EXPECT_EQ(text("it's"), "'it''s'");
  EXPECT_EQ(text(std::string("a\n")), "'a' // achar(10)");
  EXPECT_EQ(text(""), "''");
}

TEST_F(FortranExpressionsTest, OtherDefaultKindsAreSpelledOut) {
  program.defaultReal = 8;
  Kinds explicitKinds(program);
  Expressions spelled(explicitKinds, names, nullptr);
  EXPECT_EQ(spelled.print(number(real8, "1.5")), "1.5_8");
  EXPECT_EQ(spelled.print(number(real4, "1.5")), "1.5_4");
  EXPECT_EQ(spelled.typeName(real4), "real(4)");
  EXPECT_EQ(spelled.print(convert(real8, v(i), true)), "real(i, 8)");
}

// ---- What is printed, read back, is the tree --------------------------------------------------

/// Reads expressions over one-letter variables by the standard's grammar and writes them fully
/// parenthesised.
class Reader {
public:
  explicit Reader(const std::string &text) : text(text) {}
  std::string read() {
    std::string e = equivalence();
    EXPECT_EQ(at, text.size()) << text;
    return e;
  }

private:
  bool take(const std::string &token) {
    while (at < text.size() && text[at] == ' ')
      ++at;
    if (text.compare(at, token.size(), token) != 0)
      return false;
    // `*` is not the first half of `**`, nor `/` of `//`.
    if ((token == "*" || token == "/") && at + 1 < text.size() && text[at + 1] == token[0])
      return false;
    at += token.size();
    return true;
  }
  static std::string both(const std::string &a, const std::string &op, const std::string &b) {
    return "(" + a + op + b + ")";
  }
  std::string equivalence() {
    std::string e = disjunction();
    while (take(".eqv."))
      e = both(e, ".eqv.", disjunction());
    return e;
  }
  std::string disjunction() {
    std::string e = conjunction();
    while (take(".or."))
      e = both(e, ".or.", conjunction());
    return e;
  }
  std::string conjunction() {
    std::string e = negation();
    while (take(".and."))
      e = both(e, ".and.", negation());
    return e;
  }
  std::string negation() { return take(".not.") ? "(.not." + relation() + ")" : relation(); }
  std::string relation() {
    std::string e = sum();
    return take("<") ? both(e, "<", sum()) : e;
  }
  std::string sum() {
    std::string e = take("-") ? "(-" + product() + ")" : product();
    for (;;) {
      if (take("+"))
        e = both(e, "+", product());
      else if (take("-"))
        e = both(e, "-", product());
      else
        return e;
    }
  }
  std::string product() {
    std::string e = power();
    for (;;) {
      if (take("*"))
        e = both(e, "*", power());
      else if (take("/"))
        e = both(e, "/", power());
      else
        return e;
    }
  }
  std::string power() {
    std::string e = primary();
    return take("**") ? both(e, "**", power()) : e;
  }
  std::string primary() {
    if (take("(")) {
      std::string e = equivalence();
      EXPECT_TRUE(take(")")) << text;
      return e;
    }
    while (at < text.size() && text[at] == ' ')
      ++at;
    EXPECT_TRUE(at < text.size() && std::isalpha(static_cast<unsigned char>(text[at]))) << text;
    return std::string(1, at < text.size() ? text[at++] : '?');
  }

  std::string text;
  size_t at = 0;
};

struct Tree {
  const Expr *expr;
  std::string written; ///< fully parenthesised
};

class FortranRoundTripTest : public FortranExpressionsTest {
protected:
  unsigned pick(unsigned n) { return random() % n; }

  Tree number(unsigned depth) {
    if (depth == 0 || pick(6) == 0)
      return {v(x), "x"};
    if (pick(5) == 0) {
      Tree operand = number(depth - 1);
      return {negate(operand.expr), "(-" + operand.written + ")"};
    }
    static const std::pair<BinaryOp, const char *> operators[] = {{BinaryOp::Add, "+"},
                                                                  {BinaryOp::Subtract, "-"},
                                                                  {BinaryOp::Multiply, "*"},
                                                                  {BinaryOp::Divide, "/"},
                                                                  {BinaryOp::Power, "**"}};
    auto [op, sign] = operators[pick(5)];
    Tree a = number(depth - 1), b = number(depth - 1);
    return {binary(op, a.expr, b.expr), "(" + a.written + sign + b.written + ")"};
  }

  Tree truth(unsigned depth) {
    if (depth == 0 || pick(4) == 0) {
      Tree a = number(2), b = number(2);
      return {build.compare(BinaryOp::Less, a.expr, b.expr, Language::Fortran),
              "(" + a.written + "<" + b.written + ")"};
    }
    if (pick(4) == 0) {
      Tree operand = truth(depth - 1);
      return {program.exprs.make<Unary>(operand.expr->type, UnaryOp::Not, operand.expr),
              "(.not." + operand.written + ")"};
    }
    static const std::pair<BinaryOp, const char *> operators[] = {
        {BinaryOp::And, ".and."}, {BinaryOp::Or, ".or."}, {BinaryOp::Equivalent, ".eqv."}};
    auto [op, sign] = operators[pick(3)];
    Tree a = truth(depth - 1), b = truth(depth - 1);
    return {binary(op, a.expr, b.expr), "(" + a.written + sign + b.written + ")"};
  }

  std::mt19937 random{20240607};
};

TEST_F(FortranRoundTripTest, RandomExpressionsKeepTheirShape) { // (1)
  for (int n = 0; n < 2000; ++n) {
    Tree tree = n % 2 ? truth(4) : number(5);
    std::string printed = print(tree.expr);
    ASSERT_EQ(Reader(printed).read(), tree.written) << printed;
  }
}

} // namespace
