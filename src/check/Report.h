// What a check found, for people and for machines.
#pragma once

#include "check/Values.h"

#include <algorithm>
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
  bool ofAdjoint = false;
  Number adjoint = 0; ///< of the adjoint there; `tangent` or `difference` says what it should be
  std::string text; ///< what is wrong, empty where nothing is
};

/// Where a derivative first disagrees.
struct FirstWrong {
  std::string file, procedure, variable;
  unsigned line = 0;
  Number tangent = 0, difference = 0;
};

enum class Verdict { Ok, Refused, Unclear, Wrong }; ///< from good to bad

/// What was found of the tangent, or of the adjoint.
struct Judgement {
  bool asked = false;
  Verdict verdict = Verdict::Ok;
  std::string reason; ///< one sentence
};

struct Report {
  std::string head;
  std::string point; ///< in words
  Judgement tangent, adjoint;
  Number tolerance = 0;
  std::vector<Line> checks;
  std::vector<std::string> warnings;
  std::vector<std::string> kinks; ///< at the point, with their places
  std::vector<Number> derivatives; ///< of the dependents, direction by direction, where asked for
  std::optional<FirstWrong> firstWrong;
  std::string complexStep; ///< why the complex step says nothing, where it was asked for

  /// The worse of the two.
  Verdict verdict() const { return std::max(tangent.verdict, adjoint.verdict); }
  /// What is worse comes first.
  std::string reason() const;
};

/// The line of this name, made where there is none.
Line &lineNamed(Report &, const std::string &name);

const char *verdictName(Verdict);
std::string table(const std::vector<Report> &);
/// One object for one head; for several, an object with all of them in `heads`.
std::string toJson(const std::vector<Report> &);

} // namespace costate::check
