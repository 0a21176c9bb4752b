#include "transform/ParallelIterations.h"

#include "analysis/Updates.h"
#include "ir/Constants.h"
#include "transform/ParallelDerivatives.h"
#include "transform/PointerTargets.h"
#include "transform/WriteForm.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::CellId;
using analysis::CellSet;
using analysis::IndependentLoop;
using symbolic::AtomId;
using symbolic::Form;

namespace {

constexpr uint64_t smallArray = 4096; ///< bytes that a thread's stack has room for
constexpr int64_t apart = 8;          ///< numbers between what two threads write

/// The variable whose memory a place lies in, or whose value leads there; null: none is seen.
Symbol *rootOf(const Expr *e) {
  while (e)
    switch (e->kind()) {
    case ExprKind::Variable:
      return llvm::cast<Variable>(e)->symbol;
    case ExprKind::Element:
      e = llvm::cast<Element>(e)->base;
      break;
    case ExprKind::Dereference:
      e = llvm::cast<Dereference>(e)->pointer;
      break;
    case ExprKind::PointerAdd:
      e = llvm::cast<PointerAdd>(e)->pointer;
      break;
    case ExprKind::AddressOf:
      e = llvm::cast<AddressOf>(e)->place;
      break;
    case ExprKind::Convert:
      e = llvm::cast<Convert>(e)->operand;
      break;
    default:
      return nullptr;
    }
  return nullptr;
}

bool isMemory(const Type *type) { return type->isArray() || type->isPointer(); }

/// Nothing but a pointer to numbers, or an array of them: no pointers in what is pointed to.
bool isOfNumbers(const Type *type) {
  type = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    type = pointer->pointee->strip();
  else if (auto *array = llvm::dyn_cast<ArrayType>(type))
    type = array->element->strip();
  return type->isReal() || type->isInteger() || type->isLogical() || type->isComplex();
}

/// Both languages' compilers can add these up.
bool canBeSummed(const Type *element) {
  return element->isReal() && bytesOf(element->strip()).value_or(16) <= 8;
}

const Type *elementOf(const Type *type) {
  type = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return pointer->pointee->strip();
  return llvm::cast<ArrayType>(type)->element->strip();
}

} // namespace

ParallelIterations::ParallelIterations(const Duals::Context &context, analysis::Memory &memory,
                                       analysis::LoopReplay &replay, Tape &tape)
    : c(context), memory(memory), replay(replay), tape(tape), b(context.program) {
  for (auto &s : c.variant.procedure->scope.symbols) {
    if (s->kind != SymbolKind::Variable)
      continue;
    origins[c.renaming.of(s.get())] = {s.get(), false};
    if (Symbol *shadow = c.shadows.of(s.get()))
      origins[shadow] = {s.get(), true};
  }
}

const Type *ParallelIterations::wide() {
  return c.program.types.integer(8, true, c.procedure.language == Language::C ? "long" : "");
}

Symbol *ParallelIterations::variable(const std::string &name, const Type *type) {
  Symbol *s = c.procedure.makeTemporary(name, type);
  s->temporary = false;
  return s;
}

std::optional<ParallelIterations::Made> ParallelIterations::make(const For &x, const IndependentLoop &found, Sweep sweep,
                                                                 Block &body) {
  auto &symbols = c.procedure.scope.symbols;
  size_t before = symbols.size();
  auto out = tryToMake(x, found, sweep, body);
  if (!out) // nothing names them
    symbols.resize(before);
  return out;
}

std::optional<ParallelIterations::Made> ParallelIterations::tryToMake(const For &x, const IndependentLoop &found,
                                                                      Sweep sweep, Block &body) {
  loop = &x;
  proof = &found;
  made = {};
  made.directive = c.procedure.language == Language::C ? "#pragma omp parallel for" : "$omp parallel do";
  start.clear();
  moved.emplace(c.program);
  named.clear();
  assigned.clear();
  written.clear();
  born.clear();
  regions.clear();
  threads = thread = nullptr;
  dropZeroedAndRestored(body, addressTaken(body));
  forEachStmt(body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *part) {
        if (auto *v = llvm::dyn_cast<Variable>(part))
          named.insert(v->symbol);
      });
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *call = llvm::dyn_cast<Call>(&s);
    const Expr *place = assign ? assign->place : call ? call->result : nullptr;
    if (auto *v = llvm::dyn_cast_or_null<Variable>(place))
      assigned.insert(v->symbol);
  });
  if (!understand(body) || !namesAllThatIsShared() || (sweep == Sweep::Backward && !isBackwardAlone(body)))
    return std::nullopt;
  std::vector<Symbol *> inOrder; // of a list that grows
  for (auto &s : c.procedure.scope.symbols)
    if (named.count(s.get()))
      inOrder.push_back(s.get());
  for (Symbol *s : inOrder)
    if (!give(s))
      return std::nullopt;
  if (!regions.empty() && !isHeavy(body))
    return std::nullopt;
  moved->apply(body);
  std::move(body.begin(), body.end(), std::back_inserter(start));
  body = std::move(start);
  start.clear();
  return std::move(made);
}

