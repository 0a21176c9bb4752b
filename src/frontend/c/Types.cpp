// Clang's types as ours.
#include "frontend/c/UnitReader.h"

namespace costate::frontend::c {

using namespace ir;

const Type *UnitReader::type(QualType q) {
  const void *key = q.getAsOpaquePtr();
  if (auto found = types.find(key); found != types.end())
    return found->second;
  clang::SplitQualType split = q.split();
  const Type *t = program.types.qualified(unqualified(split.Ty), split.Quals.hasConst(),
                                          split.Quals.hasVolatile(), split.Quals.hasRestrict());
  if (!q->isVariablyModifiedType()) // extents differ from one declaration to the next
    types[key] = t;
  return t;
}

const Type *UnitReader::unqualified(const clang::Type *t) {
  if (auto *b = llvm::dyn_cast<clang::BuiltinType>(t))
    return builtin(b);
  if (auto *p = llvm::dyn_cast<clang::PointerType>(t))
    return program.types.pointer(type(p->getPointeeType()));
  if (auto *a = llvm::dyn_cast<clang::ArrayType>(t))
    return array(a);
  if (auto *f = llvm::dyn_cast<clang::FunctionType>(t))
    return procedureType(f);
  if (auto *r = llvm::dyn_cast<clang::RecordType>(t))
    return record(r->getDecl());
  if (auto *e = llvm::dyn_cast<clang::EnumType>(t))
    return enumType(e->getDecl()->getDefinitionOrSelf());
  if (auto *alias = llvm::dyn_cast<clang::TypedefType>(t))
    return aliasOf(alias->getDecl());
  if (auto *c = llvm::dyn_cast<clang::ComplexType>(t)) {
    auto *part = llvm::dyn_cast<RealType>(type(c->getElementType())->strip());
    return program.types.complex(part ? part->realKind : 8);
  }
  if (auto *a = llvm::dyn_cast<clang::AtomicType>(t))
    return type(a->getValueType());
  QualType step = t->getLocallyUnqualifiedSingleStepDesugaredType();
  // A type C does not have (a vector): refuseUnsupported has said so where it is used.
  return step.getTypePtr() == t ? program.types.voidType() : type(step);
}

const Type *UnitReader::builtin(const clang::BuiltinType *b) {
  using clang::BuiltinType;
  TypeTable &table = program.types;
  unsigned bytes = b->isVoidType() || b->isPlaceholderType()
                       ? 0
                       : ast.getTypeSizeInChars(QualType(b, 0)).getQuantity();
  auto integer = [&](bool isSigned, const char *spelling) {
    return table.integer(bytes, isSigned, spelling);
  };
  switch (b->getKind()) {
  case BuiltinType::Bool:
    return table.logical(1);
  case BuiltinType::Char_S:
    return integer(true, "char");
  case BuiltinType::Char_U:
  case BuiltinType::UChar:
    return integer(false, "char");
  case BuiltinType::SChar:
    return integer(true, "signed char");
  case BuiltinType::Short:
  case BuiltinType::UShort:
    return integer(b->isSignedInteger(), "short");
  case BuiltinType::Int:
  case BuiltinType::UInt:
    return integer(b->isSignedInteger(), "int");
  case BuiltinType::Long:
  case BuiltinType::ULong:
    return integer(b->isSignedInteger(), "long");
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
    return integer(b->isSignedInteger(), "long long");
  case BuiltinType::Int128:
  case BuiltinType::UInt128:
    return integer(b->isSignedInteger(), "__int128");
  case BuiltinType::WChar_S:
  case BuiltinType::WChar_U:
    return integer(b->isSignedInteger(), "int");
  case BuiltinType::Float16:
  case BuiltinType::Half:
    return table.real(2);
  case BuiltinType::Float:
    return table.real(4);
  case BuiltinType::Double:
    return table.real(8);
  case BuiltinType::LongDouble:
    return table.real(10);
  case BuiltinType::Float128:
    return table.real(16);
  default:
    return table.voidType();
  }
}

Dimension UnitReader::dimension(const clang::ArrayType *a) {
  Dimension d;
  if (auto *constant = llvm::dyn_cast<clang::ConstantArrayType>(a))
    d.extent = builder.constant(integer(), constant->getZExtSize());
  else if (auto *variable = llvm::dyn_cast<clang::VariableArrayType>(a);
           variable && variable->getSizeExpr() && variableExtent)
    d.extent = variableExtent(variable);
  else
    d.form = Dimension::Form::Star;
  return d;
}

/// Arrays of arrays are one array of higher rank.
const Type *UnitReader::array(const clang::ArrayType *a) {
  std::vector<Dimension> dimensions = {dimension(a)};
  QualType element = a->getElementType();
  while (const clang::ArrayType *inner = ast.getAsArrayType(element)) {
    dimensions.push_back(dimension(inner));
    element = inner->getElementType();
  }
  return program.types.array(type(element), std::move(dimensions), true);
}

const Type *UnitReader::procedureType(const clang::FunctionType *f) {
  std::vector<const Type *> parameters;
  bool variadic = true; // `f()` says nothing of its parameters
  if (auto *prototype = llvm::dyn_cast<clang::FunctionProtoType>(f)) {
    for (QualType p : prototype->param_types())
      parameters.push_back(type(p));
    variadic = prototype->isVariadic();
  }
  return program.types.procedure(type(f->getReturnType()), parameters, variadic);
}

/// A typedef inside a function is a name nobody else sees: what it stands for is used instead.
const Type *UnitReader::aliasOf(const clang::TypedefNameDecl *decl) {
  const Type *underlying = type(decl->getUnderlyingType());
  if (decl->getParentFunctionOrMethod())
    return underlying;
  return program.types.alias(decl->getNameAsString(), underlying, &unit,
                             fromHeader(decl->getLocation()));
}

// ---- Enums ------------------------------------------------------------------------------------

/// The enum's integer type under the name a declaration gives it; a nameless enum takes the name
/// of its typedef as tag, and is plain integers where it has none.
const Type *UnitReader::enumType(const clang::EnumDecl *decl) {
  auto &slot = enums[decl];
  if (slot)
    return slot;
  QualType integerType = decl->getIntegerType();
  const Type *underlying = integerType.isNull() ? integer() : type(integerType);
  std::string tag = decl->getNameAsString();
  if (tag.empty())
    if (auto *alias = decl->getTypedefNameForAnonDecl())
      tag = alias->getNameAsString();
  if (tag.empty() || (fromHeader(decl->getLocation()) && decl->getNameAsString().empty()))
    return enums[decl] = underlying;
  return enums[decl] =
             program.types.alias("enum " + tag, underlying, &unit, fromHeader(decl->getLocation()));
}

Symbol *UnitReader::enumerator(const clang::EnumConstantDecl *decl) {
  auto &slot = enumerators[decl];
  if (slot)
    return slot;
  Location at = location(decl->getLocation());
  slot = addSymbol(unit.scope, decl->getNameAsString(), SymbolKind::NamedConstant,
                   type(decl->getType()), at);
  slot->storage = Storage::Global;
  slot->unit = &unit;
  slot->fromHeader = fromHeader(decl->getLocation());
  slot->initial = builder.constant(slot->type, decl->getInitVal().getExtValue(), at);
  return slot;
}

// ---- Records ----------------------------------------------------------------------------------

std::string UnitReader::freshTag(const std::string &base) {
  std::string tag = base;
  for (unsigned n = 1; tags.count(tag); ++n)
    tag = base + std::to_string(n);
  return tag;
}

std::string UnitReader::recordName(const clang::RecordDecl *decl) {
  std::string name = decl->getNameAsString();
  if (decl->getDeclName().isEmpty()) {
    auto named = anonymousNames.find(decl->getCanonicalDecl());
    name = named == anonymousNames.end() ? std::string() : named->second;
    if (auto *alias = decl->getTypedefNameForAnonDecl())
      name = alias->getNameAsString();
  }
  // A tag of an inner scope may repeat an outer one; ours all live at file scope.
  if (!fromHeader(decl->getLocation()) && !name.empty())
    name = freshTag(name);
  tags.insert(name);
  return name;
}

void UnitReader::nameAnonymous(QualType q, const std::string &base) {
  while (const clang::ArrayType *a = ast.getAsArrayType(q))
    q = a->getElementType();
  while (q->isPointerType())
    q = q->getPointeeType();
  const clang::RecordDecl *decl = q->getAsRecordDecl();
  if (decl && decl->getDeclName().isEmpty() && !decl->getTypedefNameForAnonDecl())
    anonymousNames.emplace(decl->getCanonicalDecl(), base + "_struct");
}

/// Where a struct is declared inside another, the outermost one: its parts are printed before it.
static SourceLocation outermost(const clang::RecordDecl *decl) {
  const clang::RecordDecl *outer = decl;
  while (auto *parent = llvm::dyn_cast<clang::RecordDecl>(outer->getLexicalDeclContext()))
    outer = parent;
  return outer->getLocation();
}

/// A header's struct is one type for all files that include it, so that calls between them agree.
RecordType *UnitReader::sharedRecord(const clang::RecordDecl *definition) {
  if (!fromHeader(definition->getLocation()))
    return nullptr;
  if (headerRecords.empty())
    for (const auto &other : program.units)
      for (RecordType *r : other->scope.records)
        if (r->fromHeader && r->complete)
          headerRecords[{r->location.file, r->location.line, r->location.column}] = r;
  Location at = location(outermost(definition));
  auto found = headerRecords.find({at.file, at.line, at.column});
  if (found == headerRecords.end())
    return nullptr;
  // Another macro setting may have made another struct of the same text.
  auto component = found->second->components.begin(), end = found->second->components.end();
  for (const clang::FieldDecl *field : definition->fields())
    if (component == end || component++->name != field->getName())
      return nullptr;
  auto *alias = definition->getTypedefNameForAnonDecl();
  llvm::StringRef name = alias ? alias->getName() : definition->getName();
  return component == end && found->second->name == name ? found->second : nullptr;
}

RecordType *UnitReader::record(const clang::RecordDecl *decl) {
  const clang::TagDecl *key = decl->getCanonicalDecl();
  if (auto found = records.find(key); found != records.end())
    return found->second;
  const clang::RecordDecl *definition = decl->getDefinition();
  const clang::RecordDecl *best = definition ? definition : decl;
  if (RecordType *shared = definition ? sharedRecord(definition) : nullptr)
    return records[key] = shared;
  RecordType *r = program.types.record({}, &unit);
  records[key] = r;
  r->location = orderLocation(outermost(best));
  r->fromHeader = fromHeader(best->getLocation());
  auto *alias = best->getTypedefNameForAnonDecl();
  if (alias && !alias->getParentFunctionOrMethod()) {
    r->name = alias->getNameAsString();
    r->taggedByTypedef = true;
  } else {
    r->name = recordName(best);
  }
  if (definition)
    fill(r, definition);
  unit.scope.records.push_back(r);
  return r;
}

void UnitReader::fill(RecordType *r, const clang::RecordDecl *definition) {
  if (definition->isUnion())
    return; // refused where it is used
  for (const clang::FieldDecl *field : definition->fields()) {
    if (!r->fromHeader) {
      nameAnonymous(field->getType(), field->getNameAsString());
      refuseUnsupported(field->getType(), field->getLocation());
      if (field->isBitField())
        refuse(field->getLocation(), "bit-fields are not supported",
               "use a whole integer member instead");
      if (field->isAnonymousStructOrUnion())
        refuse(field->getLocation(), "members of a struct without a name are not supported", "give the inner struct a name");
    }
    Component c;
    c.name = field->getNameAsString();
    QualType q = field->getType();
    clang::Qualifiers dropped;
    if (!r->fromHeader) { // a struct with a const member could not be assigned, and ours all are
      q = ast.getUnqualifiedArrayType(q, dropped);
      dropped.removeConst();
      q = ast.getQualifiedType(q, dropped);
    }
    c.type = type(q);
    c.location = location(field->getLocation());
    r->components.push_back(std::move(c));
  }
  r->complete = true;
  if (!r->fromHeader)
    refuseAttributes(definition);
}

// ---- Refusals ---------------------------------------------------------------------------------

bool UnitReader::refuseUnsupported(QualType q, SourceLocation at) {
  for (;;) {
    if (auto *alias = q->getAs<clang::TypedefType>();
        alias && (alias->getDecl()->getName() == "__builtin_va_list" ||
                  alias->getDecl()->getName() == "va_list")) {
      refuse(at, "variable argument lists are not supported",
             "give the function a fixed list of parameters");
      return true;
    }
    if (q->isArrayType())
      q = ast.getAsArrayType(q)->getElementType();
    else if (q->isPointerType())
      q = q->getPointeeType();
    else
      break;
  }
  if (q->isUnionType()) {
    refuse(at, "unions are not supported", "use a struct with one member for each alternative");
    return true;
  }
  if (q->isVectorType() || q->isExtVectorType()) {
    refuse(at, "vector types are not supported", "use an array and a loop");
    return true;
  }
  if (q->isAtomicType()) {
    refuse(at, "atomic types are not supported");
    return true;
  }
  if (q->isBitIntType()) {
    refuse(at, "_BitInt types are not supported");
    return true;
  }
  if (auto *c = q->getAs<clang::ComplexType>(); c && c->getElementType()->isIntegerType()) {
    refuse(at, "complex integers are not supported");
    return true;
  }
  return false;
}

} // namespace costate::frontend::c
