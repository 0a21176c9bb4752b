#include "transform/ExpandMoves.h"

#include "analysis/Accesses.h"
#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "analysis/Extensions.h"
#include "analysis/LibraryFunctions.h"
#include "ir/Builder.h"
#include "transform/ArrayElements.h"

#include <map>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

class Mover {
public:
  Mover(Program &program, Procedure &p) : program(program), p(p), b(program) {}

  void run() {
    if (p.language == Language::C)
      findResized();
    block(p.body);
  }

private:
  Program &program;
  Procedure &p;
  Builder b;
  std::map<const Symbol *, Symbol *> bytes; ///< of memory that is resized: how much there is now

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      Block pieces;
      bool replaced = statement(*s, pieces);
      if (!pieces.empty())
        pieces.front()->comments.swap(s->comments);
      for (StmtPtr &x : pieces)
        out.push_back(std::move(x));
      if (!replaced)
        out.push_back(std::move(s));
    }
    statements = std::move(out);
  }

  /// True where the pieces stand for the statement; else they stand before it.
  bool statement(Stmt &s, Block &out) {
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      return resized(*allocate, out);
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (Symbol *size = sizeOf(assign->place)) { // NULL
        out.push_back(b.assign(size, b.constant(size->type, 0, s.location), s.location));
        return false;
      }
      return wholeRecord(*assign, out);
    }
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return false;
    if (isMoveAlloc(*call)) {
      moveAllocation(call->arguments[0].value, call->arguments[1].value, s.location, out);
      return true;
    }
    if (std::unique_ptr<Assign> copied = copiedRecord(*call)) {
      if (!wholeRecord(*copied, out))
        out.push_back(std::move(copied));
      return true;
    }
    for (Argument &a : call->arguments)
      if (a.value && a.value->type && a.value->type->strip()->isRecord() && isTakenApart(a.value->type))
        a.value = ownValue(a.value, out);
    return false;
  }

  /// A record that is passed as a value, `(a + b)` for one, in a variable: its parts have adjoints there.
  const Expr *ownValue(const Expr *argument, Block &out) {
    const Expr *value = argument;
    for (auto *u = llvm::dyn_cast<Unary>(value); u && u->op == UnaryOp::Parentheses; u = llvm::dyn_cast<Unary>(value))
      value = u->operand;
    auto *constructor = llvm::dyn_cast<RecordConstructor>(value);
    bool isCopied = constructor ? isComplete(*constructor) : value != argument && value->isPlace() && !isOpen(value);
    if (!isCopied)
      return argument;
    if (auto *v = llvm::dyn_cast<Variable>(value); v && v->symbol->temporary)
      return value; // nobody else names it
    const Expr *own = variable("argument", value->type, value->location);
    copy(own, value, argument->location, out);
    return own;
  }

  /// `memcpy(&a, &b, sizeof a)` of one record as `a = b`; null for other calls.
  std::unique_ptr<Assign> copiedRecord(const Call &call) {
    if (analysis::libraryEffect(call) != analysis::LibraryEffect::CopiesBytes || call.result)
      return nullptr;
    auto plain = [](const Expr *e) {
      while (auto *cast = llvm::dyn_cast<Convert>(e))
        e = cast->operand;
      return e;
    };
    const Expr *to = plain(call.arguments[0].value), *from = plain(call.arguments[1].value);
    auto *size = llvm::dyn_cast<SizeOf>(plain(call.arguments[2].value));
    const Type *type = size ? size->of->strip() : nullptr;
    auto isOne = [&](const Expr *pointer) {
      auto *own = llvm::dyn_cast<PointerType>(pointer->type->strip());
      return own && own->pointee->strip() == type;
    };
    if (!type || !type->isRecord() || !isOne(to) || !isOne(from))
      return nullptr;
    auto place = [&](const Expr *pointer) -> const Expr * {
      auto *address = llvm::dyn_cast<AddressOf>(pointer);
      return address ? address->place : program.exprs.make<Dereference>(type, pointer, nullptr, call.location);
    };
    return std::make_unique<Assign>(place(to), place(from), call.location);
  }

  // ---- Allocatables ---------------------------------------------------------------------------------

  static bool isMoveAlloc(const Call &call) {
    bool named = call.callee && call.callee->isIntrinsicProcedure && call.callee->name == "move_alloc";
    if (!named || call.arguments.size() != 2)
      return false;
    for (const Argument &a : call.arguments)
      if (!a.value || analysis::isPolymorphic(a.value))
        return false;
    return true;
  }

  const Expr *isAllocated(const Expr *place) {
    return program.exprs.make<Intrinsic>(b.defaultLogical(), "allocated",
                                         std::vector<const Expr *>{place}, place->location);
  }

  void release(const Expr *place, Location at, Block &out) {
    Block drop;
    drop.push_back(std::make_unique<Free>(std::vector{place}, at));
    out.push_back(std::make_unique<If>(isAllocated(place), std::move(drop), Block{}, at));
  }

  /// The bounds come along.
  StmtPtr allocateLike(const Expr *place, const Expr *source, Location at) {
    auto out = std::make_unique<Allocate>(Allocate::How::Fortran,
                                          std::vector{Allocation{place, {}, nullptr}}, at);
    out->source = source;
    return out;
  }

  void moveAllocation(const Expr *from, const Expr *to, Location at, Block &out) {
    release(to, at, out);
    Block moved;
    moved.push_back(allocateLike(to, from, at));
    moved.push_back(std::make_unique<Free>(std::vector{from}, at));
    out.push_back(std::make_unique<If>(isAllocated(from), std::move(moved), Block{}, at));
  }

  // ---- Memory that is resized -----------------------------------------------------------------------

  /// Pointers of the procedure that only ever hold what it allocates for them, and that realloc moves:
  /// their size can be known.
  void findResized() {
    std::set<const Symbol *> grown, others;
    auto own = [](const Expr *e) -> const Symbol * {
      auto *v = llvm::dyn_cast_or_null<Variable>(e);
      return v && v->symbol->storage == Storage::Local ? v->symbol : nullptr;
    };
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
        const Symbol *to = own(allocate->objects.front().place);
        if (allocate->how == Allocate::How::Realloc && own(allocate->old) == to)
          grown.insert(to);
        else if (allocate->how == Allocate::How::Realloc)
          others.insert(to);
      } else if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !llvm::isa<NullPointer>(assign->value)) {
        others.insert(own(assign->place));
      } else if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result) {
        others.insert(own(call->result));
      }
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            others.insert(own(address->place));
        });
    });
    const Type *size = program.types.integer(8, false, "long");
    for (auto &s : p.scope.symbols)
      if (grown.count(s.get()) && !others.count(s.get())) {
        bytes[s.get()] = nullptr; // made below: the list must not grow here
      }
    for (auto &[pointer, count] : bytes) {
      count = p.makeTemporary(pointer->name + "_bytes", size);
      count->temporary = false;
    }
  }

  Symbol *sizeOf(const Expr *place) const {
    auto *v = llvm::dyn_cast<Variable>(place);
    auto found = v ? bytes.find(v->symbol) : bytes.end();
    return found == bytes.end() ? nullptr : found->second;
  }

  /// Memory of the new size, with what the old one held.
  bool resized(Allocate &s, Block &out) {
    const Expr *pointer = s.objects.front().place;
    Symbol *size = s.how == Allocate::How::Fortran ? nullptr : sizeOf(pointer);
    if (!size)
      return false;
    Location at = s.location;
    const Expr *wanted = s.size->type->strip() == size->type
                             ? s.size
                             : program.exprs.make<Convert>(size->type, s.size, true, at);
    if (s.count)
      wanted = b.binary(BinaryOp::Multiply, program.exprs.make<Convert>(size->type, s.count, true, at), wanted);
    if (s.how != Allocate::How::Realloc) {
      out.push_back(b.assign(size, wanted, at));
      return false;
    }
    auto *type = llvm::cast<PointerType>(pointer->type->strip());
    const Expr *larger = variable("resized", pointer->type, at);
    auto allocate = std::make_unique<Allocate>(Allocate::How::Malloc,
                                               std::vector{Allocation{larger, {}, nullptr}}, at);
    Symbol *now = p.makeTemporary("bytes", size->type), *k = p.makeTemporary("k", size->type);
    now->temporary = k->temporary = false;
    out.push_back(b.assign(now, wanted, at));
    allocate->size = b.variable(now, at);
    out.push_back(std::move(allocate));
    const Expr *less = b.compare(BinaryOp::Less, b.variable(size, at), b.variable(now, at), Language::C);
    const Expr *held = program.exprs.make<Conditional>(size->type, less, b.variable(size, at), b.variable(now, at), at);
    const Expr *unit = program.exprs.make<SizeOf>(size->type, type->pointee->strip(), at);
    Block body;
    copy(program.exprs.make<Dereference>(type->pointee, larger, b.variable(k, at), at),
         program.exprs.make<Dereference>(type->pointee, pointer, b.variable(k, at), at), at, body);
    auto loop = std::make_unique<For>(k, b.constant(size->type, 0, at),
                                      b.binary(BinaryOp::Divide, held, unit), nullptr, std::move(body), at);
    loop->inclusive = false;
    loop->direction = For::Direction::Up;
    out.push_back(std::move(loop));
    out.push_back(std::make_unique<Free>(std::vector{pointer}, at));
    out.push_back(std::make_unique<Assign>(pointer, larger, at));
    out.push_back(b.assign(size, b.variable(now, at), at));
    return true;
  }

  // ---- Records --------------------------------------------------------------------------------------

  static bool isTakenApart(const Type *type) {
    return type->scalar()->isRecord() && analysis::carriesDerivative(type) && !holdsItself(type) &&
           (analysis::holdsPointer(type) || holdsAllocatable(type));
  }

  const Expr *variable(const char *name, const Type *type, Location at) {
    Symbol *s = p.makeTemporary(name, type->strip());
    s->temporary = false;
    return b.variable(s, at);
  }

  bool wholeRecord(const Assign &s, Block &out) {
    auto *constructor = llvm::dyn_cast<RecordConstructor>(s.value);
    bool isKnown = s.value->isPlace() || (constructor && isComplete(*constructor));
    if (!isTakenApart(s.place->type) || s.mask || !isKnown || isOpen(s.place) || isOpen(s.value) ||
        s.place->type->isPointer() || analysis::isWholeAllocatable(s.place))
      return false;
    if (areApart(s.place, s.value)) {
      copy(s.place, s.value, s.location, out);
      return true;
    }
    if (s.place->type->isArray())
      return false;
    const Expr *between = variable("record", s.place->type, s.location);
    copy(between, s.value, s.location, out);
    copy(s.place, between, s.location, out);
    return true;
  }

  static bool isOpen(const Expr *e) {
    return e->isPlace() && analysis::isPolymorphic(e);
  }

  /// Whether one that no pointer can make the same as another is copied here.
  static bool areApart(const Expr *place, const Expr *value) {
    return isApartFrom(place, value) || (value->isPlace() && isApartFrom(value, place));
  }

  static bool isApartFrom(const Expr *place, const Expr *value) {
    const Symbol *root = rootVariable(place);
    bool apart = root && !root->target && !root->overlay && root->owner &&
                 (root->storage == Storage::Local || root->storage == Storage::Result);
    forEach(place, [&](const Expr *x) { apart &= !llvm::isa<Dereference>(x); });
    forEach(value, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      apart &= !(v && v->symbol == root) && !llvm::isa<Dereference>(x);
    });
    return apart;
  }

  void copy(const Expr *to, const Expr *from, Location at, Block &out) {
    if (!isTakenApart(to->type) && !(to->type->isArray() && p.language == Language::C)) {
      out.push_back(std::make_unique<Assign>(to, from, at));
      return;
    }
    if (to->type->isArray())
      return copyElements(to, from, at, out);
    auto *record = llvm::cast<RecordType>(to->type->strip());
    auto *values = llvm::dyn_cast<RecordConstructor>(from);
    for (unsigned i = 0; i < record->components.size(); ++i) {
      const Component &component = record->components[i];
      const Expr *part = field(to, record, i, at);
      const Expr *value = values ? given(*values, *record, i) : field(from, record, i, at);
      if (component.allocatable)
        copyAllocatable(part, value, at, out);
      else if (value)
        copy(part, value, at, out);
    }
  }

  const Expr *field(const Expr *of, const RecordType *record, unsigned i, Location at) {
    return program.exprs.make<Field>(record->components[i].type, of, record, i, at);
  }

  /// What a constructor gives a component: where it says nothing, what the type says, in C zero. Null:
  /// nothing, or nothing that can be written here (isComplete tells).
  const Expr *given(const RecordConstructor &values, const RecordType &record, unsigned i) {
    if (i < values.values.size() && values.values[i])
      return values.values[i];
    const Component &component = record.components[i];
    const Type *type = component.type->strip();
    if (p.language == Language::Fortran)
      return component.initial;
    if (type->isPointer())
      return program.exprs.make<NullPointer>(component.type, values.location);
    if (type->isReal())
      return program.exprs.make<RealConstant>(type, "0.0", 0.0, values.location);
    return type->isInteger() ? b.constant(type, 0, values.location) : nullptr;
  }

  /// Whether every component gets what it would.
  bool isComplete(const RecordConstructor &values) {
    auto *record = llvm::cast<RecordType>(values.type->strip());
    for (unsigned i = 0; i < record->components.size(); ++i) {
      const Component &component = record->components[i];
      bool fortran = p.language == Language::Fortran;
      bool isUndefined = fortran && (component.allocatable || !component.type->scalar()->isRecord());
      if (!given(values, *record, i) && !isUndefined)
        return false;
    }
    return true;
  }

  void copyAllocatable(const Expr *part, const Expr *value, Location at, Block &out) {
    release(part, at, out);
    if (!value || llvm::isa<NullPointer>(value))
      return;
    auto *v = value->isPlace() ? rootVariable(value) : nullptr;
    bool mayBeAbsent = v && analysis::isWholeAllocatable(value);
    if (!mayBeAbsent) {
      out.push_back(allocateLike(part, value, at));
      return;
    }
    Block there;
    there.push_back(allocateLike(part, value, at));
    out.push_back(std::make_unique<If>(isAllocated(value), std::move(there), Block{}, at));
  }

  void copyElements(const Expr *to, const Expr *from, Location at, Block &out) {
    bool isScalar = !from->type->isArray();
    if (p.language == Language::Fortran) {
      std::vector<const Expr *> arrays{to};
      if (!isScalar)
        arrays.push_back(from);
      ArrayElements(program, p).forEach(arrays, out, [&](auto &elements, Block &inner) {
        copy(elements[0], isScalar ? from : elements[1], at, inner);
      });
      return;
    }
    auto *array = llvm::cast<ArrayType>(to->type->strip());
    std::vector<Symbol *> counters;
    std::vector<const Expr *> index;
    for (unsigned i = 0; i < array->dimensions.size(); ++i) {
      counters.push_back(p.makeTemporary("k", b.integer(Language::C)));
      counters.back()->temporary = false;
      index.push_back(b.variable(counters.back(), at));
    }
    auto &make = program.exprs;
    Block inner;
    copy(make.make<Element>(array->element, to, index, at),
         make.make<Element>(array->element, from, index, at), at, inner);
    for (size_t i = counters.size(); i-- > 0;) {
      auto loop = std::make_unique<For>(counters[i], b.constant(counters[i]->type, 0),
                                        array->dimensions[i].extent, nullptr, std::move(inner), at);
      loop->inclusive = false;
      loop->direction = For::Direction::Up;
      inner.clear();
      inner.push_back(std::move(loop));
    }
    for (StmtPtr &s : inner)
      out.push_back(std::move(s));
  }
};

} // namespace

void expandMoves(Program &program, const std::vector<analysis::Head> &heads) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  for (auto &component : calls.bottomUp(roots))
    for (Procedure *p : component)
      if (p->hasBody)
        Mover(program, *p).run();
}

} // namespace costate::transform
