// The iterations of an adjoint's fused loop made ready to run at the same time: memory for each thread.
//
// What the proof for the original's loop (analysis/IndependentLoops.h) says of memory is carried out here, in the
// derivative's names:
//   - own memory: a declared array becomes private (`firstprivate`: its adjoint is zero before the loop, and it must be
//     zero in every copy); what a C pointer leads to, and a large array of Fortran, gets a copy for every thread on the
//     heap;
//   - adjoints that are added to: an array of Fortran is summed by a `reduction` of a copy on the heap; what C pointers
//     lead to gets zeros for every thread, between the least and the greatest address that the original's iterations
//     read. They are added up after the loop, in the order of the threads, where they are not zero: bounds may reach
//     beyond what was touched, and what was not touched may not exist.
// Where addresses are not known before the loop (`x[index[i]]`), or no copy can be made, the threads add to one memory,
// atomically, if that pays (AtomicUpdates.h).
// A pointer of C is moved once at the start of an iteration (`xb_own = own + (xb - first)`), so that all that is reached
// through it, by calls, too, is the thread's.
//
// Everything that the body writes must be known to be one of these; otherwise the loop stays serial.
#pragma once

#include "analysis/IndependentLoops.h"
#include "transform/Duals.h"
#include "transform/Tape.h"

namespace costate::transform {

class ParallelIterations {
public:
  ParallelIterations(const Duals::Context &, analysis::Memory &, analysis::LoopReplay &, Tape &);

  struct Made {
    ir::Block before, after; ///< the loop
    std::string directive;   ///< of the loop; scalars are not in it yet (Parallelize.h)
  };
  enum class Sweep { Both, Backward }; ///< what the body runs of an iteration
  /// Nothing where the body does something that is not understood; then it is as it was.
  std::optional<Made> make(const ir::For &, const analysis::IndependentLoop &, Sweep, ir::Block &body);

private:
  std::optional<Made> tryToMake(const ir::For &, const analysis::IndependentLoop &, Sweep, ir::Block &body);
  bool isBackwardAlone(const ir::Block &);
  enum class Kind { Untouched, Own, Apart, Sum, Added, Mixed };
  struct Origin {
    ir::Symbol *original;
    bool isShadow;
  };
  Kind kindOf(const ir::Symbol *original, const analysis::IndependentLoop &);
  bool namesAllThatIsShared();
  bool understand(const ir::Block &);
  bool understandWrite(const ir::Symbol *root, const ir::Stmt &, bool isUpdate);
  bool understandCall(const ir::Call &);
  bool understandPointer(const ir::Assign &);
  bool isHeavy(const ir::Block &) const;

  // What is done for a symbol of the derivative.
  bool give(ir::Symbol *);
  bool giveSum(ir::Symbol *);
  bool giveOwn(ir::Symbol *, Kind);
  bool giveRange(ir::Symbol *, Kind);
  bool giveCopy(ir::Symbol *, Kind);
  bool addClause(const char *clause, const ir::Symbol *);

  /// Memory between two addresses, for every thread.
  struct Region {
    ir::Symbol *all, *first, *count;
  };
  std::optional<Region> region(ir::Symbol *, Kind);
  bool setToFurthest(ir::Symbol *, const std::vector<symbolic::Form> &addresses, ir::BinaryOp further, bool isShadow);
  const ir::Expr *address(const symbolic::Form &, bool isShadow);
  const ir::Expr *spelling(symbolic::AtomId);
  void addUp(const Region &, const ir::Type *element);
  ir::Symbol *variable(const std::string &name, const ir::Type *);
  const ir::Type *wide();
  ir::StmtPtr countUp(ir::Symbol *k, const ir::Expr *end, ir::Block body);

  Duals::Context c;
  analysis::Memory &memory;
  analysis::LoopReplay &replay;
  Tape &tape;
  ir::Builder b;
  std::map<const ir::Symbol *, Origin> origins;

  // Of the loop at hand
  const ir::For *loop = nullptr;
  const analysis::IndependentLoop *proof = nullptr;
  Made made;
  ir::Block start; ///< of every iteration
  std::optional<ir::Renaming> moved;
  std::set<const ir::Symbol *> named, assigned; ///< in the body; variables themselves
  std::set<const ir::Symbol *> written, born;   ///< whose memory it writes, or passes on; that it allocates
  std::map<std::pair<analysis::CellId, bool>, Region> regions; ///< by cell, of the adjoints or not
  ir::Symbol *threads = nullptr, *thread = nullptr;
};

} // namespace costate::transform
