// Plans of sparse Jacobians: pattern and colours.
#pragma once

#include <cstddef>
#include <vector>

namespace costate::sparse {

struct Plan {
  int rows = 0, columns = 0, colours = 0;
  std::vector<int> starts, indices; ///< compressed rows; columns from 0
  std::vector<int> colour;          ///< of each column, from 0
};

/// Colours such that no row has two columns of one colour. `different`: the rows to look at; the others have one column
/// at most, or those of another row.
void colourColumns(Plan &, const std::vector<int> &different);

/// Weights of the columns in the direction that mixes all of them: neither small nor alike.
double weight(int column);

/// Compares the derivative in the mixed direction with what the entries of a row say of it.
class Check {
public:
  /// `tolerance`: of differences relative to the magnitude of the terms, which rounding does not reach.
  void row(int number, double mixed, double expected, double magnitude, double tolerance);
  /// 0, or the number of a row that does not agree.
  int verdict() const;

private:
  double largest = 0, worst = 0;
  int worstRow = 0;
};

} // namespace costate::sparse
