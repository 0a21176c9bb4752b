// Procedures without source: what is known of them, from the user's specifications (--external) and
// from those of BLAS and LAPACK that Costate has itself.
//
// A specification is a summary of the procedure: which arguments it reads and may write, which carry
// derivatives, which written ones depend on which read ones, and how its derivatives are computed.
// Every analysis asks the same summary. Without a specification nothing is known, and a call with
// anything that carries derivatives is refused.
#pragma once

#include "analysis/DerivativeSteps.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"

#include <map>

namespace costate::analysis {

/// How one derivative (tangent or adjoint) of an external procedure is computed.
struct ExternalDerivative {
  Location location;
  std::string procedure; ///< a procedure that somebody wrote; else `steps`
  std::string module;    ///< Fortran: the module that holds it; empty: an external procedure
  std::vector<Step> steps;
  bool given() const { return !procedure.empty() || !steps.empty(); }
};

struct External {
  struct Argument {
    std::string name;
    bool reads = true, writes = true, active = false;
    /// Of a written one: the active arguments it may depend on; nothing: all that are read.
    std::optional<std::vector<int>> dependsOn;
  };

  std::string name; ///< of the procedure; in a specification of ours `?` is the precision's letter
  Location location;
  bool inactive = false;      ///< no derivative passes through it
  bool writesKnown = false;   ///< `writes` was given; else every argument may be written
  std::vector<Argument> arguments;
  bool argumentsKnown = false;
  bool isFunction = false;    ///< its result carries a derivative
  std::string precisions;     ///< letters that `?` stands for
  ExternalDerivative tangent, adjoint;

  int argumentNamed(const std::string &) const; ///< -1: none

  /// Whether a call may write through its argument, given the interface the caller sees.
  bool mayWrite(const ir::Call &, unsigned argument) const;
  /// The arguments that `written` (`resultArgument`: the result) may depend on.
  std::vector<int> dependsOn(int written) const;
};

/// The specification a call has to do with, under the names the caller uses.
struct ExternalUse {
  const External *spec = nullptr;
  enum class Style {
    AsWritten, ///< the user's own
    Fortran,   ///< ours, called from Fortran: `dgemm`
    Linked,    ///< ours, called from C by its link name: `dgemm_`, everything by reference
    Cblas,     ///< ours, through CBLAS: `cblas_dgemm`, the layout first
  };
  Style style = Style::AsWritten;
  char precision = 0;      ///< s, d, c or z
  unsigned firstArgument = 0; ///< of the call: 1 behind CBLAS's layout

  explicit operator bool() const { return spec; }
  /// A procedure of the same family as the caller would name it.
  std::string named(const std::string &callee) const;
};

class Externals {
public:
  Externals();

  /// Reads a specification; problems are in the diagnostics.
  void read(const std::string &path, Diagnostics &);

  /// What is known of the procedure a call runs; nothing where its source is given or nobody says.
  ExternalUse of(const ir::Call &, ir::Language) const;

  /// Calls that do not fit their specification, and specifications of procedures with source.
  void check(ir::Program &, Diagnostics &) const;

private:
  void check(const ir::Call &, const ExternalUse &, Diagnostics &) const;
  const External *builtin(const std::string &name, char precision) const;

  const External *specifiedFor(const std::string &name, ir::Language) const;

  std::map<std::string, External> specified;
  std::map<std::string, const External *> fortranNames; ///< the same, by name in lower case
  std::map<std::string, External> builtins;  ///< by name with `?`
};

/// The specifications in a TOML text, in its order; wrong ones are reported and left out.
std::vector<External> readSpecifications(const std::string &text, uint32_t file, bool ours,
                                         Diagnostics &);

} // namespace costate::analysis
