#include "analysis/Directives.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

namespace costate::analysis {

using namespace ir;

namespace {

std::string folded(std::string_view line) {
  std::string out;
  for (unsigned char c : line)
    if (!std::isspace(c))
      out += std::tolower(c);
  return out;
}

/// The original spelling of what stands between the parentheses, split at commas.
std::vector<std::string> listIn(std::string_view line) {
  size_t open = line.find('('), close = line.rfind(')');
  std::vector<std::string> out;
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return out;
  std::string entry;
  for (char c : line.substr(open + 1, close - open - 1)) {
    if (c == ',')
      out.push_back(std::move(entry)), entry.clear();
    else if (!std::isspace(static_cast<unsigned char>(c)))
      entry += c;
  }
  if (!entry.empty())
    out.push_back(entry);
  return out;
}

void readLine(std::string_view line, Directives &out) {
  std::string text = folded(line);
  for (const char *start : {"!$costate", "c$costate", "*$costate", "#pragmacostate", "!$openad",
                            "c$openad", "*$openad", "//$openad"}) {
    size_t length = std::string_view(start).size();
    if (text.compare(0, length, start) != 0)
      continue;
    std::string_view rest = std::string_view(text).substr(length);
    bool independent = rest.rfind("independent(", 0) == 0;
    bool dependent = rest.rfind("dependent(", 0) == 0;
    if (!independent && !dependent)
      continue;
    auto &list = independent ? out.independents : out.dependents;
    for (std::string &name : listIn(line))
      list.push_back(std::move(name));
    return;
  }
}

/// Blank, a comment, or a line for another tool: what may stand between a directive and its loop.
bool isBetween(std::string_view line, Language language) {
  std::string text = folded(line);
  bool isFixed = language == Language::Fortran && !line.empty() && (line[0] == 'c' || line[0] == 'C' || line[0] == '*');
  return text.empty() || isFixed || text[0] == '!' || text[0] == '#' || text.starts_with("//") ||
         text.starts_with("/*") || (language == Language::C && text[0] == '*');
}

} // namespace

std::optional<std::string> checkpointDirective(std::string_view line) {
  std::string text = folded(line);
  for (const char *start : {"!$costatecheckpoint(", "c$costatecheckpoint(", "*$costatecheckpoint(",
                            "#pragmacostatecheckpoint("})
    if (text.starts_with(start)) {
      std::vector<std::string> list = listIn(line);
      return list.size() == 1 ? list[0] : "";
    }
  for (const char *start : {"!$adbinomial-ckp", "c$adbinomial-ckp", "*$adbinomial-ckp", "//$adbinomial-ckp",
                            "/*$adbinomial-ckp", "#pragmaadbinomial-ckp"})
    if (text.starts_with(start)) {
      std::istringstream words{std::string(line)};
      std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
      auto name = std::find_if(all.begin(), all.end(), [](const std::string &word) {
        return folded(word).find("binomial-ckp") != std::string::npos;
      });
      return all.end() - name > 2 ? name[2] : ""; // after the end, before the first
    }
  return std::nullopt;
}

uint32_t lineAfterDirectives(const Program &program, uint32_t file, uint32_t line) {
  Language language = program.sources.path(file).ends_with(".c") ? Language::C : Language::Fortran;
  do
    ++line;
  while (line <= program.sources.lineCount(file) && isBetween(program.sources.line(file, line), language));
  return line;
}

bool promisesIndependence(const Program &program, const Stmt &loop) {
  if (!loop.location.known())
    return false;
  uint32_t file = loop.location.file;
  for (uint32_t line = loop.location.line; line-- > 1;) {
    std::string_view text = program.sources.line(file, line);
    Language language = program.sources.path(file).ends_with(".c") ? Language::C : Language::Fortran;
    if (!isBetween(text, language))
      return false;
    if (folded(text).find("$adii-loop") != std::string::npos)
      return true;
  }
  return false;
}

Directives directivesOf(const Program &program, const Procedure &procedure) {
  uint32_t file = procedure.location.file;
  uint32_t from = procedure.location.line, to = program.sources.lineCount(file);
  for (const auto &unit : program.units)
    for (const auto &other : unit->procedures)
      if (other->location.file == file && other->location.line > from)
        to = std::min(to, other->location.line - 1);
  Directives out;
  for (uint32_t line = from; line <= to; ++line)
    readLine(program.sources.line(file, line), out);
  return out;
}

} // namespace costate::analysis
