#include "support/Diagnostics.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace costate {

void Diagnostics::error(Location at, std::string message, std::string hint, unsigned length) {
  report({Severity::Error, at, length, std::move(message), std::move(hint)});
}

void Diagnostics::warning(Location at, std::string message, std::string hint, unsigned length) {
  report({Severity::Warning, at, length, std::move(message), std::move(hint)});
}

void Diagnostics::report(Diagnostic d) {
  if (d.severity == Severity::Error)
    ++errors;
  list.push_back(std::move(d));
}

namespace {

const char *word(Severity s) {
  switch (s) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return "";
}

/// The length of the name or operator that starts at `column` (from 1).
unsigned wordLength(std::string_view line, unsigned column) {
  size_t i = column - 1;
  auto isName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (i >= line.size() || !isName(line[i]))
    return 1;
  size_t end = i;
  while (end < line.size() && isName(line[end]))
    ++end;
  return end - i;
}

std::string excerpt(const SourceManager &sources, const Diagnostic &d) {
  std::string_view text = sources.line(d.location.file, d.location.line);
  if (text.empty())
    return {};
  std::string number = std::to_string(d.location.line);
  std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  std::string shown(text);
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  std::string out = margin + number + " | " + shown + "\n";
  if (d.location.column == 0 || d.location.column > text.size() + 1)
    return out;
  unsigned length = d.length ? d.length : wordLength(text, d.location.column);
  out += std::string(margin.size() + number.size(), ' ') + " | " +
         std::string(d.location.column - 1, ' ') + "^" +
         std::string(length > 1 ? length - 1 : 0, '~') + "\n";
  return out;
}

std::string renderOne(const SourceManager &sources, const Diagnostic &d) {
  std::string out;
  if (d.location.file != 0) {
    out += sources.path(d.location.file) + ":";
    if (d.location.line != 0)
      out += std::to_string(d.location.line) + ":";
    if (d.location.column != 0)
      out += std::to_string(d.location.column) + ":";
    out += " ";
  } else {
    out += "costate: ";
  }
  out += std::string(word(d.severity)) + ": " + d.message + "\n";
  if (d.location.known())
    out += excerpt(sources, d);
  if (!d.hint.empty())
    out += "  hint: " + d.hint + "\n";
  return out;
}

} // namespace

std::string Diagnostics::render() const {
  std::string out;
  std::set<std::string> seen;
  for (const Diagnostic &d : list) {
    std::string text = renderOne(sources, d);
    if (seen.insert(text).second)
      out += text;
  }
  return out;
}

void internalError(const std::string &what) {
  std::fprintf(stderr,
               "costate: internal error: %s\n"
               "  this is a bug in Costate; please report the command line, the input files and "
               "this message\n",
               what.c_str());
  std::_Exit(70);
}

} // namespace costate
