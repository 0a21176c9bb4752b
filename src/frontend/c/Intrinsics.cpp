// The functions of math.h and complex.h, and what the compiler itself defines.
#include "frontend/c/BodyReader.h"

#include "llvm/ADT/StringSet.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

/// Names for double; the same with `f` and `l` appended exist for float and long double.
const llvm::StringSet<> &families() {
  static const llvm::StringSet<> names = {
      "acos",        "acosh", "asin",      "asinh",     "atan",       "atan2",   "atanh",
      "cbrt",        "ceil",  "copysign",  "cos",       "cosh",       "drem",    "erf",
      "erfc",        "exp",   "exp10",     "exp2",      "expm1",      "fabs",    "fdim",
      "floor",       "fma",   "fmax",      "fmin",      "fmod",       "gamma",   "hypot",
      "ilogb",       "j0",    "j1",        "jn",        "ldexp",      "lgamma",  "llrint",
      "llround",     "log",   "log10",     "log1p",     "log2",       "logb",    "lrint",
      "lround",      "nan",   "nearbyint", "nextafter", "nexttoward", "pow",     "pow10",
      "remainder",   "rint",  "round",     "roundeven", "scalb",      "scalbln", "scalbn",
      "significand", "sin",   "sinh",      "sqrt",      "tan",        "tanh",    "tgamma",
      "trunc",       "y0",    "y1",        "yn",        "cabs",       "cacos",   "cacosh",
      "carg",        "casin", "casinh",    "catan",     "catanh",     "ccos",    "ccosh",
      "cexp",        "cimag", "clog",      "conj",      "cpow",       "cproj",   "creal",
      "csin",        "csinh", "csqrt",     "ctan",      "ctanh",      "finite"};
  return names;
}

/// Names that stand for all types by themselves.
const llvm::StringSet<> &singles() {
  static const llvm::StringSet<> names = {"abs",         "labs",           "llabs", "isfinite",
                                          "isgreater",   "isgreaterequal", "isinf", "isless",
                                          "islessequal", "islessgreater",  "isnan", "isnormal",
                                          "isunordered", "signbit"};
  return names;
}

/// The name of the intrinsic, without suffix; empty for other functions.
std::string intrinsicName(llvm::StringRef name) {
  name.consume_front("__builtin_");
  name.consume_front("__tg_");
  if (name == "isinf_sign")
    name = "isinf";
  if (families().contains(name) || singles().contains(name))
    return name.str();
  if (name.size() > 1 && (name.back() == 'f' || name.back() == 'l') &&
      families().contains(name.drop_back()))
    return name.drop_back().str();
  return {};
}

bool isSpecialValue(llvm::StringRef name) {
  if (!name.consume_front("__builtin_"))
    return false;
  return name.starts_with("inf") || name.starts_with("nan") || name.starts_with("huge_val");
}

} // namespace

/// Declared by the system or known to the compiler, and not the program's own function of that
/// name.
bool UnitReader::isLibrary(const clang::FunctionDecl *f) const {
  if (const clang::FunctionDecl *definition = f->getDefinition())
    return fromSystem(definition->getLocation());
  if (f->getBuiltinID() && (f->isImplicit() || f->getName().starts_with("__builtin_")))
    return true;
  return llvm::any_of(f->redecls(), [&](const clang::FunctionDecl *d) {
    return d->isImplicit() || fromSystem(d->getLocation()) || d->getBuiltinID();
  });
}

bool isIntrinsic(llvm::StringRef function) { return !intrinsicName(function).empty(); }

const Expr *BodyReader::intrinsic(const clang::CallExpr *e) {
  const clang::FunctionDecl *f = e->getDirectCallee();
  if (!f || !f->getIdentifier() || !unit.isLibrary(f))
    return nullptr;
  llvm::StringRef name = f->getName();
  SourceLocation at = e->getBeginLoc();
  const Type *t = type(e->getType().getUnqualifiedType());
  if (name == "__builtin_expect" || name == "__builtin_expect_with_probability" ||
      name == "__builtin_assume_aligned")
    return value(e->getArg(0));
  if (name == "__builtin_constant_p" || name == "__builtin_object_size")
    return foldedInteger(e);
  if (name == "__builtin_complex") {
    const Expr *re = value(e->getArg(0)), *im = value(e->getArg(1));
    return make<MakeComplex>(t, re, im, location(at));
  }
  std::string macro = unit.macroName(at);
  if (isSpecialValue(name)) {
    // INFINITY, NAN and HUGE_VAL keep the names math.h gives them.
    bool named = !macro.empty() && unit.fromSystem(unit.sources.getSpellingLoc(at));
    std::string argument = e->getNumArgs() ? "\"\"" : "";
    if (e->getNumArgs())
      if (auto *text = llvm::dyn_cast<clang::StringLiteral>(e->getArg(0)->IgnoreParenImpCasts()))
        argument = "\"" + text->getString().str() + "\"";
    return make<Text>(t, named ? macro : name.str() + "(" + argument + ")", location(at));
  }
  std::string generic = intrinsicName(name);
  if (generic.empty())
    return nullptr;
  std::vector<const Expr *> arguments;
  for (const clang::Expr *a : e->arguments())
    arguments.push_back(value(a));
  // A builtin the source names itself is not what math.h calls it.
  bool spelled = name.starts_with("__builtin_") && macro != generic;
  return make<Intrinsic>(t, generic, std::move(arguments), location(at), std::vector<std::string>{},
                         spelled ? name.str() : std::string());
}

} // namespace costate::frontend::c
