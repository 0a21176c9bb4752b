// Linearity analysis: for every pair of variables of a procedure, whether one depends on the other, and if so
// linearly, as a polynomial, as a rational function or otherwise (Strout and Hovland, "Linearity analysis for
// automatic differentiation"; Deps.h says what that means, LinearityFold.h how it is found).
//
// What is promised of a pair <v, w>, for all runs in which the procedure returns:
// (P1) Not listed: what v holds in the end is the same whatever w held, on entry or later.
// (P2) Linear: v changes by a factor times the change of w, and the factor is the same whatever varies, as long as
//      the program makes the same choices; w makes none of them. Degree n: differences of v in w of order n+1
//      vanish. Rational: v is a quotient of polynomials in w.
// Arrays are one variable each: elements of w vary together. What varies are the numbers (reals and complex) that
// the procedure finds in its arguments and in variables that outlive it; with a head, only what the head's
// independents change. A variable that is never written is not listed: it is what it was.
//
// Weak, not wrong: what a quotient or a difference cancels, ways that exclude each other, elements of one array
// that differ.
#pragma once

#include "analysis/Head.h"
#include "analysis/LinearityWhy.h"

#include <set>

namespace costate::analysis {

struct LinearityPair {
  std::string of, on;
  Shape shape;
};

/// A value that an iteration of a loop gets from an earlier one, in a statement that computes with it.
struct CarriedDependence {
  std::string of, on;
  Shape shape;
  Location at;
  CellId ofCell, onCell;
};

struct LoopLinearity {
  const ir::Stmt *loop = nullptr;
  std::vector<CarriedDependence> carried;
  /// All carried dependences are linear and of scalars: the paper's condition (section 1).
  bool fusable = false;
  /// Variables that carry values from iteration to iteration on which something in an iteration depends
  /// nonlinearly. The condition alone does not license Fig. 4: where a value is carried linearly but used
  /// nonlinearly (t = sin(a) there), the adjoint of an iteration needs the later ones' values, in their order.
  std::vector<std::string> neededValues;
  std::vector<CellId> needed;
};

/// An assignment, with the paper's IN and DEPS there (Fig. 9).
struct StatementLinearity {
  const ir::Stmt *statement = nullptr;
  std::vector<LinearityPair> in, deps; ///< in `deps`, `of` is empty
};

struct ProcedureLinearity {
  const ir::Procedure *procedure = nullptr;
  std::vector<std::string> variables; ///< in the order of their declarations
  std::vector<LinearityPair> pairs;
  /// There are too many variables to list them all in pairs: `on` are only those that callers see.
  bool interfaceOnly = false;
  std::vector<LoopLinearity> loops;
  std::vector<StatementLinearity> statements; ///< where they were asked for
};

/// Elements of a dependent that the procedure writes by statements of their own, in the independents.
struct RowLinearity {
  std::string section; ///< subscripts: `1`, `3:n + 2`, `2:n:2`
  Location at;         ///< one statement that writes them
  Shape shape;
  bool single = false; ///< each on one number alone
  const char *name() const;
};

/// A dependent of a head, in its independents.
struct HeadLinearity {
  std::string dependent;
  Shape shape; ///< in all independents together
  std::vector<std::pair<std::string, Shape>> on;
  bool single = false; ///< on one number alone
  std::vector<RowLinearity> rows; ///< of an array whose elements are told apart
  const char *name() const;
};

/// The answer to `--why`, for one procedure.
struct LinearityReason {
  const ir::Procedure *procedure = nullptr;
  bool known = false; ///< it has both variables
  Shape shape;
  std::vector<LinearityStep> steps; ///< from the source on
};

class ArrayParts;
class CarriedReads;
class TermElements;
struct SeparableDependent;
struct VaryingUses;

class Linearity : LinearitySummaries {
public:
  /// Without heads, every procedure for itself, with all that it can see varying.
  Linearity(ir::Program &, const std::vector<Head> &, const Externals * = nullptr);
  ~Linearity() override;

  /// In the order of the program.
  std::vector<const ir::Procedure *> reached() const;
  std::vector<ProcedureLinearity> procedures(bool statements = false);
  std::vector<HeadLinearity> head(const Head &);
  /// Dependents that are sums of terms (Separability.h).
  std::vector<SeparableDependent> separable(const Head &);
  LinearityReason why(const ir::Procedure *, const std::string &of, const std::string &on);

  Memory &memory() { return *cells; }
  /// Empty: it is not for people, or the procedure itself does not mention it.
  std::string nameOf(const ir::Procedure *, CellId) const;

private:
  using Summaries = std::vector<std::pair<CellBits, std::unique_ptr<LinearitySummary>>>; ///< by what varies
  struct Recursive {
    std::unique_ptr<LinearitySummary> all, numbers;
  };
  const LinearitySummary &summary(const ir::Procedure *target, const CellBits &varying) override;
  bool sharedVaries() const override { return heads.empty(); }
  bool joinsShared() const override { return manyShared; }
  void solveRecursion(const std::vector<ir::Procedure *> &, bool integers);
  std::unique_ptr<LinearityFold> fold(const ir::Procedure *, LinearityEntry, InnerSources,
                                      const ArrayParts *apart = nullptr);
  LinearityEntry entryOf(const ir::Procedure *);
  LinearityEntry entryOf(const Head &);
  CarriedReads &reads();
  std::unique_ptr<TermElements> elementsOf(const Head &, const VaryingUses &);
  std::vector<RowLinearity> rows(const Head &, CellId array, TermElements &);
  /// Of statements that are wanted.
  VaryingUses varyingUses(LinearityFold &, const std::function<bool(const ir::Stmt &)> &wanted);
  bool hasManyVariables(const ir::Procedure *) const;
  ProcedureLinearity describe(const ir::Procedure *, bool statements);
  using Pairs = std::map<std::pair<std::string, std::string>, Shape>;
  void addPairs(Pairs &, const ir::Procedure *, const std::string &of, const DepsRef &);
  std::vector<LinearityPair> pairsOf(const ir::Procedure *, const DepsState &);
  void listStatements(ProcedureLinearity &, LinearityFold &);
  void listVariables(ProcedureLinearity &, const LinearityFold &);
  void listLoops(ProcedureLinearity &, LinearityFold &);

  ir::Program &program;
  const std::vector<Head> &heads;
  std::unique_ptr<CallGraph> calls;
  std::unique_ptr<Memory> cells;
  std::unique_ptr<EffectSummaries> effects;
  std::unique_ptr<CarriedReads> carriedReads; ///< once it is asked for
  std::map<const ir::Procedure *, Summaries> known;
  std::map<const ir::Procedure *, Recursive> recursive;
  bool manyShared = false; ///< too many numbers to tell all of them apart in all procedures
  std::map<const ir::Procedure *, CellBits> entered; ///< with a head: what varies in some call
};

} // namespace costate::analysis