/// The backward sweep by itself: nothing comes from the tape, whose order is that of the iterations, and of own memory it
/// needs no values, which only the iteration after it would put back.
bool ParallelIterations::isBackwardAlone(const Block &body) {
  bool alone = true;
  forEachStmt(body, [&](const Stmt &s) { alone &= !llvm::isa<Call, Allocate, Free, Opaque>(s); });
  for (auto &[s, origin] : origins)
    alone &= !(named.count(s) && !origin.isShadow && isMemory(s->type) && kindOf(origin.original, *proof) == Kind::Own);
  return alone;
}

/// Everything that threads need memory of their own for is something that the body names: a procedure that it calls may
/// reach globals by itself.
bool ParallelIterations::namesAllThatIsShared() {
  analysis::CellBits reached;
  for (auto &[s, origin] : origins)
    if (named.count(s) || named.count(c.renaming.of(origin.original))) {
      CellId id = memory.variable(origin.original);
      CellSet roots{id};
      if (origin.original->type->isPointer())
        roots = memory.pointedTo(c.variant.procedure, id);
      for (CellId root : roots)
        memory.forEachLeaf(root, [&](CellId leaf) { reached.set(leaf); });
    }
  analysis::CellBits needed = proof->own;
  needed |= proof->added;
  needed.intersectWithComplement(reached);
  for (CellId id : needed) {
    const Symbol *s = memory.symbolOf(id);
    if (!s || c.varied.variesAtAll(c.variant, s))
      return false;
  }
  return true;
}

/// Copies cost about as much as a simple loop over them.
bool ParallelIterations::isHeavy(const Block &body) const {
  return std::any_of(body.begin(), body.end(), [](const StmtPtr &s) { return llvm::isa<For, While, Call>(s.get()); });
}

ParallelIterations::Kind ParallelIterations::kindOf(const Symbol *s, const IndependentLoop &found) {
  CellId id = memory.variable(s);
  CellSet roots{id};
  if (s->type->isPointer())
    roots = memory.pointedTo(c.variant.procedure, id);
  std::optional<Kind> out;
  for (CellId root : roots)
    memory.forEachLeaf(root, [&](CellId leaf) {
      Kind kind = found.own.test(leaf)     ? Kind::Own
                  : found.apart.test(leaf) ? Kind::Apart
                  : found.sums.test(leaf)  ? Kind::Sum
                  : found.added.test(leaf) ? Kind::Added
                                           : Kind::Untouched;
      out = !out || *out == kind ? kind : Kind::Mixed;
    });
  return out.value_or(Kind::Untouched);
}

// ---- What the body does ------------------------------------------------------------------------------

bool ParallelIterations::understand(const Block &block) {
  for (const StmtPtr &s : block) {
    if (auto *assign = llvm::dyn_cast<Assign>(s.get())) {
      auto *scalar = llvm::dyn_cast<Variable>(assign->place);
      if (scalar && scalar->symbol->type->isPointer()) {
        if (!understandPointer(*assign))
          return false;
      } else if (!scalar || scalar->symbol->type->isArray()) {
        auto update = analysis::updateOf(*s);
        if (!understandWrite(rootOf(assign->place), *s, update && update->operation == "+"))
          return false;
      } else if (scalar->symbol->type->isRecord()) {
        return false;
      }
    } else if (auto *call = llvm::dyn_cast<Call>(s.get())) {
      if (!understandCall(*call))
        return false;
    } else if (llvm::isa<Opaque, Allocate, Free>(s.get())) {
      auto places = analysis::namedAndWritten(*s); // arrays for what an iteration keeps
      if (llvm::isa<Opaque>(s.get()))
        return false;
      for (const Expr *place : places) {
        Symbol *root = rootOf(place);
        if (!root || origins.count(root))
          return false;
        born.insert(root);
      }
    }
    for (const Block *inner : blocks(*s))
      if (!understand(*inner))
        return false;
  }
  return true;
}

