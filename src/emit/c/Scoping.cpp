#include "emit/c/Scoping.h"

#include "emit/Directives.h"
#include "emit/c/Uses.h"

#include <algorithm>
#include <tuple>

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using UseList = std::vector<Use>;

UseList::const_iterator firstUseFrom(const UseList &uses, int node) {
  return std::lower_bound(uses.begin(), uses.end(), node,
                          [](const Use &u, int n) { return u.node < n; });
}

/// Whether a variable may be read in some braces before it is written there: rule (1).
class Exposure {
public:
  Exposure(const Shape &shape, const UseList &uses) : shape(shape), uses(uses) {}

  bool isExposed(const Braces &braces) {
    exposed = false;
    walk(braces, false);
    return exposed;
  }

private:
  /// Returns whether the variable is surely written at the end, given that before.
  bool walk(const Braces &braces, bool written) {
    for (const Node &n : braces.nodes) {
      auto found = firstUseFrom(uses, n.index);
      if (found != uses.end() && found->node < shape.nodes[n.index].end)
        written = walk(n, written);
      else if (n.mayJump)
        jump(written, written);
      if (n.kind == Node::Kind::BreakUnless || n.kind == Node::Kind::Break)
        jump(written, true);
      if (n.kind == Node::Kind::Continue)
        jump(true, written);
    }
    return written || isTerminated(braces);
  }

  bool walk(const Node &n, bool written) {
    if (n.isLoop())
      return loop(n, written);
    written = header(n, written);
    if (n.kind == Node::Kind::If) {
      bool then = walk(n.body, written), otherwise = walk(n.otherwise, written);
      return then && otherwise;
    }
    return written;
  }

  void jump(bool atBreak, bool atContinue) {
    writtenAtBreak &= atBreak;
    writtenAtContinue &= atContinue;
  }

  /// What follows a loop follows its breaks, and its test where it has one; in a do-while, what
  /// precedes the test precedes a continue too.
  bool loop(const Node &n, bool written) {
    bool outerBreak = writtenAtBreak, outerContinue = writtenAtContinue;
    writtenAtBreak = writtenAtContinue = true;
    if (n.kind == Node::Kind::DoWhile) {
      written = walk(n.body, written) && writtenAtContinue;
      written = header(n, written);
    } else {
      written = header(n, written);
      walk(n.body, written);
    }
    bool after = n.kind == Node::Kind::Forever ? writtenAtBreak : written && writtenAtBreak;
    writtenAtBreak = outerBreak;
    writtenAtContinue = outerContinue;
    return after;
  }

  /// What the node itself does, apart from its braces.
  bool header(const Node &n, bool written) {
    auto found = firstUseFrom(uses, n.index);
    if (found == uses.end() || found->node != n.index)
      return written;
    exposed |= found->reads && !written;
    return written || found->writes;
  }

  const Shape &shape;
  const UseList &uses;
  bool exposed = false;
  bool writtenAtBreak = true, writtenAtContinue = true; ///< at each of the loop around
};

bool namesVariable(const Expr *e) {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = dyn_cast<Variable>(x);
    found |= v && v->symbol->kind == SymbolKind::Variable;
  });
  return found;
}

/// An array of variable length, or a pointer to one: its extent is taken where it is declared.
bool isVariablyModified(const Type *type) {
  type = type->strip();
  if (auto *pointer = dyn_cast<PointerType>(type))
    return isVariablyModified(pointer->pointee);
  auto *array = dyn_cast<ArrayType>(type);
  if (!array)
    return false;
  return std::any_of(array->dimensions.begin(), array->dimensions.end(),
                     [](const Dimension &d) { return namesVariable(d.extent); });
}

