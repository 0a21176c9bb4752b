// How it works. After some preparation every Goto aims at a label that stands directly in a block
// around it. Number the items of such a block; a goto inside item i to the label at position p is an
// edge i -> p. A label with an edge from i >= p opens a loop [p, e] (e: the last such i), a label
// with an edge from i < p closes a block [a, p) that runs once (a: the first such i). Then
//   - two loops that cross:            the first is prolonged to the end of the second;
//   - a block that starts in a loop and ends behind it, or that crosses another block:
//                                      starts earlier;
//   - an edge into the middle of a loop from before it (the graph is irreducible): goes to the
//     loop's label instead, where a flag sends it on.
// What remains is nested: loops become Loop (left at their end), blocks become Loop `once`, and the
// gotos Cycle and Exit of them. Nothing is duplicated.

#include "frontend/structure/Gotos.h"

#include "ir/Builder.h"

#include <algorithm>
#include <set>

namespace costate::structure {

using namespace ir;

namespace {

using Labels = std::set<unsigned>;

/// Labels that gotos inside a block or statement aim at.
void collectTargets(const Block &block, Labels &out) {
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *jump = llvm::dyn_cast<Goto>(&s))
      out.insert(jump->label);
  });
}

Labels targets(const Stmt &s) {
  Labels out;
  if (auto *jump = llvm::dyn_cast<Goto>(&s))
    out.insert(jump->label);
  for (const Block *inner : blocks(s))
    collectTargets(*inner, out);
  return out;
}

void append(Block &to, Block from) {
  for (StmtPtr &s : from)
    to.push_back(std::move(s));
}

template <typename... Stmts> Block blockOf(Stmts... stmts) {
  Block out;
  (out.push_back(std::move(stmts)), ...);
  return out;
}

/// MultiwayGoto as a chain of If and Goto.
class MultiwayLowering {
public:
  MultiwayLowering(Program &program, Procedure &procedure)
      : b(program), procedure(procedure) {}

  void run(Block &block) {
    for (size_t i = 0; i < block.size(); ++i) {
      for (Block *inner : blocks(*block[i]))
        run(*inner);
      if (auto *multi = llvm::dyn_cast<MultiwayGoto>(block[i].get())) {
        Block chain = lower(*multi);
        chain.front()->comments = multi->comments;
        size_t added = chain.size();
        block.erase(block.begin() + i);
        block.insert(block.begin() + i, std::make_move_iterator(chain.begin()),
                     std::make_move_iterator(chain.end()));
        i += added - 1;
      }
    }
  }

private:
  Builder b;
  Procedure &procedure;

  Block lower(const MultiwayGoto &multi) {
    Block out;
    const Expr *selector = multi.selector;
    if (!llvm::isa<Variable>(selector) && multi.cases.size() > 1) {
      Symbol *chosen = procedure.makeTemporary("chosen", selector->type);
      chosen->temporary = false;
      out.push_back(b.assign(chosen, selector, multi.location));
      selector = b.variable(chosen, multi.location);
    }
    Block rest;
    if (multi.otherwise)
      rest.push_back(std::make_unique<Goto>(multi.otherwise, multi.location));
    for (size_t i = multi.cases.size(); i-- > 0;) {
      auto &c = multi.cases[i];
      auto chain = std::make_unique<If>(test(selector, c),
                                        blockOf(std::make_unique<Goto>(c.label, multi.location)),
                                        std::move(rest), multi.location);
      rest = blockOf(std::move(chain));
    }
    append(out, std::move(rest));
    if (out.empty()) // a computed goto without cases: nothing happens
      out.push_back(std::make_unique<Label>(procedure.newLabel(), multi.location));
    return out;
  }

  const Expr *test(const Expr *selector, const MultiwayGoto::Case &c) {
    Language l = procedure.language;
    if (c.lower == c.upper)
      return b.compare(BinaryOp::Equal, selector, c.lower, l);
    const Expr *above = c.lower ? b.compare(BinaryOp::GreaterEqual, selector, c.lower, l) : nullptr;
    const Expr *below = c.upper ? b.compare(BinaryOp::LessEqual, selector, c.upper, l) : nullptr;
    return !above ? below : !below ? above : b.both(above, below);
  }
};

/// Replaces gotos by what `replacement` makes of their label; null leaves one alone.
template <typename Replacement> void replaceGotos(Block &block, Replacement &&replacement) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (auto *jump = llvm::dyn_cast<Goto>(block[i].get())) {
      Block with = replacement(*jump);
      if (with.empty())
        continue;
      with.front()->comments = jump->comments;
      size_t count = with.size();
      block.erase(block.begin() + i);
      block.insert(block.begin() + i, std::make_move_iterator(with.begin()),
                   std::make_move_iterator(with.end()));
      i += count - 1;
    } else {
      for (Block *inner : blocks(*block[i]))
        replaceGotos(*inner, replacement);
    }
  }
}

