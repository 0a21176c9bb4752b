#include "transform/ExpandArrays.h"

#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "rules/Rules.h"
#include "transform/ElementLoops.h"
#include "transform/FoldConstants.h"

#include <algorithm>
#include <map>

namespace costate::transform {

using namespace ir;

namespace {

using Index = std::vector<int64_t>; ///< from 0
using Extents = std::vector<int64_t>;

class Expansion {
public:
  Expansion(Program &program, Procedure &procedure, size_t limit)
      : program(program), procedure(procedure), b(program), limit(limit) {}

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      Block made;
      if (!assign || assign->mask || !expanded(*assign, made)) {
        out.push_back(std::move(s));
        continue;
      }
      if (!made.empty())
        made.front()->comments = s->comments;
      std::move(made.begin(), made.end(), std::back_inserter(out));
    }
    statements = std::move(out);
  }

private:
  static bool isNumbers(const Type *type) { return type->scalar()->isReal() || type->scalar()->isInteger(); }

  bool expanded(const Assign &s, Block &out) {
    failed = false;
    if (!isNumbers(s.place->type))
      return false;
    if (!s.place->type->isArray()) {
      if (!hasArrays(s.value))
        return false;
      const Expr *value = scalar(s.value);
      if (failed)
        return false;
      out.push_back(std::make_unique<Assign>(s.place, value, s.location));
      return true;
    }
    auto shape = extents(s.place);
    Symbol *root = rootVariable(s.place);
    if (!shape || !root || root->allocatable || root->type->isPointer())
      return false;
    std::vector<Index> all = indices(*shape);
    if (all.size() > limit || (count += all.size()) > limit)
      return false;
    std::vector<const Expr *> values;
    held.clear();
    before.clear();
    for (const Index &index : all)
      values.push_back(at(s.value, index));
    if (failed)
      return false;
    std::move(before.begin(), before.end(), std::back_inserter(out));
    store(s, all, values, out);
    return true;
  }

  /// A number that all elements have in common is computed once.
  const Expr *common(const Expr *e) {
    if (e->isPlace() || e->isConstant() || operands(e).empty() || constantValue(e) ||
        (operands(e).size() == 1 && operands(e)[0]->isConstant()))
      return e;
    const Expr *&known = held[e];
    if (!known) {
      Symbol *variable = procedure.makeTemporary("factor", e->type->strip());
      variable->temporary = false;
      before.push_back(b.assign(variable, scalar(e), e->location));
      known = b.variable(variable, e->location);
    }
    return known;
  }

  void store(const Assign &s, const std::vector<Index> &all, std::vector<const Expr *> values, Block &out) {
    if (readsOthers(s, all, values))
      for (const Expr *&value : values)
        if (!value->isConstant()) {
          Symbol *held = procedure.makeTemporary("element", value->type->strip());
          held->temporary = false;
          out.push_back(b.assign(held, value, s.location));
          value = b.variable(held, s.location);
        }
    for (size_t i = 0; i < all.size(); ++i)
      out.push_back(std::make_unique<Assign>(at(s.place, all[i]), values[i], s.location));
  }

  /// Whether an element is read after it was written.
  bool readsOthers(const Assign &s, const std::vector<Index> &all, const std::vector<const Expr *> &values) {
    Symbol *root = rootVariable(s.place);
    bool shared = root->target || root->overlay;
    for (size_t i = 0; i < all.size(); ++i) {
      const Expr *own = at(s.place, all[i]);
      bool found = false;
      auto visit = [&](auto &self, const Expr *e) -> void {
        if (e->isPlace() && equal(e, own))
          return;
        auto *v = llvm::dyn_cast<Variable>(e);
        found |= v && (v->symbol == root || (shared && !v->symbol->type->isInteger()));
        found |= shared && llvm::isa<Dereference>(e);
        for (const Expr *operand : operands(e))
          self(self, operand);
      };
      visit(visit, values[i]);
      if (found)
        return true;
    }
    return false;
  }

