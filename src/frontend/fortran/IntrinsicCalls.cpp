// References of intrinsic functions.
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/IntrinsicNames.h"

namespace costate::frontend::fortran {

namespace {

bool isKindArgument(const parser::ActualArgSpec &spec) {
  auto &keyword = std::get<std::optional<parser::Keyword>>(spec.t);
  return keyword && keyword->v.ToString() == "kind";
}

const ir::Type *partType(ir::TypeTable &types, const ir::Type *complex) {
  return types.real(llvm::cast<ir::ComplexType>(complex->scalar()->strip())->realKind);
}

} // namespace

const ir::Expr *
ExpressionReader::conversionIntrinsic(const std::string &name,
                                      const std::vector<const ir::Expr *> &arguments,
                                      const ir::Type *type, Location at) {
  const ir::Expr *operand = arguments[0];
  // `real(x)` of an operand without a numeric type (BOZ, Hollerith) is a reinterpretation.
  bool convertible = operand->type->scalar()->isNumeric() || operand->type->scalar()->isLogical();
  if (llvm::isa<ir::Text>(operand) || !convertible)
    return nullptr;
  return make<ir::Convert>(type, operand, true, at);
}

// A function with a state is a call: its value may not be computed twice or moved.
const ir::Expr *ExpressionReader::impureIntrinsic(const std::string &name,
                                                  std::vector<const ir::Expr *> values,
                                                  std::vector<std::string> keywords,
                                                  const ir::Type *type, Location at) {
  Callee target;
  target.symbol = t.intrinsicProcedure(procedure, name, t.program.types.procedure(type));
  std::vector<ir::Argument> arguments;
  for (size_t i = 0; i < values.size(); ++i)
    arguments.push_back({values[i], keywords[i]});
  return callValue(std::move(target), std::move(arguments), type, at);
}

const ir::Expr *ExpressionReader::intrinsic(const std::string &written,
                                            const std::list<parser::ActualArgSpec> &actuals,
                                            const SomeExpr *typed, Location at) {
  IntrinsicName name = intrinsicName(written);
  auto dynamic = typed ? typed->GetType() : std::nullopt;
  if (written == "null")
    return make<ir::NullPointer>(t.program.types.pointer(t.program.types.voidType(), true), at);
  if (!dynamic) {
    t.refuse(at, "the type of intrinsic function '" + written + "' is not known");
    return nullptr;
  }
  const ir::Type *type = t.valueType(*dynamic, typed->Rank(), at);
  std::vector<const ir::Expr *> values;
  std::vector<std::string> keywords;
  bool kindGiven = false;
  for (const parser::ActualArgSpec &spec : actuals) {
    auto &[keyword, actual] = spec.t;
    auto *expr = std::get_if<common::Indirection<parser::Expr>>(&actual.u);
    if (!expr) {
      t.refuse(at, "%VAL, %REF and alternate returns are not supported");
      return nullptr;
    }
    kindGiven = kindGiven || isKindArgument(spec);
    const ir::Expr *value = asksAboutPointer(name.generic)
                                ? pointerArgument(expr->value())
                                : argument(expr->value(), nullptr);
    values.push_back(value);
    keywords.push_back(keyword ? keyword->v.ToString() : std::string());
  }
  auto stripParentheses = [&] {
    for (const ir::Expr *&value : values)
      if (auto *unary = llvm::dyn_cast<ir::Unary>(value);
          unary && unary->op == ir::UnaryOp::Parentheses && typed->Rank() == 0)
        value = unary->operand;
  };
  switch (name.form) {
  case IntrinsicForm::Conversion:
    stripParentheses();
    if (!values.empty())
      if (const ir::Expr *converted = conversionIntrinsic(name.generic, values, type, at))
        return converted;
    break;
  case IntrinsicForm::ComplexFromParts: {
    stripParentheses();
    size_t parts = values.size() - (kindGiven ? 1 : 0);
    bool fromComplex = !values.empty() && values[0]->type->scalar()->isComplex();
    if (parts == 1 || fromComplex)
      return make<ir::Convert>(type, values[0], true, at);
    if (!llvm::isa<ir::Text>(values[0]) && !llvm::isa<ir::Text>(values[1])) {
      const ir::Type *part = partType(t.program.types, type);
      return make<ir::MakeComplex>(type, convert(values[0], part), convert(values[1], part), at);
    }
    break;
  }
  case IntrinsicForm::ConvertedResult: {
    const ir::Type *inner = values[0]->type;
    for (const ir::Expr *value : values)
      inner = promoted(t.program.types, inner, value->type);
    unsigned rank = type->rank();
    const ir::Expr *call = make<ir::Intrinsic>(t.arrayOf(inner->scalar(), rank), name.generic,
                                               values, at);
    return make<ir::Convert>(type, call, true, at);
  }
  case IntrinsicForm::Impure:
    return impureIntrinsic(written, std::move(values), std::move(keywords), type, at);
  case IntrinsicForm::Generic:
    break;
  }
  if (promotesArguments(name.generic) && type->scalar()->isNumeric())
    for (const ir::Expr *&value : values)
      value = convert(value, type);
  bool named = false;
  for (const std::string &keyword : keywords)
    named = named || !keyword.empty();
  if (!named)
    keywords.clear();
  return make<ir::Intrinsic>(type, name.generic, values, at, keywords);
}

const ir::Expr *ExpressionReader::pointerArgument(const parser::Expr &e) {
  if (auto *designator = std::get_if<common::Indirection<parser::Designator>>(&e.u))
    if (auto *data = std::get_if<parser::DataRef>(&designator->value().u))
      return raw(*data);
  return argument(e, nullptr);
}

} // namespace costate::frontend::fortran
