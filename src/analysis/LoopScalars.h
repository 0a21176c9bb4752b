// What the iterations of a loop do with scalar variables (Dependence.h, D1).
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class LoopScalars {
public:
  LoopScalars(Memory &, EffectSummaries &, const Loop &);

  /// Scalars some iteration may write, in the order of their first write; without inner loops' own
  /// variables where these are not seen otherwise.
  const std::vector<const ir::Symbol *> &written() const { return order; }
  /// Some iteration may read what an earlier one, or what is before the loop, left there.
  bool isExposed(const ir::Symbol *s) const { return exposed.count(s); }
  /// Every iteration writes it.
  bool isAlwaysWritten(const ir::Symbol *s) const { return always.count(s); }
  /// The procedure reads it outside of the loop, or it outlives the procedure.
  bool isNeededOutside(const ir::Symbol *) const;
  /// The operation of a variable that is only ever updated: `+ * min max and or`; empty: none.
  std::string reduction(const ir::Symbol *) const;
  Location firstRead(const ir::Symbol *s) const { return readAt.at(s); }
  Location firstWrite(const ir::Symbol *s) const { return writtenAt.at(s); }

  static bool isScalar(const ir::Symbol *);

private:
  using Set = std::set<const ir::Symbol *>;
  void block(const ir::Block &, Set &must);
  void statement(const ir::Stmt &, Set &must);
  void call(const ir::Call &, Set &must);
  void read(const ir::Stmt &, const ir::Expr *, const Set &must);
  void write(const ir::Stmt &, const ir::Expr *place, Set *must);
  void noteRead(const ir::Stmt &, const ir::Symbol *, const Set &must);
  void noteWrite(const ir::Stmt &, const ir::Symbol *, Set *must);
  void updates(const ir::Block &);
  bool isUpdate(const ir::Stmt &);
  void note(const ir::Symbol *, const struct Update &);
  void countUses(const ir::Stmt &);
  std::pair<bool, bool> liveAfter(const ir::Block &, const ir::Symbol *, bool live) const;

  Memory &memory;
  EffectSummaries &effects;
  const Loop &loop;
  Set exposed, always, seen, byCalls;
  std::vector<const ir::Symbol *> order;
  std::map<const ir::Symbol *, Location> readAt, writtenAt;
  std::map<const ir::Symbol *, unsigned> uses; ///< mentions in the loop
  std::map<const ir::Symbol *, unsigned> updateUses; ///< those that updates account for
  std::map<const ir::Symbol *, std::set<std::string>> operations;
};

} // namespace costate::analysis
