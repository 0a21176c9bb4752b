#include "transform/SparsityRules.h"

#include "ir/Builder.h"
#include "ir/Rewrite.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

/// An array of some type in the shape of another.
const Type *shapedLike(const Type *element, const Type *like, Program &program) {
  auto *array = llvm::dyn_cast<ArrayType>(like->strip());
  return array ? program.types.array(element, array->dimensions, array->rowMajor) : element;
}

const Type *deferred(const Type *element, unsigned rank, Program &program) {
  std::vector<Dimension> shape(rank);
  for (Dimension &d : shape)
    d.form = Dimension::Form::Deferred;
  return rank ? program.types.array(element, shape, false) : element;
}

bool isUnion(const Expr *e) {
  auto *call = llvm::dyn_cast<Intrinsic>(e);
  return call && call->name == "costate_union";
}

/// The sets that a union unites.
void members(const Expr *e, std::vector<const Expr *> &out) {
  if (isUnion(e)) {
    for (const Expr *x : llvm::cast<Intrinsic>(e)->arguments)
      members(x, out);
    return;
  }
  if (std::none_of(out.begin(), out.end(), [&](const Expr *x) { return equal(x, e); }))
    out.push_back(e);
}

} // namespace

const Type *SparsityRules::handle(const Type *like) const {
  return shapedLike(Builder(program).integer(language), like, program);
}

const Expr *SparsityRules::empty(Location at) const {
  return program.exprs.make<IntegerConstant>(Builder(program).integer(language), 0, at);
}

const Expr *SparsityRules::call(const char *name, const Type *type, std::vector<const Expr *> arguments,
                                Location at) const {
  return program.exprs.make<Intrinsic>(type, name, std::move(arguments), at);
}

const Expr *SparsityRules::unite(const Expr *a, const Expr *b) {
  if (!a || !b)
    return a ? a : b;
  std::vector<const Expr *> sets;
  members(a, sets);
  members(b, sets);
  const Expr *out = sets[0];
  for (size_t i = 1; i < sets.size(); ++i) {
    const Type *shape = out->type->isArray() ? out->type : sets[i]->type;
    out = call("costate_union", handle(shape), {out, sets[i]}, a->location);
  }
  return out;
}

/// The table's tangent says which sets meet and how elements move. It is made of placeholders for the derivatives,
/// in the types it expects.
const Expr *SparsityRules::result(const rules::Operation &operation, const std::vector<const Expr *> &sets,
                                  const rules::Values &values) {
  Placeholders placeholders;
  std::vector<const Expr *> derivatives;
  for (size_t i = 0; i < sets.size(); ++i) {
    derivatives.push_back(nullptr);
    if (!sets[i])
      continue;
    size_t twin = 0; // equal sets look equal
    while (!sets[twin] || !equal(sets[twin], sets[i]))
      ++twin;
    derivatives[i] = program.exprs.make<Text>(operation.arguments()[i]->type, "set" + std::to_string(twin));
    placeholders.push_back({derivatives[i], sets[i]});
  }
  const Expr *tangent = operation.tangent(program, derivatives, values);
  return tangent ? of(tangent, placeholders) : nullptr;
}

const Expr *SparsityRules::of(const Expr *e, const Placeholders &placeholders) {
  for (auto &[placeholder, set] : placeholders)
    if (e == placeholder)
      return set;
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    return chosen(e, x->condition, x->whenTrue, x->whenFalse, placeholders);
  if (auto *x = llvm::dyn_cast<Intrinsic>(e))
    return ofIntrinsic(*x, placeholders);
  const Expr *out = nullptr;
  for (const Expr *operand : operands(e))
    if (!e->isPlace() || llvm::isa<ComplexPart>(e))
      out = unite(out, of(operand, placeholders));
  return out;
}

/// One of two; both where the condition asks for a derivative.
const Expr *SparsityRules::chosen(const Expr *node, const Expr *condition, const Expr *whenTrue,
                                  const Expr *whenFalse, const Placeholders &placeholders) {
  const Expr *t = of(whenTrue, placeholders), *f = of(whenFalse, placeholders);
  if (!t && !f)
    return nullptr;
  bool asks = false;
  forEach(condition, [&](const Expr *x) {
    for (auto &[placeholder, set] : placeholders)
      asks |= x == placeholder;
  });
  if (asks || (t && f && equal(t, f)))
    return unite(t, f);
  const Type *shape = condition->type->isArray() ? condition->type : node->type;
  t = t ? t : empty(node->location);
  f = f ? f : empty(node->location);
  if (language == Language::C)
    return program.exprs.make<Conditional>(handle(shape), condition, t, f, node->location);
  return call("merge", handle(shape), {t, f, condition}, node->location);
}

const Expr *SparsityRules::ofIntrinsic(const Intrinsic &e, const Placeholders &placeholders) {
  if (e.name == "merge" && e.arguments.size() == 3)
    return chosen(&e, e.arguments[2], e.arguments[0], e.arguments[1], placeholders);
  if (language == Language::C || rules::isElemental(e, language)) {
    const Expr *out = nullptr;
    for (const Expr *x : e.arguments)
      out = unite(out, x ? of(x, placeholders) : nullptr);
    return out;
  }
  bool any = false;
  for (const Expr *x : e.arguments)
    any |= x && of(x, placeholders) != nullptr;
  if (!any)
    return nullptr;
  if (e.name == "sum")
    return ofSum(e, of(e.arguments[0], placeholders));
  if (e.name == "dot_product" || e.name == "matmul")
    return ofProduct(e, placeholders);
  static const char *movers[] = {"transpose", "spread", "reshape", "cshift", "eoshift", "pack", "unpack"};
  for (const char *name : movers)
    if (e.name == name)
      return moved(e, placeholders);
  return refuse(&e);
}

