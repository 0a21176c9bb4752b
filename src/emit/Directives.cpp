#include "emit/Directives.h"

#include <algorithm>

namespace costate::emit {

namespace {
constexpr size_t longest = 100; // columns of a Fortran line, margin apart
}

const char *const directionsMacroDefinition = R"(// The iterations of a loop over directions have nothing to do with each other.
#if defined(__GNUC__) && !defined(__clang__)
#define COSTATE_EACH_DIRECTION _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#else
#define COSTATE_EACH_DIRECTION
#endif
)";

const std::vector<std::string> directionsDirectives = {"GCC$ ivdep", "GCC$ unroll 4"};

bool isDirective(const std::string &comment) {
  return comment.rfind("#pragma omp ", 0) == 0 || comment.rfind("$omp ", 0) == 0;
}

namespace {

using NameOf = std::function<std::optional<std::string>(size_t)>;

/// Every `@N` in the text.
std::string replaced(const std::string &text, const NameOf &nameOf) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find_first_not_of("0123456789", i + 1), text.size());
    if (text[i] != '@' || end == i + 1) {
      out += text[i++];
      continue;
    }
    out += nameOf(std::stoul(text.substr(i + 1, end - i - 1))).value_or("");
    i = end;
  }
  return out;
}

} // namespace

std::string withNames(const std::string &directive, const NameOf &nameOf, const NameOf &privateOf) {
  std::string out;
  for (size_t at = 0; at < directive.size();) {
    size_t open = directive.find("private(", at);
    if (open == std::string::npos)
      return out + replaced(directive.substr(at), nameOf);
    size_t start = directive.rfind(' ', open), first = open + 8, end = directive.find(')', first);
    std::string kept;
    for (size_t i = first; i < end;) {
      size_t comma = std::min(directive.find(", ", i), end);
      std::string name = replaced(directive.substr(i, comma - i), privateOf ? privateOf : nameOf);
      if (!name.empty())
        kept += (kept.empty() ? "" : ", ") + name;
      i = comma + 2;
    }
    out += replaced(directive.substr(at, start - at), nameOf);
    if (!kept.empty())
      out += directive.substr(start, first - start) + kept + ")";
    at = end + 1;
  }
  return out;
}

std::vector<std::string> continued(const std::string &directive) {
  std::vector<std::string> out;
  std::string rest = directive;
  while (rest.size() > longest) {
    size_t at = rest.rfind(' ', longest);
    if (at == std::string::npos || at < 6)
      break;
    out.push_back(rest.substr(0, at) + " &");
    rest = "$omp " + rest.substr(at + 1);
  }
  out.push_back(rest);
  return out;
}

} // namespace costate::emit
