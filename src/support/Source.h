// Source files and places in them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace costate {

/// A place in a source file. File 0 is "no file"; lines and columns count from 1, 0 is unknown.
struct Location {
  uint32_t file = 0;
  uint32_t line = 0;
  uint32_t column = 0;

  bool known() const { return file != 0 && line != 0; }
};

/// Keeps the text of every file a diagnostic may quote, and gives files small numbers.
class SourceManager {
public:
  /// The number of the file with this path; its text is read when first asked for.
  uint32_t fileNumber(std::string_view path);

  const std::string &path(uint32_t file) const;

  /// One line of a file, without its end; empty where there is none.
  std::string_view line(uint32_t file, uint32_t line) const;

  unsigned lineCount(uint32_t file) const;

private:
  struct File {
    std::string path;
    mutable bool read = false;
    mutable std::string text;
    mutable std::vector<size_t> lineStarts;
  };
  const File &load(uint32_t file) const;

  std::deque<File> files;
  std::map<std::string, uint32_t, std::less<>> numbers;
};

} // namespace costate
