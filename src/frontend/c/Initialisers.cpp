// Initialisers: constants kept whole, everything else expanded into assignments.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

namespace {

/// Beyond this many elements zeros are written by a loop.
constexpr uint64_t loopFrom = 9;

const clang::StringLiteral *stringIn(const clang::Expr *e) {
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(e); list && list->isStringLiteralInit())
    e = list->getInit(0);
  return llvm::dyn_cast<clang::StringLiteral>(e->IgnoreParens());
}

/// Every byte zero, whatever it is.
bool isZero(const Expr *e) {
  if (!e)
    return true;
  if (auto *c = llvm::dyn_cast<IntegerConstant>(e))
    return c->value == 0;
  if (auto *c = llvm::dyn_cast<RealConstant>(e))
    return c->value == 0;
  if (auto *c = llvm::dyn_cast<LogicalConstant>(e))
    return !c->value;
  if (auto *c = llvm::dyn_cast<Convert>(e))
    return isZero(c->operand);
  if (auto *r = llvm::dyn_cast<RecordConstructor>(e))
    return llvm::all_of(r->values, isZero);
  if (auto *a = llvm::dyn_cast<ArrayConstructor>(e))
    return llvm::all_of(a->items, isZero);
  return llvm::isa<NullPointer>(e);
}

uint64_t sizeOfArray(const clang::ASTContext &ast, QualType q) {
  auto *a = ast.getAsConstantArrayType(q);
  return a ? a->getZExtSize() : 0;
}

} // namespace

const Expr *BodyReader::constantInitialiser(const clang::Expr *e) {
  BlockScope scope(*this, scratch);
  SequenceScope sequence(*this);
  const Expr *v = initialValue(e);
  if (!scratch.empty() || !postponed.empty())
    unit.refuse(e->getBeginLoc(), "this initial value is not a constant");
  scratch.clear();
  postponed.clear();
  return v;
}

// ---- Statements -------------------------------------------------------------------------------

void BodyReader::initialise(const Expr *target, const clang::Expr *init, SourceLocation at) {
  init = withoutParentheses(init);
  if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(init))
    init = literal->getInitializer();
  if (auto *copy = llvm::dyn_cast<clang::ImplicitCastExpr>(init);
      copy && copy->getCastKind() == clang::CK_LValueToRValue)
    if (auto *literal =
            llvm::dyn_cast<clang::CompoundLiteralExpr>(copy->getSubExpr()->IgnoreParens()))
      init = literal->getInitializer();
  if (target->type->isArray()) {
    if (auto *text = stringIn(init))
      return initialiseString(target, {}, text, sizeOfArray(unit.ast, init->getType()), at);
    if (auto *list = llvm::dyn_cast<clang::InitListExpr>(init))
      return initialiseArray(target, {}, list, at);
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(init))
    return zero(target, {}, at);
  auto *list = llvm::dyn_cast<clang::InitListExpr>(init);
  if (list && target->type->isRecord() && !list->isTransparent())
    return initialiseRecord(target, list, at);
  if (list && list->getNumInits() == 1) // int x = {3}
    return initialise(target, list->getInit(0), at);
  if (list)
    return zero(target, {}, at);
  assign(target, init, at);
}

void BodyReader::initialiseArray(const Expr *base, const Subscripts &outer,
                                 const clang::InitListExpr *list, SourceLocation at) {
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr *init = list->getInit(i);
    Subscripts subscripts = outer;
    subscripts.push_back(unit.builder.constant(unit.integer(), i, location(at)));
    if (subscripts.size() == base->type->rank()) {
      initialise(make<Element>(base->type->scalar(), base, subscripts, location(at)), init, at);
      continue;
    }
    if (auto *text = stringIn(init))
      initialiseString(base, subscripts, text, sizeOfArray(unit.ast, init->getType()), at);
    else if (auto *inner = llvm::dyn_cast<clang::InitListExpr>(init))
      initialiseArray(base, subscripts, inner, at);
    else
      zero(base, subscripts, at);
  }
  zeroElements(base, outer, list->getNumInits(), sizeOfArray(unit.ast, list->getType()), at);
}

void BodyReader::initialiseRecord(const Expr *target, const clang::InitListExpr *list,
                                  SourceLocation at) {
  auto *record = llvm::cast<RecordType>(target->type->strip());
  const clang::RecordDecl *decl = list->getType()->getAsRecordDecl();
  if (decl->isUnion()) {
    unit.refuse(at, "unions are not supported",
                "use a struct with one member for each alternative");
    return;
  }
  unsigned next = 0;
  for (const clang::FieldDecl *field : decl->fields()) {
    if (field->isUnnamedBitField())
      continue;
    const Expr *part =
        make<Field>(type(field->getType()), target, record, unit.component(field), location(at));
    if (next < list->getNumInits())
      initialise(part, list->getInit(next++), at);
    else if (!field->getType()->isIncompleteArrayType())
      zero(part, {}, at);
  }
}

