// malloc, calloc, realloc, aligned_alloc, posix_memalign and free.
#include "frontend/c/BodyReader.h"
#include "ir/Constants.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

const clang::CallExpr *libraryCall(UnitReader &unit, const clang::Expr *e) {
  auto *call = llvm::dyn_cast<clang::CallExpr>(e);
  const clang::FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  return f && f->getIdentifier() && unit.isLibrary(f) ? call : nullptr;
}

std::optional<Allocate::How> howOf(const clang::CallExpr *call) {
  llvm::StringRef name = call->getDirectCallee()->getName();
  name.consume_front("__builtin_");
  if (name == "malloc" && call->getNumArgs() == 1)
    return Allocate::How::Malloc;
  if (name == "aligned_alloc" && call->getNumArgs() == 2)
    return Allocate::How::Malloc;
  if (name == "calloc" && call->getNumArgs() == 2)
    return Allocate::How::Calloc;
  if (name == "realloc" && call->getNumArgs() == 2)
    return Allocate::How::Realloc;
  return std::nullopt;
}

/// Under casts between pointers, written or not.
const clang::Expr *withoutPointerCasts(const clang::Expr *e) {
  for (;;) {
    e = withoutParentheses(e);
    auto *cast = llvm::dyn_cast<clang::CastExpr>(e);
    if (!cast || !e->getType()->isPointerType() ||
        !cast->getSubExpr()->getType()->isPointerType() ||
        (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp))
      return e;
    e = cast->getSubExpr();
  }
}

} // namespace

bool isAllocator(llvm::StringRef function) {
  return function == "malloc" || function == "calloc" || function == "realloc" ||
         function == "aligned_alloc" || function == "posix_memalign" || function == "free";
}

bool BodyReader::allocation(const Expr *target, const clang::Expr *e, SourceLocation at) {
  if (!target->type->isPointer())
    return false;
  const clang::CallExpr *call = libraryCall(unit, withoutPointerCasts(e));
  auto how = call ? howOf(call) : std::nullopt;
  if (!how)
    return false;
  auto allocate = std::make_unique<Allocate>(*how, std::vector<Allocation>{{target, {}, nullptr}},
                                             location(at));
  if (*how == Allocate::How::Calloc)
    allocate->count = value(call->getArg(0));
  if (*how == Allocate::How::Malloc && call->getNumArgs() == 2)
    allocate->alignment = value(call->getArg(0));
  if (*how == Allocate::How::Realloc)
    allocate->old = value(withoutPointerCasts(call->getArg(0)));
  allocate->size = value(call->getArg(call->getNumArgs() - 1));
  append(std::move(allocate));
  return true;
}

const Expr *BodyReader::allocationValue(const clang::Expr *e) {
  const clang::CallExpr *call = libraryCall(unit, withoutPointerCasts(e));
  if (!call || !howOf(call))
    return nullptr;
  Symbol *t = temporary("memory", type(e->getType().getUnqualifiedType()));
  const Expr *place = unit.builder.variable(t, location(e->getBeginLoc()));
  allocation(place, e, e->getBeginLoc());
  return place;
}

/// The bytes that aligned_alloc wants: a multiple of the alignment.
static const Expr *roundedUp(UnitReader &unit, const Expr *size, const Expr *alignment, Location at) {
  auto bytes = constantValue(size), multiple = constantValue(alignment);
  if (bytes && multiple && *multiple > 0 && *bytes % *multiple == 0)
    return size;
  auto &b = unit.builder;
  const Expr *one = unit.program.exprs.make<IntegerConstant>(size->type, 1, at);
  const Expr *last = b.binary(BinaryOp::Subtract, b.binary(BinaryOp::Add, size, alignment), one);
  return b.binary(BinaryOp::Multiply, b.binary(BinaryOp::Divide, last, alignment), alignment);
}

/// posix_memalign(&pointer, alignment, size): aligned_alloc, and whether it failed.
const Expr *BodyReader::allocationThroughPointer(const clang::CallExpr *e, bool wanted) {
  const clang::CallExpr *call = libraryCall(unit, e);
  if (!call || call->getDirectCallee()->getName() != "posix_memalign" || call->getNumArgs() != 3)
    return nullptr;
  Location at = location(e->getBeginLoc());
  const clang::Expr *pointer = withoutPointerCasts(call->getArg(0));
  auto *address = llvm::dyn_cast<clang::UnaryOperator>(pointer);
  bool isAddress = address && address->getOpcode() == clang::UO_AddrOf;
  QualType pointed = pointer->getType()->getPointeeType();
  if (!pointed->isPointerType())
    return nullptr;
  const Expr *target = isAddress ? place(address->getSubExpr())
                                 : dereference(value(pointer), nullptr, type(pointed), e->getBeginLoc());
  auto allocate = std::make_unique<Allocate>(Allocate::How::Malloc, std::vector<Allocation>{{target, {}, nullptr}}, at);
  allocate->alignment = value(call->getArg(1));
  allocate->size = roundedUp(unit, value(call->getArg(2)), allocate->alignment, at);
  append(std::move(allocate));
  const Type *status = type(e->getType());
  auto number = [&](int64_t n) { return make<IntegerConstant>(status, n, at); };
  if (!wanted)
    return number(0);
  constexpr int64_t noMemory = 12; // ENOMEM
  const Expr *failed = make<Binary>(unit.logical(), BinaryOp::Equal, target,
                                    make<NullPointer>(target->type, at), at);
  const Expr *result = unit.builder.variable(temporary("t", status), at);
  store(result, make<Conditional>(status, failed, number(noMemory), number(0), at), e->getBeginLoc());
  return result;
}

bool BodyReader::release(const clang::CallExpr *e) {
  const clang::CallExpr *call = libraryCall(unit, e);
  if (!call || call->getNumArgs() != 1)
    return false;
  llvm::StringRef name = call->getDirectCallee()->getName();
  if (name != "free" && name != "__builtin_free")
    return false;
  const Expr *pointer = value(withoutPointerCasts(call->getArg(0)));
  append(std::make_unique<Free>(std::vector<const Expr *>{pointer}, location(e->getBeginLoc())));
  return true;
}

} // namespace costate::frontend::c
