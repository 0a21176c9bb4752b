#include "frontend/fortran/Constants.h"
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/Translation.h"

namespace costate::frontend::fortran {

namespace {

/// CHARACTER's length as the source wrote it: an expression, a number, `*` or `:`.
struct WrittenLength {
  const parser::TypeParamValue *value = nullptr;
  std::optional<uint64_t> number;
};

WrittenLength writtenLength(const parser::CharLength &length) {
  if (auto *number = std::get_if<std::uint64_t>(&length.u))
    return {nullptr, *number};
  return {&std::get<parser::TypeParamValue>(length.u), {}};
}

std::optional<WrittenLength> writtenLength(const DeclaredForm &form) {
  if (form.length)
    return writtenLength(*form.length);
  if (!form.typeSpec)
    return std::nullopt;
  auto *intrinsic = std::get_if<parser::IntrinsicTypeSpec>(&form.typeSpec->u);
  auto *character =
      intrinsic ? std::get_if<parser::IntrinsicTypeSpec::Character>(&intrinsic->u) : nullptr;
  if (!character)
    return std::nullopt;
  if (!character->v)
    return WrittenLength{nullptr, 1};
  if (auto *selector = std::get_if<parser::LengthSelector>(&character->v->u)) {
    if (auto *length = std::get_if<parser::CharLength>(&selector->u))
      return writtenLength(*length);
    return WrittenLength{&std::get<parser::TypeParamValue>(selector->u), {}};
  }
  auto &both = std::get<parser::CharSelector::LengthAndKind>(character->v->u);
  auto &length = std::get<std::optional<parser::TypeParamValue>>(both.t);
  return length ? WrittenLength{&*length, {}} : WrittenLength{nullptr, 1};
}

} // namespace

const ir::CharacterType *Translation::characterOfLength(unsigned kind, int64_t length) {
  const ir::CharacterType *&type = characterTypes[{kind, length}];
  if (!type)
    type = program.types.character(
        kind, build.constant(program.types.integer(program.defaultInteger), length));
  return type;
}

const ir::Type *Translation::elementType(const evaluate::DynamicType &type, Location at) {
  switch (type.category()) {
  case TypeCategory::Integer:
    return program.types.integer(type.kind());
  case TypeCategory::Real:
    if (type.kind() == 3)
      refuse(at, "bfloat16 (real kind 3) is not supported");
    return program.types.real(type.kind());
  case TypeCategory::Complex:
    return program.types.complex(type.kind());
  case TypeCategory::Logical:
    return program.types.logical(type.kind());
  case TypeCategory::Character:
    if (auto length = type.knownLength())
      return characterOfLength(type.kind(), *length);
    return program.types.character(type.kind(), nullptr);
  case TypeCategory::Derived:
    if (const semantics::DerivedTypeSpec *spec = evaluate::GetDerivedTypeSpec(type))
      return record(*spec, at);
    refuse(at, type.IsAssumedType() ? "assumed type TYPE(*) is not supported"
                                    : "unlimited polymorphic CLASS(*) is not supported");
    break;
  case TypeCategory::Unsigned:
    refuse(at, "UNSIGNED integers are not supported");
    break;
  }
  return program.types.integer(4);
}

const ir::Type *Translation::arrayOf(const ir::Type *element, unsigned rank) {
  if (rank == 0)
    return element;
  const ir::Type *&type = arrayTypes[{element, rank}];
  if (!type) {
    ir::Dimension deferred;
    deferred.form = ir::Dimension::Form::Deferred;
    type = program.types.array(element, std::vector<ir::Dimension>(rank, deferred), false);
  }
  return type;
}

const ir::Type *Translation::valueType(const evaluate::DynamicType &type, int rank, Location at) {
  return arrayOf(elementType(type, at), rank);
}

ir::Dimension Translation::dimension(const std::optional<parser::SpecificationExpr> &lower,
                                     const parser::SpecificationExpr &upper,
                                     ExpressionReader &reader) {
  ir::Dimension out;
  if (lower)
    out.lower = reader.read(lower->v);
  out.upper = reader.read(upper.v);
  return out;
}

std::vector<ir::Dimension> Translation::foldedShape(const semantics::ArraySpec &shape,
                                                    bool deferred, Location at) {
  std::vector<ir::Dimension> out;
  auto bound = [&](const semantics::Bound &b) -> const ir::Expr * {
    return b.isExplicit() && b.GetExplicit() ? foldedBound(*this, *b.GetExplicit(), at) : nullptr;
  };
  for (const semantics::ShapeSpec &spec : shape) {
    ir::Dimension d;
    auto *lower = bound(spec.lbound());
    auto *one = llvm::dyn_cast_or_null<ir::IntegerConstant>(lower);
    d.lower = one && one->value == 1 ? nullptr : lower;
    d.upper = bound(spec.ubound());
    if (shape.IsAssumedRank())
      d.form = ir::Dimension::Form::AssumedRank;
    else if (spec.ubound().isStar())
      d.form = ir::Dimension::Form::Star;
    else if (spec.ubound().isColon())
      d.form = deferred ? ir::Dimension::Form::Deferred : ir::Dimension::Form::Assumed;
    if (d.form == ir::Dimension::Form::Deferred)
      d.lower = nullptr;
    out.push_back(d);
  }
  return out;
}

std::vector<ir::Dimension> Translation::declaredShape(const SemSymbol &symbol, Owner owner) {
  const semantics::ArraySpec *folded = symbol.GetShape();
  if (!folded || folded->empty())
    return {};
  bool deferred = symbol.attrs().test(Attr::ALLOCATABLE) || symbol.attrs().test(Attr::POINTER);
  const DeclaredForm &form = forms.form(symbol);
  ExpressionReader reader(*this, owner.procedure, specificationCalls);
  const std::list<parser::ExplicitShapeSpec> *explicitShape = nullptr;
  std::vector<ir::Dimension> out;
  if (form.shape && !deferred) {
    explicitShape = std::get_if<std::list<parser::ExplicitShapeSpec>>(&form.shape->u);
    if (auto *assumedSize = std::get_if<parser::AssumedSizeSpec>(&form.shape->u))
      explicitShape = &std::get<0>(assumedSize->t);
  } else if (form.componentShape && !deferred) {
    explicitShape = std::get_if<std::list<parser::ExplicitShapeSpec>>(&form.componentShape->u);
  }
  if (explicitShape)
    for (const parser::ExplicitShapeSpec &spec : *explicitShape)
      out.push_back(dimension(std::get<0>(spec.t), std::get<1>(spec.t), reader));
  if (!explicitShape || out.size() < folded->size()) {
    std::vector<ir::Dimension> rest = foldedShape(*folded, deferred, locate(symbol.name()));
    out.insert(out.end(), rest.begin() + out.size(), rest.end());
  }
  // An assumed-size array's last lower bound, and assumed-shape lower bounds, as written.
  if (form.shape) {
    if (auto *assumedSize = std::get_if<parser::AssumedSizeSpec>(&form.shape->u)) {
      if (auto &lower = std::get<1>(assumedSize->t).v)
        out.back().lower = reader.read(lower->v);
    } else if (auto *assumed =
                   std::get_if<std::list<parser::AssumedShapeSpec>>(&form.shape->u)) {
      size_t i = 0;
      for (const parser::AssumedShapeSpec &spec : *assumed)
        if (spec.v && i < out.size() && !deferred)
          out[i++].lower = reader.read(spec.v->v);
        else
          ++i;
    }
  }
  return out;
}

const ir::Type *Translation::declaredCharacter(const SemSymbol &symbol, unsigned kind,
                                               Owner owner) {
  if (auto written = writtenLength(forms.form(symbol))) {
    if (written->number)
      return characterOfLength(kind, *written->number);
    if (std::holds_alternative<parser::TypeParamValue::Deferred>(written->value->u))
      return program.types.character(kind, nullptr, true);
    auto *expr = std::get_if<parser::ScalarIntExpr>(&written->value->u);
    if (!expr)
      return program.types.character(kind, nullptr);
    ExpressionReader reader(*this, owner.procedure, specificationCalls);
    const ir::Expr *length = reader.read(*expr);
    if (auto *constant = llvm::dyn_cast<ir::IntegerConstant>(length))
      return characterOfLength(kind, constant->value);
    return program.types.character(kind, length);
  }
  const semantics::ParamValue &length = symbol.GetType()->characterTypeSpec().length();
  if (length.isDeferred() || !length.isExplicit() || !length.GetExplicit())
    return program.types.character(kind, nullptr, length.isDeferred());
  if (auto value = evaluate::ToInt64(*length.GetExplicit()))
    return characterOfLength(kind, *value);
  return program.types.character(
      kind, build.program.exprs.make<ir::Text>(program.types.integer(8),
                                               length.GetExplicit()->AsFortran()));
}

const ir::Type *Translation::declaredElement(const SemSymbol &symbol, Owner owner) {
  const semantics::DeclTypeSpec *type = symbol.GetType();
  if (!type)
    return program.types.voidType();
  if (type->category() == semantics::DeclTypeSpec::TypeStar ||
      type->category() == semantics::DeclTypeSpec::ClassStar) {
    refuse(locate(symbol.name()),
           "'" + symbol.name().ToString() + "' has no fixed type (TYPE(*) or CLASS(*))");
    return program.types.integer(4);
  }
  auto dynamic = evaluate::DynamicType::From(*type);
  if (!dynamic)
    return program.types.voidType();
  if (dynamic->category() == TypeCategory::Character)
    return declaredCharacter(symbol, dynamic->kind(), owner);
  return elementType(*dynamic, locate(symbol.name()));
}

const ir::Type *Translation::declaredType(const SemSymbol &symbol, Owner owner) {
  const ir::Type *type = declaredElement(symbol, owner);
  std::vector<ir::Dimension> shape = declaredShape(symbol, owner);
  if (!shape.empty()) {
    bool deferred = true;
    for (const ir::Dimension &d : shape)
      deferred = deferred && d.form == ir::Dimension::Form::Deferred;
    type = deferred ? arrayOf(type, shape.size())
                    : program.types.array(type, std::move(shape), false);
  }
  if (symbol.attrs().test(Attr::POINTER))
    type = program.types.pointer(type, true);
  return type;
}

} // namespace costate::frontend::fortran
