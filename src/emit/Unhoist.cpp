#include "emit/Unhoist.h"

#include "emit/TestedLoop.h"

#include <algorithm>
#include <optional>

namespace costate::emit {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// How often a temporary is read and written.
struct Occurrences {
  unsigned reads = 0, writes = 0;
  bool operator==(const Occurrences &) const = default;
};

using Census = std::map<const Symbol *, Occurrences>;
using Symbols = std::vector<const Symbol *>;

const Symbol *temporaryOf(const Expr *e) {
  auto *v = e ? dyn_cast<Variable>(e) : nullptr;
  return v && v->symbol->temporary && v->symbol->storage == Storage::Local ? v->symbol : nullptr;
}

void countReads(const Expr *e, Census &census) {
  forEach(e, [&](const Expr *x) {
    if (const Symbol *t = temporaryOf(x))
      ++census[t].reads;
  });
}

void countWrite(const Expr *place, Census &census) {
  if (const Symbol *t = temporaryOf(place))
    ++census[t].writes;
  else
    countReads(place, census);
}

/// The places that Allocate and Opaque write count as reads no pattern accounts for, which keeps
/// the temporary.
void countStatement(const Stmt &s, Census &census) {
  if (auto *assign = dyn_cast<Assign>(&s)) {
    countReads(assign->mask, census);
    countReads(assign->value, census);
    countWrite(assign->place, census);
  } else if (auto *call = dyn_cast<Call>(&s)) {
    countReads(call->pointer, census);
    for (const Argument &a : call->arguments)
      countReads(a.value, census);
    countWrite(call->result, census);
  } else {
    for (const Expr *e : expressions(s))
      countReads(e, census);
    if (auto *loop = dyn_cast<For>(&s))
      ++census[loop->variable].writes;
  }
}

void countBounds(const Type *type, Census &census) {
  if (!type)
    return;
  if (auto *array = dyn_cast<ArrayType>(type->strip()))
    for (const Dimension &d : array->dimensions)
      for (const Expr *e : {d.lower, d.upper, d.extent})
        countReads(e, census);
  if (auto *text = dyn_cast<CharacterType>(type->scalar()->strip()))
    countReads(text->length, census);
}

Census takeCensus(const Procedure &procedure) {
  Census census;
  forEachStmt(procedure.body, [&](const Stmt &s) { countStatement(s, census); });
  for (const auto &symbol : procedure.scope.symbols) {
    countBounds(symbol->type, census);
    countReads(symbol->initial, census);
  }
  return census;
}

/// The temporaries an expression reads from left to right, where rules (3) and (6) let a call take
/// their place.
class OrderedReads {
public:
  explicit OrderedReads(Language language) : language(language) {}

  Symbols ofValue(const Expr *e) {
    Symbols out;
    collect(e, out, false);
    return out;
  }

  /// Of the subscripts and pointers of a written place.
  Symbols ofPlace(const Expr *place) {
    Symbols out;
    collect(place, out, true);
    return out;
  }

private:
  /// `asBase`: the expression must be a designator.
  void collect(const Expr *e, Symbols &out, bool asBase) {
    if (!e)
      return;
    if (const Symbol *t = temporaryOf(e)) {
      if (!asBase)
        out.push_back(t);
      return;
    }
    bool fortran = language == Language::Fortran;
    switch (e->kind()) {
    case ExprKind::AddressOf:
      return collect(cast<AddressOf>(e)->place, out, true);
    case ExprKind::Field:
      return collect(cast<Field>(e)->base, out, asBase || fortran);
    case ExprKind::Dereference: {
      auto *d = cast<Dereference>(e);
      collect(d->pointer, out, fortran && asBase);
      return collect(d->offset, out, false);
    }
    case ExprKind::Element:
      collect(cast<Element>(e)->base, out, true);
      for (const Expr *s : cast<Element>(e)->subscripts)
        collect(s, out, false);
      return;
    case ExprKind::Substring:
      collect(cast<Substring>(e)->base, out, true);
      collect(cast<Substring>(e)->lower, out, false);
      return collect(cast<Substring>(e)->upper, out, false);
    case ExprKind::ComplexPart:
      return collect(cast<ComplexPart>(e)->base, out, true);
    case ExprKind::Conditional:
      return collect(cast<Conditional>(e)->condition, out, false);
    case ExprKind::ImpliedDo:
      return;
    case ExprKind::Binary:
      collect(cast<Binary>(e)->left, out, false);
      if (auto op = cast<Binary>(e)->op; op != BinaryOp::And && op != BinaryOp::Or)
        collect(cast<Binary>(e)->right, out, false);
      return;
    default:
      for (const Expr *operand : operands(e))
        collect(operand, out, false);
    }
  }

