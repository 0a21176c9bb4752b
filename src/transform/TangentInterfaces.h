// What tangent procedures are called with: parameters each followed by its shadow, results, the number of
// directions; and the shadows of their local variables.
#pragma once

#include "ir/Builder.h"
#include "transform/DummyProcedures.h"
#include "transform/Generated.h"
#include "transform/Shadows.h"
#include "transform/Tangent.h"

namespace costate::transform {

/// One tangent procedure in the making.
struct TangentProcedure {
  TangentProcedure(ir::Program &program, ir::Language language, RecordShadows &records)
      : renaming(program), types(program, language, directions, records),
        shadows(program, renaming, types, directions) {}
  std::vector<ir::Symbol *> startAsZero; ///< shadows of parameters that are not in the interface
  std::unique_ptr<ir::Procedure> procedure;
  ir::Renaming renaming;
  Directions directions;
  ShadowTypes types;
  Shadows shadows;
  /// Shadows of parameters passed by value that the procedure changes: the copy, the parameter.
  std::vector<std::pair<ir::Symbol *, ir::Symbol *>> copies;
};

class TangentInterfaces {
public:
  TangentInterfaces(ir::Program &program, const analysis::Varied &varied,
                    const DummyProcedures &dummies, Generated &generated,
                    const TangentOptions &options, Diagnostics &diagnostics)
      : program(program), varied(varied), dummies(dummies), generated(generated), options(options),
        diagnostics(diagnostics), b(program) {}

  /// A head's interface is fixed by the contract: what it names, and what of real type it may
  /// write. Elsewhere the analysis decides.
  bool needsShadow(const analysis::Variant &, const ir::Symbol *) const;

  /// Makes the tangent of a variant, without its body.
  void declare(const analysis::Variant &);
  /// Once all tangents have their parameters: what its dummy tangents look like.
  void showDummies(const analysis::Variant &);

  TangentProcedure &operator[](const analysis::Variant &v) const { return *made.at(&v); }

private:
  std::vector<std::string> describe(const analysis::Variant &) const;
  ir::Symbol *shadowSymbol(TangentProcedure &, const ir::Symbol &of);
  ir::Symbol *procedureSymbol(ir::Procedure &, const ir::Symbol &of);
  void shareStorage(const ir::Procedure &original, TangentProcedure &);
  void interleaveParameters(const analysis::Variant &, TangentProcedure &);
  void shadowCopies(const analysis::Variant &, TangentProcedure &);
  void copyParameter(const ir::Symbol *original, ir::Symbol *parameter, TangentProcedure &);
  void returnDerivative(const ir::Procedure &original, TangentProcedure &);
  void resultAsArguments(const ir::Procedure &original, TangentProcedure &);
  ir::Symbol *resultPointer(ir::Procedure &, const std::string &name, const ir::Type *);
  void addDirections(TangentProcedure &);
  void passNumber(TangentProcedure &);

  ir::Program &program;
  const analysis::Varied &varied;
  const DummyProcedures &dummies;
  Generated &generated;
  const TangentOptions &options;
  Diagnostics &diagnostics;
  ir::Builder b;
  std::map<const analysis::Variant *, std::unique_ptr<TangentProcedure>> made;
};

} // namespace costate::transform
