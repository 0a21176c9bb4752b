#include "transform/Reversible.h"

#include "ir/Builder.h"
#include "ir/Rewrite.h"
#include "transform/ArrayTemporaries.h"

namespace costate::transform {

using namespace ir;
using analysis::CellBits;

namespace {

class Freezer {
public:
  Freezer(Program &program, Procedure &p, analysis::Memory &memory,
          analysis::EffectSummaries &effects)
      : program(program), p(p), b(program), memory(memory), accesses(memory, effects) {
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *loop = llvm::dyn_cast<For>(&s))
        counters.set(memory.variable(loop->variable));
    });
  }

  void run() { block(p.body, {}); }

private:
  Program &program;
  Procedure &p;
  Builder b;
  analysis::Memory &memory;
  analysis::Accesses accesses;
  CellBits counters; ///< of loops

  /// `outside`: what is written after the block, or around it in a loop.
  void block(Block &statements, const CellBits &outside) {
    std::vector<CellBits> later{outside}; // from the last on
    for (size_t i = statements.size(); i-- > 1;) {
      later.push_back(later.back());
      later.back() |= accesses.writes(&p, *statements[i]);
    }
    Block out;
    for (StmtPtr &s : statements) {
      Block before, after;
      statement(*s, later.back(), before);
      if (auto *call = llvm::dyn_cast<Call>(s.get()))
        separateResult(*call, after);
      CellBits around = later.back();
      if (llvm::isa<For, While>(s.get()))
        around |= accesses.writes(&p, *s);
      for (Block *inner : blocks(*s))
        block(*inner, around);
      later.pop_back();
      if (!before.empty())
        before.front()->comments.swap(s->comments);
      for (StmtPtr &x : before)
        out.push_back(std::move(x));
      out.push_back(std::move(s));
      for (StmtPtr &x : after)
        out.push_back(std::move(x));
    }
    statements = std::move(out);
  }

  void statement(Stmt &s, CellBits later, Block &before) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      CellBits written = accesses.writes(&p, s);
      assign->place = address(assign->place, written, before);
      if (assign->mask && reads(assign->mask, written) && !assign->mask->type->isArray())
        assign->mask = frozen(assign->mask, "mask", before);
    } else if (auto *loop = llvm::dyn_cast<For>(&s)) {
      CellBits written = accesses.writes(&p, s);
      loop->lower = value(loop->lower, written, "first", before);
      loop->bound = value(loop->bound, written, "last", before);
      loop->step = value(loop->step, written, "step", before);
    } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
      // What changes after the branch would have to be put back before the condition is asked: one bit is
      // less. A counter comes back with its loop, but not before the condition is asked where the loop is
      // inside.
      later.intersectWithComplement(counters);
      CellBits written = accesses.writes(&p, s);
      written |= later;
      branch->condition = value(branch->condition, written, "taken", before);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      freezeCall(*call, before);
    }
  }

  void freezeCall(Call &call, Block &before) {
    CellBits written = accesses.writes(&p, call);
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      Argument &a = call.arguments[i];
      if (!a.value || !a.value->type || llvm::isa<ProcedureReference>(a.value))
        continue;
      bool byReference = p.language == Language::Fortran && a.value->isPlace() && !accesses.takesValue(call, i);
      a.value = byReference ? address(a.value, written, before)
                            : value(a.value, written, "argument", before);
    }
    if (call.result)
      call.result = address(call.result, written, before);
  }

  /// `x = f(x)`: the callee's backward sweep reads what was in the place of its result before.
  void separateResult(Call &call, Block &after) {
    if (!call.result)
      return;
    CellBits used = accesses.calleeAccesses(&p, call);
    for (const Argument &a : call.arguments)
      if (a.value && !llvm::isa<AddressOf>(a.value))
        used |= accesses.reads(&p, a.value);
    if (!used.intersects(accesses.cells(&p, call.result)))
      return;
    const Type *type = call.result->type->strip();
    auto *array = llvm::dyn_cast<ArrayType>(type);
    if (array && !array->rowMajor) {
      std::vector<Dimension> free(array->dimensions.size());
      for (Dimension &d : free)
        d.form = Dimension::Form::Deferred;
      type = program.types.array(array->element, free, false);
    }
    Symbol *t = p.makeTemporary("result", type);
    t->temporary = false;
    t->allocatable = array && !array->rowMajor;
    after.push_back(std::make_unique<Assign>(call.result, b.variable(t, call.location), call.location));
    call.result = b.variable(t, call.location);
  }

  bool reads(const Expr *e, const CellBits &written) {
    return accesses.reads(&p, e).intersects(written);
  }

  /// `&a[i]` reads what finds the address only.
  const Expr *value(const Expr *e, const CellBits &written, const char *name, Block &before) {
    if (!e || e->isConstant())
      return e;
    if (auto *pointer = llvm::dyn_cast<AddressOf>(e)) {
      const Expr *place = address(pointer->place, written, before);
      return place == pointer->place
                 ? e
                 : program.exprs.make<AddressOf>(e->type, place, pointer->decayed, e->location);
    }
    // A pointer keeps its type: `(void *)p` would no longer tell what it points to.
    if (auto *cast = llvm::dyn_cast<Convert>(e); cast && e->type->isPointer() &&
                                                 cast->operand->type->isPointer()) {
      const Expr *operand = value(cast->operand, written, name, before);
      return operand == cast->operand
                 ? e
                 : program.exprs.make<Convert>(e->type, operand, cast->written, e->location);
    }
    if (auto *sum = llvm::dyn_cast<PointerAdd>(e)) {
      const Expr *pointer = value(sum->pointer, written, "pointer", before);
      const Expr *offset = value(sum->offset, written, "index", before);
      return pointer == sum->pointer && offset == sum->offset
                 ? e
                 : program.exprs.make<PointerAdd>(e->type, pointer, offset, sum->negative,
                                                  e->location);
    }
    return reads(e, written) ? frozen(e, name, before) : e;
  }

  const Expr *frozen(const Expr *e, const char *name, Block &before) {
    const Type *scalar = e->type->scalar();
    if (scalar->isCharacter() || (e->type->isArray() && (p.language == Language::C || scalar->isRecord())))
      return e;
    if (e->type->isArray())
      return frozenArray(e, name, before);
    Symbol *t = p.makeTemporary(name, e->type->strip());
    t->temporary = false;
    before.push_back(b.assign(t, e, e->location));
    return b.variable(t, e->location);
  }

  const Expr *frozenArray(const Expr *e, const char *name, Block &before) {
    auto extents = ArrayTemporaries(program, p).extentsAtEntry(e);
    std::vector<Dimension> shape(e->type->rank());
    for (size_t k = 0; k < shape.size(); ++k) {
      shape[k].form = extents ? Dimension::Form::Explicit : Dimension::Form::Deferred;
      shape[k].upper = extents ? (*extents)[k] : nullptr;
    }
    Symbol *t = p.makeTemporary(name, program.types.array(e->type->scalar()->strip(), shape, false));
    t->temporary = false;
    t->allocatable = !extents;
    before.push_back(b.assign(t, e, e->location));
    return b.variable(t, e->location);
  }

  /// The same place, found by what the statement does not write.
  const Expr *address(const Expr *place, const CellBits &written, Block &before) {
    if (!accesses.addressReads(&p, place).intersects(written))
      return place;
    auto index = [&](const Expr *s) -> const Expr * {
      if (auto *range = llvm::dyn_cast<Range>(s)) {
        return program.exprs.make<Range>(value(range->lower, written, "first", before),
                                         value(range->upper, written, "last", before),
                                         value(range->stride, written, "step", before),
                                         s->location);
      }
      return value(s, written, "index", before);
    };
    if (auto *element = llvm::dyn_cast<Element>(place)) {
      std::vector<const Expr *> subscripts;
      for (const Expr *s : element->subscripts)
        subscripts.push_back(index(s));
      return program.exprs.make<Element>(place->type, address(element->base, written, before),
                                         subscripts, place->location);
    }
    if (auto *field = llvm::dyn_cast<Field>(place))
      return program.exprs.make<Field>(place->type, address(field->base, written, before),
                                       field->record, field->component, place->location);
    if (auto *part = llvm::dyn_cast<ComplexPart>(place))
      return program.exprs.make<ComplexPart>(place->type, address(part->base, written, before),
                                             part->imaginary, place->location);
    if (auto *target = llvm::dyn_cast<Dereference>(place))
      return program.exprs.make<Dereference>(
          place->type, value(target->pointer, written, "pointer", before),
          value(target->offset, written, "index", before), place->location);
    return place;
  }
};

} // namespace

void makeReversible(Program &program, analysis::Memory &memory,
                    analysis::EffectSummaries &effects) {
  for (auto &component : memory.bottomUp())
    for (Procedure *p : component)
      Freezer(program, *p, memory, effects).run();
}

} // namespace costate::transform
