#include "rules/Instantiate.h"

#include "ir/Builder.h"
#include "rules/Rule.h"
#include "support/Diagnostics.h"

#include <map>
#include <set>

namespace costate::rules {

using namespace ir;
using Kind = Formula::Kind;

unsigned realKindOf(const Type *type) {
  const Type *t = type->scalar()->strip();
  if (auto *real = llvm::dyn_cast<RealType>(t))
    return real->realKind;
  if (auto *complex = llvm::dyn_cast<ComplexType>(t))
    return complex->realKind;
  return 0;
}

const Type *shaped(const Type *scalar, unsigned rank, Program &program) {
  if (rank == 0)
    return scalar;
  Dimension deferred;
  deferred.form = Dimension::Form::Deferred;
  return program.types.array(scalar, std::vector<Dimension>(rank, deferred), false);
}

const Expr *converted(const Expr *e, const Type *scalar, Program &program, Language language) {
  if (e->type->scalar()->strip() == scalar->strip())
    return e;
  const Type *type = shaped(scalar->strip(), e->type->rank(), program);
  bool takesPart = e->type->scalar()->isComplex() && scalar->isReal();
  if (takesPart && language == Language::C) {
    const Type *part = program.types.real(realKindOf(e->type));
    return converted(
        program.exprs.make<Intrinsic>(part, "creal", std::vector<const Expr *>{e}, e->location),
        scalar, program, language);
  }
  return program.exprs.make<Convert>(type, e, takesPart, e->location);
}

namespace {

/// Digits enough for every kind; what a kind does not need is cut off.
std::string digitsOf(const std::string &constant, unsigned realKind) {
  static const std::map<std::string, std::string> digits = {
      {"pi", "3.14159265358979323846264338327950288419716939937510"},
      {"ln2", "0.69314718055994530941723212145817656807550013436026"},
      {"ln10", "2.30258509299404568401799145468436420760110148862877"},
      {"degree", "0.01745329251994329576923690768488612713442871888542"},
      {"twoOverRootPi", "1.12837916709551257389615890312154517168810125865800"},
  };
  size_t wanted = realKind == 4 ? 10 : realKind == 8 ? 18 : realKind == 10 ? 22 : 37;
  return digits.at(constant).substr(0, 2 + wanted);
}

/// The factor of a guarded numerator that may be 0: constants are left out.
FormulaRef guardOf(const FormulaRef &f) {
  auto isConstant = [](const FormulaRef &g) {
    return g->kind == Kind::Number || g->kind == Kind::Constant;
  };
  if (isConstant(f))
    return number(1);
  if (f->kind == Kind::Negate || (f->kind == Kind::Call && f->name == "conjg"))
    return guardOf(f->operands[0]);
  if (f->kind == Kind::Multiply && isConstant(f->operands[0]))
    return guardOf(f->operands[1]);
  if (f->kind == Kind::Multiply)
    return multiply(guardOf(f->operands[0]), guardOf(f->operands[1]));
  return f;
}

/// Cheap enough, and short enough, to stand twice in an expression.
bool isSimple(const Expr *e) {
  return e->isConstant() || llvm::isa<Variable, Element, Dereference, Field, ComplexPart>(e);
}

BinaryOp binaryOp(const Formula &f) {
  static const std::map<std::string, BinaryOp> comparisons = {
      {"==", BinaryOp::Equal},     {"!=", BinaryOp::NotEqual}, {"<", BinaryOp::Less},
      {"<=", BinaryOp::LessEqual}, {">", BinaryOp::Greater},   {">=", BinaryOp::GreaterEqual}};
  switch (f.kind) {
  case Kind::Add:
    return BinaryOp::Add;
  case Kind::Subtract:
    return BinaryOp::Subtract;
  case Kind::Multiply:
    return BinaryOp::Multiply;
  case Kind::Divide:
    return BinaryOp::Divide;
  case Kind::And:
    return BinaryOp::And;
  case Kind::Or:
    return BinaryOp::Or;
  default:
    return comparisons.at(f.name);
  }
}

class Instantiation {
public:
  explicit Instantiation(const Environment &environment)
      : env(environment), program(environment.program), builder(program),
        kind(realKindOf(environment.type)) {}

  const Expr *whole(const FormulaRef &f) {
    const Type *scalar = env.type->scalar();
    return converted(build(f, scalar), scalar, program, env.language);
  }

private:
  const Environment &env;
  Program &program;
  Builder builder;
  const unsigned kind;

  bool inC() const { return env.language == Language::C; }

