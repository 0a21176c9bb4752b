#include "sparse_plan.h"
#include "sparse_sets.h"

#include <ColPack/ColPackHeaders.h>

#include <algorithm>

namespace costate::sparse {

namespace {

/// The pattern as ColPack reads it: each row begins with its length.
class Graph {
public:
  explicit Graph(const Plan &plan) {
    numbers.reserve(plan.indices.size() + plan.rows);
    std::vector<size_t> begins;
    for (int row = 0; row < plan.rows; ++row) {
      begins.push_back(numbers.size());
      numbers.push_back(plan.starts[row + 1] - plan.starts[row]);
      numbers.insert(numbers.end(), plan.indices.begin() + plan.starts[row],
                     plan.indices.begin() + plan.starts[row + 1]);
    }
    for (size_t begin : begins)
      rows.push_back(&numbers[begin]);
  }

  unsigned **pattern() { return rows.data(); }

private:
  std::vector<unsigned> numbers;
  std::vector<unsigned *> rows;
};

int largestRow(const Plan &plan) {
  int largest = 0;
  for (int row = 0; row < plan.rows; ++row)
    largest = std::max(largest, plan.starts[row + 1] - plan.starts[row]);
  return largest;
}

} // namespace

/// One thread colours, so that a program gives the same numbers whenever it runs. The natural order is best for
/// bands and often for grids; another one is tried where it leaves room.
int colourColumns(Plan &plan) {
  plan.colour.assign(plan.columns, 0);
  int fewest = largestRow(plan);
  plan.colours = fewest > 0; // a column that no row has may have any colour
  if (fewest <= 1)
    return plan.colours;
  Graph graph(plan);
  for (const char *order : {"NATURAL", "SMALLEST_LAST"}) {
    ColPack::BipartiteGraphPartialColoringInterface coloring(SRC_MEM_ADOLC, graph.pattern(), plan.rows,
                                                             plan.columns);
    coloring.OrderVertices(order, "COLUMN_PARTIAL_DISTANCE_TWO");
    coloring.PartialDistanceTwoColumnColoring_serial();
    std::vector<int> colours;
    coloring.GetRightVertexColors(colours);
    if (int(colours.size()) < plan.columns)
      stop("the columns of the Jacobian could not be coloured");
    for (int &colour : colours)
      colour = std::max(colour, 0);
    int count = 1 + *std::max_element(colours.begin(), colours.end());
    if (plan.colours > 1 && count >= plan.colours)
      break;
    plan.colours = count;
    plan.colour = colours;
    if (count == fewest)
      break;
  }
  return plan.colours;
}

} // namespace costate::sparse
