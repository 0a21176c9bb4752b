#include "emit/c/Gather.h"

#include "emit/Directives.h"

#include <algorithm>
#include <optional>
#include <set>

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Path = std::vector<int64_t>; ///< subscripts and component numbers from the variable on

constexpr int64_t counted = -1; ///< a subscript that a loop runs through

/// An assignment to one part of a variable, or a nest of loops that zeroes what is left of an
/// array.
struct Part {
  const Symbol *root = nullptr;
  Path path;
  const Assign *assign = nullptr;
  struct Loop {
    const Symbol *counter;
    int64_t from, bound;
  };
  std::vector<Loop> loops; ///< outermost first, as the subscripts they run through
};

bool isZero(const Expr *e) {
  if (auto *c = dyn_cast<Convert>(e))
    return isZero(c->operand);
  if (auto *i = dyn_cast<IntegerConstant>(e))
    return i->value == 0;
  if (auto *r = dyn_cast<RealConstant>(e))
    return r->value == 0.0;
  if (auto *l = dyn_cast<LogicalConstant>(e))
    return !l->value;
  return isa<NullPointer>(e);
}

/// Appends the steps to a place; the counters of the part's loops must come in order.
bool addPath(const Expr *place, Part &part, size_t &counters) {
  if (auto *v = dyn_cast<Variable>(place)) {
    part.root = v->symbol;
    return true;
  }
  if (auto *f = dyn_cast<Field>(place)) {
    if (!addPath(f->base, part, counters))
      return false;
    part.path.push_back(f->component);
    return true;
  }
  auto *e = dyn_cast<Element>(place);
  if (!e || !addPath(e->base, part, counters))
    return false;
  for (const Expr *s : e->subscripts) {
    auto *v = dyn_cast<Variable>(s);
    if (auto *c = dyn_cast<IntegerConstant>(s))
      part.path.push_back(c->value);
    else if (v && counters < part.loops.size() && v->symbol == part.loops[counters].counter) {
      part.path.push_back(counted);
      ++counters;
    } else
      return false;
  }
  return true;
}

/// `for (i = from; i < bound; i++)` with constants; null where the node is no such loop.
const Node *constantLoop(const Node &n, Part &part) {
  auto *loop = n.kind == Node::Kind::For ? cast<For>(n.stmt) : nullptr;
  if (!loop || loop->step || loop->inclusive || n.body.nodes.size() != 1 ||
      std::any_of(loop->comments.begin(), loop->comments.end(), isDirective))
    return nullptr;
  auto *from = dyn_cast<IntegerConstant>(loop->lower);
  auto *bound = dyn_cast<IntegerConstant>(loop->bound);
  if (!from || !bound)
    return nullptr;
  part.loops.push_back({loop->variable, from->value, bound->value});
  return &n.body.nodes.front();
}

std::optional<Part> partOf(const Node &node) {
  Part part;
  const Node *n = &node;
  while (const Node *inner = constantLoop(*n, part))
    n = inner;
  part.assign = n->kind == Node::Kind::Plain ? dyn_cast<Assign>(n->stmt) : nullptr;
  size_t counters = 0;
  if (!part.assign || !addPath(part.assign->place, part, counters) || part.path.empty() ||
      counters != part.loops.size() || (counters != 0 && !isZero(part.assign->value)))
    return std::nullopt;
  bool plain = part.root->storage == Storage::Local && !part.root->isVolatile;
  return plain ? std::optional(part) : std::nullopt;
}

/// Matches parts against a type, which tells what must come next.
class Matcher {
public:
  explicit Matcher(const std::vector<Part> &parts) : parts(parts) {}

  bool match(const Type *type, const Path &prefix, Initialiser &out) {
    if (next < parts.size() && parts[next].loops.empty() && parts[next].path == prefix) {
      out.value = parts[next].assign->value;
      out.at = parts[next].assign;
      ++next;
      return true;
    }
    type = type->strip();
    if (auto *array = dyn_cast<ArrayType>(type))
      return matchArray(*array, 0, prefix, out);
    if (auto *record = dyn_cast<RecordType>(type))
      return matchRecord(*record, prefix, out);
    return false;
  }

  size_t used() const { return next; }

private:
  bool matchArray(const ArrayType &array, size_t dimension, const Path &prefix, Initialiser &out) {
    if (dimension == array.dimensions.size())
      return match(array.element, prefix, out);
    int64_t extent = extentOf(array, dimension);
    Path path = prefix;
    path.push_back(0);
    for (int64_t i = 0; i < extent && next < parts.size(); ++i) {
      if (zeroesRest(parts[next], array, dimension, prefix, i)) {
        ++next;
        return true;
      }
      path.back() = i;
      if (!matchArray(array, dimension + 1, path, out.items.emplace_back()))
        return false;
    }
    return int64_t(out.items.size()) == extent;
  }

