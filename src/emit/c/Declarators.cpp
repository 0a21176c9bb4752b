#include "emit/c/Declarators.h"

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// A postfix part binds tighter than `*`.
std::string postfix(const std::string &inner, const std::string &part) {
  return (!inner.empty() && inner.front() == '*' ? "(" + inner + ")" : inner) + part;
}

std::string integerName(const IntegerType &t) {
  std::string name = t.spelling;
  if (name.empty())
    name = t.bytes == 1 ? "signed char" : t.bytes == 2 ? "short" : t.bytes == 4 ? "int" : "long";
  if (t.isSigned)
    return name;
  if (name == "signed char")
    name = "char";
  return name.rfind("unsigned", 0) == 0 ? name : "unsigned " + name;
}

std::string realName(unsigned kind) {
  switch (kind) {
  case 2:
    return "_Float16";
  case 4:
    return "float";
  case 8:
    return "double";
  case 10:
    return "long double";
  default:
    return "_Float128";
  }
}

} // namespace

std::string Declarators::Qualifiers::text() const {
  std::string out;
  if (isConst)
    out += "const ";
  if (isVolatile)
    out += "volatile ";
  if (isRestrict)
    out += "restrict ";
  return out;
}

std::string Declarators::base(const Type *type) const {
  switch (type->kind()) {
  case TypeKind::Void:
    return "void";
  case TypeKind::Integer:
    return integerName(*cast<IntegerType>(type));
  case TypeKind::Real:
    return realName(cast<RealType>(type)->realKind);
  case TypeKind::Complex:
    return realName(cast<ComplexType>(type)->realKind) +
           (names.hasComplex ? " complex" : " _Complex");
  case TypeKind::Logical:
    return names.hasBool ? "bool" : "_Bool";
  case TypeKind::Record: {
    auto *record = cast<RecordType>(type);
    return (record->taggedByTypedef ? "" : "struct ") + names.of(record);
  }
  case TypeKind::Alias:
    return names.of(cast<AliasType>(type));
  default:
    return "char";
  }
}

/// `dropConst` holds for the object itself and, where that is an array, for its elements.
Declarators::Parts Declarators::parts(const Type *type, std::string inner, Qualifiers q,
                                      bool dropConst) const {
  if (auto *qualified = dyn_cast<QualifiedType>(type)) {
    q.isConst |= qualified->isConst && !dropConst;
    q.isVolatile |= qualified->isVolatile;
    q.isRestrict |= qualified->isRestrict;
    return parts(qualified->underlying, inner, q, dropConst);
  }
  if (auto *pointer = dyn_cast<PointerType>(type)) {
    std::string qualifiers = q.text();
    if (inner.empty() && !qualifiers.empty())
      qualifiers.pop_back();
    return parts(pointer->pointee, "*" + qualifiers + inner, {}, false);
  }
  if (auto *array = dyn_cast<ArrayType>(type))
    return parts(array->element, postfix(inner, dimensions(*array)), q, dropConst);
  if (auto *procedure = dyn_cast<ProcedureType>(type))
    return parts(procedure->result, postfix(inner, parameterList(*procedure)), {}, false);
  return {q.text() + base(type), std::move(inner)};
}

Declarators::Parts Declarators::parts(const Type *type, const std::string &name) const {
  return parts(type, name, {}, false);
}

Declarators::Parts Declarators::mutableParts(const Type *type, const std::string &name) const {
  return parts(type, name, {}, true);
}

std::string Declarators::declare(const Type *type, const std::string &name) const {
  Parts p = parts(type, name);
  return p.declarator.empty() ? p.base : p.base + " " + p.declarator;
}

std::string Declarators::dimensions(const ArrayType &array) const {
  std::string out;
  for (const Dimension &d : array.dimensions)
    out += "[" + (d.extent ? extent(d.extent) : "") + "]";
  return out;
}

/// A list that is empty and variadic is C's `()`, of which nothing is known.
std::string Declarators::parameterList(const ProcedureType &type) const {
  if (type.parameters.empty())
    return type.variadic ? "()" : "(void)";
  std::string out = "(";
  for (const Type *p : type.parameters)
    out += (out.size() > 1 ? ", " : "") + typeName(p);
  return out + (type.variadic ? ", ...)" : ")");
}

std::string Declarators::function(const Procedure &p) const {
  std::string list;
  for (const Symbol *s : p.parameters)
    list += (list.empty() ? "" : ", ") +
            declare(s->writtenArray ? s->writtenArray : s->type, names.of(s));
  if (p.variadic)
    list += list.empty() ? "" : ", ...";
  else if (list.empty())
    list = "void";
  return declare(p.resultType, names.of(p.symbol) + "(" + list + ")");
}

std::string Declarators::recordBody(const RecordType &record) const {
  std::string out = record.taggedByTypedef ? "struct {\n" : "struct " + names.of(&record) + " {\n";
  for (const Component &c : record.components)
    out += "  " + declare(c.type, c.name) + ";\n";
  return out + "}";
}

} // namespace costate::emit::c
