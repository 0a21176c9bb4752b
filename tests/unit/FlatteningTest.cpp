// Flattening (seed 003): the figures by their address sets, and random runs against what they mean.
#include "RulesFixture.h"

#include "analysis/Flattening.h"

using namespace costate;
using namespace costate::ir;
using namespace costate::test;
using analysis::flatten;
using analysis::PlaceUse;
using analysis::Position;
using analysis::RunContext;
using analysis::Subgraph;
using Cost = graph::Label;

namespace {

using Addresses = std::set<unsigned>;

/// Runs over variables whose every use has a set of virtual addresses, as in section 4.
struct FlatteningTest : RulesFixture {
  std::vector<std::unique_ptr<Assign>> statements;
  std::map<const Expr *, Addresses> addresses;
  Addresses readAfter{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::set<const Expr *> passive;

  const Expr *at(Addresses a) {
    const Expr *e = variable("v" + std::to_string(addresses.size()), real());
    addresses[e] = std::move(a);
    return e;
  }
  const Expr *number(double v) { return constant(v, real()); }
  const Expr *minus(const Expr *e) { return program.exprs.make<Unary>(real(), UnaryOp::Negate, e); }
  const Expr *times(const Expr *x, const Expr *y) { return binary(BinaryOp::Multiply, x, y); }
  const Expr *over(const Expr *x, const Expr *y) { return binary(BinaryOp::Divide, x, y); }
  const Expr *plus(const Expr *x, const Expr *y) { return binary(BinaryOp::Add, x, y); }

  void assign(Addresses to, const Expr *value) {
    statements.push_back(std::make_unique<Assign>(at(std::move(to)), value));
  }

  std::vector<const Assign *> run() const {
    std::vector<const Assign *> out;
    for (auto &s : statements)
      out.push_back(s.get());
    return out;
  }

  static bool meet(const Addresses &a, const Addresses &b) {
    return std::any_of(a.begin(), a.end(), [&](unsigned x) { return b.count(x); });
  }
  static bool same(const Addresses &a, const Addresses &b) { return a.size() == 1 && a == b; }

  RunContext context() {
    RunContext out;
    out.language = Language::Fortran;
    out.isActive = [this](const Expr *e) { return !passive.count(e); };
    out.position = [this](const PlaceUse &use) {
      const Addresses &a = addresses.at(use.place);
      Position p;
      for (unsigned x : a)
        p.regions.push_back(x + 1);
      if (a.size() == 1) { // all of these are on one line
        p.line = 1;
        p.point = *a.begin() + 1;
      }
      return p;
    };
    out.mayMeet = [this](const PlaceUse &a, const PlaceUse &b) {
      return meet(addresses.at(a.place), addresses.at(b.place));
    };
    out.isReadAfter = [this](const PlaceUse &use) { return meet(addresses.at(use.place), readAfter); };
    return out;
  }

  std::vector<Subgraph> graphs(size_t limit = 2000) { return flatten(run(), context(), limit); }
};

// ---- The paper's figures -----------------------------------------------------------------------

enum : unsigned { x = 0, y = 1, z = 2, elsewhere = 3 };

TEST_F(FlatteningTest, Figure1) {
  assign({z}, minus(times(at({z}), at({x}))));
  assign({y}, over(at({z}), at({x})));
  auto found = graphs();
  ASSERT_EQ(found.size(), 1u); // D = (a1): section 6.1
  const graph::ComputationalGraph &g = found[0].graph;
  EXPECT_EQ(g.vertices, 5u); // z, x, *, -, /
  EXPECT_EQ(g.independents, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(g.dependents, (std::vector<unsigned>{3, 4})) << "z is read by y and a dependent all the same";
  std::vector<std::pair<unsigned, unsigned>> edges;
  for (const graph::Edge &e : g.edges)
    edges.push_back({e.from, e.to});
  EXPECT_EQ(edges, (std::vector<std::pair<unsigned, unsigned>>{{0, 2}, {1, 2}, {2, 3}, {3, 4}, {1, 4}}));
  EXPECT_EQ(g.labels[2], Cost::MinusOne);
  EXPECT_EQ(g.labels[0], Cost::Value);
}

TEST_F(FlatteningTest, Figures2And5) {
  assign({z}, minus(times(at({z}), at({x}))));
  assign({y}, over(at({z, elsewhere}), at({x}))); // D = (a1, 0)
  auto found = graphs();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].graph.vertices, 4u);
  EXPECT_EQ(found[1].graph.vertices, 3u);
  ASSERT_TRUE(found[1].split);
  EXPECT_EQ(found[1].split->written.statement, statements[0].get());
  EXPECT_EQ(found[1].split->read.statement, statements[1].get());
}

TEST_F(FlatteningTest, Figure4) {
  assign({y}, plus(plus(at({z}), at({z})), at({z})));
  EXPECT_EQ(graphs()[0].graph.vertices, 3u) << "(a): one vertex for all";
  statements.clear();
  assign({y}, plus(plus(at({z, 4}), at({z, 4})), at({z, 4})));
  auto found = graphs();
  ASSERT_EQ(found.size(), 1u) << "(b) is benign";
  EXPECT_EQ(found[0].graph.vertices, 5u);
  statements.clear();
  assign({z, x}, minus(times(at({z, x}), at({x})))); // (c): x may be what was written
  assign({y}, over(at({elsewhere}), at({x})));
  EXPECT_EQ(graphs().size(), 2u);
}

TEST_F(FlatteningTest, Figure6) {
  assign({y}, at({x})); // an independent that is a dependent
  assign({z}, times(at({y}), at({y})));
  auto found = graphs();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].graph.independents, (std::vector<unsigned>{0}));
  EXPECT_EQ(found[0].graph.dependents, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(found[0].graph.edges.size(), 2u) << "parallel edges add up";
}

