#include "frontend/fortran/Constants.h"

#include "frontend/fortran/Expressions.h"

#include <cstdlib>

namespace costate::frontend::fortran {

namespace {

using ir::UnaryOp;

/// One element of Flang's text of a constant: `1.5_8`, `-3_4`, `.true._4`, `(1._4,2._4)`, `"x"`.
class ConstantText {
public:
  ConstantText(Translation &translation, const ir::Type *type, Location at)
      : translation(translation), type(type), at(at) {}

  const ir::Expr *element(std::string text) {
    while (text.size() > 1 && text.front() == '(' && text.back() == ')' && !type->isComplex())
      text = text.substr(1, text.size() - 2);
    if (type->isCharacter())
      return string(text);
    if (type->isLogical())
      return make<ir::LogicalConstant>(type, text.find("true") != std::string::npos, at);
    if (type->isComplex())
      return complex(text);
    return number(text, type);
  }

  /// The elements of `[REAL(8)::1._8,2._8]`, commas inside quotes or parentheses apart.
  static std::vector<std::string> elements(std::string text) {
    size_t colons = text.find("::");
    text = text.substr(colons == std::string::npos ? 1 : colons + 2);
    text.pop_back();
    std::vector<std::string> out;
    int depth = 0;
    char quote = 0;
    std::string current;
    for (char c : text) {
      if (quote)
        quote = c == quote ? 0 : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '(')
        ++depth;
      else if (c == ')')
        --depth;
      if (c == ',' && depth == 0 && !quote) {
        out.push_back(current);
        current.clear();
      } else {
        current += c;
      }
    }
    if (!current.empty())
      out.push_back(current);
    return out;
  }

private:
  template <typename T, typename... A> const ir::Expr *make(A &&...a) {
    return translation.program.exprs.make<T>(std::forward<A>(a)...);
  }

  const ir::Expr *number(std::string text, const ir::Type *of) {
    bool negative = !text.empty() && text[0] == '-';
    if (negative)
      text.erase(0, 1);
    text = text.substr(0, text.find('_'));
    const ir::Expr *out = nullptr;
    if (of->isInteger())
      out = make<ir::IntegerConstant>(of, static_cast<int64_t>(std::strtoull(text.c_str(), nullptr, 10)), at);
    else
      out = make<ir::RealConstant>(of, text, std::strtod(text.c_str(), nullptr), at);
    return negative ? make<ir::Unary>(of, UnaryOp::Negate, out, at) : out;
  }

  const ir::Expr *complex(const std::string &text) {
    size_t comma = text.find(',');
    if (comma == std::string::npos)
      return nullptr;
    const ir::Type *part =
        translation.program.types.real(llvm::cast<ir::ComplexType>(type->strip())->realKind);
    return make<ir::MakeComplex>(type, number(text.substr(1, comma - 1), part),
                                 number(text.substr(comma + 1, text.size() - comma - 2), part), at);
  }

  const ir::Expr *string(const std::string &text) {
    size_t open = text.find('"');
    std::string out;
    for (size_t i = open + 1; i + 1 < text.size(); ++i) {
      out += text[i];
      if (text[i] == '"')
        ++i; // a doubled quote stands for one
    }
    return make<ir::StringConstant>(type, out, at);
  }

  Translation &translation;
  const ir::Type *type;
  Location at;
};

} // namespace

const ir::Expr *foldedBound(Translation &t,
                            const evaluate::Expr<evaluate::SubscriptInteger> &bound,
                            Location at) {
  if (auto value = evaluate::ToInt64(bound)) {
    const ir::Type *type = t.program.types.integer(t.program.defaultInteger);
    const ir::Expr *constant = t.build.constant(type, *value < 0 ? -*value : *value, at);
    return *value < 0 ? t.program.exprs.make<ir::Unary>(type, UnaryOp::Negate, constant, at)
                      : constant;
  }
  return t.program.exprs.make<ir::Text>(t.program.types.integer(8), bound.AsFortran(), at);
}

const ir::Expr *foldedConstant(Translation &t, const SomeExpr &expr, Location at) {
  if (!evaluate::IsActuallyConstant(expr))
    return nullptr;
  auto type = expr.GetType();
  if (!type || type->category() == TypeCategory::Derived)
    return nullptr;
  const ir::Type *element = t.elementType(*type, at);
  ConstantText reader(t, element, at);
  std::string text = expr.AsFortran();
  if (expr.Rank() == 0)
    return reader.element(text);
  if (expr.Rank() > 1 || text.empty() || text[0] != '[')
    return nullptr; // a RESHAPE: callers have the source's form
  std::vector<const ir::Expr *> items;
  for (const std::string &item : ConstantText::elements(text))
    items.push_back(reader.element(item));
  return t.program.exprs.make<ir::ArrayConstructor>(t.arrayOf(element, 1), items, at);
}

const ir::Expr *declaredInitial(Translation &t, const SemSymbol &symbol,
                                const semantics::ObjectEntityDetails &details,
                                const ir::Type *type, Owner owner) {
  const DeclaredForm &form = t.forms.form(symbol);
  ExpressionReader reader(t, owner.procedure, nullptr);
  const parser::Expr *source = form.constant;
  if (form.initialization) {
    if (auto *expr = std::get_if<parser::ConstantExpr>(&form.initialization->u))
      source = &expr->thing.value();
    else if (auto *null = std::get_if<parser::NullInit>(&form.initialization->u))
      return t.program.exprs.make<ir::NullPointer>(type, t.locate(null->v.value().source));
    else if (auto *target = std::get_if<parser::InitialDataTarget>(&form.initialization->u))
      return t.program.exprs.make<ir::AddressOf>(type, reader.designator(target->value()), false,
                                                 t.locate(target->value().source));
  }
  if (source)
    return reader.convert(reader.read(*source), type->scalar());
  if (!details.init() || symbol.test(SemSymbol::Flag::InDataStmt))
    return nullptr;
  return foldedConstant(t, *details.init(), t.locate(symbol.name()));
}

} // namespace costate::frontend::fortran
