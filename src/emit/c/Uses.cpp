#include "emit/c/Uses.h"

#include "emit/c/Gather.h"

#include <cctype>

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Shape::Shape(Braces &function) { add(function, -1, 0); }

void Shape::add(Braces &b, int owner, int depth) {
  int id = braces.size();
  braces.push_back({&b, owner, depth, int(nodes.size()), 0});
  for (Node &n : b.nodes) {
    n.index = nodes.size();
    nodes.push_back({&n, id, 0});
    for (Braces *inner : {&n.body, &n.otherwise})
      if (!inner->nodes.empty())
        add(*inner, n.index, depth + 1);
    nodes[n.index].end = nodes.size();
  }
  braces[id].end = nodes.size();
}

int Shape::common(int a, int b) const {
  auto outer = [&](int x) { return nodes[braces[x].owner].braces; };
  while (a != b) {
    if (braces[a].depth >= braces[b].depth)
      a = outer(a);
    else
      b = outer(b);
  }
  return a;
}

int Shape::childOf(int outer, int n) const {
  while (nodes[n].braces != outer)
    n = braces[nodes[n].braces].owner;
  return n;
}

namespace {

class UseFinder {
public:
  UseFinder(const Procedure &procedure, const Unhoisted &unhoisted, const Shape &shape,
            const Names &names)
      : procedure(procedure), unhoisted(unhoisted), shape(shape), names(names) {}

  Uses find() {
    for (const Shape::NodeInfo &info : shape.nodes)
      visit(*info.node);
    return std::move(uses);
  }

private:
  void visit(const Node &n) {
    current = n.index;
    if (n.kind == Node::Kind::Return) {
      if (procedure.result)
        use(procedure.result).reads = true;
      return;
    }
    if (n.kind == Node::Kind::Forever)
      return; // its condition belongs to the BreakUnless inside
    if (n.kind == Node::Kind::Break || n.kind == Node::Kind::Continue)
      return;
    if (n.initial) {
      visitInitialiser(*n.initial);
      return write(n.initialises);
    }
    const Stmt &s = *n.stmt;
    const Expr *written = writtenPlace(s);
    for (const Expr *e : readExpressions(s, written))
      unhoisted.walk(
          e, &s, [&](const Expr *x) { visitExpr(x); }, [&](const Call &c) { visitCall(c); });
    if (auto *call = dyn_cast<Call>(&s))
      visitCall(*call);
    if (auto *loop = dyn_cast<For>(&s))
      write(loop->variable);
    if (auto *v = written ? dyn_cast<Variable>(written) : nullptr;
        v && n.kind != Node::Kind::ReturnValue)
      write(v->symbol);
    if (auto *opaque = dyn_cast<Opaque>(&s))
      for (const OpaquePiece &piece : opaque->pieces)
        words(piece.text);
  }

  void visitInitialiser(const Initialiser &i) {
    forEach(i.value, [&](const Expr *x) { visitExpr(x); });
    for (const Initialiser &item : i.items)
      visitInitialiser(item);
  }

  static const Expr *writtenPlace(const Stmt &s) {
    if (auto *assign = dyn_cast<Assign>(&s))
      return assign->place;
    if (auto *call = dyn_cast<Call>(&s))
      return call->result;
    if (auto *allocate = dyn_cast<Allocate>(&s))
      return allocate->objects.front().place;
    return nullptr;
  }

  /// What a statement reads: the written place only where it is more than a variable.
  static std::vector<const Expr *> readExpressions(const Stmt &s, const Expr *written) {
    std::vector<const Expr *> list;
    if (!written)
      return expressions(s);
    if (auto *assign = dyn_cast<Assign>(&s))
      list = {assign->value};
    if (auto *call = dyn_cast<Call>(&s)) {
      list = {call->pointer};
      for (const Argument &a : call->arguments)
        list.push_back(a.value);
    }
    if (auto *allocate = dyn_cast<Allocate>(&s))
      list = {allocate->count, allocate->alignment, allocate->size, allocate->old};
    if (!isa<Variable>(written))
      list.push_back(written);
    std::erase(list, nullptr);
    return list;
  }

  Use &use(const Symbol *s) {
    std::vector<Use> &list = uses.ofLocal[s];
    if (list.empty() || list.back().node != current)
      list.push_back({current});
    return list.back();
  }

  void write(const Symbol *s) {
    if (isLocal(s))
      use(s).writes = true;
    visitType(s->type);
    if (!isLocal(s))
      other(names.of(s));
  }

