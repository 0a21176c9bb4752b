// DUG: a fold over each procedure that carries, for every cell, the definition that reaches here.
//
// Soundness, place by place:
//  - A definition replaces the one before it only where it surely covers its cell (Memory::isWhole,
//    EffectSummaries::killsOf); otherwise the old one flows into it (Keep).
//  - Where ways meet, both definitions flow into a Merge. At a loop the Merge stands before the body
//    for every cell the body may define (definedIn), and the body's last definition flows back.
//  - A shared cell that is not defined here yet has the value of its Shared node. Into that flows
//    every definition that is current at the end of a procedure, or at a call of something that may
//    read the cell; after a call of something that may write it, its value is the Shared node's.
//  - A write to a cell that may be another's memory too (an alias) is a possible write of that one.
#include "analysis/ValueFlow.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

namespace {

constexpr NodeId undefined = DependenceGraph::none;
constexpr NodeId untouched = ~0u; ///< in the log: no definition here before

/// What is common to all procedures: the nodes that several of them meet at.
struct Frame {
  Frame(Memory &memory, EffectSummaries &effects, bool everyArgument)
      : memory(memory), flow(memory, effects, everyArgument) {}

  NodeId shared(CellId id) {
    return keyed(sharedNodes, {nullptr, id}, {Node::Kind::Shared, nullptr, id});
  }
  NodeId incoming(const Procedure *p, CellId id) {
    return keyed(incomingNodes, {p, id}, {Node::Kind::Incoming, p, id});
  }
  NodeId outgoing(const Procedure *p, CellId id) {
    return keyed(outgoingNodes, {p, id}, {Node::Kind::Outgoing, p, id});
  }

  using Key = std::pair<const Procedure *, CellId>;
  NodeId keyed(llvm::DenseMap<Key, NodeId> &map, Key key, Node node) {
    auto [at, fresh] = map.try_emplace(key, undefined);
    if (fresh)
      at->second = graph.add(node);
    return at->second;
  }

  Memory &memory;
  ValueFlow flow;
  DependenceGraph graph;
  llvm::DenseMap<Key, NodeId> sharedNodes, incomingNodes, outgoingNodes;
};

class ProcedureFold {
public:
  ProcedureFold(Frame &frame, const Procedure *p, const std::vector<Head> &heads)
      : f(frame), memory(frame.memory), flow(frame.flow), graph(frame.graph), p(p) {
    for (const Head &head : heads)
      if (head.procedure == p)
        ownHeads.push_back(&head);
  }

  void run() {
    block(p->body);
    for (auto &[id, node] : std::map<CellId, NodeId>(environment.begin(), environment.end()))
      if (!memory.isShared(id) && memory.isInterface(p, id))
        graph.connect(node, f.outgoing(p, id));
    for (CellId id : exposed)
      expose(id);
    for (const Head *head : ownHeads)
      dependents(*head);
  }

private:
  // ---- What reaches here -----------------------------------------------------------------------

  NodeId initial(CellId id) {
    if (memory.isShared(id))
      return f.shared(id);
    const Cell &root = memory[memory.root(id)];
    if (root.kind == Cell::Kind::Pointee)
      return f.incoming(p, id);
    if (root.kind == Cell::Kind::Variable && root.symbol->storage == Storage::Argument &&
        root.symbol->intent != Intent::Out)
      return f.incoming(p, id);
    return undefined;
  }

  NodeId current(CellId id) {
    auto found = environment.find(id);
    return found == environment.end() ? initial(id) : found->second;
  }

  void set(CellId id, NodeId node) {
    auto [at, fresh] = environment.try_emplace(id, node);
    log.push_back({id, fresh ? untouched : at->second});
    at->second = node;
    if (memory.isShared(id))
      exposed.set(id);
  }

  /// Goes back to the state at a mark; what was current since is returned.
  std::vector<std::pair<CellId, NodeId>> undo(size_t mark) {
    llvm::DenseMap<CellId, NodeId> changed;
    std::vector<std::pair<CellId, NodeId>> out;
    for (size_t i = mark; i < log.size(); ++i)
      if (changed.try_emplace(log[i].first, undefined).second)
        out.push_back({log[i].first, current(log[i].first)});
    for (size_t i = log.size(); i-- > mark;)
      if (log[i].second == untouched)
        environment.erase(log[i].first);
      else
        environment[log[i].first] = log[i].second;
    log.resize(mark);
    return out;
  }