  Language language;
};

void append(Symbols &to, const Symbols &from) { to.insert(to.end(), from.begin(), from.end()); }

/// A temporary on its way to the statement that reads it.
struct Item {
  const Symbol *temp = nullptr;
  const Folded *tree = nullptr;
  bool complete = false; ///< false: `t = A`, which is folded only as part of (4) or (5)
  Occurrences eaten;     ///< occurrences of `temp` in `own`
  std::vector<const Stmt *> own;
  struct Use;
  std::vector<Use> absorbed; ///< items folded into `own`
  std::vector<Item> inner;   ///< what the branches of an If in `own` fold to
};

struct Item::Use {
  Item item;
  const Stmt *at;
};

} // namespace

/// Walks the blocks of a procedure with a list of pending items: foldable statements that directly
/// precede the current one, in order.
class Folder {
public:
  Folder(const Procedure &p, Unhoisted &out, const std::set<const Symbol *> &rejected)
      : language(p.language), reads(p.language), out(out), rejected(rejected) {}

  void foldBlock(const Block &block) {
    Pending pending;
    for (const StmtPtr &s : block)
      step(*s, pending);
    discardAll(pending);
  }

  Census eaten;

private:
  using Pending = std::vector<Item>;

  const Symbol *candidate(const Expr *place) const {
    const Symbol *t = temporaryOf(place);
    return t && !rejected.count(t) ? t : nullptr;
  }

  Folded *node(Folded::Kind kind, const Stmt *at = nullptr) {
    Folded &n = out.nodes.emplace_back();
    n.kind = kind;
    n.at = at;
    return &n;
  }

  const Folded *valueNode(const Expr *value, const Stmt &at) {
    Folded *n = node(Folded::Kind::Value, &at);
    n->value = value;
    return n;
  }

  /// The temporaries a statement reads, once for each order its parts may be evaluated in.
  std::vector<Symbols> orders(const Stmt &s) {
    Symbols all;
    auto value = [&](const Expr *e) { append(all, reads.ofValue(e)); };
    switch (s.kind()) {
    case StmtKind::Assign: {
      auto &x = cast<Assign>(s);
      value(x.mask);
      value(x.value);
      return bothWays(all, reads.ofPlace(x.place));
    }
    case StmtKind::Call: {
      auto &x = cast<Call>(s);
      value(x.pointer);
      for (const Argument &a : x.arguments)
        value(a.value);
      return bothWays(all, reads.ofPlace(x.result));
    }
    case StmtKind::For:
      value(cast<For>(s).lower);
      if (language == Language::Fortran) {
        value(cast<For>(s).bound);
        value(cast<For>(s).step);
      }
      return {all};
    case StmtKind::While:
    case StmtKind::Loop:
      return {all};
    case StmtKind::Opaque:
      for (const OpaquePiece &piece : cast<Opaque>(s).pieces)
        if (piece.value)
          append(all, piece.effect == OpaquePiece::Effect::Reads ? reads.ofValue(piece.value)
                                                                 : reads.ofPlace(piece.value));
      return {all};
    default:
      for (const Expr *e : expressions(s))
        value(e);
      return {all};
    }
  }

  static std::vector<Symbols> bothWays(const Symbols &value, const Symbols &place) {
    Symbols first = value, second = place;
    append(first, place);
    append(second, value);
    return {first, second};
  }

  /// Removes from the end of `pending` the longest run whose temporaries `s` reads in that order:
  /// rule (2).
  std::vector<Item::Use> take(Pending &pending, const std::vector<Symbols> &orders, const Stmt &s) {
    size_t best = pending.size();
    for (const Symbols &order : orders)
      best = std::min(best, startOfMatch(pending, order));
    std::vector<Item::Use> used;
    for (size_t i = best; i < pending.size(); ++i)
      used.push_back({std::move(pending[i]), &s});
    pending.resize(best);
    return used;
  }

  static size_t startOfMatch(const Pending &pending, const Symbols &order) {
    size_t start = pending.size(), position = order.size();
    while (start > 0 && pending[start - 1].complete) {
      auto begin = order.rend() - position;
      auto found = std::find(begin, order.rend(), pending[start - 1].temp);
      if (found == order.rend())
        break;
      position = order.rend() - found - 1;
      --start;
    }
    return start;
  }

