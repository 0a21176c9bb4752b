// What adjoint procedures are called with.
//
// Each parameter is followed by its adjoint where it has one. Adjoints are always passed by
// reference: that of a C parameter by value is a pointer. A function's adjoint is a procedure whose
// last argument is the adjoint of the result. Of a pair, the forward procedure takes only the
// shadows that move with pointers.
#pragma once

#include "analysis/Varied.h"
#include "ir/Builder.h"
#include "transform/Generated.h"
#include "transform/Shadows.h"
#include "transform/SharedAdjoints.h"

namespace costate::transform {

/// One adjoint in the making: both sweeps of a procedure, in one set of symbols.
struct AdjointProcedure {
  AdjointProcedure(ir::Program &program, ir::Language language, RecordShadows &records)
      : renaming(program), types(program, language, directions, records),
        shadows(program, renaming, types, directions) {}
  std::unique_ptr<ir::Procedure> procedure; ///< a head's adjoint itself
  std::unique_ptr<ir::Procedure> forward, backward; ///< of a pair
  std::vector<ir::Symbol *> forwardParameters, backwardParameters;
  ir::Renaming renaming;
  Directions directions;
  ShadowTypes types;
  Shadows shadows;
  /// Adjoints that begin as zero in the backward sweep.
  std::vector<ir::Symbol *> startAsZero;
  /// Adjoints of parameters by value that the procedure changes: its own, and the caller's, which
  /// gets it in the end.
  std::vector<std::pair<ir::Symbol *, ir::Symbol *>> copies;
  /// Parameters by value of a head whose adjoints are no part of its interface.
  std::set<const ir::Symbol *> hidden;
  ir::Symbol *seed = nullptr; ///< the parameter that is the adjoint of the result
};

class AdjointInterfaces {
public:
  AdjointInterfaces(ir::Program &program, const analysis::Varied &varied, Generated &generated,
                    Diagnostics &diagnostics)
      : program(program), varied(varied), generated(generated), diagnostics(diagnostics),
        b(program) {}

  /// A head's interface is fixed by the contract: what it names, and what of real type it may
  /// write. Elsewhere the analysis decides.
  bool needsShadow(const analysis::Variant &, const ir::Symbol *) const;

  /// Makes the adjoint of a variant, without its body: one procedure with both sweeps, or a pair.
  void declare(const analysis::Variant &, bool paired, const SharedAdjoints &);
  /// Puts the sweeps of a pair into its two procedures.
  void split(AdjointProcedure &, ir::Block forward, ir::Block backward);

  AdjointProcedure &operator[](const analysis::Variant &v) const { return *made.at(&v); }

private:
  std::vector<std::string> describe(const analysis::Variant &) const;
  ir::Symbol *shadowSymbol(AdjointProcedure &, const ir::Symbol &of);
  void shareStorage(const ir::Procedure &original, AdjointProcedure &);
  void parameters(const analysis::Variant &, AdjointProcedure &);
  void valueParameter(const ir::Procedure &original, ir::Symbol *, AdjointProcedure &);
  void result(const ir::Procedure &original, AdjointProcedure &);
  void fill(ir::Procedure &shell, AdjointProcedure &, const std::vector<ir::Symbol *> &parameters,
            ir::Block body);

  ir::Program &program;
  const analysis::Varied &varied;
  Generated &generated;
  Diagnostics &diagnostics;
  ir::Builder b;
  std::map<const analysis::Variant *, std::unique_ptr<AdjointProcedure>> made;
};

/// Whether the shadow of a parameter may move in the forward sweep.
bool movesShadow(const ir::Symbol &parameter);

} // namespace costate::transform