  NodeId merge(CellId id, NodeId a, NodeId b) {
    if (a == b || b == undefined)
      return a;
    if (a == undefined)
      return b;
    NodeId node = graph.add({Node::Kind::Merge, p, id});
    graph.connect(a, node);
    graph.connect(b, node);
    return node;
  }

  // ---- Definitions -----------------------------------------------------------------------------

  /// A definition by a statement; what flows into it is connected by the caller.
  NodeId define(CellId id, const Stmt &s, bool whole) {
    NodeId node = graph.add({Node::Kind::Definition, p, id, &s});
    if (!whole && !memory.aliases(p, id).empty()) {
      // An alias has what is written, not what is kept: that goes past the definition.
      set(id, merge(id, node, current(id)));
      return node;
    }
    if (!whole)
      graph.connect(current(id), node, Edge::Kind::Keep);
    set(id, node);
    return node;
  }

  /// Defines several cells at once from the same sources, which are read before.
  void defineAll(const CellSet &targets, const std::vector<NodeId> &sources, const Stmt &s,
                 bool whole) {
    std::vector<NodeId> written;
    for (CellId id : targets) {
      written.push_back(define(id, s, whole));
      for (NodeId source : sources)
        graph.connect(source, written.back());
    }
    for (size_t i = 0; i < targets.size(); ++i)
      defineAliases(targets[i], written[i], s);
  }

  /// What is written to the cell is what the other then has, if they are the same memory.
  void defineAliases(CellId id, NodeId written, const Stmt &s) {
    for (CellId other : memory.aliases(p, id))
      graph.connect(written, define(other, s, false));
  }

  std::vector<NodeId> currentOf(const CellSet &cells) {
    std::vector<NodeId> out;
    for (CellId id : cells)
      out.push_back(current(id));
    return out;
  }

  void assign(const Assign &s) {
    bool whole = !s.mask && memory.isWhole(p, s.place);
    std::map<CellId, std::vector<NodeId>> copies;
    if (flow.copiesRecords(p, s.place, s.value, [&](CellId from, CellId to) {
          copies[to].push_back(current(from));
        })) {
      for (auto &[to, sources] : copies)
        defineAll({to}, sources, s, whole);
      return;
    }
    CellSet targets = flow.leaves(p, s.place);
    if (!targets.empty())
      defineAll(targets, currentOf(flow.sources(p, s.value)), s, whole);
  }

  void allocate(const Allocate &s) {
    std::vector<NodeId> sources;
    if (s.source)
      sources = currentOf(flow.sources(p, s.source));
    for (const Allocation &a : s.objects) {
      bool own = !a.place->type->isPointer(); // an allocatable: all of it is new
      if (own || s.source)
        defineAll(flow.allocated(p, a.place), sources, s, own && memory.isWhole(p, a.place));
    }
  }

  void opaque(const Opaque &s) {
    for (const OpaquePiece &piece : s.pieces)
      if (piece.value && piece.value->isPlace() &&
          (piece.effect == OpaquePiece::Effect::Writes ||
           piece.effect == OpaquePiece::Effect::ReadsAndWrites) &&
          !piece.value->type->isPointer())
        defineAll(flow.leaves(p, piece.value), {}, s, memory.isWhole(p, piece.value));
  }

  // ---- Calls -------------------------------------------------------------------------------------

  void call(const Call &s) {
    if (!memory.calls().isKnown(s))
      unknownCall(s); // defines without covering anything, so what the targets do adds to it
    // Everything goes in before anything comes out.
    CellBits reads, writes;
    for (const Procedure *target : memory.calls().targets(s)) {
      uint32_t site = flow.site(s, target);
      flow.forEachInput(p, s, target, [&](CellId from, CellId to) {
        graph.connect(current(from), f.incoming(target, to), Edge::Kind::Call, site);
      });
      reads |= flow.effects.of(target).reads;
      writes |= flow.effects.of(target).writes;
    }
    CellBits kills = flow.effects.killsOf(p, s);
    sharedThrough(reads, writes, kills);
    std::map<CellId, std::vector<std::pair<NodeId, uint32_t>>> results;
    for (const Procedure *target : memory.calls().targets(s)) {
      uint32_t site = flow.site(s, target);
      flow.forEachOutput(p, s, target, [&](CellId from, CellId to) {
        results[to].push_back({f.outgoing(target, from), site});
      });
    }
    std::vector<std::pair<CellId, NodeId>> written;
    for (auto &[id, sources] : results) {
      NodeId node = define(id, s, kills.test(id));
      written.push_back({id, node});
      for (auto &[source, site] : sources)
        graph.connect(source, node, Edge::Kind::Return, site);
    }
    for (auto &[id, node] : written)
      defineAliases(id, node, s);
  }