class GotoRemoval {
public:
  GotoRemoval(Program &program, Procedure &procedure, Diagnostics &diagnostics)
      : b(program), procedure(procedure), diagnostics(diagnostics) {}

  void run() {
    Labels used;
    collectTargets(procedure.body, used);
    dropUnusedLabels(procedure.body, used);
    if (used.empty())
      return;
    dissolve(procedure.body, used);
    Labels none;
    if (!checkVisible(procedure.body, none))
      return;
    structureBlock(procedure.body);
  }

private:
  Builder b;
  Procedure &procedure;
  Diagnostics &diagnostics;

  void dropUnusedLabels(Block &block, const Labels &used) {
    Block out;
    std::vector<std::string> comments;
    for (StmtPtr &s : block) {
      auto *label = llvm::dyn_cast<Label>(s.get());
      if (label && !used.count(label->label)) {
        comments.insert(comments.end(), s->comments.begin(), s->comments.end());
        continue;
      }
      s->comments.insert(s->comments.begin(), comments.begin(), comments.end());
      comments.clear();
      for (Block *inner : blocks(*s))
        dropUnusedLabels(*inner, used);
      out.push_back(std::move(s));
    }
    block = std::move(out);
  }

  /// Labels that stand in a block, at any depth that is not inside a loop.
  static void labelsIn(const Block &block, Labels &out) {
    for (const StmtPtr &s : block) {
      if (auto *label = llvm::dyn_cast<Label>(s.get()))
        out.insert(label->label);
      else if (auto *branch = llvm::dyn_cast<If>(s.get())) {
        labelsIn(branch->thenBlock, out);
        labelsIn(branch->elseBlock, out);
      } else if (auto *loop = llvm::dyn_cast<Loop>(s.get()); loop && loop->once) {
        labelsIn(loop->body, out);
      }
    }
  }

  /// Counts gotos to each label.
  static void countGotos(const Block &block, std::map<unsigned, unsigned> &out) {
    forEachStmt(block, [&](const Stmt &s) {
      if (auto *jump = llvm::dyn_cast<Goto>(&s))
        ++out[jump->label];
    });
  }

  /// An If or a run-once block with a label that is jumped to from outside is taken apart into
  /// gotos, so that the label stands in the block around.
  void dissolve(Block &block, const Labels &used) {
    std::map<unsigned, unsigned> everywhere;
    countGotos(procedure.body, everywhere);
    dissolveIn(block, everywhere);
  }

  void dissolveIn(Block &block, const std::map<unsigned, unsigned> &everywhere) {
    for (StmtPtr &s : block)
      for (Block *inner : blocks(*s))
        dissolveIn(*inner, everywhere);
    Block out;
    for (StmtPtr &s : block) {
      if (!entered(*s, everywhere)) {
        out.push_back(std::move(s));
        continue;
      }
      if (auto *branch = llvm::dyn_cast<If>(s.get()))
        append(out, flattenIf(*branch));
      else
        append(out, flattenOnce(llvm::cast<Loop>(*s)));
    }
    block = std::move(out);
  }

  /// Whether one branch of the statement holds a label that is jumped to from outside that branch.
  bool entered(const Stmt &s, const std::map<unsigned, unsigned> &everywhere) {
    auto *loop = llvm::dyn_cast<Loop>(&s);
    if (!llvm::isa<If>(s) && !(loop && loop->once))
      return false;
    for (const Block *inner : blocks(s)) {
      Labels labels;
      labelsIn(*inner, labels);
      std::map<unsigned, unsigned> inside;
      countGotos(*inner, inside);
      for (unsigned label : labels)
        if (auto found = everywhere.find(label); found != everywhere.end() &&
                                                 inside[label] < found->second)
          return true;
    }
    return false;
  }

  Block flattenIf(If &branch) {
    unsigned otherwise = procedure.newLabel(), end = procedure.newLabel();
    Location at = branch.location;
    Block out;
    out.push_back(std::make_unique<If>(branch.condition, Block(),
                                       blockOf(std::make_unique<Goto>(otherwise, at)), at));
    out.front()->comments = branch.comments;
    append(out, std::move(branch.thenBlock));
    out.push_back(std::make_unique<Goto>(end, at));
    out.push_back(std::make_unique<Label>(otherwise, at));
    append(out, std::move(branch.elseBlock));
    out.push_back(std::make_unique<Label>(end, at));
    return out;
  }

  Block flattenOnce(Loop &loop) {
    unsigned end = procedure.newLabel();
    unsigned id = loop.id;
    Block out = std::move(loop.body);
    replaceExits(out, id, end);
    out.push_back(std::make_unique<Label>(end, loop.location));
    return out;
  }