// ---- What is left out --------------------------------------------------------------------------

TEST_F(FlatteningTest, Constants) {
  assign({z}, intrinsic("aint", {at({x})}));                // only jumps
  assign({y}, times(at({z}), at({x})));                     // a product with a constant
  assign({4}, times(number(2), plus(at({z}), number(1)))); // a constant again
  auto found = graphs();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].graph.edges.size(), 1u);
  ASSERT_EQ(found[0].dependents.size(), 3u) << "constants are dependents whose rows are empty";
  EXPECT_EQ(found[0].graph.vertices, 4u);
  for (const graph::Edge &e : found[0].graph.edges)
    EXPECT_EQ(e.to, found[0].graph.dependents[1]);
}

TEST_F(FlatteningTest, ProperDependents) {
  readAfter = {y};
  assign({4}, times(at({x}), at({x}))); // read in the graph only
  assign({y}, minus(at({4})));
  assign({5}, at({y})); // read by nobody
  assign({y}, plus(at({y}), at({4})));
  auto found = graphs();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].dependents.size(), 1u);
  EXPECT_EQ(found[0].dependents[0].statement, statements[3].get());
}

TEST_F(FlatteningTest, ConstantsAreNoReasonToSplit) {
  assign({z}, number(1));
  assign({z, 4}, number(2));
  assign({y}, times(at({z}), at({x}))); // 1 or 2
  EXPECT_EQ(graphs().size(), 1u);
  statements.clear();
  assign({z, 4}, number(2));
  assign({y}, times(at({z}), at({x}))); // 2, or what was there before
  EXPECT_EQ(graphs().size(), 2u);
}

TEST_F(FlatteningTest, LabelsSayWhatTheyCost) {
  Symbol *n = addSymbol(scope, "n", SymbolKind::NamedConstant, real());
  n->initial = number(3);
  assign({y}, plus(times(number(2), at({x})), times(b.variable(n), binary(BinaryOp::Subtract, at({4}), at({z})))));
  passive.insert(statements[0]->place);
  EXPECT_EQ(graphs()[0].graph.vertices, 0u) << "passive by activity";
  passive.clear();
  passive.insert(llvm::cast<Binary>(llvm::cast<Binary>(statements[0]->value)->right)->left);
  auto found = graphs();
  const graph::ComputationalGraph &g = found[0].graph;
  std::vector<Cost> labels;
  for (const graph::Edge &e : g.edges)
    labels.push_back(g.labels[e.label]);
  EXPECT_EQ(labels, (std::vector<Cost>{Cost::Constant, Cost::One, Cost::MinusOne, Cost::Constant, Cost::One,
                                        Cost::One}));
}

TEST_F(FlatteningTest, Limit) {
  for (unsigned i = 0; i < 7; ++i)
    assign({y}, times(at({y}), at({x})));
  auto found = graphs(3);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[1].split && !found[1].split->read.place);
}

