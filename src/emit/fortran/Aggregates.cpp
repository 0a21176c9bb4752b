// Array and structure constructors, types and shapes: the rest of Expressions.
#include "emit/fortran/Expressions.h"
#include "emit/fortran/Layout.h"
#include "support/Diagnostics.h"

namespace costate::emit::fortran {

using namespace ir;

namespace {

/// An array constructor without a type takes the type of its items, which must then agree; for
/// characters even in length.
bool needsType(const ArrayConstructor *a) {
  const Type *element = a->type->scalar()->strip();
  if (a->items.empty())
    return true;
  if (element->isCharacter()) {
    size_t length = std::string::npos;
    for (const Expr *item : a->items) {
      auto *text = llvm::dyn_cast<StringConstant>(item);
      if (!text || (length != std::string::npos && text->text.size() != length))
        return true;
      length = text->text.size();
    }
    return false;
  }
  if (!element->isNumeric() && !element->isLogical())
    return false;
  for (const Expr *item : a->items)
    if (withoutImplied(item) != item ||
        (!llvm::isa<ImpliedDo>(item) && !(numeric(item->type) == numeric(element))))
      return true;
  return false;
}

} // namespace

std::string Expressions::arrayConstructor(const ArrayConstructor *a) {
  std::vector<std::string> items;
  for (size_t i = 0; i < a->items.size(); ++i) {
    int64_t times = i < a->repeat.size() && a->repeat[i] > 1 ? a->repeat[i] : 1;
    items.insert(items.end(), times, assigned(a->items[i], a->type));
  }
  std::string text = "[";
  if (needsType(a))
    text += typeName(a->type) + (items.empty() ? " ::" : " :: ");
  text += joined(items) + "]";
  if (a->type->rank() <= 1)
    return text;
  std::vector<std::string> extents;
  for (const Dimension &d : llvm::cast<ArrayType>(a->type->strip())->dimensions) {
    if (!d.upper)
      internalError("an array constructor of unknown shape and rank above one");
    extents.push_back(!d.lower ? print(d.upper)
                               : print(d.upper) + " - " + print(d.lower, Level::Product) + " + 1");
  }
  return "reshape(" + text + ", [" + joined(extents) + "])";
}

std::string Expressions::recordConstructor(const RecordConstructor *r) {
  std::vector<std::string> texts;
  componentValues(r, texts);
  return names.of(llvm::cast<RecordType>(r->type->scalar()->strip())) + "(" + joined(texts) + ")";
}

void Expressions::componentValues(const RecordConstructor *r, std::vector<std::string> &texts) {
  auto *record = llvm::cast<RecordType>(r->type->scalar()->strip());
  // The parent's value and all after a component left out can only be named.
  bool named = record->parent != nullptr || !texts.empty();
  for (size_t i = 0; i < r->values.size(); ++i) {
    if (!r->values[i]) {
      named = true;
      continue;
    }
    auto *inherited = i == 0 && record->parent ? llvm::dyn_cast<RecordConstructor>(r->values[0]) : nullptr;
    if (inherited && record->parent->attributes == "abstract") { // no value of it can be written
      componentValues(inherited, texts);
      continue;
    }
    std::string value = assigned(r->values[i], record->components[i].type);
    texts.push_back(named ? record->components[i].name + "=" + value : value);
  }
}

// ---- Types ------------------------------------------------------------------------------------

std::string Expressions::typeName(const Type *type, bool polymorphic) {
  const Type *t = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(t))
    t = pointer->pointee->strip();
  t = t->scalar()->strip();
  if (auto *text = llvm::dyn_cast<CharacterType>(t))
    return character(*text);
  if (auto *record = llvm::dyn_cast<RecordType>(t))
    return (polymorphic ? "class(" : "type(") + names.of(record) + ")";
  if (t->isVoid())
    return polymorphic ? "class(*)" : "type(*)";
  return kinds.intrinsicType(t);
}

std::string Expressions::character(const CharacterType &type) {
  std::string length = type.length ? print(type.length) : type.deferred ? ":" : "*";
  std::string kind = kinds.isDefault(&type) ? "" : "kind=" + std::to_string(type.charKind);
  if (length == "1")
    return kind.empty() ? "character" : "character(" + kind + ")";
  return "character(len=" + length + (kind.empty() ? "" : ", " + kind) + ")";
}

std::string Expressions::bound(const Expr *e) {
  bool outer = compact;
  compact = true;
  std::string text = print(e);
  compact = outer;
  return text;
}

std::string Expressions::dimension(const Dimension &d) {
  std::string lower = d.lower ? bound(d.lower) + ":" : "";
  switch (d.form) {
  case Dimension::Form::Explicit:
    return lower + bound(d.upper);
  case Dimension::Form::Star:
    return lower + "*";
  case Dimension::Form::Assumed:
    return lower.empty() ? ":" : lower;
  case Dimension::Form::Deferred:
    return ":";
  case Dimension::Form::AssumedRank:
    return "..";
  }
  return {};
}

std::string Expressions::allocatedShape(const std::vector<Dimension> &dimensions) {
  partsAsFunctions = true;
  std::string out = shape(dimensions);
  partsAsFunctions = false;
  return out;
}

std::string Expressions::shape(const std::vector<Dimension> &dimensions) {
  std::vector<std::string> texts;
  for (const Dimension &d : dimensions)
    texts.push_back(dimension(d));
  return texts.empty() ? "" : "(" + joined(texts) + ")";
}

std::string Expressions::shape(const Type *type) {
  const Type *t = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(t))
    t = pointer->pointee->strip();
  auto *array = llvm::dyn_cast<ArrayType>(t);
  return array ? shape(array->dimensions) : "";
}

} // namespace costate::emit::fortran
