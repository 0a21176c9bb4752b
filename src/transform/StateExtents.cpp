#include "transform/StateExtents.h"

#include "analysis/LibraryFunctions.h"
#include "transform/LoopEntry.h"
#include "transform/WriteForm.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Access;
using analysis::CellId;
using analysis::Known;
using analysis::LibraryEffect;
using symbolic::Form;

StateExtents::StateExtents(Program &program, const analysis::Recording &recording)
    : program(program), memory(recording.cells()), effects(recording.summarised()), nests(memory, effects),
      overlaps(program, memory), sections(nests, memory, effects, overlaps) {}

std::vector<StateExtents::Extent> StateExtents::of(const Stmt &statement, CellId cell) {
  std::vector<Extent> out;
  auto loop = std::find_if(nests.loops().begin(), nests.loops().end(),
                           [&](auto &l) { return l->statement == &statement; });
  try {
    auto found = loop == nests.loops().end() || (*loop)->incomplete ? std::nullopt : intervals(**loop, cell);
    for (const Interval &x : found.value_or(std::vector<Interval>())) {
      std::optional<Extent> one = written(x, **loop);
      if (!one)
        return {};
      out.push_back(*one);
    }
  } catch (const symbolic::Overflow &) { // nothing is known
    return {};
  }
  return out;
}

/// Whether every way through a block makes an access that holds the interval. A loop that has no iteration makes none, and
/// has no interval.
bool StateExtents::isMade(const Block &block, const Interval &x, const Made &made) {
  return std::any_of(block.begin(), block.end(), [&](const StmtPtr &s) {
    auto at = made.find(s.get());
    if (at != made.end() && llvm::any_of(at->second, [&](const Interval &y) { return isWithin(x, y); }))
      return true;
    if (auto *loop = llvm::dyn_cast<For>(s.get()))
      return isMade(loop->body, x, made);
    auto *branch = llvm::dyn_cast<If>(s.get());
    return branch && isMade(branch->thenBlock, x, made) && isMade(branch->elseBlock, x, made);
  });
}

/// Of the address, or of the last subscript: an array lies whole in its others.
std::optional<StateExtents::Interval> StateExtents::interval(const Access &a, const Loop &loop) {
  bool isC = loop.procedure->language == Language::C;
  if (a.path.empty() || (a.linear && a.path.size() != 1))
    return std::nullopt;
  Known k = sections.bounded(isC ? a.path.front() : a.path.back(), a, &loop);
  if (!k.low() || !k.high())
    return std::nullopt;
  Interval out{*k.low(), *k.high(), nullptr};
  if (isC)
    return out;
  const Symbol *array = a.place ? rootVariable(a.place) : nullptr;
  auto *type = array ? llvm::dyn_cast<ArrayType>(array->type->strip()) : nullptr;
  if (!type || type->dimensions.size() != a.path.size() || array->owner != loop.procedure)
    return std::nullopt;
  if (a.linear) {
    if (type->dimensions[0].lower)
      return std::nullopt;
    out.first = out.first + Form(1);
    out.last = out.last + Form(1);
  }
  out.array = Builder(program).variable(const_cast<Symbol *>(array));
  return out;
}

/// Whether a function of the library fills, or copies, so many bytes.
static bool movesBytes(const Stmt &s) {
  auto *call = llvm::dyn_cast<Call>(&s);
  LibraryEffect effect = call && call->callee ? analysis::libraryEffect(*call) : LibraryEffect::Unknown;
  return (effect == LibraryEffect::CopiesBytes || effect == LibraryEffect::SetsBytes) && call->arguments.size() == 3 &&
         !call->result;
}

/// What memcpy and its like write: the bytes over the size of an element, on from the address. Without a path where
/// that is not known.
Access StateExtents::moved(const Call &call) {
  const analysis::CallState &state = nests.at(&call);
  const Expr *to = call.arguments[0].value, *bytes = call.arguments[2].value;
  while (auto *as = llvm::dyn_cast<Convert>(to))
    to = as->operand;
  Access out{nullptr, &call, true, state.loop, {}, state.facts, {}, true, true};
  for (CellId id : memory.pointees(state.procedure, to))
    memory.forEachLeaf(id, [&](CellId leaf) { analysis::insert(out.cells, leaf); });
  auto *pointer = llvm::dyn_cast<PointerType>(to->type->strip());
  auto *real = pointer ? llvm::dyn_cast<RealType>(pointer->pointee->strip()) : nullptr;
  if (!real)
    return out;
  analysis::LoopValues values(nests.atoms(), memory, effects, state.procedure);
  values.knowAllocated(nests.allocated());
  Known start = values.evaluate(to, state.state), length;
  while (auto *as = llvm::dyn_cast<Convert>(bytes))
    bytes = as->operand;
  auto *product = llvm::dyn_cast<Binary>(bytes); // n*sizeof(double), either way round
  if (product && product->op == BinaryOp::Multiply)
    for (auto [size, count] : {std::pair(product->left, product->right), std::pair(product->right, product->left)})
      if (auto *of = llvm::dyn_cast<SizeOf>(size); of && of->of->strip() == real) {
        while (auto *as = llvm::dyn_cast<Convert>(count))
          count = as->operand;
        length = values.evaluate(count, state.state);
      }
  if (start.value && length.value)
    out.path = {{{}, *start.value, *start.value + *length.value - Form(1)}};
  return out;
}

