#include "frontend/fortran/Expressions.h"

namespace costate::frontend::fortran {

namespace {

bool reads(const ir::Expr *e, const ir::Symbol *variable) {
  bool found = false;
  ir::forEach(e, [&](const ir::Expr *x) {
    auto *v = llvm::dyn_cast<ir::Variable>(x);
    found = found || (v && v->symbol == variable);
  });
  return found;
}

} // namespace

/// The place for a call's result inside implied DOs: an element of an array over their indices.
const ir::Expr *ExpressionReader::resultPerIndex(const ir::Type *type, Location at) {
  for (size_t i = 0; i < impliedLoops.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (reads(impliedLoops[i].lower, impliedLoops[j].variable) ||
          reads(impliedLoops[i].upper, impliedLoops[j].variable) || type->isArray()) {
        t.refuse(at, "a user function cannot be called in this implied DO: how many values there "
                     "are is not known before",
                 "write a DO loop");
        return nullptr;
      }
  ir::Symbol *values = temporary("values", t.arrayOf(type->scalar(), impliedLoops.size()), at);
  values->temporary = false;
  const ir::Expr *array = t.build.variable(values, at);
  ir::Allocation object;
  object.place = array;
  std::vector<const ir::Expr *> index;
  for (const ImpliedLoop &loop : impliedLoops) {
    auto extreme = [&](const char *name) -> const ir::Expr * {
      return make<ir::Intrinsic>(loop.variable->type, name,
                                 std::vector<const ir::Expr *>{loop.lower, loop.upper}, at);
    };
    ir::Dimension d;
    d.lower = loop.step ? extreme("min") : loop.lower;
    d.upper = loop.step ? extreme("max") : loop.upper;
    object.shape.push_back(d);
    index.push_back(t.build.variable(loop.variable, at));
  }
  const ir::Expr *allocated = make<ir::Intrinsic>(t.build.defaultLogical(), "allocated",
                                                  std::vector<const ir::Expr *>{array}, at);
  ir::Block again;
  again.push_back(std::make_unique<ir::Free>(std::vector<const ir::Expr *>{array}, at));
  beforeLoops->push_back(std::make_unique<ir::If>(allocated, std::move(again), ir::Block(), at));
  std::vector<ir::Allocation> objects{object};
  beforeLoops->push_back(
      std::make_unique<ir::Allocate>(ir::Allocate::How::Fortran, std::move(objects), at));
  return element(array, std::move(index), at);
}

const ir::Expr *
ExpressionReader::impliedDo(const SemSymbol &index, const ir::Expr *lower, const ir::Expr *upper,
                            const ir::Expr *step,
                            const std::function<std::vector<const ir::Expr *>()> &items,
                            Location at) {
  ir::Symbol *variable = t.symbol(index);
  lower = convert(lower, variable->type);
  upper = convert(upper, variable->type);
  step = step ? convert(step, variable->type) : nullptr;
  ir::Block calls;
  ir::Block *outer = sink;
  if (impliedLoops.empty())
    beforeLoops = sink;
  impliedLoops.push_back({variable, lower, upper, step});
  if (sink)
    sink = &calls;
  std::vector<const ir::Expr *> values = items();
  sink = outer;
  impliedLoops.pop_back();
  if (!calls.empty()) {
    // The loop must not disturb the variable: another item of the list may read it.
    ir::Symbol *kept = t.makeVariable(*procedure, "kept", variable->type);
    emit(t.build.assign(kept, t.build.variable(variable, at), at));
    auto loop =
        std::make_unique<ir::For>(variable, lower, upper, step, std::move(calls), at);
    loop->id = procedure->newLoopId();
    if (!step)
      loop->direction = ir::For::Direction::Up;
    emit(std::move(loop));
    emit(t.build.assign(variable, t.build.variable(kept, at), at));
  }
  const ir::Type *type = values.empty() || !values[0]->type ? t.program.types.voidType()
                                                            : values[0]->type->scalar();
  return make<ir::ImpliedDo>(type, values, variable, lower, upper, step, at);
}

} // namespace costate::frontend::fortran
