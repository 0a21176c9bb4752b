// Specifications as TOML: one table for each procedure.
#include "analysis/External.h"

#include <algorithm>
#include <cctype>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace costate::analysis {

namespace {

const char *const keys[] = {"arguments", "reads",   "writes",  "active",  "depends",
                            "inactive",  "tangent", "adjoint", "module",  "precisions"};

bool mentions(const std::vector<Step> &steps, int argument) {
  for (const Step &step : steps)
    for (const StepCall &call : step.calls)
      for (const StepValue &value : call.arguments)
        if (value.kind == StepValue::Kind::Derivative && value.argument == argument)
          return true;
  return false;
}

/// One procedure's table.
class Table {
public:
  Table(const toml::key &name, const toml::table &table, uint32_t file, bool ours,
        Diagnostics &diagnostics)
      : table(table), file(file), ours(ours), diagnostics(diagnostics) {
    out.name = std::string(name.str());
    out.location = at(name.source());
  }

  std::optional<External> read();

private:
  Location at(const toml::source_region &region) const {
    return {file, region.begin.line, region.begin.column};
  }
  Location at(const toml::node &node) const { return at(node.source()); }
  Location keyAt(const char *key) const {
    for (auto &&[k, value] : table)
      if (k.str() == key)
        return at(k.source());
    return out.location;
  }
  void error(Location where, std::string message, std::string hint = {}) {
    diagnostics.error(where, std::move(message), std::move(hint));
    failed = true;
  }

  void checkKeys();
  void readArguments();
  void readEffects();
  void readDepends();
  void readInactive();
  void checkActive();
  void readDerivative(const char *key, ExternalDerivative &);
  Location firstLine(const toml::node &text) const;
  std::vector<std::pair<std::string, Location>> list(const char *key);
  std::vector<std::pair<std::string, Location>> words(const toml::node &, const char *key);
  int argument(const std::pair<std::string, Location> &name, bool orResult);

