#include "analysis/ElementAddresses.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

std::string ElementAddresses::nameOfFirst(const Symbol *s, size_t rank) {
  std::string name = "&" + s->name;
  for (size_t i = 0; i < rank; ++i)
    name += "[0]";
  return name;
}

std::optional<Form> ElementAddresses::extent(const Symbol *s, const Dimension &d) {
  if (d.form != Dimension::Form::Explicit || !d.extent)
    return std::nullopt;
  auto value = values.evaluate(d.extent, {}).value;
  bool onEntry = s->storage == Storage::Argument && s->owner == p;
  return value && (value->constant() || onEntry) ? value : std::nullopt;
}

std::optional<Access> ElementAddresses::of(const Access &a) {
  if (!a.place || a.linear || p->language != Language::C)
    return std::nullopt;
  if (const Symbol *scalar = variableOf(a.place)) {
    Access out = a;
    out.path = {Known::exactly(table.symbol(nameOfFirst(scalar, 0), scalar))};
    return scalar->type->isArray() ? std::nullopt : std::optional(out);
  }
  if (a.path.empty())
    return std::nullopt;
  auto *element = llvm::dyn_cast<Element>(a.place);
  const Expr *whole = element ? element->base : a.place;
  if (auto *target = llvm::dyn_cast<Dereference>(whole)) {
    if (!element)
      return a.path.size() == 1 ? std::optional(a) : std::nullopt;
    const Symbol *pointer = variableOf(target->pointer);
    auto *rows = llvm::dyn_cast<ArrayType>(target->type->strip());
    return pointer && rows ? ofRows(a, pointer, *rows) : std::nullopt;
  }
  const Symbol *array = element ? variableOf(whole) : nullptr;
  auto *type = array ? llvm::dyn_cast<ArrayType>(array->type->strip()) : nullptr;
  if (!type || a.path.size() != type->dimensions.size() || element->subscripts.size() != a.path.size())
    return std::nullopt;
  return a.path.size() == 1 ? std::optional(a) : ofArray(a, array, *type);
}

namespace {

/// Each side on its own: the factor is positive.
Known times(const Known &k, const Form &factor) {
  Known out;
  for (auto [from, to] : {std::pair(&k.value, &out.value), {&k.lower, &out.lower}, {&k.upper, &out.upper}})
    if (*from)
      *to = **from * factor;
  return out;
}

} // namespace

/// Of a pointer that still points where it did on entry, but for rows that were added to it.
std::optional<Access> ElementAddresses::ofRows(const Access &a, const Symbol *pointer, const ArrayType &rows) {
  auto &subscripts = llvm::cast<Element>(a.place)->subscripts;
  if (subscripts.size() != rows.dimensions.size() || a.path.size() != 1 + subscripts.size() || !a.path[0].value)
    return std::nullopt;
  std::vector<Form> parts = a.path[0].value->coefficients(*table.symbol(pointer->name, pointer).asAtom());
  if (parts.size() != 2 || !(parts[1] == Form(1)))
    return std::nullopt;
  Access out = a;
  Known at = Known::exactly(parts[0]);
  for (size_t i = 0; i < rows.dimensions.size(); ++i) {
    auto length = extent(pointer, rows.dimensions[i]);
    if (!length)
      return std::nullopt;
    out.facts.push_back({*length - Form(1), false});
    at = times(at, *length) + a.path[i + 1];
  }
  at = at + Known::exactly(table.symbol(nameOfFirst(pointer, 1 + rows.dimensions.size()), pointer));
  out.path = {at};
  out.must = false;
  return at.isNothing() ? std::nullopt : std::optional(out);
}

std::optional<Access> ElementAddresses::ofArray(const Access &a, const Symbol *array, const ArrayType &type) {
  Access out = a;
  Known at = a.path[0];
  for (size_t i = 1; i < type.dimensions.size(); ++i) {
    auto length = extent(array, type.dimensions[i]);
    if (!length)
      return std::nullopt;
    at = times(at, *length) + a.path[i];
  }
  at = at + Known::exactly(table.symbol(nameOfFirst(array, type.dimensions.size()), array));
  out.path = {at};
  out.must = false;
  return at.isNothing() ? std::nullopt : std::optional(out);
}

} // namespace costate::analysis
