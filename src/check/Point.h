// Where the head is checked: values for everything it takes.
//
// Made up where the user gives none: reals are 0.5 + k/4096 with k from a generator that starts from
// the variable's name, so they lie in [0.5, 1.5), where log and sqrt are smooth, and do not change
// with anything else. Integers that are sizes are 5, other integers 1; truth values are true; a text
// is the first one that the program compares it with. Such reals and the directions (multiples of
// 1/64) make x + h*v exact for the steps h of the differences, powers of two.
#pragma once

#include "check/DriverProgram.h"
#include "check/Hints.h"
#include "check/Options.h"
#include "check/Values.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace costate::check {

class Point {
public:
  /// Reads --at and --size; problems are in the diagnostics.
  Point(const Options &, Hints, Diagnostics &);

  /// What the driver's text must know.
  Choices choices(ir::Program &, const ir::Procedure &head);

  /// Extents of free dimensions.
  void chooseExtents(Plan &);

  /// Values of the scalars that extents may need; nothing for the others.
  std::vector<LeafValues> controls(const Plan &);

  /// Values of every leaf, whose extents are known now.
  std::vector<LeafValues> values(const Plan &);

  /// Reports names of --at and --size that nothing took.
  void checkNames(const Plan &);

  /// `n=5, uplo='U', info=1; leaves info=0`: scalars that are no numbers to differentiate, and what
  /// the original makes of them.
  static std::string summary(const Plan &, const std::vector<LeafValues> &before,
                             const std::vector<LeafValues> &after);

private:
  std::optional<llvm::json::Value> given(const Leaf &);
  std::optional<llvm::json::Value> part(const llvm::json::Value &, const Leaf &, size_t component);
  const llvm::json::Value *member(const llvm::json::Object &, const std::string &name, bool anyCase);
  bool sized(const std::string &name, std::vector<int64_t> &out);
  void chooseExtents(Buffer &, unsigned number, const Plan &);
  bool fill(const Leaf &, const llvm::json::Value &, LeafValues &, ir::Language);
  bool fillElement(const Leaf &, const llvm::json::Value &, int64_t at, LeafValues &);
  LeafValues valueOf(const Leaf &, ir::Language);
  LeafValues makeUp(const Leaf &);
  Number integerFor(const Leaf &);
  void wrong(const Leaf &, const std::string &expected);

  const Options &options;
  Hints hints;
  Diagnostics &diagnostics;
  llvm::json::Object object;
  std::map<std::string, std::vector<int64_t>> sizes;
  std::set<std::string> used;
};

/// Random numbers that depend on the seed alone.
class Random {
public:
  explicit Random(const std::string &seed);
  uint64_t next();

private:
  uint64_t state;
};

/// A direction for a leaf: a sixteenth to a whole of each value's power of two, either sign.
std::vector<Number> direction(const Leaf &, const std::vector<Number> &values, unsigned number);

} // namespace costate::check
