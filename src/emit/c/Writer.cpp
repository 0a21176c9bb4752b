#include "emit/c/Writer.h"

#include <cstring>

namespace costate::emit::c {

namespace {

constexpr size_t width = 100;

/// A place where a long line may be broken: the blank after an operator, comma or brace.
struct Break {
  size_t position;
  unsigned cost; ///< nesting; breaking inside parentheses reads worse than outside
};

std::vector<Break> breaks(const std::string &text) {
  std::vector<Break> out;
  unsigned nesting = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'')
      quote = c;
    else if (std::strchr("([{", c))
      ++nesting;
    else if (std::strchr(")]}", c) && nesting > 0)
      --nesting;
    else if (c == ' ' && i > 0 && std::strchr(",;+-*/%&|^=<>?:{", text[i - 1])) {
      // Breaking right after `=` leaves the longer part whole, so it is the last resort.
      bool assignment = text[i - 1] == '=' && (i < 2 || !std::strchr("=<>!", text[i - 2]));
      out.push_back({i, nesting + (assignment ? 8u : 0u)});
    }
  }
  return out;
}

/// The cheapest break that fits, the last of equals; past the middle of the line if possible.
size_t chooseBreak(const std::string &text, size_t room) {
  std::vector<Break> all = breaks(text);
  const Break *best = nullptr;
  for (const Break &b : all) {
    if (b.position > room)
      break;
    bool early = best && best->position < room / 2;
    if (!best || b.cost <= best->cost || early)
      best = &b;
  }
  if (!best && !all.empty())
    best = &all.front();
  return best ? best->position : std::string::npos;
}

} // namespace

void Writer::line(const std::string &text) {
  std::string rest = text;
  size_t column = depth;
  while (column + rest.size() > width) {
    size_t at = chooseBreak(rest, width - std::min(column, width / 2));
    if (at == std::string::npos || at + 1 >= rest.size())
      break;
    out += std::string(column, ' ') + rest.substr(0, at) + '\n';
    rest.erase(0, at + 1);
    column = depth + 4;
  }
  out += std::string(column, ' ') + rest + '\n';
}

/// A backslash at the end of a `//` comment would pull in the next line.
void Writer::comment(const std::string &text) {
  std::string body = text.empty() ? "" : " " + text;
  if (!text.empty() && text.back() == '\\')
    line("/*" + body + " */");
  else
    out += std::string(depth, ' ') + "//" + body + '\n';
}

} // namespace costate::emit::c
