#include "emit/c/FileNames.h"

#include <cctype>
#include <set>

namespace costate::emit::c {

using namespace ir;

namespace {

/// The words of a preprocessor line after the `#`: `define NAME`, `include <stdio.h>`.
std::string nextWord(const std::string &text, size_t &at) {
  auto blank = [&](size_t i) { return std::isspace(static_cast<unsigned char>(text[i])); };
  while (at < text.size() && (blank(at) || text[at] == '#'))
    ++at;
  size_t begin = at;
  auto part = [&](size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_';
  };
  while (at < text.size() && part(at))
    ++at;
  return text.substr(begin, at - begin);
}

bool includes(const std::string &line, const std::string &header) {
  size_t at = 0;
  return nextWord(line, at) == "include" && line.find(header, at) != std::string::npos;
}

void readPreamble(const Unit &unit, Names &names) {
  for (const std::string &line : unit.preamble) {
    names.hasBool |= includes(line, "<stdbool.h>");
    names.hasComplex |= includes(line, "<complex.h>");
    for (const char *header : {"<stdlib.h>", "<stdio.h>", "<stddef.h>", "<string.h>", "<time.h>"})
      names.hasNull |= includes(line, header);
  }
}

/// Symbols that every mention of the same name in another file means too.
bool isShared(const Symbol &s) { return !s.internalLinkage || s.fromHeader; }

} // namespace

MacroLine macroLine(const std::string &line) {
  size_t at = 0;
  std::string directive = nextWord(line, at);
  if (directive != "define" && directive != "undef")
    return {};
  return {nextWord(line, at), directive == "define"};
}

Names fileNames(const Program &program) {
  Names names;
  std::set<std::string> taken;
  for (const auto &unit : program.units) {
    if (unit->language() != Language::C)
      continue;
    readPreamble(*unit, names);
    for (const auto &symbol : unit->scope.symbols)
      if (isShared(*symbol))
        taken.insert(symbol->name);
  }
  for (const auto &unit : program.units)
    if (unit->language() == Language::C)
      for (const auto &symbol : unit->scope.symbols) {
        if (isShared(*symbol))
          continue;
        std::string name = symbol->name;
        for (unsigned n = 2; !taken.insert(name).second; ++n)
          name = symbol->name + std::to_string(n);
        if (name != symbol->name)
          names.rename(symbol.get(), name);
      }
  return names;
}

} // namespace costate::emit::c