  const toml::table &table;
  uint32_t file;
  bool ours;
  Diagnostics &diagnostics;
  External out;
  bool failed = false;
};

std::optional<External> Table::read() {
  checkKeys();
  readInactive();
  readArguments();
  readEffects();
  readDepends();
  checkActive();
  if (!failed) {
    readDerivative("tangent", out.tangent);
    readDerivative("adjoint", out.adjoint);
  }
  out.precisions = table["precisions"].value_or(std::string("sd"));
  return failed ? std::nullopt : std::optional(std::move(out));
}

void Table::checkKeys() {
  for (auto &&[key, value] : table) {
    bool known = std::find(std::begin(keys), std::end(keys), key.str()) != std::end(keys);
    if (!known || (key.str() == "precisions" && !ours))
      error(at(key.source()), "'" + std::string(key.str()) + "' is not something a specification says",
            "arguments, reads, writes, active, depends, inactive, tangent, adjoint and module are");
  }
}

/// Names in an array of texts, or in one text with commas or blanks between.
std::vector<std::pair<std::string, Location>> Table::words(const toml::node &node,
                                                           const char *key) {
  std::vector<std::pair<std::string, Location>> out;
  if (auto *array = node.as_array()) {
    for (const toml::node &item : *array)
      if (auto *text = item.as_string())
        out.emplace_back(text->get(), at(item));
      else
        error(at(item), std::string("'") + key + "' lists names, as texts in quotes");
    return out;
  }
  auto *text = node.as_string();
  if (!text) {
    error(at(node), std::string("'") + key + "' is a list of names",
          std::string("write ") + key + " = [\"x\", \"y\"]");
    return out;
  }
  std::string word;
  for (char c : text->get() + " ")
    if (c == ',' || std::isspace(static_cast<unsigned char>(c))) {
      if (!word.empty())
        out.emplace_back(word, at(node));
      word.clear();
    } else {
      word += c;
    }
  return out;
}

std::vector<std::pair<std::string, Location>> Table::list(const char *key) {
  const toml::node *node = table.get(key);
  return node ? words(*node, key) : std::vector<std::pair<std::string, Location>>();
}

int Table::argument(const std::pair<std::string, Location> &name, bool orResult) {
  int number = out.argumentNamed(name.first);
  if (number >= 0)
    return number;
  if (orResult && name.first == out.name)
    return resultArgument;
  if (out.argumentsKnown)
    error(name.second, "'" + name.first + "' is not an argument of '" + out.name + "'",
          "'arguments' lists their names in order; a function's result has the function's name");
  else
    error(name.second, "the arguments of '" + out.name + "' are not listed",
          "write arguments = [\"" + name.first + "\", ...], in order");
  return -2;
}

void Table::readArguments() {
  out.argumentsKnown = table.contains("arguments");
  for (auto &[name, where] : list("arguments")) {
    bool valid = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                 std::all_of(name.begin(), name.end(), [](char c) {
                   return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
                 });
    if (!valid)
      error(where, "'" + name + "' is not a name");
    else if (out.argumentNamed(name) >= 0)
      error(where, "'" + name + "' is listed twice");
    else
      out.arguments.push_back({.name = name, .dependsOn = {}});
  }
}

void Table::readEffects() {
  out.writesKnown = table.contains("writes");
  for (auto &a : out.arguments) {
    a.reads = !table.contains("reads");
    a.writes = !out.writesKnown;
  }
  for (auto &name : list("reads"))
    if (int i = argument(name, false); i >= 0)
      out.arguments[i].reads = true;
  for (auto &name : list("writes"))
    if (int i = argument(name, true); i >= 0)
      out.arguments[i].writes = true;
  for (auto &name : list("active"))
    if (int i = argument(name, true); i >= 0)
      out.arguments[i].active = true;
    else if (i == resultArgument)
      out.isFunction = true;
}

void Table::readDepends() {
  const toml::node *node = table.get("depends");
  if (!node)
    return;
  auto *dependences = node->as_table();
  if (!dependences)
    return error(at(*node), "'depends' says for each written argument what it depends on",
                 "write depends = { y = [\"x\"] }");
  for (auto &&[key, value] : *dependences) {
    int written = argument({std::string(key.str()), at(key.source())}, true);
    std::vector<int> on;
    for (auto &name : words(value, "depends"))
      on.push_back(argument(name, false));
    if (written >= 0)
      out.arguments[written].dependsOn = on;
  }
}

void Table::readInactive() {
  const toml::node *node = table.get("inactive");
  if (!node)
    return;
  auto value = node->value_exact<bool>();
  if (!value)
    return error(at(*node), "'inactive' is true or false");
  out.inactive = *value;
  for (const char *key : {"active", "tangent", "adjoint", "depends"})
    if (*value && table.contains(key))
      error(keyAt(key), "'" + out.name + "' is inactive, so it has no '" + key + "'",
            "remove one of them");
}

void Table::checkActive() {
  if (out.inactive)
    return;
  if (!table.contains("active"))
    return error(out.location, "nothing says whether derivatives pass through '" + out.name + "'",
                 "list what carries derivatives (active = [...]), or write inactive = true");
  if (!out.argumentsKnown && !failed)
    return error(out.location, "the arguments of '" + out.name + "' are not listed",
                 "write arguments = [...], in order");
  if (!out.writesKnown)
    return error(out.location, "nothing says what '" + out.name + "' writes",
                 "write writes = [...], empty for a function that only returns a value");
  bool comesOut = out.isFunction;
  for (auto &a : out.arguments) {
    comesOut |= a.active && a.writes;
    if (a.active && !a.reads && !a.writes)
      error(keyAt("active"), "'" + a.name + "' is active but neither read nor written");
  }
  if (!comesOut && !failed)
    error(keyAt("active"), "no active argument of '" + out.name + "' is written",
          "list the arguments that come out with a derivative too, or the function itself");
}

/// Where the first line of a text stands: after ''' and a line's end, on the next line.
Location Table::firstLine(const toml::node &text) const {
  Location where = at(text);
  std::string_view line = diagnostics.sources.line(file, where.line);
  size_t quotes = where.column - 1;
  bool opens = line.size() >= quotes + 3 && (line.substr(quotes, 3) == "'''" ||
                                             line.substr(quotes, 3) == "\"\"\"");
  if (opens && line.find_first_not_of(" \t\r", quotes + 3) == std::string_view::npos)
    return {file, where.line + 1, 1};
  return where;
}

void Table::readDerivative(const char *key, ExternalDerivative &derivative) {
  const toml::node *node = table.get(key);
  if (!node)
    return;
  derivative.location = at(*node);
  derivative.module = table["module"].value_or(std::string());
  auto *text = node->as_string();
  if (!text)
    return error(at(*node), std::string("'") + key + "' is the name of a procedure, or calls");
  const std::string &value = text->get();
  bool isName = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
  if (isName && value != "original") {
    derivative.procedure = value;
    return;
  }
  StepNames names{out.name, out.isFunction, {}};
  for (auto &a : out.arguments)
    names.arguments.push_back(a.name);
  StepProblem problem;
  auto steps = parseSteps(value, firstLine(*node), names, problem);
  if (!steps)
    return error(problem.location, problem.message,
                 "docs/external.md says how a derivative is written");
  derivative.steps = std::move(*steps);
  for (size_t i = 0; i < out.arguments.size(); ++i)
    if (out.arguments[i].active && out.arguments[i].reads && !mentions(derivative.steps, i))
      error(derivative.location, std::string("the ") + key + " never uses the derivative of '" +
                                     out.arguments[i].name + "', which is active",
            "add the calls that do, or take it out of 'active'");
}

} // namespace

std::vector<External> readSpecifications(const std::string &text, uint32_t file, bool ours,
                                         Diagnostics &diagnostics) {
  toml::parse_result parsed = toml::parse(text);
  std::vector<External> out;
  if (!parsed) {
    auto where = parsed.error().source().begin;
    diagnostics.error({file, where.line, where.column},
                      "this is not TOML: " + std::string(parsed.error().description()),
                      "docs/external.md shows a specification");
    return out;
  }
  // A table sorts its keys; the user's order is better for messages.
  std::vector<std::pair<const toml::key *, const toml::node *>> entries;
  for (auto &&[key, value] : parsed.table())
    entries.emplace_back(&key, &value);
  std::stable_sort(entries.begin(), entries.end(), [](auto &a, auto &b) {
    return a.first->source().begin.line < b.first->source().begin.line;
  });
  for (auto &[key, value] : entries) {
    if (auto *table = value->as_table()) {
      if (auto spec = Table(*key, *table, file, ours, diagnostics).read())
        out.push_back(std::move(*spec));
    } else {
      auto where = key->source().begin;
      diagnostics.error({file, where.line, where.column},
                        "'" + std::string(key->str()) + "' stands outside any procedure",
                        "begin each procedure with its name in brackets: [foo]");
    }
  }
  return out;
}

} // namespace costate::analysis
