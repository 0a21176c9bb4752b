#include "support/Source.h"

#include <fstream>
#include <sstream>

namespace costate {

uint32_t SourceManager::fileNumber(std::string_view path) {
  auto found = numbers.find(path);
  if (found != numbers.end())
    return found->second;
  files.push_back({std::string(path), false, {}, {}});
  return numbers[std::string(path)] = files.size();
}

const std::string &SourceManager::path(uint32_t file) const {
  static const std::string none;
  return file == 0 ? none : files[file - 1].path;
}

const SourceManager::File &SourceManager::load(uint32_t file) const {
  const File &f = files[file - 1];
  if (f.read)
    return f;
  f.read = true;
  std::ifstream in(f.path, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  f.text = all.str();
  f.lineStarts.push_back(0);
  for (size_t i = 0; i < f.text.size(); ++i)
    if (f.text[i] == '\n' && i + 1 < f.text.size())
      f.lineStarts.push_back(i + 1);
  return f;
}

std::string_view SourceManager::line(uint32_t file, uint32_t line) const {
  if (file == 0 || line == 0)
    return {};
  const File &f = load(file);
  if (line > f.lineStarts.size())
    return {};
  size_t begin = f.lineStarts[line - 1];
  size_t end = f.text.find('\n', begin);
  if (end == std::string::npos)
    end = f.text.size();
  if (end > begin && f.text[end - 1] == '\r')
    --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

unsigned SourceManager::lineCount(uint32_t file) const {
  return file == 0 ? 0 : load(file).lineStarts.size();
}

} // namespace costate
