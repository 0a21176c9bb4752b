// Whether running a loop on several threads can pay: starting them takes as long as some ten thousand operations.
//
// Only a guess at the work is needed, as a wrong one costs time and nothing else. Operations of an iteration are
// counted; of loops inside, the heaviest counts, as often as its bounds say where these are known before the
// outer loop begins.
#pragma once

#include "analysis/CallGraph.h"
#include "analysis/LoopValues.h"
#include "ir/Builder.h"

namespace costate::transform {

class LoopWork {
public:
  LoopWork(ir::Program &program, const analysis::CallGraph &calls) : program(program), build(program), calls(calls) {}

  struct Worth {
    bool ever = true;
    const ir::Expr *test = nullptr; ///< before the loop; null: always
  };
  Worth of(const ir::For &, const ir::Procedure &);
  /// Of one statement, without what is inside of it.
  static double operations(const ir::Stmt &);

private:
  /// So many operations, as often as the factors say.
  struct Work {
    double operations = 0;
    std::vector<const ir::Expr *> factors; ///< about as large as trips of loops
    double guess() const;
  };
  Work work(const ir::Block &, const ir::For &outer);
  Work work(const ir::Stmt &, const ir::For &outer);
  double work(const ir::Procedure &);
  const ir::Expr *distance(const ir::For &);
  std::optional<double> constantTrips(const ir::For &) const;

  ir::Program &program;
  ir::Builder build;
  const analysis::CallGraph &calls;
  std::map<const ir::Procedure *, double> ofProcedures;
};

} // namespace costate::transform
