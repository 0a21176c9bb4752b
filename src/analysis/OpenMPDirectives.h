// The OpenMP directives of the user's own source, read from its lines.
//
// The front ends read programs as they are without OpenMP: directives are comments to Fortran and unknown pragmas to C.
// Where they are of interest (ParallelPromises.h) they are read here: continued lines joined, comments taken out, in both
// forms of Fortran. A directive in lines that the preprocessor may leave out says so by the conditions around it; those
// that ask for OpenMP itself (`#ifdef _OPENMP`) hold.
#pragma once

#include "ir/Program.h"

#include <map>
#include <set>

namespace costate::analysis {

struct OpenMPDirective {
  uint32_t line = 0, last = 0;     ///< the first and the last of its lines
  std::vector<std::string> words;  ///< of the construct: `parallel`, `for`; in lower case
  /// By name, as often as it stands there: what is between the parentheses, without blanks; in Fortran in lower case.
  std::vector<std::pair<std::string, std::string>> clauses;

  bool has(const std::string &word) const;
  std::string text() const; ///< of the construct
  /// Variables that a clause lists: `private(a, b)`, `reduction(+: a, b(1:3))`.
  static std::vector<std::string> variables(const std::string &clause, const std::string &inside);
};

/// One file.
class OpenMPSource {
public:
  OpenMPSource(const SourceManager &, uint32_t file);

  const std::vector<OpenMPDirective> &directives() const { return all; }
  /// The directive that a statement at this place begins after: nothing but comments, other directives and conditions of
  /// the preprocessor that hold for both is between. Null: none.
  const OpenMPDirective *before(Location) const;
  /// Of C: whether the block, or the statement, that a directive stands before goes on to this line.
  bool reaches(const OpenMPDirective &, uint32_t line) const;
  /// A line that is another one with OpenMP than without: code below `#ifdef _OPENMP`, a line of Fortran behind `!$`, or one
  /// that names one of OpenMP's procedures. 0: there is none from `first` to `last`.
  uint32_t differing(uint32_t first, uint32_t last) const;

private:
  std::string fortranCode(uint32_t line);
  bool isSentinel(std::string_view line) const;
  void readC(uint32_t line);
  void readFortran(uint32_t line);
  void readCondition(uint32_t line);
  void add(const std::string &text, uint32_t line, uint32_t last);
  bool isEmpty(uint32_t line) const;

  struct Line {
    std::string code;            ///< without comments
    std::vector<unsigned> under; ///< conditions of the preprocessor around it
    bool withOpenMP = false;     ///< and `_OPENMP` is among them
    bool directive = false, condition = false, sentinel = false;
  };
  const SourceManager &sources;
  uint32_t file;
  bool isC, isFixed;
  std::vector<Line> lines; ///< from 1
  std::vector<OpenMPDirective> all;
  struct Condition {
    unsigned number; ///< 0: it asks for OpenMP
  };
  std::vector<Condition> open;
  unsigned conditions = 0;
};

} // namespace costate::analysis
