#include "emit/fortran/Layout.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

namespace costate::emit::fortran {

std::string joined(const std::vector<std::string> &parts, const char *separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i)
      out += separator;
    out += parts[i];
  }
  return out;
}

namespace {

/// A place where a line may end: before `position`, the lower the cost the better it reads.
struct Break {
  size_t position;
  unsigned cost;
};

constexpr unsigned nestingCost = 100; ///< a break one pair of parentheses further in
constexpr unsigned behindWord = 30;   ///< between a keyword and what it begins

bool startsWith(std::string_view text, size_t at, std::string_view word) {
  return text.substr(at, word.size()) == word;
}

/// How much it hurts to break before the blank at `at`, by the operator that follows it.
unsigned costOfBlank(std::string_view text, size_t at) {
  if (at > 0 && text[at - 1] == ',')
    return 0;
  std::string_view rest = text.substr(at + 1);
  if (startsWith(rest, 0, ".or. ") || startsWith(rest, 0, ".eqv. ") ||
      startsWith(rest, 0, ".neqv. "))
    return 1;
  if (startsWith(rest, 0, ".and. "))
    return 2;
  for (std::string_view op : {"== ", "/= ", "< ", "<= ", "> ", ">= "})
    if (startsWith(rest, 0, op))
      return 3;
  for (std::string_view op : {"+ ", "- ", "// "})
    if (startsWith(rest, 0, op))
      return 4;
  // After `=` rather than inside the left side or behind a keyword.
  return at > 0 && (text[at - 1] == '=' || text[at - 1] == '>') ? 8 : behindWord;
}

/// Walks over the characters of a statement and knows which of them are inside a literal.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text(text) {}

  /// All places outside literals where the statement may be broken.
  std::vector<Break> breaks() {
    std::vector<Break> out;
    for (size_t i = 0; i < text.size(); ++i) {
      char c = text[i];
      step(c);
      if (quote)
        continue;
      if (c == ' ')
        out.push_back({i + 1, depth * nestingCost + costOfBlank(text, i)});
      else if (c == ',' && i + 1 < text.size() && text[i + 1] != ' ')
        out.push_back({i + 1, depth * nestingCost + 1});
      else if ((c == '(' || c == '%') && i + 1 < text.size())
        out.push_back({i + 1, depth * nestingCost + 9});
    }
    return out;
  }

  /// Whether the character before `end` is inside a literal that goes on after it.
  bool insideLiteral(size_t end) {
    for (size_t i = 0; i < end; ++i)
      step(text[i]);
    return quote != 0;
  }

private:
  void step(char c) {
    if (quote) {
      if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if ((c == ')' || c == ']') && depth) {
      --depth;
    }
  }

  std::string_view text;
  char quote = 0;
  unsigned depth = 0;
};

/// The best of the breaks that leave a line of between `least` and `most` columns.
std::optional<size_t> bestBreak(const std::vector<Break> &breaks, size_t from, size_t least,
                                size_t most) {
  const Break *best = nullptr;
  auto first = std::lower_bound(breaks.begin(), breaks.end(), from + least,
                                [](const Break &b, size_t p) { return b.position < p; });
  for (auto b = first; b != breaks.end() && b->position <= from + most; ++b)
    if (!best || b->cost <= best->cost)
      best = &*b;
  if (!best)
    return std::nullopt;
  return best->position;
}

/// The last break that leaves at most `most` columns, unless it would leave a keyword alone.
std::optional<size_t> lastBreak(const std::vector<Break> &breaks, size_t from, size_t most) {
  auto after = std::upper_bound(breaks.begin(), breaks.end(), from + most,
                                [](size_t p, const Break &b) { return p < b.position; });
  for (; after != breaks.begin(); --after)
    if (const Break &b = *std::prev(after); b.position <= from)
      break;
    else if (b.cost % nestingCost != behindWord)
      return b.position;
  return std::nullopt;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Where to cut where no break will do: not in a quote doubled or in the middle of a name.
size_t forcedBreak(std::string_view text, size_t from, size_t most) {
  size_t end = from + most;
  while (end > from + most / 2 &&
         ((text[end - 1] == '\'' || text[end] == '\'' || text[end - 1] == '"' ||
           text[end] == '"') ||
          (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]))))
    --end;
  return end > from + most / 2 ? end : from + most;
}

} // namespace

