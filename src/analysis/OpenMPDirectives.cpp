#include "analysis/OpenMPDirectives.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cctype>

namespace costate::analysis {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string trimmed(llvm::StringRef text) { return text.trim(" \t\r\f\v").str(); }

std::string withoutBlanks(llvm::StringRef text) {
  std::string out;
  for (unsigned char c : text)
    if (!std::isspace(c))
      out += c;
  return out;
}

bool isFixedForm(llvm::StringRef path) {
  std::string suffix = lower(path.substr(path.rfind('.') + 1).str());
  return suffix == "f" || suffix == "for" || suffix == "f77" || suffix == "ftn";
}

/// C without comments, line by line; strings stay.
std::vector<std::string> withoutComments(const SourceManager &sources, uint32_t file) {
  std::vector<std::string> out(sources.lineCount(file) + 1);
  bool inside = false;
  for (uint32_t n = 1; n < out.size(); ++n) {
    std::string_view text = sources.line(file, n);
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      std::string_view two = text.substr(i, 2);
      if (inside) {
        inside = two != "*/";
        i += !inside;
      } else if (quote) {
        out[n] += text[i];
        if (text[i] == '\\' && i + 1 < text.size())
          out[n] += text[++i];
        else if (text[i] == quote)
          quote = 0;
      } else if (two == "//") {
        break;
      } else if (two == "/*") {
        inside = true;
        out[n] += ' ';
        ++i;
      } else {
        quote = text[i] == '"' || text[i] == '\'' ? text[i] : 0;
        out[n] += text[i];
      }
    }
  }
  return out;
}

/// Whether `omp_get_thread_num` or the like is named.
bool namesProcedure(const std::string &code) {
  std::string text = lower(code);
  for (size_t at = text.find("omp_"); at != std::string::npos; at = text.find("omp_", at + 1)) {
    unsigned char before = at ? text[at - 1] : ' ';
    if (!std::isalnum(before) && before != '_')
      return true;
  }
  return false;
}

} // namespace

bool OpenMPDirective::has(const std::string &word) const { return std::find(words.begin(), words.end(), word) != words.end(); }

std::string OpenMPDirective::text() const {
  std::string out;
  for (const std::string &word : words)
    out += (out.empty() ? "" : " ") + word;
  return out;
}

std::vector<std::string> OpenMPDirective::variables(const std::string &clause, const std::string &inside) {
  size_t start = clause == "reduction" || clause == "lastprivate" ? inside.rfind(':', inside.find_first_of("([")) : std::string::npos;
  llvm::StringRef rest = llvm::StringRef(inside).substr(start == std::string::npos ? 0 : start + 1);
  std::vector<std::string> out(1);
  int depth = 0;
  for (char c : rest) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      out.emplace_back();
    else
      out.back() += c;
  }
  for (std::string &name : out)
    name = name.substr(0, name.find_first_of("([%"));
  std::erase(out, "");
  return out;
}

OpenMPSource::OpenMPSource(const SourceManager &sources, uint32_t file) : sources(sources), file(file) {
  std::string path = lower(sources.path(file));
  isC = path.ends_with(".c") || path.ends_with(".h");
  isFixed = !isC && isFixedForm(path);
  lines.resize(sources.lineCount(file) + 2);
  std::vector<std::string> text = isC ? withoutComments(sources, file) : std::vector<std::string>();
  for (uint32_t n = 1; n + 1 < lines.size(); ++n) {
    lines[n].code = isC ? trimmed(text[n]) : fortranCode(n);
    readCondition(n);
  }
  for (uint32_t n = 1; n + 1 < lines.size(); ++n)
    if (!lines[n].directive && !lines[n].condition)
      isC ? readC(n) : readFortran(n);
}

/// Whether a line of Fortran is a comment that begins with the sentinel of directives; of free form, without its margin.
bool OpenMPSource::isSentinel(std::string_view line) const {
  bool marked = !line.empty() && (line[0] == '!' || (isFixed && std::string_view("cC*").find(line[0]) != std::string_view::npos));
  return marked && lower(std::string(line.substr(1, 4))) == "$omp";
}

/// Without comments. (An exclamation mark in a string cuts off what is not looked at.) Notes lines that are code with
/// OpenMP only.
std::string OpenMPSource::fortranCode(uint32_t n) {
  std::string raw(sources.line(file, n)), text = trimmed(raw);
  bool isComment = !text.empty() && (text[0] == '!' || (isFixed && std::string_view("cC*").find(raw[0]) != std::string_view::npos));
  lines[n].sentinel = isComment && text.size() > 2 && text[1] == '$' && (text[2] == ' ' || text[2] == '&' || std::isdigit(text[2]));
  return isComment ? "" : trimmed(llvm::StringRef(text).substr(0, text.find('!')));
}

void OpenMPSource::readC(uint32_t n) {
  if (!withoutBlanks(lines[n].code).starts_with("#pragmaomp"))
    return;
  uint32_t last = n;
  std::string text = lines[n].code;
  lines[n].directive = true;
  while (text.ends_with("\\") && last + 2 < lines.size()) {
    lines[++last].directive = true;
    text = text.substr(0, text.size() - 1) + " " + lines[last].code;
  }
  add(text.substr(text.find("omp") + 3), n, last);
}

