// The computational graph of a block of assignments, with chosen rows and columns, and the block with the graph's partial
// derivatives in it.
//
// Numbers are told apart by constants (HeadElements.h), so it is known which assignment of each is the last. A branch
// or a call that has been made sequential (SequentialBranches.h, ContractedCalls.h) may be among the assignments: what it
// writes is assigned again behind it, with a derivative.
#pragma once

#include "analysis/StraightLine.h"
#include "graph/Elimination.h"
#include "transform/HeadElements.h"
#include "transform/LocalJacobian.h"

#include <set>

namespace costate::transform {

class BlockJacobian {
public:
  /// Says why something is not possible; false.
  using Refuse = std::function<bool(Location, const std::string &)>;
  using IsActive = std::function<bool(const ir::Expr *)>;
  using Find = std::function<std::optional<unsigned>(const ElementName &)>;

  BlockJacobian(ir::Program &program, const ir::Procedure &procedure, analysis::StraightLine &lines, IsActive isActive,
                std::set<const ir::Stmt *> &sequential, Refuse refuse)
      : program(program), procedure(procedure), lines(lines), isActive(std::move(isActive)), sequential(sequential),
        refuse(std::move(refuse)) {}

  /// False where the block is refused.
  bool find(const ir::Block &);

  /// Which numbers are rows and columns; then the elimination. Rows that nothing in the block assigns are not in it.
  void choose(const Find &row, const Find &column);

  /// The block with partial derivatives.
  ir::Block statements(LocalJacobian &);

  /// Whether what an assignment of the block wrote may be read behind it.
  std::function<bool(const analysis::PlaceUse &)> isReadAfter;

  analysis::RunContext context;
  analysis::Subgraph graph;
  graph::Accumulation accumulation;
  std::vector<unsigned> rowOf, columnOf; ///< of the graph's dependents and independents
  std::set<unsigned> written;            ///< rows

private:
  bool check(const ir::Assign &);
  bool checkPlace(const ir::Expr *place, const ir::Assign &, bool isWritten);
  bool refuseSplit(const analysis::Subgraph &second);
  std::string whyNot(const ir::Assign &) const;
  void chooseColumns(const Find &);
  void chooseRows(const Find &);

  ir::Program &program;
  const ir::Procedure &procedure;
  analysis::StraightLine &lines;
  IsActive isActive;
  std::set<const ir::Stmt *> &sequential; ///< stay as they are; copies of them are added
  Refuse refuse;
  const ir::Block *block = nullptr;
};

} // namespace costate::transform
