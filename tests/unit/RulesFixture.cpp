#include "RulesFixture.h"

#include <cmath>

namespace costate::test {

using namespace ir;
using rules::Operation;
using rules::Treatment;

const Type *RulesFixture::arrayOf(const Type *element, unsigned rank) {
  if (rank == 0)
    return element;
  Dimension deferred;
  deferred.form = Dimension::Form::Deferred;
  return program.types.array(element, std::vector<Dimension>(rank, deferred), false);
}

const Expr *RulesFixture::variable(const std::string &name, const Type *type, Value value) {
  Symbol *symbol = addSymbol(scope, name, SymbolKind::Variable, type);
  values[symbol] = std::move(value);
  return b.variable(symbol);
}

const Expr *RulesFixture::variable(const std::string &name, const Type *type) {
  return variable(name, type, Value(Number(0)));
}

const Expr *RulesFixture::randomLike(const std::string &name, const Type *element,
                                     std::vector<size_t> shape) {
  size_t count = 1;
  for (size_t extent : shape)
    count *= extent;
  std::vector<Number> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(element->isComplex() ? Number(uniform(-1, 1), uniform(-1, 1))
                                            : Number(uniform(-1, 1)));
  unsigned rank = shape.size();
  return variable(name, arrayOf(element, rank), Value(std::move(shape), std::move(elements)));
}

const Expr *RulesFixture::constant(double v, const Type *type) {
  if (type->isInteger())
    return b.constant(type, int64_t(v));
  std::string digits = std::to_string(v);
  digits.erase(digits.find_last_not_of('0') + 1);
  return program.exprs.make<RealConstant>(type, digits, v);
}

long double inner(const Value &u, const Value &v) {
  long double total = 0;
  size_t count = std::max(u.elements.size(), v.elements.size());
  auto at = [](const Value &x, size_t i) {
    return x.shape.empty() ? x.scalar() : x.elements.at(i);
  };
  for (size_t i = 0; i < count; ++i)
    total += (std::conj(at(u, i)) * at(v, i)).real();
  return total;
}

Value RulesFixture::differences(const Expr *node, const Symbol *symbol, const Value &direction) {
  constexpr int levels = 6;
  const Value center = values.at(symbol);
  std::vector<Value> table;
  long double h = 0.02L;
  for (int k = 0; k < levels; ++k, h /= 2) {
    auto moved = [&](long double by) {
      Bindings there = values;
      for (size_t i = 0; i < center.elements.size(); ++i)
        there[symbol].elements[i] = center.elements[i] + by * direction.elements[i];
      return evaluate(node, there);
    };
    Value up = moved(h), down = moved(-h);
    for (size_t i = 0; i < up.elements.size(); ++i)
      up.elements[i] = (up.elements[i] - down.elements[i]) / (2 * h);
    table.push_back(up);
    long double four = 1; // Richardson: the error is a series in h^2
    for (int m = k; m-- > 0;) {
      four *= 4;
      for (size_t i = 0; i < up.elements.size(); ++i)
        table[m].elements[i] =
            (four * table[m + 1].elements[i] - table[m].elements[i]) / (four - 1);
    }
  }
  return table[0];
}

namespace {

void expectNear(const Value &found, const Value &expected, long double tolerance,
                const std::string &what) {
  ASSERT_EQ(found.shape, expected.shape) << what;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    long double scale = 1 + std::abs(expected.elements[i]);
    EXPECT_LT(std::abs(found.elements[i] - expected.elements[i]), tolerance * scale)
        << what << ": " << found.elements[i] << " instead of " << expected.elements[i];
  }
}

Value zeroLike(const Value &v) {
  return Value(v.shape, std::vector<Number>(v.elements.size(), Number(0)));
}

} // namespace

void RulesFixture::check(const Expr *node, Language language, long double tolerance) {
  Operation operation(node, language);
  Value value = evaluated(node);
  rules::Values given{operation.arguments(), variable("r", node->type, value)};
  const Expr *seed = randomLike("s", node->type->scalar(), value.shape);
  std::vector<const Expr *> directions(operation.arguments().size());
  Value total = zeroLike(value);
  for (unsigned i = 0; i < directions.size(); ++i) {
    const Type *type = operation.arguments()[i]->type->scalar();
    if (!type->isReal() && !type->isComplex())
      continue;
    std::string what = print(node) + " by argument " + std::to_string(i);
    const Symbol *symbol = llvm::cast<Variable>(operation.arguments()[i])->symbol;
    const Expr *direction = randomLike("d", type, values.at(symbol).shape);
    Value expected = differences(node, symbol, evaluated(direction));
    if (operation.treatment(i) == Treatment::Zero)
      expectNear(expected, zeroLike(expected), tolerance, what + ", not listed");
    if (operation.treatment(i) != Treatment::Formula)
      continue;
    directions[i] = direction;
    Value moved = checkTangent(operation, i, direction, given, expected, tolerance, what);
    checkAdjoint(operation, i, direction, seed, given, moved, what);
    for (size_t k = 0; k < total.elements.size(); ++k)
      total.elements[k] += moved.elements[k];
  }
  if (const Expr *all = operation.tangent(program, directions, given))
    expectNear(evaluated(all), total, 1e-13L, print(node) + ", whole tangent " + print(all));
}

Value RulesFixture::checkTangent(const Operation &operation, unsigned i, const Expr *direction,
                                 const rules::Values &given, const Value &expected,
                                 long double tolerance, const std::string &what) {
  std::vector<const Expr *> one(operation.arguments().size());
  one[i] = direction;
  const Expr *tangent = operation.tangent(program, one, given);
  EXPECT_EQ(tangent->type->scalar()->strip(), operation.expr()->type->scalar()->strip()) << what;
  Value moved = evaluated(tangent);
  expectNear(moved, expected, tolerance, what + ", tangent " + print(tangent));
  expectNear(evaluated(operation.tangent(program, one)), expected, tolerance, what + ", no result");
  if (operation.hasPartial(i) && moved.shape.empty()) {
    Number partial = evaluated(operation.partial(program, i, given)).scalar();
    expectNear(partial * evaluated(direction).scalar(), moved, 1e-13L, what + ", partial");
  }
  return moved;
}

void RulesFixture::checkAdjoint(const Operation &operation, unsigned i, const Expr *direction,
                                const Expr *seed, const rules::Values &given, const Value &moved,
                                const std::string &what) {
  const Expr *adjoint = operation.adjoint(program, i, seed, given);
  EXPECT_EQ(adjoint->type->scalar()->strip(), direction->type->scalar()->strip()) << what;
  double left = double(inner(evaluated(seed), moved));
  double right = double(inner(evaluated(adjoint), evaluated(direction)));
  EXPECT_NEAR(left, right, 1e-13 * (1 + std::fabs(left))) << what << ", adjoint " << print(adjoint);
}

} // namespace costate::test
