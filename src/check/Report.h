// What a check found, for people and for machines.
#pragma once

#include "check/Values.h"

#include <optional>

namespace costate::check {

struct Line {
  std::string name;    ///< what was compared
  int64_t elements = 0;
  Number error = 0;    ///< relative, by norms
  Number worst = 0;    ///< of the worst component
  std::string worstAt; ///< its name: `y(3)`
  Number tangent = 0, difference = 0, uncertainty = 0; ///< there
  Number excess = -1; ///< there, see Differences.h; -1: nothing seen yet
  bool good = true;
  std::string text; ///< what is wrong, empty where nothing is
};

/// Where a derivative first disagrees.
struct FirstWrong {
  std::string file, procedure, variable;
  unsigned line = 0;
  Number tangent = 0, difference = 0;
};

struct Report {
  enum class Verdict { Ok, Unclear, Wrong }; ///< from good to bad
  std::string head;
  std::string point; ///< in words
  Verdict verdict = Verdict::Ok;
  std::string reason; ///< of everything but Ok, one sentence
  Number tolerance = 0;
  std::vector<Line> checks;
  std::vector<std::string> warnings;
  std::vector<std::string> kinks; ///< at the point, with their places
  std::vector<Number> derivatives; ///< of the dependents, direction by direction, where asked for
  std::optional<FirstWrong> firstWrong;
  std::string complexStep; ///< why the complex step says nothing, where it was asked for
};

const char *verdictName(Report::Verdict);
std::string table(const std::vector<Report> &);
/// One object for one head; for several, an object with all of them in `heads`.
std::string toJson(const std::vector<Report> &);

} // namespace costate::check
