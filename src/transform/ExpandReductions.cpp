#include "transform/ExpandReductions.h"

#include "ir/Rewrite.h"
#include "rules/Rules.h"
#include "transform/ArrayTemporaries.h"

namespace costate::transform {

using namespace ir;

namespace {

bool isReduction(const Expr *e) {
  auto *call = llvm::dyn_cast<Intrinsic>(e);
  return call && (call->name == "product" || call->name == "maxval" || call->name == "minval") &&
         (e->type->scalar()->isReal() || e->type->scalar()->isComplex());
}

/// The arguments of a call, wherever they stand.
struct Reduction {
  explicit Reduction(const Intrinsic &call) : call(call), array(call.arguments[0]) {
    for (size_t i = 1; i < call.arguments.size(); ++i)
      (call.arguments[i]->type->scalar()->isLogical() ? mask : dimension) = call.arguments[i];
  }
  const Intrinsic &call;
  const Expr *array, *dimension = nullptr, *mask = nullptr;
};

class Expansion {
public:
  Expansion(Program &program, Procedure &procedure, const analysis::Varied &varied,
            std::vector<const analysis::Variant *> variants, Diagnostics &diagnostics)
      : program(program), procedure(procedure), varied(varied), variants(std::move(variants)),
        diagnostics(diagnostics), b(program), temporaries(program, procedure) {}

  void block(Block &statements, bool isHead = false) {
    Block out;
    temporaries.beginBlock(isHead);
    for (StmtPtr &s : statements) {
      inner(*s);
      statement(*s, out);
      if (!dropped)
        out.push_back(std::move(s));
      dropped = false;
    }
    temporaries.endBlock(out);
    statements = std::move(out);
  }

private:
  Program &program;
  Procedure &procedure;
  const analysis::Varied &varied;
  std::vector<const analysis::Variant *> variants;
  Diagnostics &diagnostics;
  Builder b;
  ArrayTemporaries temporaries;
  std::vector<Symbol *> counters;
  bool dropped = false; ///< the statement has become loops altogether

  void inner(Stmt &s) {
    if (auto *loop = llvm::dyn_cast<While>(&s)) {
      block(loop->head, true);
      return block(loop->body);
    }
    for (Block *inside : blocks(s))
      block(*inside);
  }

  bool varies(const Expr *e) const {
    for (const analysis::Variant *v : variants)
      if (varied.varies(*v, e))
        return true;
    return false;
  }