  void expose(CellId id) {
    NodeId node = current(id);
    if (node != f.shared(id))
      graph.connect(node, f.shared(id));
  }

  /// What a call does to shared cells that have a definition here. All others have the value of
  /// their Shared node before and after.
  void sharedThrough(const CellBits &reads, const CellBits &writes, const CellBits &kills) {
    CellBits concerned = reads;
    concerned |= writes;
    concerned &= exposed;
    for (CellId id : concerned) {
      NodeId before = current(id);
      if (before == f.shared(id))
        continue;
      bool read = reads.test(id);
      if (read)
        expose(id);
      if (!writes.test(id))
        continue;
      // A definition the callee could read is in the Shared node already.
      set(id, kills.test(id) || read ? f.shared(id) : merge(id, f.shared(id), before));
    }
  }

  void unknownCall(const Call &s) {
    std::vector<ValueFlow::Transfer> transfers = flow.outside(p, s);
    std::vector<NodeId> through; // everything goes in before anything comes out
    for (const ValueFlow::Transfer &transfer : transfers) {
      std::vector<NodeId> sources = currentOf(transfer.inputs);
      std::erase(sources, undefined);
      through.push_back(sources.empty() ? undefined
                                        : graph.add({Node::Kind::Merge, p, transfer.inputs[0]}));
      for (NodeId source : sources)
        graph.connect(source, through.back());
    }
    bool whole = s.result && memory.calls().targets(s).empty() && memory.isWhole(p, s.result);
    CellSet results = s.result ? flow.leaves(p, s.result) : CellSet();
    for (size_t i = 0; i < transfers.size(); ++i)
      for (CellId id : transfers[i].outputs)
        defineAll({id}, {through[i]}, s, whole && results.size() == 1 && results[0] == id);
  }

  // ---- Structure -----------------------------------------------------------------------------------

  void block(const Block &b) {
    for (const StmtPtr &s : b)
      statement(*s);
  }

  void statement(const Stmt &s) {
    switch (s.kind()) {
    case StmtKind::Assign:
      return assign(llvm::cast<Assign>(s));
    case StmtKind::Call:
      return call(llvm::cast<Call>(s));
    case StmtKind::Allocate:
      return allocate(llvm::cast<Allocate>(s));
    case StmtKind::Opaque:
      return opaque(llvm::cast<Opaque>(s));
    case StmtKind::If:
      return branch(llvm::cast<If>(s));
    case StmtKind::For:
      return loop(s, {}, llvm::cast<For>(s).body);
    case StmtKind::While:
      return loop(s, llvm::cast<While>(s).head, llvm::cast<While>(s).body);
    default:
      return;
    }
  }

  void branch(const If &s) {
    size_t mark = log.size();
    block(s.thenBlock);
    auto then = undo(mark);
    block(s.elseBlock);
    auto otherwise = undo(mark);
    llvm::DenseMap<CellId, NodeId> other;
    for (auto &[id, node] : otherwise)
      other[id] = node;
    for (auto &[id, node] : then) {
      auto found = other.find(id);
      set(id, merge(id, node, found == other.end() ? current(id) : found->second));
      if (found != other.end())
        other.erase(found);
    }
    for (auto &[id, node] : otherwise)
      if (other.count(id))
        set(id, merge(id, node, current(id)));
  }

  void loop(const Stmt &s, const Block &head, const Block &body) {
    std::vector<std::pair<CellId, NodeId>> merges;
    for (CellId id : definedIn(s)) {
      if (memory.isShared(id) && current(id) == f.shared(id) && !isDefinedHere(s, id))
        continue;
      NodeId node = graph.add({Node::Kind::Merge, p, id});
      graph.connect(current(id), node);
      set(id, node);
      merges.push_back({id, node});
    }
    block(head);
    size_t mark = log.size();
    block(body);
    for (auto &[id, node] : merges)
      graph.connect(current(id), node);
    undo(mark);
  }

  /// Cells a loop may define: by its own statements, and shared ones by what it calls.
  struct Definitions {
    CellBits own, shared;
  };

  bool isDefinedHere(const Stmt &s, CellId id) { return definitions(s).own.test(id); }

  std::vector<CellId> definedIn(const Stmt &s) {
    Definitions &d = definitions(s);
    CellBits all = d.shared;
    all &= exposed; // others have their Shared node's value all along
    all |= d.own;
    std::vector<CellId> out;
    for (CellId id : all)
      out.push_back(id);
    return out;
  }

