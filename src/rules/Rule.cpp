#include "rules/Rule.h"

#include "support/Diagnostics.h"

#include <map>
#include <sstream>

namespace costate::rules {

namespace {

std::string trimmed(const std::string &s) {
  size_t begin = s.find_first_not_of(' ');
  return begin == std::string::npos ? "" : s.substr(begin, s.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> words(const char *text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;)
    out.push_back(word);
  return out;
}

ValueType fieldNamed(const std::string &name, const std::string &signature) {
  static const std::map<std::string, ValueType> fields = {{"real", ValueType::Real},
                                                          {"complex", ValueType::Complex},
                                                          {"integer", ValueType::Integer},
                                                          {"logical", ValueType::Logical}};
  auto found = fields.find(name);
  if (found == fields.end())
    internalError("derivative table: unknown type '" + name + "' in '" + signature + "'");
  return found->second;
}

/// `name`, or `name: type` with any of a type, `scalar`, `array` and `rank N`.
RuleArgument parseArgument(const std::string &text, ValueType usual, const std::string &signature) {
  RuleArgument out;
  size_t colon = text.find(':');
  out.name = trimmed(text.substr(0, colon));
  out.field = usual;
  if (colon == std::string::npos)
    return out;
  std::vector<std::string> type = words(text.substr(colon + 1).c_str());
  for (size_t i = 0; i < type.size(); ++i) {
    if (type[i] == "rank")
      out.rank = std::stoi(type[++i]);
    else if (type[i] == "scalar")
      out.rank = 0;
    else if (type[i] == "array")
      out.rank = RuleArgument::anyArray;
    else
      out.field = fieldNamed(type[i], signature);
  }
  return out;
}

std::vector<std::string> argumentNames(const Rule &rule) {
  std::vector<std::string> names;
  for (const RuleArgument &a : rule.arguments)
    names.push_back(a.name);
  return names;
}

/// `name(argument, ...) -> type = definition`
void parseSignature(const std::string &text, ValueType usual, Rule &rule) {
  size_t open = text.find('('), close = text.find(')');
  rule.name = text.substr(0, open);
  std::istringstream list(text.substr(open + 1, close - open - 1));
  for (std::string item; std::getline(list, item, ',');) {
    if (trimmed(item) == "...")
      rule.variadic = true;
    else
      rule.arguments.push_back(parseArgument(item, usual, text));
  }
  rule.derivatives.resize(rule.arguments.size());
  std::string rest = trimmed(text.substr(close + 1));
  if (rest.rfind("-> ", 0) == 0)
    rule.result = fieldNamed(trimmed(rest.substr(3)), text);
  else if (rest.rfind("= ", 0) == 0)
    rule.definition = parseFormula(rest.substr(2), argumentNames(rule));
}

/// `argument: partial`, `argument: tangent | adjoint`, `argument: moved`, `argument: moved | adjoint`
void parseDerivative(const std::string &text, Rule &rule) {
  std::vector<std::string> names = argumentNames(rule);
  size_t colon = text.find(':');
  size_t index = 0;
  while (index < names.size() && names[index] != text.substr(0, colon))
    ++index;
  if (index == names.size())
    internalError("derivative table: '" + rule.name + "' has no argument '" + text + "'");
  Derivative &out = rule.derivatives[index];
  std::string formula = trimmed(text.substr(colon + 1));
  size_t bar = formula.find('|');
  if (formula.rfind("moved", 0) == 0) {
    out.form = Derivative::Form::Moved;
    if (bar != std::string::npos)
      out.adjoint = parseFormula(trimmed(formula.substr(bar + 1)), names, index);
  } else if (bar == std::string::npos) {
    out.form = Derivative::Form::Partial;
    out.tangent = parseFormula(formula, names, index);
  } else {
    out.form = Derivative::Form::Pair;
    out.tangent = parseFormula(trimmed(formula.substr(0, bar)), names, index);
    out.adjoint = parseFormula(trimmed(formula.substr(bar + 1)), names, index);
  }
}

Rule parse(const Line &line, bool array) {
  Rule rule;
  rule.array = array;
  rule.fortran = words(line.fortran);
  rule.c = words(line.c);
  rule.cComplex = words(line.cComplex);
  ValueType usual = array || !rule.cComplex.empty() ? ValueType::Floating : ValueType::Real;
  parseSignature(line.signature, usual, rule);
  for (const char *derivative : line.derivatives)
    parseDerivative(derivative, rule);
  if (*line.kink)
    rule.kink = parseFormula(line.kink, argumentNames(rule));
  return rule;
}

Rule parse(const StepLine &line) {
  Rule rule;
  rule.steps = true;
  rule.fortran = words(line.fortran);
  rule.c = words(line.c);
  parseSignature(line.signature, ValueType::Real, rule);
  if (*line.kink)
    rule.kink = parseFormula(line.kink, argumentNames(rule));
  return rule;
}

Rule parse(const HelperLine &line) {
  Rule rule;
  rule.fortran = rule.c = words(line.spelling);
  rule.helper = line.file;
  parseSignature(line.signature, ValueType::Real, rule);
  return rule;
}

std::vector<Rule> parseAll() {
  std::vector<Rule> out;
  for (const Line &line : functionTable())
    out.push_back(parse(line, false));
  for (const StepLine &line : stepTable())
    out.push_back(parse(line));
  for (const HelperLine &line : helperTable())
    out.push_back(parse(line));
  for (const Line &line : arrayTable())
    out.push_back(parse(line, true));
  return out;
}

std::vector<Rule> parseMarks() {
  std::vector<Rule> out;
  for (const Line &line : markTable())
    out.push_back(parse(line, false));
  return out;
}

struct Index {
  std::map<std::string, std::vector<const Rule *>> byName, fortran, c;

  Index() {
    for (const Rule &rule : allRules())
      add(rule);
    static const std::vector<Rule> marks = parseMarks();
    for (const Rule &rule : marks)
      add(rule);
  }

  void add(const Rule &rule) {
    byName[rule.name].push_back(&rule);
    for (const std::string &s : rule.fortran)
      fortran[s].push_back(&rule);
    for (const std::string &s : rule.c)
      c[s].push_back(&rule);
    for (const std::string &s : rule.cComplex)
      c[s].push_back(&rule);
  }
};

const Index &index() {
  static const Index theIndex;
  return theIndex;
}

const std::vector<const Rule *> &find(const std::map<std::string, std::vector<const Rule *>> &map,
                                      const std::string &key) {
  static const std::vector<const Rule *> none;
  auto found = map.find(key);
  return found == map.end() ? none : found->second;
}

} // namespace

const std::vector<Rule> &allRules() {
  static const std::vector<Rule> rules = parseAll();
  return rules;
}

const std::vector<const Rule *> &rulesNamed(const std::string &name) {
  return find(index().byName, name);
}

const std::vector<const Rule *> &rulesSpelled(const std::string &spelling, ir::Language language) {
  return find(language == ir::Language::C ? index().c : index().fortran, spelling);
}

bool fits(const ir::Type *type, const RuleArgument &argument) {
  const ir::Type *t = type->scalar();
  int rank = type->rank();
  if (argument.rank == RuleArgument::anyArray ? rank == 0
                                              : argument.rank >= 0 && rank != argument.rank)
    return false;
  switch (argument.field) {
  case ValueType::Floating:
    return t->isReal() || t->isComplex();
  case ValueType::Real:
    return t->isReal();
  case ValueType::Complex:
    return t->isComplex();
  case ValueType::Integer:
    return t->isInteger();
  case ValueType::Logical:
    return t->isLogical();
  }
  return false;
}

namespace {

/// Without a type of its own the result is real, or complex where an argument is.
bool resultFits(const Rule &rule, const ir::Type *result,
                const std::vector<const ir::Expr *> &arguments) {
  if (rule.result)
    return fits(result, {"", *rule.result});
  bool complex = false;
  for (const ir::Expr *a : arguments)
    complex = complex || a->type->scalar()->isComplex();
  return complex ? result->scalar()->isComplex() : result->scalar()->isReal();
}

} // namespace

std::optional<std::vector<const ir::Expr *>> matched(const Rule &rule, const ir::Type *result,
                                                     const std::vector<const ir::Expr *> &arguments,
                                                     const std::vector<std::string> &keywords) {
  size_t count =
      rule.variadic ? std::max(arguments.size(), rule.arguments.size()) : rule.arguments.size();
  std::vector<const ir::Expr *> out(count);
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string keyword = i < keywords.size() ? keywords[i] : "";
    if (keyword == "kind")
      continue;
    size_t slot = i;
    if (!keyword.empty())
      for (slot = 0; slot < rule.arguments.size() && rule.arguments[slot].name != keyword;)
        ++slot;
    if (slot >= count || out[slot] ||
        !fits(arguments[i]->type, rule.arguments[std::min(slot, rule.arguments.size() - 1)]))
      return std::nullopt;
    out[slot] = arguments[i];
  }
  for (const ir::Expr *a : out)
    if (!a)
      return std::nullopt;
  if (!resultFits(rule, result, out))
    return std::nullopt;
  return out;
}

} // namespace costate::rules