TEST_F(FlatteningTest, WhatCanBeFlattened) {
  RunContext c = context();
  const Expr *v = at({x}), *w = at({y});
  auto can = [&](const Expr *value) { return canFlatten(Assign(at({z}), value), c); };
  const Expr *condition = b.compare(BinaryOp::Less, v, w, Language::Fortran);
  auto choice = [&](const Expr *first, const Expr *second) {
    return program.exprs.make<Conditional>(real(), condition, first, second);
  };
  EXPECT_TRUE(can(intrinsic("exp", {times(v, w)})));
  EXPECT_TRUE(can(choice(v, number(1))));
  EXPECT_FALSE(can(choice(intrinsic("log", {v}), number(1)))) << "run only where it is chosen";
  EXPECT_FALSE(can(intrinsic("merge", {intrinsic("log", {v}), w, condition})));
  EXPECT_TRUE(can(intrinsic("max", {v, w})));
  const Expr *array = variable("array", arrayOf(real(), 1)), *z = variable("complex", complex());
  EXPECT_FALSE(can(intrinsic("sum", {array}, real())));
  EXPECT_FALSE(canFlatten(Assign(array, v), c));
  EXPECT_FALSE(canFlatten(Assign(z, program.exprs.make<Convert>(complex(), v, false)), c));
  EXPECT_FALSE(can(program.exprs.make<Convert>(real(), z, true)));
  EXPECT_TRUE(can(program.exprs.make<Convert>(real(), program.exprs.make<Convert>(integer(), v, true), false)));
  passive.insert({array, z});
  EXPECT_TRUE(canFlatten(Assign(array, v), c)) << "what is passive may be of any type";
  EXPECT_FALSE(canFlatten(Assign(at({z ? 4u : 0u}), v, {}, condition), c)) << "a mask";
}

// ---- Random runs against what they mean --------------------------------------------------------

