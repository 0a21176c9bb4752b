// Comments that stand before a statement, taken from the source text by line.
#pragma once

#include "ir/Program.h"

namespace costate::frontend {

/// Hands out the comment lines directly above a line of a file, each at most once. Comment marks
/// and outer blanks are removed; runs of decoration keep their text.
class CommentReader {
public:
  CommentReader(const SourceManager &sources, uint32_t file, ir::Language language, bool fixedForm);

  /// The comment lines in the contiguous run of comment or blank lines that ends just above `line`
  /// and that nobody has taken yet.
  std::vector<std::string> above(uint32_t line);

private:
  struct Line {
    bool blank = false, comment = false;
    std::string text;
  };
  void scanC(const SourceManager &, uint32_t file);
  void scanFortran(const SourceManager &, uint32_t file, bool fixedForm);

  std::vector<Line> lines; ///< index 0 is line 1
  std::vector<bool> taken;
};

} // namespace costate::frontend
