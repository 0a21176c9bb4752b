// Tangent programs: every statement is preceded by the one that moves the derivatives.
#pragma once

#include "analysis/Head.h"
#include "transform/HiddenVariables.h"

#include <functional>
#include <optional>

namespace costate::transform {

/// Adds statements of its own to tangents in the making, to watch them run. What it is given are the
/// expressions of the tangent procedure.
class TangentObserver {
public:
  virtual ~TangentObserver() = default;
  /// Before a statement of the original: which of its operations have an argument that varies, and
  /// how to write an expression of the original in the tangent.
  struct Varying {
    std::vector<const ir::Expr *> operations;
    std::function<const ir::Expr *(const ir::Expr *)> inTangent;
  };
  virtual void before(const ir::Stmt &, const Varying &, ir::Procedure &tangent, ir::Block &) = 0;
  /// After a statement that wrote a place of the original and its derivative.
  virtual void after(const ir::Stmt &, const ir::Expr *place, const ir::Expr *value,
                     const ir::Expr *derivative, ir::Procedure &tangent, ir::Block &) = 0;
};

struct TangentOptions {
  std::vector<std::string> externals; ///< specifications of procedures without source, files
  bool activity = true; ///< off: all that can carry a derivative does (--no-activity)
  bool pure = false;    ///< derivatives alone, without the original's results (--pure)
  /// Several directions at once, in procedures `foo_dv` (--vector): how many; 0: an argument `nbdirs`
  /// of every procedure says it.
  std::optional<unsigned> vector;
  /// Index sets instead of derivatives, in procedures `foo_s` (--sparsity): what depends on what, in one run.
  bool sparsity = false;
  /// Sparse Jacobians (--compressed): index sets, a vector tangent, and the procedures that run both.
  bool compressed = false;
  bool jacobian = false; ///< whole Jacobians of straight-line procedures, in procedures `foo_j` (--jacobian)
  bool preaccumulation = true; ///< --no-preaccumulation: of vector tangents
  bool accumulateAll = false;  ///< every local Jacobian that can be: for tests
  bool openmp = false;         ///< loops that are proven independent run in parallel (--openmp)
  bool threadsEverywhere = false; ///< whether that pays or not: for tests
  TangentObserver *observer = nullptr; ///< none in what users get
  HiddenVariables hidden; ///< found on the way

  const char *procedureSuffix() const { return sparsity ? "_s" : vector ? "_dv" : "_d"; }
  const char *variableSuffix() const { return sparsity ? "s" : "d"; }
};

/// How a head's derivative is called: its parameters are the original's, each followed by its shadow
/// where it has one; the value of a function whose result has a shadow is one more. With several
/// directions that function is a procedure, with the shadow of the result after its value; and the
/// number of directions may be one more argument, first in C and last in Fortran.
struct DerivativeHead {
  const analysis::Head *head = nullptr;
  ir::Procedure *derivative = nullptr;
  /// From the original's parameters and result, and from the globals the head names, to the symbols
  /// that hold their derivatives.
  std::map<const ir::Symbol *, ir::Symbol *> shadows;
  std::map<const ir::RecordType *, ir::RecordType *> records; ///< of types, with several directions
  /// Reverse mode: shadows are passed by reference, and that of a function's result by value, last.
  bool adjoint = false;
  /// Globals that the head does not name have shadows too, which callers clear; or, in reverse mode, what it finds in
  /// them or in its SAVEd variables is what the call before has left there.
  bool hasOtherState = false;
  bool single = false; ///< numbers of single precision carry derivatives somewhere on the way
};

/// Turns the program into the tangent of the heads: procedures `foo_d` for what is differentiated,
/// the originals no longer emitted. Problems are in the diagnostics.
std::vector<DerivativeHead> makeTangent(ir::Program &, const std::vector<analysis::Head> &,
                                        TangentOptions, Diagnostics &);

} // namespace costate::transform
