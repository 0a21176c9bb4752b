#include "ExprEvaluator.h"

#include "ScalarFunctions.h"

#include <stdexcept>

namespace costate::test {

using namespace ir;

namespace {

Number binary(BinaryOp op, Number a, Number b, bool wholeExponent) {
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Subtract:
    return a - b;
  case BinaryOp::Multiply:
    return a * b;
  case BinaryOp::Divide:
    // Complex division of reals would turn x/0 into NaN.
    return a.imag() == 0 && b.imag() == 0 ? Number(a.real() / b.real()) : a / b;
  case BinaryOp::Power:
    return raised(a, b, wholeExponent);
  case BinaryOp::Equal:
    return a == b;
  case BinaryOp::NotEqual:
    return a != b;
  case BinaryOp::Less:
    return a.real() < b.real();
  case BinaryOp::LessEqual:
    return a.real() <= b.real();
  case BinaryOp::Greater:
    return a.real() > b.real();
  case BinaryOp::GreaterEqual:
    return a.real() >= b.real();
  case BinaryOp::And:
    return a != Number(0) && b != Number(0);
  case BinaryOp::Or:
    return a != Number(0) || b != Number(0);
  default:
    throw std::runtime_error("operator");
  }
}

/// One function of the elements of all arguments; scalars are repeated.
template <typename F> Value elementwise(const std::vector<Value> &arguments, F &&f) {
  Value out;
  size_t count = 1;
  for (const Value &a : arguments)
    if (!a.shape.empty()) {
      out.shape = a.shape;
      count = a.elements.size();
    }
  for (size_t i = 0; i < count; ++i) {
    std::vector<Number> x;
    for (const Value &a : arguments)
      x.push_back(a.shape.empty() ? a.scalar() : a.elements.at(i));
    out.elements.push_back(f(x));
  }
  return out;
}

size_t product(const std::vector<size_t> &shape) {
  size_t n = 1;
  for (size_t extent : shape)
    n *= extent;
  return n;
}

std::vector<size_t> strides(const std::vector<size_t> &shape) {
  std::vector<size_t> out;
  size_t stride = 1;
  for (size_t extent : shape) {
    out.push_back(stride);
    stride *= extent;
  }
  return out;
}

/// Calls f(index of the line's first element, its stride, number of the line) for lines along dim.
template <typename F> void forEachLine(const std::vector<size_t> &shape, size_t dim, F &&f) {
  size_t stride = strides(shape)[dim], extent = shape[dim], line = 0;
  for (size_t i = 0; i < product(shape); ++i)
    if (i / stride % extent == 0)
      f(i, stride, line++);
}

/// The arguments of an array function by name.
class ArrayCall {
public:
  ArrayCall(const Intrinsic *call, const Bindings &bindings) : call(call) {
    std::vector<std::string> names = dummies().at(call->name);
    size_t next = 0;
    for (size_t i = 0; i < call->arguments.size(); ++i) {
      const Expr *a = call->arguments[i];
      std::string name = i < call->keywords.size() ? call->keywords[i] : "";
      if (name.empty()) {
        name = names[next++];
        if (name == "dim" && a->type->scalar()->isLogical())
          name = "mask";
      }
      arguments[name] = evaluate(a, bindings);
    }
  }

  static const std::map<std::string, std::vector<std::string>> &dummies() {
    static const std::map<std::string, std::vector<std::string>> names = {
        {"sum", {"array", "dim", "mask"}},
        {"norm2", {"array", "dim"}},
        {"size", {"array", "dim"}},
        {"shape", {"array"}},
        {"dot_product", {"a", "b"}},
        {"matmul", {"a", "b"}},
        {"transpose", {"array"}},
        {"spread", {"array", "dim", "ncopies"}},
        {"reshape", {"array", "shape", "pad", "order"}},
        {"cshift", {"array", "shift", "dim"}},
        {"eoshift", {"array", "shift", "boundary", "dim"}},
        {"pack", {"array", "mask", "vector"}},
        {"unpack", {"array", "mask", "field"}}};
    return names;
  }

