#include "emit/fortran/Initials.h"

#include "emit/fortran/Layout.h"
#include "ir/Constants.h"

#include <optional>

namespace costate::emit::fortran {

using namespace ir;

namespace {

/// Lower bounds and extents of an array of constant shape; false where they are not known.
bool constantShape(const Type *type, std::vector<int64_t> &lowers, std::vector<int64_t> &extents) {
  auto *array = llvm::dyn_cast<ArrayType>(type->strip());
  if (!array)
    return false;
  for (const Dimension &d : array->dimensions) {
    std::optional<int64_t> lower = d.lower ? constantValue(d.lower) : 1;
    std::optional<int64_t> upper = constantValue(d.upper);
    if (!lower || !upper)
      return false;
    lowers.push_back(*lower);
    extents.push_back(*upper - *lower + 1);
  }
  return true;
}

/// DATA takes constants, not expressions.
bool isDataConstant(const Expr *e) {
  if (!e)
    return true;
  if (auto *u = llvm::dyn_cast<Unary>(e))
    return u->op == UnaryOp::Negate &&
           (llvm::isa<RealConstant>(u->operand) || llvm::isa<IntegerConstant>(u->operand));
  if (auto *c = llvm::dyn_cast<MakeComplex>(e))
    return isDataConstant(c->re) && isDataConstant(c->im);
  if (auto *v = llvm::dyn_cast<Variable>(e))
    return v->symbol->kind == SymbolKind::NamedConstant;
  if (auto *c = llvm::dyn_cast<Convert>(e))
    return !c->written && isDataConstant(c->operand);
  if (auto *r = llvm::dyn_cast<RecordConstructor>(e)) {
    for (const Expr *value : r->values)
      if (!isDataConstant(value))
        return false;
    return true;
  }
  return e->isConstant() || llvm::isa<Text>(e);
}

bool isDataList(const ArrayConstructor &a) {
  for (const Expr *item : a.items)
    if (!isDataConstant(item))
      return false;
  return true;
}

/// How many characters one DATA statement may have: the limit on continuation lines, with room for
/// lines that are broken early.
constexpr size_t dataCharacters = (standardContinuations - 5) * 50;
/// Up to here an array's values stand in its declaration.
constexpr size_t declarationCharacters = 1200;

} // namespace

std::string Initials::Run::text() const {
  return count == 1 ? value : std::to_string(count) + "*" + value;
}

/// The values in element order.
std::vector<Initials::Run> Initials::runs(const ArrayConstructor &a) {
  const Type *element = a.type->scalar();
  std::vector<Run> out;
  for (size_t i = 0; i < a.items.size(); ++i) {
    int64_t times = i < a.repeat.size() && a.repeat[i] > 1 ? a.repeat[i] : 1;
    std::string text = a.items[i] ? expressions.assigned(a.items[i], element) : "";
    if (!out.empty() && out.back().value == text)
      out.back().count += times;
    else
      out.push_back({text, times});
  }
  return out;
}

bool Initials::usesData(const Symbol &s) {
  if (!s.initial || s.kind == SymbolKind::NamedConstant)
    return false;
  if (s.storage == Storage::Common)
    return true;
  auto *a = llvm::dyn_cast<ArrayConstructor>(s.initial);
  if (!a || !isDataList(*a) || s.type->isPointer())
    return false;
  size_t length = 0;
  for (const Run &run : runs(*a)) {
    if (run.count > 1 || run.value.empty())
      return true;
    length += run.value.size() + 2;
  }
  return s.type->rank() > 1 || length > declarationCharacters;
}

std::string Initials::inDeclaration(const Symbol &s) {
  if (!s.initial || usesData(s))
    return "";
  if (s.type->isPointer())
    return " => " + expressions.print(s.initial);
  return " = " + expressions.assigned(s.initial, s.type);
}

/// `count` elements of an array from the one at `from` on: the array itself where that is all of
/// it, a section of an array of rank one, a list of elements otherwise.
std::string Initials::part(const Symbol &s, int64_t from, int64_t count) {
  std::string name = expressions.names.of(&s);
  std::vector<int64_t> lowers, extents;
  if (!constantShape(s.type, lowers, extents))
    return name;
  int64_t size = 1;
  for (int64_t extent : extents)
    size *= extent;
  if (count >= size)
    return name;
  if (extents.size() == 1 && count > 1)
    return name + "(" + std::to_string(lowers[0] + from) + ":" +
           std::to_string(lowers[0] + from + count - 1) + ")";
  std::vector<std::string> elements;
  for (int64_t i = from; i < from + count; ++i) {
    std::vector<std::string> subscripts;
    int64_t index = i;
    for (size_t d = 0; d < extents.size(); ++d) {
      subscripts.push_back(std::to_string(lowers[d] + index % extents[d]));
      index /= extents[d];
    }
    elements.push_back(name + "(" + joined(subscripts) + ")");
  }
  return joined(elements);
}

/// One statement per stretch without holes, and a new one where a statement would become too long.
std::vector<std::string> Initials::arrayData(const Symbol &s, const std::vector<Run> &values) {
  std::vector<std::string> out, texts;
  int64_t from = 0, count = 0;
  size_t length = 0;
  size_t overhead = s.type->rank() > 1 && values.size() > 100 ? 12 : 2;
  auto flush = [&] {
    if (count)
      out.push_back("data " + part(s, from, count) + " / " + joined(texts) + " /");
    from += count;
    count = 0;
    length = 0;
    texts.clear();
  };
  for (const Run &run : values) {
    if (run.value.empty() || length > dataCharacters)
      flush();
    if (run.value.empty()) {
      from += run.count;
      continue;
    }
    texts.push_back(run.text());
    length += texts.back().size() + overhead;
    count += run.count;
  }
  flush();
  return out;
}

std::vector<std::string> Initials::data(const Symbol &s) {
  if (!usesData(s))
    return {};
  if (auto *a = llvm::dyn_cast<ArrayConstructor>(s.initial))
    return arrayData(s, runs(*a));
  std::string value = expressions.assigned(s.initial, s.type);
  std::vector<int64_t> lowers, extents;
  int64_t size = 1;
  if (constantShape(s.type, lowers, extents))
    for (int64_t extent : extents)
      size *= extent;
  return arrayData(s, {{value, size}});
}

} // namespace costate::emit::fortran
