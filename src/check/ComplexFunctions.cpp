// Functions over complex numbers: those that are analytic, those made of them, and those that choose
// by real parts between analytic ones.
#include "check/ComplexNumbers.h"

#include "ir/Rewrite.h"

#include <set>

namespace costate::check {

using namespace ir;

namespace {

bool isOneOf(const std::string &name, const std::set<std::string> &names) {
  return names.count(name) != 0;
}

const std::set<std::string> analytic{"sin",  "cos",  "tan",   "asin",  "acos",  "atan", "sinh", "cosh",
                                     "tanh", "asinh", "acosh", "atanh", "exp",  "log",  "sqrt"};
/// Of arrays, for numbers of any kind.
const std::set<std::string> structural{"sum",     "product", "matmul",  "transpose", "reshape",
                                       "spread",  "cshift",  "eoshift", "pack",      "unpack",
                                       "merge"};
/// They ask for a variable's shape or state, not for its value.
const std::set<std::string> inquiries{"size",      "shape",      "lbound",       "ubound",
                                      "allocated", "associated", "present",      "rank",
                                      "kind",      "is_contiguous", "storage_size"};
/// Constants of a kind.
const std::set<std::string> constants{"epsilon", "tiny", "huge"};
/// Steps: derivative zero wherever there is one.
const std::set<std::string> steps{"aint", "anint", "trunc", "round", "floor", "ceil", "rint", "nearbyint",
                                  "spacing"};

} // namespace

const Expr *ComplexNumbers::function(const Intrinsic &f) {
  bool anyReal = isReal(&f);
  for (const Expr *a : f.arguments)
    anyReal |= isReal(a);
  bool plain = !anyReal || isOneOf(f.name, inquiries) || (!inC && isOneOf(f.name, structural));
  bool direct = !inC && isOneOf(f.name, analytic) && f.arguments.size() == 1;
  if (plain || direct) {
    std::vector<const Expr *> arguments;
    for (const Expr *a : f.arguments)
      arguments.push_back((*this)(a));
    return program.exprs.make<Intrinsic>(type(f.type), f.name, arguments, f.location, f.keywords,
                                         f.specific);
  }
  if (isOneOf(f.name, analytic) && f.arguments.size() == 1)
    return call(f.name.c_str(), (*this)(f.arguments[0]));
  for (auto make : {&ComplexNumbers::chosen, &ComplexNumbers::composed, &ComplexNumbers::ofReals})
    if (const Expr *made = (this->*make)(f))
      return made;
  refuse("it calls '" + f.name + "', which is not known for complex numbers");
  return &f;
}

/// Choices between arguments, by their real parts.
const Expr *ComplexNumbers::chosen(const Intrinsic &f) {
  auto &a = f.arguments;
  if (f.name == "abs" || f.name == "fabs")
    return magnitude(a[0]);
  if (f.name == "sign" || f.name == "copysign") {
    const Expr *one = realNumber(a[1]->type, "1.0");
    const Expr *signOf = realCall(f.name.c_str(), {one, realPart(a[1])});
    return select(less(signOf, realNumber(a[1]->type, "0.0")), negative(magnitude(a[0])),
                  magnitude(a[0]));
  }
  bool largest = isOneOf(f.name, {"max", "fmax", "fmaximum"});
  if (largest || isOneOf(f.name, {"min", "fmin", "fminimum"})) {
    const Expr *best = (*this)(a[0]), *bestReal = realPart(a[0]);
    for (size_t i = 1; i < a.size(); ++i) {
      const Expr *other = realPart(a[i]);
      const Expr *loses = largest ? less(bestReal, other) : less(other, bestReal);
      best = select(loses, (*this)(a[i]), best);
      bestReal = realCall(f.name.c_str(), {bestReal, other});
    }
    return best;
  }
  if (f.name == "dim" || f.name == "fdim")
    return select(less(realPart(a[1]), realPart(a[0])),
                  op(BinaryOp::Subtract, (*this)(a[0]), (*this)(a[1])), number(f.type, "0.0"));
  return nullptr;
}

/// Formulas over analytic functions.
const Expr *ComplexNumbers::composed(const Intrinsic &f) {
  std::vector<const Expr *> z;
  for (const Expr *a : f.arguments)
    z.push_back((*this)(a));
  auto one = [&] { return number(f.type, "1.0"); };
  auto logarithmOf = [&](const char *digits) { return call("log", number(f.type, digits)); };
  auto times = [&](const Expr *x, const Expr *y) { return op(BinaryOp::Multiply, x, y); };
  if (f.name == "pow" || f.name == "powr")
    return power(f);
  if (f.name == "atan2" || (f.name == "atan" && z.size() == 2))
    return angle(f);
  if (f.name == "hypot")
    return call("sqrt", op(BinaryOp::Add, times(z[0], z[0]), times(z[1], z[1])));
  if (f.name == "norm2" && z.size() == 1)
    return call("sqrt", program.exprs.make<Intrinsic>(
                            type(f.type), "sum", std::vector<const Expr *>{times(z[0], z[0])}));
  if (f.name == "dot_product")
    return program.exprs.make<Intrinsic>(type(f.type), "sum",
                                         std::vector<const Expr *>{times(z[0], z[1])});
  if (f.name == "fma")
    return op(BinaryOp::Add, times(z[0], z[1]), z[2]);
  if (f.name == "log10" || f.name == "log2")
    return op(BinaryOp::Divide, call("log", z[0]), logarithmOf(f.name == "log2" ? "2.0" : "10.0"));
  if (f.name == "exp2" || f.name == "exp10")
    return call("exp", times(z[0], logarithmOf(f.name == "exp2" ? "2.0" : "10.0")));
  if (f.name == "log1p")
    return call("log", op(BinaryOp::Add, one(), z[0]));
  if (f.name == "expm1")
    return op(BinaryOp::Subtract, call("exp", z[0]), one());
  if (f.name == "cbrt") {
    const Expr *root = call("exp", op(BinaryOp::Divide, call("log", magnitude(f.arguments[0])),
                                      number(f.type, "3.0")));
    return select(less(realPart(f.arguments[0]), realNumber(f.type, "0.0")), negative(root), root);
  }
  return nullptr;
}

/// What only real parts decide: results that are no numbers to differentiate, steps, constants.
const Expr *ComplexNumbers::ofReals(const Intrinsic &f) {
  if (isOneOf(f.name, constants))
    return lift(realCall(f.name.c_str(), {realNumber(f.type, "1.0")}));
  std::vector<const Expr *> reals;
  for (const Expr *a : f.arguments)
    reals.push_back(realPart(a));
  if (!isReal(&f))
    return program.exprs.make<Intrinsic>(f.type, f.name, reals, f.location, f.keywords, f.specific);
  if (isOneOf(f.name, steps))
    return lift(realCall(f.name.c_str(), reals));
  bool rest = isOneOf(f.name, {"mod", "fmod", "modulo", "remainder"});
  if (!rest)
    return nullptr;
  // a - k p, where the multiple k is that of the real parts.
  const Expr *result = realCall(f.name.c_str(), reals);
  const Expr *multiple = realCall(
      inC ? "round" : "anint",
      {op(BinaryOp::Divide, op(BinaryOp::Subtract, reals[0], result), reals[1])});
  return op(BinaryOp::Subtract, (*this)(f.arguments[0]),
            op(BinaryOp::Multiply, lift(multiple), (*this)(f.arguments[1])));
}

/// Left of zero the logarithm's cut would swallow the step; there whole exponents only are meant, and
/// x**y is (-x)**y or its negative.
const Expr *ComplexNumbers::power(const Intrinsic &f) {
  const Expr *exponent = (*this)(f.arguments[1]);
  auto raised = [&](const Expr *base) {
    return call("exp", op(BinaryOp::Multiply, exponent, call("log", base)));
  };
  const Expr *x = (*this)(f.arguments[0]), *real = realPart(f.arguments[0]);
  const Expr *sign =
      realCall("pow", {program.exprs.make<Unary>(real->type, UnaryOp::Negate,
                                                 realNumber(f.type, "1.0")),
                       realPart(f.arguments[1])});
  const Expr *zero = realNumber(f.type, "0.0");
  const Expr *left = op(BinaryOp::Multiply, lift(sign), raised(negative(x)));
  return select(less(zero, real), raised(x), select(less(real, zero), left, lift(realCall("pow", {real, realPart(f.arguments[1])}))));
}

/// atan(y/x) or -atan(x/y), whichever argument is smaller, and what is missing to the real angle.
const Expr *ComplexNumbers::angle(const Intrinsic &f) {
  const Expr *y = (*this)(f.arguments[0]), *x = (*this)(f.arguments[1]);
  const Expr *realY = realPart(f.arguments[0]), *realX = realPart(f.arguments[1]);
  const Expr *whole = realCall("atan2", {realY, realX});
  auto completed = [&](const Expr *quotient, const Expr *realQuotient, bool minus) {
    const Expr *part = call("atan", quotient), *realAngle = realCall("atan", {realQuotient});
    const Expr *missing = op(minus ? BinaryOp::Add : BinaryOp::Subtract, whole, realAngle);
    return op(BinaryOp::Add, minus ? negative(part) : part, lift(missing));
  };
  const char *abs = inC ? "fabs" : "abs";
  return select(less(realCall(abs, {realX}), realCall(abs, {realY})),
                completed(op(BinaryOp::Divide, x, y), op(BinaryOp::Divide, realX, realY), true),
                completed(op(BinaryOp::Divide, y, x), op(BinaryOp::Divide, realY, realX), false));
}

const Expr *ComplexNumbers::magnitude(const Expr *original) {
  const Expr *z = (*this)(original);
  return select(less(realPart(original), realNumber(original->type, "0.0")), negative(z), z);
}

// ---- Building -----------------------------------------------------------------------------------

const Expr *ComplexNumbers::call(const char *name, const Expr *argument) {
  return program.exprs.make<Intrinsic>(argument->type, (inC ? "c" : "") + std::string(name),
                                       std::vector<const Expr *>{argument});
}

const Expr *ComplexNumbers::realCall(const char *name, Arguments arguments) {
  const Type *type = arguments[0]->type;
  for (const Expr *a : arguments)
    if (a->type->isArray())
      type = a->type;
  return program.exprs.make<Intrinsic>(type, name, std::move(arguments));
}

const Expr *ComplexNumbers::select(const Expr *condition, const Expr *yes, const Expr *no) {
  const Type *type = yes->type->isArray() ? yes->type : no->type;
  if (inC)
    return program.exprs.make<Conditional>(type, condition, yes, no);
  return program.exprs.make<Intrinsic>(type, "merge", std::vector<const Expr *>{yes, no, condition});
}

const Expr *ComplexNumbers::less(const Expr *left, const Expr *right) {
  return b.compare(BinaryOp::Less, left, right, inC ? Language::C : Language::Fortran);
}

const Expr *ComplexNumbers::negative(const Expr *z) {
  return program.exprs.make<Unary>(z->type, UnaryOp::Negate, z);
}

const Expr *ComplexNumbers::realNumber(const Type *like, const char *digits) {
  return program.exprs.make<RealConstant>(like->scalar()->strip(), digits, std::stod(digits));
}

const Expr *ComplexNumbers::number(const Type *like, const char *digits) {
  return lift(realNumber(like, digits));
}

const Expr *ComplexNumbers::lift(const Expr *real) {
  const Type *complex = program.types.complex(
      llvm::cast<RealType>(real->type->scalar()->strip())->realKind);
  if (llvm::isa<RealConstant>(real))
    return program.exprs.make<MakeComplex>(complex, real, realNumber(real->type, "0.0"),
                                           real->location);
  if (auto *array = llvm::dyn_cast<ArrayType>(real->type->strip()))
    complex = program.types.array(complex, array->dimensions, array->rowMajor);
  return program.exprs.make<Convert>(complex, real, true, real->location);
}

const Expr *ComplexNumbers::op(BinaryOp op, const Expr *left, const Expr *right) {
  const Type *type = left->type->isArray() ? left->type : right->type;
  return program.exprs.make<Binary>(type, op, left, right);
}

} // namespace costate::check
