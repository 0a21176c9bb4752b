#include "transform/SettledShapes.h"

#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "rules/Rules.h"
#include "transform/AdjointBody.h"
#include "transform/ArrayTemporaries.h"

#include <algorithm>
#include <functional>

namespace costate::transform {

using namespace ir;
using analysis::CellBits;

namespace {

/// A sum of terms with integer factors: enough to see that `n - 1 - 1` is `n - 2`.
class Sum {
public:
  explicit Sum(const Expr *e) { add(e, 1); }

  bool operator==(const Sum &other) const {
    return constant == other.constant && terms.size() == other.terms.size() &&
           std::all_of(terms.begin(), terms.end(), [&](auto &term) {
             return std::any_of(other.terms.begin(), other.terms.end(), [&](auto &x) {
               return term.second == x.second && equal(term.first, x.first);
             });
           });
  }

private:
  int64_t constant = 0;
  std::vector<std::pair<const Expr *, int64_t>> terms;

  void add(const Expr *e, int64_t factor) {
    auto *binary = llvm::dyn_cast<Binary>(e);
    if (auto *c = llvm::dyn_cast<IntegerConstant>(e)) {
      constant += factor * c->value;
    } else if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract)) {
      add(binary->left, factor);
      add(binary->right, binary->op == BinaryOp::Add ? factor : -factor);
    } else {
      auto known = std::find_if(terms.begin(), terms.end(), [&](auto &t) { return equal(t.first, e); });
      if (known == terms.end())
        known = terms.insert(known, {e, 0});
      known->second += factor;
      if (known->second == 0)
        terms.erase(known);
    }
  }
};

class Settler {
public:
  Settler(Program &program, Procedure &p, analysis::Memory &memory, analysis::EffectSummaries &effects)
      : b(program), p(p), temporaries(program, p), memory(memory), accesses(memory, effects) {
    CellBits later;
    changedFrom.resize(p.body.size() + 1);
    for (size_t i = p.body.size(); i-- > 0;) {
      later |= accesses.writes(&p, *p.body[i]);
      changedFrom[i] = later;
    }
  }

  void run() {
    makeTemporariesAutomatic();
    forEachStmt(p.body, [&](Stmt &s) { keepOwnShape(s); });
    find();
    forEachStmt(p.body, [&](Stmt &s) { refuse(s); });
    for (bool changed = true; changed;) { // the shape of one may be known from another
      changed = false;
      for (size_t i = 0; i < p.body.size(); ++i)
        changed |= check(i);
    }
    if (!born.empty())
      apply(p.body);
    settleParts(p.body, {});
  }

private:
  using Extents = std::optional<std::vector<const Expr *>>;
  struct Birth {
    size_t at; ///< in the body
    std::vector<Dimension> shape;
  };
  Builder b;
  Procedure &p;
  ArrayTemporaries temporaries;
  analysis::Memory &memory;
  analysis::Accesses accesses;
  std::vector<CellBits> changedFrom; ///< by statements of the body from this one on
  std::map<const Symbol *, Birth> born;

  // ---- Temporaries of the front end ---------------------------------------------------------------------

  void makeTemporariesAutomatic() {
    std::map<Symbol *, std::vector<const Stmt *>> definitions;
    forEachStmt(p.body, [&](const Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      auto *call = llvm::dyn_cast<Call>(&s);
      const Expr *place = assign ? assign->place : call ? call->result : nullptr;
      auto *v = place ? llvm::dyn_cast<Variable>(place) : nullptr;
      const Type *scalar = v ? v->type->scalar() : nullptr;
      if (v && v->symbol->temporary && v->symbol->allocatable && v->symbol->owner == &p &&
          v->type->isArray() && !scalar->isRecord() && !scalar->isCharacter() && !scalar->isPointer())
        definitions[v->symbol].push_back(&s);
    });
    for (auto &[s, all] : definitions) {
      auto *assign = llvm::dyn_cast<Assign>(all.front());
      Extents extents = assign ? temporaries.extentsAtEntry(assign->value)
                               : resultExtents(llvm::cast<Call>(*all.front()));
      if (all.size() != 1 || !extents)
        continue;
      std::vector<Dimension> shape;
      for (const Expr *extent : *extents)
        shape.push_back({Dimension::Form::Explicit, nullptr, extent, nullptr});
      s->type = b.program.types.array(s->type->scalar(), shape, false);
      s->allocatable = false;
    }
  }