  /// Only values that are differentiated: conditions and bounds keep their calls.
  void statement(Stmt &s, Block &out) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      auto *whole = isReduction(assign->value) && varies(assign->value)
                        ? llvm::cast<Intrinsic>(assign->value)
                        : nullptr;
      if (whole && mayAccumulateIn(assign->place, *assign)) {
        dropped = true;
        size_t first = out.size();
        expand(*whole, assign->place, out);
        out[first]->comments = assign->comments;
        return;
      }
      assign->value = replaced(assign->value, out);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      for (Argument &a : call->arguments)
        if (a.value && !a.value->isPlace())
          a.value = replaced(a.value, out);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s); allocate && allocate->source) {
      allocate->source = replaced(allocate->source, out);
    }
  }

  const Expr *replaced(const Expr *e, Block &before) {
    const Expr *rebuilt = mapOperands(
        program.exprs, e, [&](const Expr *operand) { return replaced(operand, before); });
    bool reduces = isReduction(e) && varies(e);
    return reduces ? expand(*llvm::cast<Intrinsic>(rebuilt), nullptr, before) : rebuilt;
  }

  /// Whether the loops may write the place itself: nothing they read can be part of it.
  static bool mayAccumulateIn(const Expr *place, const Assign &s) {
    auto *v = llvm::dyn_cast<Variable>(place);
    if (!v || s.mask || v->symbol->allocatable || v->symbol->target || v->symbol->overlay ||
        v->type->isPointer() || v->type->rank() != s.value->type->rank() ||
        v->type->scalar()->strip() != s.value->type->scalar()->strip())
      return false;
    bool read = false;
    forEach(s.value, [&](const Expr *x) {
      auto *other = llvm::dyn_cast<Variable>(x);
      read |= (other && other->symbol == v->symbol) || llvm::isa<Dereference>(x);
    });
    return !read;
  }

  // ---- One call -------------------------------------------------------------------------------

  const Expr *expand(const Intrinsic &call, const Expr *place, Block &out) {
    Reduction r(call);
    Location at = call.location;
    unsigned rank = r.array->type->rank(), along = rank;
    if (r.dimension) {
      auto *constant = llvm::dyn_cast<IntegerConstant>(r.dimension);
      if (!constant) {
        diagnostics.error(at, "cannot differentiate '" + call.name + "' along a dimension that is "
                              "not a constant",
                          "write the dimension as a number");
        return &call;
      }
      along = constant->value - 1;
    }
    r.array = indexable(r.array, out);
    r.mask = r.mask ? indexable(r.mask, out) : nullptr;
    std::vector<const Expr *> extents = temporaries.extents(r.array), kept, index, keptIndex;
    for (unsigned k = 0; k < rank; ++k) {
      index.push_back(b.variable(counter(k), at));
      if (r.dimension && k != along) {
        kept.push_back(extents[k]);
        keptIndex.push_back(index[k]);
      }
    }
    const Expr *result = place ? place : accumulator(call, kept, out);
    out.push_back(std::make_unique<Assign>(result, start(call), at));
    const Type *scalar = call.type->scalar();
    const Expr *element =
        kept.empty() ? result : program.exprs.make<Element>(scalar, result, keptIndex, at);
    Block inside = step(r, elementOf(r.array, index), element);
    if (r.mask) {
      Block guarded;
      guarded.push_back(
          std::make_unique<If>(elementOf(r.mask, index), std::move(inside), Block{}, at));
      inside = std::move(guarded);
    }
    for (unsigned k = 0; k < rank; ++k) {
      auto loop = std::make_unique<For>(counter(k), b.constant(integer(), 1, at), extents[k],
                                        nullptr, std::move(inside), at);
      inside = Block();
      inside.push_back(std::move(loop));
    }
    out.push_back(std::move(inside.front()));
    return result;
  }

  const Type *integer() { return b.integer(Language::Fortran); }

  Symbol *counter(unsigned k) {
    while (counters.size() <= k) {
      counters.push_back(procedure.makeTemporary("i", integer()));
      counters.back()->temporary = false;
    }
    return counters[k];
  }

  const Expr *accumulator(const Intrinsic &call, const std::vector<const Expr *> &extents,
                          Block &out) {
    const char *name = call.name == "product"  ? "prod"
                       : call.name == "maxval" ? "largest"
                                               : "smallest";
    const Type *scalar = call.type->scalar()->strip();
    if (!extents.empty())
      return temporaries.shaped(extents, scalar, name, out);
    Symbol *s = procedure.makeTemporary(name, scalar);
    s->temporary = false;
    return b.variable(s, call.location);
  }

  /// What the functions give for no elements.
  const Expr *start(const Intrinsic &call) {
    Location at = call.location;
    const Type *scalar = call.type->scalar()->strip();
    if (auto *complex = llvm::dyn_cast<ComplexType>(scalar)) {
      const Type *part = program.types.real(complex->realKind);
      return program.exprs.make<MakeComplex>(
          scalar, program.exprs.make<RealConstant>(part, "1.0", 1.0, at),
          program.exprs.make<RealConstant>(part, "0.0", 0.0, at), at);
    }
    const Expr *one = program.exprs.make<RealConstant>(scalar, "1.0", 1.0, at);
    if (call.name == "product")
      return one;
    const Expr *huge =
        program.exprs.make<Intrinsic>(scalar, "huge", std::vector<const Expr *>{one}, at);
    return call.name == "minval"
               ? huge
               : program.exprs.make<Unary>(scalar, UnaryOp::Negate, huge, at);
  }

  /// What is done with one element.
  Block step(const Reduction &r, const Expr *element, const Expr *result) {
    Location at = r.call.location;
    Block out;
    if (r.call.name == "product") {
      out.push_back(std::make_unique<Assign>(
          result, b.binary(BinaryOp::Multiply, result, element), at));
      return out;
    }
    if (!element->isPlace()) {
      Symbol *s = procedure.makeTemporary("value", element->type->scalar()->strip());
      s->temporary = false;
      out.push_back(b.assign(s, element, at));
      element = b.variable(s, at);
    }
    BinaryOp op = r.call.name == "maxval" ? BinaryOp::Greater : BinaryOp::Less;
    Block then;
    then.push_back(std::make_unique<Assign>(result, element, at));
    out.push_back(std::make_unique<If>(b.compare(op, element, result, Language::Fortran),
                                       std::move(then), Block{}, at));
    return out;
  }

  // ---- Elements -------------------------------------------------------------------------------

  /// The array itself where its elements can be named or computed one by one, else a copy.
  const Expr *indexable(const Expr *array, Block &out) {
    return isIndexable(array) ? array : temporaries.holding(array, out);
  }

  static bool isIndexable(const Expr *e) {
    if (!e->type || !e->type->isArray())
      return true;
    if (auto *section = llvm::dyn_cast<Element>(e)) {
      for (const Expr *s : section->subscripts)
        if (!llvm::isa<Range>(s) && s->type->isArray())
          return false;
      return isIndexable(section->base);
    }
    if (auto *field = llvm::dyn_cast<Field>(e))
      return !field->base->type->isArray();
    if (llvm::isa<Variable, Dereference>(e))
      return true;
    auto *function = llvm::dyn_cast<Intrinsic>(e);
    if (!llvm::isa<Unary, Binary, Convert>(e) &&
        !(function && rules::isElemental(*function, Language::Fortran)))
      return false;
    for (const Expr *operand : operands(e))
      if (!isIndexable(operand))
        return false;
    return true;
  }

  /// The element at a position counted from 1 in every dimension.
  const Expr *elementOf(const Expr *e, const std::vector<const Expr *> &index) {
    if (!e->type || !e->type->isArray())
      return e;
    const Type *scalar = e->type->scalar();
    if (auto *section = llvm::dyn_cast<Element>(e))
      return program.exprs.make<Element>(scalar, section->base, subscripts(*section, index),
                                         e->location);
    if (e->isPlace()) {
      std::vector<const Expr *> all;
      for (unsigned k = 0; k < index.size(); ++k)
        all.push_back(shifted(index[k], lowerBound(e, k)));
      return program.exprs.make<Element>(scalar, e, all, e->location);
    }
    return withType(mapOperands(program.exprs, e,
                                [&](const Expr *operand) { return elementOf(operand, index); }),
                    scalar);
  }

  std::vector<const Expr *> subscripts(const Element &section,
                                       const std::vector<const Expr *> &index) {
    std::vector<const Expr *> out;
    unsigned at = 0;
    for (unsigned k = 0; k < section.subscripts.size(); ++k) {
      auto *range = llvm::dyn_cast<Range>(section.subscripts[k]);
      if (!range) {
        out.push_back(section.subscripts[k]);
        continue;
      }
      const Expr *position = index[at++];
      const Expr *lower = range->lower ? range->lower : lowerBound(section.base, k);
      if (range->stride) {
        const Expr *steps = b.binary(BinaryOp::Subtract, position, b.constant(position->type, 1));
        out.push_back(b.binary(BinaryOp::Add, lower,
                               b.binary(BinaryOp::Multiply, steps, range->stride)));
      } else {
        out.push_back(shifted(position, lower));
      }
    }
    return out;
  }

  /// position + lower - 1; a null lower is 1.
  const Expr *shifted(const Expr *position, const Expr *lower) {
    auto *constant = lower ? llvm::dyn_cast<IntegerConstant>(lower) : nullptr;
    if (!lower || (constant && constant->value == 1))
      return position;
    if (constant)
      return constant->value > 1
                 ? b.binary(BinaryOp::Add, position,
                            b.constant(position->type, constant->value - 1))
                 : b.binary(BinaryOp::Subtract, position,
                            b.constant(position->type, 1 - constant->value));
    return b.binary(BinaryOp::Subtract, b.binary(BinaryOp::Add, position, lower),
                    b.constant(position->type, 1));
  }

  /// Null where it is 1. What a declaration says may have changed since; the array knows.
  const Expr *lowerBound(const Expr *array, unsigned k) {
    auto *type = llvm::cast<ArrayType>(array->type->strip());
    const Dimension &d = type->dimensions[k];
    if (d.form == Dimension::Form::Explicit || d.form == Dimension::Form::Assumed) {
      if (!d.lower || d.lower->isConstant())
        return d.lower;
    }
    return program.exprs.make<Intrinsic>(
        integer(), "lbound", std::vector<const Expr *>{array, b.constant(integer(), k + 1)},
        array->location);
  }

  const Expr *withType(const Expr *e, const Type *scalar) {
    auto &make = program.exprs;
    if (auto *x = llvm::dyn_cast<Unary>(e))
      return make.make<Unary>(scalar, x->op, x->operand, x->location);
    if (auto *x = llvm::dyn_cast<Binary>(e))
      return make.make<Binary>(scalar, x->op, x->left, x->right, x->location);
    if (auto *x = llvm::dyn_cast<Convert>(e))
      return make.make<Convert>(scalar, x->operand, x->written, x->location);
    auto *x = llvm::cast<Intrinsic>(e);
    return make.make<Intrinsic>(scalar, x->name, x->arguments, x->location, x->keywords,
                                x->specific);
  }
};

} // namespace

bool hasReductions(Program &program) {
  bool found = false;
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      forEachStmt(p->body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) { found |= isReduction(x); });
      });
  return found;
}

void expandReductions(Program &program, const analysis::Varied &varied, Diagnostics &diagnostics) {
  std::map<Procedure *, std::vector<const analysis::Variant *>> variants;
  for (auto &v : varied.variants())
    variants[v->procedure].push_back(v.get());
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran && variants.count(p))
      Expansion(program, *p, varied, variants.at(p), diagnostics).block(p->body);
}

} // namespace costate::transform