  static std::vector<Index> indices(const Extents &shape) {
    int64_t size = 1;
    for (int64_t extent : shape)
      size *= std::min<int64_t>(extent, 100000);
    std::vector<Index> out;
    for (int64_t i = 0; i < std::min<int64_t>(size, 100000); ++i) {
      Index index;
      int64_t rest = i;
      for (int64_t extent : shape) {
        index.push_back(rest % extent);
        rest /= extent;
      }
      out.push_back(index);
    }
    return out;
  }

  // ---- Shapes ------------------------------------------------------------------------------------------

  std::optional<Extents> extents(const Expr *e) {
    if (!e->type || !e->type->isArray())
      return Extents();
    if (e->isPlace()) {
      auto axes = constantAxes(e);
      if (!axes)
        return std::nullopt;
      Extents out;
      for (const Axis &axis : *axes)
        out.push_back(axis.extent);
      return out;
    }
    if (auto *list = llvm::dyn_cast<ArrayConstructor>(e)) {
      for (const Expr *item : list->items)
        if (llvm::isa<ImpliedDo>(item) || item->type->isArray())
          return std::nullopt;
      return list->repeat.empty() ? std::optional(Extents{int64_t(list->items.size())}) : std::nullopt;
    }
    if (auto *function = llvm::dyn_cast<Intrinsic>(e)) {
      if (function->name == "matmul" && function->keywords.empty())
        return ofProduct(*function);
      auto inner = function->arguments.empty() ? std::nullopt : extents(function->arguments[0]);
      if (function->name == "transpose")
        return inner && inner->size() == 2 ? std::optional(Extents{(*inner)[1], (*inner)[0]}) : std::nullopt;
      if (!rules::isElemental(*function, Language::Fortran))
        return std::nullopt;
    }
    for (const Expr *operand : operands(e))
      if (operand->type && operand->type->isArray())
        return extents(operand);
    return std::nullopt;
  }

  std::optional<Extents> ofProduct(const Intrinsic &e) {
    auto x = extents(e.arguments[0]), y = extents(e.arguments[1]);
    if (!x || !y || x->empty() || y->empty() || x->back() != y->front())
      return std::nullopt;
    Extents out(x->begin(), x->end() - 1);
    out.insert(out.end(), y->begin() + 1, y->end());
    return out;
  }

  // ---- Elements ----------------------------------------------------------------------------------------

  const Expr *fail(const Expr *e) {
    failed = true;
    return e;
  }

  static bool hasArrays(const Expr *e) {
    bool found = false;
    forEach(e, [&](const Expr *x) { found |= x->type && x->type->isArray() && !x->isPlace(); });
    forEach(e, [&](const Expr *x) {
      auto *function = llvm::dyn_cast<Intrinsic>(x);
      found |= function && isReduction(*function);
    });
    return found;
  }

  static bool isReduction(const Intrinsic &e) {
    return (e.name == "sum" || e.name == "product" || e.name == "dot_product") && !e.type->isArray() && isNumbers(e.type);
  }

  /// A number, without arrays on the way to it.
  const Expr *scalar(const Expr *e) {
    if (e->isPlace() || e->isConstant())
      return e;
    if (auto *function = llvm::dyn_cast<Intrinsic>(e)) {
      if (isReduction(*function))
        return reduced(*function);
      if (!rules::isElemental(*function, Language::Fortran))
        return e; // an inquiry, or what is refused later
    }
    return mapOperands(program.exprs, e, [&](const Expr *x) { return x->type && x->type->isArray() ? fail(x) : scalar(x); });
  }

  const Expr *reduced(const Intrinsic &e) {
    bool isDot = e.name == "dot_product";
    auto shape = extents(e.arguments[0]);
    if (!shape || e.arguments.size() != (isDot ? 2u : 1u) || shape->empty())
      return fail(&e);
    std::vector<Index> all = indices(*shape);
    if (all.size() > limit)
      return fail(&e);
    const Expr *out = nullptr;
    for (const Index &index : all) {
      const Expr *term = at(e.arguments[0], index);
      if (isDot)
        term = times(term, at(e.arguments[1], index), e.type);
      out = !out ? term : b.binary(e.name == "product" ? BinaryOp::Multiply : BinaryOp::Add, out, term);
    }
    return out ? out : fail(&e);
  }

