#include "emit/exits/FlagValues.h"

namespace costate::emit::exits {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

FlagValues::FlagValues(const Procedure &procedure, const Flags &flags) : flags(flags) {
  for (const auto &s : procedure.scope.symbols)
    if (flags.contains(s.get()))
      numbers.emplace(s.get(), numbers.size());
  walk(procedure.body, State(numbers.size(), MayBeUnset));
}

Known FlagValues::knownAt(const Stmt &s) const {
  Known out;
  auto found = at.find(&s);
  if (found == at.end() || found->second.empty())
    return out;
  for (const auto &[flag, number] : numbers)
    if (uint8_t values = found->second[number]; values == MayBeFalse || values == MayBeTrue)
      out.emplace(flag, values == MayBeTrue);
  return out;
}

FlagValues::State FlagValues::join(const State &a, const State &b) {
  if (a.empty() || b.empty())
    return a.empty() ? b : a;
  State out = a;
  for (size_t i = 0; i < out.size(); ++i)
    out[i] |= b[i];
  return out;
}

FlagValues::State FlagValues::leave(State &to, const State &state) {
  to = join(to, state);
  return {};
}

void FlagValues::meet(const Stmt &s, const State &state) {
  State &here = at[&s];
  here = join(here, state);
}

/// What holds once a condition has been found true or false.
FlagValues::State FlagValues::where(const Expr *condition, bool value, State state) const {
  Known known;
  if (state.empty() || !flags.assume(condition, value, known))
    return {};
  for (const auto &[flag, is] : known) {
    uint8_t &values = state[numbers.at(flag)];
    if (!(values & (MayBeUnset | (is ? MayBeTrue : MayBeFalse))))
      return {};
    values = is ? MayBeTrue : MayBeFalse;
  }
  return state;
}

FlagValues::State FlagValues::walk(const Block &block, State state) {
  for (const StmtPtr &s : block) {
    if (state.empty())
      return state;
    state = walk(*s, std::move(state));
  }
  return state;
}

FlagValues::State FlagValues::walk(const Stmt &s, State state) {
  if (auto set = flags.setting(s)) {
    meet(s, state);
    state[numbers.at(set->flag)] = set->value ? MayBeTrue : MayBeFalse;
    return state;
  }
  if (auto *branch = dyn_cast<If>(&s)) {
    meet(s, state);
    State then = walk(branch->thenBlock, where(branch->condition, true, state));
    return join(then, walk(branch->elseBlock, where(branch->condition, false, state)));
  }
  if (auto *exit = dyn_cast<Exit>(&s))
    return leave(exits[exit->loop], state);
  if (auto *cycle = dyn_cast<Cycle>(&s))
    return leave(cycles[cycle->loop], state);
  if (isa<Return>(s))
    return {};
  if (auto *loop = dyn_cast<For>(&s))
    return counted(*loop, std::move(state));
  if (auto *loop = dyn_cast<Loop>(&s))
    return repeated(*loop, std::move(state));
  return state;
}

FlagValues::State FlagValues::counted(const For &loop, State state) {
  for (;;) {
    State end = join(walk(loop.body, state), cycles[loop.id]);
    State next = join(state, end);
    if (next == state)
      return join(state, exits[loop.id]);
    state = std::move(next);
  }
}

FlagValues::State FlagValues::repeated(const Loop &loop, State state) {
  for (;;) {
    State tested = walk(loop.head, state), left;
    if (testsAtEnd(loop))
      tested = join(tested, cycles[loop.id]);
    State inside = tested;
    if (loop.condition && !tested.empty()) {
      meet(loop, tested);
      left = where(loop.condition, false, tested);
      inside = where(loop.condition, true, tested);
    }
    State end = walk(loop.body, std::move(inside));
    if (!testsAtEnd(loop))
      end = join(end, cycles[loop.id]);
    State next = join(state, end);
    if (next == state)
      return join(left, exits[loop.id]);
    state = std::move(next);
  }
}

} // namespace costate::emit::exits