  Value run() {
    const std::string &n = call->name;
    return n == "sum"           ? sum(arguments["array"])
           : n == "norm2"       ? norm2()
           : n == "size"        ? size()
           : n == "shape"       ? shape()
           : n == "dot_product" ? dot()
           : n == "matmul"      ? matmul()
           : n == "transpose"   ? transpose(arguments["array"])
           : n == "spread"      ? spread()
           : n == "reshape"     ? reshape()
           : n == "pack"        ? pack()
           : n == "unpack"      ? unpack()
                                : shifted(n == "cshift");
  }

private:
  const Intrinsic *call;
  std::map<std::string, Value> arguments;

  bool has(const char *name) const { return arguments.count(name) != 0; }
  size_t dim() const { return has("dim") ? size_t(arguments.at("dim").real()) - 1 : 0; }

  Value sum(Value array) {
    if (has("mask"))
      array = elementwise({array, arguments["mask"]}, [](auto &x) { return x[0] * x[1]; });
    if (!has("dim")) {
      Number total = 0;
      for (Number x : array.elements)
        total += x;
      return total;
    }
    Value out;
    out.shape = array.shape;
    out.shape.erase(out.shape.begin() + dim());
    forEachLine(array.shape, dim(), [&](size_t first, size_t stride, size_t) {
      Number total = 0;
      for (size_t k = 0; k < array.shape[dim()]; ++k)
        total += array.elements[first + k * stride];
      out.elements.push_back(total);
    });
    return out;
  }

  Value norm2() {
    Value squares = elementwise({arguments["array"]}, [](auto &x) { return x[0] * x[0]; });
    return elementwise({sum(squares)}, [](auto &x) { return std::sqrt(x[0]); });
  }

  Value size() {
    const std::vector<size_t> &s = arguments["array"].shape;
    return Number(has("dim") ? s.at(dim()) : product(s));
  }

  Value shape() {
    Value out;
    for (size_t extent : arguments["array"].shape)
      out.elements.push_back(Number(extent));
    out.shape = {out.elements.size()};
    return out;
  }

  Value dot() {
    Number total = 0;
    for (size_t i = 0; i < arguments["a"].elements.size(); ++i)
      total += std::conj(arguments["a"].elements[i]) * arguments["b"].elements[i];
    return total;
  }

  Value matmul() {
    Value &a = arguments["a"], &b = arguments["b"];
    size_t rows = a.shape.size() == 2 ? a.shape[0] : 1, inner = a.shape.back();
    size_t columns = b.shape.size() == 2 ? b.shape[1] : 1;
    Value out;
    if (a.shape.size() == 2)
      out.shape.push_back(rows);
    if (b.shape.size() == 2)
      out.shape.push_back(columns);
    for (size_t j = 0; j < columns; ++j)
      for (size_t i = 0; i < rows; ++i) {
        Number total = 0;
        for (size_t k = 0; k < inner; ++k)
          total += a.elements.at(i + k * rows) * b.elements.at(k + j * inner);
        out.elements.push_back(total);
      }
    return out;
  }

  Value transpose(const Value &a) {
    Value out({a.shape[1], a.shape[0]}, {});
    for (size_t i = 0; i < a.shape[0]; ++i)
      for (size_t j = 0; j < a.shape[1]; ++j)
        out.elements.push_back(a.elements[i + j * a.shape[0]]);
    return out;
  }

  Value spread() {
    const Value &a = arguments["array"];
    size_t copies = size_t(arguments["ncopies"].real());
    Value out;
    out.shape = a.shape;
    out.shape.insert(out.shape.begin() + dim(), copies);
    out.elements.resize(product(out.shape));
    forEachLine(out.shape, dim(), [&](size_t first, size_t stride, size_t line) {
      for (size_t k = 0; k < copies; ++k)
        out.elements[first + k * stride] = a.elements.at(line);
    });
    return out;
  }

  Value reshape() {
    Value out;
    for (Number extent : arguments["shape"].elements)
      out.shape.push_back(size_t(extent.real()));
    const std::vector<Number> &from = arguments["array"].elements;
    for (size_t i = 0; i < product(out.shape); ++i)
      out.elements.push_back(i < from.size() ? from[i] : arguments.at("pad").elements.at(0));
    return out;
  }

  Value shifted(bool circular) {
    Value a = arguments["array"], out = a;
    long extent = long(a.shape[dim()]), by = long(arguments["shift"].real());
    Number boundary = has("boundary") ? arguments["boundary"].scalar() : Number(0);
    forEachLine(a.shape, dim(), [&](size_t first, size_t stride, size_t) {
      for (long k = 0; k < extent; ++k) {
        long from = circular ? ((k + by) % extent + extent) % extent : k + by;
        bool inside = from >= 0 && from < extent;
        out.elements[first + k * stride] = inside ? a.elements[first + from * stride] : boundary;
      }
    });
    return out;
  }