  static int64_t extentOf(const ArrayType &array, size_t dimension) {
    auto *extent = llvm::dyn_cast_or_null<IntegerConstant>(array.dimensions[dimension].extent);
    return extent ? extent->value : -1;
  }

  /// Loops over everything from element `first` of this dimension on.
  static bool zeroesRest(const Part &part, const ArrayType &array, size_t dimension,
                         const Path &prefix, int64_t first) {
    size_t depth = array.dimensions.size() - dimension;
    if (part.loops.size() != depth || part.path.size() != prefix.size() + depth ||
        !std::equal(prefix.begin(), prefix.end(), part.path.begin()))
      return false;
    for (size_t k = 0; k < depth; ++k)
      if (part.loops[k].from != (k == 0 ? first : 0) ||
          part.loops[k].bound != extentOf(array, dimension + k) ||
          part.path[prefix.size() + k] != counted)
        return false;
    return true;
  }

  bool matchRecord(const RecordType &record, const Path &prefix, Initialiser &out) {
    Path path = prefix;
    path.push_back(0);
    for (size_t i = 0; i < record.components.size(); ++i) {
      path.back() = i;
      if (!match(record.components[i].type, path, out.items.emplace_back()))
        return false;
    }
    return !record.components.empty();
  }

  const std::vector<Part> &parts;
  size_t next = 0;
};

class Gatherer {
public:
  explicit Gatherer(const Unhoisted &unhoisted) : unhoisted(unhoisted) {}

  void gather(Braces &braces) {
    std::vector<Node> out;
    for (size_t i = 0; i < braces.nodes.size();) {
      size_t used = gatherRun(braces.nodes, i, out);
      if (used == 0) {
        out.push_back(std::move(braces.nodes[i]));
        note(out.back());
        gather(out.back().body);
        gather(out.back().otherwise);
        used = 1;
      }
      i += used;
    }
    braces.nodes = std::move(out);
  }

private:
  /// Returns how many nodes from `first` on became one.
  size_t gatherRun(std::vector<Node> &nodes, size_t first, std::vector<Node> &out) {
    std::optional<Part> start = partOf(nodes[first]);
    if (!start || named.count(start->root) || !mayBegin(*start))
      return 0;
    std::vector<Part> parts;
    for (size_t i = first; i < nodes.size(); ++i) {
      std::optional<Part> part = partOf(nodes[i]);
      if (!part || part->root != start->root || !isPlain(*part, i == first))
        break;
      parts.push_back(std::move(*part));
    }
    Matcher matcher(parts);
    auto initial = std::make_shared<Initialiser>();
    if (!matcher.match(start->root->type, {}, *initial))
      return 0;
    Node node;
    node.stmt = nodes[first].stmt;
    node.initial = initial;
    node.initialises = start->root;
    for (size_t i = first; i < first + matcher.used(); ++i) {
      note(nodes[i]);
      node.parts.push_back(std::move(nodes[i]));
    }
    out.push_back(std::move(node));
    return matcher.used();
  }

  /// Assignments to the components of a struct are gathered only where they come from its
  /// declaration: people do assign them one by one.
  static bool mayBegin(const Part &part) {
    Location a = part.assign->location, b = part.root->location;
    return part.root->type->isArray() || (a.known() && a.line == b.line && a.column == b.column);
  }

  /// A value without calls that does not look at the variable.
  bool isPlain(const Part &part, bool first) const {
    bool plain = first || part.assign->comments.empty();
    forEach(part.assign->value, [&](const Expr *e) {
      auto *v = dyn_cast<Variable>(e);
      plain &= !v || (v->symbol != part.root && !unhoisted.replacement(v->symbol, part.assign));
    });
    return plain;
  }

  void note(const Node &n) {
    if (n.stmt)
      for (const Expr *e : expressions(*n.stmt))
        unhoisted.walk(
            e, n.stmt,
            [&](const Expr *x) {
              if (auto *v = dyn_cast<Variable>(x))
                named.insert(v->symbol);
            },
            [](const Call &) {});
  }

  const Unhoisted &unhoisted;
  std::set<const Symbol *> named;
};

} // namespace

void gatherInitialisers(Braces &function, const Unhoisted &unhoisted) {
  Gatherer(unhoisted).gather(function);
}

} // namespace costate::emit::c