bool ParallelIterations::understandWrite(const Symbol *root, const Stmt &s, bool isUpdate) {
  (void)s;
  if (!root)
    return false;
  written.insert(root);
  auto origin = origins.find(root);
  if (origin == origins.end()) // the derivative's own: what it keeps in the iteration, and temporaries
    return root->owner == &c.procedure && root->storage == Storage::Local;
  Kind kind = kindOf(origin->second.original, *proof);
  if (!isOfNumbers(root->type))
    return false;
  if (origin->second.isShadow)
    return kind == Kind::Own || kind == Kind::Apart || (kind == Kind::Added && isUpdate);
  return kind == Kind::Own || kind == Kind::Apart;
}

/// `q = p + i`: where p has been moved, q leads to the thread's memory, too.
bool ParallelIterations::understandPointer(const Assign &s) {
  Symbol *root = rootOf(s.value);
  bool seen = root != nullptr;
  forEach(s.value, [&](const Expr *e) { seen &= !(llvm::isa<Dereference>(e) && e->type->isPointer()); });
  return seen && origins.count(root) && isOfNumbers(root->type) && isOfNumbers(s.place->type);
}

bool ParallelIterations::understandCall(const Call &call) {
  if (!call.callee)
    return false;
  std::vector<const Expr *> passed;
  for (const Argument &a : call.arguments)
    if (a.value)
      passed.push_back(a.value);
  for (const Expr *e : passed) {
    bool isPlace = c.procedure.language == Language::Fortran ? e->isPlace() : e->type->isPointer();
    if (!isPlace)
      continue;
    Symbol *root = rootOf(e);
    if (!root)
      return false;
    auto origin = origins.find(root);
    written.insert(root);
    if (origin == origins.end()) {
      if (root->owner != &c.procedure)
        return false;
      continue;
    }
    if (!isMemory(root->type)) // a scalar, by its name
      continue;
    if (!isOfNumbers(root->type) || kindOf(origin->second.original, *proof) == Kind::Mixed)
      return false;
  }
  auto *result = call.result ? llvm::dyn_cast<Variable>(call.result) : nullptr;
  return !call.result || (result && !result->symbol->type->isArray()) ||
         understandWrite(rootOf(call.result), call, false);
}

// ---- What each thread gets ------------------------------------------------------------------------------

bool ParallelIterations::addClause(const char *clause, const Symbol *s) {
  if (s->owner != &c.procedure)
    return false;
  made.directive += " " + std::string(clause) + "@" + s->name + ")";
  return true;
}

bool ParallelIterations::give(Symbol *s) {
  if (!isMemory(s->type) || s == c.renaming.of(loop->variable))
    return true;
  bool isFortran = c.procedure.language == Language::Fortran;
  auto origin = origins.find(s);
  if (origin == origins.end()) { // the derivative's own: what is kept outside of the loop is only read in it
    bool isWritten = written.count(s) || born.count(s);
    if (!isWritten || (s->type->isPointer() && !isFortran)) // in C, a pointer is a scalar like others
      return !isWritten || assigned.count(s);
    if (s->allocatable || s->type->isPointer())
      return (born.count(s) || s->type->isPointer()) && addClause("private(", s);
    return giveOwn(s, Kind::Own);
  }
  Kind kind = kindOf(origin->second.original, *proof);
  if (kind == Kind::Mixed)
    return false;
  if (kind == Kind::Own)
    return giveOwn(s, kind);
  return kind != Kind::Added || !origin->second.isShadow || giveSum(s);
}

/// For every thread its own, or one for all that is added to atomically: whether it is, all statements of the program must
/// show (Parallelize.cpp looks).
bool ParallelIterations::giveSum(Symbol *s) {
  size_t before = made.before.size(), after = made.after.size(), first = start.size();
  std::string directive = made.directive;
  auto known = regions;
  Symbol *all = threads, *one = thread;
  if (giveOwn(s, Kind::Added))
    return true;
  made.before.resize(before);
  made.after.resize(after);
  start.resize(first);
  made.directive = directive;
  regions = std::move(known);
  threads = all;
  thread = one;
  return canBeSummed(elementOf(s->type)) && isOfNumbers(s->type) && addClause("atomic(", s);
}

bool ParallelIterations::giveOwn(Symbol *s, Kind kind) {
  bool isFortran = c.procedure.language == Language::Fortran;
  if (s->type->isPointer())
    return !isFortran && (assigned.count(s) || giveRange(s, kind));
  uint64_t bytes = bytesOf(s->type->strip()).value_or(smallArray + 1);
  if (kind == Kind::Own && (s->allocatable || bytes <= smallArray || !isFortran))
    return addClause("firstprivate(", s);
  if (isFortran)
    return giveCopy(s, kind);
  return canBeSummed(elementOf(s->type)) && bytes <= smallArray && addClause("reduction(+:", s);
}