struct RandomRuns : FlatteningTest {
  static constexpr unsigned memory = 6;

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); }

  Addresses anAddress() {
    Addresses out{below(memory)};
    while (!below(3))
      out.insert(below(memory));
    return out;
  }

  const Expr *aValue(unsigned depth) {
    switch (depth ? below(7) : below(2)) {
    case 0:
    case 1:
      return below(6) ? at(anAddress()) : number(1 + below(3));
    case 2:
      return minus(aValue(depth - 1));
    case 3:
      return intrinsic("aint", {aValue(depth - 1)});
    case 4:
      return plus(aValue(depth - 1), aValue(depth - 1));
    default:
      return times(aValue(depth - 1), aValue(depth - 1));
    }
  }

  void aRun(unsigned length) {
    statements.clear();
    addresses.clear();
    for (unsigned i = 0; i < length; ++i)
      assign(anAddress(), aValue(below(3)));
    readAfter = {0, 1, below(memory)};
  }

  using Row = std::vector<double>; ///< derivatives by what memory held at first
  using Shadow = std::vector<Row>;
  std::map<const Expr *, unsigned> chosen; ///< one address of those that each place may have
  std::map<std::pair<const Expr *, unsigned>, double> partials;

  void choose() {
    chosen.clear();
    for (auto &[e, a] : addresses)
      chosen[e] = *std::next(a.begin(), below(a.size()));
  }

  /// A label is a number: which does not matter, but for those that the graph says are known.
  double partial(const Expr *operation, unsigned argument) {
    auto [known, isNew] = partials.try_emplace({operation, argument}, uniform(0.5, 2));
    if (isNew && rules::Operation(operation, Language::Fortran).isPartial(argument, 1))
      known->second = 1;
    if (isNew && rules::Operation(operation, Language::Fortran).isPartial(argument, -1))
      known->second = -1;
    return known->second;
  }

  Row derivative(const Expr *e, const Shadow &shadow) {
    Row out(memory, 0.0);
    if (e->isPlace())
      return shadow[chosen.at(e)];
    if (e->isConstant())
      return out;
    rules::Operation operation(e, Language::Fortran);
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (operation.treatment(i) == rules::Treatment::Formula) {
        Row part = derivative(operation.arguments()[i], shadow);
        for (unsigned k = 0; k < memory; ++k)
          out[k] += partial(e, i) * part[k];
      }
    return out;
  }

  static Shadow identity() {
    Shadow out(memory, Row(memory, 0.0));
    for (unsigned k = 0; k < memory; ++k)
      out[k][k] = 1;
    return out;
  }

  Shadow byStatements() {
    Shadow out = identity();
    for (auto &s : statements)
      out[chosen.at(s->place)] = derivative(s->value, out);
    return out;
  }

  /// As the header says (3): derivatives of independents are read, those of dependents written in order.
  void propagate(const Subgraph &g, Shadow &shadow) {
    std::vector<Row> rows(g.graph.vertices, Row(memory, 0.0));
    for (size_t i = 0; i < g.independents.size(); ++i)
      rows[g.graph.independents[i]] = shadow[chosen.at(g.independents[i].place)];
    for (const graph::Edge &e : g.graph.edges) {
      ASSERT_LT(e.from, e.to);
      double label = partial(g.partials[e.label].operation, g.partials[e.label].argument);
      for (unsigned k = 0; k < memory; ++k)
        rows[e.to][k] += label * rows[e.from][k];
    }
    for (size_t i = 0; i < g.dependents.size(); ++i)
      shadow[chosen.at(g.dependents[i].place)] = rows[g.graph.dependents[i]];
  }

  /// Whether the read in one statement forbids a graph that begins at or before another statement. Derived from the
  /// sets alone.
  bool excludes(size_t earlier, size_t later, const Expr *read, const std::vector<bool> &isConstant) {
    const Addresses &a = addresses.at(read);
    const Addresses &w = addresses.at(statements[earlier]->place);
    if (!meet(a, w) || same(a, w))
      return false;
    for (size_t i = earlier + 1; i < later; ++i)
      if (same(a, addresses.at(statements[i]->place)))
        return false;
    return !isConstantRead(later, read, isConstant);
  }

  bool isConstantRead(size_t later, const Expr *read, const std::vector<bool> &isConstant) {
    const Addresses &a = addresses.at(read);
    for (size_t i = later; i-- > 0;) {
      const Addresses &w = addresses.at(statements[i]->place);
      if (meet(a, w) && !isConstant[i])
        return false;
      if (same(a, w))
        return true;
    }
    return false;
  }

  void activeReads(const Expr *e, std::vector<const Expr *> &out) {
    if (e->isPlace())
      return out.push_back(e);
    if (e->isConstant())
      return;
    rules::Operation operation(e, Language::Fortran);
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (operation.treatment(i) == rules::Treatment::Formula)
        activeReads(operation.arguments()[i], out);
  }

  /// The least number of graphs, by trying all ways to cut.
  size_t leastNumber() {
    size_t n = statements.size(), least = n;
    std::vector<std::vector<const Expr *>> reads(n);
    std::vector<bool> isConstant(n);
    for (size_t j = 0; j < n; ++j) {
      activeReads(statements[j]->value, reads[j]);
      isConstant[j] = std::all_of(reads[j].begin(), reads[j].end(),
                                  [&](const Expr *r) { return isConstantRead(j, r, isConstant); });
    }
    for (size_t cuts = 0; cuts < (size_t(1) << (n - 1)); ++cuts) {
      bool valid = true;
      size_t first = 0, count = 1;
      for (size_t j = 0; j < n && valid; ++j) {
        if (j && (cuts >> (j - 1) & 1)) {
          first = j;
          ++count;
        }
        for (size_t i = first; i < j; ++i)
          for (const Expr *r : reads[j])
            valid = valid && !excludes(i, j, r, isConstant);
      }
      if (valid)
        least = std::min(least, count);
    }
    return least;
  }
};

/// Whatever addresses there are, graphs and statements give the same derivatives to all that is read afterwards.
TEST_F(RandomRuns, GraphsMeanWhatStatementsDo) {
  size_t split = 0;
  for (unsigned run = 0; run < 3000; ++run) {
    aRun(1 + below(10));
    std::vector<Subgraph> found = graphs(below(4) ? 2000 : 3);
    split += found.size() > 1;
    for (unsigned times = 0; times < 8; ++times) {
      choose();
      Shadow expected = byStatements(), shadow = identity();
      for (const Subgraph &g : found)
        propagate(g, shadow);
      for (unsigned a : readAfter)
        for (unsigned k = 0; k < memory; ++k)
          ASSERT_NEAR(shadow[a][k], expected[a][k], 1e-9 * (1 + std::abs(expected[a][k]))) << "run " << run;
    }
  }
  EXPECT_GT(split, 500u);
}

/// The proposition of section 6.1.
TEST_F(RandomRuns, NumberOfGraphsIsLeast) {
  std::map<size_t, unsigned> counts;
  for (unsigned run = 0; run < 1500; ++run) {
    aRun(1 + below(9));
    size_t found = graphs().size();
    ASSERT_EQ(found, leastNumber()) << "run " << run;
    ++counts[found];
  }
  EXPECT_GT(counts[1], 50u);
  EXPECT_GT(counts[3], 50u);
}

} // namespace
