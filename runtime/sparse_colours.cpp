#include "sparse_plan.h"
#include "sparse_sets.h"

#include <ColPack/ColPackHeaders.h>

#include <algorithm>

namespace costate::sparse {

namespace {

/// The pattern as ColPack reads it: each row begins with its length.
class Graph {
public:
  Graph(const Plan &plan, const std::vector<int> &different) {
    std::vector<size_t> begins;
    for (int row : different) {
      begins.push_back(numbers.size());
      numbers.push_back(plan.starts[row + 1] - plan.starts[row]);
      numbers.insert(numbers.end(), plan.indices.begin() + plan.starts[row],
                     plan.indices.begin() + plan.starts[row + 1]);
    }
    for (size_t begin : begins)
      rows.push_back(&numbers[begin]);
  }

  unsigned **pattern() { return rows.data(); }
  int size() const { return int(rows.size()); }

private:
  std::vector<unsigned> numbers;
  std::vector<unsigned *> rows;
};

int largestRow(const Plan &plan, const std::vector<int> &different) {
  int largest = 1;
  for (int row : different)
    largest = std::max(largest, plan.starts[row + 1] - plan.starts[row]);
  return largest;
}

} // namespace

/// One thread colours, so that a program gives the same numbers whenever it runs. The natural order is best for
/// bands and often for grids; another one is tried where it leaves room.
void colourColumns(Plan &plan, const std::vector<int> &different) {
  plan.colour.assign(plan.columns, 0); // a column that no row has may have any colour
  plan.colours = !plan.indices.empty();
  int fewest = largestRow(plan, different);
  if (fewest <= 1)
    return;
  Graph graph(plan, different);
  for (const char *order : {"NATURAL", "SMALLEST_LAST"}) {
    ColPack::BipartiteGraphPartialColoringInterface coloring(SRC_MEM_ADOLC, graph.pattern(), graph.size(),
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
}

} // namespace costate::sparse