/// An array of Fortran on the heap: compilers put private copies of others on the stack.
bool ParallelIterations::giveCopy(Symbol *s, Kind kind) {
  auto *array = llvm::cast<ArrayType>(s->type->strip());
  if (!s->allocatable && std::any_of(array->dimensions.begin(), array->dimensions.end(),
                                     [](const Dimension &d) { return d.form == Dimension::Form::Star; }))
    return false;
  if (s->optional || !array->element->isReal() || (kind == Kind::Added && !canBeSummed(array->element)))
    return false;
  Dimension deferred;
  deferred.form = Dimension::Form::Deferred;
  size_t rank = array->dimensions.size();
  Symbol *copy = variable(s->name + (kind == Kind::Added ? "_sum" : "_own"),
                          c.program.types.array(array->element, std::vector<Dimension>(rank, deferred), false));
  copy->allocatable = true;
  const Type *integer = b.integer(Language::Fortran);
  Allocation room{b.variable(copy), {}, nullptr};
  for (size_t d = 1; d <= rank; ++d) {
    auto bound = [&](const char *name) -> const Expr * {
      return c.program.exprs.make<Intrinsic>(
          integer, name, std::vector<const Expr *>{b.variable(s), b.constant(integer, int64_t(d))});
    };
    Dimension dimension;
    dimension.lower = bound("lbound");
    dimension.upper = bound("ubound");
    room.shape.push_back(dimension);
  }
  made.before.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{room}));
  const Expr *zero = c.program.exprs.make<RealConstant>(array->element, "0.0", 0.0);
  made.before.push_back(b.assign(copy, zero));
  if (kind == Kind::Added)
    made.after.push_back(b.assign(s, b.binary(BinaryOp::Add, b.variable(s), b.variable(copy))));
  made.after.push_back(std::make_unique<Free>(std::vector{b.variable(copy)}));
  moved->add(s, copy);
  return addClause(kind == Kind::Added ? "reduction(+:" : "firstprivate(", copy);
}

// ---- What pointers of C lead to ---------------------------------------------------------------------------

/// From parameters that keep their values, from memory that does, and from pointers that the body names.
const Expr *ParallelIterations::spelling(AtomId id) {
  const Procedure *p = c.variant.procedure;
  analysis::LoopNests &nests = replay.loopNests();
  if (const Expr *place = nests.placeOf(id)) {
    Symbol *root = rootOf(place);
    return root && root->storage == Storage::Argument ? place : nullptr;
  }
  const symbolic::Atom &a = nests.atoms()[id];
  for (auto &s : p->scope.symbols) {
    bool isArgument = s->storage == Storage::Argument && a.kind == symbolic::Atom::Kind::Symbol && a.key == s.get() &&
                      a.name == s->name;
    if (isArgument && (s->byValue || s->type->isPointer()))
      return b.variable(s.get());
  }
  const analysis::Loop *at = replay.loopOf(*loop);
  for (auto &s : p->scope.symbols) {
    auto held = at->entry.find(s.get());
    bool holds = held && held->value == Form::atom(id);
    if (holds && s->type->isPointer() && named.count(c.renaming.of(s.get())))
      return b.variable(s.get());
  }
  return nullptr;
}

const Expr *ParallelIterations::address(const Form &f, bool isShadow) {
  FormWriter writer(c.program, replay.loopNests().atoms(), Language::C, [&](AtomId id) { return spelling(id); });
  const Expr *pointer = writer.pointer(f);
  if (!pointer || !writer.needed().empty())
    return nullptr;
  if (isShadow)
    return c.shadows.of(pointer);
  return c.renaming(pointer);
}

StmtPtr ParallelIterations::countUp(Symbol *k, const Expr *end, Block body) {
  auto out = std::make_unique<For>(k, b.constant(k->type, 0), end, nullptr, std::move(body), loop->location);
  out->inclusive = false;
  out->direction = For::Direction::Up;
  return out;
}

/// The least or the greatest of some addresses.
bool ParallelIterations::setToFurthest(Symbol *v, const std::vector<Form> &addresses, BinaryOp further, bool isShadow) {
  for (const Form &f : addresses) {
    const Expr *value = address(f, isShadow);
    if (!value)
      return false;
    StmtPtr assign = b.assign(v, value);
    if (&f == &addresses.front()) {
      made.before.push_back(std::move(assign));
      continue;
    }
    Block then;
    then.push_back(std::move(assign));
    made.before.push_back(
        std::make_unique<If>(b.compare(further, value, b.variable(v), Language::C), std::move(then), Block{}));
  }
  return true;
}

