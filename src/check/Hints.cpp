#include "check/Hints.h"

namespace costate::check {

using namespace ir;

namespace {

class Reading {
public:
  Hints run(const Procedure &p) {
    read(p);
    Hints out;
    for (const Symbol *s : p.parameters) {
      if (hints.sizes.count(s))
        out.sizes.insert(s);
      if (auto found = hints.texts.find(s); found != hints.texts.end())
        out.texts.insert(*found);
      if (auto found = hints.integers.find(s); found != hints.integers.end())
        out.integers.insert(*found);
    }
    return out;
  }

private:
  Hints hints;
  std::set<const Procedure *> begun;

  void read(const Procedure &p) {
    if (!begun.insert(&p).second)
      return;
    for (const Symbol *s : p.parameters) {
      sizesOfType(s->type);
      if (s->writtenArray)
        sizesOfType(s->writtenArray);
    }
    forEachStmt(p.body, [&](const Stmt &s) { statement(s); });
    // `m = n - 1` before a loop up to m, whatever the order of the text
    for (bool changed = true; changed;) {
      size_t before = hints.sizes.size();
      forEachStmt(p.body, [&](const Stmt &s) { throughAssignment(s); });
      changed = hints.sizes.size() != before;
    }
  }

  void statement(const Stmt &s) {
    if (auto *loop = llvm::dyn_cast<For>(&s)) {
      size(loop->lower);
      size(loop->bound);
    }
    if (auto *loop = llvm::dyn_cast<While>(&s))
      comparedSizes(loop->condition);
    if (auto *call = llvm::dyn_cast<Call>(&s))
      throughCall(*call);
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) { comparison(x); });
  }

  void sizesOfType(const Type *type) {
    type = type->strip();
    if (auto *pointer = llvm::dyn_cast<PointerType>(type))
      return sizesOfType(pointer->pointee);
    if (auto *array = llvm::dyn_cast<ArrayType>(type))
      for (const Dimension &d : array->dimensions)
        for (const Expr *e : {d.upper, d.extent})
          if (e)
            forEach(e, [&](const Expr *x) {
              if (auto *v = llvm::dyn_cast<Variable>(x))
                hints.sizes.insert(v->symbol);
            });
  }

  /// The variables whose growth makes the expression grow one for one; a factor is a stride.
  void size(const Expr *e) {
    if (!e)
      return;
    if (auto *v = llvm::dyn_cast<Variable>(e))
      hints.sizes.insert(v->symbol);
    else if (auto *d = llvm::dyn_cast<Dereference>(e))
      size(d->offset ? nullptr : d->pointer);
    else if (auto *c = llvm::dyn_cast<Convert>(e))
      size(c->operand);
    else if (auto *x = llvm::dyn_cast<Binary>(e);
             x && (x->op == BinaryOp::Add || x->op == BinaryOp::Subtract ||
                   x->op == BinaryOp::Divide)) {
      if (llvm::isa<IntegerConstant>(x->right)) // `j + kl` tells a width, not a size
        size(x->left);
    } else if (auto *f = llvm::dyn_cast<Intrinsic>(e); f && (f->name == "min" || f->name == "max"))
      for (const Expr *argument : f->arguments)
        size(argument);
  }

  void comparedSizes(const Expr *condition) {
    forEach(condition, [&](const Expr *x) {
      auto *c = llvm::dyn_cast<Binary>(x);
      if (c && c->op >= BinaryOp::Less && c->op <= BinaryOp::GreaterEqual) {
        size(c->left);
        size(c->right);
      }
    });
  }

  void throughAssignment(const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *to = assign ? llvm::dyn_cast<Variable>(assign->place) : nullptr;
    if (to && to->symbol->type->isInteger() && hints.sizes.count(to->symbol))
      size(assign->value);
  }

  void throughCall(const Call &call) {
    for (const Argument &a : call.arguments)
      if (auto *flag = a.value ? llvm::dyn_cast<Variable>(a.value) : nullptr)
        for (const Argument &other : call.arguments) // lsame(uplo, 'U')
          if (other.value)
            if (auto *text = llvm::dyn_cast<StringConstant>(other.value);
                text && flag->symbol->type->isCharacter())
              hints.texts.try_emplace(flag->symbol, text->text);
    const Procedure *callee = call.callee ? call.callee->procedure : nullptr;
    if (!callee || !callee->hasBody)
      return;
    read(*callee);
    for (size_t i = 0; i < call.arguments.size() && i < callee->parameters.size(); ++i) {
      const Symbol *p = callee->parameters[i];
      const Expr *value = call.arguments[i].value;
      if (!value)
        continue;
      if (p->type->isInteger() && hints.sizes.count(p))
        size(value);
      auto *v = llvm::dyn_cast<Variable>(value);
      if (auto found = hints.texts.find(p); v && found != hints.texts.end())
        hints.texts.try_emplace(v->symbol, found->second);
      if (auto found = hints.integers.find(p); v && found != hints.integers.end())
        hints.integers.try_emplace(v->symbol, found->second);
    }
  }

  static const Expr *unconverted(const Expr *e) {
    while (auto *c = llvm::dyn_cast<Convert>(e))
      e = c->operand;
    return e;
  }

  void comparison(const Expr *e) {
    auto *c = llvm::dyn_cast<Binary>(e);
    if (!c || c->op != BinaryOp::Equal)
      return;
    for (auto [one, other] : {std::pair(c->left, c->right), std::pair(c->right, c->left)}) {
      auto *v = llvm::dyn_cast<Variable>(unconverted(one));
      if (!v)
        continue;
      const Expr *value = unconverted(other);
      if (auto *text = llvm::dyn_cast<StringConstant>(value); text && v->symbol->type->isCharacter())
        hints.texts.try_emplace(v->symbol, text->text);
      auto *number = llvm::dyn_cast<IntegerConstant>(value);
      auto *type = llvm::dyn_cast<IntegerType>(v->symbol->type->strip());
      if (number && type && type->bytes == 1)
        hints.integers.try_emplace(v->symbol, number->value);
    }
  }
};

} // namespace

Hints hintsFor(const Procedure &p) { return Reading().run(p); }

} // namespace costate::check
