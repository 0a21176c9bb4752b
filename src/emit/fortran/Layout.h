// Lines of free-form Fortran: indentation, continuation, comments.
//
// Free form allows 132 columns and 255 continuation lines. Code is broken at 100 columns where a
// sensible place exists, because that is what people read; the standard's limits hold always, so a
// statement with very many lines takes all the columns there are.
#pragma once

#include <string>
#include <vector>

namespace costate::emit::fortran {

constexpr unsigned standardColumns = 132;
constexpr unsigned preferredColumns = 100;
constexpr unsigned standardContinuations = 255;

class Layout {
public:
  /// One statement, continued over as many lines as it needs.
  void line(const std::string &text);
  /// A statement with a label in front.
  void labelled(unsigned label, const std::string &text);
  /// Whole lines, indented and otherwise as they are.
  void verbatim(const std::string &text);
  void comment(const std::string &text);
  void comments(const std::vector<std::string> &);
  /// An empty line, unless the text so far ends in one (or has just begun).
  void blank();

  void indent() { ++depth; }
  void dedent() { --depth; }

  /// Columns a statement has before it must be continued.
  unsigned width() const { return preferredColumns - 2 * depth; }

  const std::string &text() const { return out; }

private:
  void write(const std::string &start, const std::string &text);
  std::string wrapped(const std::string &start, const std::string &text, size_t columns) const;

  std::string out;
  unsigned depth = 0;
};

/// Indents what is written while it lives.
class Indented {
public:
  explicit Indented(Layout &layout) : layout(layout) { layout.indent(); }
  ~Indented() { layout.dedent(); }
  Indented(const Indented &) = delete;
  Indented &operator=(const Indented &) = delete;

private:
  Layout &layout;
};

/// `a, b, c`
std::string joined(const std::vector<std::string> &parts, const char *separator = ", ");

} // namespace costate::emit::fortran
