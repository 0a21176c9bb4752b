#include "transform/Casts.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::LibraryEffect;

namespace {

/// The kinds of reals in a type, not behind pointers; -1 for pointers, which keep theirs.
void collectKinds(const Type *type, std::set<int> &kinds) {
  type = type->scalar()->strip();
  if (auto *real = llvm::dyn_cast<RealType>(type))
    kinds.insert(real->realKind);
  else if (auto *complex = llvm::dyn_cast<ComplexType>(type))
    kinds.insert(complex->realKind);
  else if (type->isPointer())
    kinds.insert(-1);
  else if (auto *record = llvm::dyn_cast<RecordType>(type))
    for (const Component &c : record->components)
      collectKinds(c.type, kinds);
}

const Type *pointee(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
  return pointer ? pointer->pointee->strip() : nullptr;
}

class CastCheck {
public:
  CastCheck(const analysis::Varied &varied, const analysis::Variant &variant,
            Diagnostics &diagnostics)
      : varied(varied), variant(variant), diagnostics(diagnostics) {}

  void check(const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    bool bytes = call && analysis::libraryEffect(*call) != LibraryEffect::Unknown;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *cast = llvm::dyn_cast<Convert>(x);
        if (!cast)
          return;
        if (cast->operand->type->isPointer() && !bytes)
          pointerCast(*cast);
        else if (cast->type->isPointer() && !cast->operand->type->isPointer())
          integerCast(*cast);
      });
  }

private:
  const analysis::Varied &varied;
  const analysis::Variant &variant;
  Diagnostics &diagnostics;

  void pointerCast(const Convert &cast) {
    const Type *from = pointee(cast.operand->type), *to = pointee(cast.type);
    if (!from || !to || from->isVoid() || to->isVoid() || from->isProcedure() || mayPun(from, to) ||
        !varied.varies(variant, cast.operand))
      return;
    diagnostics.error(cast.location,
                      "this cast would read memory that carries derivatives as another type",
                      "use the value itself, or convert it with arithmetic");
  }

  /// A pointer made of a number may point to anything.
  void integerCast(const Convert &cast) {
    if (llvm::isa<IntegerConstant>(cast.operand) || !analysis::carriesDerivative(cast.type))
      return;
    diagnostics.error(cast.location,
                      "cannot follow derivatives through a pointer made of an integer",
                      "keep it in a pointer variable");
  }
};

} // namespace

bool mayPun(const Type *a, const Type *b) {
  std::set<int> x, y;
  collectKinds(a, x);
  collectKinds(b, y);
  if (x.empty() || y.empty())
    return x.empty() && y.empty();
  return std::includes(x.begin(), x.end(), y.begin(), y.end()) ||
         std::includes(y.begin(), y.end(), x.begin(), x.end());
}

void checkCasts(const analysis::Varied &varied, const analysis::Variant &variant,
                Diagnostics &diagnostics) {
  CastCheck check(varied, variant, diagnostics);
  forEachStmt(variant.procedure->body, [&](const Stmt &s) { check.check(s); });
}

} // namespace costate::transform