void Layout::line(const std::string &text) { write(std::string(2 * depth, ' '), text); }

void Layout::labelled(unsigned label, const std::string &text) {
  std::string start = std::to_string(label) + " ";
  start.resize(std::max<size_t>(start.size(), 2 * depth), ' ');
  write(start, text);
}

void Layout::write(const std::string &start, const std::string &text) {
  std::string lines = wrapped(start, text, preferredColumns);
  if (std::count(lines.begin(), lines.end(), '\n') > int(standardContinuations) + 1)
    lines = wrapped(start, text, standardColumns);
  out += lines;
}

std::string Layout::wrapped(const std::string &start, const std::string &text,
                            size_t columns) const {
  std::string out;
  std::vector<Break> breaks;
  if (start.size() + text.size() > columns)
    breaks = Scanner(text).breaks();
  std::string margin = start;
  size_t from = 0;
  bool insideLiteral = false;
  while (margin.size() + insideLiteral + (text.size() - from) > columns) {
    size_t used = margin.size() + insideLiteral + 2; // the mark at the end, and its blank
    size_t most = columns > used + 20 ? columns - used : 20;
    size_t allowed = standardColumns > used + 20 ? standardColumns - used : 20;
    std::optional<size_t> at = bestBreak(breaks, from, most / 2, most);
    if (!at)
      at = lastBreak(breaks, from, most);
    if (!at)
      at = bestBreak(breaks, from, 1, allowed);
    if (!at && text.size() - from <= allowed + 2)
      break;
    size_t end = at ? *at : forcedBreak(text, from, allowed);
    std::string piece = text.substr(from, end - from);
    out += margin + (insideLiteral ? "&" : "") + piece;
    // A token cut in two needs a mark on both sides, as a literal does.
    insideLiteral = !at && (Scanner(text).insideLiteral(end) ||
                            (isWordCharacter(text[end - 1]) && isWordCharacter(text[end])));
    out += insideLiteral || piece.back() == ' ' ? "&\n" : " &\n";
    margin = std::string(std::min<size_t>(2 * depth + 4, 60), ' ');
    from = end;
  }
  out += margin + (insideLiteral ? "&" : "") + text.substr(from) + "\n";
  return out;
}

void Layout::verbatim(const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += line.empty() ? "\n" : std::string(2 * depth, ' ') + line + "\n";
}

void Layout::comment(const std::string &text) {
  std::string margin(2 * depth, ' ');
  // Directives of other tools lose their meaning behind a blank, or cut in two.
  bool directive = text.starts_with("$") || text.starts_with("GCC$ ");
  std::string mark = directive ? "!" : "! ";
  size_t room = standardColumns - margin.size() - mark.size();
  std::string rest = text;
  while (rest.size() > room && !directive) {
    size_t at = rest.rfind(' ', room);
    if (at == std::string::npos || at == 0)
      at = room;
    out += margin + mark + rest.substr(0, at) + "\n";
    rest.erase(0, rest.find_first_not_of(' ', at));
  }
  out += rest.empty() ? margin + "!\n" : margin + mark + rest + "\n";
}

void Layout::comments(const std::vector<std::string> &lines) {
  for (const std::string &text : lines)
    comment(text);
}

void Layout::blank() {
  bool alreadyBlank = out.size() >= 2 && out.compare(out.size() - 2, 2, "\n\n") == 0;
  if (!out.empty() && !alreadyBlank)
    out += "\n";
}

} // namespace costate::emit::fortran
