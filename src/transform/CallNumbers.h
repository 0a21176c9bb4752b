// The numbers that carry derivatives into a call and out of it, as places of the caller.
//
// Numbers of an argument are named by constants (HeadElements.h), so that it is known which are the
// same. What a called procedure may reach in other ways must carry no derivatives. A number that it
// may leave as it is goes in, too.
#pragma once

#include "analysis/Effects.h"
#include "analysis/Varied.h"
#include "transform/ArgumentBinding.h"
#include "transform/FoldConstants.h"

#include <optional>

namespace costate::transform {

/// The numbers of one argument, or of a result.
struct CallSlot {
  const ir::Symbol *dummy = nullptr;
  std::vector<int64_t> extents;         ///< none: one number
  std::vector<const ir::Expr *> places; ///< the caller's, in storage order
  bool isRead = false, isWritten = false;
  ir::Symbol *shadow = nullptr;
};

class CallNumbers {
public:
  struct Known {
    const analysis::Varied &varied;
    analysis::Memory &memory;
    const analysis::EffectSummaries &effects;
  };

  CallNumbers(ir::Program &, ir::Procedure &caller, const ir::Call &, ir::Procedure &target,
              const Known &, const CallerFacts &);

  /// Appends what has to be evaluated before the call; says why the numbers are not known.
  std::string find(ir::Block &before);

  std::vector<CallSlot> slots; ///< the last one of a result
  size_t inputs = 0, outputs = 0;

  /// Whether derivatives go through a variable of the target.
  bool varies(const ir::Symbol *) const;
  bool mayWrite(const ir::Symbol *dummy) const { return written.count(dummy); }

private:
  bool findVariants();
  bool entersVarying(size_t parameter) const;
  std::set<const ir::Symbol *> symbolsOf(const analysis::CellBits &) const;
  std::string usesOthers();
  std::string addArgument(size_t);
  std::optional<std::vector<Axis>> behindPointer(const ir::Symbol &dummy, const ir::Type *pointee,
                                                 const ir::Expr *actual);
  std::optional<std::vector<Axis>> arrayAxes(const ir::Symbol &dummy, const ir::Expr *actual);
  std::string addResult();
  std::string count();
  void forEachElement(const std::vector<Axis> &,
                      const std::function<void(const std::vector<const ir::Expr *> &)> &);

  ir::Program &program;
  ir::Builder b;
  ir::Procedure &caller;
  const ir::Call &call;
  ir::Procedure &target;
  const Known &known;
  ArgumentBinding binding;
  std::vector<const analysis::Variant *> variants;
  std::set<const ir::Symbol *> users, read, written, killed;
};

} // namespace costate::transform