/// What is in another file, or nowhere, comes before.
bool comesBefore(Location a, Location b) {
  return a.file != b.file || std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

bool isWithin(Location at, Location begin, Location end) {
  return !comesBefore(at, begin) && !comesBefore(end, at);
}

/// Where a variable has been declared.
struct Declared {
  const Symbol *symbol = nullptr;
  int braces = 0;
  int begin = 0, end = 0; ///< nodes in its scope
  bool inHeader = false;  ///< by a `for`
  int statement = -1;     ///< the node that declares and assigns it, if one does
};

class Placer {
public:
  Placer(const Procedure &procedure, Shape &shape, const Uses &uses)
      : procedure(procedure), shape(shape), uses(uses) {}

  std::vector<Declared> place() {
    for (const auto &symbol : procedure.scope.symbols)
      if (auto found = uses.ofLocal.find(symbol.get()); found != uses.ofLocal.end())
        place(symbol.get(), found->second);
    return std::move(declared);
  }

private:
  void place(const Symbol *s, const UseList &list) {
    if (s->storage == Storage::Saved)
      return atHead(s, 0);
    if (declaredByLoops(s, list))
      return;
    int braces = innermost(list);
    int begin = list.front().node;
    if (shape.nodes[begin].node->initialises == s && shape.nodes[begin].braces == braces)
      return atStatement(s, begin, braces); // as in the source, so its scope reaches far enough
    if (s->initial)
      return before(s, list, outsideAllLoops(braces));
    if (s->type->isArray() || uses.addressTaken.count(s))
      braces = reachingItsScope(s, braces);
    else
      braces = outsideLoops(list, braces);
    int first = shape.childOf(braces, begin);
    if (first == begin && canDeclare(first, s, list.front()))
      atStatement(s, first, braces);
    else if (isVariablyModified(s->type))
      before(s, list, braces);
    else
      atHead(s, braces);
  }

  int innermost(const UseList &list) const {
    int braces = shape.nodes[list.front().node].braces;
    for (const Use &u : list)
      braces = shape.common(braces, shape.nodes[u.node].braces);
    return braces;
  }

  /// Rule (2).
  int reachingItsScope(const Symbol *s, int braces) const {
    if (!s->scopeEnd.known() || !s->location.known())
      return isVariablyModified(s->type) ? braces : 0;
    for (const Shape::NodeInfo &info : shape.nodes)
      if (info.node->stmt && isWithin(info.node->stmt->location, s->location, s->scopeEnd))
        braces = shape.common(braces, info.braces);
    return braces;
  }

  /// Rule (1): out of every loop round which the value may flow.
  int outsideLoops(const UseList &list, int braces) const {
    for (int outer = braces; shape.braces[outer].owner >= 0;) {
      int owner = shape.braces[outer].owner;
      outer = shape.nodes[owner].braces;
      if (!shape.nodes[owner].node->isLoop())
        continue;
      if (!Exposure(shape, list).isExposed(*shape.braces[braces].braces))
        return braces;
      braces = outer;
    }
    return braces;
  }

  /// A constant table need not be filled again in each iteration.
  int outsideAllLoops(int braces) const {
    for (int b = braces; shape.braces[b].owner >= 0; b = shape.nodes[shape.braces[b].owner].braces)
      if (shape.nodes[shape.braces[b].owner].node->isLoop())
        braces = shape.nodes[shape.braces[b].owner].braces;
    return braces;
  }

  /// Every use stands in a loop over the variable, which sets it before anything reads it.
  bool declaredByLoops(const Symbol *s, const UseList &list) {
    if (uses.addressTaken.count(s))
      return false;
    std::vector<int> loops;
    int end = 0;
    for (const Use &u : list) {
      if (u.node < end)
        continue;
      const Node &n = *shape.nodes[u.node].node;
      auto *loop = n.kind == Node::Kind::For ? cast<For>(n.stmt) : nullptr;
      if (!loop || loop->variable != s || u.reads)
        return false;
      loops.push_back(u.node);
      end = shape.nodes[u.node].end;
    }
    for (int n : loops) {
      shape.nodes[n].node->declares = s;
      declared.push_back({s, shape.nodes[n].braces, n, shape.nodes[n].end, true, -1});
    }
    return true;
  }

  /// The first use is a plain statement that gives the variable its value.
  bool canDeclare(int node, const Symbol *s, const Use &use) const {
    const Node &n = *shape.nodes[node].node;
    if (n.kind != Node::Kind::Plain || !use.writes || use.reads)
      return false;
    if (n.initialises)
      return true;
    if (auto *assign = dyn_cast<Assign>(n.stmt))
      return !s->type->isArray() || isa<ArrayConstructor, StringConstant>(assign->value);
    return true;
  }

  void atStatement(const Symbol *s, int node, int braces) {
    shape.nodes[node].node->declares = s;
    declare(s, braces);
    declared.back().statement = node;
  }

  void atHead(const Symbol *s, int braces) {
    shape.braces[braces].braces->declarations.push_back(s);
    declare(s, braces);
  }

  /// Where the source declares it, which matters to a variable-length array: earlier its extent may
  /// not be known yet, later it may have changed.
  void before(const Symbol *s, const UseList &list, int braces) {
    int node = shape.childOf(braces, list.front().node);
    if (s->location.known())
      for (const Node &n : shape.braces[braces].braces->nodes)
        if (n.index < node && n.stmt && !comesBefore(n.stmt->location, s->location)) {
          node = n.index;
          break;
        }
    shape.nodes[node].node->before.push_back(s);
    declare(s, braces);
  }

  void declare(const Symbol *s, int braces) {
    const Shape::BracesInfo &b = shape.braces[braces];
    declared.push_back({s, braces, b.begin, b.end, false, -1});
  }

  const Procedure &procedure;
  Shape &shape;
  const Uses &uses;
  std::vector<Declared> declared;
};

/// Gives declared variables names that do not clash, outer ones first. Scopes nest or are apart, so a
/// name that is given already hides nothing: its scope is not inside a later one's. What remains to ask
/// is whether anything of that name is used within the new scope, and that takes one look at all uses
/// of the name, however many variables have it.
class Namer {
public:
  Namer(const Procedure &procedure, const Shape &shape, const Uses &uses, Names &names)
      : shape(shape), uses(uses), names(names) {
    for (const auto &s : procedure.scope.symbols)
      taken.insert(s->name);
    for (const auto &[name, nodes] : uses.ofOther)
      taken.insert(name);
    for (const Symbol *p : procedure.parameters)
      give(p->name, {p, 0, 0, int(shape.nodes.size()), false, -1});
  }

  void nameAll(std::vector<Declared> declared) {
    std::stable_sort(declared.begin(), declared.end(),
                     [&](const Declared &a, const Declared &b) { return depth(a) < depth(b); });
    for (const Declared &d : declared) {
      std::string name = names.of(d.symbol);
      if (clashes(d, name) && !sharesEarlier(d, name)) {
        name = freshName(d.symbol->name);
        names.rename(d.symbol, name);
      }
      give(name, d);
    }
  }

private:
  /// The variables that have one name so far.
  struct Bearers {
    std::set<int> usedAt;     ///< nodes
    std::set<int> declaredIn; ///< braces, but by loops
    /// Whether a later variable may be the same one, as far as it goes by these.
    bool shareable = true;
    int braces = 0, lastUse = -1;
    const Type *type = nullptr; ///< null: there are none yet
  };

  int depth(const Declared &d) const { return 2 * shape.braces[d.braces].depth + d.inHeader; }

  void give(const std::string &name, const Declared &d) {
    Bearers &bearers = named[name];
    if (!d.inHeader)
      bearers.declaredIn.insert(d.braces);
    bearers.shareable &= d.statement >= 0 && mayShare(d.symbol) &&
                         (!bearers.type || (bearers.braces == d.braces &&
                                            bearers.type == d.symbol->type));
    bearers.braces = d.braces;
    bearers.type = d.symbol->type;
    auto list = uses.ofLocal.find(d.symbol);
    if (list == uses.ofLocal.end())
      return;
    bearers.lastUse = std::max(bearers.lastUse, list->second.back().node);
    for (auto use = firstUseFrom(list->second, d.begin);
         use != list->second.end() && use->node < d.end; ++use)
      bearers.usedAt.insert(use->node);
  }

  bool clashes(const Declared &d, const std::string &name) const {
    if (auto other = uses.ofOther.find(name); other != uses.ofOther.end()) {
      auto at = std::lower_bound(other->second.begin(), other->second.end(), d.begin);
      if (at != other->second.end() && *at < d.end)
        return true;
    }
    auto found = named.find(name);
    if (found == named.end())
      return false;
    const Bearers &bearers = found->second;
    auto used = bearers.usedAt.lower_bound(d.begin);
    return (used != bearers.usedAt.end() && *used < d.end) ||
           (!d.inHeader && bearers.declaredIn.count(d.braces));
  }

  /// Variables of one name and type that live one after the other in the same braces (a block's own
  /// `temp`, several times) are one variable: the later one is assigned, not declared again.
  bool sharesEarlier(const Declared &d, const std::string &name) const {
    if (d.statement < 0 || uses.ofOther.count(name) || !mayShare(d.symbol))
      return false;
    const Bearers &bearers = named.at(name);
    if (!bearers.shareable || bearers.braces != d.braces || bearers.type != d.symbol->type ||
        bearers.lastUse >= d.statement)
      return false;
    shape.nodes[d.statement].node->declares = nullptr;
    return true;
  }

  bool mayShare(const Symbol *s) const {
    return !uses.addressTaken.count(s) && !isa<QualifiedType>(s->type) && !s->type->isArray() &&
           !shape.nodes[uses.ofLocal.at(s).front().node].node->initial;
  }

  std::string freshName(const std::string &base) {
    for (unsigned &n = next.try_emplace(base, 2).first->second;; ++n)
      if (std::string name = base + std::to_string(n); taken.insert(name).second)
        return name;
  }

  const Shape &shape;
  const Uses &uses;
  Names &names;
  std::set<std::string> taken;
  std::map<std::string, unsigned> next;
  std::map<std::string, Bearers> named;
};

/// The condition of an `if` clause is read there and nowhere else.
std::set<const Symbol *> namedByDirectives(const Procedure &procedure) {
  std::set<const Symbol *> out;
  forEachStmt(procedure.body, [&](const Stmt &s) {
    for (const std::string &comment : s.comments)
      if (size_t condition = comment.find(" if("); isDirective(comment) && condition != std::string::npos)
        withNames(comment.substr(condition), [&](size_t index) {
          out.insert(procedure.scope.symbols[index].get());
          return std::string();
        });
  });
  return out;
}

} // namespace

std::set<const Symbol *> placeDeclarations(const Procedure &procedure, const Unhoisted &unhoisted,
                                           Braces &function, Names &names) {
  Shape shape(function);
  Uses uses = findUses(procedure, unhoisted, shape, names);
  Namer(procedure, shape, uses, names).nameAll(Placer(procedure, shape, uses).place());
  std::set<const Symbol *> unread, named = namedByDirectives(procedure);
  for (const auto &[symbol, list] : uses.ofLocal)
    if (!symbol->isVolatile && !uses.addressTaken.count(symbol) && !named.count(symbol) &&
        std::none_of(list.begin(), list.end(), [](const Use &u) { return u.reads; }))
      unread.insert(symbol);
  unread.merge(unreadParameters(procedure));
  return unread;
}

} // namespace costate::emit::c