  template <typename T, typename... Args> const Expr *make(Args &&...args) {
    return program.exprs.make<T>(std::forward<Args>(args)..., env.location);
  }

  const Expr *intrinsic(const Type *type, std::string name, std::vector<const Expr *> arguments,
                        std::vector<std::string> keywords = {}, std::string specific = {}) {
    return program.exprs.make<Intrinsic>(type, std::move(name), std::move(arguments), env.location,
                                         std::move(keywords), std::move(specific));
  }

  const Expr *to(const Expr *e, const Type *scalar) {
    return converted(e, scalar, program, env.language);
  }

  // ---- Leaves ---------------------------------------------------------------------------------

  /// A number takes its type from where it stands; `scalar` null: the kind of the whole.
  const Expr *literal(const Decimal &d, const Type *scalar) {
    if (d.digits < 0) {
      const Expr *positive = literal(Decimal{-d.digits, d.scale}, scalar);
      return make<Unary>(positive->type, UnaryOp::Negate, positive);
    }
    if (scalar && scalar->isInteger() && d.isInteger())
      return builder.constant(scalar->strip(), d.digits, env.location);
    const Type *real = program.types.real(scalar && realKindOf(scalar) ? realKindOf(scalar) : kind);
    const Expr *value = make<RealConstant>(real, d.text(), d.value());
    return scalar && scalar->isComplex() ? to(value, scalar) : value;
  }

  const Expr *build(const FormulaRef &f, const Type *hint = nullptr) {
    switch (f->kind) {
    case Kind::Number:
      return literal(f->number, hint);
    case Kind::Truth:
      return builder.truth(builder.logical(env.language), f->index, env.location);
    case Kind::Constant: {
      std::string digits = digitsOf(f->name, kind);
      return make<RealConstant>(program.types.real(kind), digits, std::stod(digits));
    }
    case Kind::Argument:
      return env.arguments[f->index];
    case Kind::Result:
      return env.result;
    case Kind::Derivative:
      return env.derivatives[f->index];
    case Kind::Seed:
      return env.seed;
    case Kind::Negate: {
      const Expr *operand = build(f->operands[0], hint);
      return make<Unary>(operand->type, UnaryOp::Negate, operand);
    }
    case Kind::Add:
    case Kind::Subtract:
    case Kind::Multiply:
    case Kind::Divide:
    case Kind::Compare:
    case Kind::And:
    case Kind::Or:
      return binary(*f);
    case Kind::GuardedDivide:
    case Kind::GuardedMultiply:
      return build(guarded(*f), hint);
    case Kind::Power:
      return raised(*f);
    case Kind::If:
      return choice(*f, hint);
    case Kind::Call:
      return reference(*f, hint);
    case Kind::List:
      return list(*f, hint);
    }
    internalError("derivative formula: unknown node");
  }

  // ---- Operators ------------------------------------------------------------------------------

  /// Both operands in the wider of their types; a number follows the other operand.
  std::pair<const Expr *, const Expr *> operands(const FormulaRef &a, const FormulaRef &b,
                                                 const Type *hint = nullptr) {
    const Expr *left = a->kind == Kind::Number ? nullptr : build(a, hint);
    const Expr *right = b->kind == Kind::Number ? nullptr : build(b, hint);
    if (!left)
      left = literal(a->number, right ? right->type->scalar() : hint);
    if (!right)
      right = literal(b->number, left->type->scalar());
    const Type *type = wider(left->type->scalar(), right->type->scalar());
    return {to(left, type), to(right, type)};
  }

  const Type *wider(const Type *a, const Type *b) {
    auto order = [](const Type *t) { return t->isComplex() ? 2 : t->isReal() ? 1 : 0; };
    if (!a->isNumeric() || order(a) + order(b) == 0)
      return a;
    unsigned larger = std::max(realKindOf(a), realKindOf(b));
    if (order(a) == 2 || order(b) == 2)
      return program.types.complex(larger);
    return program.types.real(larger);
  }

  const Type *shapedLike(const Type *scalar, std::initializer_list<const Expr *> parts) {
    unsigned rank = 0;
    for (const Expr *e : parts)
      rank = std::max(rank, e->type->rank());
    return shaped(scalar, rank, program);
  }

  const Expr *arithmetic(BinaryOp op, const Expr *left, const Expr *right) {
    return make<Binary>(shapedLike(left->type->scalar(), {left, right}), op, left, right);
  }

  const Expr *binary(const Formula &f) {
    auto [left, right] = operands(f.operands[0], f.operands[1]);
    BinaryOp op = binaryOp(f);
    if (op < BinaryOp::Concatenate)
      return arithmetic(op, left, right);
    return make<Binary>(shapedLike(builder.logical(env.language), {left, right}), op, left, right);
  }

