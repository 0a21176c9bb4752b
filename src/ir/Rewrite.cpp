#include "ir/Rewrite.h"

#include "ir/MapExpressions.h"

namespace costate::ir {

namespace {

using Map = std::function<const Expr *(const Expr *)>;

std::vector<const Expr *> mapAll(const std::vector<const Expr *> &list, const Map &map) {
  std::vector<const Expr *> out;
  for (const Expr *e : list)
    out.push_back(e ? map(e) : nullptr);
  return out;
}

} // namespace

const Expr *mapOperands(ExprArena &arena, const Expr *e, const Map &map) {
  auto on = [&](const Expr *operand) { return operand ? map(operand) : nullptr; };
  Location at = e->location;
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
  case ExprKind::RealConstant:
  case ExprKind::LogicalConstant:
  case ExprKind::StringConstant:
  case ExprKind::NullPointer:
  case ExprKind::Variable:
  case ExprKind::SizeOf:
  case ExprKind::ProcedureReference:
  case ExprKind::Text:
    return e;
  case ExprKind::Element: {
    auto *x = llvm::cast<Element>(e);
    const Expr *base = on(x->base);
    auto subscripts = mapAll(x->subscripts, map);
    return base == x->base && subscripts == x->subscripts
               ? e
               : arena.make<Element>(e->type, base, subscripts, at);
  }
  case ExprKind::Dereference: {
    auto *x = llvm::cast<Dereference>(e);
    const Expr *pointer = on(x->pointer), *offset = on(x->offset);
    return pointer == x->pointer && offset == x->offset
               ? e
               : arena.make<Dereference>(e->type, pointer, offset, at);
  }
  case ExprKind::Field: {
    auto *x = llvm::cast<Field>(e);
    const Expr *base = on(x->base);
    return base == x->base ? e : arena.make<Field>(e->type, base, x->record, x->component, at);
  }
  case ExprKind::Substring: {
    auto *x = llvm::cast<Substring>(e);
    const Expr *base = on(x->base), *lower = on(x->lower), *upper = on(x->upper);
    return base == x->base && lower == x->lower && upper == x->upper
               ? e
               : arena.make<Substring>(e->type, base, lower, upper, at);
  }
  case ExprKind::ComplexPart: {
    auto *x = llvm::cast<ComplexPart>(e);
    const Expr *base = on(x->base);
    return base == x->base ? e : arena.make<ComplexPart>(e->type, base, x->imaginary, at);
  }
  case ExprKind::Unary: {
    auto *x = llvm::cast<Unary>(e);
    const Expr *operand = on(x->operand);
    return operand == x->operand ? e : arena.make<Unary>(e->type, x->op, operand, at);
  }
  case ExprKind::Binary: {
    auto *x = llvm::cast<Binary>(e);
    const Expr *left = on(x->left), *right = on(x->right);
    return left == x->left && right == x->right ? e
                                                : arena.make<Binary>(e->type, x->op, left, right, at);
  }
  case ExprKind::Convert: {
    auto *x = llvm::cast<Convert>(e);
    const Expr *operand = on(x->operand);
    return operand == x->operand ? e : arena.make<Convert>(e->type, operand, x->written, at);
  }
  case ExprKind::Conditional: {
    auto *x = llvm::cast<Conditional>(e);
    const Expr *condition = on(x->condition), *t = on(x->whenTrue), *f = on(x->whenFalse);
    return condition == x->condition && t == x->whenTrue && f == x->whenFalse
               ? e
               : arena.make<Conditional>(e->type, condition, t, f, at);
  }
  case ExprKind::Intrinsic: {
    auto *x = llvm::cast<Intrinsic>(e);
    auto arguments = mapAll(x->arguments, map);
    return arguments == x->arguments
               ? e
               : arena.make<Intrinsic>(e->type, x->name, arguments, at, x->keywords, x->specific);
  }
  case ExprKind::MakeComplex: {
    auto *x = llvm::cast<MakeComplex>(e);
    const Expr *re = on(x->re), *im = on(x->im);
    return re == x->re && im == x->im ? e : arena.make<MakeComplex>(e->type, re, im, at);
  }
  case ExprKind::AddressOf: {
    auto *x = llvm::cast<AddressOf>(e);
    const Expr *place = on(x->place);
    return place == x->place ? e : arena.make<AddressOf>(e->type, place, x->decayed, at);
  }
  case ExprKind::PointerAdd: {
    auto *x = llvm::cast<PointerAdd>(e);
    const Expr *pointer = on(x->pointer), *offset = on(x->offset);
    return pointer == x->pointer && offset == x->offset
               ? e
               : arena.make<PointerAdd>(e->type, pointer, offset, x->negative, at);
  }
  case ExprKind::PointerDifference: {
    auto *x = llvm::cast<PointerDifference>(e);
    const Expr *left = on(x->left), *right = on(x->right);
    return left == x->left && right == x->right
               ? e
               : arena.make<PointerDifference>(e->type, left, right, at);
  }
  case ExprKind::Range: {
    auto *x = llvm::cast<Range>(e);
    const Expr *lower = on(x->lower), *upper = on(x->upper), *stride = on(x->stride);
    return lower == x->lower && upper == x->upper && stride == x->stride
               ? e
               : arena.make<Range>(lower, upper, stride, at);
  }
  case ExprKind::ArrayConstructor: {
    auto *x = llvm::cast<ArrayConstructor>(e);
    auto items = mapAll(x->items, map);
    return items == x->items ? e : arena.make<ArrayConstructor>(e->type, items, at, x->repeat);
  }
  case ExprKind::ImpliedDo: {
    auto *x = llvm::cast<ImpliedDo>(e);
    auto items = mapAll(x->items, map);
    const Expr *lower = on(x->lower), *upper = on(x->upper), *step = on(x->step);
    return items == x->items && lower == x->lower && upper == x->upper && step == x->step
               ? e
               : arena.make<ImpliedDo>(e->type, items, x->variable, lower, upper, step, at);
  }
  case ExprKind::RecordConstructor: {
    auto *x = llvm::cast<RecordConstructor>(e);
    auto values = mapAll(x->values, map);
    return values == x->values ? e : arena.make<RecordConstructor>(e->type, values, at);
  }
  }
  return e;
}