/// Of the loop, those of calls among them.
std::vector<Access> StateExtents::accesses(const Loop &loop) {
  std::vector<Access> out;
  for (size_t i = loop.firstAccess; i < loop.endAccess; ++i)
    if (!movesBytes(*nests.accesses()[i].statement))
      out.push_back(nests.accesses()[i]);
  for (const Block *b : blocks(*loop.statement))
    forEachStmt(*b, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (movesBytes(s))
        out.push_back(moved(*call));
      else
        for (const Access &a : call ? sections.at(*call) : std::vector<Access>())
          out.push_back(a);
    });
  return out;
}

/// Whether some part of the statement's expressions may not be computed.
static bool hasConditions(const Stmt &s) {
  bool found = false;
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      auto *binary = llvm::dyn_cast<Binary>(x);
      found |= llvm::isa<Conditional>(x) || (binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or));
    });
  return found;
}

/// What the loop writes of the cell, without what lies in another.
std::optional<std::vector<StateExtents::Interval>> StateExtents::intervals(const Loop &loop, CellId cell) {
  std::vector<Interval> writes, out;
  Made made;
  for (const Access &a : accesses(loop)) {
    analysis::CellSet leaves = overlaps.leaves(loop.procedure, a);
    bool touches = std::any_of(leaves.begin(), leaves.end(), [&](CellId leaf) {
      return leaf == cell || llvm::is_contained(memory.aliases(loop.procedure, leaf), cell);
    });
    std::optional<Interval> one = touches ? interval(a, loop) : std::nullopt;
    if (touches && !one && a.writes)
      return std::nullopt;
    if (one && a.writes)
      writes.push_back(*one);
    bool isSure = llvm::isa<Call>(a.statement) ? a.writes && a.must : a.writes || !hasConditions(*a.statement);
    if (one && leaves.size() == 1 && isSure)
      made[a.statement].push_back(*one);
  }
  for (const Interval &x : writes) {
    if (!isMade(*blocks(*loop.statement).back(), x, made))
      return std::nullopt;
    auto isIn = [&](const Interval &y) { return isWithin(x, y); };
    if (std::any_of(out.begin(), out.end(), isIn))
      continue;
    std::erase_if(out, [&](const Interval &y) { return isWithin(y, x); });
    out.push_back(x);
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

bool StateExtents::isWithin(const Interval &x, const Interval &y) {
  symbolic::Prover prover(nests.atoms());
  return prover.nonnegative(x.first - y.first) && prover.nonnegative(y.last - x.last);
}

std::optional<StateExtents::Extent> StateExtents::written(const Interval &x, const Loop &loop) {
  LoopEntry entry(program, nests, loop);
  Form first = entry.here(x.first), last = entry.here(x.last);
  // By its own name where that has not changed: other variables with its value need not be there in the forward sweep.
  auto spelling = [&](symbolic::AtomId id) -> const Expr * {
    const symbolic::Atom &atom = nests.atoms()[id];
    for (Symbol *s : loop.procedure->parameters)
      if (atom.kind == symbolic::Atom::Kind::Symbol && atom.key == s && atom.name == s->name && !loop.entry.count(s))
        return Builder(program).variable(s);
    return entry.spelling(id);
  };
  FormWriter writer(program, nests.atoms(), loop.procedure->language, spelling);
  const Expr *base = x.array;
  for (const symbolic::Term &t : base ? llvm::ArrayRef<symbolic::Term>() : llvm::ArrayRef(first.terms())) {
    bool isOne = t.monomial.size() == 1 && t.monomial[0].second == 1 && t.factor.isOne();
    const Expr *e = isOne ? spelling(t.monomial[0].first) : nullptr;
    auto *pointer = e ? llvm::dyn_cast<PointerType>(e->type->strip()) : nullptr;
    if (!pointer || pointer->pointee->isVoid())
      continue;
    base = e;
    Form from = Form::atom(t.monomial[0].first);
    first = first - from;
    last = last - from;
    break;
  }
  const Expr *low = base ? writer.value(first) : nullptr, *high = base ? writer.value(last) : nullptr;
  return low && high && writer.needed().empty() ? std::optional(Extent{base, low, high}) : std::nullopt;
}

} // namespace costate::transform
