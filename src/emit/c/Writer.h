// Lines of C, indented and within a page's width.
#pragma once

#include <string>
#include <vector>

namespace costate::emit::c {

class Writer {
public:
  void line(const std::string &text);
  /// A comment line of its own.
  void comment(const std::string &text);
  /// A preprocessor line: never broken.
  void directive(const std::string &text) { out += text + '\n'; }
  void blank() { out += '\n'; }
  void indent() { depth += 2; }
  void outdent() { depth -= 2; }

  std::string take() { return std::move(out); }
  const std::string &text() const { return out; }

private:
  std::string out;
  size_t depth = 0;
};

} // namespace costate::emit::c