  /// Of what a function returns to a call, where they are known on entry to the procedure that calls.
  Extents resultExtents(const Call &call) {
    const Procedure *target = call.callee ? call.callee->procedure : nullptr;
    const Symbol *result = target && target->language == Language::Fortran ? target->result : nullptr;
    auto *array = result && !result->allocatable && !target->elemental
                      ? llvm::dyn_cast<ArrayType>(result->type->strip()) : nullptr;
    if (!array)
      return std::nullopt;
    std::vector<const Expr *> out;
    for (const Dimension &d : array->dimensions) {
      if (d.form != Dimension::Form::Explicit || !d.upper)
        return std::nullopt;
      out.push_back(atCall(b.program.exprs, temporaries.length(d.lower, d.upper), *target, call));
      if (!temporaries.isFixed(out.back()))
        return std::nullopt;
    }
    return out;
  }

  /// `x = x**2` leaves any allocatable array, a dummy or a global too, with the shape it has.
  void keepOwnShape(Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *v = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
    if (v && v->symbol->allocatable && isPlainArray(*v->symbol) && isMadeOf(assign->value, v->symbol))
      assign->place = analysis::everyElement(b.program.exprs, v);
  }

  static bool isPlainArray(const Symbol &s) {
    const Type *scalar = s.type->scalar();
    return s.type->isArray() && !s.overlay && !s.polymorphic && !scalar->isRecord() &&
           !scalar->isCharacter() && !scalar->isPointer();
  }

  /// Whether it is computed element by element, from all of an array among others: operands conform.
  static bool isMadeOf(const Expr *value, const Symbol *array) {
    if (auto *v = llvm::dyn_cast<Variable>(value))
      return v->symbol == array;
    return isElementwise(value) && llvm::any_of(operands(value), [&](const Expr *operand) {
             return operand->type && operand->type->isArray() && isMadeOf(operand, array);
           });
  }

  static bool isElementwise(const Expr *value) {
    auto *function = llvm::dyn_cast<Intrinsic>(value);
    return llvm::isa<Unary, Binary, Convert>(value) ||
           (function && rules::isElemental(*function, Language::Fortran));
  }

  // ---- Candidates -----------------------------------------------------------------------------------

  void find() {
    for (size_t i = 0; i < p.body.size(); ++i) {
      auto *allocate = llvm::dyn_cast<Allocate>(p.body[i].get());
      if (!allocate || allocate->how != Allocate::How::Fortran || allocate->source || allocate->mold ||
          allocate->status)
        continue;
      for (const Allocation &a : allocate->objects)
        if (auto *v = llvm::dyn_cast<Variable>(a.place); v && mayBeSettled(*v->symbol, a))
          born[v->symbol] = {i, a.shape};
    }
  }

  bool mayBeSettled(const Symbol &s, const Allocation &a) const {
    return s.allocatable && s.storage == Storage::Local && s.owner == &p && isPlainArray(s) &&
           !a.shape.empty() && std::all_of(a.shape.begin(), a.shape.end(), [](const Dimension &d) { return d.upper; });
  }

