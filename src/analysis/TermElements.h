// Which elements of the independents a value depends on, in each of its evaluations: element by element, as forms in
// the loops around it.
//
// (T1) Places that do not vary do not count. Elements of independents that the procedure never writes are what they
//      were on entry: their subscripts are the answer.
// (T2) A scalar is followed back to the assignment in the same iteration that gave it its value. What branches and
//      inner loops on the way may have written is taken together, whatever comes first in them; conditions that
//      decide over it count as read. A value from an earlier iteration is not followed.
// (T3) An element of another array has its value from one of the procedure's assignments of elements of that array,
//      all of which are taken. In which iteration is found from the subscripts: each loop around the assignment moves
//      one of them by one, and no other loop moves that one. What the iteration read is followed from there.
// (T4) Calls: the sections of what they read that varies.
// Inner loops are bounded away: x(1:4). Whatever else there is (aliases, pointers to several places, subscripts that
// vary, loops that run as often as varying values say): nothing is known.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/Head.h"
#include "analysis/Sections.h"
#include "analysis/VaryingUses.h"

namespace costate::analysis {

struct TermElement {
  CellId cell;                         ///< of the independent
  std::vector<Known> path;             ///< counters are those of the loops around the value; of a scalar, none
  std::string of;                      ///< its name
  std::vector<std::string> subscripts; ///< `i + 1`, `1:n`, in the variables of the loops
  bool operator==(const TermElement &o) const { return cell == o.cell && path == o.path; }
};

/// How many elements these are at most; nothing: no constant is known.
std::optional<int64_t> countOf(const std::vector<TermElement> &);

class TermElements {
public:
  using Elements = std::optional<std::vector<TermElement>>; ///< nothing: not known

  TermElements(Memory &, EffectSummaries &, LoopNests &, Overlaps &, Sections &, const Head &, const VaryingUses &);

  /// Of values that a statement computes with.
  Elements of(const ir::Stmt &, const std::vector<const ir::Expr *> &values);
  /// The loops around a statement of the procedure, innermost first.
  std::vector<const ir::Stmt *> loopsAround(const ir::Stmt &) const;
  /// Whether something that varies decides if, or how often, a statement runs.
  bool isDecided(const ir::Stmt &) const;

private:
  struct Position {
    const ir::Block *block = nullptr;
    size_t index = 0;
    const ir::Stmt *parent = nullptr;
  };
  /// Which iteration is spoken of: that of the loops around a statement, in the counters of those around the value.
  struct Context {
    const Loop *anchor = nullptr;         ///< the innermost loop around the statement
    std::map<symbolic::LoopId, Form> at; ///< its loops' counters, where they are others
    /// (T2) Where all is taken together: the branch or loop, and the scalars that matter in it.
    const ir::Stmt *region = nullptr;
    std::set<CellId> *needed = nullptr;
  };
  /// Nothing can be said.
  struct Unknown {};

  void locate(const ir::Block &, const ir::Stmt *parent);
  void read(const ir::Expr *, const ir::Stmt &, const Context &);
  void readAddress(const ir::Expr *place);
  void place(const ir::Expr *, const ir::Stmt &, const Context &);
  void scalar(CellId, const ir::Stmt &, const Context &);
  bool definition(CellId, const ir::Stmt &, const Context &);
  void array(CellId, const Access &, const Context &);
  const std::vector<const Access *> &assignmentsOf(CellId);
  bool isElsewhere(const Access &write, const std::vector<Known> &path);
  void assigned(const Access &write, const std::vector<Known> &path);
  void call(const ir::Call &, const Context &);
  void region(const ir::Stmt &, CellId, const Context &);
  void regionRound(const ir::Stmt &, const Context &);
  void controls(const ir::Stmt &, const ir::Stmt *outermost, const Context &);
  void add(TermElement, size_t from);
  void independent(CellId, const Access &, const Context &);
  const Access &accessOf(const ir::Stmt &, const ir::Expr *place) const;
  const Loop *loopOf(const ir::Stmt *) const;
  const Position &positionOf(const ir::Stmt &) const;
  llvm::ArrayRef<const Access *> accessesOf(const ir::Stmt &) const;
  std::vector<Known> pathOf(const Access &, const Context &);
  bool isWritten(const ir::Stmt &, CellId);
  bool surelyWritten(const ir::Stmt &, CellId);
  bool isVarying(const ir::Expr *) const;

  Memory &memory;
  EffectSummaries &effects;
  LoopNests &nests;
  Overlaps &overlaps;
  Sections &sections;
  const ir::Procedure *p;
  const VaryingUses &varying;
  Accesses accesses;
  CellBits independents;
  std::map<CellId, std::string> names;
  std::map<const ir::Stmt *, Position> positions;
  std::map<const ir::Stmt *, const Loop *> loops;
  std::map<const ir::Stmt *, std::vector<const Access *>> accessed;
  std::map<const ir::Stmt *, CellBits> writes;
  struct Assignments {
    std::vector<const Access *> all;
    bool known = true; ///< there are no other writes
  };
  std::map<CellId, Assignments> assignments;
  // While one value is looked at
  std::vector<TermElement> found;
  std::vector<const ir::Stmt *> following; ///< (T3) assignments, to see cycles
  std::set<std::pair<CellId, const ir::Stmt *>> open; ///< scalars that are being followed
  unsigned left = 0; ///< steps
};

} // namespace costate::analysis