  /// The `?` operators spelled out: where the guarded factor is 0, the other side is harmless.
  FormulaRef guarded(const Formula &f) {
    FormulaRef zero = compare("==", guardOf(f.operands[0]), number(0));
    if (f.kind == Kind::GuardedDivide)
      return divide(f.operands[0], choose(zero, number(1), f.operands[1]));
    const Formula &p = *f.operands[1];
    return multiply(f.operands[0], power(p.operands[0], choose(zero, number(1), p.operands[1])));
  }

  const Expr *raised(const Formula &f) {
    const Expr *base = build(f.operands[0]);
    if (f.operands[1]->kind == Kind::Number)
      if (const Expr *cheap = cheapPower(base, f.operands[1]->number))
        return cheap;
    const Type *scalar = base->type->scalar();
    bool whole = f.operands[1]->kind == Kind::Number && f.operands[1]->number.isInteger();
    const Expr *exponent =
        build(f.operands[1], whole && !inC() ? builder.integer(env.language) : scalar);
    if (inC()) {
      const Type *type = wider(scalar, exponent->type->scalar());
      return intrinsic(type, type->isComplex() ? "cpow" : "pow",
                       {to(base, type), to(exponent, type)});
    }
    return make<Binary>(shapedLike(wider(scalar, exponent->type->scalar()), {base, exponent}),
                        BinaryOp::Power, base, exponent);
  }

  /// Powers that need no logarithm: C has no operator for them, and compilers do not look.
  const Expr *cheapPower(const Expr *base, const Decimal &exponent) {
    bool half = exponent.scale == 1 && exponent.digits == 5;
    bool oneAndHalf = exponent.scale == 1 && exponent.digits == 15;
    if (half)
      return root(base);
    if (oneAndHalf && isSimple(base))
      return arithmetic(BinaryOp::Multiply, base, root(base));
    bool small = exponent.isInteger() && (exponent.digits == 2 || exponent.digits == 3);
    if (!inC() || !small || !isSimple(base))
      return nullptr;
    const Expr *square = arithmetic(BinaryOp::Multiply, base, base);
    return exponent.digits == 2 ? square : arithmetic(BinaryOp::Multiply, square, base);
  }

  const Expr *root(const Expr *e) {
    return intrinsic(e->type, inC() && e->type->isComplex() ? "csqrt" : "sqrt", {e});
  }

  const Expr *choice(const Formula &f, const Type *hint) {
    const Expr *condition = build(f.operands[0]);
    auto [yes, no] = operands(f.operands[1], f.operands[2], hint);
    const Type *type = shapedLike(yes->type->scalar(), {condition, yes, no});
    if (inC())
      return make<Conditional>(type, condition, yes, no);
    return intrinsic(type, "merge", {inMerge(yes), inMerge(no), condition});
  }

  /// merge wants its sources of one type, so a complex constant is spelled with both parts.
  const Expr *inMerge(const Expr *e) {
    auto *conversion = llvm::dyn_cast<Convert>(e);
    if (!conversion || !e->type->scalar()->isComplex() ||
        !llvm::isa<RealConstant>(conversion->operand))
      return e;
    return make<MakeComplex>(e->type, conversion->operand,
                             literal(Decimal{}, conversion->operand->type));
  }

  const Expr *list(const Formula &f, const Type *hint) {
    const Expr *item = inMerge(build(f.operands[0], hint ? hint : env.type->scalar()));
    return make<ArrayConstructor>(shaped(item->type->scalar(), 1, program),
                                  std::vector<const Expr *>{item});
  }

  // ---- Functions ------------------------------------------------------------------------------

  const Expr *reference(const Formula &f, const Type *hint) {
    static const std::set<std::string> parts = {"conjg", "real", "aimag", "cmplx"};
    if (parts.count(f.name))
      return complexPart(f);
    if (f.name == "size" || f.name == "shape")
      return inquiry(f);
    const std::vector<const Rule *> &rules = rulesNamed(f.name);
    if (rules.empty())
      internalError("derivative formula: unknown function '" + f.name + "'");
    return rules[0]->array ? arrayFunction(f, hint) : elemental(f, rules);
  }

