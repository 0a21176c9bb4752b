// Actual arguments, in the order of the dummy arguments.
#include "frontend/fortran/Expressions.h"

namespace costate::frontend::fortran {

const ir::Expr *ExpressionReader::procedureValue(const parser::Name &name, Location at) {
  if (!name.symbol)
    return nullptr;
  if (auto it = substitutions.find(name.symbol); it != substitutions.end())
    return llvm::isa<ir::ProcedureReference>(it->second) ? it->second : nullptr;
  const SemSymbol &ultimate = name.symbol->GetUltimate();
  bool isProcedure = ultimate.has<semantics::SubprogramDetails>() ||
                     ultimate.has<semantics::ProcEntityDetails>() ||
                     ultimate.has<semantics::GenericDetails>();
  if (!isProcedure)
    return nullptr;
  if (ultimate.attrs().test(Attr::POINTER) && ultimate.has<semantics::ProcEntityDetails>())
    return nullptr; // a procedure pointer is a variable
  ir::Symbol *symbol = nullptr;
  if (ultimate.attrs().test(Attr::INTRINSIC)) {
    auto type = evaluate::DynamicType::From(ultimate);
    const ir::Type *result = type ? t.elementType(*type, at) : nullptr;
    symbol = t.intrinsicProcedure(procedure, ultimate.name().ToString(),
                                  t.program.types.procedure(result));
  } else if (auto *generic = ultimate.detailsIf<semantics::GenericDetails>()) {
    if (!generic->specific())
      return nullptr;
    symbol = procedureSymbol(*generic->specific(), at);
  } else {
    symbol = procedureSymbol(*name.symbol, at);
  }
  return make<ir::ProcedureReference>(symbol->type, symbol, at);
}

const ir::Expr *ExpressionReader::argument(const parser::Expr &e, const SemSymbol *dummy) {
  Location at = t.locate(e.source);
  if (auto *designator = std::get_if<common::Indirection<parser::Designator>>(&e.u)) {
    auto *data = std::get_if<parser::DataRef>(&designator->value().u);
    if (auto *name = data ? std::get_if<parser::Name>(&data->u) : nullptr)
      if (const ir::Expr *value = procedureValue(*name, at))
        return value;
    if (data && dummy && dummy->GetUltimate().attrs().test(Attr::POINTER))
      return raw(*data);
    return this->designator(designator->value());
  }
  // `f((x))` passes a value, not the variable x.
  if (auto *parentheses = std::get_if<parser::Expr::Parentheses>(&e.u)) {
    const ir::Expr *inner = read(parentheses->v);
    if (inner->isPlace() || llvm::isa<ir::ProcedureReference>(inner))
      return make<ir::Unary>(t.arrayOf(inner->type->scalar(), inner->type->rank()),
                             ir::UnaryOp::Parentheses, inner, at);
    return inner;
  }
  return read(e);
}

std::vector<ir::Argument>
ExpressionReader::arguments(const std::list<parser::ActualArgSpec> &actuals,
                            const Callee &target, Location at) {
  const std::vector<SemSymbol *> *dummies = nullptr;
  if (target.interface)
    if (auto *details = target.interface->detailsIf<semantics::SubprogramDetails>())
      dummies = &details->dummyArgs();
  std::vector<ir::Argument> out;
  auto place = [&](size_t i, const ir::Expr *value) {
    if (out.size() <= i)
      out.resize(i + 1);
    out[i].value = value;
  };
  if (target.passed)
    place(target.passedIndex, target.passed);
  size_t next = 0;
  for (const parser::ActualArgSpec &spec : actuals) {
    auto &[keyword, actual] = spec.t;
    if (target.passed && next == target.passedIndex)
      ++next;
    size_t index = next++;
    if (keyword && dummies) {
      index = 0;
      while (index < dummies->size() &&
             !((*dummies)[index] && (*dummies)[index]->name() == keyword->v.source))
        ++index;
    }
    const SemSymbol *dummy = dummies && index < dummies->size() ? (*dummies)[index] : nullptr;
    if (auto *expr = std::get_if<common::Indirection<parser::Expr>>(&actual.u))
      place(index, argument(expr->value(), dummy));
    else if (auto *label = std::get_if<parser::AltReturnSpec>(&actual.u))
      t.refuse(at, "alternate return to label " + std::to_string(label->v) + " is not supported");
    else
      t.refuse(at, "%VAL and %REF are not supported");
  }
  // After an absent argument, positions no longer say which one is meant.
  bool absent = false;
  for (size_t i = 0; i < out.size(); ++i) {
    absent = absent || !out[i].value;
    if (absent && out[i].value && dummies && i < dummies->size() && (*dummies)[i])
      out[i].keyword = (*dummies)[i]->name().ToString();
  }
  return out;
}

} // namespace costate::frontend::fortran