  /// Factors of one type: that of the product.
  const Expr *times(const Expr *x, const Expr *y, const Type *type) {
    type = type->scalar()->strip();
    auto converted = [&](const Expr *e) {
      return e->type->strip() == type ? e : program.exprs.make<Convert>(type, e, false, e->location);
    };
    return b.binary(BinaryOp::Multiply, converted(x), converted(y));
  }

  /// One element of an array, or the number that stands for all.
  const Expr *at(const Expr *e, const Index &index) {
    if (!e->type || !e->type->isArray())
      return common(e);
    if (e->isPlace())
      return placeAt(e, index);
    if (auto *list = llvm::dyn_cast<ArrayConstructor>(e)) {
      bool plain = extents(e).has_value() && index.size() == 1 && index[0] < int64_t(list->items.size());
      return plain ? scalar(list->items[index[0]]) : fail(e);
    }
    auto *function = llvm::dyn_cast<Intrinsic>(e);
    if (function && function->name == "matmul" && function->keywords.empty())
      return productAt(*function, index);
    if (function && function->name == "transpose")
      return index.size() == 2 ? at(function->arguments[0], {index[1], index[0]}) : fail(e);
    bool elemental = llvm::isa<Unary>(e) || llvm::isa<Binary>(e) || llvm::isa<Convert>(e) ||
                     (function && rules::isElemental(*function, Language::Fortran));
    auto shape = extents(e);
    if (!elemental || !shape || shape->size() != index.size())
      return fail(e);
    const Expr *mapped = mapOperands(program.exprs, e, [&](const Expr *x) { return at(x, index); });
    return retyped(mapped, e->type->scalar(), program.exprs);
  }

  const Expr *placeAt(const Expr *e, const Index &index) {
    auto axes = constantAxes(e);
    if (!axes || axes->size() != index.size())
      return fail(e);
    auto *element = llvm::dyn_cast<Element>(e);
    std::vector<const Expr *> subscripts;
    size_t next = 0, rank = element ? element->subscripts.size() : axes->size();
    for (size_t i = 0; i < rank; ++i) {
      if (element && !llvm::isa<Range>(element->subscripts[i])) {
        subscripts.push_back(element->subscripts[i]);
        continue;
      }
      const Axis &axis = (*axes)[next];
      if (index[next] >= axis.extent)
        return fail(e);
      subscripts.push_back(b.constant(b.integer(Language::Fortran), axis.lower + index[next++] * axis.stride));
    }
    return program.exprs.make<Element>(e->type->scalar(), element ? element->base : e, subscripts, e->location);
  }

  const Expr *productAt(const Intrinsic &e, const Index &index) {
    auto x = extents(e.arguments[0]), y = extents(e.arguments[1]);
    if (!x || !y || !ofProduct(e) || x->back() == 0)
      return fail(&e);
    Index left(index.begin(), index.begin() + (x->size() - 1)), right(index.begin() + (x->size() - 1), index.end());
    left.push_back(0);
    right.insert(right.begin(), 0);
    const Expr *out = nullptr;
    for (int64_t k = 0; k < x->back(); ++k) {
      left.back() = right.front() = k;
      const Expr *term = times(at(e.arguments[0], left), at(e.arguments[1], right), e.type);
      out = out ? b.binary(BinaryOp::Add, out, term) : term;
    }
    return out;
  }

  Program &program;
  Procedure &procedure;
  Builder b;
  size_t limit, count = 0;
  // Of the statement at hand
  bool failed = false;
  std::map<const Expr *, const Expr *> held; ///< numbers in it, the variables that have them
  Block before;
};

} // namespace

void expandArrays(Program &program, Procedure &procedure, size_t limit) {
  if (procedure.language == Language::Fortran)
    Expansion(program, procedure, limit).block(procedure.body);
}

} // namespace costate::transform
