// Literal constants and constructors.
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/Formats.h"

#include <cstdlib>

namespace costate::frontend::fortran {

using ir::UnaryOp;

namespace {

/// `1.5D+3` as IR writes it: exponent letter e, no kind.
std::string realDigits(const parser::CharBlock &source) {
  std::string out;
  for (char c : source.ToString()) {
    if (c == '_')
      break;
    if (c == ' ')
      continue;
    char l = std::tolower(static_cast<unsigned char>(c));
    out += l == 'd' || l == 'q' ? 'e' : l;
  }
  return out;
}

std::string digitsOnly(const parser::CharBlock &source) {
  std::string out;
  for (char c : source.ToString()) {
    if (c == '_')
      break;
    if (std::isdigit(static_cast<unsigned char>(c)))
      out += c;
  }
  return out;
}

} // namespace

const ir::Expr *ExpressionReader::realLiteral(const parser::RealLiteralConstant &x,
                                              const ir::Type *type, Location at) {
  std::string digits = realDigits(x.real.source);
  return make<ir::RealConstant>(type->strip(), digits, std::strtod(digits.c_str(), nullptr), at);
}

const ir::Expr *ExpressionReader::complexPart(const parser::ComplexPart &x, const ir::Type *type,
                                              Location at) {
  const ir::Expr *out = nullptr;
  bool negative = false;
  if (auto *integer = std::get_if<parser::SignedIntLiteralConstant>(&x.u)) {
    std::string digits = digitsOnly(std::get<parser::CharBlock>(integer->t));
    negative = integer->source.ToString().find('-') != std::string::npos;
    out = t.build.constant(t.build.integer(ir::Language::Fortran),
                           std::strtoll(digits.c_str(), nullptr, 10), at);
  } else if (auto *value = std::get_if<parser::SignedRealLiteralConstant>(&x.u)) {
    auto &[sign, magnitude] = value->t;
    negative = sign && *sign == parser::Sign::Negative;
    bool isDouble = magnitude.real.source.ToString().find('d') != std::string::npos;
    unsigned kind = isDouble ? t.program.defaultDouble : t.program.defaultReal;
    if (magnitude.kind) // an explicit kind cannot exceed the whole constant's
      kind = llvm::cast<ir::RealType>(type->strip())->realKind;
    out = realLiteral(magnitude, t.program.types.real(kind), at);
  } else {
    out = dereferenced(raw(std::get<parser::NamedConstant>(x.u).v));
  }
  if (negative)
    out = make<ir::Unary>(out->type, UnaryOp::Negate, out, at);
  return convert(out, type);
}

const ir::Expr *ExpressionReader::complexLiteral(const parser::ComplexLiteralConstant &x,
                                                 const ir::Type *type, Location at) {
  const ir::Type *part =
      t.program.types.real(llvm::cast<ir::ComplexType>(type->strip())->realKind);
  return make<ir::MakeComplex>(type, complexPart(std::get<0>(x.t), part, at),
                               complexPart(std::get<1>(x.t), part, at), at);
}

const ir::Expr *ExpressionReader::read(const parser::LiteralConstant &literal,
                                       const ir::Type *type, Location at) {
  return common::visit(
      common::visitors{
          [&](const parser::HollerithLiteralConstant &x) -> const ir::Expr * {
            return make<ir::Text>(t.characterOfLength(1, x.v.size()),
                                  std::to_string(x.v.size()) + "h" + x.v, at);
          },
          [&](const parser::IntLiteralConstant &x) -> const ir::Expr * {
            std::string digits = digitsOnly(std::get<parser::CharBlock>(x.t));
            if (digits.size() > 19)
              return make<ir::Text>(type, digits + "_16", at);
            return t.build.constant(
                type->isVoid() ? t.build.integer(ir::Language::Fortran) : type,
                static_cast<int64_t>(std::strtoull(digits.c_str(), nullptr, 10)), at);
          },
          [&](const parser::RealLiteralConstant &x) -> const ir::Expr * {
            return realLiteral(x, type, at);
          },
          [&](const parser::ComplexLiteralConstant &x) -> const ir::Expr * {
            return complexLiteral(x, type, at);
          },
          [&](const parser::BOZLiteralConstant &x) -> const ir::Expr * {
            return make<ir::Text>(t.build.integer(ir::Language::Fortran), x.v, at);
          },
          [&](const parser::CharLiteralConstant &x) -> const ir::Expr * {
            std::string text = decoded(x.GetString());
            const ir::Type *of =
                type->isCharacter() ? type : t.characterOfLength(1, text.size());
            return make<ir::StringConstant>(of, text, at);
          },
          [&](const parser::LogicalLiteralConstant &x) -> const ir::Expr * {
            return t.build.truth(type->isVoid() ? t.build.defaultLogical() : type,
                                 std::get<bool>(x.t), at);
          },
          [&](const parser::UnsignedLiteralConstant &) -> const ir::Expr * {
            t.refuse(at, "UNSIGNED integers are not supported");
            return nullptr;
          },
      },
      literal.u);
}

// ---- Constructors -------------------------------------------------------------------------------

void ExpressionReader::acValues(const std::list<parser::AcValue> &values,
                                std::vector<const ir::Expr *> &items, const ir::Type *element) {
  for (const parser::AcValue &value : values) {
    if (auto *expr = std::get_if<common::Indirection<parser::Expr>>(&value.u)) {
      items.push_back(convert(read(expr->value()), element));
    } else if (auto *implied = std::get_if<common::Indirection<parser::AcImpliedDo>>(&value.u)) {
      auto &[inner, control] = implied->value().t;
      const auto &list = inner;
      items.push_back(impliedDo(std::get<parser::AcImpliedDoControl::Bounds>(control.t), [&] {
        std::vector<const ir::Expr *> innerItems;
        acValues(list, innerItems, element);
        return innerItems;
      }));
    } else {
      auto &triplet = std::get<parser::AcValue::Triplet>(value.u);
      t.refuse(t.locate(std::get<0>(triplet.t).thing.thing.value().source),
               "a triplet in an array constructor is not supported",
               "write an implied DO instead");
    }
  }
}

const ir::Expr *ExpressionReader::arrayConstructor(const parser::ArrayConstructor &x,
                                                   const parser::Expr &whole) {
  std::vector<const ir::Expr *> items;
  const ir::Type *type = typeOf(whole);
  acValues(std::get<std::list<parser::AcValue>>(x.v.t), items, type->scalar());
  return make<ir::ArrayConstructor>(type, items, t.locate(whole.source));
}

namespace {

/// The values of a structure constructor, by the level of extension they belong to.
class StructureValues {
public:
  struct Slot {
    const ir::RecordType *record;
    unsigned component;
  };

