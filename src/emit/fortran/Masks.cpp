#include "emit/fortran/Masks.h"

namespace costate::emit::fortran {

using namespace ir;

namespace {

/// No assignment of a construct may change what the mask reads, were it evaluated again.
bool disturbs(const Assign &s, const Expr *mask) {
  Symbol *written = rootVariable(s.place);
  bool found = false;
  forEach(mask, [&](const Expr *e) {
    if (auto *v = llvm::dyn_cast<Variable>(e))
      found = found || !written || v->symbol == written;
  });
  return found;
}

bool isNegation(const Expr *e, const Expr *of) {
  auto *n = llvm::dyn_cast<Unary>(e);
  return n && n->op == UnaryOp::Not && equal(n->operand, of);
}

const Assign *maskedAssign(const Stmt *s) {
  auto *assign = llvm::dyn_cast<Assign>(s);
  return assign && assign->mask ? assign : nullptr;
}

const Symbol *temporaryOf(const Expr *e) {
  auto *v = llvm::dyn_cast<Variable>(e);
  return v && v->symbol->temporary ? v->symbol : nullptr;
}

/// Counts the temporaries a statement names, without what is inside it.
void countUses(const Stmt &s, std::map<const Symbol *, size_t> &uses) {
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (const Symbol *t = temporaryOf(x))
        ++uses[t];
    });
}

/// `m = value` for a temporary array m.
const Assign *maskDefinition(const Stmt *s) {
  auto *assign = llvm::dyn_cast<Assign>(s);
  const Symbol *t = assign && !assign->mask ? temporaryOf(assign->place) : nullptr;
  return t && t->type->isArray() && t->type->scalar()->isLogical() ? assign : nullptr;
}

/// Reads a construct off a list of statements.
class ConstructMatcher {
public:
  ConstructMatcher(const std::vector<const Stmt *> &list, size_t first) : next(first), list(list) {}

  bool match() {
    const Assign *mask = definition();
    if (!mask)
      return false;
    const Symbol *applies = temporaryOf(mask->place);
    branch(mask, [&](const Expr *m) { return temporaryOf(m) == applies; });
    Pending pending{nullptr, applies};
    while (maskedElsewhere(pending)) {
    }
    lastElsewhere(pending);
    return assignments != 0;
  }

  WhereConstruct construct;
  std::vector<const Assign *> definitions;
  size_t next;

private:
  /// Where no branch so far has applied: `before and not applied`.
  struct Pending {
    const Symbol *before, *applied;
    bool is(const Expr *e) const {
      if (auto *both = llvm::dyn_cast<Binary>(e); both && before)
        return both->op == BinaryOp::And && temporaryOf(both->left) == before &&
               isNot(both->right);
      return !before && isNot(e);
    }
    bool isNot(const Expr *e) const {
      auto *n = llvm::dyn_cast<Unary>(e);
      return n && n->op == UnaryOp::Not && temporaryOf(n->operand) == applied;
    }
  };

  const Assign *definition() {
    const Assign *found = next < list.size() ? maskDefinition(list[next]) : nullptr;
    if (found) {
      definitions.push_back(found);
      ++next;
    }
    return found;
  }

  template <typename Applies> void branch(const Assign *mask, Applies applies) {
    construct.push_back({mask, {}});
    for (; next < list.size() && maskedAssign(list[next]); ++next, ++assignments) {
      if (!applies(maskedAssign(list[next])->mask))
        return;
      construct.back().body.push_back(list[next]);
    }
  }

  bool maskedElsewhere(Pending &pending) {
    size_t start = next, known = definitions.size();
    const Assign *rest = definition();
    const Assign *own = rest && pending.is(rest->value) ? definition() : nullptr;
    if (!own) {
      next = start;
      definitions.resize(known);
      return false;
    }
    pending = {temporaryOf(rest->place), temporaryOf(own->place)};
    branch(own, [&](const Expr *m) {
      auto *both = llvm::dyn_cast<Binary>(m);
      return both && both->op == BinaryOp::And && temporaryOf(both->left) == pending.before &&
             temporaryOf(both->right) == pending.applied;
    });
    return true;
  }