  Definitions &definitions(const Stmt &s) {
    auto [at, fresh] = loops.try_emplace(&s);
    if (!fresh)
      return *at->second;
    auto d = std::make_unique<Definitions>();
    for (const Block *inner : blocks(s))
      collect(*inner, *d);
    return *(loops[&s] = std::move(d));
  }

  void collect(const Block &b, Definitions &out) {
    for (const StmtPtr &s : b) {
      if (llvm::isa<For>(*s) || llvm::isa<While>(*s)) {
        Definitions &inner = definitions(*s);
        out.own |= inner.own;
        out.shared |= inner.shared;
        continue;
      }
      collect(*s, out);
      for (const Block *inner : blocks(*s))
        collect(*inner, out);
    }
  }

  void collect(const Stmt &s, Definitions &out) {
    auto add = [&](const CellSet &cells) {
      for (CellId id : cells) {
        out.own.set(id);
        for (CellId other : memory.aliases(p, id))
          out.own.set(other);
      }
    };
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      add(flow.leaves(p, assign->place));
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      for (const Allocation &a : allocate->objects)
        add(flow.allocated(p, a.place));
    } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
      for (const OpaquePiece &piece : opaque->pieces)
        if (piece.value && piece.value->isPlace() && piece.effect != OpaquePiece::Effect::Reads)
          add(flow.leaves(p, piece.value));
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      if (call->result)
        add(flow.leaves(p, call->result));
      for (const Procedure *target : memory.calls().targets(*call)) {
        flow.forEachOutput(p, *call, target, [&](CellId, CellId to) { add({to}); });
        for (CellId id : flow.effects.of(target).writes)
          if (memory.isShared(id))
            out.shared.set(id);
      }
      if (!memory.calls().isKnown(*call))
        for (const ValueFlow::Transfer &transfer : flow.outside(p, *call))
          add(transfer.outputs);
    }
  }

  // ---- Heads -----------------------------------------------------------------------------------------

  void dependents(const Head &head) {
    for (const HeadVariable &y : head.dependents)
      for (CellId id : cellsOf(memory, head, y)) {
        NodeId node = graph.add({Node::Kind::Dependent, p, id});
        graph.connect(current(id), node);
        if (memory.isShared(id))
          graph.connect(f.shared(id), node);
        // Behind a pointer there may be more elements than the procedure writes.
        if (memory[memory.root(id)].kind == Cell::Kind::Pointee)
          graph.connect(f.incoming(p, id), node, Edge::Kind::Keep);
        graph.dependents.push_back(node);
      }
  }

  Frame &f;
  Memory &memory;
  ValueFlow &flow;
  DependenceGraph &graph;
  const Procedure *p;
  std::vector<const Head *> ownHeads;
  llvm::DenseMap<CellId, NodeId> environment;
  std::vector<std::pair<CellId, NodeId>> log; ///< cells set, with what was current before
  CellBits exposed; ///< shared cells that ever had a definition here
  llvm::DenseMap<const Stmt *, std::unique_ptr<Definitions>> loops;
};

void independents(Frame &f, const Head &head) {
  bool isCalled = false; // by itself, or below another head
  for (auto &component : f.memory.bottomUp())
    for (const Procedure *p : component)
      isCalled = isCalled || llvm::is_contained(f.memory.calls().callees(p), head.procedure);
  for (const HeadVariable &x : head.independents)
    for (CellId id : cellsOf(f.memory, head, x)) {
      if (auto found = f.incomingNodes.find({head.procedure, id});
          found != f.incomingNodes.end() &&
          f.graph[found->second].kind == Node::Kind::Independent)
        continue; // several heads of one procedure
      NodeId node = f.graph.add({Node::Kind::Independent, head.procedure, id});
      f.graph.independents.push_back(node);
      if (f.memory.isShared(id))
        f.graph.connect(node, f.shared(id));
      else if (isCalled)
        f.graph.connect(node, f.incoming(head.procedure, id));
      else // what comes in is what the user gives
        f.incomingNodes[{head.procedure, id}] = node;
    }
}

} // namespace

DependenceGraph buildDefUseGraph(Memory &memory, EffectSummaries &effects,
                                 const std::vector<Head> &heads, bool everyArgument) {
  Frame frame(memory, effects, everyArgument);
  for (const Head &head : heads)
    independents(frame, head);
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component)
      ProcedureFold(frame, p, heads).run();
  frame.graph.finish();
  return std::move(frame.graph);
}

} // namespace costate::analysis