  static void replaceExits(Block &block, unsigned id, unsigned label) {
    for (StmtPtr &s : block) {
      if (auto *exit = llvm::dyn_cast<Exit>(s.get()); exit && exit->loop == id)
        s = std::make_unique<Goto>(label, s->location);
      else
        for (Block *inner : blocks(*s))
          replaceExits(*inner, id, label);
    }
  }

  /// Every goto must now see its label in a block around it; what does not jumps into a loop.
  bool checkVisible(const Block &block, const Labels &outer) {
    Labels visible = outer;
    for (const StmtPtr &s : block)
      if (auto *label = llvm::dyn_cast<Label>(s.get()))
        visible.insert(label->label);
    bool fine = true;
    for (const StmtPtr &s : block) {
      if (auto *jump = llvm::dyn_cast<Goto>(s.get()); jump && !visible.count(jump->label)) {
        diagnostics.error(jump->location, "cannot follow a jump into a loop from outside it",
                          "enter the loop at its top, or move the code it jumps to into a procedure");
        fine = false;
      }
      for (const Block *inner : blocks(*s))
        fine &= checkVisible(*inner, visible);
    }
    return fine;
  }

  // ---- One block ----------------------------------------------------------------------------

  struct Interval {
    size_t begin, end; ///< items [begin, end)
    unsigned label;
    bool loop;
    unsigned id = 0; ///< of the Loop it becomes
  };

  struct Edge {
    size_t from, to; ///< item that holds the goto, position of the label
    unsigned label;
  };

  void structureBlock(Block &block) {
    joinAdjacentLabels(block);
    enterLoopsAtTheirTop(block);
    std::vector<Edge> edges = findEdges(block);
    if (!edges.empty()) {
      std::vector<Interval> intervals = nest(edges);
      for (Interval &interval : intervals)
        interval.id = procedure.newLoopId();
      redirect(block, intervals);
      size_t next = 0;
      block = build(block, intervals, next, 0, block.size());
    }
    for (StmtPtr &s : block)
      for (Block *inner : blocks(*s))
        structureBlock(*inner);
  }

  /// `10 20 statement`: gotos to 20 go to 10.
  void joinAdjacentLabels(Block &block) {
    for (size_t i = 1; i < block.size();) {
      auto *first = llvm::dyn_cast<Label>(block[i - 1].get());
      auto *second = llvm::dyn_cast<Label>(block[i].get());
      if (!first || !second) {
        ++i;
        continue;
      }
      unsigned to = first->label, from = second->label;
      replaceGotos(procedure.body, [&](Goto &jump) {
        Block with;
        if (jump.label == from)
          with.push_back(std::make_unique<Goto>(to, jump.location));
        return with;
      });
      first->comments.insert(first->comments.end(), second->comments.begin(),
                             second->comments.end());
      block.erase(block.begin() + i);
    }
  }

  std::vector<Edge> findEdges(const Block &block) {
    std::map<unsigned, size_t> position;
    for (size_t i = 0; i < block.size(); ++i)
      if (auto *label = llvm::dyn_cast<Label>(block[i].get()))
        position[label->label] = i;
    std::vector<Edge> edges;
    if (position.empty())
      return edges;
    for (size_t i = 0; i < block.size(); ++i)
      for (unsigned label : targets(*block[i]))
        if (auto at = position.find(label); at != position.end())
          edges.push_back({i, at->second, label});
    return edges;
  }

