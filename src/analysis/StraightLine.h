// The straight-line runs of procedures, and what is known of the memory that they read and write.
//
// Where a use of a run lies: its regions are the cells of its place (Memory) and their aliases; two cells that are not
// aliases are not one memory, as everywhere in derivatives (callers of a head keep its arguments apart, by contract).
// Its address is a form (LoopNest): over what variables held when the procedure was entered and the counters of the
// loops around, which are the same for all of a run. So integers and pointers that the run assigns are followed by
// value. Forms that differ by numbers are of one line; others may be equal unless Overlap or a proof says no.
#pragma once

#include "analysis/Flattening.h"
#include "analysis/LoopNest.h"
#include "analysis/Overlap.h"
#include "analysis/ReadAfter.h"

namespace costate::analysis {

/// Neighbouring assignments of one block. Those of integers and pointers are among them.
struct Run {
  const ir::Procedure *procedure = nullptr;
  const ir::Block *block = nullptr;
  size_t first = 0; ///< of the statements in the block
  std::vector<const ir::Assign *> statements;
};

class StraightLine {
public:
  StraightLine(ir::Program &, Memory &, EffectSummaries &);
  ~StraightLine();

  /// The longest runs, in the order of the source; those of one statement too.
  std::vector<Run> runs(const ir::Procedure &, const std::function<bool(const ir::Expr *)> &isActive);

  /// Looks for what is read after these runs, too: at once, for each search goes over the whole procedure. Those that
  /// runs() returns are known.
  void lookAfter(const ir::Procedure &, const std::vector<Run> &);

  /// What flattening asks about a run. It lives no longer than this.
  RunContext context(const Run &, std::function<bool(const ir::Expr *)> isActive);

  /// Whether two uses may be of one address where both run in one iteration of the loops around, which are the same.
  bool mayMeet(const ir::Procedure *, const PlaceUse &, const PlaceUse &);

  /// Why two uses may be of one address, for people: what their addresses are.
  std::string whyMaybe(const ir::Procedure *, const PlaceUse &, const PlaceUse &);

private:
  struct Uses;
  struct Line;
  using Comparisons = std::map<std::pair<uint64_t, uint64_t>, bool>; ///< of lines and points

  void collect(const ir::Procedure &, const ir::Block &, const RunContext &, std::vector<Run> &);
  Uses &usesOf(const ir::Procedure *);
  const Access *accessOf(const ir::Procedure *, const PlaceUse &);
  std::optional<Access> addressed(const ir::Procedure *, const Access &);
  const Position &position(const ir::Procedure *, const PlaceUse &);
  void findPoint(const Access &, bool byAddress, Position &);
  bool mayMeet(const ir::Procedure *, const PlaceUse &, const PlaceUse &, Comparisons &);
  bool areApart(const ir::Procedure *, Access, Access);
  bool areApart(const Known &, const Known &, symbolic::Prover &);
  bool isReadAfter(const ir::Procedure *, const ir::Stmt *last, const PlaceUse &);

  Memory &memory;
  EffectSummaries &effects;
  LoopNests nests;
  Overlaps overlaps;
  Accesses accesses;
  ReadAfter readAfter;
  std::map<const ir::Procedure *, std::unique_ptr<Uses>> uses;
  std::map<Line, unsigned> lines;
  std::map<std::pair<unsigned, std::vector<symbolic::Rational>>, unsigned> points; ///< of lines
  std::map<const ir::Procedure *, Comparisons> compared; ///< outside of runs
};

} // namespace costate::analysis