  explicit StructureValues(const ir::RecordType *type) : type(type) {}

  /// Where the value with this keyword, or the next one without, belongs.
  const Slot *next(const std::string &keyword) {
    if (keyword.empty())
      return position < order().size() ? &slots[position++] : nullptr;
    for (const ir::RecordType *r = type; r; r = r->parent)
      for (unsigned i = 0; i < r->components.size(); ++i)
        if (r->components[i].name == keyword) {
          named = {r, i};
          return &named;
        }
    return nullptr;
  }
  /// A first value without keyword that is of the parent's type is the whole parent, for Flang and gfortran.
  const Slot *parent(const ir::Type *value) {
    if (position || !type->parent || value->strip() != type->parent)
      return nullptr;
    position = order().size() - (type->components.size() - 1);
    named = {type, 0};
    return &named;
  }
  void set(const Slot &slot, const ir::Expr *value) { given[{slot.record, slot.component}] = value; }

  const ir::Expr *build(ExpressionReader &reader, Location at) { return build(reader, type, at); }

private:
  /// Components in the order of positional values: inherited ones first.
  const std::vector<Slot> &order() {
    if (slots.empty())
      append(type);
    return slots;
  }
  void append(const ir::RecordType *r) {
    if (r->parent)
      append(r->parent);
    for (unsigned i = r->parent ? 1 : 0; i < r->components.size(); ++i)
      slots.push_back({r, i});
  }
  bool anyFor(const ir::RecordType *r) const {
    for (; r; r = r->parent)
      for (unsigned i = 0; i < r->components.size(); ++i)
        if (given.count({r, i}))
          return true;
    return false;
  }
  const ir::Expr *build(ExpressionReader &reader, const ir::RecordType *r, Location at) {
    std::vector<const ir::Expr *> values(r->components.size(), nullptr);
    for (unsigned i = 0; i < values.size(); ++i)
      if (auto it = given.find({r, i}); it != given.end())
        values[i] = it->second;
    if (r->parent && !values[0] && anyFor(r->parent))
      values[0] = build(reader, r->parent, at);
    return reader.make<ir::RecordConstructor>(r, values, at);
  }

  const ir::RecordType *type;
  std::vector<Slot> slots;
  Slot named{};
  size_t position = 0;
  std::map<std::pair<const ir::RecordType *, unsigned>, const ir::Expr *> given;
};

} // namespace

const ir::Expr *ExpressionReader::structureConstructor(const parser::StructureConstructor &x,
                                                       Location at) {
  auto &[typeSpec, specs] = x.t;
  if (!typeSpec.derivedTypeSpec) {
    t.refuse(at, "this structure constructor has no known type");
    return nullptr;
  }
  StructureValues values(t.record(*typeSpec.derivedTypeSpec, at));
  for (const parser::ComponentSpec &spec : specs) {
    auto &[keyword, source] = spec.t;
    const auto *slot = keyword ? nullptr : values.parent(typeOf(source.v.value()));
    if (!slot)
      slot = values.next(keyword ? keyword->v.ToString() : std::string());
    if (!slot) {
      t.refuse(at, "this structure constructor has values for unknown components");
      return nullptr;
    }
    const ir::Type *type = slot->record->components[slot->component].type;
    values.set(*slot, type->isPointer() ? pointerValue(source.v.value(), type)
                                        : convert(read(source.v.value()), type));
  }
  return values.build(*this, at);
}

} // namespace costate::frontend::fortran