  static std::vector<Interval> loopsOf(const std::vector<Edge> &edges) {
    std::map<size_t, Interval> loops;
    for (const Edge &e : edges)
      if (e.from >= e.to) {
        auto [at, fresh] = loops.try_emplace(e.to, Interval{e.to, e.from + 1, e.label, true});
        at->second.end = std::max(at->second.end, e.from + 1);
      }
    // Crossing loops: prolong the first. From the back, so that one pass is enough.
    std::vector<Interval> out;
    for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
      Interval loop = it->second;
      for (const Interval &later : out) // later in the text
        if (later.begin < loop.end && later.end > loop.end)
          loop.end = later.end;
      out.push_back(loop);
    }
    return out;
  }

  /// Sends every edge that enters a loop past its label through the label (see the top of the
  /// file), until none is left. Each round moves one label's edges to an enclosing loop's label and
  /// from there one loop further in, so it ends.
  void enterLoopsAtTheirTop(Block &block) {
    for (;;) {
      std::vector<Edge> edges = findEdges(block);
      std::vector<Interval> loops = loopsOf(edges);
      const Edge *bad = nullptr;
      const Interval *entered = nullptr;
      for (const Edge &e : edges)
        for (const Interval &loop : loops)
          if (e.from < loop.begin && loop.begin < e.to && e.to < loop.end &&
              (!entered || loop.begin < entered->begin)) {
            bad = &e;
            entered = &loop;
          }
      if (!bad)
        return;
      sendThrough(block, entered->begin, entered->label, bad->label);
    }
  }

  void sendThrough(Block &block, size_t loopAt, unsigned loopLabel, unsigned label) {
    Symbol *flag = procedure.makeTemporary("enter", b.logical(procedure.language));
    flag->temporary = false;
    for (size_t i = 0; i < loopAt; ++i) {
      Block one = blockOf(std::move(block[i]));
      replaceGotos(one, [&](Goto &jump) {
        Block with;
        if (jump.label == label) {
          with.push_back(b.assign(flag, b.truth(flag->type, true), jump.location));
          with.push_back(std::make_unique<Goto>(loopLabel, jump.location));
        }
        return with;
      });
      // A goto that was an item of its own became two statements: keep them one item.
      if (one.size() == 1)
        block[i] = std::move(one.front());
      else
        block[i] = std::make_unique<If>(b.truth(flag->type, true), std::move(one), Block(),
                                        block[loopAt]->location);
    }
    Location at = block[loopAt]->location;
    Block onward;
    onward.push_back(b.assign(flag, b.truth(flag->type, false), at));
    onward.push_back(std::make_unique<Goto>(label, at));
    block.insert(block.begin() + loopAt + 1,
                 std::make_unique<If>(b.variable(flag, at), std::move(onward), Block(), at));
    block.insert(block.begin(), b.assign(flag, b.truth(flag->type, false), at));
  }

  /// Loops and run-once blocks, properly nested, outer before inner.
  static std::vector<Interval> nest(const std::vector<Edge> &edges) {
    std::vector<Interval> loops = loopsOf(edges);
    std::map<size_t, Interval> forward;
    for (const Edge &e : edges)
      if (e.from < e.to) {
        auto [at, fresh] = forward.try_emplace(e.to, Interval{e.from, e.to, e.label, false});
        at->second.begin = std::min(at->second.begin, e.from);
      }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &[end, block] : forward) {
        size_t begin = block.begin;
        for (const Interval &loop : loops)
          if (loop.begin < begin && begin < loop.end && loop.end <= block.end)
            begin = loop.begin;
        for (auto &[otherEnd, other] : forward)
          if (other.begin < begin && begin < otherEnd && otherEnd < end)
            begin = other.begin;
        changed |= begin != block.begin;
        block.begin = begin;
      }
    }
    std::vector<Interval> out = loops;
    for (auto &[end, block] : forward)
      out.push_back(block);
    std::sort(out.begin(), out.end(), [](const Interval &x, const Interval &y) {
      if (x.begin != y.begin)
        return x.begin < y.begin;
      if (x.end != y.end)
        return x.end > y.end;
      return !x.loop && y.loop;
    });
    return out;
  }

  /// Gotos to this block's labels become Cycle (backward) and Exit (forward).
  void redirect(Block &block, const std::vector<Interval> &intervals) {
    for (size_t i = 0; i < block.size(); ++i) {
      Block one = blockOf(std::move(block[i]));
      replaceGotos(one, [&](Goto &jump) {
        Block with;
        for (const Interval &interval : intervals) {
          if (interval.label != jump.label || i < interval.begin || i >= interval.end)
            continue;
          if (interval.loop)
            with.push_back(std::make_unique<Cycle>(interval.id, jump.location));
          else
            with.push_back(std::make_unique<Exit>(interval.id, jump.location));
          break;
        }
        return with;
      });
      block[i] = std::move(one.front());
    }
  }

  Block build(Block &items, const std::vector<Interval> &intervals, size_t &next, size_t begin,
              size_t end) {
    Block out;
    std::vector<std::string> comments;
    for (size_t i = begin; i < end;) {
      if (next < intervals.size() && intervals[next].begin == i && intervals[next].end <= end) {
        const Interval interval = intervals[next++];
        Location at = items[i]->location;
        Block body = build(items, intervals, next, interval.begin, interval.end);
        if (interval.loop)
          body.push_back(std::make_unique<Exit>(interval.id, at));
        auto loop =
            std::make_unique<Loop>(interval.id, Block(), nullptr, std::move(body), Block(), at);
        loop->once = !interval.loop;
        out.push_back(std::move(loop));
        i = interval.end;
        continue;
      }
      StmtPtr &item = items[i++];
      if (llvm::isa<Label>(item.get())) {
        comments.insert(comments.end(), item->comments.begin(), item->comments.end());
        continue;
      }
      item->comments.insert(item->comments.begin(), comments.begin(), comments.end());
      comments.clear();
      out.push_back(std::move(item));
    }
    return out;
  }
};

} // namespace

void removeGotos(Program &program, Procedure &procedure, Diagnostics &diagnostics) {
  MultiwayLowering(program, procedure).run(procedure.body);
  GotoRemoval(program, procedure, diagnostics).run();
}

} // namespace costate::structure
