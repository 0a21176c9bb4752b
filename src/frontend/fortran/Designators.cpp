#include "frontend/fortran/Expressions.h"

namespace costate::frontend::fortran {

const ir::Expr *ExpressionReader::dereferenced(const ir::Expr *place) {
  auto *pointer = place->type ? llvm::dyn_cast<ir::PointerType>(place->type->strip()) : nullptr;
  if (!pointer || !pointer->fortran || pointer->pointee->isProcedure())
    return place;
  return make<ir::Dereference>(pointer->pointee, place, nullptr, place->location);
}

const ir::Expr *ExpressionReader::read(const parser::Variable &x) {
  if (auto *d = std::get_if<common::Indirection<parser::Designator>>(&x.u))
    return designator(d->value());
  auto &reference = std::get<common::Indirection<parser::FunctionReference>>(x.u).value();
  const SomeExpr *typed = x.typedExpr && x.typedExpr->v ? &*x.typedExpr->v : nullptr;
  return function(reference, typed); // a pointer-valued function
}

const ir::Expr *ExpressionReader::designator(const parser::Designator &x) {
  if (auto *data = std::get_if<parser::DataRef>(&x.u))
    return dereferenced(raw(*data));
  auto &[data, range] = std::get<parser::Substring>(x.u).t;
  return substring(dereferenced(raw(data)), range, t.locate(x.source));
}

const ir::Expr *ExpressionReader::raw(const parser::DataRef &x) {
  return common::visit(
      common::visitors{
          [&](const parser::Name &name) { return raw(name); },
          [&](const common::Indirection<parser::StructureComponent> &c) { return raw(c.value()); },
          [&](const common::Indirection<parser::ArrayElement> &a) {
            const ir::Expr *base = dereferenced(raw(a.value().base));
            std::vector<const ir::Expr *> subscripts;
            for (const parser::SectionSubscript &s : a.value().subscripts)
              subscripts.push_back(subscript(s));
            return element(base, std::move(subscripts), base->location);
          },
          [&](const common::Indirection<parser::CoindexedNamedObject> &c) -> const ir::Expr * {
            const ir::Expr *base = raw(c.value().base);
            t.refuse(base->location, "coarrays are not supported");
            return base;
          },
      },
      x.u);
}

const ir::Expr *ExpressionReader::raw(const parser::Name &name) {
  Location at = t.locate(name.source);
  if (!name.symbol) {
    t.refuse(at, "'" + name.ToString() + "' could not be resolved");
    return t.build.constant(t.program.types.integer(4), 0, at);
  }
  const SemSymbol &own = *name.symbol;
  for (const SemSymbol *s : {&own, &own.GetUltimate()})
    if (auto it = substitutions.find(s); it != substitutions.end())
      return it->second;
  if (own.GetUltimate().Corank() > 0)
    t.refuse(at, "coarrays are not supported");
  return t.build.variable(t.symbol(own), at);
}

namespace {

/// The components that lead from a record to one of its own or inherited components.
bool pathTo(const ir::RecordType *record, const std::string &name, const ir::RecordType *owner,
            std::vector<std::pair<const ir::RecordType *, unsigned>> &path) {
  for (unsigned i = 0; i < record->components.size(); ++i)
    if (record->components[i].name == name && (!owner || owner == record)) {
      path.emplace_back(record, i);
      return true;
    }
  if (!record->parent || record->components.empty())
    return false;
  path.emplace_back(record, 0);
  if (pathTo(record->parent, name, owner, path))
    return true;
  path.pop_back();
  return false;
}

} // namespace

const ir::Expr *ExpressionReader::field(const ir::Expr *base, const SemSymbol &component,
                                        Location at) {
  auto *record = llvm::dyn_cast<ir::RecordType>(base->type->scalar()->strip());
  std::vector<std::pair<const ir::RecordType *, unsigned>> path;
  if (!record || !pathTo(record, component.name().ToString(), nullptr, path)) {
    t.refuse(at, "component '" + component.name().ToString() + "' could not be found");
    return base;
  }
  for (auto &[owner, index] : path) {
    const ir::Type *type = owner->components[index].type;
    if (base->type->isArray())
      type = t.arrayOf(type->scalar(), base->type->rank());
    base = make<ir::Field>(type, base, owner, index, at);
  }
  return base;
}

const ir::Expr *ExpressionReader::raw(const parser::StructureComponent &x) {
  const ir::Expr *base = dereferenced(raw(x.base));
  Location at = t.locate(x.component.source);
  const SemSymbol *symbol = x.component.symbol;
  if (!symbol) {
    t.refuse(at, "'" + x.component.ToString() + "' could not be resolved");
    return base;
  }
  if (auto *misc = symbol->detailsIf<semantics::MiscDetails>()) {
    using Kind = semantics::MiscDetails::Kind;
    bool imaginary = misc->kind() == Kind::ComplexPartIm;
    if (imaginary || misc->kind() == Kind::ComplexPartRe) {
      auto *complex = llvm::cast<ir::ComplexType>(base->type->scalar()->strip());
      return make<ir::ComplexPart>(
          t.arrayOf(t.program.types.real(complex->realKind), base->type->rank()), base, imaginary,
          at);
    }
    std::string name = misc->kind() == Kind::KindParamInquiry ? "kind" : "len";
    return make<ir::Intrinsic>(t.build.integer(ir::Language::Fortran), name,
                               std::vector<const ir::Expr *>{base}, at);
  }
  return field(base, *symbol, at);
}

const ir::Expr *ExpressionReader::subscript(const parser::SectionSubscript &s) {
  if (auto *expr = std::get_if<parser::IntExpr>(&s.u))
    return read(*expr);
  auto &triplet = std::get<parser::SubscriptTriplet>(s.u);
  auto part = [&](const std::optional<parser::Subscript> &x) {
    return x ? read(*x) : nullptr;
  };
  const ir::Expr *lower = part(std::get<0>(triplet.t));
  const ir::Expr *upper = part(std::get<1>(triplet.t));
  const ir::Expr *stride = part(std::get<2>(triplet.t));
  return make<ir::Range>(lower, upper, stride, lower ? lower->location : Location{});
}

namespace {

/// Of a section `lower:upper:stride`, element number i: `lower + (i - 1)*stride`, simplified.
const ir::Expr *elementOfRange(ExpressionReader &r, const ir::Expr *base, unsigned dimension,
                               const ir::Range *range, const ir::Expr *index) {
  const ir::Type *type = index->type->scalar();
  auto binary = [&](ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b) -> const ir::Expr * {
    return r.make<ir::Binary>(a->type, op, a, b, index->location);
  };
  const ir::Expr *one = r.t.build.constant(type, 1, index->location);
  const ir::Expr *lower = range->lower;
  if (!lower)
    lower = r.make<ir::Intrinsic>(
        type, "lbound",
        std::vector<const ir::Expr *>{base, r.t.build.constant(type, dimension + 1)},
        index->location);
  auto *constant = llvm::dyn_cast<ir::IntegerConstant>(lower);
  if (!range->stride && constant && constant->value == 1)
    return index;
  const ir::Expr *offset = binary(ir::BinaryOp::Subtract, index, one);
  if (range->stride)
    offset = binary(ir::BinaryOp::Multiply, offset, r.convert(range->stride, type));
  return binary(ir::BinaryOp::Add, r.convert(lower, type), offset);
}

/// Ends that are left out are those of the section around it: not where the step may be negative.
bool isPlainPart(const ir::Range &part) {
  auto *step = llvm::dyn_cast_or_null<ir::IntegerConstant>(part.stride);
  return (part.lower && part.upper) || !part.stride || (step && step->value > 0);
}

/// Of a section, the elements of another: their numbers become subscripts of the array itself.
const ir::Expr *partOfRange(ExpressionReader &r, const ir::Expr *base, unsigned dimension, const ir::Range *range,
                            const ir::Range *part) {
  auto end = [&](const ir::Expr *own, const ir::Expr *outer) {
    return own ? elementOfRange(r, base, dimension, range, own) : outer;
  };
  const ir::Expr *stride = part->stride ? part->stride : range->stride;
  if (part->stride && range->stride)
    stride = r.make<ir::Binary>(part->stride->type, ir::BinaryOp::Multiply, part->stride,
                                r.convert(range->stride, part->stride->type), part->location);
  return r.make<ir::Range>(end(part->lower, range->lower), end(part->upper, range->upper), stride, part->location);
}

} // namespace

// Subscripts of a section (which only substitution brings about: an ASSOCIATE name that stands for
// x(2:5)) select from the array behind it.
const ir::Expr *ExpressionReader::element(const ir::Expr *base,
                                          std::vector<const ir::Expr *> subscripts, Location at) {
  auto *section = llvm::dyn_cast<ir::Element>(base);
  if (section && section->isSection()) {
    std::vector<const ir::Expr *> composed;
    size_t next = 0;
    for (unsigned i = 0; i < section->subscripts.size(); ++i) {
      const ir::Expr *s = section->subscripts[i];
      auto *range = llvm::dyn_cast<ir::Range>(s);
      bool isVector = !range && s->type->isArray();
      if (!range && !isVector) {
        composed.push_back(s);
        continue;
      }
      const ir::Expr *inner = next < subscripts.size() ? subscripts[next++] : nullptr;
      auto *part = llvm::dyn_cast_or_null<ir::Range>(inner);
      if (!inner || isVector || (part && !isPlainPart(*part)) || (!part && inner->type->isArray())) {
        t.refuse(at, "these elements of an associated section are not supported", "name the array itself");
        return base;
      }
      composed.push_back(part ? partOfRange(*this, section->base, i, range, part)
                              : elementOfRange(*this, section->base, i, range, inner));
    }
    return element(section->base, std::move(composed), at);
  }
  unsigned rank = 0;
  for (const ir::Expr *s : subscripts)
    rank += llvm::isa<ir::Range>(s) || s->type->isArray();
  auto *field = llvm::dyn_cast<ir::Field>(base);
  if (field && field->base->type->isArray()) // `r%v(2)`: one element of the component, for all records
    rank = field->base->type->rank();
  const ir::Type *scalar = base->type->scalar();
  return make<ir::Element>(t.arrayOf(scalar, rank), base, std::move(subscripts), at);
}

const ir::Expr *ExpressionReader::substring(const ir::Expr *base,
                                            const parser::SubstringRange &range, Location at) {
  auto &[first, last] = range.t;
  const ir::Expr *lower = first ? read(*first) : nullptr;
  const ir::Expr *upper = last ? read(*last) : nullptr;
  unsigned kind = 1;
  if (auto *character = llvm::dyn_cast<ir::CharacterType>(base->type->scalar()->strip()))
    kind = character->charKind;
  auto *from = llvm::dyn_cast_or_null<ir::IntegerConstant>(lower);
  auto *to = llvm::dyn_cast_or_null<ir::IntegerConstant>(upper);
  const ir::Type *type = t.program.types.character(kind, nullptr);
  if (to && (from || !lower))
    type = t.characterOfLength(kind,
                               std::max<int64_t>(0, to->value - (from ? from->value : 1) + 1));
  return make<ir::Substring>(t.arrayOf(type, base->type->rank()), base, lower, upper, at);
}

const ir::Expr *ExpressionReader::pointerValue(const parser::Expr &e,
                                               const ir::Type *pointerType) {
  Location at = t.locate(e.source);
  if (auto *d = std::get_if<common::Indirection<parser::Designator>>(&e.u)) {
    const parser::Designator &target = d->value();
    auto *data = std::get_if<parser::DataRef>(&target.u);
    if (auto *name = data ? std::get_if<parser::Name>(&data->u) : nullptr)
      if (const ir::Expr *value = procedureValue(*name, at))
        return value;
    const ir::Expr *place = data ? raw(*data) : designator(target);
    if (place->type->isPointer())
      return place;
    return make<ir::AddressOf>(pointerType, place, false, at);
  }
  const ir::Expr *value = argument(e, nullptr);
  if (llvm::isa<ir::NullPointer>(value))
    return make<ir::NullPointer>(pointerType, at);
  if (auto *target = llvm::dyn_cast<ir::Dereference>(value); target && !target->offset)
    return target->pointer; // the result of a pointer-valued function
  if (!value->type->isPointer() && value->isPlace())
    return make<ir::AddressOf>(pointerType, value, false, at);
  return value;
}

} // namespace costate::frontend::fortran