const Expr *atCall(ExprArena &exprs, const Expr *e, const Procedure &target, const Call &call) {
  if (auto *variable = llvm::dyn_cast<Variable>(e))
    for (size_t i = 0; i < target.parameters.size() && i < call.arguments.size(); ++i)
      if (target.parameters[i] == variable->symbol && call.arguments[i].value)
        return call.arguments[i].value;
  return mapOperands(exprs, e, [&](const Expr *operand) { return atCall(exprs, operand, target, call); });
}

Symbol *Renaming::of(Symbol *s) const {
  auto found = symbols.find(s);
  return found == symbols.end() ? s : found->second;
}

const Expr *Renaming::operator()(const Expr *e) {
  if (!e)
    return nullptr;
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    Symbol *to = of(v->symbol);
    return to == v->symbol ? e : program.exprs.make<Variable>(to, e->location);
  }
  if (auto *r = llvm::dyn_cast<ProcedureReference>(e)) {
    Symbol *to = of(r->symbol);
    return to == r->symbol ? e : program.exprs.make<ProcedureReference>(e->type, to, e->location);
  }
  if (auto *size = llvm::dyn_cast<SizeOf>(e)) {
    const Type *type = (*this)(size->of);
    return type == size->of ? e : program.exprs.make<SizeOf>(e->type, type, e->location);
  }
  const Expr *out = mapOperands(program.exprs, e, [&](const Expr *x) { return (*this)(x); });
  if (auto *cast = llvm::dyn_cast<Convert>(out)) {
    const Type *type = (*this)(cast->type); // to a pointer to arrays of variable length
    return type == cast->type ? out : program.exprs.make<Convert>(type, cast->operand, cast->written, cast->location);
  }
  auto *loop = llvm::dyn_cast<ImpliedDo>(out);
  if (loop && of(loop->variable) != loop->variable)
    return program.exprs.make<ImpliedDo>(loop->type, loop->items, of(loop->variable), loop->lower,
                                         loop->upper, loop->step, loop->location);
  return out;
}

void Renaming::apply(Dimension &d) {
  d.lower = (*this)(d.lower);
  d.upper = (*this)(d.upper);
  d.extent = (*this)(d.extent);
}

