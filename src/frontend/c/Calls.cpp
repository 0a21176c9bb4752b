// Calls of functions, by name and through pointers.
#include "frontend/c/BodyReader.h"

#include "llvm/ADT/StringSet.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

/// The function a call names; null where it goes through a pointer.
const clang::FunctionDecl *directCallee(const clang::CallExpr *e) { return e->getDirectCallee(); }

/// Output and the end of the program: nothing the middle end looks into.
bool isOutput(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"printf",
                                          "fprintf",
                                          "puts",
                                          "putchar",
                                          "fputs",
                                          "fputc",
                                          "putc",
                                          "perror",
                                          "fflush",
                                          "exit",
                                          "_Exit",
                                          "_exit",
                                          "abort",
                                          "quick_exit",
                                          "__assert_fail",
                                          "__builtin_printf",
                                          "__builtin_abort",
                                          "__builtin_trap",
                                          "__builtin_unreachable"};
  return names.contains(name);
}

bool isNonlocalJump(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"setjmp",           "_setjmp",  "sigsetjmp",
                                          "__sigsetjmp",      "longjmp",  "siglongjmp",
                                          "__builtin_setjmp", "_longjmp", "__builtin_longjmp"};
  return names.contains(name);
}

} // namespace

const Expr *BodyReader::call(const clang::CallExpr *e, bool wanted) {
  if (refusedCall(e))
    return make<Text>(type(e->getType()), "0", location(e->getBeginLoc()));
  if (const Expr *v = intrinsic(e))
    return v;
  if (release(e) || (!wanted && opaqueCall(e)))
    return nullptr;
  if (const Expr *allocated = allocationValue(e))
    return allocated;
  if (const Expr *status = allocationThroughPointer(e, wanted))
    return status;
  auto prepared = prepareCall(e);
  const Expr *result = nullptr;
  if (wanted && !e->getType()->isVoidType()) {
    Symbol *t = temporary("t", type(e->getType().getUnqualifiedType()));
    result = unit.builder.variable(t, location(e->getBeginLoc()));
  }
  prepared->result = result;
  append(std::move(prepared));
  return result;
}

std::unique_ptr<Call> BodyReader::prepareCall(const clang::CallExpr *e) {
  Location at = location(e->getBeginLoc());
  if (const clang::FunctionDecl *callee = directCallee(e)) {
    Symbol *symbol = unit.function(callee);
    return std::make_unique<Call>(symbol, arguments(e), nullptr, at);
  }
  // (*f)(x), (**f)(x) and f(x) all call what f points to.
  const clang::Expr *callee = e->getCallee()->IgnoreParens();
  for (;;) {
    auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(callee);
    auto *star = llvm::dyn_cast<clang::UnaryOperator>(callee);
    if (cast && cast->getCastKind() == clang::CK_FunctionToPointerDecay)
      callee = cast->getSubExpr()->IgnoreParens();
    else if (star && star->getOpcode() == clang::UO_Deref && callee->getType()->isFunctionType())
      callee = star->getSubExpr()->IgnoreParens();
    else
      break;
  }
  const Expr *pointer = asPlace(value(callee), e->getBeginLoc());
  auto result = std::make_unique<Call>(nullptr, arguments(e), nullptr, at);
  result->pointer = pointer;
  return result;
}

/// Effects postponed by the arguments happen before the call. Where only this function can see the
/// variable they change, after the call is as good, and reads better.
std::vector<Argument> BodyReader::arguments(const clang::CallExpr *e) {
  std::vector<Argument> out;
  SequenceScope sequence(*this);
  for (const clang::Expr *a : e->arguments())
    out.push_back({value(a), {}});
  bool visible = llvm::any_of(
      postponed, [&](const Postponed &p) { return !p.variable || !facts.onlyByName(p.variable); });
  if (visible) {
    for (Argument &a : out)
      a.value = keep(a.value, e->getBeginLoc());
    flush();
  }
  return out;
}

bool BodyReader::isPlainCall(const clang::CallExpr *e) {
  const clang::FunctionDecl *f = directCallee(e);
  if (!f || !f->getIdentifier())
    return true;
  llvm::StringRef name = f->getName();
  return !unit.isLibrary(f) || (!isIntrinsic(name) && !name.starts_with("__builtin_") &&
                                !isNonlocalJump(name) && !isAllocator(name));
}

bool BodyReader::refusedCall(const clang::CallExpr *e) {
  const clang::FunctionDecl *f = directCallee(e);
  if (!f || !f->getIdentifier())
    return false;
  llvm::StringRef name = f->getName();
  if (isNonlocalJump(name) && unit.isLibrary(f)) {
    std::string written = unit.macroName(e->getBeginLoc()); // setjmp is a macro in glibc
    unit.refuse(e->getBeginLoc(),
                "'" + (written.empty() ? name.str() : written) + "' is not supported",
                "return an error code instead of jumping out of functions");
    return true;
  }
  if (name.starts_with("__builtin_va_")) {
    unit.refuse(e->getBeginLoc(), "variable argument lists are not supported",
                "give the function a fixed list of parameters");
    return true;
  }
  return false;
}

bool BodyReader::opaqueCall(const clang::CallExpr *e) {
  const clang::FunctionDecl *f = directCallee(e);
  if (!f || !f->getIdentifier() || !unit.isLibrary(f) || !isOutput(f->getName()))
    return false;
  using Effect = OpaquePiece::Effect;
  std::vector<OpaquePiece> pieces = {{f->getName().str() + "(", nullptr, Effect::None}};
  bool first = true;
  for (const Argument &a : arguments(e)) {
    if (!first)
      pieces.push_back({", ", nullptr, Effect::None});
    pieces.push_back({{}, a.value, Effect::Reads});
    first = false;
  }
  pieces.push_back({")", nullptr, Effect::None});
  auto opaque = std::make_unique<Opaque>(std::move(pieces), location(e->getBeginLoc()));
  opaque->noReturn = f->isNoReturn() || f->getName() == "__builtin_unreachable" ||
                     f->getName() == "__builtin_trap";
  append(std::move(opaque));
  return true;
}

} // namespace costate::frontend::c
