#include "sparse_plan.h"

#include "costate_sparse.h"
#include "sparse_sets.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <memory>

namespace costate::sparse {

namespace {

std::vector<std::unique_ptr<Plan>> plans;
std::vector<Set> rows; ///< since the last plan

const Plan &planOf(int number) {
  if (number < 1 || size_t(number) > plans.size() || !plans[number - 1])
    stop("there is no plan of this number");
  return *plans[number - 1];
}

int directions(const Plan &plan) { return plan.colours + 1; }

/// The rows collected so far, in compressed form.
std::unique_ptr<Plan> gathered(int columns) {
  auto plan = std::make_unique<Plan>();
  if (rows.size() >= size_t(INT_MAX))
    stop("the Jacobian has too many rows for their numbers");
  plan->rows = int(rows.size());
  plan->columns = columns;
  plan->starts.push_back(0);
  for (Set row : rows) {
    auto [begin, size] = indexSets().elements(row);
    if (size && begin[size - 1] > columns)
      stop("a row of the Jacobian has an index beyond the columns");
    for (size_t i = 0; i < size; ++i)
      plan->indices.push_back(begin[i] - 1);
    if (plan->indices.size() >= size_t(INT_MAX))
      stop("the Jacobian has too many nonzeros for their numbers");
    plan->starts.push_back(int(plan->indices.size()));
  }
  return plan;
}

/// Rows with more than one column, one for each set. (Equal sets mostly have one handle.)
std::vector<int> differentRows(const Plan &plan) {
  std::vector<int> out;
  std::vector<bool> seen(indexSets().count() + 1);
  for (int row = 0; row < plan.rows; ++row)
    if (rows[row] > 0 && plan.starts[row + 1] - plan.starts[row] > 1 && !seen[rows[row]]) {
      seen[rows[row]] = true;
      out.push_back(row);
    }
  return out;
}

/// What is being accumulated: the terms of one run.
struct Gradient {
  const Plan *plan = nullptr;
  double *into = nullptr;
  int next = 0;
  Check check;
};
Gradient gradient;

/// One row's derivatives: `put(position, column, value)` for each entry, and the check of the mixed direction.
template <typename Number, typename Put>
void spread(const Plan &plan, int row, const Number *derivatives, Check &check, const Put &put) {
  double expected = 0, magnitude = 0;
  for (int k = plan.starts[row]; k < plan.starts[row + 1]; ++k) {
    int column = plan.indices[k];
    double value = derivatives[plan.colour[column]], part = value * weight(column);
    put(k, column, value);
    expected += part;
    magnitude += std::fabs(part);
  }
  check.row(row + 1, derivatives[plan.colours], expected, magnitude, sizeof(Number) == 4 ? 1e-3 : 1e-7);
}

template <typename Number> void seed(int number, int width, int first, int count, Number *seeds) {
  const Plan &plan = planOf(number);
  if (width < directions(plan))
    stop("the plan has more directions than the program");
  std::fill(seeds, seeds + size_t(count) * width, Number(0));
  for (int i = 0; i < count; ++i) {
    Number *own = seeds + size_t(i) * width;
    own[plan.colour[first - 1 + i]] = 1;
    own[plan.colours] = Number(weight(first - 1 + i));
  }
}

template <typename Number>
int recover(int number, int width, int first, int count, const Number *derivatives, double *values) {
  const Plan &plan = planOf(number);
  Check check;
  for (int i = 0; i < count; ++i)
    spread(plan, first - 1 + i, derivatives + size_t(i) * width, check,
           [&](int k, int, double value) { values[k] = value; });
  return check.verdict();
}

template <typename Number> void addTerm(const Number *derivatives) {
  int row = gradient.next++;
  if (gradient.plan && row < gradient.plan->rows)
    spread(*gradient.plan, row, derivatives, gradient.check,
           [](int, int column, double value) { gradient.into[column] += value; });
}

} // namespace

double weight(int column) { // between 1/2 and 3/2
  uint32_t x = uint32_t(column) * 2654435761u;
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  return 0.5 + x / 4294967296.0;
}

/// A row of nothing but rounding errors is small beside the others.
void Check::row(int number, double mixed, double expected, double magnitude, double tolerance) {
  largest = std::max(largest, magnitude);
  double difference = std::fabs(mixed - expected);
  if (difference > tolerance * magnitude && difference > worst) {
    worst = difference;
    worstRow = number;
  }
}

int Check::verdict() const { return worst > 1e-10 * largest ? worstRow : 0; }

} // namespace costate::sparse

// ---- C linkage ----------------------------------------------------------------------------------

using namespace costate::sparse;

void costate_seed_sets(int first, int count, int *sets) {
  for (int i = 0; i < count; ++i)
    sets[i] = costate_single(first + i);
}

void costate_rows(int count, const int *sets) { rows.insert(rows.end(), sets, sets + count); }

void costate_term(int set) { rows.push_back(set); }

int costate_plan(int columns) {
  std::unique_ptr<Plan> plan = gathered(columns);
  std::vector<int> different = differentRows(*plan);
  rows = {};
  indexSets().clear();
  colourColumns(*plan, different);
  auto free = std::find(plans.begin(), plans.end(), nullptr);
  free = free == plans.end() ? plans.insert(free, nullptr) : free;
  *free = std::move(plan);
  return int(free - plans.begin()) + 1;
}

int costate_plan_rows(int plan) { return planOf(plan).rows; }
int costate_plan_columns(int plan) { return planOf(plan).columns; }
int costate_plan_nonzeros(int plan) { return int(planOf(plan).indices.size()); }
int costate_plan_colours(int plan) { return planOf(plan).colours; }
int costate_plan_directions(int plan) { return directions(planOf(plan)); }

void costate_plan_pattern(int number, int base, int *starts, int *columns) {
  const Plan &plan = planOf(number);
  auto shifted = [base](int index) { return index + base; };
  std::transform(plan.starts.begin(), plan.starts.end(), starts, shifted);
  std::transform(plan.indices.begin(), plan.indices.end(), columns, shifted);
}

void costate_plan_free(int plan) {
  planOf(plan);
  plans[plan - 1] = nullptr;
}

void costate_seed(int plan, int width, int first, int count, double *seeds) {
  seed(plan, width, first, count, seeds);
}
void costate_seed_single(int plan, int width, int first, int count, float *seeds) {
  seed(plan, width, first, count, seeds);
}

int costate_recover(int plan, int width, int first, int count, const double *derivatives, double *values) {
  return recover(plan, width, first, count, derivatives, values);
}
int costate_recover_single(int plan, int width, int first, int count, const float *derivatives, double *values) {
  return recover(plan, width, first, count, derivatives, values);
}

void costate_gradient_begin(int plan, double *into) {
  gradient = {&planOf(plan), into, 0, {}};
  std::fill(into, into + gradient.plan->columns, 0.0);
}

void costate_term_derivatives(const double *derivatives) { addTerm(derivatives); }
void costate_term_derivatives_single(const float *derivatives) { addTerm(derivatives); }

int costate_gradient_end(void) {
  Gradient done = gradient;
  gradient = {};
  if (!done.plan)
    stop("no gradient was begun");
  if (done.next != done.plan->rows)
    return std::min(done.next, done.plan->rows) + 1;
  return done.check.verdict();
}