const Expr *SparsityRules::refuse(const Expr *e) {
  diagnostics.error(e->location, "cannot follow index sets through this use of '" +
                                     llvm::cast<Intrinsic>(e)->name + "'",
                    "write it out as a loop");
  return nullptr;
}

// ---- Arrays -------------------------------------------------------------------------------------

const Expr *SparsityRules::number(int n) const {
  return program.exprs.make<IntegerConstant>(Builder(program).integer(language), n);
}

const Expr *SparsityRules::size(const Expr *array, int dimension) const {
  std::vector<const Expr *> arguments{array};
  if (array->type->rank() > 1)
    arguments.push_back(number(dimension));
  return call("size", Builder(program).integer(language), arguments, array->location);
}

/// All elements of an array, or those where a mask holds, in one set.
const Expr *SparsityRules::all(const Expr *set, const Expr *mask, Location at) const {
  const Type *integer = Builder(program).integer(language);
  bool list = set->type->rank() == 1 && !mask;
  const Expr *truth = mask ? mask : Builder(program).truth(Builder(program).defaultLogical(), true);
  const Expr *elements = list ? set : call("pack", deferred(integer, 1, program), {set, truth}, at);
  return call("costate_union_list", integer, {elements}, at);
}

/// Of a matrix: the sets of its columns (1) or rows (2).
const Expr *SparsityRules::along(const Expr *set, int dimension, Location at) const {
  return call("costate_union_along", deferred(Builder(program).integer(language), 1, program),
              {set, number(dimension)}, at);
}

const Expr *SparsityRules::spread(const Expr *set, int dimension, const Expr *copies, Location at) const {
  return call("spread", deferred(Builder(program).integer(language), set->type->rank() + 1, program),
              {set, number(dimension), copies}, at);
}

/// sum(array[, dim][, mask])
const Expr *SparsityRules::ofSum(const Intrinsic &e, const Expr *set) {
  const Expr *mask = nullptr, *dimension = nullptr;
  for (size_t i = 1; i < e.arguments.size(); ++i)
    (e.arguments[i]->type->scalar()->isLogical() ? mask : dimension) = e.arguments[i];
  if (!set->type->isArray()) // one number for all elements
    return e.type->isArray() ? refuse(&e) : set;
  if (!dimension || e.arguments[0]->type->rank() == 1)
    return all(set, mask, e.location);
  auto *which = llvm::dyn_cast<IntegerConstant>(dimension);
  if (!which || set->type->rank() != 2)
    return refuse(&e);
  if (mask)
    set = call("merge", handle(set->type), {set, empty(e.location), mask}, e.location);
  return along(set, int(which->value), e.location);
}

/// Of the factors only one has a derivative in a term of the tangent.
const Expr *SparsityRules::ofProduct(const Intrinsic &e, const Placeholders &placeholders) {
  const Expr *a = e.arguments[0], *b = e.arguments[1];
  const Expr *left = of(a, placeholders), *right = of(b, placeholders);
  const Expr *set = left ? left : right;
  Location at = e.location;
  if (!set->type->isArray())
    return refuse(&e);
  if (e.name == "dot_product")
    return all(set, nullptr, at);
  unsigned ranks[] = {a->type->rank(), b->type->rank()};
  if (left) {
    const Expr *rows = ranks[0] == 2 ? along(set, 2, at) : all(set, nullptr, at);
    return ranks[1] == 2 ? spread(rows, ranks[0], size(b, 2), at) : rows;
  }
  const Expr *columns = ranks[1] == 2 ? along(set, 1, at) : all(set, nullptr, at);
  return ranks[0] == 2 ? spread(columns, 1, size(a, 1), at) : columns;
}

/// The same function of handles; empty sets where zeros move in.
const Expr *SparsityRules::moved(const Intrinsic &e, const Placeholders &placeholders) {
  std::vector<const Expr *> arguments;
  for (const Expr *x : e.arguments) {
    const Expr *set = x ? of(x, placeholders) : nullptr;
    bool isNumber = x && (x->type->scalar()->isReal() || x->type->scalar()->isComplex());
    arguments.push_back(set ? set : isNumber ? emptyLike(x) : x);
  }
  return program.exprs.make<Intrinsic>(handle(e.type), e.name, arguments, e.location, e.keywords);
}

/// The table's zeros (a constant, spread) as handles.
const Expr *SparsityRules::emptyLike(const Expr *zeros) const {
  auto *spread = llvm::dyn_cast<Intrinsic>(zeros);
  if (!spread || spread->name != "spread")
    return empty(zeros->location);
  std::vector<const Expr *> arguments = spread->arguments;
  arguments[0] = emptyLike(arguments[0]);
  return call("spread", handle(zeros->type), arguments, zeros->location);
}

} // namespace costate::transform
