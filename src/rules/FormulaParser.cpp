// One function for each level of precedence, lowest first.
#include "rules/Formula.h"

#include "support/Diagnostics.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace costate::rules {

namespace {

using Kind = Formula::Kind;

FormulaRef leaf(Kind kind, std::string name = {}) {
  auto f = std::make_shared<Formula>();
  f->kind = kind;
  f->name = std::move(name);
  return f;
}

class Parser {
public:
  Parser(const std::string &text, const std::vector<std::string> &arguments, unsigned derivative)
      : text(text), arguments(arguments), derivativeIndex(derivative) {}

  FormulaRef run() {
    FormulaRef out = disjunction();
    skip();
    if (at != text.size())
      fail("unexpected text");
    return out;
  }

private:
  const std::string &text;
  const std::vector<std::string> &arguments;
  const unsigned derivativeIndex;
  size_t at = 0;

  [[noreturn]] void fail(const std::string &what) {
    internalError("derivative formula '" + text + "': " + what + " at '" + text.substr(at) + "'");
  }

  void skip() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }

  bool accept(const std::string &token) {
    skip();
    if (text.compare(at, token.size(), token) != 0)
      return false;
    at += token.size();
    return true;
  }

  void expect(const std::string &token) {
    if (!accept(token))
      fail("missing '" + token + "'");
  }

  bool acceptWord(const std::string &word) {
    size_t before = at;
    skip();
    if (this->word() == word)
      return true;
    at = before;
    return false;
  }

  std::string word() {
    size_t begin = at;
    while (at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'))
      ++at;
    return text.substr(begin, at - begin);
  }

  FormulaRef logical(Kind kind, FormulaRef left, FormulaRef right) {
    auto f = std::make_shared<Formula>();
    f->kind = kind;
    f->operands = {std::move(left), std::move(right)};
    return f;
  }

  FormulaRef disjunction() {
    FormulaRef left = conjunction();
    while (acceptWord("or"))
      left = logical(Kind::Or, left, conjunction());
    return left;
  }

  FormulaRef conjunction() {
    FormulaRef left = comparison();
    while (acceptWord("and"))
      left = logical(Kind::And, left, comparison());
    return left;
  }

  FormulaRef comparison() {
    FormulaRef left = sum();
    for (const char *op : {"==", "!=", "<=", ">=", "<", ">"})
      if (accept(op))
        return compare(op, left, sum());
    return left;
  }

  FormulaRef sum() {
    FormulaRef left = accept("-") ? negate(product()) : product();
    for (;;) {
      if (accept("+"))
        left = add(left, product());
      else if (accept("-"))
        left = subtract(left, product());
      else
        return left;
    }
  }

  FormulaRef product() {
    FormulaRef left = factor();
    for (;;) {
      if (accept("*?"))
        left = guardedMultiply(left, factor());
      else if (accept("/?"))
        left = guardedDivide(left, factor());
      else if (accept("*"))
        left = multiply(left, factor());
      else if (accept("/"))
        left = divide(left, factor());
      else
        return left;
    }
  }

  FormulaRef factor() {
    FormulaRef base = primary();
    return accept("**") ? power(base, factor()) : base;
  }

  FormulaRef primary() {
    skip();
    if (at == text.size())
      fail("missing operand");
    if (accept("(")) {
      FormulaRef inner = disjunction();
      expect(")");
      return inner;
    }
    if (accept("[")) {
      auto list = std::make_shared<Formula>();
      list->kind = Kind::List;
      list->operands = {disjunction()};
      expect("]");
      return list;
    }
    if (std::isdigit(static_cast<unsigned char>(text[at])))
      return numeral();
    std::string name = word();
    if (name.empty())
      fail("missing operand");
    return accept("(") ? reference(name) : named(name);
  }

  FormulaRef numeral() {
    size_t begin = at;
    while (at < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.'))
      ++at;
    return number(*Decimal::parse(text.substr(begin, at - begin)));
  }

  FormulaRef named(const std::string &name) {
    auto found = std::find(arguments.begin(), arguments.end(), name);
    if (found != arguments.end())
      return argument(unsigned(found - arguments.begin()));
    if (name == "r")
      return leaf(Kind::Result);
    if (name == "d")
      return derivative(derivativeIndex);
    if (name == "s")
      return seed();
    static const std::set<std::string> constants = {"pi", "ln2", "ln10", "degree", "twoOverRootPi"};
    if (!constants.count(name))
      fail("unknown name '" + name + "'");
    return leaf(Kind::Constant, name);
  }

  /// What follows `name(`.
  FormulaRef reference(const std::string &name) {
    std::vector<FormulaRef> operands;
    std::vector<std::string> keywords;
    while (!accept(")")) {
      if (!operands.empty())
        expect(",");
      skip();
      size_t before = at;
      std::string keyword = word();
      if (keyword.empty() || !accept("=") || accept("=")) {
        keyword.clear();
        at = before;
      }
      keywords.push_back(keyword);
      operands.push_back(disjunction());
    }
    if (name == "if" && operands.size() == 3)
      return choose(operands[0], operands[1], operands[2]);
    if (name == "conjg" && operands.size() == 1)
      return conjugate(operands[0]);
    return call(name, std::move(operands), std::move(keywords));
  }
};

} // namespace

FormulaRef parseFormula(const std::string &text, const std::vector<std::string> &arguments,
                        unsigned derivative) {
  return Parser(text, arguments, derivative).run();
}

} // namespace costate::rules
