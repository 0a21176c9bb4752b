#include "GraphFixture.h"

#include <gtest/gtest.h>

namespace costate::graph {

static bool happens(std::mt19937 &random, unsigned percent) { return random() % 100 < percent; }

static LabelId randomLabel(std::mt19937 &random, const GraphShape &shape, std::vector<Label> &labels) {
  if (!labels.empty() && happens(random, shape.shared))
    return random() % labels.size();
  Label label = happens(random, shape.units)       ? (random() % 2 ? Label::One : Label::MinusOne)
                : happens(random, shape.constants) ? Label::Constant
                                                   : Label::Value;
  labels.push_back(label);
  return LabelId(labels.size() - 1);
}

ComputationalGraph randomGraph(std::mt19937 &random, const GraphShape &shape) {
  ComputationalGraph g;
  unsigned inner = shape.independents + shape.intermediates;
  g.vertices = inner + shape.dependents;
  for (Vertex to = shape.independents; to < g.vertices; ++to)
    for (Vertex from = 0; from < to; ++from)
      if (happens(random, shape.density) && (from < inner || happens(random, 20))) {
        g.edges.push_back({from, to, randomLabel(random, shape, g.labels)});
        if (happens(random, shape.parallel))
          g.edges.push_back({from, to, randomLabel(random, shape, g.labels)});
      }
  for (Vertex v = 0; v < shape.independents; ++v)
    g.independents.push_back(v);
  for (Vertex v = inner; v < g.vertices; ++v)
    g.dependents.push_back(happens(random, shape.nonmaximal) ? random() % g.vertices : v);
  std::shuffle(g.independents.begin(), g.independents.end(), random);
  std::shuffle(g.dependents.begin(), g.dependents.end(), random);
  std::shuffle(g.edges.begin(), g.edges.end(), random);
  return g;
}

GraphShape randomShape(std::mt19937 &random, unsigned intermediates) {
  GraphShape shape;
  shape.independents = 1 + random() % 5;
  shape.intermediates = random() % (intermediates + 1);
  shape.dependents = 1 + random() % 5;
  shape.density = 15 + random() % 50;
  shape.units = random() % 3 * 30;
  shape.constants = random() % 3 * 20;
  shape.shared = random() % 3 * 15;
  shape.nonmaximal = random() % 3 * 30;
  shape.parallel = random() % 2 * 20;
  return shape;
}

ComputationalGraph plainGraph(unsigned vertices, unsigned independents, std::vector<std::pair<Vertex, Vertex>> edges) {
  ComputationalGraph g;
  g.vertices = vertices;
  std::vector<bool> isMaximal(vertices, true);
  for (auto [from, to] : edges) {
    g.edges.push_back({from, to, LabelId(g.labels.size())});
    g.labels.push_back(Label::Value);
    isMaximal[from] = false;
  }
  for (Vertex v = 0; v < vertices; ++v)
    if (v < independents)
      g.independents.push_back(v);
    else if (isMaximal[v])
      g.dependents.push_back(v);
  return g;
}

static const Residue one(1), minusOne(Residue::prime - 1);

std::vector<Residue> labelValues(const ComputationalGraph &g, unsigned seed) {
  std::mt19937_64 constants(1), values(seed);
  std::vector<Residue> result;
  for (Label label : g.labels) {
    Residue constant(constants()), value(values());
    result.push_back(label == Label::One        ? one
                     : label == Label::MinusOne ? minusOne
                     : label == Label::Constant ? constant
                                                : value);
  }
  return result;
}

/// Forward over all vertices, for each independent: the definition of the graph.
Jacobian byPaths(const ComputationalGraph &g, const std::vector<Residue> &labels) {
  std::vector<Edge> edges = g.edges;
  std::sort(edges.begin(), edges.end(), [](auto &a, auto &b) { return a.from < b.from; });
  Jacobian result;
  for (unsigned column = 0; column < g.independents.size(); ++column) {
    std::vector<Residue> derivative(g.vertices);
    derivative[g.independents[column]] = one;
    for (const Edge &e : edges)
      derivative[e.to] = derivative[e.to] + labels[e.label] * derivative[e.from];
    for (unsigned row = 0; row < g.dependents.size(); ++row)
      if (Residue entry = derivative[g.dependents[row]]; entry.value)
        result[{row, column}] = entry;
  }
  return result;
}

static void runSteps(const Accumulation &a, std::vector<Residue> &labels) {
  for (const Step &s : a.steps)
    labels.push_back(s.kind == Step::Kind::One       ? one
                     : s.kind == Step::Kind::Product ? labels[s.left] * labels[s.right]
                                                     : labels[s.left] + labels[s.right]);
}

Jacobian run(const Accumulation &a, std::vector<Residue> labels) {
  runSteps(a, labels);
  Jacobian result;
  for (auto [row, column, label] : a.entries) {
    bool isNew = result.try_emplace({row, column}, labels[label]).second;
    EXPECT_TRUE(isNew) << "two entries at " << row << ", " << column;
  }
  return result;
}

/// Operations of steps, by the kinds of their operands alone.
static Operations countSteps(const ComputationalGraph &g, const Accumulation &a) {
  Operations result;
  for (size_t i = 0; i < a.steps.size(); ++i) {
    const Step &s = a.steps[i];
    if (s.kind == Step::Kind::One)
      continue;
    EXPECT_LT(std::max(s.left, s.right), g.labels.size() + i) << "a step uses what is computed later";
    Label left = a.labels[s.left], right = a.labels[s.right];
    bool hasValue = left == Label::Value || right == Label::Value;
    auto isUnit = [](Label l) { return l == Label::One || l == Label::MinusOne; };
    if (s.kind == Step::Kind::Sum)
      result.additions += hasValue;
    else
      result.multiplications += hasValue && !isUnit(left) && !isUnit(right);
  }
  return result;
}

static void expectKinds(const ComputationalGraph &g, const Accumulation &a) {
  ASSERT_EQ(a.labels.size(), g.labels.size() + a.steps.size());
  std::vector<Residue> first = labelValues(g, 2), second = labelValues(g, 3);
  runSteps(a, first);
  runSteps(a, second);
  for (size_t i = 0; i < a.labels.size(); ++i) {
    Label label = a.labels[i];
    EXPECT_TRUE(i >= g.labels.size() || label == g.labels[i]);
    EXPECT_TRUE(label == Label::Value || first[i] == second[i]) << "label " << i << " is no constant";
    EXPECT_TRUE(label != Label::One || first[i] == one) << "label " << i;
    EXPECT_TRUE(label != Label::MinusOne || first[i] == minusOne) << "label " << i;
  }
}

void expectCorrect(const ComputationalGraph &g, const Accumulation &a) {
  expectKinds(g, a);
  std::vector<Residue> labels = labelValues(g, 2);
  Jacobian found = run(a, labels);
  // 1 - 1 may be an entry: labels know of constants only that they are constants.
  std::erase_if(found, [](auto &entry) { return entry.second.value == 0; });
  EXPECT_EQ(found, byPaths(g, labels));
  auto before = [](auto &x, auto &y) { return std::pair(x.row, x.column) < std::pair(y.row, y.column); };
  EXPECT_TRUE(std::is_sorted(a.entries.begin(), a.entries.end(), before));
  EXPECT_EQ(countSteps(g, a), a.operations);
  EXPECT_LE(a.operations.multiplications, a.unshared.multiplications);
  EXPECT_LE(a.operations.additions, a.unshared.additions);
}

} // namespace costate::graph