  const Expr *complexPart(const Formula &f) {
    if (f.name == "cmplx") {
      const Type *real = program.types.real(kind);
      const Expr *re = to(build(f.operands[0]), real), *im = to(build(f.operands[1]), real);
      return make<MakeComplex>(shapedLike(program.types.complex(kind), {re, im}), re, im);
    }
    const Expr *z = build(f.operands[0]);
    if (!z->type->scalar()->isComplex()) {
      if (f.name == "aimag")
        internalError("derivative formula: aimag of a real");
      return z;
    }
    if (f.name == "conjg")
      return intrinsic(z->type, inC() ? "conj" : "conjg", {z});
    const Type *real = program.types.real(realKindOf(z->type));
    if (f.name == "real")
      return to(z, real);
    return intrinsic(shapedLike(real, {z}), inC() ? "cimag" : "aimag", {z});
  }

  const Expr *inquiry(const Formula &f) {
    const Type *integer = builder.integer(env.language);
    std::vector<const Expr *> arguments;
    for (const FormulaRef &operand : f.operands)
      arguments.push_back(build(operand, integer));
    return intrinsic(shaped(integer, f.name == "shape" ? 1 : 0, program), f.name, arguments);
  }

  /// The spelling for these arguments in this language; null where there is none.
  const std::string *spelling(const Rule &rule, bool complex) const {
    const std::vector<std::string> &names = !inC()    ? rule.fortran
                                            : complex ? rule.cComplex
                                                      : rule.c;
    bool suits =
        !rule.arguments.empty() && (complex ? rule.arguments[0].field != ValueType::Real
                                            : rule.arguments[0].field != ValueType::Complex);
    return names.empty() || !suits ? nullptr : &names.front();
  }

  const Expr *elemental(const Formula &f, const std::vector<const Rule *> &rules) {
    const Type *integer = builder.integer(env.language);
    const Type *real = program.types.real(kind);
    std::vector<const Expr *> arguments;
    bool complex = false;
    unsigned rank = 0;
    for (size_t i = 0; i < f.operands.size(); ++i) {
      const RuleArgument &wanted = rules[0]->arguments[std::min(i, rules[0]->arguments.size() - 1)];
      const Expr *a = build(f.operands[i], wanted.field == ValueType::Integer ? integer : real);
      complex = complex || a->type->scalar()->isComplex();
      rank = std::max(rank, a->type->rank());
      arguments.push_back(a);
    }
    for (const Rule *rule : rules)
      if (const std::string *name = spelling(*rule, complex)) {
        const Type *type = complex ? program.types.complex(kind) : (const Type *)real;
        if (rule->result)
          type = *rule->result == ValueType::Integer ? integer : real;
        else if (arguments[0]->type->scalar()->isInteger() && arguments.size() == 1)
          type = arguments[0]->type->scalar(); // abs of an order
        std::string specific;
        if (!rule->helper.empty() && !inC())
          specific = *name + "_r" + std::to_string(kind);
        return intrinsic(shaped(type, rank, program), *name, arguments, {}, specific);
      }
    internalError("derivative formula: this language has no function '" + f.name + "'");
  }

  const Expr *arrayFunction(const Formula &f, const Type *hint) {
    const Type *integer = builder.integer(env.language);
    const std::vector<RuleArgument> &wanted = rulesNamed(f.name)[0]->arguments;
    std::vector<const Expr *> arguments;
    for (size_t i = 0; i < f.operands.size(); ++i) {
      bool isInteger = i > 0 && i < wanted.size() && wanted[i].field == ValueType::Integer;
      const Expr *a = build(f.operands[i], isInteger ? integer : hint ? hint : env.type->scalar());
      arguments.push_back(inMerge(a));
    }
    const Type *type = shaped(arguments[0]->type->scalar(), rankOf(f, arguments), program);
    bool named = false;
    for (const std::string &keyword : f.keywords)
      named = named || !keyword.empty();
    return intrinsic(type, f.name, arguments, named ? f.keywords : std::vector<std::string>{});
  }

  unsigned rankOf(const Formula &f, const std::vector<const Expr *> &a) {
    unsigned first = a[0]->type->rank();
    if (f.name == "sum") {
      bool byDimension = a.size() > 1 && a[1]->type->scalar()->isInteger();
      return byDimension && first > 0 ? first - 1 : 0;
    }
    if (f.name == "dot_product")
      return 0;
    if (f.name == "matmul")
      return first + a[1]->type->rank() - 2;
    if (f.name == "spread")
      return first + 1;
    if (f.name == "pack")
      return 1;
    if (f.name == "unpack")
      return a[1]->type->rank();
    if (f.name == "reshape")
      return env.type->rank(); // only ever the whole formula
    return first;
  }
};

} // namespace

const Expr *instantiate(const FormulaRef &f, const Environment &environment) {
  return Instantiation(environment).whole(f);
}

} // namespace costate::rules