  /// Strikes off what a statement allocates again, or lets others allocate.
  void refuse(const Stmt &s) {
    auto strike = [&](const Expr *e) {
      if (auto *v = e ? llvm::dyn_cast<Variable>(e) : nullptr)
        born.erase(v->symbol);
    };
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      for (const Allocation &a : allocate->objects) {
        auto *v = llvm::dyn_cast<Variable>(a.place);
        if (auto found = v ? born.find(v->symbol) : born.end();
            found != born.end() && p.body[found->second.at].get() != &s)
          born.erase(found);
      }
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      strike(call->result);
      Procedure *target = call->callee ? call->callee->procedure : nullptr;
      for (size_t i = 0; i < call->arguments.size(); ++i)
        if (!target || !target->hasBody || i >= target->parameters.size() ||
            target->parameters[i]->allocatable || !call->arguments[i].keyword.empty())
          strike(call->arguments[i].value);
    }
  }

  /// Whether something was struck off because of a statement of the body.
  bool check(size_t i) {
    bool changed = false;
    auto strike = [&](const Symbol *s) { changed |= born.erase(s) > 0; };
    auto check = [&](const Stmt &s) {
      if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
        auto *v = llvm::dyn_cast<Variable>(assign->place);
        if (auto found = v ? born.find(v->symbol) : born.end();
            found != born.end() &&
            (i <= found->second.at || !hasShape(assign->value, found->second)))
          strike(v->symbol);
      } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
        for (const Expr *place : free->places)
          if (const Symbol *root = rootVariable(place);
              &s != p.body[i].get() || free->status || isMentionedAfter(i, root))
            strike(root);
      }
    };
    check(*p.body[i]);
    for (const Block *inner : blocks(*p.body[i]))
      forEachStmt(*inner, check);
    return changed;
  }

  bool isMentionedAfter(size_t i, const Symbol *s) const {
    std::set<const Symbol *> named;
    while (++i < p.body.size())
      collectVariables(*p.body[i], named);
    return named.count(s);
  }

  // ---- Shapes -----------------------------------------------------------------------------------------

  /// Operands conform: it is enough to know the shape of one.
  bool hasShape(const Expr *value, const Birth &birth) {
    if (!value->type->isArray())
      return true;
    if (isElementwise(value)) {
      auto all = operands(value);
      return std::any_of(all.begin(), all.end(), [&](const Expr *operand) {
        return operand->type && operand->type->isArray() && hasShape(operand, birth);
      });
    }
    Extents found = extents(value, birth.at), own = lengths(birth.shape, birth.at);
    if (!found || !own || found->size() != own->size())
      return false;
    for (size_t k = 0; k < own->size(); ++k)
      if (!(Sum((*found)[k]) == Sum((*own)[k])))
        return false;
    return true;
  }

  /// Has one value from a statement of the body on.
  bool isStill(const Expr *e, size_t from) {
    return !e || !accesses.reads(&p, e).intersects(changedFrom[from]);
  }

  Extents lengths(const std::vector<Dimension> &shape, size_t from) {
    std::vector<const Expr *> out;
    for (const Dimension &d : shape) {
      if (!d.upper || !isStill(d.lower, from) || !isStill(d.upper, from))
        return std::nullopt;
      out.push_back(temporaries.length(d.lower, d.upper));
    }
    return out;
  }

  /// Those of a value computed after statement `from`, in terms that keep their value from there on.
  Extents extents(const Expr *e, size_t from) {
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return ofVariable(*v->symbol, from);
    auto *section = llvm::dyn_cast<Element>(e);
    return section ? ofSection(*section, from) : std::nullopt;
  }

  Extents ofVariable(const Symbol &s, size_t from) {
    if (auto found = born.find(&s); found != born.end())
      return lengths(found->second.shape, std::min(found->second.at, from));
    auto *array = llvm::dyn_cast<ArrayType>(s.type->strip());
    if (!array || s.owner != &p || s.allocatable)
      return std::nullopt;
    for (const Dimension &d : array->dimensions)
      if (d.form != Dimension::Form::Explicit)
        return std::nullopt;
    return lengths(array->dimensions, 0); // declared bounds are of the entry
  }

  Extents ofSection(const Element &e, size_t from) {
    auto *base = llvm::dyn_cast<Variable>(e.base);
    std::vector<const Expr *> out;
    for (size_t k = 0; k < e.subscripts.size(); ++k) {
      auto *range = llvm::dyn_cast<Range>(e.subscripts[k]);
      if (!range && !e.subscripts[k]->type->isArray())
        continue;
      if (!range || range->stride || !base)
        return std::nullopt;
      if (range->lower && range->upper) {
        if (!isStill(range->lower, from) || !isStill(range->upper, from))
          return std::nullopt;
        out.push_back(temporaries.length(range->lower, range->upper));
      } else if (Extents whole = ofVariable(*base->symbol, from);
                 whole && !range->lower && !range->upper) {
        out.push_back((*whole)[k]);
      } else {
        return std::nullopt;
      }
    }
    return out;
  }

  // ---- Components ---------------------------------------------------------------------------------------

  /// A component that has been allocated on the way to a statement, with bounds that are constants.
  struct Part {
    const Expr *place;
    std::vector<Dimension> shape;
    CellBits finders; ///< what its address is made of
  };
  using Parts = std::vector<Part>;

  /// Writes assignments of the very shape that a component has as `f(i)%a(:) = e`. What is known of components at the
  /// end of the block.
  Parts settleParts(Block &block, Parts known) {
    for (StmtPtr &s : block) {
      if (llvm::isa<For, While, Opaque>(s.get())) { // nothing is known of what comes around
        for (Block *inner : blocks(*s))
          settleParts(*inner, {});
        known.clear();
        continue;
      }
      if (auto *branch = llvm::dyn_cast<If>(s.get())) {
        Parts one = settleParts(branch->thenBlock, known), other = settleParts(branch->elseBlock, known);
        auto isIn = [](const Parts &parts, const Part &x) {
          return llvm::any_of(parts, [&](const Part &y) { return equal(x.place, y.place); });
        };
        std::erase_if(known, [&](const Part &x) { return !isIn(one, x) || !isIn(other, x); });
        continue;
      }
      if (auto *assign = llvm::dyn_cast<Assign>(s.get()); assign && !assign->mask)
        settle(assign->place, known, [&](const Birth &birth) { return hasShape(assign->value, birth); });
      else if (auto *call = llvm::dyn_cast<Call>(s.get()); call && call->result)
        settle(call->result, known, [&](const Birth &birth) { return resultHasShape(*call, birth); });
      std::erase_if(known, [&](const Part &x) { return mayMove(*s, x); });
      if (auto *allocate = llvm::dyn_cast<Allocate>(s.get()))
        addParts(*allocate, known);
    }
    return known;
  }

  void settle(const Expr *&place, const Parts &known, const std::function<bool(const Birth &)> &hasItsShape) {
    for (const Part &x : known)
      if (equal(x.place, place) && hasItsShape({p.body.size(), x.shape})) { // constants, whatever changes
        place = analysis::everyElement(b.program.exprs, place);
        return;
      }
  }

  bool resultHasShape(const Call &call, const Birth &birth) {
    Extents found = resultExtents(call), own = lengths(birth.shape, birth.at);
    if (!found || !own || found->size() != own->size())
      return false;
    for (size_t k = 0; k < own->size(); ++k)
      if (!(Sum((*found)[k]) == Sum((*own)[k])))
        return false;
    return true;
  }

  void addParts(const Allocate &s, Parts &known) {
    if (s.how != Allocate::How::Fortran || s.source || s.mold || s.status)
      return;
    for (const Allocation &a : s.objects) {
      const Symbol *root = analysis::isAllocatablePart(a.place) ? rootVariable(a.place) : nullptr;
      const Type *scalar = a.place->type->scalar();
      bool isPlain = a.place->type->isArray() && !scalar->isRecord() && !scalar->isCharacter() && !scalar->isPointer();
      bool isOwn = root && root->storage == Storage::Local && root->owner == &p && !root->target && !root->overlay &&
                   !root->polymorphic;
      bool isConstant = !a.shape.empty() && std::all_of(a.shape.begin(), a.shape.end(), [](const Dimension &d) {
        return d.upper && constantValue(d.upper) && (!d.lower || constantValue(d.lower));
      });
      if (isOwn && isPlain && isConstant)
        known.push_back({a.place, a.shape, accesses.addressReads(&p, a.place)});
    }
  }

  /// Whether a component may have another shape after a statement, or its name be that of another one.
  bool mayMove(const Stmt &s, const Part &x) {
    if (accesses.writes(&p, s).intersects(x.finders))
      return true;
    const Symbol *root = rootVariable(x.place);
    auto isShaped = [&](const Expr *place) { // all of an allocatable, or of a record, which may hold one
      return place && place->isPlace() && rootVariable(place) == root &&
             (analysis::isWholeAllocatable(place) || place->type->scalar()->isRecord());
    };
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return isShaped(assign->place);
    if (auto *free = llvm::dyn_cast<Free>(&s))
      return llvm::any_of(free->places, isShaped);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) // of others: none that is allocated can be so again
      return llvm::any_of(allocate->objects, [&](const Allocation &a) { return equal(a.place, x.place); });
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call)
      return false;
    const Procedure *target = call->callee ? call->callee->procedure : nullptr;
    bool moves = isShaped(call->result);
    for (size_t i = 0; i < call->arguments.size(); ++i) {
      bool isKnown = target && target->hasBody && i < target->parameters.size() && !target->parameters[i]->allocatable &&
                     call->arguments[i].keyword.empty();
      const Expr *value = call->arguments[i].value;
      moves |= isShaped(value) && (!isKnown || value->type->scalar()->isRecord());
    }
    return moves;
  }

  // ---- What it changes ----------------------------------------------------------------------------------

  void apply(Block &block) {
    for (size_t i = 0; i < block.size(); ++i) {
      Stmt &s = *block[i];
      for (Block *inner : blocks(s))
        apply(*inner);
      if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
        auto *v = llvm::dyn_cast<Variable>(assign->place);
        if (v && born.count(v->symbol))
          assign->place = analysis::everyElement(b.program.exprs, v);
      } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
        std::erase_if(free->places, [&](const Expr *place) { return born.count(rootVariable(place)); });
        if (free->places.empty())
          block.erase(block.begin() + i--);
      }
    }
  }
};

} // namespace

void settleShapes(Program &program, analysis::Memory &memory, analysis::EffectSummaries &effects) {
  for (auto &component : memory.bottomUp()) // of others nothing is known
    for (Procedure *p : component)
      if (p->language == Language::Fortran && p->hasBody)
        Settler(program, *p, memory, effects).run();
}

} // namespace costate::transform
