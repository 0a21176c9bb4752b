// Induction variable substitution and array recovery (paper, 3.5 step 5, Figures 6 to 11, d, e and j).
//
// The recurrences of a loop's induction variables are taken out of it: what an iteration needs of them
// is computed from the loop's counter, so that no iteration waits for the one before. Pointers that
// walk through an array become subscripts of what they pointed to when the loop began.
//
// Where every use in the loop has a closed form that can be written there, uses are replaced and the
// updates go (Figure 8e, 9j). Otherwise each iteration begins with assignments of the variables from
// their closed forms, over copies of their first values, and runs as it was (Figure 8d, 9i). Either
// way the variables get their final values after the loop, where anyone needs them.
//
// A loop that is no counted loop over an integer (a pointer's, a while loop whose trips are known) gets
// a counter of its own.
#pragma once

#include "analysis/LoopNest.h"
#include "transform/WriteForm.h"

namespace costate::transform {

struct SubstitutedLoop {
  std::unique_ptr<ir::For> loop;
  ir::Block before, after;
  std::vector<const ir::Symbol *> privates; ///< what each iteration assigns itself now
  /// What must hold for the closed forms to be computed; null: nothing.
  const ir::Expr *test = nullptr;
};

/// Takes away assignments of variables that nothing in the block reads.
void dropUnread(ir::Block &, const std::vector<const ir::Symbol *> &variables);

class InductionSubstitution {
public:
  /// `inductions` are the loop's variables with closed forms, `needed` tells those whose values someone
  /// reads after the loop, `temporary` those that carry nothing from iteration to iteration or out, and
  /// `firstValues` what is known of some where the loop begins.
  InductionSubstitution(ir::Program &, analysis::Memory &, analysis::EffectSummaries &, ir::Procedure &,
                        const ir::Stmt &loop, std::vector<const ir::Symbol *> inductions,
                        std::function<bool(const ir::Symbol *)> needed,
                        std::vector<const ir::Symbol *> temporary,
                        const analysis::LoopState &firstValues);

  /// Nothing where a closed form cannot be written.
  std::optional<SubstitutedLoop> run();

private:
  using Form = symbolic::Form;
  bool setUp();
  void useOwnVariable(const ir::For &);
  bool makeCounter();
  bool replaceUses(SubstitutedLoop &);
  bool assignAtStart(SubstitutedLoop &);
  bool finish(SubstitutedLoop &);
  void saveFirstValues(SubstitutedLoop &);
  bool addTest(SubstitutedLoop &);
  std::unique_ptr<ir::For> newLoop();
  void rewrite(const ir::Block &original, ir::Block &copy);
  const ir::Expr *rewrite(const ir::Expr *, const analysis::LoopState &);
  const ir::Expr *rewritePlace(const ir::Expr *, const analysis::LoopState &);
  const ir::Expr *rewriteTarget(const ir::Dereference &, const analysis::LoopState &);
  const ir::Expr *rewriteSubscript(const ir::Expr *, const analysis::LoopState &);
  const ir::Expr *closed(const ir::Symbol *, const Form &);
  const ir::Expr *fail();
  std::optional<std::vector<const ir::Symbol *>> finalOrder(
      const std::map<const ir::Symbol *, const ir::Expr *> &) const;
  bool isInduction(const ir::Symbol *) const;
  bool mentions(const ir::Expr *) const;
  Form inVariables(Form);
  const ir::Expr *spelling(symbolic::AtomId);

  ir::Program &program;
  ir::Builder build;
  ir::Procedure &procedure;
  const ir::Stmt &statement;
  std::vector<const ir::Symbol *> inductions;
  std::function<bool(const ir::Symbol *)> needed;
  std::vector<const ir::Symbol *> temporary;
  analysis::LoopNests nests;
  analysis::LoopValues values;
  FormWriter writer;
  const analysis::Loop *own = nullptr;
  std::set<const ir::Symbol *> assigned; ///< in the loop
  std::map<const ir::Symbol *, ir::Symbol *> saved; ///< first values, where the variable changes
  std::map<symbolic::AtomId, const ir::Expr *> loopVariables;
  /// Loops, innermost first, with their counters in terms of loop variables.
  std::vector<std::pair<symbolic::LoopId, Form>> counters;
  ir::Symbol *counter = nullptr; ///< the new loop's variable
  bool isOwnVariable = false;    ///< it is the old one's, too
  bool reused = false;           ///< or an induction variable of it
  std::vector<const analysis::Loop *> running; ///< that the statement at hand is in
  bool ok = true;
};

} // namespace costate::transform
