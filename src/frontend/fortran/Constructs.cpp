// BLOCK and ASSOCIATE: their entities become variables of the procedure, or what they stand for.
#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

namespace {

bool hasDefaults(const ir::RecordType *type) {
  for (const ir::Component &c : type->components) {
    auto *inner = llvm::dyn_cast<ir::RecordType>(c.type->scalar()->strip());
    if (c.initial || (inner && hasDefaults(inner)))
      return true;
  }
  return false;
}

bool isConstantShape(const ir::Type *type) {
  auto *array = llvm::dyn_cast<ir::ArrayType>(type->strip());
  if (!array)
    return true;
  auto constant = [](const ir::Expr *e) {
    bool is = true;
    ir::forEach(e, [&](const ir::Expr *x) {
      auto *v = llvm::dyn_cast<ir::Variable>(x);
      is = is && (!v || v->symbol->kind == ir::SymbolKind::NamedConstant);
    });
    return is;
  };
  for (const ir::Dimension &d : array->dimensions)
    if (!constant(d.lower) || !constant(d.upper))
      return false;
  return true;
}

} // namespace

// A variable of a BLOCK is fresh at each entry: allocatables are freed, arrays whose bounds are
// known only here are allocated, default initialisation happens again.
void StatementReader::enterBlock(const SemScope &scope, Location at) {
  for (const semantics::SymbolRef &ref : scope.GetSymbols()) {
    const SemSymbol &symbol = *ref;
    if (!symbol.has<semantics::ObjectEntityDetails>())
      continue;
    ir::Symbol *s = t.symbol(symbol);
    if (s->kind == ir::SymbolKind::NamedConstant || s->storage == ir::Storage::Saved || s->initial)
      continue;
    bool automatic = !s->allocatable && !isConstantShape(s->type);
    std::vector<ir::Dimension> shape;
    if (automatic) {
      auto *array = llvm::cast<ir::ArrayType>(s->type->strip());
      shape = array->dimensions;
      s->type = t.arrayOf(array->element, shape.size());
      s->allocatable = true;
    }
    const ir::Expr *place = t.build.variable(s, at);
    if (s->allocatable) {
      const ir::Expr *test =
          expr.make<ir::Intrinsic>(t.build.defaultLogical(), "allocated",
                                   std::vector<const ir::Expr *>{place}, at);
      ir::Block body;
      body.push_back(std::make_unique<ir::Free>(std::vector<const ir::Expr *>{place}, at));
      emit(std::make_unique<ir::If>(test, std::move(body), ir::Block(), at));
    }
    if (automatic) {
      std::vector<ir::Allocation> objects{{place, shape, nullptr}};
      emit(std::make_unique<ir::Allocate>(ir::Allocate::How::Fortran, std::move(objects), at));
    }
    auto *record = llvm::dyn_cast<ir::RecordType>(s->type->scalar()->strip());
    if (record && hasDefaults(record) && !s->allocatable)
      emit(std::make_unique<ir::Assign>(
          place,
          expr.make<ir::RecordConstructor>(
              record, std::vector<const ir::Expr *>(record->components.size(), nullptr), at),
          at));
  }
}

void StatementReader::block(const parser::BlockConstruct &x) {
  auto &[begin, specification, body, end] = x.t;
  statement(begin.source, begin.label, [&](Location at) {
    named(begin.statement.v, at, [&] {
      const SemScope *scope = &t.session.context().FindScope(end.source);
      while (scope->kind() != SemScope::Kind::BlockConstruct && !scope->IsTopLevel())
        scope = &scope->parent();
      if (!scope->IsTopLevel())
        enterBlock(*scope, at);
      read(body);
    });
  });
  placeLabel(end.label, t.locate(end.source));
}

/// The same place with its subscripts as they are now.
const ir::Expr *StatementReader::frozen(const ir::Expr *place) {
  auto save = [&](const ir::Expr *e) { return e ? expr.saved(e, "index") : nullptr; };
  if (auto *element = llvm::dyn_cast<ir::Element>(place)) {
    std::vector<const ir::Expr *> subscripts;
    for (const ir::Expr *s : element->subscripts) {
      if (auto *range = llvm::dyn_cast<ir::Range>(s))
        subscripts.push_back(expr.make<ir::Range>(save(range->lower), save(range->upper),
                                                  save(range->stride), range->location));
      else
        subscripts.push_back(save(s));
    }
    return expr.make<ir::Element>(element->type, frozen(element->base), subscripts,
                                  place->location);
  }
  if (auto *field = llvm::dyn_cast<ir::Field>(place))
    return expr.make<ir::Field>(field->type, frozen(field->base), field->record, field->component,
                                place->location);
  if (auto *substring = llvm::dyn_cast<ir::Substring>(place))
    return expr.make<ir::Substring>(substring->type, frozen(substring->base),
                                    save(substring->lower), save(substring->upper),
                                    place->location);
  return place;
}

void StatementReader::associate(const parser::AssociateConstruct &x) {
  auto &[begin, body, end] = x.t;
  auto &[name, associations] = begin.statement.t;
  statement(begin.source, begin.label, [&](Location at) {
    named(name, at, [&] {
      auto outer = expr.substitutions;
      std::map<const SemSymbol *, const ir::Expr *> own;
      for (const parser::Association &association : associations) {
        auto &[alias, selector] = association.t;
        const ir::Expr *value = nullptr;
        if (auto *variable = std::get_if<parser::Variable>(&selector.u))
          value = expr.read(*variable);
        else
          value = expr.argument(std::get<parser::Expr>(selector.u), nullptr);
        auto *unary = llvm::dyn_cast<ir::Unary>(value);
        bool isValue = !value->isPlace() || (unary && unary->op == ir::UnaryOp::Parentheses);
        own[alias.symbol] = isValue ? expr.saved(value, alias.ToString()) : frozen(value);
      }
      for (auto &[symbol, value] : own)
        expr.substitutions[symbol] = value;
      read(body);
      expr.substitutions = std::move(outer);
    });
  });
  placeLabel(end.label, t.locate(end.source));
}

} // namespace costate::frontend::fortran
