#include "transform/ParallelDerivatives.h"

#include "analysis/LoopValues.h"
#include "transform/Parallelize.h"
#include "transform/PointerTargets.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

bool isDirective(std::string comment) {
  std::transform(comment.begin(), comment.end(), comment.begin(), [](unsigned char c) { return std::tolower(c); });
  return comment.starts_with("$omp") || comment.starts_with("$acc") || comment.starts_with("gcc$");
}

/// The variables of `t = s`; nulls for other statements.
std::pair<const Symbol *, const Symbol *> copied(const Stmt &s) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  const Symbol *to = assign ? analysis::variableOf(assign->place) : nullptr;
  const Symbol *from = to ? analysis::variableOf(assign->value) : nullptr;
  bool plain = from && !to->isVolatile && !from->isVolatile && to->type->strip() == from->type->strip() && to->type->isReal();
  return plain ? std::pair{to, from} : std::pair<const Symbol *, const Symbol *>{};
}

/// `t = s; ...; s = t` leaves s as it was: the adjoint of a sum, which all iterations read, is not written. Assignments
/// in between are to others, where nobody has the addresses of the two.
void dropCopiesBack(Block &block, const std::set<const Symbol *> &addressed) {
  for (size_t i = 0; i < block.size(); ++i) {
    auto [t, s] = copied(*block[i]);
    bool own = t && s->storage == Storage::Local && !addressed.count(s) && !addressed.count(t) && !s->overlay && !t->overlay &&
               !s->target && !t->target;
    for (size_t j = i + 1; own && j < block.size(); ++j) {
      auto *assign = llvm::dyn_cast<Assign>(block[j].get());
      const Symbol *place = assign ? analysis::variableOf(assign->place) : nullptr;
      if (copied(*block[j]) == std::pair{s, t}) {
        block.erase(block.begin() + j);
        break;
      }
      own = assign && place != s && place != t;
    }
    for (Block *inner : blocks(*block[i]))
      dropCopiesBack(*inner, addressed);
  }
}

} // namespace

void dropDirectives(Program &program) {
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [](Stmt &s) { std::erase_if(s.comments, isDirective); });
}

void addThreads(Program &program, bool everywhere) {
  for (Procedure *p : procedures(program))
    dropCopiesBack(p->body, addressTaken(p->body));
  parallelize(program, {.oneLevel = true, .worthwhile = !everywhere, .derivative = true});
}

} // namespace costate::transform