  bool chosen(size_t i) {
    const Value &mask = arguments["mask"];
    return (mask.shape.empty() ? mask.scalar() : mask.elements.at(i)) != Number(0);
  }

  Value pack() {
    Value out;
    const std::vector<Number> &from = arguments["array"].elements;
    for (size_t i = 0; i < from.size(); ++i)
      if (chosen(i))
        out.elements.push_back(from[i]);
    if (has("vector"))
      for (size_t i = out.elements.size(); i < arguments["vector"].elements.size(); ++i)
        out.elements.push_back(arguments["vector"].elements[i]);
    out.shape = {out.elements.size()};
    return out;
  }

  Value unpack() {
    Value out(arguments["mask"].shape, {});
    const Value &field = arguments["field"];
    size_t next = 0;
    for (size_t i = 0; i < arguments["mask"].elements.size(); ++i)
      out.elements.push_back(chosen(i)             ? arguments["array"].elements.at(next++)
                             : field.shape.empty() ? field.scalar()
                                                   : field.elements.at(i));
    return out;
  }
};

Value intrinsic(const Intrinsic *call, const Bindings &bindings) {
  if (ArrayCall::dummies().count(call->name))
    return ArrayCall(call, bindings).run();
  std::vector<Value> arguments;
  bool complex = false;
  for (const Expr *a : call->arguments) {
    arguments.push_back(evaluate(a, bindings));
    complex = complex || a->type->scalar()->isComplex();
  }
  if (call->name == "merge")
    return elementwise(arguments, [](auto &x) { return x[2] != Number(0) ? x[0] : x[1]; });
  return elementwise(arguments, [&](auto &x) { return scalarFunction(call->name, x, complex); });
}

Number converted(const Type *type, Number x) {
  if (type->scalar()->isInteger())
    return std::trunc(x.real());
  return type->scalar()->isReal() ? Number(x.real()) : x;
}

} // namespace

bool isKnownFunction(const std::string &name) {
  return name == "merge" || ArrayCall::dummies().count(name) || isScalarFunction(name);
}

Value evaluate(const Expr *e, const Bindings &bindings) {
  auto value = [&](const Expr *operand) { return evaluate(operand, bindings); };
  if (auto *x = llvm::dyn_cast<IntegerConstant>(e))
    return Number(x->value);
  if (auto *x = llvm::dyn_cast<RealConstant>(e))
    return Number(std::stold(x->digits));
  if (auto *x = llvm::dyn_cast<LogicalConstant>(e))
    return Number(x->value);
  if (auto *x = llvm::dyn_cast<Variable>(e))
    return bindings.at(x->symbol);
  if (auto *x = llvm::dyn_cast<Unary>(e))
    return elementwise({value(x->operand)},
                       [&](auto &v) { return x->op == UnaryOp::Negate ? -v[0] : v[0]; });
  if (auto *x = llvm::dyn_cast<Binary>(e))
    return elementwise({value(x->left), value(x->right)}, [&](auto &v) {
      return binary(x->op, v[0], v[1], x->right->type->scalar()->isInteger());
    });
  if (auto *x = llvm::dyn_cast<Convert>(e))
    return elementwise({value(x->operand)}, [&](auto &v) { return converted(e->type, v[0]); });
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    return value(value(x->condition).real() != 0 ? x->whenTrue : x->whenFalse);
  if (auto *x = llvm::dyn_cast<MakeComplex>(e))
    return elementwise({value(x->re), value(x->im)},
                       [](auto &v) { return Number(v[0].real(), v[1].real()); });
  if (auto *x = llvm::dyn_cast<ComplexPart>(e))
    return elementwise({value(x->base)},
                       [&](auto &v) { return Number(x->imaginary ? v[0].imag() : v[0].real()); });
  if (auto *x = llvm::dyn_cast<ArrayConstructor>(e))
    return Value({1}, {value(x->items.at(0)).scalar()});
  if (auto *x = llvm::dyn_cast<Intrinsic>(e))
    return intrinsic(x, bindings);
  throw std::runtime_error("expression");
}

} // namespace costate::test
