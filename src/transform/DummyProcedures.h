// What becomes of dummy procedures in tangents.
//
// One that may stand for several procedures gets a dummy for their tangents beside it. One that stands
// for a single procedure does not: its tangent is called by name. The original dummy stays where it
// is still called or passed on, and in heads, whose interface does not depend on what is found.
#pragma once

#include "analysis/Varied.h"

#include <functional>

namespace costate::transform {

class DummyProcedures {
public:
  /// `isNeeded`: whether a variant has a tangent.
  DummyProcedures(const analysis::Varied &,
                  std::function<bool(const analysis::Variant &)> isNeeded);

  /// One of the variants that a dummy may stand for, where there are several and they have
  /// tangents; else null.
  const analysis::Variant *standsForSeveral(const analysis::Variant &, const ir::Symbol *) const;

  bool isDropped(const analysis::Variant &, const ir::Symbol *) const;

private:
  using Dummy = std::pair<const analysis::Variant *, const ir::Symbol *>;

  bool findSeveral(const analysis::Variant &);
  bool findKept(const analysis::Variant &);

  const analysis::Varied &varied;
  std::function<bool(const analysis::Variant &)> isNeeded;
  std::map<Dummy, const analysis::Variant *> several;
  std::set<Dummy> kept;
};

} // namespace costate::transform