  static bool isLocal(const Symbol *s) {
    return s->kind == SymbolKind::Variable &&
           (s->storage == Storage::Local || s->storage == Storage::Saved ||
            s->storage == Storage::Result);
  }

  void other(const std::string &name) {
    std::vector<int> &list = uses.ofOther[name];
    if (list.empty() || list.back() != current)
      list.push_back(current);
  }

  void visitExpr(const Expr *e) {
    if (auto *v = dyn_cast<Variable>(e)) {
      if (isLocal(v->symbol)) {
        use(v->symbol).reads = true;
        visitType(v->symbol->type);
        forEach(v->symbol->initial, [&](const Expr *x) { visitExpr(x); });
      } else {
        other(names.of(v->symbol));
      }
    } else if (auto *a = dyn_cast<AddressOf>(e)) {
      if (Symbol *root = rootVariable(a->place))
        uses.addressTaken.insert(root);
    } else if (auto *p = dyn_cast<ProcedureReference>(e)) {
      other(names.of(p->symbol));
    } else if (auto *i = dyn_cast<Intrinsic>(e)) {
      other(i->specific.empty() ? i->name : i->specific);
    } else if (auto *text = dyn_cast<Text>(e)) {
      words(text->text);
    } else if (auto *size = dyn_cast<SizeOf>(e)) {
      visitType(size->of);
    } else if (isa<Convert, ArrayConstructor, RecordConstructor>(e)) {
      visitType(e->type);
    }
  }

  void visitCall(const Call &c) {
    if (c.callee)
      other(names.of(c.callee));
  }

  /// The names in a type, and the variables in the extents of its arrays.
  void visitType(const Type *type) {
    if (auto *alias = dyn_cast<AliasType>(type)) {
      words(names.of(alias));
    } else if (auto *qualified = dyn_cast<QualifiedType>(type)) {
      visitType(qualified->underlying);
    } else if (auto *pointer = dyn_cast<PointerType>(type)) {
      visitType(pointer->pointee);
    } else if (auto *array = dyn_cast<ArrayType>(type)) {
      visitType(array->element);
      for (const Dimension &d : array->dimensions)
        forEach(d.extent, [&](const Expr *e) { visitExpr(e); });
    } else if (auto *procedureType = dyn_cast<ProcedureType>(type)) {
      if (procedureType->result)
        visitType(procedureType->result);
      for (const Type *p : procedureType->parameters)
        visitType(p);
    }
  }

  /// The identifiers in a piece of source text.
  void words(const std::string &text) {
    auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && part(text[end]))
        ++end;
      if (end > i && !std::isdigit(static_cast<unsigned char>(text[i])))
        other(text.substr(i, end - i));
      i = std::max(end, i + 1);
    }
  }

  const Procedure &procedure;
  const Unhoisted &unhoisted;
  const Shape &shape;
  const Names &names;
  Uses uses;
  int current = 0;
};

} // namespace

std::set<const Symbol *> unreadParameters(const Procedure &p) {
  std::set<const Symbol *> unread(p.parameters.begin(), p.parameters.end());
  auto reads = [&](const Expr *e) {
    forEach(e, [&](const Expr *x) {
      if (auto *v = dyn_cast<Variable>(x))
        unread.erase(v->symbol);
    });
  };
  auto readsType = [&](const Type *type) {
    while (auto *pointer = dyn_cast<PointerType>(type->strip()))
      type = pointer->pointee;
    if (auto *array = dyn_cast<ArrayType>(type->strip()))
      for (const Dimension &d : array->dimensions)
        reads(d.extent);
  };
  for (const auto &s : p.scope.symbols)
    if (s->type)
      readsType(s->type);
  forEachStmt(p.body, [&](const Stmt &s) {
    auto *assign = dyn_cast<Assign>(&s);
    if (assign && isa<Variable>(assign->place))
      return reads(assign->value);
    if (auto *call = dyn_cast<Call>(&s))
      unread.erase(call->callee); // a function that is a parameter
    if (auto *loop = dyn_cast<For>(&s))
      unread.erase(loop->variable);
    for (const Expr *e : expressions(s))
      reads(e);
  });
  return unread;
}

Uses findUses(const Procedure &procedure, const Unhoisted &unhoisted, const Shape &shape,
              const Names &names) {
  return UseFinder(procedure, unhoisted, shape, names).find();
}

} // namespace costate::emit::c
