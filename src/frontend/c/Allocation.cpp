// malloc, calloc, realloc and free.
#include "frontend/c/BodyReader.h"

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
         function == "free";
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