void OpenMPSource::readFortran(uint32_t n) {
  auto at = [&](uint32_t line) { return isFixed ? std::string(sources.line(file, line)) : trimmed(llvm::StringRef(sources.line(file, line))); };
  auto rest = [&](const std::string &line) { return line.substr(std::min<size_t>(line.size(), isFixed ? 6 : 5)); };
  if (!isSentinel(at(n)))
    return;
  std::string text = rest(at(n));
  lines[n].directive = true;
  uint32_t last = n;
  while (last + 2 < lines.size()) {
    text = trimmed(llvm::StringRef(text).substr(0, text.find('!')));
    std::string next = at(last + 1);
    bool more = isFixed ? isSentinel(next) && next.size() > 5 && next[5] != ' ' && next[5] != '0' : text.ends_with("&");
    if (!more)
      break;
    lines[++last].directive = true;
    next = isSentinel(next) ? trimmed(rest(next)) : next;
    text = (isFixed ? text : text.substr(0, text.size() - 1)) + " " + (next.starts_with("&") ? next.substr(1) : next);
  }
  add(lower(text), n, last);
}

/// Numbers of conditions tell branches apart, too.
void OpenMPSource::readCondition(uint32_t line) {
  for (const Condition &c : open) {
    lines[line].withOpenMP |= !c.number;
    if (c.number)
      lines[line].under.push_back(c.number);
  }
  std::string rest = withoutBlanks(lines[line].code);
  if (!rest.starts_with("#") || rest.starts_with("#pragma"))
    return;
  rest.erase(0, 1);
  lines[line].condition = true;
  if (rest.starts_with("if")) {
    bool asks = rest == "ifdef_OPENMP" || rest == "ifdefined(_OPENMP)" || rest == "ifdefined_OPENMP";
    open.push_back({asks ? 0 : ++conditions});
  } else if ((rest.starts_with("else") || rest.starts_with("elif")) && !open.empty()) {
    open.back().number = ++conditions;
  } else if (rest.starts_with("endif") && !open.empty()) {
    open.pop_back();
  }
}

/// `parallel for private(a) reduction(+ : s)`: words up to the first with parentheses, or that is a clause by itself.
void OpenMPSource::add(const std::string &text, uint32_t line, uint32_t last) {
  static const std::set<std::string> alone{"nowait", "untied", "mergeable", "nogroup", "inbranch", "notinbranch", "seq_cst"};
  OpenMPDirective out;
  out.line = line;
  out.last = last;
  std::string word;
  auto end = [&] {
    bool isClause = !out.clauses.empty() || alone.count(word) || (word == "ordered" && !out.words.empty());
    if (!word.empty() && isClause)
      out.clauses.push_back({word, ""});
    else if (!word.empty())
      out.words.push_back(word);
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_') {
      word += text[i];
    } else if (text[i] == '(') {
      std::string inside;
      int depth = 1;
      for (++i; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (!depth)
          break;
        inside += text[i];
      }
      if (word.empty() && !out.words.empty()) { // `private (a)`
        word = out.clauses.empty() || !out.clauses.back().second.empty() ? out.words.back() : out.clauses.back().first;
        if (!out.clauses.empty() && out.clauses.back().second.empty())
          out.clauses.pop_back();
        else
          out.words.pop_back();
      }
      out.clauses.push_back({std::exchange(word, ""), withoutBlanks(inside)});
    } else {
      end();
    }
  }
  end();
  static const std::map<std::string, std::vector<std::string>> joined{
      {"paralleldo", {"parallel", "do"}}, {"enddo", {"end", "do"}}, {"endparallel", {"end", "parallel"}}};
  for (auto &[together, apart] : joined)
    if (out.words.size() == 1 && out.words[0] == together)
      out.words = apart;
  all.push_back(std::move(out));
}

bool OpenMPSource::isEmpty(uint32_t line) const {
  const Line &l = lines[line];
  return l.directive || l.condition || (l.code.empty() && !l.sentinel) || (isC && withoutBlanks(l.code).starts_with("#pragma"));
}

const OpenMPDirective *OpenMPSource::before(Location at) const {
  if (at.file != file || at.line + 1 >= lines.size())
    return nullptr;
  std::string_view text = sources.line(file, at.line).substr(0, at.column ? at.column - 1 : 0);
  std::string margin = trimmed(llvm::StringRef(text.data(), text.size()));
  if (!margin.empty() && (isC || !margin.ends_with(":"))) // the name of a construct
    return nullptr;
  uint32_t first = at.line;
  while (first > 1 && isEmpty(first - 1))
    --first;
  const OpenMPDirective *found = nullptr;
  for (const OpenMPDirective &d : all)
    if (d.line >= first && d.line < at.line && !d.has("end"))
      found = &d; // the last
  const std::vector<unsigned> &there = lines[at.line].under;
  bool holds = found && std::all_of(lines[found->line].under.begin(), lines[found->line].under.end(), [&](unsigned number) {
    return std::find(there.begin(), there.end(), number) != there.end();
  });
  return holds ? found : nullptr;
}

bool OpenMPSource::reaches(const OpenMPDirective &d, uint32_t line) const {
  int depth = 0;
  for (uint32_t n = d.last + 1; n < line && n < lines.size(); ++n)
    for (char c : lines[n].directive || lines[n].condition ? std::string() : lines[n].code) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth <= 0 && (c == '}' || c == ';'))
        return false;
    }
  return true;
}

uint32_t OpenMPSource::differing(uint32_t first, uint32_t last) const {
  for (uint32_t n = std::max(first, 1u); n <= last && n < lines.size(); ++n) {
    const Line &l = lines[n];
    bool isCode = !l.directive && !l.condition && !l.code.empty() && !withoutBlanks(l.code).starts_with("#pragma");
    if (l.sentinel || (isCode && (l.withOpenMP || namesProcedure(l.code))))
      return n;
  }
  return 0;
}

} // namespace costate::analysis
