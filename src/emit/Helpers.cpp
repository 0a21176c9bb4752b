#include "emit/Helpers.h"

#include <algorithm>

namespace costate::emit {

using namespace ir;

void collectHelpers(const Procedure &p, std::vector<rules::Helper> &out) {
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *call = llvm::dyn_cast<Intrinsic>(x);
        std::optional<rules::Helper> helper =
            call ? rules::helper(*call, p.language) : std::nullopt;
        if (helper && std::none_of(out.begin(), out.end(), [&](const rules::Helper &known) {
              return known.name == helper->name;
            }))
          out.push_back(*helper);
      });
  });
}

} // namespace costate::emit