  void lastElsewhere(const Pending &pending) {
    size_t start = next, known = definitions.size();
    const Assign *rest = definition();
    const Symbol *saved = rest && pending.is(rest->value) ? temporaryOf(rest->place) : nullptr;
    if (!saved) {
      next = start;
      definitions.resize(known);
    }
    branch(nullptr, [&](const Expr *m) {
      return saved ? temporaryOf(m) == saved : pending.is(m);
    });
    if (!construct.back().body.empty())
      return;
    construct.pop_back();
    next = start;
    definitions.resize(known);
  }

  const std::vector<const Stmt *> &list;
  size_t assignments = 0;
};

} // namespace

MaskedRun maskedRun(const std::vector<const Stmt *> &list, size_t first) {
  const Expr *mask = maskedAssign(list[first])->mask;
  bool disturbed = false;
  auto runEnd = [&](size_t from, bool negated) {
    size_t end = from;
    while (end < list.size() && !disturbed) {
      const Assign *next = maskedAssign(list[end]);
      if (!next || !(negated ? isNegation(next->mask, mask) : equal(next->mask, mask)))
        break;
      disturbed = disturbs(*next, mask);
      ++end;
    }
    return end;
  };
  size_t end = runEnd(first, false);
  return {first, end, runEnd(end, true)};
}

Masks::Masks(const Procedure &p, const Unhoisted &unhoisted) : unhoisted(unhoisted) {
  Uses uses;
  bool any = false;
  forEachStmt(p.body, [&](const Stmt &s) { any = any || maskedAssign(&s); });
  if (!any)
    return;
  forEachStmt(p.body, [&](const Stmt &s) { countUses(s, uses); });
  find(p.body, uses);
}

void Masks::find(const Block &block, const Uses &uses) {
  std::vector<const Stmt *> visible = unhoisted.printed(block), list;
  std::set<const Stmt *> seen(visible.begin(), visible.end());
  for (const StmtPtr &s : block)
    if (seen.count(s.get()) || maskDefinition(s.get()))
      list.push_back(s.get());
  for (size_t i = 0; i < list.size();) {
    for (const Block *inner : blocks(*list[i]))
      find(*inner, uses);
    size_t end = findConstruct(list, i, uses);
    i = std::max(end, i + 1);
  }
}

/// Remembers the construct from `first` on, if there is one, and gives the index after it.
size_t Masks::findConstruct(const std::vector<const Stmt *> &list, size_t first, const Uses &uses) {
  ConstructMatcher matcher(list, first);
  if (!matcher.match())
    return first;
  Uses inside;
  for (size_t i = first; i < matcher.next; ++i)
    countUses(*list[i], inside);
  for (const Assign *d : matcher.definitions)
    if (inside.at(temporaryOf(d->place)) != uses.at(temporaryOf(d->place)))
      return first;
  for (const Assign *d : matcher.definitions) {
    temporaries.insert(temporaryOf(d->place));
    hidden.insert(d);
  }
  for (const WhereBranch &branch : matcher.construct)
    if (!branch.body.empty()) {
      constructs[branch.body.front()] = std::move(matcher.construct);
      break;
    }
  return matcher.next;
}

std::vector<const Stmt *> Masks::printed(const Block &block) const {
  std::vector<const Stmt *> out;
  for (const Stmt *s : unhoisted.printed(block))
    if (!hidden.count(s))
      out.push_back(s);
  return out;
}

const WhereConstruct *Masks::construct(const Stmt *first) const {
  auto found = constructs.find(first);
  return found == constructs.end() ? nullptr : &found->second;
}

} // namespace costate::emit::fortran