const Type *Renaming::operator()(const Type *type) {
  if (!type)
    return nullptr;
  auto known = types.find(type);
  if (known != types.end())
    return known->second;
  const Type *out = type;
  if (auto *array = llvm::dyn_cast<ArrayType>(type)) {
    std::vector<Dimension> dimensions = array->dimensions;
    bool changed = false;
    for (Dimension &d : dimensions) {
      Dimension before = d;
      apply(d);
      changed |= d.lower != before.lower || d.upper != before.upper || d.extent != before.extent;
    }
    const Type *element = (*this)(array->element);
    if (changed || element != array->element)
      out = program.types.array(element, dimensions, array->rowMajor);
  } else if (auto *text = llvm::dyn_cast<CharacterType>(type)) {
    const Expr *length = (*this)(text->length);
    if (length != text->length)
      out = program.types.character(text->charKind, length, text->deferred);
  } else if (auto *pointer = llvm::dyn_cast<PointerType>(type)) {
    const Type *pointee = (*this)(pointer->pointee);
    if (pointee != pointer->pointee)
      out = program.types.pointer(pointee, pointer->fortran);
  } else if (auto *qualified = llvm::dyn_cast<QualifiedType>(type)) {
    const Type *underlying = (*this)(qualified->underlying);
    if (underlying != qualified->underlying)
      out = program.types.qualified(underlying, qualified->isConst, qualified->isVolatile,
                                    qualified->isRestrict);
  }
  return types[type] = out;
}

void Renaming::apply(Block &block) {
  forEachStmt(block, [&](Stmt &s) { apply(s); });
}

void Renaming::apply(Stmt &s) {
  mapExpressions(s, [&](const Expr *e) { return (*this)(e); });
  if (auto *x = llvm::dyn_cast<Call>(&s)) {
    x->callee = x->callee ? of(x->callee) : nullptr;
    x->generic = x->generic ? of(x->generic) : nullptr;
  } else if (auto *x = llvm::dyn_cast<For>(&s)) {
    x->variable = of(x->variable);
  } else if (auto *x = llvm::dyn_cast<Allocate>(&s)) {
    for (Allocation &a : x->objects)
      a.characterType = (*this)(a.characterType);
  }
}

namespace {

/// Declarations of a scope that mention symbols, in the copy's symbols.
void renameDeclarations(Scope &scope, const Scope &from, Renaming &renaming) {
  for (auto &s : scope.symbols) {
    s->type = renaming(s->type);
    s->initial = renaming(s->initial);
  }
  scope.records = from.records;
  for (const CommonDeclaration &c : from.commons) {
    scope.commons.push_back({c.block, {}});
    for (Symbol *member : c.members)
      scope.commons.back().members.push_back(renaming.of(member));
  }
  for (const auto &set : from.equivalences) {
    scope.equivalences.emplace_back();
    for (const Expr *place : set)
      scope.equivalences.back().push_back(renaming(place));
  }
  for (const auto &[name, members] : from.namelists) {
    scope.namelists.push_back({name, {}});
    for (Symbol *member : members)
      scope.namelists.back().second.push_back(renaming.of(member));
  }
}

} // namespace

std::unique_ptr<Procedure> cloneProcedure(Program &program, const Procedure &from,
                                          Renaming &renaming) {
  auto copy = std::make_unique<Procedure>();
  copy->name = from.name;
  copy->kind = from.kind;
  copy->language = from.language;
  copy->unit = from.unit;
  copy->host = from.host;
  copy->location = from.location;
  copy->comments = from.comments;
  for (const auto &s : from.scope.symbols) {
    copy->scope.symbols.push_back(std::make_unique<Symbol>(*s));
    copy->scope.symbols.back()->owner = copy.get();
    renaming.add(s.get(), copy->scope.symbols.back().get());
  }
  renameDeclarations(copy->scope, from.scope, renaming);
  for (Symbol *p : from.parameters)
    copy->parameters.push_back(renaming.of(p));
  copy->result = from.result ? renaming.of(from.result) : nullptr;
  copy->resultType = from.resultType;
  copy->hasBody = from.hasBody;
  copy->body = clone(from.body);
  renaming.apply(copy->body);
  copy->formats = from.formats;
  copy->elemental = from.elemental;
  copy->pure = from.pure;
  copy->recursive = from.recursive;
  copy->impure = from.impure;
  copy->nonRecursive = from.nonRecursive;
  copy->internalLinkage = from.internalLinkage;
  copy->isInline = from.isInline;
  copy->variadic = from.variadic;
  copy->isPrivate = from.isPrivate;
  copy->loopIds = from.loopIds;
  copy->labels = from.labels;
  return copy;
}

} // namespace costate::ir