std::optional<ParallelIterations::Region> ParallelIterations::region(Symbol *s, Kind kind) {
  Origin origin = origins.at(s);
  CellSet cells = memory.pointedTo(c.variant.procedure, memory.variable(origin.original));
  if (cells.size() != 1)
    return std::nullopt;
  auto known = regions.find({cells[0], origin.isShadow});
  if (known != regions.end())
    return known->second;
  constexpr size_t most = 8; // comparisons
  auto reach = replay.reach(*loop, cells[0]);
  if (!reach || reach->least.empty() || reach->least.size() + reach->greatest.size() > 2 * most)
    return std::nullopt;
  const Type *element = elementOf(s->type), *pointer = c.program.types.pointer(element);
  Region out{variable(s->name + "_all", pointer), variable(s->name + "_first", pointer), variable(s->name + "_count", wide())};
  Symbol *last = variable(s->name + "_last", pointer);
  if (!setToFurthest(out.first, reach->least, BinaryOp::Less, origin.isShadow) ||
      !setToFurthest(last, reach->greatest, BinaryOp::Greater, origin.isShadow))
    return std::nullopt;
  if (!threads) {
    threads = variable("threads", wide());
    thread = variable("thread", wide());
    tape.countThreads(b.variable(threads), c.procedure, made.before);
    tape.nameThread(b.variable(thread), c.procedure, start);
  }
  // A loop without an iteration may leave bounds the wrong way round.
  const Expr *length = c.program.exprs.make<PointerDifference>(wide(), b.variable(last), b.variable(out.first));
  made.before.push_back(b.assign(out.count, b.binary(BinaryOp::Add, length, b.constant(wide(), apart + 1))));
  Block least;
  least.push_back(b.assign(out.count, b.constant(wide(), apart)));
  made.before.push_back(std::make_unique<If>(
      b.compare(BinaryOp::Less, b.variable(out.count), b.constant(wide(), apart), Language::C), std::move(least), Block{}));
  const Type *size = c.program.types.integer(8, false, "long");
  const Expr *total = c.program.exprs.make<Convert>(
      size, b.binary(BinaryOp::Multiply, b.variable(threads), b.variable(out.count)), true);
  tape.reserveZeros(b.variable(out.all), total, c.program.exprs.make<SizeOf>(size, element), c.procedure, made.before);
  if (kind == Kind::Added)
    addUp(out, element);
  made.after.push_back(std::make_unique<Free>(std::vector<const Expr *>{b.variable(out.all)}));
  regions[{cells[0], origin.isShadow}] = out;
  return out;
}

void ParallelIterations::addUp(const Region &r, const Type *element) {
  auto &make = c.program.exprs;
  Symbol *k = variable("k", wide()), *t = variable("t", wide());
  const Expr *at = b.binary(BinaryOp::Add, b.binary(BinaryOp::Multiply, b.variable(t), b.variable(r.count)), b.variable(k));
  const Expr *own = make.make<Dereference>(element, b.variable(r.all), at);
  const Expr *place = make.make<Dereference>(element, b.variable(r.first), b.variable(k));
  Block add, each, all;
  add.push_back(std::make_unique<Assign>(place, b.binary(BinaryOp::Add, place, own)));
  const Expr *zero = make.make<RealConstant>(element, "0.0", 0.0);
  each.push_back(std::make_unique<If>(b.compare(BinaryOp::NotEqual, own, zero, Language::C), std::move(add), Block{}));
  all.push_back(countUp(t, b.variable(threads), std::move(each)));
  const Expr *length = b.binary(BinaryOp::Subtract, b.variable(r.count), b.constant(wide(), apart));
  made.after.push_back(countUp(k, length, std::move(all)));
}

bool ParallelIterations::giveRange(Symbol *s, Kind kind) {
  const Type *element = elementOf(s->type);
  if (kind == Kind::Added ? !canBeSummed(element) : !isOfNumbers(s->type))
    return false;
  auto found = region(s, kind);
  if (!found)
    return false;
  Symbol *own = variable(s->name + "_own", s->type);
  const Expr *offset = b.binary(BinaryOp::Add, b.binary(BinaryOp::Multiply, b.variable(thread), b.variable(found->count)),
                                c.program.exprs.make<PointerDifference>(wide(), b.variable(s), b.variable(found->first)));
  start.push_back(b.assign(own, c.program.exprs.make<PointerAdd>(s->type, b.variable(found->all), offset, false)));
  moved->add(s, own);
  return true;
}

} // namespace costate::transform
