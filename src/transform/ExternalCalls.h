// Tangents of calls whose procedure is known by a specification only.
#pragma once

#include "ir/Builder.h"
#include "transform/Duals.h"

namespace costate::transform {

/// One call of the program with its specification.
struct ExternalSite {
  const ir::Call &call;
  const analysis::ExternalUse &use;
  ir::Block &out; ///< where its tangent goes
  std::vector<const ir::Expr *> values{};      ///< of the arguments, in the derivative's symbols
  std::vector<const ir::Expr *> derivatives{}; ///< null: passive
  const ir::Expr *result = nullptr, *resultDerivative = nullptr;

  const analysis::External &spec() const { return *use.spec; }
  /// The first parameter the specification names is argument `first` of the call.
  unsigned first() const { return use.firstArgument; }
};

class ExternalCalls {
public:
  ExternalCalls(const Duals::Context &context, Duals &duals)
      : c(context), duals(duals), b(context.program) {}

  void tangent(const ir::Call &, const analysis::ExternalUse &, ir::Block &out);

private:
  bool refuses(const ExternalSite &);
  std::string where(Location) const;
  ExternalSite examine(const ir::Call &, const analysis::ExternalUse &, ir::Block &out);
  bool isConstantOfHead(const ir::Expr *) const;
  const ir::Expr *derivativeOf(const ir::Expr *argument, const ir::Expr *&value, ir::Block &out);
  void callOriginal(ExternalSite &);
  void clearWritten(ExternalSite &);
  bool clear(const ir::Expr *argument, const ir::Symbol *parameter, ir::Block &out);
  void refuseToClear(const ExternalSite &, unsigned argument);

  void callDerivative(ExternalSite &);
  const ir::Expr *zeroFor(const ExternalSite &, unsigned argument);
  const ir::Expr *zeroArray(const ir::Expr *place, ir::Block &out);
  const ir::Expr *addressInC(const ir::Expr *place);

  Duals::Context c;
  Duals &duals;
  ir::Builder b;
};

/// The symbol by which a derivative procedure calls something outside the program.
class ExternalSymbols {
public:
  explicit ExternalSymbols(const Duals::Context &context) : c(context) {}

  /// A derivative that somebody wrote for the procedure a call runs: the original's interface with
  /// a derivative after each active argument, where the caller sees an interface.
  ir::Symbol *derivative(const ExternalSite &, const analysis::ExternalDerivative &);

  /// The same for the adjoint: adjoints are passed by reference, the seed of a result comes last.
  ir::Symbol *adjoint(const ExternalSite &, const std::vector<ir::Argument> &,
                      const std::vector<bool> &written);

  /// A procedure that takes these arguments; `written` tells which of them it writes.
  ir::Symbol *procedure(const std::string &name, const ir::Call &like, const ir::Type *result,
                        const std::vector<ir::Argument> &arguments,
                        const std::vector<bool> &written);

private:
  ir::Symbol *known(const std::string &name);
  ir::Symbol *declared(const std::string &name, const ir::Type *result);
  ir::Symbol *inModule(const std::string &module, const std::string &name, const ir::Type *result);
  ir::Symbol *withInterface(ir::Symbol *, std::unique_ptr<ir::Procedure> interface);
  std::unique_ptr<ir::Procedure> interface(const ExternalSite &, const ir::Procedure &original,
                                           const std::string &name);
  std::unique_ptr<ir::Procedure> adjointInterface(const ExternalSite &,
                                                  const ir::Procedure &original);
  void addParameters(const ExternalSite &, const char *suffix, ir::Procedure &);
  void returnDerivative(const ir::Procedure &original, ir::Procedure &);

  Duals::Context c;
};

} // namespace costate::transform
