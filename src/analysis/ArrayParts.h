// The elements of an array that a procedure writes, as parts that are told apart.
//
// A write's section is the path of its place with the counters of loops bounded away (Sections.h). Two writes that may
// touch the same element are in one part: of all others it is proven that one subscript of the one is always less than
// that of the other, or that the two never leave the same remainder (g(2*i), g(2*i-1)). So an element is written in at
// most one part, and what an access may touch is among the parts with which it may have an element in common. Where
// something may write the array and does not say which elements, there are no parts.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/Sections.h"

namespace costate::analysis {

class ArrayParts {
public:
  ArrayParts(Memory &, EffectSummaries &, LoopNests &, Overlaps &, Sections &, const ir::Procedure *, CellId array);

  struct Write {
    Access access;
    std::vector<Known> section;
    std::string text; ///< `1`, `2:n`, `1:n - 1:2`, subscripts with commas
  };

  CellId array() const { return cell; }
  size_t size() const { return parts.size(); }
  const std::vector<Write> &writes(size_t part) const { return parts[part]; }
  /// The part is one element: a write of it leaves nothing of what was there.
  bool isOneElement(size_t part) const;
  /// Parts in which a place, or what a call touches, may lie; nothing: any of them.
  using Touched = std::optional<llvm::ArrayRef<unsigned>>;
  Touched of(const ir::Expr *place) const { return find(places, place); }
  Touched of(const ir::Call *call) const { return find(calls, call); }

private:
  template <typename K> static Touched find(const std::map<const K *, std::vector<unsigned>> &in, const K *key) {
    auto at = in.find(key);
    return at == in.end() ? Touched() : Touched(at->second);
  }
  bool collect();
  bool isSeen(const ir::Stmt &) const;
  bool isOfArray(const Access &);
  Write described(const Access &);
  void group();
  void place();
  bool mayMeet(const Write &, const Write &);
  void learnBounds();
  void learn(const Form &);
  bool isApart(const Write &, const Write &);
  bool leavesOther(const Known &, const Known &);
  std::string text(const Write &);

  Memory &memory;
  EffectSummaries &effects;
  LoopNests &nests;
  Overlaps &overlaps;
  Sections &sections;
  const ir::Procedure *p;
  CellId cell;
  std::vector<Write> all; ///< reads and writes
  std::vector<Form> facts; ///< are not negative
  unsigned left = 4000;    ///< pairs to be looked at; all others may meet
  std::vector<std::vector<Write>> parts;
  std::map<const ir::Expr *, std::vector<unsigned>> places;
  std::map<const ir::Call *, std::vector<unsigned>> calls;
};

} // namespace costate::analysis
