// The body of one tangent procedure.
#pragma once

#include "analysis/LibraryFunctions.h"
#include "ir/Builder.h"
#include "transform/DirectionLoops.h"
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
  /// Whether that tangent does without this parameter: a dummy procedure that stands for one
  /// procedure only, whose tangent is called by name.
  virtual bool isDropped(const analysis::Variant &, int parameter) = 0;
  /// The symbol by which a tangent calls one that is written in the other language; null where there
  /// is no way.
  virtual ir::Symbol *foreignTangent(const ir::Call &, const analysis::Variant &,
                                     ir::Procedure &caller) = 0;
  /// Whether a function pointer may hold a function that is not in the program.
  virtual bool mayRunOthers() = 0;
  virtual ~TangentCallees() = default;
};

class TangentBody {
public:
  TangentBody(const Duals::Context &context, TangentCallees &callees)
      : c(context), callees(callees), b(context.program), duals(context),
        loops(context.program, context.procedure, context.directions, context.shadows,
              duals.temporaryArrays, duals.arrays(), [this](const ir::Expr *value, ir::Block &before) {
                return duals.temporary(value, before);
              }) {}

  /// `isHead`: of a While, whose condition is evaluated after it.
  ir::Block transform(const ir::Block &, bool isHead = false);

  /// All directions of one scalar's shadow from another.
  ir::StmtPtr copyDirections(ir::Symbol *to, ir::Symbol *from);
  /// A local shadow that begins as zero.
  ir::StmtPtr startAsZero(ir::Symbol *shadow);

private:
  void statement(const ir::Stmt &, ir::Block &out);
  void observeBefore(const ir::Stmt &, ir::Block &out);
  void observeAfter(const ir::Stmt &, ir::Block &out);
  void assign(const ir::Assign &, ir::Block &out);
  void addTerm(const ir::Assign &, const ir::Expr *term, ir::Block &out);
  bool valueFirst(const ir::Assign &, const ir::Expr *shadow, Dual, ir::Block &out);
  void assignAllocatable(const ir::Assign &, const ir::Expr *shadow, Dual, ir::Block &out);
  void call(const ir::Call &, ir::Block &out);
  void callTangent(const ir::Call &, const analysis::Variant &, ir::Symbol *tangent,
                   ir::Block &out);
  const ir::Expr *zeros(const ir::Expr *argument, const ir::Symbol &parameter, ir::Block &out);
  void allocateResult(const ir::Procedure &target, const ir::Call &, const ir::Expr *result,
                      ir::Block &out);
  std::vector<const ir::Expr *> resultExtents(const ir::Procedure &target, const ir::Call &);
  const ir::Expr *resultVariable(const char *name, const ir::Procedure &target, const ir::Call &);
  bool isOwn(const ir::Call &);
  bool passesDirections(const ir::Call &, size_t argument, const ir::Procedure &target);
  void callOriginal(const ir::Call &, ir::Block &out);
  void callUnknown(const ir::Call &, ir::Block &out);
  void moveConstants(const ir::Expr *shadow, const ir::Expr *place, Location, ir::Block &out);
  void callIntrinsic(const ir::Call &, ir::Block &out);
  void callByPointer(const ir::Call &, ir::Block &out);
  bool touches(const ir::Call &);
  void refuseUnknown(const ir::Call &, const std::string &name);
  const ir::Expr *procedureShadow(const ir::ProcedureReference &);
  const ir::Expr *shadowArgument(const ir::Expr *, const ir::Symbol *parameter, ir::Block &out);
  void allocate(const ir::Allocate &, ir::Block &out);
  void initialise(const ir::Allocate &, const ir::Expr *place, ir::Block &out);
  void free(const ir::Free &, ir::Block &out);
  void opaque(const ir::Opaque &, ir::Block &out);
  void walkShadow(const ir::For &, ir::Symbol *shadow, std::unique_ptr<ir::For> loop,
                  ir::Block &out);
  void callLibrary(const ir::Call &, analysis::LibraryEffect, ir::Block &out);
  void copyShadows(const ir::Call &, ir::Block &out);
  void splitNumber(const ir::Call &, ir::Block &out);
  void forgetStored(const ir::Expr *pointer, Location, ir::Block &out);
  void input(const ir::Call &, ir::Block &out);
  ir::StmtPtr clearBytes(const ir::Call &, const ir::Expr *shadow);
  ir::StmtPtr allocateShadows(const ir::Allocate &, std::vector<ir::Allocation> objects);
  ir::StmtPtr copy(const ir::Stmt &);

  bool several() const { return c.directions.several(); }
  /// Who cannot do something, for messages.
  std::string who() const { return several() ? "a vector tangent" : "a pattern"; }
  // Vector tangents (TangentVector.cpp)
  /// `shadow = derivative`, for every direction.
  void move(const ir::Expr *shadow, const ir::Expr *derivative, Location, ir::Block &out,
            const ir::Expr *mask = nullptr);
  /// The derivative of a place becomes zero.
  void clear(const ir::Expr *place, Location, ir::Block &out, const ir::Expr *mask = nullptr);
  void assignRecord(const ir::Expr *place, const ir::RecordConstructor &, ir::Block &out);
  void assignComponents(const ir::Expr *shadow, const ir::Expr *place,
                        const ir::RecordConstructor &, ir::Block &out);
  void assignComponent(const ir::Expr *field, const ir::Expr *original, const ir::Component &,
                       const ir::Expr *value, ir::Block &out);
  void assignAllocatableVector(const ir::Assign &, Dual, ir::Block &out);
  const ir::Expr *passed(const ir::Expr *whole, const ir::Expr *argument,
                         const ir::Symbol *parameter);
  const ir::Expr *shadowOfValue(const ir::Expr *argument, Dual, ir::Block &out);
  const ir::Expr *allocatedLike(const ir::Expr *value, ir::Block &out);
  std::vector<ir::Dimension> boundsOf(const ir::Expr *value);
  const ir::Expr *decayed(const ir::Expr *whole);
  void passResult(const ir::Call &, const ir::Procedure &target, std::vector<ir::Argument> &,
                  ir::Block &out, ir::Block &after);
  const ir::Expr *result(const char *name, const ir::Type *, const ir::Procedure &target,
                         const ir::Call &);
  // Elemental procedures on arrays (TangentElements.cpp)
  static bool takesArrays(const ir::Call &, const ir::Procedure &target);
  void callElements(const ir::Call &, const analysis::Variant &, ir::Symbol *tangent,
                    ir::Block &out);
  void renameBounds(ir::For &);
  void passNumber(std::vector<ir::Argument> &);
  void addDirections(ir::Allocation &, const ir::Expr *original, const ir::Allocate &);
  const ir::Expr *bytes(const ir::Expr *size, const ir::Expr *pointer);
  bool copiesArray(const ir::Assign &) const;
  static bool isWholeAllocatable(const ir::Expr *place);

  /// The shadow of a written place where it has one and its type can hold a derivative.
  const ir::Expr *shadowPlace(const ir::Expr *place);
  const ir::Expr *wholePlace(const ir::Expr *place);

  Duals::Context c;
  TangentCallees &callees;
  ir::Builder b;
  Duals duals;
  DirectionLoops loops;
};

} // namespace costate::transform