void BodyReader::initialiseString(const Expr *base, const Subscripts &outer,
                                  const clang::StringLiteral *text, uint64_t size,
                                  SourceLocation at) {
  uint64_t n = std::min<uint64_t>(text->getLength(), size);
  for (uint64_t i = 0; i < n; ++i) {
    Subscripts subscripts = outer;
    subscripts.push_back(unit.builder.constant(unit.integer(), i, location(at)));
    const Expr *element = make<Element>(base->type->scalar(), base, subscripts, location(at));
    store(element,
          unit.builder.constant(element->type, int32_t(text->getCodeUnit(i)), location(at)), at);
  }
  zeroElements(base, outer, n, size, at);
}

void BodyReader::zeroElements(const Expr *base, const Subscripts &outer, uint64_t first,
                              uint64_t size, SourceLocation at) {
  Location where = location(at);
  Subscripts subscripts = outer;
  subscripts.push_back(nullptr);
  if (first + loopFrom > size) {
    for (uint64_t i = first; i < size; ++i) {
      subscripts.back() = unit.builder.constant(unit.integer(), i, where);
      zero(base, subscripts, at);
    }
    return;
  }
  Symbol *i = temporary("i", unit.integer());
  i->temporary = false;
  subscripts.back() = unit.builder.variable(i, where);
  Block body;
  {
    BlockScope scope(*this, body);
    zero(base, subscripts, at);
  }
  auto loop = std::make_unique<For>(i, unit.builder.constant(unit.integer(), first, where),
                                    unit.builder.constant(unit.integer(), size, where), nullptr,
                                    std::move(body), where);
  loop->inclusive = false;
  loop->direction = For::Direction::Up;
  loop->id = procedure->newLoopId();
  append(std::move(loop));
}

/// Zeroes a place, or the part of an array that the subscripts so far select.
void BodyReader::zero(const Expr *base, const Subscripts &outer, SourceLocation at) {
  if (auto *array = llvm::dyn_cast<ArrayType>(base->type->strip())) {
    if (outer.size() < array->dimensions.size()) {
      auto *extent =
          llvm::dyn_cast_or_null<IntegerConstant>(array->dimensions[outer.size()].extent);
      return zeroElements(base, outer, 0, extent ? extent->value : 0, at);
    }
    return zero(make<Element>(array->element, base, outer, location(at)), {}, at);
  }
  if (auto *record = llvm::dyn_cast<RecordType>(base->type->strip())) {
    for (unsigned i = 0; i < record->components.size(); ++i)
      zero(make<Field>(record->components[i].type, base, record, i, location(at)), {}, at);
    return;
  }
  store(base, zeroValue(base->type, at), at);
}

// ---- Values -----------------------------------------------------------------------------------

const Expr *BodyReader::zeroValue(const Type *t, SourceLocation at) {
  Location where = location(at);
  switch (t->strip()->kind()) {
  case TypeKind::Real:
    return make<RealConstant>(t, "0.0", 0.0, where);
  case TypeKind::Complex: {
    const Type *part = unit.program.types.real(llvm::cast<ComplexType>(t->strip())->realKind);
    return make<Convert>(t, make<RealConstant>(part, "0.0", 0.0, where), false, where);
  }
  case TypeKind::Logical:
    return make<LogicalConstant>(t, false, where);
  case TypeKind::Pointer:
    return make<NullPointer>(t, where);
  case TypeKind::Record: {
    size_t n = llvm::cast<RecordType>(t->strip())->components.size();
    return make<RecordConstructor>(t, std::vector<const Expr *>(n, nullptr), where);
  }
  case TypeKind::Array:
    return make<ArrayConstructor>(t, std::vector<const Expr *>{}, where);
  default:
    return unit.builder.constant(t, 0, where);
  }
}

const Expr *BodyReader::initialValue(const clang::Expr *e) {
  const clang::Expr *inner = withoutParentheses(e);
  if (auto *text = stringIn(inner); text && inner->getType()->isArrayType())
    return stringLiteral(text);
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(inner))
    return aggregate(list);
  if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(inner))
    return initialValue(literal->getInitializer());
  if (llvm::isa<clang::ImplicitValueInitExpr>(inner))
    return zeroValue(type(e->getType()), e->getExprLoc());
  return value(e);
}

const Expr *BodyReader::aggregate(const clang::InitListExpr *list) {
  const Type *t = type(list->getType());
  Location at = location(list->getBeginLoc());
  std::vector<const Expr *> items;
  if (!t->isRecord() && !t->isArray())
    return list->getNumInits() ? initialValue(list->getInit(0)) : zeroValue(t, list->getBeginLoc());
  if (list->isTransparent())
    return initialValue(list->getInit(0));
  if (list->getType()->isUnionType())
    return refusedValue(list, "unions are not supported",
                        "use a struct with one member for each alternative");
  for (const clang::Expr *init : list->inits()) {
    bool empty = llvm::isa<clang::ImplicitValueInitExpr>(init);
    items.push_back(empty && t->isRecord() ? nullptr : initialValue(init));
  }
  if (t->isRecord() && llvm::all_of(items, isZero))
    return zeroValue(t, list->getBeginLoc()); // {0}, however it was written
  if (t->isArray())
    return make<ArrayConstructor>(t, std::move(items), at);
  items.resize(llvm::cast<RecordType>(t->strip())->components.size(), nullptr);
  return make<RecordConstructor>(t, std::move(items), at);
}

} // namespace costate::frontend::c
