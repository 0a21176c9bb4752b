#include "transform/UnrollShortLoops.h"

#include "ir/Constants.h"
#include "ir/MapExpressions.h"
#include "transform/FoldConstants.h"
#include "transform/UnrollLoops.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

class ShortLoops {
public:
  ShortLoops(Program &program, Procedure &p) : program(program), p(p), b(program) { findNames(p.body, {}); }

  bool run() {
    block(p.body);
    return any;
  }

private:
  static constexpr int64_t mostTrips = 4, mostElements = 16;
  static constexpr size_t mostStatements = 16; ///< that a loop becomes

  Program &program;
  Procedure &p;
  Builder b;
  bool any = false;
  std::set<const Symbol *> named;     ///< outside of loops over them
  std::set<const Symbol *> addressed; ///< have a pointer to them, or are passed by reference

  // ---- Counters ------------------------------------------------------------------------------------------

  void findNames(const Block &block, const std::set<const Symbol *> &counters) {
    for (const StmtPtr &s : block) {
      auto *loop = llvm::dyn_cast<For>(s.get());
      bool passes = !llvm::isa<Assign, If, For, While>(s.get());
      for (const Expr *e : expressions(*s))
        forEach(e, [&](const Expr *x) {
          if (auto *v = llvm::dyn_cast<Variable>(x)) {
            if (passes)
              addressed.insert(v->symbol);
            if (!counters.count(v->symbol) && !(loop && v->symbol == loop->variable))
              named.insert(v->symbol);
          }
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            addressed.insert(rootVariable(address->place));
        });
      std::set<const Symbol *> inside = counters;
      if (loop)
        inside.insert(loop->variable);
      for (const Block *inner : blocks(std::as_const(*s)))
        findNames(*inner, inside);
    }
  }

  bool isCounter(const Symbol *s) const {
    return s->storage == Storage::Local && s->owner == &p && !s->overlay && !s->target && !s->isVolatile && !s->initial &&
           s->type->isInteger() && !addressed.count(s);
  }

  // ---- Loops ---------------------------------------------------------------------------------------------

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      auto *loop = llvm::dyn_cast<For>(s.get());
      if (!loop || !unrolled(*loop, out))
        out.push_back(std::move(s));
    }
    statements = std::move(out);
  }

  bool unrolled(const For &loop, Block &out) {
    auto lower = constantValue(loop.lower), bound = constantValue(loop.bound), step = loop.step ? constantValue(loop.step) : 1;
    if (!lower || !bound || !step || !isCounter(loop.variable) || loop.concurrent || hasDirective(loop))
      return false;
    auto trips = constantTrips(loop, *lower, *bound, *step);
    if (!trips || *trips < 2 || *trips > mostTrips || loop.body.size() * *trips > mostStatements || !isSimple(loop.body) ||
        !namesSmallArray(loop))
      return false;
    KnownValues values;
    FoldConstants fold(program, p.language, values);
    for (int64_t k = 0; k < *trips; ++k) {
      values[loop.variable] = b.constant(loop.variable->type->strip(), *lower + k * *step, loop.location);
      for (const StmtPtr &s : loop.body) {
        auto &assign = llvm::cast<Assign>(*s);
        auto one = std::make_unique<Assign>(fold.place(assign.place), fold(assign.value), assign.location);
        one->comments = k == 0 ? assign.comments : std::vector<std::string>();
        out.push_back(std::move(one));
      }
    }
    if (named.count(loop.variable))
      out.push_back(b.assign(loop.variable, b.constant(loop.variable->type->strip(), *lower + *trips * *step, loop.location),
                             loop.location));
    return any = true;
  }

  static bool hasDirective(const Stmt &s) {
    return llvm::any_of(s.comments, [](const std::string &c) {
      return !c.empty() && (c.front() == '$' || c.front() == '#' || c.find('$') != std::string::npos);
    });
  }

  static bool isSimple(const Block &body) {
    return !body.empty() && llvm::all_of(body, [](const StmtPtr &s) {
      auto *assign = llvm::dyn_cast<Assign>(s.get());
      const Type *type = assign && !assign->mask ? assign->place->type->strip() : nullptr;
      return type && !hasDirective(*s) && (type->isReal() || type->isComplex() || type->isInteger());
    });
  }

  /// An element of a local array of a few real numbers, by a subscript with the counter.
  bool namesSmallArray(const For &loop) const {
    bool found = false;
    for (const StmtPtr &s : loop.body)
      for (const Expr *e : expressions(*s))
        forEach(e, [&](const Expr *x) {
          auto *element = llvm::dyn_cast<Element>(x);
          auto *array = element ? llvm::dyn_cast<Variable>(element->base) : nullptr;
          found |= array && array->symbol->storage == Storage::Local && isSmall(array->type) &&
                   llvm::any_of(element->subscripts, [&](const Expr *i) { return names(i, loop.variable); });
        });
    return found;
  }
  static bool names(const Expr *e, const Symbol *s) {
    bool found = false;
    forEach(e, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      found |= v && v->symbol == s;
    });
    return found;
  }
  static bool isSmall(const Type *type) {
    auto *array = llvm::dyn_cast<ArrayType>(type->strip());
    if (!array || !array->scalar()->strip()->isReal())
      return false;
    int64_t elements = 1;
    for (const Dimension &d : array->dimensions) {
      auto extent = d.extent ? constantValue(d.extent) : std::nullopt;
      if (!extent && d.upper)
        if (auto low = d.lower ? constantValue(d.lower) : 1, high = constantValue(d.upper); low && high)
          extent = *high - *low + 1;
      if (!extent || *extent > mostElements)
        return false;
      elements *= *extent;
    }
    return elements <= mostElements;
  }
};

} // namespace

bool unrollShortLoops(Program &program, Procedure &p) { return ShortLoops(program, p).run(); }

} // namespace costate::transform
