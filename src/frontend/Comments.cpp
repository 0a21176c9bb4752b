#include "frontend/Comments.h"

#include <algorithm>

namespace costate::frontend {

namespace {

std::string trim(std::string_view s) {
  size_t begin = s.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos)
    return {};
  size_t end = s.find_last_not_of(" \t\r");
  return std::string(s.substr(begin, end - begin + 1));
}

} // namespace

CommentReader::CommentReader(const SourceManager &sources, uint32_t file, ir::Language language,
                             bool fixedForm) {
  lines.resize(sources.lineCount(file));
  taken.resize(lines.size());
  if (language == ir::Language::C)
    scanC(sources, file);
  else
    scanFortran(sources, file, fixedForm);
}

void CommentReader::scanFortran(const SourceManager &sources, uint32_t file, bool fixedForm) {
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view raw = sources.line(file, i + 1);
    std::string text = trim(raw);
    bool marked = !text.empty() && text[0] == '!';
    if (fixedForm && !raw.empty() && std::string_view("cC*dD").find(raw[0]) != std::string_view::npos)
      marked = true;
    lines[i].blank = text.empty();
    lines[i].comment = marked;
    if (marked)
      lines[i].text = trim(std::string_view(text).substr(1));
  }
}

// Only comments that fill whole lines count: a line that also holds code ends the run above it.
void CommentReader::scanC(const SourceManager &sources, uint32_t file) {
  bool inside = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string text = trim(sources.line(file, i + 1));
    Line &line = lines[i];
    if (inside) {
      size_t end = text.find("*/");
      line.comment = end == std::string::npos || end + 2 == text.size();
      inside = end == std::string::npos;
      std::string body = end == std::string::npos ? text : text.substr(0, end);
      if (!body.empty() && body[0] == '*')
        body.erase(0, 1);
      line.text = trim(body);
    } else if (text.rfind("//", 0) == 0) {
      line.comment = true;
      line.text = trim(text.substr(2));
    } else if (text.rfind("/*", 0) == 0) {
      size_t end = text.find("*/", 2);
      line.comment = end == std::string::npos || end + 2 == text.size();
      inside = end == std::string::npos;
      line.text = trim(end == std::string::npos ? text.substr(2) : text.substr(2, end - 2));
    } else {
      line.blank = text.empty();
      size_t open = text.rfind("/*");
      if (open != std::string::npos && text.find("*/", open) == std::string::npos &&
          std::count(text.begin(), text.begin() + open, '"') % 2 == 0)
        inside = true;
    }
  }
}

std::vector<std::string> CommentReader::above(uint32_t line) {
  std::vector<std::string> out;
  for (size_t i = line; i-- > 1;) {
    size_t at = i - 1;
    if (at >= lines.size() || taken[at] || !(lines[at].blank || lines[at].comment))
      break;
    taken[at] = true;
    if (lines[at].comment)
      out.push_back(lines[at].text);
  }
  std::reverse(out.begin(), out.end());
  while (!out.empty() && out.front().empty())
    out.erase(out.begin());
  while (!out.empty() && out.back().empty())
    out.pop_back();
  return out;
}

} // namespace costate::frontend
