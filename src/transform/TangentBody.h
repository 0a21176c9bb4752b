// The body of one tangent procedure.
#pragma once

#include "ir/Builder.h"
#include "transform/Duals.h"

namespace costate::transform {

/// What a body needs to know of the other tangent procedures.
class TangentCallees {
public:
  /// The symbol of the tangent that a call of this variant runs; null: the original is right, no
  /// derivative goes in or comes out.
  virtual ir::Symbol *tangentOf(const analysis::Variant &) = 0;
  /// Whether that tangent takes a shadow after this parameter (index; -1: returns the derivative of
  /// the result).
  virtual bool hasShadow(const analysis::Variant &, int parameter) = 0;
  virtual ~TangentCallees() = default;
};

class TangentBody {
public:
  TangentBody(const Duals::Context &context, TangentCallees &callees)
      : c(context), callees(callees), b(context.program), duals(context) {}

  ir::Block transform(const ir::Block &);

private:
  void statement(const ir::Stmt &, ir::Block &out);
  void assign(const ir::Assign &, ir::Block &out);
  void assignAllocatable(const ir::Assign &, const ir::Expr *shadow, Dual, ir::Block &out);
  void call(const ir::Call &, ir::Block &out);
  void callTangent(const ir::Call &, const analysis::Variant &, ir::Symbol *tangent,
                   ir::Block &out);
  void callUnknown(const ir::Call &, ir::Block &out);
  void callByPointer(const ir::Call &, ir::Block &out);
  const ir::Expr *shadowArgument(const ir::Expr *, const ir::Symbol *parameter, ir::Block &out);
  void allocate(const ir::Allocate &, ir::Block &out);
  void free(const ir::Free &, ir::Block &out);
  void opaque(const ir::Opaque &, ir::Block &out);
  void walkShadow(const ir::For &, ir::Symbol *shadow, std::unique_ptr<ir::For> loop,
                  ir::Block &out);
  bool copiesMemory(const ir::Call &) const;
  void copyShadows(const ir::Call &, ir::Block &out);
  ir::StmtPtr allocateShadows(const ir::Allocate &, std::vector<ir::Allocation> objects);
  ir::StmtPtr copy(const ir::Stmt &);

  /// The shadow of a written place where it has one and its type can hold a derivative.
  const ir::Expr *shadowPlace(const ir::Expr *place);

  Duals::Context c;
  TangentCallees &callees;
  ir::Builder b;
  Duals duals;
};

} // namespace costate::transform