  void step(const Stmt &s, Pending &pending) {
    if (auto *branch = dyn_cast<If>(&s); branch && foldIf(*branch, pending))
      return;
    if (pushDefinition(s, pending))
      return;
    std::vector<Item::Use> used = take(pending, orders(s), s);
    discardAll(pending);
    commitAll(used, s);
    if (TestedLoop loop(s); loop) {
      foldHead(*loop.head, loop.condition, s);
      foldBlock(*loop.body);
      return;
    }
    for (const Block *inner : blocks(s))
      foldBlock(*inner);
  }

  /// What a loop's head computes last may be part of its condition.
  void foldHead(const Block &head, const Expr *condition, const Stmt &loop) {
    Pending pending;
    for (const StmtPtr &s : head)
      step(*s, pending);
    commitAll(take(pending, {reads.ofValue(condition)}, loop), loop);
    discardAll(pending);
  }

  /// `t = f(...)` and `t = A` become pending.
  bool pushDefinition(const Stmt &s, Pending &pending) {
    Item item;
    if (auto *call = dyn_cast<Call>(&s)) {
      item.temp = candidate(call->result);
      item.complete = true;
    } else if (auto *assign = dyn_cast<Assign>(&s); assign && !assign->mask) {
      item.temp = candidate(assign->place);
    }
    if (!item.temp)
      return false;
    item.absorbed = take(pending, orders(s), s);
    if (item.complete) {
      Folded *n = node(Folded::Kind::Call, &s);
      n->call = cast<Call>(&s);
      item.tree = n;
    } else {
      item.tree = valueNode(cast<Assign>(s).value, s);
    }
    item.own = {&s};
    item.eaten.writes = 1;
    pending.push_back(std::move(item));
    return true;
  }

  bool foldIf(const If &s, Pending &pending) {
    return foldShortCircuit(s, pending) || (language == Language::C && foldConditional(s, pending));
  }

  /// Rule (4).
  bool foldShortCircuit(const If &s, Pending &pending) {
    if (!s.elseBlock.empty() || pending.empty())
      return false;
    const Expr *tested = s.condition;
    auto kind = Folded::Kind::And;
    if (auto *unary = dyn_cast<Unary>(tested); unary && unary->op == UnaryOp::Not) {
      tested = unary->operand;
      kind = Folded::Kind::Or;
    }
    const Symbol *t = candidate(tested);
    if (!t || pending.back().temp != t)
      return false;
    std::optional<Item> branch = foldWhole(s.thenBlock, t);
    if (!branch)
      return false;
    Item &item = pending.back();
    Folded *n = node(kind);
    n->left = item.tree;
    n->right = branch->tree;
    item.tree = n;
    item.complete = true;
    ++item.eaten.reads;
    item.own.push_back(&s);
    item.inner.push_back(std::move(*branch));
    return true;
  }

  /// Rule (5).
  bool foldConditional(const If &s, Pending &pending) {
    if (s.thenBlock.empty() || s.elseBlock.empty())
      return false;
    const Symbol *t = definedLast(s.thenBlock);
    if (!t || t != definedLast(s.elseBlock))
      return false;
    std::optional<Item> whenTrue = foldWhole(s.thenBlock, t);
    std::optional<Item> whenFalse = whenTrue ? foldWhole(s.elseBlock, t) : std::nullopt;
    if (!whenFalse)
      return false;
    Item item;
    item.temp = t;
    item.complete = true;
    item.own = {&s};
    item.absorbed = take(pending, {reads.ofValue(s.condition)}, s);
    Folded *n = node(Folded::Kind::Conditional);
    n->condition = valueNode(s.condition, s);
    n->left = whenTrue->tree;
    n->right = whenFalse->tree;
    item.tree = n;
    item.inner.push_back(std::move(*whenTrue));
    item.inner.push_back(std::move(*whenFalse));
    pending.push_back(std::move(item));
    return true;
  }

  /// The temporary that the last statement of a block, or the branches it ends with, define.
  const Symbol *definedLast(const Block &block) const {
    if (block.empty())
      return nullptr;
    const Stmt &last = *block.back();
    if (auto *call = dyn_cast<Call>(&last))
      return candidate(call->result);
    if (auto *assign = dyn_cast<Assign>(&last))
      return candidate(assign->place);
    if (auto *branch = dyn_cast<If>(&last))
      return definedLast(branch->thenBlock);
    return nullptr;
  }

  /// The one item for `t` that all statements of a block fold to. Commits nothing.
  std::optional<Item> foldWhole(const Block &block, const Symbol *t) {
    if (definedLast(block) != t)
      return std::nullopt;
    Pending pending;
    for (const StmtPtr &s : block) {
      auto *branch = dyn_cast<If>(s.get());
      if (!(branch && foldIf(*branch, pending)) && !pushDefinition(*s, pending))
        return std::nullopt;
    }
    if (pending.size() != 1 || pending.front().temp != t)
      return std::nullopt;
    return std::move(pending.front());
  }

  void commitAll(const std::vector<Item::Use> &uses, const Stmt &target) {
    for (const Item::Use &use : uses) {
      out.replacements[{use.at, use.item.temp}] = use.item.tree;
      ++eaten[use.item.temp].reads;
      vanish(use.item, target);
    }
  }

  /// The item's statements are printed as part of `target`.
  void vanish(const Item &item, const Stmt &target) {
    commitAll(item.absorbed, target);
    eaten[item.temp].reads += item.eaten.reads;
    eaten[item.temp].writes += item.eaten.writes;
    for (const Stmt *s : item.own) {
      out.skippedStatements.insert(s);
      std::vector<std::string> &comments = out.foldedComments[&target];
      comments.insert(comments.end(), s->comments.begin(), s->comments.end());
    }
    for (const Item &inner : item.inner)
      vanish(inner, target);
  }

  /// The items' statements stay; what they absorbed is printed in them.
  void discardAll(Pending &pending) {
    for (const Item &item : pending) {
      for (const Item::Use &use : item.absorbed)
        commitAll({use}, *use.at);
      for (const Stmt *s : item.own)
        for (const Block *inner : blocks(*s))
          foldBlock(*inner);
    }
    pending.clear();
  }

  Language language;
  OrderedReads reads;
  Unhoisted &out;
  const std::set<const Symbol *> &rejected;
};

/// A temporary some of whose occurrences fit no pattern is rejected, and the rest folded anew:
/// rule (1).
Unhoisted::Unhoisted(const Procedure &procedure) {
  const Census census = takeCensus(procedure);
  std::set<const Symbol *> rejected;
  for (;;) {
    *this = Unhoisted();
    Folder folder(procedure, *this, rejected);
    folder.foldBlock(procedure.body);
    size_t before = rejected.size();
    for (const auto &[symbol, occurrences] : folder.eaten) {
      if (occurrences == census.at(symbol))
        vanishedSymbols.insert(symbol);
      else
        rejected.insert(symbol);
    }
    if (rejected.size() == before)
      return;
  }
}

std::vector<const Stmt *> Unhoisted::printed(const Block &block) const {
  std::vector<const Stmt *> list;
  for (const StmtPtr &s : block)
    if (!skipped(*s))
      list.push_back(s.get());
  return list;
}

const Folded *Unhoisted::replacement(const Symbol *symbol, const Stmt *at) const {
  if (!symbol->temporary)
    return nullptr;
  auto found = replacements.find({at, symbol});
  return found == replacements.end() ? nullptr : found->second;
}

std::vector<std::string> Unhoisted::comments(const Stmt &s) const {
  std::vector<std::string> all;
  if (auto found = foldedComments.find(&s); found != foldedComments.end())
    all = found->second;
  all.insert(all.end(), s.comments.begin(), s.comments.end());
  return all;
}

void Unhoisted::walk(const Stmt &s, const ExprVisitor &onExpr, const CallVisitor &onCall) const {
  for (const Expr *e : expressions(s))
    walk(e, &s, onExpr, onCall);
}

void Unhoisted::walk(const Expr *e, const Stmt *at, const ExprVisitor &onExpr,
                     const CallVisitor &onCall) const {
  forEach(e, [&](const Expr *x) {
    auto *v = dyn_cast<Variable>(x);
    if (const Folded *folded = v ? replacement(v->symbol, at) : nullptr)
      walk(*folded, onExpr, onCall);
    else
      onExpr(x);
  });
}

void Unhoisted::walk(const Folded &folded, const ExprVisitor &onExpr,
                     const CallVisitor &onCall) const {
  if (folded.kind == Folded::Kind::Value)
    walk(folded.value, folded.at, onExpr, onCall);
  if (folded.kind == Folded::Kind::Call) {
    if (folded.call->pointer)
      walk(folded.call->pointer, folded.at, onExpr, onCall);
    for (const Argument &a : folded.call->arguments)
      walk(a.value, folded.at, onExpr, onCall);
    onCall(*folded.call);
  }
  for (const Folded *part : {folded.condition, folded.left, folded.right})
    if (part)
      walk(*part, onExpr, onCall);
}

} // namespace costate::emit
